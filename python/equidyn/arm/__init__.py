"""The arm: its validated data, checks for suspect data, file formats, parameters and display."""

from .._front import front

__all__, __getattr__, __dir__ = front(__name__, __file__)
