"""The same bits from every instruction set that fuses multiplications and additions."""

from __future__ import annotations

import numpy as np

from equidyn import _core, robots

from .arms import some_arm
from .methods import BY_NAME
from .scene import flat
from .turn import Attack, Turn

_TASKS = (
    "inverse_dynamics",
    "mass_matrix",
    "gravity_torque",
    "forward_dynamics",
    "coriolis_coefficients",
    "inverse_dynamics_derivatives",
)
_FUSED = tuple(name for name in _core.instruction_sets() if name != "sse2")


def attempt(turn: Turn) -> None:
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


ATTACK = Attack("bits", "bits of the instruction sets", attempt, 0.05, 1500, 20_000)
