"""Trials of a quantity: states, results in extended precision there, and their scale."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..arm.states import States
from ..dynamics.registry import formulations as registry
from ..validation import FloatArray
from . import physics
from .claims import EPS
from .singularity import is_singular

if TYPE_CHECKING:
    from ..arm.arm import Arm
    from ..implementations.implementation import Implementation

# numbers of 106 bits
Extended = NDArray[np.object_]


@dataclass(frozen=True)
class Trial:
    """States in one situation, with the reference results there.

    Attributes
    ----------
    arm : Arm
        The arm.
    states : States
        m states.
    operands : tuple of ndarray
        Arguments of the quantity, in addition to tip wrench and base motion of the states.
    scale : float
        The largest of the numbers with rounding that affects the results.
    exact : tuple of ndarray, or None
        The results in extended precision, rounded, and their remainders; None for accelerations,
        which are compared by torques.
    inertia : ndarray, shape (m, n, n), or None
        The matrix by which results are multiplied before they are compared.
    """

    arm: Arm
    states: States
    operands: tuple[FloatArray, ...]
    scale: float
    exact: tuple[FloatArray, FloatArray] | None = None
    inertia: FloatArray | None = None
    _firsts: dict[int, Trial] = field(default_factory=dict, repr=False)

    def first(self, count: int) -> Trial:
        """Return the trial of the first states, on the same scale; the same one for each call."""
        if count >= len(self.states.q):
            return self
        if count not in self._firsts:
            rounded = self.exact
            self._firsts[count] = Trial(
                self.arm,
                self.states.first(count),
                tuple(operand[:count] for operand in self.operands),
                self.scale,
                None if rounded is None else (rounded[0][:count], rounded[1][:count]),
                None if self.inertia is None else self.inertia[:count],
            )
        return self._firsts[count]

    @cached_property
    def is_singular(self) -> bool:
        """Whether some motion of the joints moves no inertia."""
        return is_singular(self.arm, self.states.q)

    @cached_property
    def kinetic_matrix(self) -> FloatArray:
        """Matrices of the kinetic energy, (m, n, n)."""
        return physics.kinetic_matrix(self.arm, self.states.q)

    @cached_property
    def christoffel_symbols(self) -> FloatArray:
        """Christoffel symbols of the kinetic energy, (m, n, n, n)."""
        return physics.christoffel_symbols(self.arm, self.states.q)

    @cached_property
    def potential_gradient(self) -> FloatArray:
        """Gradients of the potential energy, (m, n)."""
        return physics.potential_gradient(self.arm, self.states.q)

    @cached_property
    def energy_rate(self) -> FloatArray:
        """Rates of kinetic plus potential energy, (m,)."""
        states = self.states
        return physics.energy_rate(self.arm, states.q, states.qd, states.qdd)

    @cached_property
    def tip_power(self) -> FloatArray:
        """Power at the tip, (m,)."""
        states = self.states
        if states.tip_wrench is None:
            return np.zeros(len(states.q))
        return physics.tip_power(self.arm, states.q, states.qd, states.tip_wrench)

    def off(self, result: FloatArray) -> float:
        """Largest difference from the results in extended precision, in units as `disagreement`."""
        if self.exact is None:
            raise ValueError("trial: expected one with results in extended precision")
        rounded, rest = self.exact
        return disagreement(result - rounded, rest, self.scale)

    def disagreement(self, one: NDArray[Any], other: NDArray[Any]) -> float:
        """Largest difference of two results, in units of eps times the scale; infinite if NaN."""
        return _finite(self.errors(one, other))

    def errors(self, one: NDArray[Any], other: NDArray[Any]) -> NDArray[Any]:
        """Differences of two results in every entry, in the same unit."""
        if self.inertia is not None:
            one, other = (np.einsum("mij,mj->mi", self.inertia, x) for x in (one, other))
        return _in_eps(one, other, self.scale)


def disagreement(one: NDArray[Any], other: NDArray[Any], scale: float) -> float:
    """Largest difference of two arrays in units of eps times a scale; infinite if NaN."""
    return _finite(_in_eps(one, other, scale))


def _in_eps(one: NDArray[Any], other: NDArray[Any], scale: float) -> NDArray[Any]:
    errors: NDArray[Any] = np.abs(one - other).astype(np.float64) / (EPS * (scale or 1.0))
    return errors


def _finite(errors: NDArray[Any]) -> float:
    worst = float(np.max(errors))
    return worst if np.isfinite(worst) else math.inf


def split(numbers: Extended) -> tuple[FloatArray, FloatArray]:
    """Return numbers of 106 bits as their rounded values and what is left."""
    rounded = numbers.astype(np.float64)
    return rounded, (numbers - rounded).astype(np.float64)


def largest(*arrays: NDArray[Any]) -> float:
    """Largest magnitude of any number in some arrays."""
    return max(float(np.abs(array).max()) for array in arrays)


def loads_of(states: States) -> dict[str, Any]:
    """Return tip wrench and base motion where there are any, as methods of `Arm` take them."""
    loads = {"tip_wrench": states.tip_wrench, "base_motion": states.base_motion}
    return {name: load for name, load in loads.items() if load is not None}


def torque(arm: Arm, states: States, subject: Implementation | None = None) -> FloatArray:
    """Torques of the states, (m, n), by a subject or the default formulation."""
    operands = (states.q, states.qd, states.qdd)
    if subject is None:
        return arm.inverse_dynamics(*operands, **loads_of(states))
    return subject.results(arm, operands, **loads_of(states))


def extended_torque(arm: Arm, states: States, formulation: str | None = None) -> Extended:
    """Torques in extended precision; by default by the first that reads the frames of the arm."""
    native = next(f.name for f in registry() if f.frames.startswith(arm.convention))
    base = states.base_motion.as_tuple() if states.base_motion else None
    return _core.inverse_dynamics_extended(
        arm, formulation or native, states.q, states.qd, states.qdd, states.tip_wrench, base
    )


def torques_without_gravity(
    arm: Arm, q: FloatArray, qd: FloatArray, qdd: FloatArray, formulation: str | None = None
) -> Extended:
    """Torques in extended precision without gravity, (m, k, n): m positions at k motions each."""
    (m, n), k = q.shape, len(qd)
    states = States(np.repeat(q, k, axis=0), np.tile(qd, (m, 1)), np.tile(qdd, (m, 1)))
    torques = extended_torque(arm.with_gravity((0.0, 0.0, 0.0)), states, formulation)
    return torques.reshape(m, k, n)
