"""Reproduction of the papers' experiments, by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import get_args

from ...validation import choice, text
from .lee_chung_mudge_turney_1982.experiment import reproduce_lee
from .names import ExperimentName, same_source
from .reproduction.reproduction import Reproduction
from .sasaki_1990.experiment import reproduce_sasaki
from .turney_mudge_lee_1980.experiment import reproduce_turney

_EXPERIMENTS: dict[str, Callable[[], Reproduction]] = {
    "lee": reproduce_lee,
    "sasaki": reproduce_sasaki,
    "turney": reproduce_turney,
}


def reproduce(name: ExperimentName | str) -> Reproduction:
    """Reproduce an experiment of a source paper.

    Parameters
    ----------
    name : {"lee", "sasaki", "turney"}
        Lee, Chung, Mudge & Turney 1982, section 5: computed torque on a PUMA 600, and its cost.
        Sasaki 1990, section 4: the torques of a six-link arm along a straight line. Turney, Mudge &
        Lee 1980, section 7: simulation by unit accelerations, and its cost. The names of the same
        papers in `check_derivation` and `published_counts` do as well.

    Returns
    -------
    Reproduction
        Computed numbers beside the printed ones, and the data: prints as tables, plots the curves
        of the paper, and saves itself as one page (.html) or as data (.csv, .json).

    Raises
    ------
    ValueError, TypeError
        For another name.

    Examples
    --------
    >>> found = reproduce("sasaki")
    >>> found.passed
    True
    """
    names = get_args(ExperimentName)
    return _EXPERIMENTS[choice("name", same_source(text("name", name), names), names)]()
