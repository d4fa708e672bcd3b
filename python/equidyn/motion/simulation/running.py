"""A simulation from its start to its end, or until somebody stops it."""

from __future__ import annotations

from ...output.progress import progress_bar
from . import by_batches, dormand_prince, in_lanes
from .recording import Recording
from .request import Request
from .result import Motion, SimulationInterrupted

# a bar moves so many times
_LOOKS = 100


def run(request: Request, progress: bool) -> Motion:
    """Move all rows to the end."""
    recording = Recording(request)
    if request.in_lanes:
        advance = in_lanes.advance
    elif request.method == "dopri5":
        advance = dormand_prince.advance
    else:
        advance = by_batches.advance
    try:
        with progress_bar("simulation", _LOOKS, progress) as begin:
            looks = 0
            begin("0 s")

            def tell(done: int) -> None:
                nonlocal looks
                while looks < _LOOKS * done // request.steps:
                    looks += 1
                    begin(f"{done * request.step:.3g} s")

            # no generator, in which StopIteration of a user's function becomes RuntimeError
            advance(recording, tell)
    except KeyboardInterrupt:
        raise SimulationInterrupted(Motion(recording)) from None
    return Motion(recording)
