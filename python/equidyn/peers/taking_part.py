"""The other libraries that take part: installed, and able to model the arm."""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from dataclasses import dataclass
from importlib import import_module, metadata
from importlib.util import find_spec
from typing import TYPE_CHECKING

from ..validation import choice, several
from . import equidyn_jax
from .call import Call
from .tasks import TASKS

if TYPE_CHECKING:
    from ..arm.arm import Arm


# the extra of those on JAX, which is large
JAX = "peers-jax"


@dataclass(frozen=True)
class Peer:
    """Another library.

    Attributes
    ----------
    library : str
        Its name in tables.
    module : str
        Its import name.
    distribution : str
        Its name for pip.
    extra : str
        The extra of equidyn that installs it.
    """

    library: str
    module: str
    distribution: str
    extra: str = "peers"

    @property
    def installed(self) -> bool:
        """Whether it is installed."""
        return find_spec(self.module) is not None

    @property
    def version(self) -> str:
        """Its installed version."""
        return metadata.version(self.distribution)


# by the name of its module here
PEERS = {
    "pinocchio": Peer("Pinocchio", "pinocchio", "pin", "judges"),
    "mujoco": Peer("MuJoCo", "mujoco", "mujoco", "judges"),
    "drake": Peer("Drake", "pydrake", "drake"),
    "robotics_toolbox": Peer("Robotics Toolbox", "roboticstoolbox", "roboticstoolbox-python"),
    "modern_robotics": Peer("Modern Robotics", "modern_robotics", "modern_robotics"),
    "dynibo": Peer("Dynibo", "dynibo", "dynibo"),
    "frax": Peer("frax", "frax", "frax", JAX),
    "adam": Peer("adam", "adam", "adam-robotics", JAX),
}
ON_JAX = frozenset(peer.library for peer in PEERS.values() if peer.extra == JAX)


@dataclass(frozen=True)
class Participants:
    """The other libraries that take part, and the reasons why others do not.

    Attributes
    ----------
    names : tuple of str
        Their keys in `PEERS`.
    calls : tuple of Call
        All their calls; beside libraries on JAX, those of equidyn through JAX, too.
    versions : dict of str
        Version of each library, and of JAX beneath them.
    notes : tuple of str
        One line for each that is missing.
    """

    names: tuple[str, ...]
    calls: tuple[Call, ...]
    versions: dict[str, str]
    notes: tuple[str, ...]


def participants(arm: Arm, names: Iterable[str] | None, threads: int) -> Participants:
    """Return the libraries that take part, with their calls.

    Beside libraries on JAX, equidyn is called through JAX, too.

    Parameters
    ----------
    arm : Arm
        The arm that each has to model.
    names : iterable of str, optional
        Keys of `PEERS`; by default all.
    threads : int
        Largest number of threads of a call.

    Raises
    ------
    ValueError
        If a name is unknown.
    """
    given = PEERS if names is None else several("peers", names, "names")
    asked = [choice("peers", name, PEERS) for name in given]
    there, calls, versions, notes = [], [], {}, []
    for name in asked:
        peer = PEERS[name]
        if not peer.installed:
            notes.append(f"{peer.library} is not installed (pip install {peer.distribution})")
            continue
        try:
            calls += calls_of(name, arm, threads)
            versions[peer.library] = peer.version
            there.append(name)
        # the benchmark continues without a library that raises any error
        except Exception as error:
            notes.append(f"{peer.library} does not take part: {error}")
    if any(PEERS[name].extra == JAX for name in there):
        versions["JAX"] = metadata.version("jax")
        try:
            calls += equidyn_jax.calls(arm)
        except ImportError as error:
            notes.append(f"equidyn through JAX does not take part: {error}")
    return Participants(tuple(there), tuple(calls), versions, tuple(notes))


def calls_of(name: str, arm: Arm, threads: int = 1) -> list[Call]:
    """Return the calls of an installed library, by its key in `PEERS`, for tasks of the arm."""
    with warnings.catch_warnings():
        # warnings of an import do not concern the arm
        warnings.simplefilter("ignore")
        found: list[Call] = import_module(f"{__package__}.{name}").calls(arm, threads)
    return [call for call in found if TASKS[call.task].suits(arm)]
