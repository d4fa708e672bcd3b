"""What the equations of a formulation do with lengths: by this the loss of digits is explained.

Each trait sorts the formulations. Which of them counts is measured, never said beforehand; and the
reason that stands beside a value is given only where errors grow as it predicts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Value:
    """What some formulations have in common.

    Attributes
    ----------
    name : str
        In words.
    power : int
        The power of a length x by which errors must grow, if this is what loses digits.
    reason : str
        Why.
    """

    name: str
    power: int
    reason: str


@dataclass(frozen=True)
class Trait:
    """A question that the equations of every formulation answer.

    Attributes
    ----------
    question : str
        In a few words.
    values : mapping of str to Value
        The answer of each formulation, and of each method of another quantity.
    """

    question: str
    values: Mapping[str, Value]


_LEVERS = "levers as long as x are added with opposite signs"
_MOMENTS = "m c cᵗ, of a mass centre at x, grows as x², and cancels against moments that do too"

_CENTRE = Value("a tensor about the mass centre", 1, _LEVERS)
_BEFORE = Value("second moments about the frame before", 1, _LEVERS)
_TENSOR = Value(
    "a tensor about the frame",
    2,
    "Tr(K) E - K, of K with m c cᵗ in it: about the long axis squares of x cancel",
)
_SECOND = Value("second moments about the frame", 2, _MOMENTS)
_REGROUPED = Value("second moments, regrouped", 2, _MOMENTS)

_LINKS = Value("from frame to frame", 0, "")
_BASE = Value("from the base", 1, "C_i - O_j: positions that grow as x are subtracted")

INERTIA = Trait(
    "inertia",
    {
        "newton_euler": _CENTRE,
        "newton_euler_lee": _CENTRE,
        "newton_euler_modified_dh": _CENTRE,
        "modified_newton_euler": _BEFORE,
        "newton_euler_sasaki": _CENTRE,
        "newton_euler_sasaki_scalar": _CENTRE,
        "newton_euler_angeles": _CENTRE,
        "link_newton_euler": _TENSOR,
        "tensor_newton_euler": _SECOND,
        "minimal_newton_euler": _REGROUPED,
        "spatial_newton_euler": _TENSOR,
        "recursive_lagrangian_3x3": _SECOND,
        "recursive_lagrangian_4x4": _SECOND,
        "kane": _CENTRE,
        "gibbs_appell": _CENTRE,
        "natural_orthogonal_complement": _CENTRE,
        "lagrange_euler": _SECOND,
        "lagrange_euler_literal": _SECOND,
        "strobed": _CENTRE,
        "trace_form": _SECOND,
        "composite_rigid_bodies": _SECOND,
        "articulated_bodies": _TENSOR,
        "orthogonal_complement": _CENTRE,
    },
)
_FROM_BASE = ("kane", "natural_orthogonal_complement", "orthogonal_complement")
POSITIONS = Trait(
    "positions",
    {name: _BASE if name in _FROM_BASE else _LINKS for name in INERTIA.values},
)
TRAITS = (INERTIA, POSITIONS)
