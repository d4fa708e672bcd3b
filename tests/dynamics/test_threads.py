"""What signals, other threads and the end of the interpreter find in threads that compute."""

import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import equidyn
from equidyn import robots

FORWARD = [each.name for each in equidyn.formulations("forward_dynamics")]

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


@pytest.mark.usefixtures("heard")
def test_an_interrupt_is_answered_after_the_state_that_takes_long():
    """What stands in `out` shows how far the batch came."""
    arm = robots.uniform_chain(100)
    q, out = np.zeros((200, 100)), np.full((200, 100), np.nan)
    done_before = []

    def interrupt():
        while np.isnan(out[0, 0]):
            time.sleep(0.001)
        done_before.append(np.isfinite(out[:, 0]).sum())
        os.kill(os.getpid(), signal.SIGINT)

    signals = threading.Thread(target=interrupt)
    signals.start()
    with pytest.raises(KeyboardInterrupt):
        arm.inverse_dynamics(q, q, q, formulation="lagrange_euler", threads=1, out=out)
    signals.join()
    # it is asked for every 50 ms, in which some fifteen states are done
    assert np.isfinite(out[:, 0]).sum() - done_before[0] < 60


@pytest.mark.usefixtures("heard")
@pytest.mark.parametrize("formulation", FORWARD)
def test_an_interrupt_ends_the_search_for_joints_that_move_no_mass_too(formulation):
    """Of which there is one in every state, once all accelerations are there."""
    arm, rows = robots.puma560(), 100_000
    q = np.broadcast_to(np.ones(6), (rows, 6))
    few = q[: rows // 100]
    start = time.process_time()
    arm.forward_dynamics(few, few, few, formulation=formulation, threads=1)
    whole = 100 * (time.process_time() - start)
    signals = threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT))
    start = time.process_time()
    signals.start()
    with pytest.raises(KeyboardInterrupt):
        arm.forward_dynamics(q, q, q, formulation=formulation, threads=1)
    assert time.process_time() - start < whole / 4
    signals.join()


@pytest.mark.usefixtures("heard")
def test_an_interrupt_ends_the_motion_of_many_links():
    arm, q = robots.puma560(), np.broadcast_to(np.zeros(6), (3_000_000, 6))
    signals = threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT))
    signals.start()
    with pytest.raises(KeyboardInterrupt):
        arm.link_motion(q, q, q)
    signals.join()


@pytest.mark.parametrize(
    ("method", "operands", "rows", "options"),
    [
        ("inverse_dynamics", 3, 1_000_000, {"threads": 1}),
        ("inverse_dynamics", 3, 1_000_000, {"threads": 2}),
        ("inverse_dynamics", 3, 20_000, {"threads": 1, "formulation": "lagrange_euler"}),
        ("mass_matrix", 1, 300_000, {"threads": 1}),
        ("inverse_dynamics_derivatives", 3, 100_000, {"threads": 1}),
        ("forward_dynamics", 3, 500_000, {"threads": 1}),
        ("link_motion", 3, 50_000, {}),
    ],
)
def test_another_thread_counts_on_during_a_long_call(method, operands, rows, options):
    """None is made to give way, so that it counts only where the call lets go by itself."""
    arm, q = robots.puma560(), np.broadcast_to(np.ones(6), (rows, 6))
    counted, ended = [0], threading.Event()

    def count():
        while not ended.wait(0.001):
            counted[0] += 1

    interval = sys.getswitchinterval()
    thread = threading.Thread(target=count)
    thread.start()
    sys.setswitchinterval(1000)
    before = counted[0]
    getattr(arm, method)(*[q] * operands, **options)
    during = counted[0] - before
    sys.setswitchinterval(interval)
    ended.set()
    thread.join()
    assert during >= 3


ON_A_SMALL_STACK = """
import threading
import numpy as np
import equidyn

failures = []

def compute():
    try:
        for n, rows in ((6, ()), (6, (100,)), (200, ()), (200, (3,))):
            arm = equidyn.robots.random_arm(n, seed=1, friction=True, motors=True)
            q = np.ones((*rows, n))
            loads = dict(tip_wrench=np.ones(6), base_motion=equidyn.BaseMotion(), friction=True)
            for threads in (1, 2):
                arm.inverse_dynamics(q, q, q, **loads, motors=True, threads=threads)
                arm.bias(q, q, **loads, dtype=np.float32, threads=threads)
                arm.gravity_torque(q, threads=threads)
                arm.mass_matrix(q, threads=threads)
                arm.forward_dynamics(q, q, q, **loads, threads=threads)
                arm.inverse_dynamics_derivatives(q, q, q, **loads, threads=threads)
                if n == 6:
                    arm.coriolis_coefficients(q, threads=threads)
                    for each in equidyn.formulations():
                        if not each.restriction:
                            arm.inverse_dynamics(q, q, q, formulation=each.name, threads=threads)
            arm.link_motion(q, q, q)
    except BaseException as error:
        failures.append(error)

threading.stack_size(65536)
thread = threading.Thread(target=compute)
thread.start()
thread.join()
assert not failures, failures
"""


def test_a_stack_of_64_kib_is_enough_for_every_method():
    ended = subprocess.run([sys.executable, "-c", ON_A_SMALL_STACK], capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (0, "")
