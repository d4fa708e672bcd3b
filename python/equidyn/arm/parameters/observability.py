"""Observability of the inertial parameters: combinations that the torques of an arm depend on.

The contribution of a body of pseudo-inertia J (`pseudo_inertia`) to a joint torque is Tr(X J Y^t),
where X is the twist of the body per unit velocity of the joint and Y the twist by another joint, or
gravity. So torques observe a body through functionals F of value Tr(F J), symmetric 4 x 4 matrices.

Of the links from i on as one body, joint i observes the functionals of its own twist X with itself
and with every twist of link i-1. Torques are independent of a combination of parameters on which
all these vanish in every position: those at the joint's own link, and those of the joints before it
as the joint moves. The spans of twists, and of functionals, under motion of a joint are the
smallest that its generator maps into themselves.

P. Wensing, G. Niemeyer, J.-J. Slotine, A Geometric Characterization of Observability in Inertial
Parameter Identification, The International Journal of Robotics Research, 2024, whose recursion this
is, in the trace form. Where every link moves freely it yields the rules of M. Gautier, W. Khalil,
Direct Calculation of Minimum Set of Inertial Parameters of Serial Robots, IEEE Transactions on
Robotics and Automation 6(3), 1990: three parameters of a link behind a revolute joint and six
behind a prismatic one belong to the link before it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from ...validation import FloatArray
from .parameters import PER_LINK
from .pseudo_inertia import OF_PARAMETER

if TYPE_CHECKING:
    from ..arm import Arm

# smaller directions of twists and functionals, relative to the arm, are rounding
_NEGLIGIBLE = 1e-9

Matrices = FloatArray  # (k, 4, 4)


def observed_combinations(arm: Arm, rotors: bool) -> list[FloatArray]:
    """Return a basis of the observable combinations of parameters.

    Of dimensionless parameters: in units of `length_units`.

    Parameters
    ----------
    arm : Arm
        The arm, n joints; its base is at rest.
    rotors : bool
        Whether the n rotor inertias follow the parameters of the links.

    Returns
    -------
    list of ndarray, shape (k, p)
        A row for each combination; first those from link 1, then those that link 2 adds, and so on.
        Each block has no entries of the links before.
    """
    n = arm.n
    steps, joint_twists = _geometry(arm, _size(arm))
    rows = []
    moving, constant = _gravity(arm), np.zeros((0, 4, 4))
    for i, (step, X) in enumerate(zip(steps, joint_twists, strict=True)):
        moving = _closed(np.linalg.inv(step) @ moving @ step, partial(_turning, X))
        arriving = _closed(step.T @ constant @ step, partial(_showing, X))
        vanishing = _basis(np.concatenate([_symmetric(X.T @ moving), _symmetric(X.T @ arriving)]))
        own = _less(X.T @ X, vanishing)
        constant = _basis(np.concatenate([arriving, vanishing, own]))
        moving = np.concatenate([moving, X[np.newaxis]])

        # the rotor inertia adds to the functional of the joint's own twist with itself
        with_rotor = own if len(own) or not rotors else np.zeros((1, 4, 4))
        functionals = np.concatenate([vanishing, with_rotor])
        row = np.zeros((len(functionals), (PER_LINK + rotors) * n))
        for j in range(i, n):
            if j > i:
                functionals = steps[j].T @ functionals @ steps[j]
            row[:, PER_LINK * j : PER_LINK * (j + 1)] = np.einsum(
                "fij,kij->fk", functionals, OF_PARAMETER
            )
        if rotors:
            row[-1, PER_LINK * n + i] = 1.0
        rows.append(row)
    return rows


def length_units(arm: Arm, friction: bool, rotors: bool) -> FloatArray:
    """Return the powers of a length of the arm that its parameters contain, shape (p,)."""
    size = _size(arm)
    squares = [size**2 if revolute else 1.0 for revolute in arm.revolute]
    of_link = [1.0, *[size] * 3, *[size**2] * 6]
    return np.array(of_link * arm.n + [1.0] * (3 * arm.n * friction) + squares * rotors)


def _size(arm: Arm) -> float:
    """Return the largest length of the arm."""
    return float(np.abs([arm.a, arm.a_y, arm.d]).max()) or 1.0


def _geometry(arm: Arm, size: float) -> tuple[Matrices, Matrices]:
    """Return the steps from frame to frame at q = 0, and the twist of each joint in its link.

    Lengths are in units of ``size``.
    """
    along_z = _screws(arm.theta, arm.d / size, axis=2)
    along_x = _screws(arm.alpha, arm.a / size, axis=0)
    along_x[:, 1, 3] = arm.a_y / size
    turn, slide = np.zeros((2, 4, 4))
    turn[[1, 0], [0, 1]] = 1.0, -1.0
    slide[2, 3] = 1.0
    twists = np.where(arm.revolute[:, np.newaxis, np.newaxis], turn, slide)
    if arm.convention == "modified":
        return along_x @ along_z, twists
    return along_z @ along_x, np.linalg.inv(along_x) @ twists @ along_x


def _screws(angles: FloatArray, shifts: FloatArray, axis: int) -> Matrices:
    """Return the poses of rotations about, and translations along, a coordinate axis."""
    j, k = (axis + 1) % 3, (axis + 2) % 3
    poses = np.zeros((len(angles), 4, 4))
    poses[:, [j, k], [j, k]] = np.cos(angles)[:, np.newaxis]
    poses[:, k, j] = np.sin(angles)
    poses[:, j, k] = -np.sin(angles)
    poses[:, axis, axis] = poses[:, 3, 3] = 1.0
    poses[:, axis, 3] = shifts
    return poses


def _gravity(arm: Arm) -> Matrices:
    """Return the direction of gravity in base axes as a twist; none without gravity."""
    fall = arm.base[:3, :3].T @ arm.gravity
    strength = np.linalg.norm(fall)
    twist = np.zeros((int(strength > 0), 4, 4))
    twist[:, :3, 3] = fall / (strength or 1.0)
    return twist


def _turning(X: FloatArray, twists: Matrices) -> Matrices:
    """Return the derivatives of link twists with respect to the joint of twist X."""
    return np.asarray(X @ twists - twists @ X)


def _showing(X: FloatArray, functionals: Matrices) -> Matrices:
    """Return the derivatives of link functionals with respect to the joint of twist X."""
    return _symmetric(X.T @ functionals)


def _symmetric(matrices: Matrices) -> Matrices:
    return np.asarray(matrices + matrices.swapaxes(-1, -2))


def _closed(matrices: Matrices, generator: Callable[[Matrices], Matrices]) -> Matrices:
    """Return a basis of the smallest invariant span of the generator that contains these."""
    closed = _basis(matrices)
    while True:
        wider = _basis(np.concatenate([closed, generator(closed)]))
        if len(wider) == len(closed):
            return closed
        closed = wider


def _basis(matrices: Matrices) -> Matrices:
    """Return an orthonormal basis of a span."""
    _, sizes, directions = np.linalg.svd(matrices.reshape(-1, 16), full_matrices=False)
    return np.asarray(directions[sizes > _NEGLIGIBLE].reshape(-1, 4, 4))


def _less(matrix: FloatArray, basis: Matrices) -> Matrices:
    """Return the component of a matrix orthogonal to a span: (1, 4, 4), or none."""
    rest = matrix - np.einsum("kij,kab,ab->ij", basis, basis, matrix)
    return rest[np.newaxis] if np.abs(rest).max() > _NEGLIGIBLE else np.zeros((0, 4, 4))
