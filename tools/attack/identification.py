"""Parameters from data: arms of another size than the guess, and few samples."""

from __future__ import annotations

import warnings

import numpy as np

import equidyn
from equidyn import robots

from .judge import judge_refusal
from .turn import Attack, Turn

# errors in units of the deviations that are told: a Student distribution of ten degrees of freedom
# exceeds it once in 10^9
_FARTHEST = 20.0


def attempt(turn: Turn) -> None:
    """Identify a possible arm: deviations hold, and its bodies predict as the estimate does."""
    random = turn.random
    n = random.randint(1, 4)
    joints = "".join(random.choice("RRP") for _ in range(n))
    arm = robots.random_arm(n, random.randrange(10**6), joints)
    size, noise = 10.0 ** random.uniform(-6, 6), random.choice((0.0, 1e-3, 0.1))
    samples = random.choice((random.randint(1, 15), random.randint(10, 60)))
    rng = np.random.default_rng(random.randrange(10**6))
    states = rng.normal(size=(3, samples, n))
    exact = arm.inverse_dynamics(*states)
    tau = exact + noise * np.abs(exact).max(axis=0) * rng.normal(size=exact.shape)
    given = arm.with_parameters(np.asarray(arm.parameters()) / size)
    place = f"{joints}, {samples} samples, noise {noise}, true/guess {size:.1e}"
    turn.calls += 2
    try:
        found = equidyn.identify(given, *states, tau)
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            bodies = found.arm
    except BaseException as error:
        judge_refusal(turn, place, error, ("tau",))
        return
    errors = np.abs(found.base.values - arm.base_parameters().values) / found.standard_deviations
    if noise and errors.max() > _FARTHEST:
        turn.found("too sure", place, f"{errors.max():.3g} standard deviations")
    if told and not noise:
        turn.found("warns", place, told[0].message)
    left = np.abs(bodies.inverse_dynamics(*states) - found.torque(*states)).max()
    if not noise and left > (1e-9 + 1e-12 / size) * np.abs(tau).max():
        turn.found("bodies predict otherwise", place, f"{left / np.abs(tau).max():.3g}")


ATTACK = Attack(
    "identification", "arms of any size, few samples", attempt, 0.0002, 60, 500, patience=60.0
)
