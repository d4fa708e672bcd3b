"""Verification that all formulations agree on an arm, with each other and with physics."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..._validation import FloatArray, choice, count
from ...dynamics.formulations import refusals
from ...dynamics.names import FormulationName, QuantityName
from ...output.interrupted import Interrupted
from ...output.progress import progress_bar
from ...robots import ArmLike, load
from . import claims
from .claims import Claim
from .judges import Judges
from .quantities import QUANTITIES
from .result import Check, Verification
from .subjects import AXES, Candidate, Subject, loads_of, subjects
from .torques import is_singular
from .trials import Trial, has_extended_precision

if TYPE_CHECKING:
    from ...arm.arm import Arm

__all__ = ["Verification", "verify"]

# limit of the states: more would add nothing, and fill the memory
_LARGEST_SAMPLE = 1_000_000

# limit of the entries of all matrices, or all coefficients, together
_MOST_ENTRIES = 500_000


def verify(
    arm: ArmLike,
    samples: int = 100,
    seed: int = 0,
    formulations: Iterable[FormulationName | str] | None = None,
    *,
    quantity: QuantityName | str = "inverse_dynamics",
    candidates: Mapping[str, Candidate] | None = None,
    peers: bool | Iterable[str] = False,
    progress: bool = False,
) -> Verification:
    """Verify that the formulations agree on an arm, with each other and with physics.

    Every formulation computes the torques of the same random states: in free motion, with a wrench
    at the tip, and with that on a moving base. Residuals are in units of eps times the largest
    torque of all states of a situation: in a single state large terms may happen to cancel, and
    their rounding errors are then no disagreement.

    The methods of another quantity are verified alike. Accelerations are compared by the torques of
    their differences: their own rounding grows with the condition of the mass matrix.

    Parameters
    ----------
    arm : Arm, str or path_like
        The arm, in either convention, or its name or file as `equidyn.robots.load` takes them.
    samples : int
        Number of random states in each of the three situations; of positions, where the quantity
        depends on nothing else, and then fewer where all results would be too large.
    seed : int
        Seed of the random states.
    formulations : iterable of str, optional
        Names of formulations; by default, all that take the arm.
    quantity : str
        The computed quantity: a name that `equidyn.formulations` takes.
    candidates : mapping of str to callable, optional
        Formulations of your own, called as `f(arm, q, qd, qdd)` with arrays of shape (m, n), all
        states at once; where that raises, or does not return the torques (m, n) that single states
        have, once for each state, with arrays of shape (n,), to return torques (n,). They are tried
        in free motion, with this arm alone: a closed form may hold its own numbers and ignore
        `arm`. They are judged by the formulations of equidyn, never the other way round. Of
        other quantities the arguments are `(arm, q)`, of forward dynamics `(arm, q, qd, tau)`, and
        results have the shape of that quantity.
    peers : bool or iterable of str
        Whether to compare with other libraries: those that are installed, or some by name, that of
        a module in ``equidyn.lab.peers``, such as "pinocchio". They compute torques, mass matrices,
        accelerations, Jacobians and more in the first of the states, and are compared with equidyn.
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
        arm; if a candidate has the name of one, raises (its error is the cause) or returns a
        wrong shape; if `samples` is not positive; for forward dynamics, if the mass matrix is
        singular.
    ImportError
        If a library that is asked for, or every one, is not installed.

    Examples
    --------
    >>> import equidyn
    >>> bool(equidyn.verify(equidyn.robots.planar_2r(), samples=10))
    True
    >>> equidyn.verify("planar_2r", samples=10, quantity="mass_matrix").subjects
    ('unit_accelerations', 'trace_form', 'composite_rigid_bodies', 'orthogonal_complement')
    """
    arm = load(arm)
    how = QUANTITIES[choice("quantity", quantity, QUANTITIES)]
    chosen = subjects(arm, formulations, {} if candidates is None else candidates, quantity)
    samples = _fitting(count("samples", samples, largest=_LARGEST_SAMPLE), arm.n, quantity)
    judges = Judges(arm, peers, samples, seed)
    trials = how.trials(arm, samples, np.random.default_rng(count("seed", seed, smallest=0)))
    examined: list[_Examined] = []
    notes = _notes(arm, quantity, trials)

    def concluded() -> Verification:
        pairwise = np.array([[_pair_residual(a, b, trials) for b in examined] for a in examined])
        return Verification(
            arm=arm,
            samples=samples,
            seed=seed,
            subjects=tuple(one.subject.name for one in examined),
            pairwise=pairwise,
            checks=tuple(_checks(examined, pairwise, claims.agreement(how.result))),
            notes=tuple(notes),
            peers=judges.judgement,
            quantity=quantity,
        )

    with progress_bar("verifying", len(chosen) + len(judges.names), progress) as step:
        try:
            for subject in chosen:
                step(subject.name)
                results = _results(arm, subject, trials)
                tried = [(t, x) for t, x in zip(trials, results, strict=True) if x is not None]
                residuals = how.residuals(arm, subject, tried)
                examined.append(_Examined(subject, results, residuals))
            judges.speak(step)
        except KeyboardInterrupt:
            if not examined:
                raise
            left = ", ".join([*(one.name for one in chosen[len(examined) :]), *judges.silent])
            notes.append(f"note: interrupted: not tried are {left}")
            raise Interrupted(concluded()) from None
    return concluded()


def _fitting(samples: int, n: int, quantity: str) -> int:
    """Return the number of tried states: fewer than asked for where their results are large."""
    axes = AXES[quantity]
    return samples if axes == 1 else min(samples, max(1, _MOST_ENTRIES // n**axes))


@dataclass(frozen=True)
class _Examined:
    """Results and residuals of one subject."""

    subject: Subject
    results: list[FloatArray | None]  # of each trial; None where the subject cannot be tried
    residuals: dict[Claim, float]


def _results(arm: Arm, subject: Subject, trials: list[Trial]) -> list[FloatArray | None]:
    """Return the results of a subject in every trial."""
    return [
        subject.result(arm, trial.operands, **loads_of(trial.states))
        if subject.can_try(trial.states)
        else None
        for trial in trials
    ]


def _pair_residual(one: _Examined, other: _Examined, trials: list[Trial]) -> float:
    """Largest disagreement wherever both were tried."""
    return max(
        trial.disagreement(x, y)
        for trial, x, y in zip(trials, one.results, other.results, strict=True)
        if x is not None and y is not None
    )


def _checks(examined: list[_Examined], pairwise: FloatArray, agreement: Claim) -> list[Check]:
    judges = [k for k, one in enumerate(examined) if one.subject.candidate is None]
    checks = []
    for k, one in enumerate(examined):
        residuals = one.residuals
        others = [pairwise[k, judge] for judge in judges if judge != k]
        if others:
            residuals = {agreement: float(max(others)), **residuals}
        checks += [
            Check(one.subject.name, claim, residual) for claim, residual in residuals.items()
        ]
    return checks


def _notes(arm: Arm, quantity: str, trials: list[Trial]) -> list[str]:
    """Return remarks: doubtful data, a motion without inertia, no extended precision."""
    notes = [str(finding) for finding in arm.check()]
    notes += [f"{name} {limitation}" for name, limitation in refusals(arm, quantity).items()]
    if is_singular(arm, trials[0].states.q):
        notes.append("the mass matrix is singular: some motion of the joints moves no inertia")
    if not has_extended_precision():
        notes.append("extended precision is not available: long double is no wider than double")
    return [f"note: {note}" for note in notes]
