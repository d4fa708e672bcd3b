"""What a benchmark was asked for, and the robot that it was held on: what repeats it."""

from __future__ import annotations

import json
import shlex
import warnings
from dataclasses import dataclass, fields
from hashlib import sha256
from typing import TYPE_CHECKING

from ...robots import load, names
from .rows import LAYERS

if TYPE_CHECKING:
    from ...arm import Arm


@dataclass(frozen=True)
class Settings:
    """Settings of a benchmark; their defaults are those of `equidyn.bench`.

    Attributes
    ----------
    robot : str
        Name of the robot, as `equidyn.robots.load` takes it; empty if it is none of those.
    digest : str
        SHA-256 of its data.
    sizes, threads : tuple of int
        Numbers of states and of threads.
    rounds : int
        Repetitions per contestant.
    seconds, max_seconds : float
        Length of a turn; the longest time of one call on a batch.
    tasks : tuple of str
        The tasks; none: all that the arm has.
    layers : tuple of str
        The layers.
    peers : tuple of str
        The other libraries that took part.
    seed : int
        Seed of the states.
    """

    robot: str = ""
    digest: str = ""
    sizes: tuple[int, ...] = (8, 64, 1024, 16384, 131072, 1_000_000)
    threads: tuple[int, ...] = (1, 2)
    rounds: int = 15
    seconds: float = 0.005
    max_seconds: float = 0.1
    tasks: tuple[str, ...] = ()
    layers: tuple[str, ...] = LAYERS
    peers: tuple[str, ...] = ()
    seed: int = 0

    @property
    def command(self) -> str:
        """The command that repeats the benchmark; ROBOT stands for a robot of one's own."""
        words = ["equidyn", "bench", self.robot or "ROBOT"]
        for field in fields(self)[2:]:
            value = getattr(self, field.name)
            # others may have more libraries
            if value != field.default or field.name == "peers":
                text = ",".join(map(str, value)) if isinstance(value, tuple) else str(value)
                words += [f"--{field.name.replace('_', '-')}", text]
        return shlex.join(words)


def digest(arm: Arm) -> str:
    """Return the SHA-256 of the data that an arm has, whatever its display name.

    Named frames and joint positions do not count: no result that is timed depends on them.
    """
    # absent data that only later versions have do not change the digest
    data = {key: value for key, value in arm.to_dict().items() if value is not None}
    for key in ("name", "frames", "configurations"):
        data.pop(key, None)
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()


def name_of(arm: Arm) -> str:
    """Return the name of the robot with these data, or an empty string."""
    wanted = digest(arm)
    with warnings.catch_warnings():
        # measured data may be suspect
        warnings.simplefilter("ignore")
        return next((name for name in names() if digest(load(name)) == wanted), "")
