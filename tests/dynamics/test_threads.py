"""What signals, and the end of the interpreter, find in threads that compute."""

import os
import signal
import subprocess
import sys
import threading

import numpy as np
import pytest

from equidyn import robots

COMPUTES_FOR_EVER = """
import threading, time
import numpy as np
import equidyn

arm, q = equidyn.robots.puma560(), np.zeros({shape})

def compute():
    while True:
        {call}

for _ in range(2):
    threading.Thread(target=compute, daemon=True).start()
time.sleep(0.2)
"""


@pytest.mark.parametrize(
    ("shape", "call"),
    [
        ("6", "arm.inverse_dynamics(q, q, q, tip_wrench=np.zeros(6))"),
        (
            "6",
            "arm.inverse_dynamics(q, q, q, base_motion=equidyn.BaseMotion(), tip_wrench=[0] * 6)",
        ),
        ("6", "arm.inverse_dynamics(q, q, q, formulation='kane')"),
        ("(100_000, 6)", "arm.inverse_dynamics(q, q, q, threads=2)"),
        ("(5_000, 6)", "arm.inverse_dynamics(q, q, q, formulation='kane', threads=2)"),
        ("(1, 6)", "equidyn._core.time_formulation(arm, 'kane', q, q, q, 1e-3)"),
    ],
)
def test_the_interpreter_ends_while_a_daemon_thread_computes(shape, call):
    program = COMPUTES_FOR_EVER.format(shape=shape, call=call)
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (0, "")


@pytest.fixture
def heard():
    """SIGINT raises KeyboardInterrupt, also where tests run in the background, which ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("heard")
@pytest.mark.parametrize("threads", [1, 2, 5])
def test_an_interrupt_ends_a_long_batch(threads):
    """Whichever of the threads does which part: the one that was called hears of it."""
    arm, q = robots.puma560(), np.zeros((300_000, 6))
    signals = threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT))
    signals.start()
    with pytest.raises(KeyboardInterrupt):
        arm.inverse_dynamics(q, q, q, formulation="lagrange_euler_literal", threads=threads)
    signals.join()
