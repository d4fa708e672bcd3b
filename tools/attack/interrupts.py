"""Ctrl-C in long calls, and exits and forks while threads compute."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
import time
import warnings

import numpy as np

from equidyn import robots

from .processes import Watch, run_script
from .worker import Attack, Turn

# --- Ctrl-C and exits ---------------------------------------------------------------------------

_LONG = """
import time, numpy as np
from equidyn import robots
arm = robots.uniform_chain({n})
q = np.zeros(({rows}, {n}))
print("ready", flush=True)
try:
    while True:
        arm.{call}
except KeyboardInterrupt:
    print("heard", flush=True)
"""
_CALLS = (
    "inverse_dynamics(q, q, q, threads={threads})",
    "mass_matrix(q, threads={threads})",
    "inverse_dynamics(q, q, q, formulation='kane', threads={threads})",
    # of a long arm, one state takes minutes
    "inverse_dynamics(q, q, q, formulation='lagrange_euler_literal', threads={threads})",
    "mass_matrix(q, formulation='lagrange_euler', threads={threads})",
    "inverse_dynamics_derivatives(q, q, q, threads={threads})",
    "forward_dynamics_derivatives(q, q, q + 1, threads={threads})",
    "link_motion(q, q, q)",
    "forward_dynamics(q, q, q + 1, threads={threads})",
    "forward_dynamics(q, q, q + 1, formulation='articulated_bodies', threads={threads})",
    "mass_matrix(q, formulation='composite_rigid_bodies', threads={threads})",
    "link_poses(q, threads={threads})",
    "jacobian_rate(q, q, frame='tool', threads={threads})",
    "regressor(q, q, q, threads={threads})",
)
# of those whose results are matrices, there is room for fewer
_MATRICES = ("mass", "inverse_dynamics_derivatives", "forward_dynamics_derivatives", "regressor")
_DAEMONS = """
import threading, time, numpy as np
from equidyn import robots
arm = robots.puma560()
q, w = np.zeros(({rows}, 6)), np.ones(6)
def forever():
    while True:
        arm.{call}
for _ in range({daemons}):
    threading.Thread(target=forever, daemon=True).start()
time.sleep({seconds})
"""
_OF_DAEMONS = (
    "inverse_dynamics(q, q, q, tip_wrench=w)",
    "inverse_dynamics(q, q, q, formulation='kane')",
    "inverse_dynamics(q, q, q, threads=2)",
    "link_motion(q, q, q)",
    "gravity_torque(q[0].tolist())",
    "jacobian(q)",
    "regressor(q, q, q, threads=2)",
    "breakdown(q, q, q)",
)


def interrupt(turn: Turn) -> None:
    """Interrupt a long call, or end a program whose daemon threads compute."""
    turn.calls += 1
    (_interrupt if turn.random.random() < 0.5 else _end)(turn)


def _interrupt(turn: Turn) -> None:
    random = turn.random
    n = random.choice((2, 6, 40, 300))
    call = random.choice(_CALLS).format(threads=random.choice((1, 2)))
    rows = 3_000_000 // (n * n if call.startswith(_MATRICES) else n)

    def disturb(process: subprocess.Popen[str]) -> None:
        if process.stdout is not None and process.stdout.readline():
            try:
                process.wait(random.uniform(0, 0.2))
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGINT)

    script = _LONG.format(n=n, rows=rows, call=call)
    status, out, errors = run_script(script, disturb=disturb)
    if status != 0 or "heard" not in out:
        turn.found("does not hear Ctrl-C", call, f"n={n}, status {status}: {errors[-300:]}")


def _end(turn: Turn) -> None:
    random = turn.random
    call = random.choice(_OF_DAEMONS)
    rows, daemons = random.choice((1, 300, 40_000)), random.choice((1, 2))
    seconds = random.uniform(0, 0.1)
    script = _DAEMONS.format(call=call, rows=rows, daemons=daemons, seconds=seconds)
    status, _, errors = run_script(script)
    if status != 0 or errors:
        place = f"exit while a daemon computes {call}"
        turn.found("does not end well", place, f"{rows} rows, status {status}: {errors[:300]}")


# --- forks --------------------------------------------------------------------------------------

_ROWS = 30_000
_PATIENCE = 15.0  # seconds


def fork(turn: Turn) -> None:
    """Fork, and hold what the child computes against what the parent did."""
    random = turn.random
    arm = robots.puma560()
    q = np.random.default_rng(turn.index).uniform(-3, 3, (_ROWS, 6))
    threads = random.choice((1, 2, 4, None))
    expected = arm.inverse_dynamics(q, q, q, threads=random.choice((1, 3))).tobytes()
    busy = random.random() < 0.5
    other = threading.Thread(target=lambda: arm.mass_matrix(q, threads=2))
    if busy:
        other.start()
    turn.calls += 3
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        child = os.fork()
    if child == 0:
        alike = arm.inverse_dynamics(q, q, q, threads=threads).tobytes() == expected
        os._exit(0 if alike else 3)
    if busy:
        other.join()
    place = f"threads={threads}, {'busy' if busy else 'idle'}"
    status = _waited(child)
    if status is None:
        turn.found("hangs after a fork", place, child)
    elif status != 0:
        turn.found("fails after a fork", place, f"status {status}")
    if arm.inverse_dynamics(q, q, q, threads=2).tobytes() != expected:
        turn.found("another result in the parent after a fork", place, threads)


def _waited(child: int) -> int | None:
    watch = Watch(child, _PATIENCE)
    while not watch.hangs():
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.002)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return None


ATTACKS = (
    Attack(
        "interrupts",
        "Ctrl-C, and exits in the middle",
        interrupt,
        0.00003,
        6,
        100,
        patience=150.0,
    ),
    Attack("forks", "children of a process with threads", fork, 0.0001, 20, 200, patience=150.0),
)
