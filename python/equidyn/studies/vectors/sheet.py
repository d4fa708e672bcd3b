"""Test vectors as a sheet to print: the arm, and each state with its results or room for them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ...output.page import page
from ...output.text import in_one_line
from ...validation import FloatArray
from .quantities import MEANINGS, operands_of

if TYPE_CHECKING:
    from .vectors import ReferenceVectors

_TEMPLATE = Path(__file__).with_name("sheet.html.jinja")

_TRANSFORMATIONS = {
    "standard": "rotation by theta about z, shift by d along z, shift by a along x, rotation by "
    "alpha about x",
    "modified": "rotation by alpha about x, shift by a along x, rotation by theta about z, shift "
    "by d along z",
}


def sheet(vectors: ReferenceVectors, *, answers: bool) -> str:
    """Return a page of HTML.

    Parameters
    ----------
    vectors : ReferenceVectors
        The test vectors; results may be nan.
    answers : bool
        Write the results in their places, which are empty otherwise.
    """
    arm = vectors.arm
    poses = {"base": arm.base, "tool": arm.tool}
    given = operands_of(vectors.results)
    return page(
        _TEMPLATE,
        title=f"{'Solutions' if answers else 'Questions'}: {in_one_line(arm.name) or 'an arm'}",
        answers=answers,
        arm=arm,
        poses={name: _grid(x) for name, x in poses.items() if (x != np.eye(4)).any()},
        transformation=_TRANSFORMATIONS[arm.convention],
        meanings={name: MEANINGS[name] for name in (*given, *vectors.results)},
        given=given,
        states=[_state(vectors, k) for k in range(vectors.samples)],
    )


def _state(vectors: ReferenceVectors, k: int) -> dict[str, Any]:
    """Return what is given in a state, a row for each joint, and the matrices that are asked."""
    rows = zip(*(vectors.states[x][k].tolist() for x in operands_of(vectors.results)), strict=True)
    return {
        "given": [[_signed(f"{x!r}".removesuffix(".0")) for x in row] for row in rows],
        "asked": [
            (title, _grid(values))
            for name, results in vectors.results.items()
            for title, values in _parts(name, results[k])
        ],
    }


def _parts(name: str, values: FloatArray) -> Iterator[tuple[str, FloatArray]]:
    """Yield the matrices of a quantity with their titles: itself, or one for each link."""
    if values.ndim < 3:
        yield name, values
    else:
        yield from ((f"{name}, link {k}", part) for k, part in enumerate(values, start=1))


def _grid(values: FloatArray) -> list[list[str]]:
    """Write numbers as rows of cells, with six digits; nan as an empty one."""
    rows = np.atleast_2d(values).tolist()
    return [["" if np.isnan(x) else _signed(f"{x:.6g}") for x in row] for row in rows]


def _signed(number: str) -> str:
    return number.replace("-", "−")
