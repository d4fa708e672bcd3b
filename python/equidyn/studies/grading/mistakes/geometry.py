"""Mistakes in the Denavit-Hartenberg parameters."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from ..model import Joints, Model
from .mistake import Change, Mistake

_STANDARD = "A_i = Rot_z(θ) Trans_z(d) Trans_x(a) Rot_x(α)"
_MODIFIED = "A_i = Rot_x(α) Trans_x(a) Rot_z(θ) Trans_z(d)"
_BOTH = f"standard: {_STANDARD}; modified: {_MODIFIED}"
_TABLE = "table of the arm"


def of_geometry() -> Iterator[Mistake]:
    """Yield mistakes in the table, and in reading it."""
    yield Mistake(
        "the table is read in the other Denavit-Hartenberg convention", _other, _BOTH, sweeping=True
    )
    yield Mistake(
        "the matrices between frames are those of the other Denavit-Hartenberg convention",
        lambda model, joints: replace(_other(model, joints), convention=model.convention),
        _BOTH,
        sweeping=True,
    )
    yield Mistake(
        "the offset of θ is missing at revolute joints",
        lambda model, joints: replace(model, theta=np.where(model.revolute, 0.0, model.theta)),
        "θ_i = q_i + offset",
    )
    for name, symbol in (("theta", "the offset of θ"), ("alpha", "α"), ("a", "a"), ("d", "d")):
        yield Mistake(f"{symbol} is missing", _times(name, 0.0), _TABLE, True)
        yield Mistake(f"{symbol} has the wrong sign", _times(name, -1.0), _TABLE, True)
    yield Mistake(
        "a and α are exchanged",
        lambda model, joints: model.with_entries(
            joints, a=model.alpha[joints], alpha=model.a[joints]
        ),
        _TABLE,
        True,
    )
    yield Mistake(
        "a and d are exchanged",
        lambda model, joints: model.with_entries(joints, a=model.d[joints], d=model.a[joints]),
        _TABLE,
        True,
    )
    yield Mistake(
        "the joint is taken as of the other kind (revolute, prismatic)",
        lambda model, joints: model.with_entries(joints, revolute=~model.revolute[joints]),
        _TABLE,
        True,
        "joint",
    )
    for turn, words in ((0.5, "90° too much"), (-0.5, "90° too little"), (1.0, "half a turn off")):
        yield Mistake(
            f"θ is {words} (sin and cos)",
            _turned(turn * np.pi),
            "θ_i = q_i + offset",
            True,
            "joint",
        )


def _other(model: Model, joints: Joints) -> Model:
    other = "modified" if model.convention == "standard" else "standard"
    return replace(model, convention=other, transforms=other)


def _times(name: str, factor: float) -> Change:
    return lambda model, joints: model.with_entries(
        joints, **{name: factor * getattr(model, name)[joints]}
    )


def _turned(angle: float) -> Change:
    return lambda model, joints: model.with_entries(joints, theta=model.theta[joints] + angle)
