"""An arm whose constant angles are joints of their own, so that they can be inputs of a trace.

A trace folds the cosine of a constant, but the position of a joint is an input. So an angle becomes
a joint without mass that is at rest and whose results are dropped. A twist about x is a turn about
z between right angles: ``Rx(α) = Rz(90°) Rx(90°) Rz(α) Rx(-90°) Rz(-90°)``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from math import pi
from typing import NamedTuple

import numpy as np

from ..arm.arm import Arm
from ..arm.data import joint_side_drives
from ..dynamics.facts import FACTS

# parameters of links that are angles
ANGLES = ("alpha", "theta")

_RIGHT = pi / 2


def is_right_angle(angle: float) -> bool:
    """Tell whether an angle is a multiple of 90°, whose cosine and sine are exact."""
    return bool(np.isclose(angle, round(angle / _RIGHT) * _RIGHT, rtol=1e-15, atol=1e-15))


class _Row(NamedTuple):
    """A row of the longer arm: a joint, an angle that became one, or a fixed frame.

    Attributes
    ----------
    link : int
        The link of the arm that it belongs to.
    position : str
        Its position: "q[0]", "alpha[0]", "theta[0]"; empty for a fixed frame.
    a, a_y, alpha, d, theta : float
        Its Denavit-Hartenberg parameters.
    """

    link: int
    position: str = ""
    a: float = 0.0
    a_y: float = 0.0
    alpha: float = 0.0
    d: float = 0.0
    theta: float = 0.0


class AngleJoints:
    """An arm with some of its constant angles as joints, and what its joints belong to.

    Parameters
    ----------
    arm : Arm
        The arm.
    angles : collection of str
        The angles that become joints, such as "alpha[1]" and, of prismatic joints, "theta[0]".

    Attributes
    ----------
    longer : Arm
        The arm with these joints.
    positions : list of str
        The position of each of its joints: "q[0]", "alpha[0]", "theta[0]"; empty at rest.
    links : list of int
        The link of the arm that each of its links belongs to.
    """

    def __init__(self, arm: Arm, angles: Collection[str]) -> None:
        rows = [row for k in range(arm.n) for row in _rows(arm, k, angles)]
        self.positions = [row.position for row in rows]
        self.links = [row.link for row in rows]
        self._joints = [k for k, row in enumerate(rows) if row.position.startswith("q")]
        # the last row of a link carries its body
        self._bodies = [len(rows) - 1 - self.links[::-1].index(link) for link in range(arm.n)]
        self.longer = self._made(arm, rows) if len(rows) > arm.n else arm

    def length(self, links: int) -> int:
        """Return how many links of the longer arm the first links of the arm are; 0 stays 0."""
        return sum(link < links for link in self.links)

    def of_arm(self, results: Sequence[int], quantity: str) -> list[int]:
        """Return those results of a quantity that are of joints and links of the arm."""
        n, more = len(self._joints), len(self.positions)
        kept, start = [], 0
        for short, long in zip(*map(FACTS[quantity].extents, (n, more)), strict=True):
            places = np.arange(start, start + np.prod(long)).reshape(long)
            start += places.size
            axes = [self._indices(x, y) for x, y in zip(short, long, strict=True)]
            kept += places[np.ix_(*axes)].ravel().tolist()
        return [results[k] for k in kept]

    def _indices(self, short: int, long: int) -> list[int]:
        """Return what an axis keeps: everything, the joints, or the parameters of the bodies."""
        if short == long:
            return list(range(long))
        each = long // len(self.positions)
        rows = self._joints if each == 1 else self._bodies
        return [each * row + k for row in rows for k in range(each)]

    def _made(self, arm: Arm, rows: Sequence[_Row]) -> Arm:
        """Return the arm of these rows."""
        values = {name: np.array([getattr(row, name) for row in rows]) for name in _Row._fields[2:]}
        of_links = {
            "mass": (arm.mass, self._bodies),
            "com": (arm.com, self._bodies),
            "inertia": (arm.inertia, self._bodies),
            "viscous": (joint_side_drives(arm)["viscous"], self._joints),
        }
        for name, (given, places) in of_links.items():
            values[name] = np.zeros((len(rows), *given.shape[1:]))
            values[name][places] = given
        letters = [arm.joints[row.link] if row.position[:1] == "q" else "R" for row in rows]
        whole = {name: getattr(arm, name) for name in ("convention", "gravity", "base", "tool")}
        return Arm._quietly({**whole, **values, "joints": "".join(letters)})


def _rows(arm: Arm, k: int, angles: Collection[str]) -> Iterator[_Row]:
    """Return the rows of a link, of which the last carries its body."""
    theta, alpha = f"theta[{k}]", f"alpha[{k}]"
    lengths = {"a": float(arm.a[k]), "a_y": float(arm.a_y[k])}
    twist = {**lengths, "alpha": float(arm.alpha[k])}
    turn = {"d": float(arm.d[k]), "theta": 0.0 if theta in angles else float(arm.theta[k])}
    if arm.convention == "standard":
        if theta in angles:
            yield _Row(k, theta)
        if alpha not in angles:
            yield _Row(k, f"q[{k}]", **twist, **turn)
            return
        yield _Row(k, f"q[{k}]", **lengths, **turn)
        yield _Row(k, theta=_RIGHT, alpha=_RIGHT)
        yield _Row(k, alpha, alpha=-_RIGHT)
        yield _Row(k, theta=-_RIGHT)
        return
    if alpha in angles:
        yield _Row(k, "", **lengths, theta=_RIGHT)
        yield _Row(k, alpha, alpha=_RIGHT)
        twist = {"alpha": -_RIGHT}
        turn["theta"] -= _RIGHT
    if theta in angles:
        yield _Row(k, theta, **twist, theta=turn.pop("theta"))
        twist = {}
    yield _Row(k, f"q[{k}]", **twist, **turn)
