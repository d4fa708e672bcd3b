"""Marks of results that another program computed."""

from __future__ import annotations

from pathlib import Path

from ...studies.grading.tasks import TASKS
from ...studies.vectors import judge_results
from ...validation import listed
from ...verification import EPS
from .assignment import Assignment, Marked

RESULTS = (".csv", ".json", ".mat")


def judged_file(assignment: Assignment, file: Path) -> Marked:
    """Judge the results of a file by the test vectors of an assignment."""
    arm = assignment.arm
    if arm is None:
        return Marked(file, fault="--arm: expected a robot, since the file has results only")
    if assignment.friction or assignment.motors:
        said = "results are those of `equidyn vectors`, without --friction and --motors"
        return Marked(file, assignment.missing(arm), said)
    vectors, tolerance = assignment.vectors, assignment.tolerance / EPS
    try:
        judged = (
            judge_results(vectors, file, tolerance=tolerance)
            if vectors
            else judge_results(arm, file, seed=assignment.seed, tolerance=tolerance)
        )
    except (ValueError, TypeError, OSError, ImportError) as error:
        return Marked(file, assignment.missing(arm), str(error).removeprefix(f"{file}: "))
    faults = {x.quantity: "" if x.passed else str(x) for x in judged.quantities}
    asked = [name for name in assignment.points or faults if name in TASKS and name in faults]
    left = [name for name in faults if name not in asked]
    return Marked(
        file,
        (
            *(assignment.marking_as_a_whole(arm, name, faults[name]) for name in asked),
            *assignment.missing(arm, asked),
        ),
        overlooked=judged.questions,
        notes=tuple(
            f"{what}: {listed(names)}"
            for what, names in (("not marked", left), ("ignored", judged.ignored))
            if names
        ),
    )
