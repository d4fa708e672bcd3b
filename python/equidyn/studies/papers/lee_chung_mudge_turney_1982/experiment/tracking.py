"""Tracking of the motion of section 5 under control, with its printed and its assumed data."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from .....arm import Arm
from .....motion import ComputedTorque, Trajectory, quintic
from .....validation import FloatArray

# published: both ends, gains, sampling period, s, and resolution of the positions, rad
START = np.radians([90.0, 0.0, 90.0, 0.0, 0.0, 0.0])
GOAL = np.radians([45.0, 30.0, 0.0, 45.0, 60.0, 90.0])
KP, KV = 100.0, 20.0
PERIOD, RESOLUTION, BITS = 0.01, 4.26e-4, 12

# not published: duration of the motion, s
DURATION = 3.0

# computing time of the controller by the estimate of section 5, in whole milliseconds, s
LATE = 0.003

# interval of the stored samples, s
_STEP = 0.005


class Tracking(NamedTuple):
    """Tracking errors and torques of an arm.

    Attributes
    ----------
    t : ndarray, shape (m,)
        Times, s.
    error : ndarray, shape (m, 6)
        Desired minus measured position, rad.
    torque : ndarray, shape (m, 6)
        Joint torques, N m.
    """

    t: FloatArray
    error: FloatArray
    torque: FloatArray

    @property
    def largest(self) -> FloatArray:
        """The largest errors of the joints, (6,), rad."""
        largest: FloatArray = np.abs(self.error).max(axis=0)
        return largest


def planned(duration: float = DURATION) -> Trajectory:
    """Return the motion from START to GOAL: polynomials of the fifth degree, from rest to rest."""
    return quintic(START, GOAL, duration=duration)


def track(
    arm: Arm,
    duration: float = DURATION,
    *,
    rotors: bool = True,
    formulation: str | None = None,
    period: float | None = PERIOD,
    delay: float = 0.0,
    resolution: float | None = RESOLUTION,
    step: float = _STEP,
) -> Tracking:
    """Control an arm, with an exact model, by computed torque from START to GOAL."""
    motion = planned(duration)
    control = ComputedTorque(
        arm,
        motion,
        kp=KP,
        kv=KV,
        formulation=formulation,
        motors=rotors,
        period=period,
        delay=delay,
        resolution=resolution,
    )
    found = arm.simulate(
        START,
        np.zeros(arm.n),
        duration,
        step=step,
        torque=control,
        motors=rotors,
        record=max(1, round(_STEP / step)),
    )
    return Tracking(found.t, motion(found.t)[0] - found.q, found.torque)
