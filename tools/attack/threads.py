"""Many Python threads that call at the same time, each with threads of its own."""

from __future__ import annotations

import threading
from functools import lru_cache

import numpy as np

from equidyn import Arm, robots

from .judge import alike
from .methods import METHODS
from .scene import flat
from .turn import Attack, Turn

_ROWS = 600


@lru_cache(maxsize=1)
def _arms() -> tuple[Arm, ...]:
    return tuple(robots.random_arm(n, n, friction=True) for n in (1, 3, 6))


def attempt(turn: Turn) -> None:
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


ATTACK = Attack("threads", "many threads at the same time", attempt, 0.0005, 60, 2000)
