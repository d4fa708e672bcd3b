"""Verification that all formulations agree on an arm, with each other and with physics."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..dynamics.facts import FACTS
from ..dynamics.names import FormulationName, QuantityName
from ..dynamics.registry import entry, order, refusals
from ..implementations.implementation import Function, Implementation, candidates_of, chosen
from ..output.interrupted import Interrupted
from ..output.progress import progress_bar
from ..robots import ArmLike, load
from ..validation import FloatArray, choice, count, no_function
from . import claims
from .claims import Claim
from .derived import checks_of_derived
from .judges import Judges
from .quantities import QUANTITIES
from .remarks import remarks, repeated
from .residuals import Residual
from .sample_sizes import LARGEST_SAMPLE, states_of_quantity, states_of_subject
from .trials import Trial, loads_of
from .verification import Check, Verification
from .wrong_number import FirstWrong, first_wrong

if TYPE_CHECKING:
    from ..arm.arm import Arm

__all__ = ["Verification", "verify"]


def verify(
    arm: ArmLike,
    samples: int = 100,
    seed: int = 0,
    formulations: Iterable[FormulationName | str] | None = None,
    *,
    quantity: QuantityName | str = "inverse_dynamics",
    candidates: Mapping[str, Function] | None = None,
    peers: bool | Iterable[str] = False,
    progress: bool = False,
) -> Verification:
    """Verify that the formulations agree on an arm, with each other and with physics.

    Every formulation computes the torques of the same random states: in free motion, with a wrench
    at the tip, and with that on a moving base. Residuals are in units of eps times the largest
    torque of all states of a situation: in a single state large terms may happen to cancel, and
    their rounding errors are then no disagreement.

    The whole list is asked for where neither formulations nor candidates are named. Then Coriolis
    matrix and torque, the rate of the mass matrix, the derivatives of both dynamics with their
    products, and the operational-space inertia are checked, too: against the kinetic energy, or
    differences of torques in extended precision.

    The methods of another quantity are verified alike. Accelerations are compared by the torques of
    their differences: their own rounding grows with the condition of the mass matrix.

    Parameters
    ----------
    arm : Arm, str or path_like
        The arm, in either convention, or its name or file as `equidyn.robots.load` takes them.
    samples : int
        Number of random states in each of the three situations; of positions, where the quantity
        depends on nothing else, and then fewer where all results would be too large. On a long
        arm, formulations of high order are tried in the first of these states only, by n and their
        order: the result says in how many.
    seed : int
        Seed of the random states.
    formulations : iterable of str, optional
        Names of formulations; by default, all that take the arm.
    quantity : str
        The computed quantity: a name that `equidyn.formulations` takes.
    candidates : mapping of str to callable, optional
        Formulations of your own, called as `f(arm, q, qd, qdd)`, or as `f(q, qd, qdd)` if they take
        three arguments, with arrays of shape (m, n), all states at once; where that raises, or does
        not return the torques (m, n) that single states have, once for each state, with arrays of
        shape (n,), to return torques (n,). They are tried in free motion, with this arm alone: a
        closed form may hold its own numbers and ignore `arm`. They are judged by the formulations
        of equidyn, never the other way round. Of other quantities the arguments are `(arm, q)`, of
        forward dynamics `(arm, q, qd, tau)`, and results have the shape of that quantity. One that
        answers differently when it is called again with the same states fails the check "again".
    peers : bool or iterable of str
        Whether to compare with other libraries: those that are installed, or some by name, that of
        a module in ``equidyn.peers``, such as "pinocchio". They compute torques, mass matrices,
        accelerations, Jacobians and more in the first of the states, and are compared with equidyn.
        Of an arm as it was read from a URDF, Pinocchio and MuJoCo read the file themselves, too;
        these are compared with the arm with all digits of its angles (``exact=True``).
    progress : bool
        Show a progress bar.

    Returns
    -------
    Verification
        True in a condition when everything passed; prints as tables.

    Raises
    ------
    ValueError
        If the quantity is unknown; if a formulation is or, asked for by name, does not take the
        arm; if a candidate has the name of one, or in the first state raises (its error is the
        cause) or returns a wrong shape or no real numbers: where it does so in a later state, its
        row fails and a note says so; if `samples` is not positive; for forward dynamics, if the
        mass matrix is singular.
    TypeError
        If a candidate takes other arguments.
    ImportError
        If a library that is asked for, or every one, is not installed.

    Examples
    --------
    >>> import equidyn
    >>> bool(equidyn.verify(equidyn.robots.planar_2r(), samples=10))
    True
    >>> equidyn.verify("planar_2r", samples=10, quantity="mass_matrix").subjects[:2]
    ('unit_accelerations', 'trace_form')
    """
    arm = load(arm)
    no_function("samples", samples, "a number")
    how = QUANTITIES[choice("quantity", quantity, QUANTITIES)]
    own = candidates_of(candidates, quantity)
    subjects = chosen([arm], formulations, own, quantity)
    samples = count("samples", samples, largest=LARGEST_SAMPLE)
    samples = states_of_quantity(samples, arm.n, quantity)
    judges = Judges(arm, peers, samples, seed)
    trials = how.trials(arm, samples, np.random.default_rng(count("seed", seed, smallest=0)))
    for candidate in own:
        candidate.takes_single_states(arm, trials[0].operands)
    examined: list[_Examined] = []
    derived: list[Check] = []
    with_derived = quantity == "inverse_dynamics" and formulations is None and not own
    tried_in = {one.name: states_of_subject(samples, arm.n, one) for one in subjects}
    notes = [*_notes(arm, quantity, trials), *_fewer_states(tried_in, samples, quantity)]
    said: list[str] = []

    def concluded() -> Verification:
        pairwise = np.array([[_pair_residual(a, b, trials) for b in examined] for a in examined])
        first_failures = _first_failures(examined, trials)
        remarked = _remarks(examined, trials, {failure.subject for failure in first_failures})
        of_candidates = (*(fault for one in own for fault in one.faults), *said, *remarked)
        return Verification(
            arm=arm,
            samples=samples,
            seed=seed,
            subjects=tuple(one.subject.name for one in examined),
            states=tuple(one.states for one in examined),
            pairwise=pairwise,
            checks=tuple(_checks(examined, pairwise, claims.agreement(how.result))),
            notes=(*notes, *(f"note: {remark}" for remark in of_candidates)),
            peers=judges.judgement,
            quantity=quantity,
            derived=tuple(derived),
            first_failures=first_failures,
        )

    parts = len(subjects) + with_derived + len(judges.names)
    with progress_bar("verifying", parts, progress) as step:
        try:
            for subject in subjects:
                states = tried_in[subject.name]
                step(f"{subject.name}{f', {states} states' if states < samples else ''}")
                first = [trial.first(states) for trial in trials]
                results = _results(arm, subject, first)
                tried = [(t, x) for t, x in zip(first, results, strict=True) if x is not None]
                residuals = how.residuals(arm, subject, tried)
                if subject.by_user and results[0] is not None:
                    again, remark = repeated(arm, subject, trials[0], results[0])
                    if remark:
                        residuals[claims.REPEATABLE] = again
                        said.append(remark)
                examined.append(_Examined(subject, states, results, residuals))
            if with_derived:
                step("other quantities")
                derived, remarks = checks_of_derived(arm, samples, seed)
                notes += [f"note: {remark}" for remark in remarks]
            judges.speak(step)
        except KeyboardInterrupt:
            if not examined:
                raise
            others = ["other quantities"] if with_derived and not derived else []
            missing = (one.name for one in subjects[len(examined) :])
            left = ", ".join([*missing, *others, *judges.silent])
            notes.append(f"note: interrupted: not tried are {left}")
            raise Interrupted(concluded()) from None
    return concluded()


@dataclass(frozen=True)
class _Examined:
    """Results and residuals of one subject."""

    subject: Implementation
    states: int
    results: list[FloatArray | None]  # one per trial; None if the subject cannot be tried
    residuals: dict[Claim, Residual]


def _results(arm: Arm, subject: Implementation, trials: list[Trial]) -> list[FloatArray | None]:
    """Return the results of a subject in every trial."""
    return [
        subject.results(arm, trial.operands, **loads_of(trial.states))
        if not (subject.by_user and loads_of(trial.states))
        else None
        for trial in trials
    ]


def _pair_residual(one: _Examined, other: _Examined, trials: list[Trial]) -> float:
    """Largest difference in the trials of both, in the states of both."""
    return max(
        trial.first(len(x)).disagreement(x, y)
        for trial, x, y in _of_both(trials, one.results, other.results)
    )


def _of_both(
    trials: list[Trial], results: list[FloatArray | None], others: list[FloatArray | None]
) -> Iterator[tuple[Trial, FloatArray, FloatArray]]:
    """Yield the trials with results of both, and these in the states that both were tried in."""
    for trial, x, y in zip(trials, results, others, strict=True):
        if x is not None and y is not None:
            states = min(len(x), len(y))
            yield trial.first(states), x[:states], y[:states]


def _checks(examined: list[_Examined], pairwise: FloatArray, agreement: Claim) -> list[Check]:
    judges = [k for k, one in enumerate(examined) if _judges_others(one.subject)]
    checks = []
    for k, one in enumerate(examined):
        residuals = one.residuals
        others = [pairwise[k, judge] for judge in judges if judge != k]
        if others:
            residuals = {agreement: Residual(float(max(others)), one.states), **residuals}
        checks += [Check(one.subject.name, claim, *found) for claim, found in residuals.items()]
    return checks


def _judges_others(subject: Implementation) -> bool:
    """Return whether others are compared with it: a formulation that equidyn brings along."""
    return not subject.by_user and entry(subject.name, subject.quantity).own is None


def _judged(examined: list[_Examined], trials: list[Trial]) -> list[FloatArray | None]:
    """Return exact results, without them those of the first formulation, if there is one."""
    judges = (one.results for one in examined if not one.subject.by_user)
    first = next(judges, [None] * len(trials))
    return [
        judged if trial.exact is None else trial.exact[0]
        for trial, judged in zip(trials, first, strict=True)
    ]


def _remarks(examined: list[_Examined], trials: list[Trial], failed: set[str]) -> list[str]:
    """Return what is noticed of the candidates that failed in free motion."""
    judged = _judged(examined, trials)
    return [
        remark
        for one in examined
        if one.subject.by_user and one.subject.name in failed
        for _, found, expected in _of_both(trials[:1], one.results[:1], judged[:1])
        for remark in remarks(one.subject, found, expected)
    ]


def _first_failures(examined: list[_Examined], trials: list[Trial]) -> tuple[FirstWrong, ...]:
    """Return the first failure of each subject."""
    judged = _judged(examined, trials)
    found = []
    for one in examined:
        failures = (
            _first_failure_in(one.subject, *each) for each in _of_both(trials, one.results, judged)
        )
        found.append(next(filter(None, failures), None))
    return tuple(filter(None, found))


def _first_failure_in(
    subject: Implementation, trial: Trial, result: FloatArray, expected: FloatArray
) -> FirstWrong | None:
    """Return the first failure of a subject in one trial."""
    # a number that is not finite is no agreement
    wrong = ~(trial.errors(result, expected) <= claims.AGREEMENT.tolerance)
    operands = dict(zip(FACTS[subject.quantity].operands, trial.operands, strict=True))
    return first_wrong(wrong, expected, result, operands, subject=subject.name)


def _fewer_states(tried_in: Mapping[str, int], samples: int, quantity: str) -> Iterator[str]:
    """Yield a remark for each formulation that is tried in fewer states."""
    for name, states in tried_in.items():
        if states < samples:
            tried = f"the first {states} states" if states > 1 else "the first state"
            cost = f"of order {order(name, quantity)}"
            yield f"note: {name}, {cost}, is tried in {tried} of {samples}"


def _notes(arm: Arm, quantity: str, trials: list[Trial]) -> list[str]:
    """Return remarks: suspect data, a motion without inertia."""
    notes = [str(finding) for finding in arm.check()]
    notes += [f"{name} {limitation}" for name, limitation in refusals(arm, quantity).items()]
    if trials[0].is_singular:
        notes.append("the mass matrix is singular: some motion of the joints moves no inertia")
    return [f"note: {note}" for note in notes]
