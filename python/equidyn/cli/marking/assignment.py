"""What is asked of students, and the marking of one file by it."""

from __future__ import annotations

import warnings
from collections.abc import Container, Mapping
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from ... import Arm, ArmWarning
from ...studies.grading import Marking
from ...studies.grading.grading import TOLERANCE, as_a_whole, judged, task_of
from ...studies.grading.student import Answers
from ...studies.grading.tasks import TASKS
from ...studies.vectors import ReferenceVectors
from .process import Answering, NotMarked

_UNREADABLE = "its answers cannot be read"

# largest number of characters of what a file says
_LONGEST = 100_000

# how alike two names are, from 0 to 1, of which one may be meant by the other
_ALIKE = 0.85

# most methods of the arm that a note names
_NAMED = 4


@dataclass(frozen=True)
class Marked:
    """A marked file.

    Attributes
    ----------
    file : Path
        The file.
    markings : tuple of Marking
        One of each function.
    fault : str
        Why the file was not marked; else empty.
    tracebacks : tuple of str
        Tracebacks of errors in the file.
    overlooked : tuple of str
        Questions about functions that seem to have another name.
    notes : tuple of str
        Remarks on the file.
    """

    file: Path
    markings: tuple[Marking, ...] = ()
    fault: str = ""
    tracebacks: tuple[str, ...] = ()
    overlooked: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether everything is right, and nothing was overlooked."""
        return bool(self.markings) and all(self.markings) and not (self.fault or self.overlooked)

    @property
    def points(self) -> float:
        """Sum of the points."""
        return sum(marking.points for marking in self.markings)

    @property
    def out_of(self) -> float:
        """Points for a right file."""
        return sum(marking.out_of for marking in self.markings)

    @property
    def remarks(self) -> tuple[str, ...]:
        """What is said of the file as a whole."""
        return tuple(filter(None, (self.fault, *self.overlooked, *self.notes)))

    @property
    def summary(self) -> str:
        """Everything that is to be said, in one line."""
        wrong = () if self.fault else (str(x.summary) for x in self.markings if not x)
        return "; ".join((*self.remarks, *wrong))

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data for JSON."""
        return {
            "file": self.file.name,
            "passed": self.passed,
            "points": self.points,
            "out_of": self.out_of,
            "fault": self.fault or None,
            "overlooked": list(self.overlooked),
            "notes": list(self.notes),
            "markings": [marking.to_dict() for marking in self.markings],
        }


@dataclass(frozen=True)
class Assignment:
    """What is asked of students.

    Attributes
    ----------
    arm : Arm or None
        The arm; that of each file if None.
    points : mapping of str to float or None
        Points by required quantity, None for the usual ones; empty: what a file defines.
    functions : mapping of str to str
        Names of functions by quantity, where they are not those of the quantities.
    seed : int
        Seed of the random states.
    friction, motors : bool
        Whether torques include them.
    tolerance : float
        As `equidyn.grade` takes it.
    timeout : float
        Time limit of each function, s.
    memory : float
        Limit of the memory of a file, GiB.
    vectors : ReferenceVectors or None
        Test vectors of results; by default, those of the arm and the seed.
    """

    arm: Arm | None
    points: Mapping[str, float | None] = field(default_factory=dict)
    functions: Mapping[str, str] = field(default_factory=dict)
    seed: int = 0
    friction: bool = False
    motors: bool = False
    tolerance: float = TOLERANCE
    timeout: float = 60.0
    memory: float = 4.0
    vectors: ReferenceVectors | None = None

    def marked(self, file: Path, *, echo: bool) -> Marked:
        """Run a file of Python in another process, and mark its functions."""
        try:
            opening, answered = self._answers(file, echo)
            arm = self.arm or _arm(opening)
            names = list(map(str, opening["names"]))
            notes = [str(note)[:_LONGEST] for note in opening["notes"]]
        except NotMarked as reason:
            missing = self.missing(self.arm, why=str(reason))
            return Marked(file, missing, str(reason), (reason.traceback,))
        except (ValueError, TypeError, LookupError, AttributeError):
            return Marked(file, fault=_UNREADABLE)
        if not answered and not self.points:
            return Marked(file, fault=self._none(), overlooked=self._overlooked(names, answered))
        marked = [self._marking(arm, of, report) for of, report in answered.items()]
        return Marked(
            file,
            (*marked, *self.missing(arm, answered)),
            tracebacks=tuple(_traceback(report) for report in answered.values()),
            overlooked=self._overlooked(names, answered),
            notes=(*notes, *filter(None, map(_calls, answered, answered.values()))),
        )

    def missing(
        self, arm: Arm | None, defined: Container[str] = (), why: str = ""
    ) -> tuple[Marking, ...]:
        """Return the markings of required functions that a file lacks, and why."""
        if arm is None:
            return ()
        return tuple(
            self.marking_as_a_whole(arm, quantity, why or f"the file has no {quantity}")
            for quantity in self.points
            if quantity not in defined
        )

    def marking_as_a_whole(self, arm: Arm, quantity: str, fault: str) -> Marking:
        """Return the marking of a quantity that is right as a whole, or has a fault."""
        task = task_of(arm, quantity, **self._options)
        marking = as_a_whole(task, fault, self._asked[quantity], quantity, self.seed)
        return marking.out_of_points(self.points.get(quantity))

    def to_dict(self) -> dict[str, Any]:
        """Return what is asked as plain data."""
        plain = {field.name: getattr(self, field.name) for field in fields(self)}
        vectors = self.vectors and self.vectors.to_records()
        return {**plain, "arm": self.arm and self.arm.to_dict(), "vectors": vectors}

    @property
    def _asked(self) -> dict[str, str]:
        """Names of the functions that are asked for, by quantity."""
        return dict(self.functions) or {name: name for name in self.points or TASKS}

    def _answers(self, file: Path, echo: bool) -> tuple[Any, dict[str, Any]]:
        """Return the first report of a file, and that of each function that it defines.

        After a function that never ends, or ends Python, another process asks the others.
        """
        answered: dict[str, Any] = {}
        while True:
            with self._process(file, list(answered), echo and not answered) as process:
                opening = process.report()
                if "fault" in opening:
                    raise NotMarked(*_fault(opening))
                found = [name for name in self._asked if name in opening["found"]]
                for quantity in found:
                    if quantity in answered:
                        continue
                    try:
                        answered[quantity] = process.report()
                    except NotMarked as reason:
                        answered[quantity] = {"fault": str(reason)}
                        break
                else:
                    return opening, answered

    def _process(self, file: Path, without: list[str], echo: bool) -> Answering:
        return Answering(
            file,
            self.timeout,
            echo=echo,
            arm=self.arm and self.arm.to_dict(),
            functions=self._asked,
            without=without,
            memory=self.memory,
            **self._options,
        )

    @property
    def _options(self) -> dict[str, Any]:
        return {"friction": self.friction, "motors": self.motors, "seed": self.seed}

    def _marking(self, arm: Arm, quantity: str, report: Any) -> Marking:
        """Return the marking of a function; only the answers of a report are trusted."""
        try:
            if "fault" in report:
                return self.marking_as_a_whole(arm, quantity, _fault(report)[0])
            task, name = task_of(arm, quantity, **self._options), self._asked[quantity]
            answers = Answers.of(task, report)
            marking = judged(task, answers, name, quantity, self.seed, self.tolerance)
            return marking.out_of_points(self.points.get(quantity))
        except (ValueError, TypeError, LookupError, AttributeError):
            return self.marking_as_a_whole(arm, quantity, _UNREADABLE)

    def _none(self) -> str:
        """Return what is said of a file without any function that is asked for."""
        if self.functions:
            (name,) = self.functions.values()
            return f"--function: the file defines no {name!r}"
        names = ", ".join(self._asked)
        return f"the file defines none of {names}; name the function with --function"

    def _overlooked(self, names: list[str], answered: Mapping[str, Any]) -> tuple[str, ...]:
        """Return questions about names that are like those of functions that are missing."""
        plain = {name.replace("_", "").lower(): name for name in names if name not in TASKS}
        said = []
        for quantity in () if self.functions else self._asked:
            like = get_close_matches(quantity.replace("_", ""), plain, n=1, cutoff=_ALIKE)
            if like and quantity not in answered:
                said.append(f"it defines {plain[like[0]]}, which is not marked: is it {quantity}?")
        return tuple(said)


def _arm(opening: Any) -> Arm:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ArmWarning)  # the file has warned
        return Arm.from_dict(opening["arm"])


def _fault(report: Any) -> tuple[str, str]:
    return str(report["fault"])[:_LONGEST], _traceback(report)


def _traceback(report: Any) -> str:
    return str(report.get("traceback", ""))[:_LONGEST] if isinstance(report, dict) else ""


def _calls(quantity: str, report: Any) -> str:
    """Return what is said of methods of the arm that a student's function calls."""
    called = report.get("calls", []) if isinstance(report, dict) else []
    known = [str(x) for x in called if hasattr(Arm, str(x))]
    more = ", ..." if len(known) > _NAMED else ""
    return f"{quantity} calls {', '.join(known[:_NAMED])}{more} of equidyn" if known else ""
