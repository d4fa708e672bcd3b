"""Series of arms and states in which rounding grows: longer arms, and data ever nearer to singular.

In "frame", "lift" and "turns" the torques hardly change, or not at all: only the description of the
arm, or its position, does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from ...arm import Arm, States, random_motion
from ...robots.family import Family, member
from .arms import lifted, nearly_parallel, reach

# lengths of the arm, turns of the joints, or 1 rad by the angle between axes
DISTANCES = tuple(10**k for k in range(7))


@dataclass(frozen=True)
class Setting:
    """One arm in several states.

    Attributes
    ----------
    x : int
        Value of the growing variable.
    arm : Arm
        The arm.
    states : States
        Its states.
    """

    x: int
    arm: Arm
    states: States


@dataclass(frozen=True)
class Case:
    """Data from which sweeps are made.

    Attributes
    ----------
    arm : Arm
        The arm, in the standard convention.
    sizes : tuple of int
        Numbers of joints.
    family : callable
        Makes the arm of n joints.
    samples : int
        States of each arm.
    seed : int
        Seed of the states.
    """

    arm: Arm
    sizes: tuple[int, ...]
    family: Family
    samples: int
    seed: int

    def states(self, arm: Arm) -> States:
        """Return random states, the same for all arms with the same joints and limits."""
        return random_motion(arm, self.samples, np.random.default_rng(self.seed))


@dataclass(frozen=True)
class Sweep:
    """A series of settings.

    Attributes
    ----------
    variable : str
        The growing variable.
    statement : str
        Description of the series.
    shared : str
        Reason for errors that all formulations share.
    settings : callable
        Makes the series.
    ordinary : bool
        Whether all of its arms are ordinary, not the first one alone.
    """

    variable: str
    statement: str
    shared: str
    settings: Callable[[Case], Iterator[Setting]]
    ordinary: bool = False


def _joints(case: Case) -> Iterator[Setting]:
    for n in case.sizes:
        arm = member(case.family, n)
        yield Setting(n, arm, case.states(arm))


def _frame(case: Case) -> Iterator[Setting]:
    """Shift the last frame along its x axis and the joint axis; all bodies stay in place."""
    arm, states, size = case.arm, case.states(case.arm), reach(case.arm)
    a, d, com = arm.a.copy(), arm.d.copy(), arm.com.copy()
    # in frame n: the joint axis is (0, sin alpha, cos alpha)
    axis = np.array([0.0, np.sin(arm.alpha[-1]), np.cos(arm.alpha[-1])])
    for x in DISTANCES:
        shift = x * size * (np.array([1.0, 0.0, 0.0]) + axis)
        a[-1], d[-1] = arm.a[-1] + x * size, arm.d[-1] + x * size
        com[-1] = arm.com[-1] - shift
        tool = arm.tool.copy()
        tool[:3, 3] -= shift
        yield Setting(x, arm._with(a=a, d=d, com=com, tool=tool), states)


def _parallel(case: Case) -> Iterator[Setting]:
    for x in DISTANCES:
        arm = nearly_parallel(case.arm.n, 1.0 / x, case.seed)
        yield Setting(x, arm, case.states(arm))


def _lift(case: Case) -> Iterator[Setting]:
    arm, size = lifted(case.arm), reach(case.arm)
    states = case.states(arm)
    for x in DISTANCES:
        q = states.q.copy()
        q[:, 0] += x * size
        yield Setting(x, arm, replace(states, q=q))


def _turns(case: Case) -> Iterator[Setting]:
    states = case.states(case.arm)
    for x in DISTANCES:
        q = states.q + 2 * np.pi * x * case.arm.revolute
        yield Setting(x, case.arm.with_limits(None), replace(states, q=q))


SWEEPS = {
    "joints": Sweep(
        "number of joints n",
        "arms with increasing numbers of joints",
        "rounding errors of the links add up",
        _joints,
        ordinary=True,
    ),
    "frame": Sweep(
        "distance of the last frame, in lengths of the arm",
        "the frame of the last link moves away from it; the arm stays the same",
        "the data themselves are rounded",
        _frame,
    ),
    "parallel": Sweep(
        "1 rad / angle between neighbouring axes",
        "axes approach parallel, and their common normals move away",
        "the data themselves are rounded",
        _parallel,
    ),
    "lift": Sweep(
        "height above the base, in lengths of the arm",
        "the arm is on a massless lift at increasing height above the base",
        "the height itself is rounded",
        _lift,
    ),
    "turns": Sweep(
        "turns of each revolute joint",
        "increasing number of joint revolutions",
        "q + theta is rounded before the equations",
        _turns,
    ),
}
