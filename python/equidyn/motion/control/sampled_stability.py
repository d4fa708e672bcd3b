"""Stability of a sampled controller: poles of the closed loop within the unit circle.

Between two samples, T apart, the error e of an arm whose inertia the controller knows is driven by
the commands of the last two samples, the earlier one until the delay d has passed:

    e'' = u(k-1) until kT + d, then u(k) = -Kp e(kT) - Kv e'(kT).

Without delay, and for one joint, the poles are within the unit circle for
T kp / 2 < kv < 2 / T. Without Kp there are poles at one: nothing holds the position, and an
undamped velocity stays constant.
"""

from __future__ import annotations

import numpy as np

from ...validation import ROUNDING, ComplexArray, FloatArray, shown
from .closed_loop import joint_groups


def require_sampled_stability(
    names: str, kp: FloatArray, kv: FloatArray, period: float, delay: float, condition: str
) -> None:
    """Check gains (n, n), per unit of inertia, of a controller that samples every period, s.

    The condition is that of one joint without delay, for the message.
    """
    groups = joint_groups(kp, kv)
    sizes = [
        np.abs(sampled_poles(kp[np.ix_(group, group)], kv[np.ix_(group, group)], period, delay))
        for group in groups
    ]
    largest = [float(of_group.max()) for of_group in sizes]
    worst = int(np.argmax(largest))
    held = bool(kp.any())
    if largest[worst] < 1 or (not held and largest[worst] <= 1 + ROUNDING):
        return
    where = "" if len(groups[worst]) > 1 else f" of joint {groups[worst][0] + 1}"
    late = f" with a delay of {shown(delay)} s" if delay else ""
    raise ValueError(
        f"{names}: not stable when sampled every {shown(period)} s{late}: the poles of the "
        f"sampled loop must lie within the unit circle, got one{where} of magnitude "
        f"{shown(largest[worst])} (for one joint without delay, the condition is {condition})"
    )


@np.errstate(all="ignore")
def sampled_poles(kp: FloatArray, kv: FloatArray, period: float, delay: float) -> ComplexArray:
    """Return the poles, of states e, T e' and, with a delay, T² u(k-1); infinite for overflow."""
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
    states = (3 if delay else 2) * len(kp)
    if not np.isfinite(moved).all():
        return np.full(states, complex(np.inf))
    return np.linalg.eigvals(moved[:states, :states]).astype(complex)
