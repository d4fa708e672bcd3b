"""Kane's equations in explicit form: coefficients of the accelerations, and a rest without them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ....arm import Arm
from ....counting import Polynomial, count_operations
from ....robots import load
from ..printed_counts.tables import Pair

_Numbers = NDArray[Any]  # of recorded numbers, too

# decimal places of the cosine and sine of a twist, so that right angles give 0 and 1
_PLACES = 15


def explicit_torques(arm: Arm, q: _Numbers, qd: _Numbers, qdd: _Numbers) -> _Numbers:
    """Return X qdd + Y, from partial velocities in the frames of the links.

    Parameters
    ----------
    arm : Arm
        The arm in standard DH, its base at rest.
    q, qd, qdd : array, shape (n,)
        Positions, velocities and accelerations of the joints.

    Returns
    -------
    array, shape (n,)
        Torques and forces of the joints.
    """
    X = np.zeros((arm.n, arm.n)).tolist()
    Y = np.zeros(arm.n).tolist()
    for m, inertia, force, moment, moving, turning in _links(arm.to_dict(), q, qd):
        for k, (v, w) in enumerate(zip(moving, turning, strict=True)):
            Y[k] = Y[k] + (force @ v + moment @ w)
            momentum, spin = m * v, inertia @ w
            for s in range(k + 1):
                X[k][s] = X[s][k] = X[k][s] + (momentum @ moving[s] + spin @ turning[s])
    torques: _Numbers = np.array(X) @ qdd + np.array(Y)
    return torques


def operations_on_stanford() -> Pair:
    """Count the multiplications and additions of explicit Kane on the Stanford arm."""
    arm = Arm.from_dict({**load("stanford").to_dict(), "motor_inertia": None})
    counts = count_operations(arm, "kane_link_frames", candidates={"explicit": explicit_torques})
    total = counts["explicit"].total
    return Polynomial.of([total.multiplications]), Polynomial.of([total.additions])


def _links(data: dict[str, Any], q: _Numbers, qd: _Numbers) -> Iterator[tuple[Any, ...]]:
    """Yield of each link mass, inertia, force and torque without qdd, partial velocities."""
    w, al, a, com_before = np.zeros(3), np.zeros(3), -np.array(data["gravity"]), np.zeros(3)
    moving: list[_Numbers] = []
    turning: list[_Numbers] = []
    for i, joint in enumerate(data["joints"]):
        revolute = joint == "R"
        to_link, axis, r = _frame(data, i, q[i])
        m, com, inertia = (np.array(data[name][i]) for name in ("mass", "com", "inertia"))

        before, al, a = to_link(w), to_link(al), to_link(a)
        if revolute:
            w, al = before + axis * qd[i], al + np.cross(before, axis * qd[i])
        else:
            w, a = before, a + 2 * qd[i] * np.cross(before, axis)
        A = _acceleration_matrix(w, al)
        a = a + A @ r

        step, com_before = r + com - to_link(com_before), com
        turning = [to_link(each) for each in turning]
        moving = [to_link(v) + np.cross(t, step) for v, t in zip(moving, turning, strict=True)]
        turning.append(axis if revolute else np.zeros(3))
        moving.append(np.cross(axis, r + com) if revolute else axis)

        force, moment = m * (a + A @ com), inertia @ al + np.cross(w, inertia @ w)
        yield m, inertia, force, moment, moving, turning


def _frame(
    data: dict[str, Any], i: int, q: Any
) -> tuple[Callable[[_Numbers], _Numbers], _Numbers, _Numbers]:
    """Return the change to axes of link i, and there the joint axis and the way to origin i."""
    revolute = data["joints"][i] == "R"
    theta = data["theta"][i] + (q if revolute else 0)
    d = data["d"][i] + (0 if revolute else q)
    c, s = np.cos(theta), np.sin(theta)
    if not revolute:
        c, s = round(c, _PLACES), round(s, _PLACES)
    ca, sa = (round(f(data["alpha"][i]), _PLACES) for f in (np.cos, np.sin))

    def to_link(v: _Numbers) -> _Numbers:
        across = c * v[1] - s * v[0]
        return np.array([c * v[0] + s * v[1], ca * across + sa * v[2], ca * v[2] - sa * across])

    return to_link, np.array([0, sa, ca]), np.array([data["a"][i], sa * d, ca * d])


def _acceleration_matrix(w: _Numbers, al: _Numbers) -> _Numbers:
    """Return the matrix that takes a vector of the link to the acceleration of its end."""
    x, y, z = w
    xx, yy, zz, xy, xz, yz = x * x, y * y, z * z, x * y, x * z, y * z
    return np.array(
        [
            [-(yy + zz), xy - al[2], xz + al[1]],
            [xy + al[2], -(xx + zz), yz - al[0]],
            [xz - al[1], yz + al[0], -(xx + yy)],
        ]
    )
