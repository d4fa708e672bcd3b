"""Intermediate results of a student's recursion: the first wrong row, and its equation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ...validation import FloatArray
from . import scale
from .frames import times
from .model import Model
from .newton_euler import Rows, newton_euler

_TOLERANCE = 1e-6

# other names of the rows of the recursion
_SYNONYMS = {
    "omega": "w",
    "ω": "w",
    "wd": "al",
    "alpha": "al",
    "dw": "al",
    "α": "al",
    "vd": "a",
    "vdot": "a",
    "vdc": "ac",
    "ab": "ac",
    "a_c": "ac",
    "acom": "ac",
    "mu": "n",
}

# equations of the rows by convention, with the number in its source; in the order of computation
_STANDARD = "Turney, Mudge and Lee 1980"
_MODIFIED = "Craig, 3rd ed."
_EQUATIONS = {
    "standard": {
        "w": ("ω_i = Rᵀ (ω_{i-1} + z q̇_i)", "3.15"),
        "al": ("α_i = Rᵀ (α_{i-1} + ω_{i-1} × z q̇_i + z q̈_i)", "3.16"),
        "a": ("a_i = Rᵀ a_{i-1} + α_i × r_i + ω_i × (ω_i × r_i)", "3.17"),
        "ac": ("a_ci = a_i + α_i × c_i + ω_i × (ω_i × c_i)", "3.18"),
        "F": ("F_i = m_i a_ci", "3.9"),
        "N": ("N_i = I_i α_i + ω_i × I_i ω_i", "3.12"),
        "f": ("f_i = F_i + R f_{i+1}", "3.19"),
        "n": ("n_i = N_i + (r_i + c_i) × F_i + R n_{i+1} + r_i × R f_{i+1}", "3.20"),
    },
    "modified": {
        "w": ("ω_i = Rᵀ ω_{i-1} + z q̇_i", "6.45"),
        "al": ("α_i = Rᵀ α_{i-1} + Rᵀ ω_{i-1} × z q̇_i + z q̈_i", "6.46"),
        "a": ("a_i = Rᵀ (a_{i-1} + α_{i-1} × p_i + ω_{i-1} × (ω_{i-1} × p_i))", "6.47"),
        "ac": ("a_ci = a_i + α_i × c_i + ω_i × (ω_i × c_i)", "6.48"),
        "F": ("F_i = m_i a_ci", "6.49"),
        "N": ("N_i = I_i α_i + ω_i × I_i ω_i", "6.50"),
        "f": ("f_i = F_i + R f_{i+1}", "6.51"),
        "n": ("n_i = N_i + c_i × F_i + R n_{i+1} + p_{i+1} × R f_{i+1}", "6.52"),
    },
}
_SLIDING = {
    "standard": {
        "w": ("ω_i = Rᵀ ω_{i-1}", "3.15"),
        "al": ("α_i = Rᵀ α_{i-1}", "3.16"),
        "a": (
            "a_i = Rᵀ (a_{i-1} + z q̈_i) + 2 ω_i × Rᵀ z q̇_i + α_i × r_i + ω_i × (ω_i × r_i)",
            "3.17",
        ),
    },
    "modified": {
        "w": ("ω_i = Rᵀ ω_{i-1}", "6.45"),
        "al": ("α_i = Rᵀ α_{i-1}", "6.46"),
        "a": (
            "a_i = Rᵀ (a_{i-1} + α_{i-1} × p_i + ω_{i-1} × (ω_{i-1} × p_i)) "
            "+ 2 ω_i × z q̇_i + z q̈_i",
            "6.47",
        ),
    },
}
_OUTWARD = ("w", "al", "a", "ac", "F", "N")
_INWARD = ("f", "n")

# the row of each name by which it may be returned
NAMES = {**{name: name for name in (*_OUTWARD, *_INWARD)}, **_SYNONYMS}


@dataclass(frozen=True)
class WrongRow:
    """The first wrong row of the first wrong link.

    Attributes
    ----------
    link : int
        Number of the link, from 1.
    name : str
        Name of the row.
    got, expected : ndarray, shape (3,)
        The row in the first state where it is wrong, in the axes of the student.
    equation, source : str
        Its equation, and where it is from.
    """

    link: int
    name: str
    got: FloatArray
    expected: FloatArray
    equation: str
    source: str


class _Reading(NamedTuple):
    """Convention by which rows are read: axes of vectors, and gravity in accelerations."""

    in_base_axes: bool
    with_gravity: bool


def first_wrong_row(
    model: Model, operands: tuple[FloatArray, ...], theirs: Mapping[str, FloatArray]
) -> WrongRow | None:
    """Return the first wrong row, in the order of computation, or None where all are right.

    Rows may be in the axes of links or of the base, and accelerations with gravity or without: the
    reading in which most rows are right is taken.
    """
    known = {NAMES[name]: rows for name, rows in theirs.items()}
    rows, sizes = newton_euler(model, *operands), scale.rows(model, *operands)
    readings = [_Reading(base, gravity) for base in (False, True) for gravity in (True, False)]
    places = [list(_wrong_places(model, known, rows, sizes, reading)) for reading in readings]
    wrong = min(places, key=len)
    return wrong[0] if wrong else None


def _wrong_places(
    model: Model,
    theirs: Mapping[str, FloatArray],
    rows: Rows,
    sizes: Mapping[str, float],
    reading: _Reading,
) -> Iterator[WrongRow]:
    """Yield the wrong rows in the order of computation."""
    n = model.n
    order = [(i, name) for i in range(n) for name in _OUTWARD]
    order += [(i, name) for i in reversed(range(n)) for name in _INWARD]
    for i, name in order:
        if name not in theirs:
            continue
        right = _read(model, name, rows, reading)
        got, expected = theirs[name][:, i], right[:, i]
        off = np.abs(got - expected).max(axis=-1)
        wrong = ~(off <= scale.largest_right(np.abs(right).max(), sizes[name], _TOLERANCE))
        if wrong.any():
            state = int(wrong.argmax())
            yield WrongRow(i + 1, name, got[state], expected[state], *_equation(model, i, name))


def _read(model: Model, name: str, rows: Rows, reading: _Reading) -> FloatArray:
    """Return the right rows (m, n, 3) as a student with this reading has them."""
    right: FloatArray = getattr(rows, name)
    if not reading.with_gravity and name in ("a", "ac"):
        gravity = model.base[:3, :3].T @ model.gravity
        right = right + times(rows.to_base.swapaxes(-1, -2), gravity)
    return times(rows.to_base, right) if reading.in_base_axes else right


def _equation(model: Model, joint: int, name: str) -> tuple[str, str]:
    """Return the equation of a row, and its number in the source."""
    of_prismatic = {} if model.revolute[joint] else _SLIDING[model.convention]
    equation, number = of_prismatic.get(name, _EQUATIONS[model.convention][name])
    book = _STANDARD if model.convention == "standard" else _MODIFIED
    return equation, f"{book} ({number})"
