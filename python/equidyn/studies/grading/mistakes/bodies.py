"""Mistakes in masses, centres of mass and inertia tensors."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from ....arm import steiner
from ....validation import FloatArray
from ..model import Joints, Model
from .mistake import Change, Mistake

if TYPE_CHECKING:
    from ....arm import Arm

_STEINER = "I_origin = I_com + m (cᵀc E - c cᵀ)"
_COM = "c_i from the origin of frame i, in its axes"
_TENSOR = "[[Ixx, Ixy, Ixz], [Ixy, Iyy, Iyz], [Ixz, Iyz, Izz]], Ixy = -∫xy dm"


def of_bodies(arm: Arm) -> Iterator[Mistake]:
    """Yield mistakes in the bodies of the links."""
    yield Mistake(
        "the link is left out",
        lambda model, joints: model.with_entries(joints, mass=0.0, inertia=0.0),
        "Σ over all links",
        True,
    )
    yield Mistake(
        "the mass is missing", _entries(mass=lambda m: 0.0 * m.mass), "F_i = m_i a_ci", True
    )
    yield from _of_tensors()
    yield from _of_coms()
    for i, k in combinations(range(arm.n), 2):
        for name, words in (("mass", "masses"), ("com", "centres of mass"), ("inertia", "tensors")):
            statement = f"the {words} of links {i + 1} and {k + 1} are exchanged"
            yield Mistake(statement, _exchanged(name, i, k), "data of the arm", rare=True)


def _of_tensors() -> Iterator[Mistake]:
    for weight, words in (
        (
            1.0,
            "the tensor is about the frame origin, not the centre of mass (Steiner's term)",
        ),
        (
            -1.0,
            "Steiner's term is missing from the tensor about the frame origin",
        ),
        (-2.0, "Steiner's term has the wrong sign"),
    ):
        yield Mistake(words, _entries(inertia=_about_origin(weight)), _STEINER, True)
        where = words.replace("frame origin", "joint")
        yield Mistake(where, _entries(inertia=_about_joint(weight)), _STEINER, True)
    yield Mistake(
        "the inertia tensor is missing (a point mass)",
        _entries(inertia=lambda m: 0.0 * m.inertia),
        "N_i = I_i α_i + ω_i × I_i ω_i",
        True,
    )
    diagonal = np.eye(3)
    for factor, words in ((-1.0, "have the wrong sign"), (0.0, "are missing")):
        weights = diagonal + factor * (1.0 - diagonal)
        yield Mistake(
            f"the products of inertia {words}", _entries(inertia=_weighted(weights)), _TENSOR, True
        )
    for order in ((1, 0, 2), (0, 2, 1), (2, 1, 0), (1, 2, 0), (2, 0, 1)):
        axes = ", ".join("xyz"[k] for k in order)
        yield Mistake(
            f"the axes of the tensor are in the order {axes}",
            _entries(inertia=_permuted(order)),
            _TENSOR,
            True,
            rare=True,
        )
    for factor, words in ((0.5, "half"), (2.0, "twice")):
        yield Mistake(
            f"the tensor is {words} of what it is",
            _entries(inertia=_weighted(np.full((3, 3), factor))),
            "data of the arm",
            True,
        )


def _of_coms() -> Iterator[Mistake]:
    for words, com in (
        ("the centre of mass is mirrored at the frame origin (-c)", lambda m: -m.com),
        ("the centre of mass is at the frame origin", lambda m: 0.0 * m.com),
        (
            "the centre of mass is measured from the other frame of the link",
            lambda m: m.com - _link(m),
        ),
        ("the centre of mass is that from the other frame of the link", lambda m: m.com + _link(m)),
        (
            "the centre of mass is at its distance from the other end of the link",
            lambda m: -m.com - _side(m) * _link(m),
        ),
        ("the centre of mass is in the middle of the link", lambda m: -_side(m) * 0.5 * _link(m)),
    ):
        yield Mistake(words, _entries(com=com), _COM, True)
    for axis in range(3):
        sign = np.where(np.arange(3) == axis, -1.0, 1.0)
        yield Mistake(
            f"{'xyz'[axis]} of the centre of mass has the wrong sign",
            _entries(com=_times_com(sign)),
            _COM,
            True,
        )


def _entries(**data: Callable[[Model], FloatArray]) -> Change:
    def changed(model: Model, joints: Joints) -> Model:
        return model.with_entries(joints, **{name: of(model)[joints] for name, of in data.items()})

    return changed


def _exchanged(name: str, i: int, k: int) -> Change:
    def changed(model: Model, joints: Joints) -> Model:
        order = np.arange(model.n)
        order[[i, k]] = k, i
        return model.with_entries(**{name: getattr(model, name)[order]})

    return changed


def _about_origin(weight: float) -> Callable[[Model], FloatArray]:
    return lambda m: m.inertia + weight * steiner(m.mass, m.com)


def _about_joint(weight: float) -> Callable[[Model], FloatArray]:
    return lambda m: m.inertia + weight * steiner(m.mass, m.com + _link(m))


def _weighted(weights: FloatArray) -> Callable[[Model], FloatArray]:
    return lambda m: m.inertia * weights


def _permuted(order: tuple[int, ...]) -> Callable[[Model], FloatArray]:
    return lambda m: m.inertia[:, order][:, :, order]


def _times_com(sign: FloatArray) -> Callable[[Model], FloatArray]:
    return lambda m: m.com * sign


def _side(model: Model) -> float:
    """Sign of a link's own frame: 1 at its far end (standard convention), -1 at its near end."""
    return 1.0 if model.convention == "standard" else -1.0


def _link(model: Model) -> FloatArray:
    """Vector from the near end to the far end of each link, in its frame, at zero positions."""
    a, y, d, c, s = model.a, model.a_y, model.d, np.cos(model.alpha), np.sin(model.alpha)
    if model.convention == "standard":
        return np.stack([a, d * s + y * c, d * c - y * s], axis=-1)
    nearest = np.stack([a, y - d * s, d * c], axis=-1)
    return np.concatenate([nearest[1:], np.zeros((1, 3))])
