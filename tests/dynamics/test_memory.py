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
