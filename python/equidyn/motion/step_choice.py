"""Choice of the step of a simulation by the changes in a step.

J. L. Turney, T. N. Mudge, C. S. G. Lee, Equivalence of Two Formulations for Robot Arm Dynamics,
University of Michigan, 1980, section 7: from the largest velocity, and so short that changes of
angle and of angular velocity are not excessive.
"""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ..validation import FloatArray, count
from .sampled import MotionLike, known_states
from .trajectories.checks import bound, require_arm
from .trajectories.trajectory import MOST_TIMES

if TYPE_CHECKING:
    from ..arm import Arm

# a quotient within rounding of a whole number is that number
_ROUNDING = 1e-9


class ChosenStep(NamedTuple):
    """Step of a simulation, and the change that limits it.

    Attributes
    ----------
    step : float
        Step, s: the longest within the limits that divides the duration of the motion.
    what : {"position", "velocity"}
        The change that limits the step.
    joint : int
        The joint, from 1, with this change.
    rate : float
        The largest rate of change of this joint: rad/s or m/s of the position, rad/s² or m/s² of
        the velocity.
    """

    step: float
    what: Literal["position", "velocity"]
    joint: int
    rate: float


def choose_step(
    arm: Arm,
    motion: MotionLike,
    *,
    position: ArrayLike | None = None,
    velocity: ArrayLike | None = None,
    samples: int = 2001,
) -> ChosenStep:
    """Choose the step of a simulation: no joint changes by more than a limit in one step.

    The step follows from the largest velocities and accelerations of a motion like the one to be
    simulated: of the trajectory that the arm shall follow, or of a simulation in short steps. The
    error of ``"rk4"`` falls with the fourth power of the limits.

    Parameters
    ----------
    arm : Arm
        The arm, n joints.
    motion : Trajectory, Motion or tuple
        A trajectory, a simulated motion of one state, or ``(t, q)``, ``(t, q, qd)`` or
        ``(t, q, qd, qdd)`` with times (k,), s, and arrays (k, n). Rates that it does not have are
        those from one sample to the next.
    position : array_like, shape () or (n,), optional
        Largest change of a joint position in a step, rad or m.
    velocity : array_like, shape () or (n,), optional
        Largest change of a joint velocity in a step, rad/s or m/s. One of both limits is needed.
    samples : int, optional
        Number of evenly spaced samples of a trajectory.

    Returns
    -------
    ChosenStep
        The step, s, and the joint and change that limit it.

    Raises
    ------
    ValueError, TypeError
        For a bad argument, and if nothing changes that has a limit.

    References
    ----------
    J. L. Turney, T. N. Mudge, C. S. G. Lee, Equivalence of Two Formulations for Robot Arm Dynamics,
    University of Michigan, 1980, section 7.

    Examples
    --------
    >>> from equidyn import robots
    >>> from equidyn.motion import choose_step
    >>> arm, start, rest = robots.planar_2r(), [0.4, 0.3], [0.0, 0.0]
    >>> fall = arm.simulate(start, rest, 1.0)
    >>> chosen = choose_step(arm, fall, position=0.1, velocity=0.5)
    >>> chosen.what, chosen.joint
    ('velocity', 2)
    >>> motion = arm.simulate(start, rest, 1.0, chosen.step)
    >>> bool(abs(motion.qd[1:] - motion.qd[:-1]).max() <= 0.5)
    True
    """
    require_arm(arm)
    limits = {"position": position, "velocity": velocity}
    if position is None and velocity is None:
        raise ValueError("position: expected a limit of position or velocity, got neither")
    known = {name: bound(name, x, arm.n) for name, x in limits.items() if x is not None}
    t, states = known_states(motion, arm.n, count("samples", samples, 2, MOST_TIMES))
    rates = dict(zip(("position", "velocity"), _largest_rates(t, states), strict=True))
    # the shortest of the longest steps of all joints
    with np.errstate(divide="ignore"):
        longest, what, k = min(
            (float(each), name, k)
            for name, limit in known.items()
            for k, each in enumerate(limit / rates[name])
        )
    if not np.isfinite(longest):
        raise ValueError(f"motion: nothing changes in it that has a limit ({' and '.join(known)})")
    duration = float(t[-1] - t[0])
    steps = max(1, ceil(duration / longest * (1 - _ROUNDING)))
    return ChosenStep(
        duration / steps,
        "position" if what == "position" else "velocity",
        k + 1,
        float(rates[what][k]),
    )


def _largest_rates(t: FloatArray, states: list[FloatArray]) -> tuple[FloatArray, FloatArray]:
    """Return the largest velocity and acceleration of each joint, (n,) each."""
    if len(t) < 2:
        raise ValueError(f"motion: expected two times or more, got {len(t)}")
    while len(states) < 3:
        # between the samples of the derivative before
        states.append(np.diff(states[-1], axis=0) / np.diff(t)[:, np.newaxis])
        t = (t[1:] + t[:-1]) / 2
    _, velocity, acceleration = (np.abs(x).max(axis=0, initial=0.0) for x in states)
    return velocity, acceleration
