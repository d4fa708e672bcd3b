"""Values of the environment variables: taken, or refused by name."""

from __future__ import annotations

from .scripts import judge_script, run_script
from .turn import Attack, Turn

_SCRIPT = """
import numpy as np
from equidyn import robots
arm = robots.planar_2r()
q = np.full((100_000, 2), 0.5)
alone = arm.inverse_dynamics(q[0], q[0], q[0])
found = arm.inverse_dynamics(q, q, q)
assert np.isfinite(found).all() and (found == found[0]).all()
np.testing.assert_allclose(found[0], alone, rtol=1e-12)
print(arm.mass_matrix(q).shape, arm.gravity_torque(q[0]).shape)
"""
_VALUES = (
    *(
        "",
        "0",
        "1",
        "2",
        "3",
        "-1",
        "1000",
        "1e3",
        " 2",
        "2 ",
        "+2",
        "0x2",
        "two",
        "99999999999999",
    ),
    *(
        "-99999999999999999999",
        "1" * 400,
        "2\n",
        "٣",
        "avx2",
        "AVX2",
        "sse2",
        "avx512",
        "avx",
        "%s%n",
    ),
)
_VARIABLES = ("EQUIDYN_THREADS", "EQUIDYN_INSTRUCTION_SET")


def attempt(turn: Turn) -> None:
    """Run a program under one value of each variable."""
    random = turn.random
    values = {name: random.choice(_VALUES) for name in _VARIABLES if random.random() < 0.7}
    status, _, errors = run_script(_SCRIPT, values)
    place = "a program" if status in (0, 1) else f"a program under {values}"
    judge_script(turn, place, status, errors, tuple(f"ValueError: {name}" for name in _VARIABLES))


ATTACK = Attack("environment", "values of the variables", attempt, 0.00003, 4, 200, patience=150.0)
