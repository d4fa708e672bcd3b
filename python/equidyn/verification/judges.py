"""Other libraries as judges: their results for the same arm in the same states."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import numpy as np

from ..peers.call import Call
from ..peers.findings import finding
from ..peers.loops import answers
from ..peers.reading import READERS, exactly_read
from ..peers.reading.chain import OPERANDS, READ
from ..peers.taking_part import PEERS, Peer, calls_of
from ..peers.tasks import TASKS, Inputs, Task, random_inputs
from ..validation import FloatArray, choice, several
from .judgement import Judgement, Opinion

if TYPE_CHECKING:
    from ..arm.arm import Arm
    from ..arm.formats.urdf.source import Source

# few states, since some libraries take milliseconds for one
_STATES = 10


class Judges:
    """Other libraries; their results are compared with equidyn's.

    Parameters
    ----------
    arm : Arm
        The arm.
    peers : bool or iterable of str
        All that are installed, none, or some by name.
    samples, seed : int
        Number and seed of the random states; ten are enough.

    Raises
    ------
    ValueError, TypeError
        If a name is unknown, or something else is given.
    ImportError
        If one that is asked for by name, or every one, is not installed.
    """

    def __init__(self, arm: Arm, peers: bool | Iterable[str], samples: int, seed: int) -> None:
        self.names = _chosen(peers)
        self._arm, self._samples, self._seed = arm, samples, seed
        self._said: dict[str, list[Opinion]] = {}
        self._answers: dict[str, tuple[FloatArray, ...] | None] = {}
        self._notes = _not_asked() if peers is True else []

    def speak(self, step: Callable[[str], None]) -> None:
        """Compute the results of all libraries; `step` is called with each name."""
        samples = min(self._samples, _STATES)
        inputs = random_inputs(self._arm, samples, self._seed) if self.names else {}
        for name in self.names:
            step(PEERS[name].library)
            self._said[name] = self._opinions(name, inputs)
            if self._arm._source and name in READERS:
                self._said[name] += self._readers_opinions(name, self._arm._source, inputs)

    @property
    def silent(self) -> list[str]:
        """The libraries without results so far."""
        return [PEERS[name].library for name in self.names if name not in self._said]

    @property
    def judgement(self) -> Judgement | None:
        """The results, if any library was asked."""
        said = tuple(opinion for opinions in self._said.values() for opinion in opinions)
        return Judgement(said, tuple(self._notes)) if self.names else None

    def _opinions(self, name: str, inputs: Inputs) -> list[Opinion]:
        """Return one for each quantity that a library computes."""
        library = PEERS[name].library
        try:
            calls = calls_of(name, self._arm)
        # the others continue without a library that raises any error
        except Exception as error:
            self._notes.append(f"{library} does not take the arm: {error}")
            return []
        opinions: dict[str, Opinion] = {}
        for call in calls:
            if call.rows == "all" or not TASKS[call.task].judged:
                continue
            expected = self._expected(call.task, inputs)
            if expected is None:
                continue
            try:
                found = answers(call, TASKS[call.task], inputs)
            except Exception as error:
                self._notes.append(f"{library} {call.name} raised {type(error).__name__}: {error}")
                continue
            beside = self._size_beside(TASKS[call.task], inputs)
            opinion = _opinion(call, PEERS[name], self._arm, inputs, found, expected, beside)
            # of several calls for one quantity, the one with the largest error
            before = opinions.setdefault(call.task, opinion)
            if opinion.difference > before.difference:
                opinions[call.task] = opinion
        return [opinions[quantity] for quantity in TASKS if quantity in opinions]

    def _readers_opinions(self, name: str, source: Source, inputs: Inputs) -> list[Opinion]:
        """Return one for each quantity that a library computes for the file, as it reads it."""
        library = f"the same file read by {PEERS[name].library}"
        ours = exactly_read(source)
        try:
            reading = READERS[name](source)
            states = zip(*(inputs[operand] for operand in OPERANDS), strict=True)
            answers = [reading.answers(*state) for state in states]
        # other libraries raise any error for a file
        except Exception as error:
            self._notes.append(f"{library}: {' '.join(str(error).split())}")
            return []
        opinions = []
        for quantity, fields in READ.items():
            try:
                expected = TASKS[quantity].reference(ours, inputs)
            except ValueError:  # noted beside the other judges
                continue
            found = tuple(np.array([getattr(x, field) for x in answers]) for field in fields)
            call = Call(library, reading.READER, quantity, "", {})
            opinions.append(_opinion(call, PEERS[name], ours, inputs, found, expected, 0.0))
        return opinions

    def _expected(self, quantity: str, inputs: Inputs) -> tuple[FloatArray, ...] | None:
        """Return equidyn's result, or None where it raises."""
        if quantity not in self._answers:
            try:
                self._answers[quantity] = TASKS[quantity].reference(self._arm, inputs)
            except ValueError as error:
                self._answers[quantity] = None
                self._notes.append(f"{quantity}: not asked, since equidyn refuses: {error}")
        return self._answers[quantity]

    def _size_beside(self, task: Task, inputs: Inputs) -> float:
        """Return an additional scale of values that may vanish, where only rounding is left."""
        beside = self._expected(task.beside, inputs) if task.beside else None
        return max((float(np.abs(part).max()) for part in beside or ()), default=0.0)


def _chosen(peers: bool | Iterable[str]) -> list[str]:
    """Return the keys of the chosen libraries."""
    if isinstance(peers, bool):
        names = list(PEERS) if peers else []
    else:
        names = [choice("peers", name, PEERS) for name in several("peers", peers, "names")]
    installed = [name for name in names if PEERS[name].installed]
    if (peers is True and not installed) or (peers is not True and installed != names):
        raise ImportError(f"peers: {_missing(name for name in names if name not in installed)}")
    return installed


def _not_asked() -> list[str]:
    """Return a line about libraries that are not installed, if there are any."""
    absent = [name for name, peer in PEERS.items() if not peer.installed]
    return [f"not asked: {_missing(absent)}"] if absent else []


def _missing(names: Iterable[str]) -> str:
    """Return a message that libraries are not installed, with the command that installs them."""
    extras: dict[str, list[str]] = {}
    for name in names:
        extras.setdefault(PEERS[name].extra, []).append(PEERS[name].library)
    return "; ".join(
        f"{', '.join(libraries)}: not installed (pip install 'equidyn[{extra}]')"
        for extra, libraries in extras.items()
    )


def _opinion(
    call: Call,
    peer: Peer,
    arm: Arm,
    inputs: Inputs,
    found: tuple[FloatArray, ...],
    expected: tuple[FloatArray, ...],
    beside: float,
) -> Opinion:
    task = TASKS[call.task]
    pairs = zip(found, expected, strict=True)
    differences = np.max([_differences(*pair, beside) for pair in pairs], 0)
    state = int(np.argmax(differences))
    return Opinion(
        library=call.library,
        version=peer.version,
        call=call.name,
        quantity=task.name,
        difference=float(differences[state]),
        tolerance=task.tolerance,
        state=state,
        operands={name: inputs[name][state] for name in task.arguments},
        found=tuple(part[state] for part in found),
        expected=tuple(part[state] for part in expected),
        known=finding(peer.library, peer.version, call.name, arm),
    )


def _differences(found: FloatArray, expected: FloatArray, beside: float) -> FloatArray:
    """Return the largest difference in each state, relative to the largest value of all."""
    scale = max(float(np.max(np.abs(expected))), beside) or 1.0
    apart = np.abs(found - expected).reshape(len(expected), -1).max(axis=1) / scale
    return np.where(np.isfinite(apart), apart, math.inf)
