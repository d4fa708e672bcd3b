"""The arms under attack, and the states they are asked about."""

from __future__ import annotations

from random import Random

import numpy as np
from numpy.typing import NDArray

import equidyn
from equidyn import robots

Array = NDArray[np.float64]


def some_arm(random: Random) -> equidyn.Arm:
    """Return one of those in books, or a random one, with friction and motors or without."""
    if random.random() < 0.2:
        name = random.choice(robots.names())
        return robots.load(name)
    n = random.choice((1, 1, 2, 2, 3, 4, 5, 6, 6, 7, 9))
    seed = random.randrange(10_000)
    arm = robots.random_arm(
        n,
        seed,
        "".join(random.choice("RRP") for _ in range(n)),
        convention=random.choice(("standard", "modified")),
        friction=random.random() < 0.5,
        motors=random.random() < 0.5,
    )
    if seed % 4 != 0:
        return arm
    slides = np.random.default_rng(seed)
    a_y = slides.integers(2, size=n) * slides.uniform(-1, 1, n)
    return equidyn.Arm.from_dict({**arm.to_dict(), "a_y": a_y})


def tame_table(random: Random, rows: int, width: int) -> Array:
    """Return rows of numbers of ordinary size that float32 holds exactly."""
    scale = random.choice((1 / 64, 1 / 64, 1.0, 0.0))
    entries = [random.randint(-200, 200) * scale for _ in range(rows * width)]
    table = np.array(entries).reshape(rows, width)
    if random.random() < 0.1:
        table *= -0.0
    return table


def large_angles(random: Random, rows: int, joints: str) -> Array:
    """Return rows of positions that float32 holds exactly, with angles of many turns."""
    turns = [
        [random.choice((-1, 1)) * 10 ** random.uniform(2, 18) if letter == "R" else 0.5]
        for _ in range(rows)
        for letter in joints
    ]
    return np.array(turns).reshape(rows, -1).astype(np.float32).astype(np.float64)


def extreme_table(random: Random, rows: int, width: int) -> Array:
    """Return rows of numbers as large and as small as there are."""
    lowest, highest = random.choice(((-323.3, 308.2), (0, 308.2), (140, 308.2), (-323.3, -150)))
    sizes = [
        random.choice((-1.0, 1.0, 1.0, 0.0)) * 10 ** random.uniform(lowest, highest)
        for _ in range(rows * width)
    ]
    return np.array(sizes).reshape(rows, width)
