"""Examination of an arm by the whole laboratory: verification, counts and timings."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar, get_args

from ...counting import (
    Conventions,
    OperationCounts,
    OperationPolynomials,
    count_each,
    countable,
    counted_candidate,
    general_arm,
    polynomials_of_each,
    recovered_candidate,
)
from ...dynamics import QuantityName, chosen_names, of_quantity
from ...graph import untraceable
from ...implementations import Function, candidates_of
from ...output.interrupted import Interrupted
from ...output.machine import describe_machine
from ...output.missing import Missing, attempt
from ...output.progress import stage
from ...robots import ArmLike, load
from ...timing import Timings, checked_turns, chosen_arms, time_formulations
from ...validation import choice, count, switch
from ...verification import Verification, verify
from ..papers.published_counts import published_counts
from ..parallelism import steps_of_each
from .methods import methods_of
from .report_of_arm import Parts, Report
from .report_of_kinematics import KinematicReport

_Part = TypeVar("_Part")

# states in a call of the second race, and the patience with it: a turn is a batch or more
_RACE_OF_BATCHES = {"batch": 1024, "max_seconds": 0.25}

# time of verification and counting of an arm of six joints, s
_BESIDE_TURNS = 6.0


def report(
    arm: ArmLike,
    *,
    quantity: QuantityName | str = "inverse_dynamics",
    samples: int = 100,
    seed: int = 0,
    formulations: Iterable[str] | None = None,
    n: Sequence[int] | None = None,
    repetitions: int = 25,
    seconds: float = 0.001,
    quick: bool = False,
    candidates: Mapping[str, Function] | None = None,
    command: str = "",
    progress: bool = False,
) -> Report | KinematicReport:
    """Verify, time and count the formulations on an arm, and time and count them against n.

    A report about torques, the default, has a table for the methods of each other quantity, too;
    a report about such a quantity has all details.

    Parameters
    ----------
    arm : Arm, str or path_like
        The arm, its name, or its file.
    quantity : str
        Quantity of the report: a name that `equidyn.formulations` takes.
    samples, seed : int
        Random states, as for `equidyn.verify`.
    formulations : iterable of str, optional
        Names of formulations; all of them by default.
    n : sequence of int, optional
        Numbers of joints of the random arms; some from 1 to 100 by default.
    repetitions : int
        Repetitions per formulation.
    seconds : float
        Duration of a repetition.
    quick : bool
        Whether to leave out all that takes long, in a few seconds: the page has no times and no
        growth against n, and torques alone.
    candidates : mapping of str to callable, optional
        Functions of your own, as `equidyn.verify` takes them, beside the formulations; against n,
        those that compute every arm, and among the counts, those that can be counted.
    command : str
        Command that makes the report again, for its reader.
    progress : bool
        Show progress bars.

    Returns
    -------
    Report
        Displays as a page in a notebook, as tables in a terminal, and saves itself. That of an arm
        without mass, com and inertia has only its data, its picture and its kinematics.

    Raises
    ------
    ValueError, TypeError
        As `equidyn.verify` and `equidyn.time_formulations`. If a part fails later, the report
        says so in its place; the other parts are made.
    KeyboardInterrupt
        By Ctrl-C; its ``so_far`` has the parts until then.

    Examples
    --------
    >>> import equidyn
    >>> report = equidyn.report("planar_2r", samples=5, n=(1, 2), repetitions=1)
    >>> report.passed
    True
    """
    arm = load(arm)
    full = not switch("quick", quick)
    choice("quantity", quantity, get_args(QuantityName))
    names = None if formulations is None else chosen_names(formulations, quantity)
    # bad options of a later part are reported before the first one is made
    repetitions, seconds = checked_turns(repetitions, seconds)
    arms, _ = chosen_arms(n, None, None, count("seed", seed, smallest=0))
    own = candidates_of(candidates, quantity)
    if not own and arm._without_bodies:
        return KinematicReport(arm, describe_machine(), command)
    of_any_arm = {one.name: one.function for one in own if one.computes(arms)}
    turns: dict[str, Any] = {"repetitions": repetitions, "seconds": seconds, "seed": seed}
    timing = {**turns, "formulations": names, "quantity": quantity, "progress": progress}
    # formulations that are for special arms alone have no polynomials for the general one
    special = untraceable(general_arm(2), quantity)
    of_torques = quantity == "inverse_dynamics"
    general = [name for name in names or () if name not in special] or None
    found: list[Any] = []
    numbers = itertools.count(1)

    stages = (10 if of_torques else 7) if full else 2
    spent = repetitions * seconds if full else 0.0
    duration = _duration(len(chosen_names(names, quantity)), 2 * len(arms), spent)

    def part(title: str, make: Callable[[], _Part], **options: Any) -> _Part | Missing:
        with stage(f"{next(numbers)}/{stages} of about {duration:.0f} s:"):
            made = attempt(title, make, **options)
        found.append(made)
        return made

    def timed(title: str, **race: Any) -> Timings | Missing | None:
        if not full:
            return None
        return part(title, lambda: time_formulations(**race, **timing))

    def verified() -> Verification:
        return verify(
            arm,
            samples,
            seed,
            names,
            quantity=quantity,
            candidates=candidates,
            progress=progress,
        )

    def counted() -> OperationCounts:
        found = countable(own, lambda one: counted_candidate(one, arm, Conventions()))
        return count_each(arm, names, Conventions(), quantity).with_own(*found)

    def recovered() -> OperationPolynomials:
        of_each = polynomials_of_each(general, Conventions(), None, progress, quantity)
        countables = [one for one in own if one.name in of_any_arm]
        found = countable(countables, lambda one: recovered_candidate(one, Conventions()))
        return of_each.with_own(*found)

    try:
        return Report(
            arm=arm,
            quantity=quantity,
            machine=describe_machine(),
            verification=part("Verification", verified, refusing=(ValueError, TypeError)),
            on_arm=timed("Times on this arm", arm=arm, candidates=candidates),
            batches_on_arm=timed(
                "Times in batches on this arm", arm=arm, candidates=candidates, **_RACE_OF_BATCHES
            ),
            against_n=timed("Times against n", n=n, candidates=of_any_arm),
            batches_against_n=timed(
                "Times in batches against n", n=n, candidates=of_any_arm, **_RACE_OF_BATCHES
            ),
            counts=part("Operations", counted),
            polynomials=part("Operations against n", recovered) if full else None,
            published=attempt("Printed counts", published_counts) if full and of_torques else None,
            parallel=attempt("Steps in parallel", lambda: steps_of_each(arm, names, Conventions()))
            if full and of_torques
            else None,
            others=tuple(
                part(
                    f"Formulations{of_quantity(other)}",
                    partial(methods_of, other, arm, samples, turns, progress),
                )
                for other in (get_args(QuantityName)[1:] if full and of_torques else ())
            ),
            command=command,
        )
    except KeyboardInterrupt as interruption:
        if isinstance(interruption, Interrupted):
            found.append(interruption.so_far)
        if not found:
            raise
        raise Interrupted(Parts(tuple(found))) from None


def _duration(formulations: int, sizes: int, turns: float) -> float:
    """Return an estimate of the seconds that a report takes, from those of each timing."""
    return formulations * (sizes + 1) * turns + _BESIDE_TURNS
