"""Trajectories, controllers and simulation of arms."""

from .._front import front

__all__, __getattr__, __dir__ = front(__name__, __file__)
