"""Positions for poses, and parameters for torques: what is found is what it is said to be."""

from __future__ import annotations

import warnings
from math import prod
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

import equidyn
from equidyn import Arm, robots

from .arms import some_arm
from .hostile import OPERANDS, OwnError, Raising
from .judge import judge_own_error, judge_refusal
from .worker import Attack, Turn

# --- inverse kinematics -------------------------------------------------------------------------

Array = NDArray[np.float64]


def _shifted(distance: float) -> Array:
    """Return a pose so far away."""
    pose = np.eye(4)
    pose[1, 3] = distance
    return pose


_LEADING = ((), (), (), (1,), (3,), (2, 2), (0,), (2, 0))
_WRONG: dict[str, tuple[Any, ...]] = {
    "pose": (
        *(None, "pose", 1.0, {}, np.eye(3), np.eye(4)[:3], np.zeros((4, 4)), 2 * np.eye(4)),
        *(np.diag([1.0, 1.0, -1.0, 1.0]), np.full((4, 4), np.nan), np.eye(4) * 1j),
        *(
            np.diag([1.0, 1.0, 1.0, 0.0]),
            np.full((2, 4, 4), 1e200),
            _shifted(1e200),
            Raising(OwnError),
        ),
    ),
    "only": ("", "rotation", "Position", 7, True, ["position"], b"position", "\ud800"),
    "mask": (
        (),
        "xyz",
        [1, 1],
        np.zeros(6),
        [2, 1, 1, 1, 1, 1],
        [np.nan] * 6,
        {},
        Raising(OwnError),
    ),
    "solutions": ("", "every", 8, None, b"all", ["one"]),
    "path": (1, None, "yes", [True]),
    "seed": (-1, 1.5, "0", None, True, [0], np.nan, Raising(OwnError)),
    "tolerance": (0, 0.0, -1e-9, np.nan, np.inf, "x", None, [1e-9], 1j, 10**400),
}
# would take memory of its own
_LEFT_OUT = "very many rows"
_SAME = 1e-9


def solve(turn: Turn) -> None:
    """Look for positions; with good arguments or with a wrong one."""
    random = turn.random
    turn.calls += 1
    arm, leading = some_arm(random), random.choice(_LEADING)
    given: dict[str, Any] = {"pose": _poses(arm, leading, random), "seed": random.randrange(9)}
    if random.random() < 0.4:
        given["only"] = "position"
    elif random.random() < 0.2:
        given["path"] = bool(leading)
    if random.random() < 0.5:
        given["start"] = np.array([random.uniform(-3, 3) for _ in range(arm.n)])
    if random.random() < 0.5:
        _right(turn, arm, leading, given)
    else:
        _wrong(turn, arm, given)


def _poses(arm: Arm, leading: tuple[int, ...], random: Random) -> Array:
    """Return poses within reach, or as far away as there are numbers."""
    q = [random.uniform(-3, 3) for _ in range(prod(leading) * arm.n)]
    poses = arm.forward_kinematics(np.reshape(q, (*leading, arm.n)))
    if random.random() < 0.2:
        poses[..., :3, 3] *= 10.0 ** random.uniform(0, 140)
    return poses


def _right(turn: Turn, arm: Arm, leading: tuple[int, ...], given: dict[str, Any]) -> None:
    """Hold what is found to what it is said to be."""
    place = f"inverse_kinematics only={given.get('only')}"
    try:
        found = arm.inverse_kinematics(**given)
    except BaseException as error:
        turn.found("refuses a pose", place, error)
        return
    q, residual = found.q, found.residual
    if q.shape != (*leading, arm.n) or residual.shape != leading:
        turn.found("wrong shape", place, (q.shape, residual.shape))
    elif not (np.isfinite(q).all() and np.isfinite(residual).all()):
        turn.found("not finite", place, (q, residual))
    elif arm.limits is not None and not ((q >= arm.limits[:, 0]) & (q <= arm.limits[:, 1])).all():
        turn.found("beyond the limits", place, q)
    else:
        _reaches(turn, place, arm, given["pose"], found)


def _reaches(turn: Turn, place: str, arm: Arm, pose: Array, found: Any) -> None:
    """See where the tool is at the positions that were found."""
    difference = arm.forward_kinematics(found.q) - pose
    distance = np.sqrt(np.sum((difference[..., :3, 3] / 2) ** 2, axis=-1)) * 2
    turned = np.abs(difference[..., :3, :3]).max(axis=(-1, -2), initial=0.0)
    error = distance if "position" in place else np.maximum(distance, turned)
    if (found.converged & (error > _SAME)).any():
        turn.found("is not where it is said to be", place, error)
    size = 1 + np.abs(pose[..., :3, 3]).max(axis=-1, initial=0.0)
    if (distance / size > found.residual / size + _SAME).any():
        turn.found("is farther away than it is said to be", place, (distance, found.residual))


def _wrong(turn: Turn, arm: Arm, given: dict[str, Any]) -> None:
    """Put one thing that cannot be among the arguments."""
    random = turn.random
    name = random.choice(("pose", "start", "start", *_WRONG))
    if name == "start":
        kind = random.choice([each for each in OPERANDS if each not in (_LEFT_OUT, "none")])
        hostile = OPERANDS[kind](np.zeros((1, arm.n)), random)
        if kind == "does not broadcast":
            given["pose"] = np.broadcast_to(np.eye(4), (5, 4, 4))
    else:
        hostile = random.choice(_WRONG[name])
    given[name] = hostile
    if isinstance(hostile, list) and isinstance(hostile[0], Raising):
        hostile = hostile[0]
    place = f"inverse_kinematics: {name} is wrong"
    try:
        found = arm.inverse_kinematics(**given)
    except BaseException as error:
        if isinstance(hostile, Raising):
            judge_own_error(turn, place, error, hostile, (name,))
        else:
            judge_refusal(turn, place, error, (name,))
        return
    turn.found("takes what is wrong", place, f"{hostile!r}: {found.q}")


# --- identification -----------------------------------------------------------------------------

# errors in units of the deviations that are told: a Student distribution of ten degrees of freedom
# exceeds it once in 10^9
_FARTHEST = 20.0


def identify(turn: Turn) -> None:
    """Identify a possible arm: deviations hold, and its bodies predict as the estimate does."""
    random = turn.random
    n = random.randint(1, 4)
    joints = "".join(random.choice("RRP") for _ in range(n))
    arm = robots.random_arm(n, random.randrange(10**6), joints)
    size, noise = 10.0 ** random.uniform(-6, 6), random.choice((0.0, 1e-3, 0.1))
    samples = random.choice((random.randint(1, 15), random.randint(10, 60)))
    rng = np.random.default_rng(random.randrange(10**6))
    states = rng.normal(size=(3, samples, n))
    exact = arm.inverse_dynamics(*states)
    tau = exact + noise * np.abs(exact).max(axis=0) * rng.normal(size=exact.shape)
    given = arm.with_parameters(np.asarray(arm.parameters()) / size)
    place = f"{joints}, {samples} samples, noise {noise}, true/guess {size:.1e}"
    turn.calls += 2
    try:
        found = equidyn.identify(given, *states, tau)
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            bodies = found.arm
    except BaseException as error:
        judge_refusal(turn, place, error, ("tau",))
        return
    errors = np.abs(found.base.values - arm.base_parameters().values) / found.standard_deviations
    if noise and errors.max() > _FARTHEST:
        turn.found("too sure", place, f"{errors.max():.3g} standard deviations")
    if told and not noise:
        turn.found("warns", place, told[0].message)
    left = np.abs(bodies.inverse_dynamics(*states) - found.torque(*states)).max()
    if not noise and left > (1e-9 + 1e-12 / size) * np.abs(tau).max():
        turn.found("bodies predict otherwise", place, f"{left / np.abs(tau).max():.3g}")


ATTACKS = (
    Attack("poses", "poses for inverse kinematics", solve, 0.0001, 60, 200, patience=60.0),
    Attack(
        "identification",
        "arms of any size, few samples",
        identify,
        0.0002,
        60,
        500,
        patience=60.0,
    ),
)
