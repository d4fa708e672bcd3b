"""Drawings of arms: still pictures, animations and interactive scenes."""

from .._front import front

__all__, __getattr__, __dir__ = front(__name__, __file__)
