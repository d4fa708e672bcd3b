"""Whether all formulations say the same on an arm, and what physics says."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ... import _core
from ..._validation import count
from ...arm.states import Array, States, random_motion, with_moving_base, with_tip_wrench
from ...dynamics.formulations import formulations as registry
from ...dynamics.formulations import refusals
from ...dynamics.names import FormulationName
from ...robots import ArmLike, load
from ...show.interrupted import Interrupted
from ...show.progress import progress_bar
from . import claims, physics
from .claims import EPS, Claim
from .judges import Judges
from .residuals import (
    Trial,
    definiteness_residual,
    disagreement,
    gravity_residual,
    is_negligible,
    linearity_residual,
    mass_matrices,
    power_residual,
    smallest_eigenvalue,
    symmetry_residual,
)
from .result import Check, Verification
from .subjects import Candidate, Subject, subjects, torque

if TYPE_CHECKING:
    from ...arm.arm import Arm

__all__ = ["Verification", "verify"]

# more would tell nothing new, and fill the memory
_LARGEST_SAMPLE = 1_000_000

# a mass matrix takes n evaluations, so that fewer states are tried
_MASS_MATRICES = 10


def verify(
    arm: ArmLike,
    samples: int = 100,
    seed: int = 0,
    formulations: Iterable[FormulationName | str] | None = None,
    *,
    candidates: Mapping[str, Candidate] | None = None,
    peers: bool | Iterable[str] = False,
    progress: bool = False,
) -> Verification:
    """Prove that the formulations agree on an arm, with each other and with physics.

    Every formulation computes the torques of the same random states: in free motion, with a wrench
    at the tip, and with that on a moving base. Residuals are in units of eps times the largest
    torque of all states of a situation: in a single state large terms may happen to cancel, and
    their rounding errors are then no disagreement.

    Parameters
    ----------
    arm : Arm, str or path_like
        The arm, in either convention, or its name or file as `equidyn.robots.load` takes them.
    samples : int
        Number of random states in each of the three situations.
    seed : int
        Seed of the random states.
    formulations : iterable of str, optional
        Names of formulations; by default, all that take the arm.
    candidates : mapping of str to callable, optional
        Formulations of your own, called as `f(arm, q, qd, qdd)` with arrays of shape (m, n), all
        states at once; where that raises, or does not return the torques (m, n) that single states
        have, once for each state, with arrays of shape (n,), to return torques (n,). They are tried
        in free motion, and judged by the formulations of equidyn, never the other way round.
    peers : bool or iterable of str
        Whether other libraries judge, too: those that are installed, or some of "pinocchio",
        "mujoco", "drake", "robotics_toolbox" and "modern_robotics". They compute torques, mass
        matrices, accelerations, Jacobians and more in the first of the states, and are compared
        with equidyn.
    progress : bool
        Show a progress bar.

    Returns
    -------
    Verification
        True in a condition when everything passed; prints as tables.

    Raises
    ------
    ValueError
        If a formulation is unknown or, asked for by name, does not take the arm; if a candidate
        bears the name of one, raises (its error is the cause) or returns a wrong shape; if
        `samples` is not positive.
    ImportError
        If a library that shall judge, or every one, is not installed.

    Examples
    --------
    >>> import equidyn
    >>> bool(equidyn.verify(equidyn.robots.planar_2r(), samples=10))
    True
    """
    arm = load(arm)
    chosen = subjects(arm, formulations, {} if candidates is None else candidates)
    judges = Judges(arm, peers, samples, seed)
    trials = _trials(arm, samples, seed)
    arm_is_singular = _is_singular(arm, trials)
    examined: list[_Examined] = []
    notes = _notes(arm, arm_is_singular, trials)

    def concluded() -> Verification:
        pairwise = np.array([[_pair_residual(a, b, trials) for b in examined] for a in examined])
        return Verification(
            arm=arm,
            samples=samples,
            seed=seed,
            subjects=tuple(one.subject.name for one in examined),
            pairwise=pairwise,
            checks=tuple(_checks(examined, pairwise)),
            notes=tuple(notes),
            peers=judges.judgement,
        )

    with progress_bar("verifying", len(chosen) + len(judges.names), progress) as step:
        try:
            for subject in chosen:
                step(subject.name)
                examined.append(_examine(arm, subject, trials, arm_is_singular))
            judges.speak(step)
        except KeyboardInterrupt:
            if not examined:
                raise
            left = ", ".join([*(one.name for one in chosen[len(examined) :]), *judges.silent])
            notes.append(f"note: interrupted: not tried are {left}")
            raise Interrupted(concluded()) from None
    return concluded()


@dataclass(frozen=True)
class _Examined:
    """What was found of one subject."""

    subject: Subject
    torques: list[Array | None]  # of each trial; None where the subject cannot be tried
    residuals: dict[Claim, float]


def _trials(arm: Arm, samples: int, seed: int) -> list[Trial]:
    """Three situations: free motion, a wrench at the tip, and that on a moving base."""
    samples = count("samples", samples, largest=_LARGEST_SAMPLE)
    rng = np.random.default_rng(count("seed", seed, smallest=0))
    free = random_motion(arm, samples, rng)
    loaded = with_tip_wrench(free, rng)
    moving = with_moving_base(loaded, rng)
    return [
        Trial(states, float(np.abs(torque(arm, None, states)).max()), _extended_torque(arm, states))
        for states in (free, loaded, moving)
    ]


def _extended_torque(arm: Arm, states: States) -> NDArray[np.longdouble] | None:
    """Torques in extended precision, by the first formulation that reads the frames of the arm."""
    if np.finfo(np.longdouble).eps >= EPS:
        return None
    native = next(f.name for f in registry() if f.frames.startswith(arm.convention))
    base = states.base_motion.as_tuple() if states.base_motion else None
    extended: NDArray[np.longdouble] = _core.inverse_dynamics_extended(
        arm, native, states.q, states.qd, states.qdd, states.tip_wrench, base
    )
    return extended


def _examine(arm: Arm, subject: Subject, trials: list[Trial], arm_is_singular: bool) -> _Examined:
    torques = [
        subject.torque(arm, trial.states) if subject.can_try(trial.states) else None
        for trial in trials
    ]
    tried = [(t, tau) for t, tau in zip(trials, torques, strict=True) if tau is not None]
    base_at_rest = [(t, tau) for t, tau in tried if t.states.base_motion is None]
    free, free_tau = tried[0]
    mass = mass_matrices(arm, subject, free, _MASS_MATRICES)
    residuals = {
        claims.POWER: max(power_residual(arm, t, tau) for t, tau in base_at_rest),
        claims.SYMMETRY: symmetry_residual(mass),
        claims.POSITIVE: definiteness_residual(mass, arm_is_singular),
        claims.GRAVITY: gravity_residual(arm, subject, free),
        claims.LINEARITY: linearity_residual(arm, subject, free, free_tau),
    }
    exact = [
        disagreement(tau, t.extended, t.largest_torque)
        for t, tau in tried
        if t.extended is not None
    ]
    if exact:
        residuals = {claims.REFERENCE: max(exact), **residuals}
    return _Examined(subject, torques, residuals)


def _is_singular(arm: Arm, trials: list[Trial]) -> bool:
    """Tell whether some motion of the joints moves no inertia, whatever the formulations say."""
    kinetic = physics.kinetic_matrix(arm, trials[0].states.q[:1])
    return is_negligible(smallest_eigenvalue(kinetic))


def _pair_residual(one: _Examined, other: _Examined, trials: list[Trial]) -> float:
    """Largest disagreement wherever both were tried."""
    return max(
        disagreement(tau, tau_other, trial.largest_torque)
        for trial, tau, tau_other in zip(trials, one.torques, other.torques, strict=True)
        if tau is not None and tau_other is not None
    )


def _checks(examined: list[_Examined], pairwise: Array) -> list[Check]:
    judges = [k for k, one in enumerate(examined) if one.subject.candidate is None]
    checks = []
    for k, one in enumerate(examined):
        residuals = one.residuals
        others = [pairwise[k, judge] for judge in judges if judge != k]
        if others:
            residuals = {claims.AGREEMENT: float(max(others)), **residuals}
        checks += [
            Check(one.subject.name, claim, residual) for claim, residual in residuals.items()
        ]
    return checks


def _notes(arm: Arm, arm_is_singular: bool, trials: list[Trial]) -> list[str]:
    """Say what is no failure: doubtful data, a motion without inertia, no extended precision."""
    notes = [str(finding) for finding in arm.check()]
    notes += [f"{name} {limitation}" for name, limitation in refusals(arm).items()]
    if arm_is_singular:
        notes.append("the mass matrix is singular: some motion of the joints moves no inertia")
    if trials[0].extended is None:
        notes.append("extended precision is not available: long double is no wider than double")
    return [f"note: {note}" for note in notes]
