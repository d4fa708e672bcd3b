"""The same bits by every instruction set, and on many threads at the same time."""

from __future__ import annotations

import threading
from functools import lru_cache

import numpy as np

from equidyn import Arm, _core, robots

from .arms import some_arm
from .judge import alike
from .methods import BY_NAME, METHODS
from .scene import flat
from .worker import Attack, Turn

# --- instruction sets ---------------------------------------------------------------------------

_TASKS = (
    "inverse_dynamics",
    "mass_matrix",
    "gravity_torque",
    "forward_dynamics",
    "coriolis_coefficients",
    "inverse_dynamics_derivatives",
)
_FUSED = tuple(name for name in _core.instruction_sets() if name != "sse2")


def by_instruction_sets(turn: Turn) -> None:
    """Compute some rows by each instruction set, in batches of several sizes."""
    random = turn.random
    arm = some_arm(random) if random.random() < 0.9 else robots.uniform_chain(33)
    task, rows = random.choice(_TASKS), random.choice((1, 2, 3, 5, 8, 16, 24, 40))
    scale = random.choice((1e-3, 1.0, 1.0, 1e6))
    generator = np.random.default_rng(random.randrange(2**32))
    state = generator.uniform(-3, 3, (3, rows, arm.n)) * scale
    method = BY_NAME[task]
    operands = tuple(state[: len(method.operands)])
    expected = None
    for name in _FUSED:
        batch = random.choice([k for k in range(1, rows + 1) if rows % k == 0])
        parts = _core.evaluate_kernel(arm, task, operands, batch, name)
        found = flat(tuple(parts), rows)
        turn.calls += 1
        if expected is not None and found.tobytes() != expected.tobytes():
            difference = np.abs(found - expected).max()
            turn.found("other bits", f"{task} by {name}", f"{arm.name} {batch}: {difference}")
        expected = found


# --- threads ------------------------------------------------------------------------------------

_ROWS = 600


@lru_cache(maxsize=1)
def _arms() -> tuple[Arm, ...]:
    return tuple(robots.random_arm(n, n, friction=True) for n in (1, 3, 6))


def on_many_threads(turn: Turn) -> None:
    """Compute the same on several threads at once; all must give what one gives alone."""
    random = turn.random
    jobs = []
    for _ in range(random.choice((2, 3, 6))):
        arm = random.choice(_arms())
        method = random.choice([each for each in METHODS if each.joints <= arm.n])
        rows = random.choice((1, 17, _ROWS))
        seed = random.randrange(2**32)
        state = np.random.default_rng(seed).uniform(-3, 3, (len(method.operands), rows, arm.n))
        options = {"threads": random.choice((1, 2, 3))} if "threads" in method.options else {}
        expected = flat(method.of(arm)(*state), rows)
        jobs.append((arm, method, state, options, expected))
    turn.calls += len(jobs)
    start = threading.Barrier(len(jobs))

    def work(number: int) -> None:
        arm, method, state, options, expected = jobs[number]
        start.wait()
        for _ in range(4):
            found = flat(method.of(arm)(*state, **options), len(expected))
            if not alike(method, found, expected):
                turn.found("not what one thread gives alone", method.name, options)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(len(jobs))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    turn.calls += 4 * len(jobs)


ATTACKS = (
    Attack("bits", "bits of the instruction sets", by_instruction_sets, 0.05, 1500, 20_000),
    Attack("threads", "many threads at the same time", on_many_threads, 0.0005, 60, 2000),
)
