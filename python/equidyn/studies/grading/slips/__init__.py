"""Slips in a closed form: the difference of each wrong entry, divided by each of its terms."""

from .closed_form import MOST_JOINTS, Entry, closed_form_of
from .search import Isolated, Isolation, Slip, SlipSearch

__all__ = [
    "MOST_JOINTS",
    "Entry",
    "Isolated",
    "Isolation",
    "Slip",
    "SlipSearch",
    "closed_form_of",
]
