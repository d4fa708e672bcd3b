"""Torques in extended precision, against which errors are measured, and how sure they are."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ... import _core
from ..verify.claims import EPS
from ..verify.subjects import torque
from ..verify.trials import disagreement
from .sweeps import Setting

# both go from mass centre to mass centre, or nearly so, and lose least of all
_JUDGES = ("newton_euler_angeles", "modified_newton_euler")


def require_extended_precision() -> None:
    """Raise an error where long double is no wider than double."""
    if np.finfo(np.longdouble).eps >= EPS:
        raise ValueError(
            "rounding_error: expected a machine whose long double is wider than double, "
            "got one where it is not"
        )


def exact_torque(setting: Setting) -> tuple[NDArray[np.longdouble], float, float]:
    """Return the torques (m, n), the largest of them, and how far off they may be, in eps of it.

    Off by what two formulations differ in extended precision; or by what one of them is off in
    float64, in the proportion of the two precisions, since both may round the same data alike.
    """
    one, other = (_extended(name, setting) for name in _JUDGES)
    largest = float(np.abs(one).max())
    in_double = disagreement(torque(setting.arm, _JUDGES[0], setting.states), one, largest)
    alike = in_double * float(np.finfo(np.longdouble).eps) / EPS
    return one, largest, max(disagreement(one, other, largest), alike)


def _extended(name: str, setting: Setting) -> NDArray[np.longdouble]:
    x = setting.states
    return _core.inverse_dynamics_extended(setting.arm, name, x.q, x.qd, x.qdd, None, None)
