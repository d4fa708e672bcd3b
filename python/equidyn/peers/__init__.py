"""The same arm in other libraries, which are optional: pip install 'equidyn[peers]'.

A module named after a library converts an arm to its model, and lists the calls that compete.
"""

from .._front import front

__all__, __getattr__, __dir__ = front(__name__, __file__)
