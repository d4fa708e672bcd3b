"""Programs whose environment is odd, that run two interpreters, or lack disk and memory."""

from __future__ import annotations

import tempfile
from pathlib import Path

from .processes import judge_script, run_script
from .worker import Attack, Turn

# --- values of the environment variables --------------------------------------------------------

_UNDER_VARIABLES = """
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
    *("", "0", "1", "2", "3", "-1", "1000", "1e3", " 2", "2 ", "+2", "0x2", "two", "2\n", "٣"),
    *("99999999999999", "-99999999999999999999", "1" * 400),
    *("avx2", "AVX2", "sse2", "avx512", "avx", "%s%n"),
)
_VARIABLES = ("EQUIDYN_THREADS", "EQUIDYN_INSTRUCTION_SET")


def set_variables(turn: Turn) -> None:
    """Run a program under one value of each variable."""
    random = turn.random
    values = {name: random.choice(_VALUES) for name in _VARIABLES if random.random() < 0.7}
    status, _, errors = run_script(_UNDER_VARIABLES, values)
    place = "a program" if status in (0, 1) else f"a program under {values}"
    judge_script(turn, place, status, errors, tuple(f"ValueError: {name}" for name in _VARIABLES))


# --- a second interpreter -----------------------------------------------------------------------

_TWO_INTERPRETERS = """
try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters
{first}
other = interpreters.create()
try:
    print(interpreters.run_string(other, {code!r}))
except Exception as error:
    print(error)
interpreters.destroy(other)
{last}
"""
# what it says itself where another interpreter has loaded it first
_OF_NUMPY = "ImportError: cannot load module more than once per process"

_IN_THE_MAIN_ONE = ("", "import numpy", "import equidyn", "from equidyn import robots, Arm")
_IN_THE_OTHER = (
    *("import equidyn._core", "import equidyn._core"),
    "from equidyn import robots; robots.planar_2r().gravity_torque([0, 0])",
    "import equidyn; equidyn.BaseMotion()",
)


def import_twice(turn: Turn) -> None:
    """Import the package in a second interpreter, which works or raises."""
    random = turn.random
    first, code, last = (
        random.choice(each) for each in (_IN_THE_MAIN_ONE, _IN_THE_OTHER, _IN_THE_MAIN_ONE)
    )
    status, _, errors = run_script(_TWO_INTERPRETERS.format(first=first, code=code, last=last))
    place = f"{first or 'nothing'}; then in another interpreter {code}"
    judge_script(turn, place, status, errors, (_OF_NUMPY,))


# --- no disk, no memory -------------------------------------------------------------------------

_SAVES = {
    "arm": "robots.random_arm(60, 1).save(path)",
    "verification": "equidyn.verify(robots.random_arm(2, 1), samples=2).save(path)",
    "code": "equidyn.generate(robots.puma560()).save(path)",
    "timings": "equidyn.time_formulations([1, 2], ['kane'], 2, seconds=1e-6).save(path)",
    "counts": "equidyn.count_operations(3).save(path)",
    "curves": "equidyn.operation_polynomial().save(path)",
}
_SAVE = """
import resource, equidyn, signal
from equidyn import robots
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
path = {path!r}
resource.setrlimit(resource.RLIMIT_FSIZE, ({bytes}, {bytes}))
{save}
"""
_MEMORY = """
import resource, numpy as np
from equidyn import robots
arm = robots.puma560()
q = np.full(({rows}, 6), 0.5)
expected = arm.inverse_dynamics(q[:1], q[:1], q[:1])
used = int(open("/proc/self/statm").read().split()[0]) * 4096
hard = resource.getrlimit(resource.RLIMIT_AS)[1]
resource.setrlimit(resource.RLIMIT_AS, (used + {more}, hard))
try:
    found = arm.{method}
except MemoryError:
    found = expected
resource.setrlimit(resource.RLIMIT_AS, (hard, hard))
assert np.isfinite(found).all()
again = arm.inverse_dynamics(q[:500], q[:500], q[:500], threads=2)
assert again.tobytes() == np.repeat(expected, len(again), axis=0).tobytes()
"""
_LARGE_CALLS = (
    "inverse_dynamics(q, q, q, threads=4)",
    "mass_matrix(q, threads=3)",
    "coriolis_coefficients(q, threads=2)",
    "inverse_dynamics(q, q, q, formulation='kane', threads=4)",
    "link_motion(q, q, q).force",
    "inverse_dynamics(q.tolist(), q, q)",
    "jacobian(q, threads=2)",
    "regressor(q, q, q, threads=2)",
    "forward_dynamics(q, q, q, formulation='unit_accelerations', threads=3)",
    "breakdown(q, q, q).total",
)


def run_short(turn: Turn) -> None:
    """Save where a file cannot grow, or compute where memory and threads are refused."""
    if turn.random.random() < 0.5:
        _save(turn)
    else:
        _compute(turn)


def _save(turn: Turn) -> None:
    random = turn.random
    name = random.choice(tuple(_SAVES))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "kept.json" if name != "code" else "kept.c")
        before = "what was there before"
        path.write_text(before)
        limits = {"path": str(path), "bytes": random.choice((0, 1, 100, 700))}
        status, _, errors = run_script(_SAVE.format(save=_SAVES[name], **limits))
        judge_script(turn, f"save of {name}", status, errors, ("OSError", "MemoryError"))
        if status == 0 and path.stat().st_size > limits["bytes"]:
            turn.found("writes more than it may", f"save of {name}", path.stat().st_size)
        if status != 0 and path.read_text() != before:
            turn.found("destroys the old file", f"save of {name}", path.read_text()[:100])
        if [each.name for each in Path(folder).iterdir()] != [path.name]:
            turn.found("leaves something beside", f"save of {name}", list(Path(folder).iterdir()))


def _compute(turn: Turn) -> None:
    random = turn.random
    call = random.choice(_LARGE_CALLS)
    # a megabyte is less than the stack of a thread
    script = _MEMORY.format(
        rows=random.choice((2_000, 50_000)),
        more=random.choice((2**16, 2**20, 2**23, 2**25)),
        method=call,
    )
    status, _, errors = run_script(script)
    judge_script(turn, f"{call} without memory", status, errors, ("MemoryError",))


ATTACKS = (
    Attack(
        "environment", "values of the variables", set_variables, 0.00003, 4, 200, patience=150.0
    ),
    Attack("interpreters", "a second interpreter", import_twice, 0.000005, 3, 200, patience=150.0),
    Attack(
        "faults", "full disks, no memory, no threads", run_short, 0.00003, 6, 200, patience=150.0
    ),
)
