"""Calls for which the system has no memory left raise MemoryError, and later ones work."""

import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="limits memory as Linux does")

PROGRAM = """
import resource, sys
import numpy as np
from equidyn import robots

arm, q = robots.puma560(), np.full((50_000, 6), 0.5)
expected = arm.inverse_dynamics(q[:1], q[:1], q[:1])
_, most = resource.getrlimit(resource.RLIMIT_AS)
for more in (2**16, 2**20, 2**23, 2**25):  # a megabyte is less than the stack of a thread
    pages = int(open("/proc/self/statm").read().split()[0])
    resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + more, most))
    try:
        found = eval("arm." + sys.argv[1])
    except MemoryError:
        found = expected
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    assert np.isfinite(found).all()
    again = arm.inverse_dynamics(q[:500], q[:500], q[:500], threads=2)
    assert again.tobytes() == np.repeat(expected, 500, axis=0).tobytes()
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    "call",
    [
        "inverse_dynamics(q, q, q, threads=4)",
        "inverse_dynamics(q.tolist(), q, q)",
        "inverse_dynamics(q, q, q, formulation='kane', threads=4)",
        "mass_matrix(q, threads=3)",
        "coriolis_coefficients(q, threads=2)",
        "link_motion(q, q, q).force",
        "jacobian(q, threads=2)",
        "regressor(q, q, q, threads=2)",
        "forward_dynamics(q, q, q, formulation='unit_accelerations', threads=3)",
        "breakdown(q, q, q).total",
    ],
)
def test_a_call_without_memory_raises_and_the_next_one_works(call):
    ended = subprocess.run([sys.executable, "-c", PROGRAM, call], capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (0, "")


TRACING = """
import resource, sys
import equidyn

arm = equidyn.robots.uniform_chain(1000)
call = lambda: eval(sys.argv[1])
call()  # loads modules
expected = call()
raised = 0
_, most = resource.getrlimit(resource.RLIMIT_AS)
for more in (2**16, 2**19, 2**20, 2**21, 2**22, 2**23, 2**24, 2**28):
    pages = int(open("/proc/self/statm").read().split()[0])
    resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + more, most))
    try:
        found = call()
    except MemoryError:
        found, raised = expected, raised + 1
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    assert found == expected
assert 0 < raised < 8
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    "call",
    [
        "equidyn.count_operations(arm, 'newton_euler').total",
        "equidyn._core.trace_arm(arm, 'inverse_dynamics', 'newton_euler')['rows']",
    ],
)
def test_what_is_traced_without_memory_raises_and_the_next_one_is_traced(call):
    """The equations that are recorded are noexcept."""
    ended = subprocess.run([sys.executable, "-c", TRACING, call], capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (0, "")


NEW_THREADS = """
import mmap, resource, sys
import numpy as np
from equidyn import robots

arm, q, out = robots.puma560(), np.zeros((20_000, 6)), np.empty((20_000, 6))
arm.inverse_dynamics(q[:1], q[:1], q[:1], formulation="kane")
limit = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize() + 40 * 2**20
resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
stack = mmap.mmap(-1, (8 << 20) + int(sys.argv[1]))
rest = []
for size in (2**20, 2**17, 65536, 16384, 4096, 1024, 600, 520):
    try:
        while True:
            rest.append(bytearray(size))
    except MemoryError:
        pass
stack.close()  # room for a thread, and for nothing that it allocates
try:
    arm.inverse_dynamics(q, q, q, formulation="kane", threads=4, out=out)
except MemoryError:
    pass
rest.clear()
arm.inverse_dynamics(q, q, q, formulation="kane", threads=4, out=out)
"""


@pytest.mark.slow
@pytest.mark.parametrize("room", range(0, 2**18, 2**14))
def test_a_new_thread_finds_no_memory(room):
    """The loader and the run-time library end the process where they find none for a thread."""
    command = [sys.executable, "-c", NEW_THREADS, str(room)]
    ended = subprocess.run(command, capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (0, "")
