"""Search for slips that explain the wrong entries of a closed form."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple

import numpy as np

from ....codegen import Monomial
from ....validation import FloatArray
from .closed_form import ClosedForm, Entry, Operands
from .edits import FACTORS, MOST_TERMS, edits

# part of the allowed difference to which a slip has to give that of an entry
_EXACT = 1e-3

# most slips told
_TOLD = 4

# longest right entry that is shown
_LONGEST = 100

# digits of a ratio that is a simple one
_DIGITS = 6

# what a slip adds to an entry (m,) as a function of operands, or as a part of the right entry
Effect = Callable[[Operands], FloatArray] | float

# what is less likely in a part of a product than all in a whole one
_OF_PARTS = 10

# ratios are the same in every state to this part
_CONSTANT = 1e-6


@dataclass(frozen=True)
class Isolated:
    """The difference of an entry from the right one, in some states.

    Attributes
    ----------
    entry : Entry
        The entry.
    operands : mapping of str to ndarray, shape (m, n)
        The states.
    difference, right : ndarray, shape (m,)
        What is wrong with it, and the right values.
    allowed : float
        Largest difference that is not wrong.
    constant : bool
        Whether the entry is known up to a constant.
    """

    entry: Entry
    operands: Operands
    difference: FloatArray
    right: FloatArray
    allowed: float
    constant: bool = False

    @property
    def wrong(self) -> bool:
        """Whether the entry is wrong in some state."""
        return bool(np.any(np.abs(self.difference) > self.allowed))

    def has(self, effect: FloatArray) -> bool:
        """Return whether an effect is the difference."""
        if self.constant:
            effect = effect - effect.mean()
        return bool(np.all(np.abs(effect - self.difference) <= _EXACT * self.allowed))

    @property
    def ratio(self) -> float | None:
        """The ratio to the right entry, if it is the same in every state."""
        size = self.right @ self.right
        if not size:
            return None
        excess = float(self.difference @ self.right / size)
        off = np.abs(self.difference - excess * self.right).max()
        return 1.0 + excess if off <= _CONSTANT * np.abs(self.right).max() else None


@dataclass(frozen=True)
class Isolation:
    """All entries of a closed form, as results isolate them.

    Attributes
    ----------
    entries : tuple of Isolated
        The entries.
    quantity : str
        The quantity that has them in its closed form.
    operands : mapping of str to ndarray, shape (m, n)
        States in which several entries add up to an output; empty where each is seen alone.
    difference : ndarray, shape (m, n)
        The difference of the outputs from the right ones in these states.
    allowed : ndarray, shape (n,)
        Largest differences that are not wrong.
    contribution : callable
        Function of an entry: its right part (m,) of its output in these states.
    """

    entries: tuple[Isolated, ...]
    quantity: str = "inverse_dynamics"
    operands: Operands = field(default_factory=dict)
    difference: FloatArray = field(default_factory=lambda: np.zeros((0, 0)))
    allowed: FloatArray = field(default_factory=lambda: np.zeros(0))
    contribution: Callable[[Entry], FloatArray] | None = None

    def explained(self, effects: Iterable[tuple[Entry, Effect]]) -> bool:
        """Return whether effects on entries are the whole difference in every state."""
        if self.contribution is None:
            return True
        rest = self.difference.copy()
        for entry, effect in effects:
            part = effect(self.operands) if callable(effect) else effect * self.contribution(entry)
            rest[:, entry.row] -= part
        return bool(np.all(np.abs(rest) <= self.allowed))


@dataclass(frozen=True)
class Slip:
    """A slip in one or several entries.

    Attributes
    ----------
    statement : str
        The slip in words: "M_12, M_21: I_2zz is missing".
    equation : str
        The right entry.
    effects : tuple of (Entry, Effect)
        What it adds to each entry.
    """

    statement: str
    equation: str
    effects: tuple[tuple[Entry, Effect], ...]


class _Key(NamedTuple):
    """What a slip in several entries has in common: rank, part, verdict."""

    rank: int
    monomial: Monomial
    unit: str
    verdict: str


# a slip of one entry: the part in words, the effect
_Found = dict[_Key, tuple[str, Effect]]


class SlipSearch:
    """Slips that explain the wrong entries.

    Parameters
    ----------
    isolation : Isolation
        All entries.
    form : ClosedForm or None
        Their closed form, if a student would write it.
    """

    def __init__(self, isolation: Isolation, form: ClosedForm | None) -> None:
        self._isolation, self._form = isolation, form
        self.wrong = [entry for entry in isolation.entries if entry.wrong]
        alone = _alone(self.wrong)
        # entries of which none is explained explain nothing together
        self._found: list[_Found] = []
        for isolated in self.wrong:
            found: _Found = {}
            for key, slip in self._candidates(isolated, alone):
                found.setdefault(key, slip)
            self._found.append(found)
            if not found:
                break

    @property
    def of_one_ratio(self) -> bool:
        """Whether one entry is wrong, and by the same ratio in every state."""
        return _alone(self.wrong) and all(entry.ratio is not None for entry in self.wrong)

    def single(self) -> list[Slip]:
        """Return the slips that explain all wrong entries, the likeliest first."""
        if not self.wrong or not all(self._found):
            return []
        first, *others = self._found
        common = [key for key in first if all(key in found for found in others)]
        whole = [key for key in common if not key.unit]
        slips: dict[object, Slip] = {}
        for key in whole or sorted(common, key=lambda key: key.rank):
            slip = self._slip(key, range(len(self.wrong)))
            if self._isolation.explained(slip.effects):
                # the first of those in the same parameters, which are the same in other words
                slips.setdefault(key.monomial or key, slip)
        return list(slips.values())[:_TOLD]

    def pair(self) -> tuple[Slip, ...]:
        """Return the first two slips that explain all wrong entries together, or none."""
        if not self.wrong or not all(self._found):
            return ()
        where = defaultdict(list)
        for k, found in enumerate(self._found):
            for key in found:
                where[key].append(k)
        for first, second in combinations(where, 2):
            rest = [k for k in where[second] if k not in where[first]]
            if rest and len(where[first]) + len(rest) == len(self.wrong):
                both = self._slip(first, where[first]), self._slip(second, rest)
                if self._isolation.explained([*both[0].effects, *both[1].effects]):
                    return both
        return ()

    def _candidates(
        self, isolated: Isolated, alone: bool
    ) -> Iterator[tuple[_Key, tuple[str, Effect]]]:
        """Yield the slips that are the difference of one entry, the likeliest first."""
        if alone and isolated.ratio is not None:
            factor = round(isolated.ratio, _DIGITS)
            if factor in FACTORS and isolated.has((factor - 1.0) * isolated.right):
                yield _Key(0, (), "", FACTORS[factor]), ("", factor - 1.0)
        if self._form is None:
            return
        few = len(self._form.terms(isolated.entry)) <= MOST_TERMS
        for unit in self._form.units(isolated.entry):
            for edit in edits(self._form, unit, few):
                if isolated.has(edit.effect(isolated.operands)):
                    rank = edit.rank + _OF_PARTS * unit.part
                    key = _Key(rank, unit.monomial, unit.name, edit.verdict)
                    yield key, (unit.text, edit.effect)

    def _slip(self, key: _Key, places: Iterable[int]) -> Slip:
        """Return the slip of a key in some of the wrong entries."""
        entries = [self.wrong[k].entry for k in places]
        made = [self._found[k][key] for k in places]
        labels = ", ".join(entry.label for entry in entries)
        text = (made[0][0] if len(made) == 1 else key.unit) or "the entry"
        return Slip(
            f"{labels}: {text} {key.verdict}",
            self._equation(entries[0]),
            tuple((entry, effect) for entry, (_, effect) in zip(entries, made, strict=True)),
        )

    def _equation(self, entry: Entry) -> str:
        """Return the right entry in words, if it is short."""
        if self._form is None:
            return ""
        right = self._form.written(entry)
        return f"{entry.label} = {right}" if len(right) <= _LONGEST else ""


def _alone(wrong: list[Isolated]) -> bool:
    """Return whether one entry is wrong, or one of M and that of its transpose."""
    labels = [isolated.entry.label for isolated in wrong]
    if len(labels) == 2:
        first, second = labels
        return first[0] == "M" and second == f"M_{first[:1:-1]}"
    return len(labels) == 1
