"""Mistakes in friction, motors and gears."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from ....arm import joint_side_drives
from ....validation import FloatArray
from ..model import Joints, Model
from .mistake import Change, Mistake, returning

if TYPE_CHECKING:
    from ....arm import Arm

_EQUATION = "τ = ... + G² Jm q̈ + G² B q̇ + |G| Tc(sign q̇)"
_WORDS = {
    "motor_inertia": "motor inertia",
    "viscous": "viscous friction",
    "coulomb": "Coulomb friction",
}


def of_drives(arm: Arm) -> Iterator[Mistake]:
    """Yield mistakes in the motors that the arm has data for."""
    ratio = np.ones(arm.n) if arm.gear_ratio is None else np.abs(arm.gear_ratio)
    drives = joint_side_drives(arm)
    known = [name for name in _WORDS if getattr(arm, name) is not None]
    for name in known:
        right, words = drives[name], _WORDS[name]
        column = ratio if right.ndim == 1 else ratio[:, np.newaxis]
        squared = name != "coulomb"
        for value, verdict in (
            (0.0 * right, "is missing"),
            (right, "is added, and was not asked for"),
            (-right, "has the wrong sign"),
            (
                right / column**2 if squared else right / column,
                "is not multiplied by the gear ratio",
            ),
            (
                right / column if squared else right * column,
                "has the wrong power of the gear ratio",
            ),
            (right / column**3 if squared else right / column**2, "is divided by the gear ratio"),
            (
                right / column**4 if squared else right / column**3,
                "is divided by the gear ratio squared",
            ),
        ):
            yield Mistake(f"{words} {verdict}", _set(name, value), _EQUATION, True, "joint")
    if "coulomb" in known:
        backwards = drives["coulomb"] * (1.0, -1.0)
        yield Mistake(
            "Coulomb friction backwards has the sign of that forwards",
            _set("coulomb", backwards),
            _EQUATION,
        )
    if arm.gear_ratio is not None:
        signed = arm.gear_ratio
        yield Mistake(
            "the torques are those at the motors", returning(lambda tau: tau / signed), _EQUATION
        )


def _set(name: str, value: FloatArray) -> Change:
    def changed(model: Model, joints: Joints) -> Model:
        return model.with_entries(joints, **{name: value[joints]})

    return changed
