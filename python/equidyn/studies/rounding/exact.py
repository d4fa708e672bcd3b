"""Reference results in extended precision, and their uncertainty."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...arm import Arm, States
from ...implementations import Implementation, formulation
from ...validation import FloatArray
from ...verification import (
    EPS,
    disagreement,
    extended_coriolis_coefficients,
    extended_mass_matrix,
    extended_torque,
    largest,
    torque,
)
from .sweeps import Setting

# both go from centre of mass to centre of mass, or nearly so, and lose the fewest digits
_JUDGES = ("newton_euler_angeles", "modified_newton_euler")

# precision of pairs of doubles
_EXTENDED_EPS = 2.0**-105


class _Compared(NamedTuple):
    """Computation of a quantity in extended precision, and of its operands."""

    quantity: str
    operands: Callable[[States], tuple[FloatArray, ...]]
    extended: Callable[[Arm, States, str], Any]


_TORQUE = _Compared("inverse_dynamics", lambda x: (x.q, x.qd, x.qdd), extended_torque)
_COMPARED = {
    "inverse_dynamics": _TORQUE,
    # accelerations are compared by the torques that they take, as `verify` does it
    "forward_dynamics": _TORQUE,
    "mass_matrix": _Compared(
        "mass_matrix",
        lambda x: (x.q,),
        lambda arm, x, name: extended_mass_matrix(arm, x.q, name),
    ),
    "coriolis_coefficients": _Compared(
        "coriolis_coefficients",
        lambda x: (x.q,),
        lambda arm, x, name: extended_coriolis_coefficients(arm, x.q, name),
    ),
}


def operands_of(setting: Setting, quantity: str) -> tuple[FloatArray, ...]:
    """Return the arguments of a quantity in the states of a setting."""
    x = setting.states
    if quantity == "forward_dynamics":
        return x.q, x.qd, torque(setting.arm, x)
    return _COMPARED[quantity].operands(x)


class Exact:
    """Reference results in one setting.

    Parameters
    ----------
    setting : Setting
        An arm in several states.
    quantity : str
        As `equidyn.formulations` takes it.

    Attributes
    ----------
    results : ndarray
        Torques (m, n), mass matrices or Coriolis coefficients; of forward dynamics, the torques
        that accelerations are to take.
    largest : float
        The largest of the results; of Coriolis coefficients and mass matrices.
    unsure : float
        Their uncertainty, in eps of the largest: the difference of two formulations in extended
        precision; or the error of one of them in float64, scaled by the ratio of the precisions,
        since both may round the same data alike.
    """

    def __init__(self, setting: Setting, quantity: str = "inverse_dynamics"):
        self._setting, self._quantity = setting, quantity
        compared = _COMPARED[quantity]
        arm, states = setting.arm, setting.states
        one, other = (compared.extended(arm, states, name) for name in _JUDGES)
        # the coefficients of a single joint are zero
        beside = [arm.mass_matrix(states.q)] if quantity == "coriolis_coefficients" else []
        self.largest = largest(one, *beside)
        judge = formulation(_JUDGES[0], compared.quantity)
        in_double = self._off(judge.results(arm, compared.operands(states)), one)
        alike = in_double * _EXTENDED_EPS / EPS
        self.unsure = max(self._off(one, other), alike)
        self.results: NDArray[Any] = one
        if quantity == "forward_dynamics":
            self.results = torque(arm, states)

    def error(self, subject: Implementation) -> float:
        """Return the largest error of a subject in any entry and state, in the same unit."""
        arm, x = self._setting.arm, self._setting.states
        if self._quantity != "forward_dynamics":
            found = subject.results(arm, _COMPARED[self._quantity].operands(x))
            return self._off(found, self.results)
        qdd = subject.results(arm, (x.q, x.qd, self.results.astype(np.float64)))
        taken = extended_torque(arm, x.with_acceleration(qdd), _JUDGES[0])
        return self._off(taken, self.results)

    def extended_error(self, subject: Implementation) -> float | None:
        """Return the same in extended precision; None for a subject that does not run in it."""
        arm, x = self._setting.arm, self._setting.states
        if self._quantity == "forward_dynamics":
            return None
        compared = _COMPARED[self._quantity]
        if not subject.by_user:
            return self._off(compared.extended(arm, x, subject.name), self.results)
        found = subject.in_extended_precision(arm, compared.operands(x))
        return None if found is None else self._off(found, self.results)

    def _off(self, one: Any, other: NDArray[Any]) -> float:
        return disagreement(one, other, self.largest)
