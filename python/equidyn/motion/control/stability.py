"""Stability of a sampled controller: poles of the closed loop within the unit circle.

Between two samples, T apart, the error e of an arm whose inertia the controller knows is driven by
the commands of the last two samples, the earlier one until the delay d has passed:

    e'' = u(k-1) until kT + d, then u(k) = -Kp e(kT) - Kv e'(kT).

Without delay, and for one joint, the poles are within the unit circle for
T kp / 2 < kv < 2 / T. Without Kp there are poles at one: nothing holds the position, and a velocity
that nothing damps is kept.
"""

from __future__ import annotations

import numpy as np

from ..._validation import ROUNDING, FloatArray, shown
from .settings import is_diagonal


def require_stable(names: str, kp: FloatArray, kv: FloatArray, period: float, delay: float) -> None:
    """Check gains (n, n), per unit of inertia, of a controller that samples every period, s."""
    coupled = not (is_diagonal(kp) and is_diagonal(kv))
    if coupled:
        poles = np.array([_largest_pole(kp, kv, period, delay)])
    else:
        joints = [slice(k, k + 1) for k in range(len(kp))]
        poles = np.array([_largest_pole(kp[k, k], kv[k, k], period, delay) for k in joints])
    worst = int(poles.argmax())
    held = bool(kp.any())
    if poles[worst] < 1 or (not held and poles[worst] <= 1 + ROUNDING):
        return
    where = "" if coupled else f" of joint {worst + 1}"
    late = f" and {shown(delay)} s late" if delay else ""
    condition = (
        "period kp / 2 < kv < 2 / period; of PD, gains count per unit of inertia"
        if held
        else "damping per unit of inertia does not exceed 2 / period"
    )
    raise ValueError(
        f"{names}: not stable where sampled every {shown(period)} s{late}: the poles of the "
        "sampled loop must lie within the unit circle, got one"
        f"{where} of magnitude {shown(poles[worst])} "
        f"(of one joint without delay they do where {condition})"
    )


@np.errstate(all="ignore")
def _largest_pole(kp: FloatArray, kv: FloatArray, period: float, delay: float) -> float:
    """Return the largest magnitude of a pole, of states e, T e' and T² u(k-1)."""
    one, none = np.eye(len(kp)), np.zeros_like(kp)
    early = delay / period  # part of the period under the torque of the previous sample
    last = 1 - early
    # command of the sample, T² u(k), from the three states
    command = np.hstack([-kp * period * period, -kv * period, none])
    moved = np.vstack(
        [
            np.hstack([one, one, one * (early * last + early**2 / 2)]) + command * last**2 / 2,
            np.hstack([none, one, one * early]) + command * last,
            command,
        ]
    )
    if not np.isfinite(moved).all():
        return float("inf")
    return float(np.abs(np.linalg.eigvals(moved)).max())
