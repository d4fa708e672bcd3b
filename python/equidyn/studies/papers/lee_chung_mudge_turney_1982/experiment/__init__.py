"""Lee, Chung, Mudge & Turney 1982, section 5: computed torque on a PUMA 600, and its cost."""

from __future__ import annotations

import numpy as np

from .....counting import Conventions, count_each, general_arm
from ...printed_counts.comparison import compare
from ...reproduction.puma600 import puma600
from ..operation_counts import TABLES
from .cost import ControllerCosts
from .result import LeeExperiment
from .tracking import DURATION, LATE, PERIOD, track

# durations whose errors are reported too, s
_OTHER_DURATIONS = (1.0, 2.0, 6.0)

# both forms of the paper, and cheaper ones
_FORMULATIONS = ("lagrange_euler_literal", "newton_euler_lee", "minimal_newton_euler")


def reproduce_lee() -> LeeExperiment:
    """Control the PUMA 600 by computed torque, in both forms, and count their operations."""
    arm = puma600()
    sampled, light = track(arm, formulation="newton_euler_lee"), track(arm, rotors=False)
    in_trace_form = track(arm, formulation="lagrange_euler")
    by_duration = {DURATION: (sampled.largest, light.largest)}
    for duration in _OTHER_DURATIONS:
        heavy, light_too = (track(arm, duration, rotors=x, step=PERIOD) for x in (True, False))
        by_duration[duration] = (heavy.largest, light_too.largest)
    return LeeExperiment(
        arm=arm,
        sampled=sampled,
        exact=track(arm, resolution=None),
        late=track(arm, delay=LATE, step=1e-3),
        without_rotors=light,
        continuous=track(arm, period=None, resolution=None, step=PERIOD),
        forms_apart=float(np.abs(in_trace_form.torque - sampled.torque).max()),
        by_duration=dict(sorted(by_duration.items())),
        costs=ControllerCosts(
            compare(TABLES),
            count_each(general_arm(arm.n), _FORMULATIONS, Conventions()),
        ),
    )
