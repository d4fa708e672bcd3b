"""Random arms: general geometry and inertia."""

from __future__ import annotations

import numpy as np

from ..arm.arm import Arm
from ..arm.data import MOST_JOINTS
from ..validation import FloatArray, brief, count, switch, text

# mass and length of the whole arm, shared among its links: torques keep their size for any n
_LENGTH = 2.0
_MASS = 20.0
_PRISMATIC_SHARE = 1 / 3


def random_arm(
    n: int,
    seed: int,
    joints: str | None = None,
    *,
    convention: str = "standard",
    friction: bool = False,
    motors: bool = False,
) -> Arm:
    """Return a random arm of general geometry: no right angle, no principal axis, no zero.

    Parameters
    ----------
    n : int
        Number of joints.
    seed : int
        The same seed gives the same arm.
    joints : str, optional
        One letter a joint, R or P; by default random, about one in three prismatic.
    convention : {"standard", "modified"}, optional
        DH convention of the arm. It gives a different arm, not the same one in other frames: for
        that see `equidyn.Arm.to_convention`.
    friction, motors : bool, optional
        Whether the arm has random friction, random motors and gear ratios.

    Returns
    -------
    Arm
        About 20 kg and 2 m long for any n; DH angles over the full circle; full, physically
        consistent inertia tensors; gravity of 9.81 m/s² in any direction; any base and tool pose.

    Raises
    ------
    ValueError, TypeError
        If n or seed is not an integer in range, or as `equidyn.Arm.from_dh`.

    Examples
    --------
    >>> arm = random_arm(7, seed=1)
    >>> arm.n, arm == random_arm(7, seed=1), arm == random_arm(7, seed=2)
    (7, True, False)
    """
    n, seed = count("n", n, largest=MOST_JOINTS), count("seed", seed, smallest=0)
    friction, motors = switch("friction", friction), switch("motors", motors)
    rng = np.random.default_rng(seed)
    size = _LENGTH / n
    letters = "".join(np.where(rng.random(n) < _PRISMATIC_SHARE, "P", "R"))
    mass = _MASS / n * rng.uniform(0.5, 1.5, n)
    geometry = {
        "a": size * rng.uniform(-1, 1, n),
        "alpha": rng.uniform(-np.pi, np.pi, n),
        "d": size * rng.uniform(-1, 1, n),
        "theta": rng.uniform(-np.pi, np.pi, n),
    }
    return Arm._quietly(
        {
            "convention": convention,
            "joints": letters if joints is None else _letters(joints, n),
            **geometry,
            "mass": mass,
            "com": size / 2 * rng.uniform(-1, 1, (n, 3)),
            "inertia": _random_inertias(rng, mass, radius=size / 4),
            "gravity": 9.81 * _random_rotation(rng)[0],
            "base": _random_pose(rng),
            "tool": _random_pose(rng),
            **_random_drives(rng, mass * size**2, friction, motors),
            "name": f"random arm, n = {n}, seed {seed}",
        }
    )


def _letters(joints: str, n: int) -> str:
    """Return the letters of the joints, checked: one a joint."""
    if len(text("joints", joints)) != n:
        raise ValueError(f"joints: expected {n} letters, got {brief(joints)}")
    return joints


def _random_inertias(rng: np.random.Generator, mass: FloatArray, radius: float) -> FloatArray:
    """Return physically consistent inertia tensors, from random second moments."""
    axes = radius * rng.uniform(-1, 1, (len(mass), 3, 3))
    seconds = mass[:, np.newaxis, np.newaxis] * (axes @ axes.transpose(0, 2, 1))
    traces = np.trace(seconds, axis1=1, axis2=2)[:, np.newaxis, np.newaxis]
    inertias: FloatArray = traces * np.eye(3) - seconds
    return inertias


def _random_drives(
    rng: np.random.Generator, inertia: FloatArray, friction: bool, motors: bool
) -> dict[str, FloatArray]:
    """Return gear ratios, motors and friction as chosen, of the size of the links."""
    n = len(inertia)
    ratio = rng.uniform(20, 120, n) * rng.choice((-1.0, 1.0), n)
    rotors = inertia * rng.uniform(0.5, 1.5, n) / ratio**2
    viscous = rng.uniform(0.1, 1.0, n) / ratio**2
    coulomb = rng.uniform(0.1, 1.0, (n, 2)) * (1, -1) / np.abs(ratio)[:, np.newaxis]
    drives = {}
    if friction or motors:
        drives["gear_ratio"] = ratio
    if motors:
        drives["motor_inertia"] = rotors
    if friction:
        drives |= {"viscous": viscous, "coulomb": coulomb}
    return drives


def _random_pose(rng: np.random.Generator) -> FloatArray:
    """Return a random pose within half a metre, of any orientation."""
    pose = np.eye(4)
    pose[:3, :3] = _random_rotation(rng)
    pose[:3, 3] = rng.uniform(-0.5, 0.5, 3)
    return pose


def _random_rotation(rng: np.random.Generator) -> FloatArray:
    """Return a uniformly distributed rotation, from a random unit quaternion."""
    quaternion = rng.standard_normal(4)
    w, x, y, z = quaternion / np.linalg.norm(quaternion)
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )
