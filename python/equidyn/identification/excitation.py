"""Excitation trajectories for the identification of an arm."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from ..arm.arm import Arm
from ..arm.parameters.base_parameters import base_parameters_of
from ..arm.parameters.parameters import parameters_of
from ..motion.trajectories.checks import bound
from ..output.progress import progress_bar
from ..robots import ArmLike, load
from ..validation import FloatArray, count, positive, switch
from .least_squares import condition_number
from .trajectory import FourierTrajectory

# samples per period of the highest harmonic, for the condition number and for the limits
_SAMPLES, _CHECKED = 8, 40

# range without limits: half a turn, or half a metre, either way
_FREE_TURN, _FREE_SLIDE = np.pi, 0.5

# s, the shortest duration: accelerations of much shorter motions overflow
_BRIEFEST = 1e-100

# limits: harmonics that take half a gigabyte, and evaluations that take days
_MOST_HARMONICS, _MOST_EVALUATIONS = 500, 10**6

# fraction of the evaluations for random motions, before the search starts from the best
_RANDOM_START = 0.1

# change of the step size after success or failure: one step in five succeeds (Rechenberg)
_LONGER, _SHORTER = 1.5, 1.5**-0.25


def exciting_trajectory(
    arm: ArmLike,
    *,
    duration: float = 10.0,
    harmonics: int = 5,
    speed: ArrayLike = 2.0,
    acceleration: ArrayLike = 5.0,
    friction: bool = False,
    motors: bool = False,
    evaluations: int = 200,
    seed: int = 0,
    progress: bool = False,
) -> FourierTrajectory:
    """Search for an excitation trajectory: a motion that identifies the parameters of an arm well.

    A Fourier series for each joint, from rest to rest, within the limits of position, speed and
    acceleration at every instant. Its coefficients are found by random search that accepts a step
    if the condition number falls, a (1+1) evolution strategy.

    Parameters
    ----------
    arm : Arm, str or path_like
        The arm, n joints, or its name or file as for `equidyn.robots.load`. Joints without limits
        move half a turn, or half a metre, either way at most.
    duration : float, optional
        Period, s.
    harmonics : int, optional
        Number of frequencies of each joint, 3 to 500: multiples of the fundamental frequency.
    speed, acceleration : array_like, shape () or (n,), optional
        Limits of the joints: rad/s, rad/s², m/s, m/s².
    friction, motors : bool, optional
        Whether friction, and the motors, are to be identified too.
    evaluations : int, optional
        Number of motions tried, at most a million.
    seed : int, optional
        Seed of the random numbers; the same seed gives the same motion.
    progress : bool, optional
        Whether to show a progress bar.

    Returns
    -------
    FourierTrajectory
        Call it with times; it prints and plots.

    Raises
    ------
    ValueError, TypeError
        For a bad argument, or if no motion within the limits identifies all parameters.

    References
    ----------
    J. Swevers, C. Ganseman, D. B. Tükel, J. De Schutter, H. Van Brussel, Optimal Robot Excitation
    and Identification, IEEE Transactions on Robotics and Automation 13(5), 1997.

    Examples
    --------
    >>> import equidyn
    >>> trajectory = equidyn.exciting_trajectory("planar_2r", duration=5.0)
    >>> trajectory.condition_number < 10
    True
    """
    arm = load(arm)
    friction, motors = switch("friction", friction), switch("motors", motors)
    seconds = positive("duration", duration)
    if seconds < _BRIEFEST:  # the squares of its frequencies would overflow
        raise ValueError(f"duration: must be at least {_BRIEFEST}, got {seconds:.6g}")
    space = _Motions(
        arm,
        seconds,
        count("harmonics", harmonics, smallest=3, largest=_MOST_HARMONICS),
        bound("speed", speed, arm.n),
        bound("acceleration", acceleration, arm.n),
    )
    rng = np.random.default_rng(count("seed", seed, smallest=0))
    judge = _judge(arm, space, friction, motors)
    evaluations = count("evaluations", evaluations, largest=_MOST_EVALUATIONS)
    with progress_bar("excitation trajectory", evaluations, progress) as begin:
        best = _search(space, judge, evaluations, rng, begin)
    if not np.isfinite(best.condition_number):
        raise ValueError("arm: no motion within its limits shows all base parameters")
    return best


class _Motions:
    """Feasible motions, one for each array of numbers."""

    def __init__(
        self,
        arm: Arm,
        duration: float,
        harmonics: int,
        speed: FloatArray,
        acceleration: FloatArray,
    ) -> None:
        free = np.where(arm.revolute, _FREE_TURN, _FREE_SLIDE)
        limits = np.stack([-free, free], axis=1) if arm.limits is None else arm.limits
        self.lower, self.upper = limits[:, 0], limits[:, 1]
        self.duration, self.speed, self.acceleration = duration, speed, acceleration
        self.shape = (arm.n, 2 * harmonics + 1)
        # bound on a Fourier series between its samples (Ehlich & Zeller 1964)
        self.margin = np.cos(np.pi / _CHECKED)

    def motion(self, numbers: FloatArray) -> FourierTrajectory:
        """Return the motion of some numbers (n, 2 harmonics + 1), as large as the limits allow."""
        k = np.arange(1, self.shape[1] // 2 + 1.0)
        # remove velocity and acceleration at the start
        sine = _orthogonal(numbers[:, : len(k)] / k, k)
        cosine = _orthogonal(numbers[:, len(k) : -1] / k, k**2)
        still = np.zeros(self.shape[0])
        moving = FourierTrajectory(self.duration, still, sine, cosine, np.inf)
        q, qd, qdd = moving(moving.times(_CHECKED * len(k)))
        reach, fastest, hardest = (np.abs(x).max(axis=0) / self.margin for x in (q, qd, qdd))
        room = (self.upper - self.lower) / 2
        with np.errstate(over="ignore", divide="ignore"):
            ratios = [room / reach, self.speed / fastest, self.acceleration / hardest]
        scale = np.min(ratios, axis=0)
        slack = room - scale * reach
        centre = (self.lower + self.upper) / 2 + np.tanh(numbers[:, -1]) * slack
        scale = scale[:, np.newaxis]
        return replace(moving, centre=centre, sine=scale * sine, cosine=scale * cosine)


def _orthogonal(coefficients: FloatArray, to: FloatArray) -> FloatArray:
    """Remove from each row its component along a vector."""
    unit = to / np.linalg.norm(to)
    return coefficients - np.outer(coefficients @ unit, unit)


def _judge(
    arm: Arm, space: _Motions, friction: bool, motors: bool
) -> Callable[[FloatArray], FourierTrajectory]:
    """Return a function that gives the motion of some numbers with its condition number."""
    parameters = parameters_of(arm, friction, motors)
    base = base_parameters_of(arm, arm.regressor, parameters, friction, motors)
    kept = list(base.structural.kept)

    def judge(numbers: FloatArray) -> FourierTrajectory:
        motion = space.motion(numbers)
        states = motion(motion.times(_SAMPLES * motion.sine.shape[1]))
        Y = arm.regressor(*states, friction=friction, motors=motors)[..., kept]
        return replace(motion, condition_number=condition_number(Y.reshape(-1, len(kept))))

    return judge


def _search(
    space: _Motions,
    judge: Callable[[FloatArray], FourierTrajectory],
    evaluations: int,
    rng: np.random.Generator,
    begin: Callable[[str], None],
) -> FourierTrajectory:
    """Return the best motion of a (1+1) evolution strategy."""
    random_start = max(1, int(_RANDOM_START * evaluations))
    draws = [rng.normal(size=space.shape) for _ in range(random_start)]
    looks = []
    for x in draws:
        begin("random start")
        looks.append((x, judge(x)))
    at, best = min(looks, key=lambda pair: pair[1].condition_number)
    size = 0.5
    for _ in range(evaluations - random_start):
        begin(f"condition number {best.condition_number:.3g}")
        x = at + size * rng.normal(size=space.shape)
        tried = judge(x)
        if tried.condition_number < best.condition_number:
            at, best, size = x, tried, size * _LONGER
        else:
            size *= _SHORTER
    return best
