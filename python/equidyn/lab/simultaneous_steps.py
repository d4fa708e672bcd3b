"""The former place of what is now in `equidyn.lab.schedule`."""

from .schedule import simultaneous_steps

__all__ = ["simultaneous_steps"]
