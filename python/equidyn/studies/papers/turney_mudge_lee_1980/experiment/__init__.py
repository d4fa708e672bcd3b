"""Turney, Mudge & Lee 1980, section 7: simulation by unit accelerations, and cost of a step."""

from __future__ import annotations

from time import perf_counter

import numpy as np

from .....arm import Arm
from .....counting import Conventions, cost_of_runs, polynomials_of_each
from .....dynamics import formulations
from .....motion import Motion, choose_step
from .....timing import time_formulations
from .....validation import FloatArray
from ...reproduction.puma600 import puma600
from .cost import StepCosts
from .four_points import IMPROVED, follow
from .result import Refinement, TurneyExperiment
from .step_rule import FallInSteps, largest_changes

# position and step are not printed: those of Lee et al. 1982, with its motors off
_START, _DURATION, _STEP = np.radians([90.0, 0.0, 90.0, 0.0, 0.0, 0.0]), 1.0, 0.01

# each step is half of the one before
_HALVINGS = 3

# changes of an angle, rad, and of a velocity, rad/s, in a step: now one of them chooses, now the
# other
_CHANGES = ((0.2, 4.0), (0.1, 1.0), (0.05, 1.0), (0.02, 0.2))

# a step so short that its error is that of rounding
_EXACT_STEP = 2e-4

# numbers of joints that are timed, and parameters of the timing
_SIZES, _TURNS, _SECONDS = (1, 2, 3, 4, 6, 8, 12, 20), 5, 5e-4

# arms in SIMD lanes, steps and turns of the measurement
_ARMS, _STEPS, _LOOKS = 256, 20, 5


def reproduce_turney() -> TurneyExperiment:
    """Simulate the fall of a PUMA 600, by unit accelerations and by production kernels."""
    arm = puma600()
    rest = np.zeros(arm.n)
    exact = arm.simulate(_START, rest, _DURATION, step=_EXACT_STEP)
    steps = [_STEP / 2**k for k in range(_HALVINGS)]
    falls = [follow(arm, _START, rest, step, round(_DURATION / step)) for step in steps]
    q, qd = falls[0]
    in_lanes = arm.simulate(_START, rest, _DURATION, step=_STEP)
    names = (IMPROVED, *(each.name for each in formulations("forward_dynamics")))
    return TurneyExperiment(
        arm=arm,
        t=in_lanes.t,
        q=q,
        qd=qd,
        q_in_lanes=in_lanes.q,
        refinements=tuple(
            Refinement(step, float(np.abs(q[-1] - exact.q[-1]).max()), _drift(arm, q, qd))
            for step, (q, qd) in zip(steps, falls, strict=True)
        ),
        chosen_steps=tuple(_chosen(arm, exact, *changes) for changes in _CHANGES),
        improved=cost_of_runs(IMPROVED, "M"),
        costs=StepCosts(
            evaluations=polynomials_of_each(names, Conventions(), quantity="forward_dynamics"),
            timings=time_formulations(
                _SIZES, names, _TURNS, seconds=_SECONDS, quantity="forward_dynamics"
            ),
            in_lanes=_time_in_lanes(arm),
            joints=arm.n,
        ),
    )


def _chosen(arm: Arm, exact: Motion, position: float, velocity: float) -> FallInSteps:
    """Choose the step by the largest rates of the exact fall, and fall in such steps."""
    chosen = choose_step(arm, exact, position=position, velocity=velocity)
    q, qd = follow(arm, _START, np.zeros(arm.n), chosen.step, round(_DURATION / chosen.step))
    error = float(np.abs(q[-1] - exact.q[-1]).max())
    return FallInSteps(position, velocity, chosen, *largest_changes(q, qd), error)


def _drift(arm: Arm, q: FloatArray, qd: FloatArray) -> float:
    """Return the largest change of the energy during a free fall, J."""
    energy = arm.kinetic_energy(q, qd) + arm.potential_energy(q)
    return float(np.abs(energy - energy[0]).max())


def _time_in_lanes(arm: Arm) -> float:
    """Return the time of a step of one of many arms, on one core, ns."""
    q = _START + np.random.default_rng(0).uniform(-1, 1, (_ARMS, arm.n))
    rest = np.zeros(arm.n)
    times = []
    for _ in range(_LOOKS):
        start = perf_counter()
        arm.simulate(q, rest, _STEPS * 1e-3, step=1e-3, record=0, threads=1)
        times.append(perf_counter() - start)
    return 1e9 * min(times) / (_ARMS * _STEPS)
