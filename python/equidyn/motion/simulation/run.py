"""Run a simulation to its end, or until Ctrl-C."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ... import _core
from ...output.progress import progress_bar
from .controlled import Held, control_in_lanes
from .python_steps import advance_by_batches, advance_by_tolerance
from .recording import Recording
from .request import Request
from .simulated_motion import Motion, SimulationInterrupted

# updates of the progress bar
_LOOKS = 100


def run(request: Request, progress: bool) -> Motion:
    """Integrate all rows to the end."""
    recording = Recording(request)
    if request.in_lanes:
        advance = advance_in_lanes
    elif request.method == "dopri5":
        advance = advance_by_tolerance
    else:
        advance = advance_by_batches
    try:
        with progress_bar("simulation", _LOOKS, progress) as begin:
            looks = 0
            begin("0 s")

            def tell(done: int) -> None:
                nonlocal looks
                while looks < _LOOKS * done // request.steps:
                    looks += 1
                    begin(f"{done * request.step:.3g} s")

            # not a generator, in which StopIteration of a user's function becomes RuntimeError
            advance(recording, tell)
    except KeyboardInterrupt:
        raise SimulationInterrupted(Motion(recording)) from None
    return Motion(recording)


# work between two checks for interrupts, as `SimulatedArms.work_of_step` counts it: about a
# hundredth of a second
_AT_A_TIME = 2_000_000

# rows of a register, computed in any case
_ROWS_AT_LEAST = 8

# the same of a row, with adaptive steps
_TRIED_AT_A_TIME = 16_000

# least tries of a portion: at its end rows wait for the slowest, and an interrupted run keeps
# complete portions
_TRIES = 50


@contextmanager
def _undone_by_interrupts(recording: Recording) -> Iterator[None]:
    """Restore all rows to the start of the portion on Ctrl-C, which leaves some ahead of others."""
    if recording.request.every:  # the recorded states are unchanged
        yield
        return
    before, done = {name: array.copy() for name, array in recording.now.items()}, recording.done
    try:
        yield
    except KeyboardInterrupt:
        recording.now, recording.done = before, done
        raise


def advance_in_lanes(recording: Recording, tell: Callable[[int], None]) -> None:
    """Integrate all rows in the kernels, portion by portion; `tell` the number of steps done."""
    request, known = recording.request, recording.request.known
    series = {} if known is None else known.arrays(request.leading)
    held = {}
    if request.period:
        start = Held(request).applied
        recording.now["torque"] = start
        recording.keep(0)
        if request.delay:
            held = {"coming": start.copy()}
    numbers = request.numbers_of_arms
    arms = {} if numbers is None else {"arms": numbers}
    simulated = _core.SimulatedArms(
        request,
        control=control_in_lanes(request),
        arrays=recording.arrays() | request.loads.arrays() | series | held | arms,
    )
    if request.method == "dopri5":
        _by_tolerance(simulated, recording, tell)
        return
    portion = max(1, _AT_A_TIME // (max(request.rows, _ROWS_AT_LEAST) * simulated.work_of_step))
    while recording.done < request.steps:
        stop = min(recording.done + portion, request.steps)
        instants = {} if known is None else known.instants(recording.done, stop, request.step)
        with _undone_by_interrupts(recording):
            simulated.advance(recording.done, stop, instants, request.threads)
            recording.done = stop
        tell(stop)


def _by_tolerance(
    arms: _core.SimulatedArms, recording: Recording, tell: Callable[[int], None]
) -> None:
    """Integrate all rows with adaptive steps; `tell` the number of output steps done."""
    request, portion = recording.request, 1
    most = max(1, _TRIED_AT_A_TIME // arms.work_of_step)
    while recording.done < request.steps:
        stop, tries = min(recording.done + portion, request.steps), 0
        with _undone_by_interrupts(recording):
            while (more := arms.approach(stop, most, request.threads)) == most:
                tries += more
            recording.done = stop
        tell(stop)
        if tries + more < _TRIES:
            portion = min(2 * portion, max(1, _AT_A_TIME // arms.work_of_step))
