"""Mistakes in gravity."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from ....validation import FloatArray
from ..model import Model
from .mistake import Change, Mistake

_EQUATION = "a_0 = -g, a base that accelerates against gravity"
_VALUES = (9.81, 9.8, 9.80665, 9.82, 10.0)


def of_gravity() -> Iterator[Mistake]:
    """Yield mistakes in sign, direction, size and frame of gravity."""
    yield Mistake("gravity has the wrong sign: the base accelerates by +g", _times(-1.0), _EQUATION)
    yield Mistake("gravity is missing", _times(0.0), _EQUATION)
    yield Mistake("gravity counts twice", _times(2.0), _EQUATION)
    for axis in range(3):
        for sign in (-1.0, 1.0):
            name = f"{'-' if sign < 0 else '+'}{'xyz'[axis]}"
            yield Mistake(
                f"gravity acts along {name} of the world", _along(axis, sign), "g of the arm"
            )
            yield Mistake(
                f"gravity acts along {name} of the base frame",
                _along_base(axis, sign),
                "g of the arm",
            )
    yield Mistake(
        "gravity is not turned into the base frame",
        lambda model, joints: replace(model, gravity=model.base[:3, :3] @ model.gravity),
        "g_0 = R_baseᵀ g",
    )
    yield Mistake("the factor g is missing: gravity is 1 m/s²", _of_size(1.0), "|g| of the arm")
    for value in _VALUES:
        yield Mistake(f"gravity is {value} m/s²", _of_size(value), "|g| of the arm")


def _times(factor: float) -> Change:
    return lambda model, joints: replace(model, gravity=factor * model.gravity)


def _along(axis: int, sign: float) -> Change:
    return lambda model, joints: replace(
        model, gravity=sign * np.linalg.norm(model.gravity) * np.eye(3)[axis]
    )


def _along_base(axis: int, sign: float) -> Change:
    def changed(model: Model, joints: object) -> Model:
        direction: FloatArray = sign * model.base[:3, axis]
        return replace(model, gravity=np.linalg.norm(model.gravity) * direction)

    return changed


def _of_size(value: float) -> Change:
    def changed(model: Model, joints: object) -> Model:
        size = np.linalg.norm(model.gravity)
        return replace(model, gravity=model.gravity * (value / size if size else 0.0))

    return changed
