"""Threads that compute: signals, other threads, the end of the interpreter."""

import multiprocessing
import os
import re
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import equidyn
from equidyn import robots
from oracles.calls import ARM, states
from oracles.interrupts import assert_interrupted

LITERAL = "lagrange_euler_literal"
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


@pytest.mark.slow
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
        ("(1, 6)", "equidyn._core.time_method(arm, 'inverse_dynamics', 'kane', (q, q, q), 1e-3)"),
    ],
)
def test_the_interpreter_ends_while_a_daemon_thread_computes(shape, call):
    program = COMPUTES_FOR_EVER.format(shape=shape, call=call)
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (0, "")


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_an_interrupt_ends_a_long_batch(threads):
    """Whichever of the threads does which part: the one that was called hears of it."""
    arm, q = robots.puma560(), np.zeros((300_000, 6))
    assert_interrupted(
        lambda: arm.inverse_dynamics(q, q, q, formulation="lagrange_euler_literal", threads=threads)
    )


# each of them takes hours
OF_ONE_STATE = {
    "torques": (500, lambda arm, q: arm.inverse_dynamics(q, q, q, formulation=LITERAL)),
    "torques on two threads": (
        500,
        lambda arm, q: arm.inverse_dynamics([q, q], q, q, formulation=LITERAL, threads=2),
    ),
    "mass matrix": (200, lambda arm, q: arm.mass_matrix(q, formulation=LITERAL)),
    "coefficients": (100, lambda arm, q: arm.coriolis_coefficients(q, formulation=LITERAL)),
    "in pairs of doubles": (
        300,
        lambda arm, q: equidyn._core.inverse_dynamics_extended(arm, LITERAL, q, q, q, None, None),
    ),
    "time": (
        500,
        lambda arm, q: equidyn._core.time_method(arm, "inverse_dynamics", LITERAL, (q, q, q), 1e-3),
    ),
    "time of a method": (
        100,
        lambda arm, q: equidyn._core.time_method(arm, "coriolis_coefficients", LITERAL, (q,), 1e-3),
    ),
}


@pytest.mark.parametrize(("n", "call"), OF_ONE_STATE.values(), ids=OF_ONE_STATE)
def test_an_interrupt_ends_a_single_state_that_takes_hours(n, call):
    arm, q = robots.uniform_chain(n), np.linspace(0.1, 1.0, n)
    assert_interrupted(lambda: call(arm, q))


def test_an_interrupt_ends_a_kernel_within_one_long_arm():
    arm, q = robots.uniform_chain(1200), np.linspace(0.1, 1.0, 1200)
    shorter = robots.uniform_chain(600)
    start = time.process_time()
    shorter.forward_dynamics_derivatives(*[q[:600]] * 3)
    whole = 8 * (time.process_time() - start)
    start = time.process_time()
    assert_interrupted(lambda: arm.forward_dynamics_derivatives(q, q, q))
    assert time.process_time() - start < whole / 3


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timers that interrupt")
def test_who_answers_a_signal_may_evaluate_too():
    """Within the evaluation that the signal came into, of which it ends none."""
    arm, few = robots.uniform_chain(30), robots.puma560()
    q = np.ones((30, 30))
    options = {"formulation": LITERAL, "threads": 1}
    expected, answers = arm.inverse_dynamics(q, q, q, **options), []

    def answer(*_):
        answers.append(few.inverse_dynamics([0.1] * 6, [0.2] * 6, [0.3] * 6, **options))
        arm.inverse_dynamics(q[:2], q[:2], q[:2], **options)
        equidyn.count_operations(few, "kane")

    before = signal.signal(signal.SIGALRM, answer)
    try:
        while not answers:
            signal.setitimer(signal.ITIMER_REAL, 0.01)
            found = arm.inverse_dynamics(q, q, q, **options)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    np.testing.assert_array_equal(found, expected)
    alone = few.inverse_dynamics([0.1] * 6, [0.2] * 6, [0.3] * 6, formulation=LITERAL)
    np.testing.assert_array_equal(answers[0], alone)


@pytest.mark.parametrize("formulation", FORWARD)
def test_an_interrupt_ends_the_search_for_joints_that_move_no_mass_too(formulation):
    """Of which there is one in every state, once all accelerations are there."""
    # so many that half of their time is long even where the signal comes late; a fifth is to check
    # the operands and to fetch memory, which come before what a signal ends
    arm, rows = robots.puma560(), 3_000_000
    q = np.broadcast_to(np.ones(6), (rows, 6))
    few = q[: rows // 3000]
    start = time.process_time()
    arm.forward_dynamics(few, few, few, formulation=formulation, threads=1)
    whole = 3000 * (time.process_time() - start)
    start = time.process_time()
    assert_interrupted(lambda: arm.forward_dynamics(q, q, q, formulation=formulation, threads=1))
    assert time.process_time() - start < whole / 2


@pytest.mark.slow
def test_an_interrupt_ends_a_spline_through_a_million_points():
    points = np.random.default_rng(0).normal(size=(10**6, 2))
    assert_interrupted(lambda: equidyn.waypoints(points, durations=1.0, kind="quintic"))


def test_an_interrupt_ends_the_motion_of_many_links():
    arm, q = robots.puma560(), np.broadcast_to(np.zeros(6), (3_000_000, 6))
    assert_interrupted(lambda: arm.link_motion(q, q, q))


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
    # on a busy machine one call may be over before the other thread gets a processor
    for _ in range(50):
        getattr(arm, method)(*[q] * operands, **options)
        if (during := counted[0] - before) >= 3:
            break
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


MANY_THREADS = """
import os
import resource
import sys
import numpy as np
import equidyn

arm, q = equidyn.robots.puma560(), np.zeros((200_000, 6))
alone, shared = arm.gravity_torque(q, threads=1), np.empty_like(q)
threads = len(os.listdir("/proc/self/task"))
_, most = resource.getrlimit(resource.RLIMIT_AS)
if "no room" in sys.argv:
    pages = int(open("/proc/self/statm").read().split()[0])
    resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize(), most))
arm.gravity_torque(q, out=shared, threads=1000)
resource.setrlimit(resource.RLIMIT_AS, (most, most))
assert np.array_equal(shared, alone)
print(len(os.listdir("/proc/self/task")) - threads)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="counts threads as Linux shows them")
@pytest.mark.parametrize(("words", "most"), [([], (os.cpu_count() or 1) - 1), (["no room"], 0)])
def test_threads_are_no_more_than_processors_and_none_where_none_can_be_started(words, most):
    ended = subprocess.run(
        [sys.executable, "-c", MANY_THREADS, *words], capture_output=True, text=True
    )
    assert ended.stderr == ""
    assert int(ended.stdout) <= most


def _torques_in_child(connection, x):
    connection.send(ARM.inverse_dynamics(*x, threads=2))


@pytest.mark.skipif(sys.platform != "linux", reason="needs fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_threads_work_on_after_a_fork():
    x = states(20_000)
    expected = ARM.inverse_dynamics(*x, threads=2)
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe()
    child = context.Process(target=_torques_in_child, args=(sender, x))
    child.start()
    assert receiver.poll(600)
    np.testing.assert_array_equal(receiver.recv(), expected)
    child.join()
    np.testing.assert_array_equal(ARM.inverse_dynamics(*x, threads=2), expected)


@pytest.mark.parametrize(
    ("value", "shown"),
    [("0", "'0'"), ("two", "'two'"), ("-1", "'-1'"), ("2\n\x1b[31m", r"'2\n\x1b[31m'")],
)
def test_a_wrong_number_of_threads_in_the_environment_is_refused(monkeypatch, value, shown):
    monkeypatch.setenv("EQUIDYN_THREADS", value)
    q = np.zeros((10000, 6))
    said = f"EQUIDYN_THREADS: expected a positive integer, got {shown}"
    with pytest.raises(ValueError, match=re.escape(said)):
        ARM.inverse_dynamics(q, q, q)
    monkeypatch.setenv("EQUIDYN_THREADS", "1")
    assert ARM.inverse_dynamics(q, q, q).shape == q.shape
