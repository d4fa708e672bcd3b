"""Judgement of results that another program computed from test vectors."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...output.files import naming
from ...output.tables import Table
from ...output.tabular import Exported, Tabular
from ...output.text import in_eps, in_one_line
from ...robots import ArmLike, load
from ...validation import FloatArray, count, listed, positive
from ...verification import AGREEMENT, EPS, FirstWrong, digits, first_wrong
from .hints import hint
from .quantities import QUANTITIES
from .results import Results, read
from .states import states_of
from .vectors import ReferenceVectors, reference_vectors

if TYPE_CHECKING:
    from ...arm import Arm

# states as a program may have printed them, relative to the largest
_SAME_STATE = 1e-5

# results of another seed as a program may have printed them, and those that are nearly right,
# relative to the largest; fewer numbers than these could be the same by chance
_SAME_RESULT, _NEARLY, _NUMBERS = 1e-5, 1e-3, 3

# seeds that are tried where results, or states, seem to be of another one
_SEEDS = range(16)


@dataclass(frozen=True)
class JudgedQuantity:
    """The results of a program for one quantity, compared with their references.

    Attributes
    ----------
    quantity : str
        The quantity.
    residual : float
        Largest deviation in any state, in units of eps times the largest reference; of
        accelerations, that of the torques that they take. Infinite if NaN.
    tolerance : float
        Largest residual allowed.
    first : FirstWrong or None
        The first number that deviates by more, where one does.
    hint : str
        What would explain all deviations, if anything simple does. Of results that passed by a
        larger tolerance than that for rounding errors, their digits.
    """

    quantity: str
    residual: float
    tolerance: float
    first: FirstWrong | None
    hint: str

    @property
    def passed(self) -> bool:
        """Whether the residual is within the tolerance."""
        return self.residual <= self.tolerance

    @property
    def remark(self) -> str:
        """The first deviation and what explains all, in one line; empty where nothing deviates."""
        first = f", first in {self.first}" if self.first else ""
        if not (first or self.hint):
            return ""
        return (
            f"{self.quantity}{first or ':'}{';' * bool(first and self.hint)} {self.hint}".rstrip()
        )

    def __str__(self) -> str:
        verdict = "pass" if self.passed else "FAIL"
        said = [f"{in_eps(self.residual)} eps"] if self.first or self.passed else []
        said += [f"first in {self.first}"] if self.first else []
        return f"{verdict} {self.quantity}: {'; '.join([*said, *filter(None, [self.hint])])}"


@dataclass(frozen=True, eq=False, repr=False)
class JudgedResults(Tabular, Exported):
    """Results of another program, judged by test vectors; true in a condition when all passed.

    Attributes
    ----------
    arm : Arm
        The arm.
    samples, seed : int
        Number and seed of the states.
    quantities : tuple of JudgedQuantity
        One for each quantity of the results, or of the test vectors that were given.
    ignored : tuple of str
        Quantities that are not asked for, and what else a file has.
    notes : tuple of str
        Shapes that were taken as others.
    questions : tuple of str
        Questions about what is ignored and has a name like that of a quantity.
    """

    arm: Arm
    samples: int
    seed: int
    quantities: tuple[JudgedQuantity, ...]
    ignored: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether every quantity passed, and none seems to be there under another name."""
        return not (self.failures or self.questions)

    @property
    def failures(self) -> tuple[JudgedQuantity, ...]:
        """The quantities that did not pass."""
        return tuple(quantity for quantity in self.quantities if not quantity.passed)

    @property
    def summary(self) -> str:
        """The verdict in one sentence."""
        name, number = in_one_line(self.arm.name) or "this arm", len(self.quantities)
        quantities = "1 quantity" if number == 1 else f"{number} quantities"
        if not self.failures:
            worst = in_eps(max(quantity.residual for quantity in self.quantities))
            asked = f"; {self.questions[0]}" if self.questions else ""
            return f"{name}: {quantities} passed in {self.samples} states; worst {worst} eps{asked}"
        wrong = ", ".join(quantity.quantity for quantity in self.failures)
        return f"{name}: {len(self.failures)} of {quantities} FAILED ({wrong})"

    def assert_passed(self) -> None:
        """Raise AssertionError, with first deviations and questions, unless everything passed."""
        if not self.passed:
            raise AssertionError("\n".join(map(str, (*self.failures, *self.questions))))

    def table(self) -> Table:
        """Return the verdict on each quantity."""
        rows = tuple(
            (
                each.quantity,
                in_eps(each.residual),
                in_eps(each.tolerance),
                "pass" if each.passed else "FAIL",
            )
            for each in self.quantities
        )
        notes = [each.remark for each in self.quantities if each.remark]
        notes += [*self.notes, *self.questions]
        notes += [f"ignored: {listed(self.ignored)}"] if self.ignored else []
        unit = "in units of eps times the largest value; accelerations by the torques they take"
        return Table(
            title=self.summary,
            columns=("quantity", "deviation", "allowed", "verdict"),
            align="lrrc",
            rows=rows,
            footnote="\n".join([*notes, unit]),
        )

    def to_records(self) -> list[dict[str, Any]]:
        """Return one record for each quantity, with its first deviation."""
        return [
            {
                "quantity": each.quantity,
                "residual_eps": each.residual if np.isfinite(each.residual) else None,
                "tolerance_eps": each.tolerance,
                "passed": each.passed,
                "first_deviation": str(each.first or ""),
                "hint": each.hint,
            }
            for each in self.quantities
        ]

    def _about(self) -> dict[str, Any]:
        return {
            "arm": self.arm.to_dict(),
            "samples": self.samples,
            "seed": self.seed,
            "passed": self.passed,
        }

    def __bool__(self) -> bool:
        return self.passed


def judge_results(
    arm: ArmLike | ReferenceVectors,
    results: str | os.PathLike[str] | Mapping[str, ArrayLike],
    samples: int | None = None,
    seed: int | None = None,
    *,
    tolerance: float = AGREEMENT.tolerance,
) -> JudgedResults:
    """Judge what another program computed from the states of `reference_vectors`.

    Parameters
    ----------
    arm : Arm, str, path_like or ReferenceVectors
        The arm, or its name or file as `equidyn.robots.load` takes them. Or the test vectors, such
        as those of `ReferenceVectors.load`: then each of their quantities has to be there.
    results : str, path_like or mapping
        The results: a file, with quantities and columns named as `ReferenceVectors.save` names
        them, any number of them in any order, or arrays by quantity. States that are there too have
        to be those of the test vectors; rows with a column ``state`` may have any order. Empty
        cells are missing results. A .mat file may hold a whole workspace.
    samples : int, optional
        Number of states of an arm; as many as there are results by default.
    seed : int, optional
        Seed of the states of an arm, 0 by default.
    tolerance : float
        Largest deviation allowed, in eps times the largest value of the quantity; 1e10 for a
        program in single precision.

    Returns
    -------
    JudgedResults
        True in a condition when everything passed; prints as a table.

    Raises
    ------
    ValueError, TypeError, OSError
        If results are missing, are those of other states, or the file cannot be read; if no
        quantity has numbers of its shape. One of several that has not does not pass.
    ImportError
        For a .mat file without SciPy.

    Examples
    --------
    >>> import equidyn
    >>> arm = equidyn.robots.planar_2r()
    >>> q = equidyn.reference_vectors(arm, samples=5).states["q"]
    >>> judged = equidyn.studies.judge_results(arm, {"mass_matrix": arm.mass_matrix(q)})
    >>> judged.passed, judged.samples
    (True, 5)
    """
    allowed = positive("tolerance", tolerance)
    if isinstance(arm, ReferenceVectors) and not (samples is None and seed is None):
        raise ValueError("samples, seed: expected neither, since test vectors have their states")
    subject = arm if isinstance(arm, ReferenceVectors) else load(arm)
    seed = count("seed", 0 if seed is None else seed, smallest=0)
    with naming(results if isinstance(results, (str, os.PathLike)) else "results"):
        given = read(results)
        if isinstance(subject, ReferenceVectors):
            vectors = subject
        else:
            states = given.samples if samples is None else count("samples", samples)
            vectors = reference_vectors(subject, states, seed, given.quantities)
        _require_same_states(given, vectors)
        found, unread = _readable(given, vectors)
    return JudgedResults(
        arm=vectors.arm,
        samples=vectors.samples,
        seed=vectors.seed,
        quantities=tuple(
            _judged(name, found[name], vectors, allowed)
            if name in found
            else _missing(name, allowed, unread.get(name, "there are no results"))
            for name in vectors.results
        ),
        ignored=(*(x for x in given.quantities if x not in vectors.results), *given.ignored),
        notes=tuple(given.notes),
        questions=tuple(given.questions),
    )


def _readable(
    given: Results, vectors: ReferenceVectors
) -> tuple[dict[str, FloatArray], dict[str, str]]:
    """Return the results by quantity, and what is wrong with those that cannot be read.

    Raises
    ------
    ValueError
        If none can be read.
    """
    found: dict[str, FloatArray] = {}
    unread: dict[str, ValueError] = {}
    for name, expected in vectors.results.items():
        if name in given.quantities:
            try:
                found[name] = given.array(name, expected.shape)
            except ValueError as error:
                unread[name] = error
    if unread and not found:
        raise next(iter(unread.values()))
    return found, {name: str(error).removeprefix(f"{name}: ") for name, error in unread.items()}


def _missing(name: str, tolerance: float, why: str) -> JudgedQuantity:
    """Return the judgement of a quantity without results that can be read."""
    return JudgedQuantity(name, np.inf, tolerance, None, why)


def _require_same_states(given: Results, vectors: ReferenceVectors) -> None:
    for name in (name for name in given.states if name in vectors.states):
        expected = vectors.states[name]
        found = given.array(name, expected.shape)
        off = ~_are_same(found, expected)
        if off.any():
            k, joint = map(int, np.argwhere(off)[0])
            raise ValueError(
                f"{name}: expected the states of the test vectors, {expected[k, joint]} at "
                f"joint {joint + 1} in state {k + 1}, got {found[k, joint]}: they are of "
                f"{_seed_of(name, found, vectors)}"
            )


def _are_same(found: FloatArray, expected: FloatArray) -> NDArray[np.bool_]:
    """Return which numbers of states are the same; nan is not."""
    off: FloatArray = np.abs(found - expected)
    return off <= _SAME_STATE * max(1.0, float(np.abs(expected).max()))


def _seed_of(name: str, found: FloatArray, vectors: ReferenceVectors) -> str:
    """Return the seed of states, in words, where it is one of the first."""
    for seed in _SEEDS if np.isfinite(found).all() else ():
        states = states_of(vectors.arm, len(found), seed, vectors.decimals)
        if name in states and _are_same(found, states[name]).all():
            return f"seed {seed}"
    return "another seed, or another arm"


def _judged(
    name: str, found: FloatArray, vectors: ReferenceVectors, tolerance: float
) -> JudgedQuantity:
    expected = vectors.results[name]
    # accelerations count as the torques that they take: their rounding grows with the condition
    weighed = name == "forward_dynamics"
    inertia = vectors.arm.mass_matrix(vectors.states["q"]) if weighed else None
    scale = float(np.abs(vectors.states["tau"] if weighed else expected).max()) or 1.0

    def residuals(given: FloatArray) -> FloatArray:
        with np.errstate(all="ignore"):
            off = given - expected
            off = off if inertia is None else np.einsum("mij,mj->mi", inertia, off)
            sizes: FloatArray = np.nan_to_num(np.abs(off), nan=np.inf) / (EPS * scale)
        return sizes

    def worst(given: FloatArray) -> float:
        return float(residuals(given).max())

    sizes, residual = residuals(found), worst(found)
    if residual <= tolerance:
        told = digits(found, expected) if residual > AGREEMENT.tolerance else ""
        return JudgedQuantity(name, residual, tolerance, None, told)
    return JudgedQuantity(
        name,
        residual,
        tolerance,
        first_wrong(sizes > tolerance, expected, found, states_from=1),
        hint(found, expected, worst, tolerance, QUANTITIES[name].joints)
        or _hint_of_seed(name, found, vectors),
    )


def _hint_of_seed(name: str, found: FloatArray, vectors: ReferenceVectors) -> str:
    """Return the seed of which the results are, if they are not nearly right in any state."""
    expected = vectors.results[name]
    off = np.abs(found - expected).reshape(len(found), -1).max(axis=1)
    if not (off > _NEARLY * np.abs(expected).max()).all() or found.size < _NUMBERS:
        return ""

    def are_of(seed: int, samples: int) -> bool:
        others = reference_vectors(vectors.arm, samples, seed, [name], decimals=vectors.decimals)
        expected = others.results[name]
        off = np.abs(found[:samples] - expected)
        return bool((off <= _SAME_RESULT * np.abs(expected).max()).all())

    others = (seed for seed in _SEEDS if seed != vectors.seed)
    seeds = (seed for seed in others if are_of(seed, 1) and are_of(seed, len(found)))
    return next((f"these are the results of seed {seed}" for seed in seeds), "")
