"""The program that computes beyond one machine gives what one process gives, in less memory."""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

import equidyn

PROGRAM = Path(__file__).parents[2] / "docs" / "beyond_one_machine.py"
ARM = equidyn.robots.puma560()
STATES, STARTS, MEMORY = 3_000_000, 120, 400_000_000

# a processor that is busy with other tests starts processes late
PATIENT = {f"DASK_DISTRIBUTED__COMM__TIMEOUTS__{kind}": "300s" for kind in ("CONNECT", "TCP")}

pytestmark = [
    pytest.mark.skipif(not find_spec("distributed"), reason="dask is not installed"),
    pytest.mark.filterwarnings("ignore"),  # of dask, whose random numbers are drawn again here
]


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """Output of the program in two processes, and the folder that they write."""
    folder = tmp_path_factory.mktemp("falls")
    numbers = {"processes": 2, "memory": MEMORY, "states": STATES, "starts": STARTS}
    options = [f"--{name}={value}" for name, value in {**numbers, "folder": folder}.items()]
    # not in the folder of the sources, whose package would hide the installed one
    done = subprocess.run(
        [sys.executable, PROGRAM, *options],
        cwd=folder.parent,
        env=os.environ | PATIENT,
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines(), folder


def drawn(seed, rows, chunk, arrays=1):
    """Return the blocks of random arrays, one block of each array after the other."""
    import dask.array as da

    random = da.random.default_rng(seed)
    arrays = [random.uniform(-2, 2, (rows, 6), chunks=(chunk, 6)) for _ in range(arrays)]
    for blocks in zip(*(array.blocks for array in arrays), strict=True):
        yield [block.compute(scheduler="synchronous") for block in blocks]


@pytest.mark.slow
def test_torques_of_more_states_than_a_process_may_hold_have_the_bits_of_one_process(run):
    (line, _), _ = run
    assert 3 * STATES * ARM.n * 8 > MEMORY
    largest = np.zeros(6)
    for q, qd, qdd in drawn(0, STATES, 100_000, arrays=3):
        largest = np.maximum(largest, abs(ARM.inverse_dynamics(q, qd, qdd)).max(axis=0))
    assert [float(x) for x in line.split(": ")[1].split()] == largest.tolist()


def test_motions_of_other_processes_have_the_bits_of_this_one(run):
    (_, line), folder = run
    files = sorted(folder.glob("*.npy"))
    assert [len(np.load(path)) for path in files] == [100, 20]
    for path, (q0,) in zip(files, drawn(1, STARTS, 100), strict=True):
        motion = ARM.simulate(q0, np.zeros(6), 1.0, record=10)
        np.testing.assert_array_equal(np.load(path), motion.q)
    assert line.startswith(f"{STARTS} falls")
