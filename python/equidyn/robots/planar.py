"""Planar arms in a vertical plane, with closed forms in textbooks.

World frame: x horizontal, y upwards, z out of the plane and along all joint axes, so that gravity
is (0, -9.81, 0). At position zero the arm is stretched out along x.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from ..arm.arm import Arm
from ..arm.data import MOST_JOINTS
from ..validation import count, positive, real_array


def planar_2r(
    *,
    length: ArrayLike = (1.0, 0.8),
    mass: ArrayLike = (4.6, 2.3),
    com: ArrayLike = (0.45, 0.35),
    inertia: ArrayLike = (0.3, 0.2),
) -> Arm:
    """Return the planar two-link arm of the textbooks, with distributed mass, in a vertical plane.

    Parameters
    ----------
    length : array_like, shape (2,), optional
        Lengths of the links, m.
    mass : array_like, shape (2,), optional
        Masses, kg.
    com : array_like, shape (2,), optional
        Distances of the centres of mass from the joints before them, m. With ``com`` equal to
        ``length`` and no ``inertia`` the arm has point masses at the ends of its links.
    inertia : array_like, shape (2,), optional
        Moments of inertia about the centres of mass and normal to the plane, kg m².

    Returns
    -------
    Arm
        Standard DH, two revolute joints, gravity (0, -9.81, 0).

    Raises
    ------
    ValueError, TypeError
        For bad data, as `equidyn.Arm.from_dh`.

    References
    ----------
    M. W. Spong, S. Hutchinson, M. Vidyasagar, Robot Dynamics and Control, 2nd ed., section 7.3.2.

    Examples
    --------
    Held level, its first joint carries both weights, 4.6 kg at 0.45 m and 2.3 kg at 1.35 m:

    >>> print(planar_2r().inverse_dynamics([0, 0], [0, 0], [0, 0])[0].round(2))
    50.77
    """
    return _planar_chain(2, length, mass, com, inertia, name="planar 2R")


def uniform_chain(n: int, length: float = 1.0, mass: float = 1.0) -> Arm:
    """Return a chain of n equal uniform rods in a vertical plane.

    Parameters
    ----------
    n : int
        Number of rods, and of revolute joints.
    length : float, optional
        Length of a rod, m.
    mass : float, optional
        Mass of a rod, kg.

    Returns
    -------
    Arm
        Standard DH, gravity (0, -9.81, 0).

    Raises
    ------
    ValueError, TypeError
        If n is not a positive integer, or length or mass not a positive number.

    Notes
    -----
    Closed form, in the absolute angles p_i = q_1 + ... + q_i::

        A_ii = m l² (1/3 + n - i),  A_ij = m l² (1/2 + n - j) for i < j,  b_i = m l (1/2 + n - i)
        u_i  = sum_j A_ij (cos(p_i - p_j) pdd_j + sin(p_i - p_j) pd_j²) + g b_i cos p_i
        tau_i = u_i + ... + u_n

    Examples
    --------
    >>> uniform_chain(3).inverse_dynamics(np.zeros(3), np.zeros(3), np.zeros(3)) / 9.81
    array([4.5, 2. , 0.5])
    """
    n, length, mass = (
        count("n", n, largest=MOST_JOINTS),
        positive("length", length),
        positive("mass", mass),
    )
    each = np.full(n, 1.0)
    moment = mass * (length * length) / 12
    name = f"{n} uniform rods" if n > 1 else "uniform rod"
    return _planar_chain(n, length * each, mass * each, length / 2 * each, moment * each, name=name)


def _planar_chain(
    n: int, length: ArrayLike, mass: ArrayLike, com: ArrayLike, inertia: ArrayLike, name: str
) -> Arm:
    """Return a planar chain of n links with mass along them, as in thin rods."""
    given = {"length": length, "mass": mass, "com": com, "inertia": inertia}
    lengths, masses, distances, moments = (
        real_array(key, value, (n,), "one entry a link", item="link")
        for key, value in given.items()
    )
    zeros = np.zeros(n)
    return Arm._quietly(
        {
            "convention": "standard",
            "joints": "R" * n,
            "a": lengths,
            "alpha": zeros,
            "d": zeros,
            "theta": zeros,
            "mass": masses,
            # a standard-DH frame is at the far end of its link
            "com": np.stack([distances - lengths, zeros, zeros], axis=1),
            "inertia": moments[:, np.newaxis, np.newaxis] * np.diag((0.0, 1.0, 1.0)),
            "gravity": (0.0, -9.81, 0.0),
            "name": name,
        }
    )
