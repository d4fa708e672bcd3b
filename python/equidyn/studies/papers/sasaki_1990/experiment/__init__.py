"""Sasaki 1990, section 4: the torques of a six-link arm that lifts its tool along a line."""

from __future__ import annotations

import numpy as np

from .....motion import straight_line, trapezoid
from .....robots import sasaki
from .in_print import DURATION, ENDS, pose_of, printed_angles, round_bars
from .result import SasakiExperiment

_SAMPLES = 301


def reproduce_sasaki() -> SasakiExperiment:
    """Compute the torques from A to B, along the line and by trapezoids of the joints."""
    light = sasaki(inertia=np.zeros((6, 3)))
    arm = sasaki(inertia=round_bars(light))
    start, goal = (printed_angles(end) for end in ENDS)
    line = straight_line(arm, pose_of("A"), pose_of("B"), duration=DURATION, start=start)
    joints = trapezoid(start, goal, duration=DURATION)
    t = line.times(_SAMPLES)
    on_line, on_trapezoids = line(t), joints(t)
    return SasakiExperiment(
        arm=arm,
        line=line,
        t=t,
        q=on_line[0],
        torque=arm.inverse_dynamics(*on_line),
        q_joints=on_trapezoids[0],
        torque_joints=arm.inverse_dynamics(*on_trapezoids),
        gravity=arm.gravity_torque(on_line[0]),
        point_masses=light.inverse_dynamics(*on_line),
        acceleration=on_trapezoids[2][0],
    )
