"""Arms moved by the kernels: many steps in one call, nothing of Python in between."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ... import _core
from .controlled import Held, control_in_lanes
from .recording import Recording

# steps of a joint between two looks at the outside world: less than a hundredth of a second
_AT_A_TIME = 250_000

# a register has so many rows, whether they are asked for or not
_ROWS_AT_LEAST = 8


@contextmanager
def _undone_by_interrupts(recording: Recording) -> Iterator[None]:
    """Do a portion; Ctrl-C, which ends it with some rows ahead of others, takes all rows back."""
    if recording.request.every:  # what was kept is as it was
        yield
        return
    before, done = {name: array.copy() for name, array in recording.now.items()}, recording.done
    try:
        yield
    except KeyboardInterrupt:
        recording.now, recording.done = before, done
        raise


def advance(recording: Recording) -> Iterator[int]:
    """Take all rows to the end, portion by portion; yield how many steps are done."""
    request, known = recording.request, recording.request.known
    series = {} if known is None else known.arrays(request.leading)
    held = {}
    if request.period:
        start = Held(request).in_force
        recording.now["torque"] = start
        recording.keep(0)
        if request.delay:
            held = {"coming": start.copy()}
    arms = _core.SimulatedArms(
        request.arm,
        method=request.method,
        step=request.step,
        friction=request.loads.friction,
        motors=request.loads.motors,
        stops=request.stops,
        every=request.every,
        times=request.times,
        rows=request.rows,
        samples=series["series"].shape[1] if "series" in series else 0,
        control=control_in_lanes(request),
        arrays=recording.arrays() | request.loads.arrays() | series | held,
    )
    portion = max(1, _AT_A_TIME // (max(request.rows, _ROWS_AT_LEAST) * request.arm.n))
    while recording.done < request.steps:
        stop = min(recording.done + portion, request.steps)
        instants = {} if known is None else known.instants(recording.done, stop, request.step)
        with _undone_by_interrupts(recording):
            arms.advance(recording.done, stop, instants, request.threads)
            recording.done = stop
        yield stop
