"""Random arms and states of which no term vanishes."""

import numpy as np


def random_arm(seed: int, n: int | None = None) -> dict:
    """Keyword arguments of Arm.from_dh: n (1 + seed % 12) joints of both kinds, either convention.

    Tensors are full (of real bodies), angles are no multiples of a right angle, gravity is tilted,
    base and tool are tilted. Of every four dozen arms, a dozen start with a slide, a dozen end
    with one, and a dozen do both.
    """
    rng = np.random.default_rng([2024, seed])
    n = n or 1 + seed % 12
    joints = rng.choice(["R", "P"], size=n, p=[0.7, 0.3])
    slides = seed // 12 % 4
    if slides in (1, 3):
        joints[0] = "P"
    if slides in (2, 3):
        joints[-1] = "P"
    convention = ["standard", "modified"][seed // 48 % 2]
    return {
        "convention": convention,
        "joints": "".join(joints),
        "a": rng.uniform(-0.5, 0.5, n),
        "alpha": rng.uniform(-np.pi, np.pi, n),
        "d": rng.uniform(-0.5, 0.5, n),
        "theta": rng.uniform(-np.pi, np.pi, n),
        "mass": rng.uniform(0.5, 5.0, n),
        "com": rng.uniform(-0.3, 0.3, (n, 3)),
        "inertia": np.array([random_inertia(rng) for _ in range(n)]),
        "gravity": 9.81 * random_direction(rng),
        "base": random_pose(rng),
        "tool": random_pose(rng),
        "name": f"random arm {seed}: {''.join(joints)}, {convention} DH",
    }


def slid_arm(seed: int, n: int | None = None) -> dict:
    """The random arm with a length along y at every link."""
    arm = random_arm(seed, n)
    a_y = np.random.default_rng([2026, seed]).uniform(-0.5, 0.5, len(arm["joints"]))
    return {**arm, "a_y": a_y, "name": f"{arm['name']} and a_y"}


def plain_arm(seed: int, n: int | None = None) -> dict:
    """The random arm with what restricted sources leave out left out, in standard DH.

    Revolute joints, centres of mass in the middle of the links, no products of inertia.
    """
    arm = random_arm(seed, n)
    n = len(arm["joints"])
    a, alpha, d = arm["a"], arm["alpha"], arm["d"]
    return {
        **arm,
        "convention": "standard",
        "joints": "R" * n,
        "com": np.column_stack([a, d * np.sin(alpha), d * np.cos(alpha)]) / -2,
        "inertia": arm["inertia"] * np.eye(3),
        "name": f"plain arm {seed}: {n} revolute joints, standard DH",
    }


def random_state(rng, n: int, size: tuple[int, ...] = ()):
    """Positions, velocities and accelerations (*size, n)."""
    return rng.uniform(-3, 3, (3, *size, n))


def random_inertia(rng):
    factor = rng.normal(scale=0.15, size=(3, 3))
    second_moments = factor @ factor.T
    return np.trace(second_moments) * np.eye(3) - second_moments


def random_direction(rng):
    v = rng.normal(size=3)
    return v / np.linalg.norm(v)


def random_rotation(rng):
    q, _ = np.linalg.qr(rng.normal(size=(3, 3)))
    return q * np.sign(np.linalg.det(q))


def random_pose(rng):
    pose = np.eye(4)
    pose[:3, :3] = random_rotation(rng)
    pose[:3, 3] = rng.uniform(-0.5, 0.5, 3)
    return pose
