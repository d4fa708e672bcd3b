"""Dynamics and kinematics of an arm: quantities, formulations, motion of base and links."""

from .._front import front

__all__, __getattr__, __dir__ = front(__name__, __file__)
