"""Arrows of the vectors of links: their lengths, by a scale for each unit, and their legend."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from ..dynamics.link_vectors import AXIAL, KINDS, LinkVector
from ..validation import FloatArray, finite_result
from .floor import step_of

# longest arrow of a unit, in lengths of the arm
LONGEST = 0.4

# shortest arrow that is drawn, in parts of that of the legend; longest one by a chosen scale, in
# lengths of the arm
_SHORTEST, _TOO_LONG = 1e-6, 100.0

# room for the symbol behind the tip of an arrow, in lengths of the arm
_ROOM = 0.07

# digits of round values, and rounding errors in parts of the largest value
_DIGITS = (1, 2, 3, 4, 5, 6, 8, 10)
_ZERO = 1e-12

# smallest value that is drawn
_SMALLEST = 1e-300


class Arrow(NamedTuple):
    """An arrow in the world, m; with two heads for an axial vector."""

    kind: str
    symbol: str
    start: FloatArray
    along: FloatArray
    axial: bool

    @property
    def tip(self) -> FloatArray:
        """Its tip."""
        end: FloatArray = self.start + self.along
        return end


class Diagram(NamedTuple):
    """Vectors of an arm in one state, and the kinds that are drawn.

    Attributes
    ----------
    vectors : list of LinkVector
        All vectors, of one link or of all.
    kinds : tuple of str
        Kinds that are drawn.
    link : int or None
        Number of the link that is drawn free of the others.
    faint : frozenset of str
        Symbols of the vectors that are drawn faintly.
    per_metre : mapping of str to float
        Chosen scales: the value of an arrow of one metre, by unit.
    """

    vectors: list[LinkVector]
    kinds: tuple[str, ...]
    link: int | None
    faint: frozenset[str] = frozenset()
    per_metre: Mapping[str, float] = MappingProxyType({})

    @property
    def body(self) -> int:
        """Index of the link that is drawn free of the others, from 0."""
        assert self.link is not None
        return self.link - 1

    def shown(self) -> list[LinkVector]:
        """Return the vectors of the drawn kinds."""
        return [vector for vector in self.vectors if vector.kind in self.kinds]


class Scale(NamedTuple):
    """Scale of each unit: the value of an arrow of one length.

    Attributes
    ----------
    length : float
        The length, m.
    values : dict
        Its value, by unit; of units of which all values are zero, none.
    least : dict
        Largest magnitude that counts as zero, by unit.
    drawn : tuple of (str, str)
        Kind and unit of the vectors that are not zero everywhere.
    """

    length: float
    values: dict[str, float]
    least: dict[str, float]
    drawn: tuple[tuple[str, str], ...]

    def is_zero(self, vector: LinkVector) -> bool:
        """Tell whether a vector is zero, up to rounding."""
        return _magnitude(vector) <= self.least[vector.unit]

    def along(self, vector: LinkVector) -> FloatArray:
        """Return the arrow of a vector, m; zero for one of a unit without values."""
        value = self.values.get(vector.unit)
        return np.zeros(3) if value is None else vector.value * (self.length / value)

    def arrow(self, vector: LinkVector) -> Arrow:
        """Return the arrow of a vector at its point."""
        along = self.along(vector)
        return Arrow(vector.kind, vector.symbol, vector.point, along, vector.unit in AXIAL)

    def arrows(self, diagram: Diagram) -> list[Arrow]:
        """Return the arrows of a diagram, without those of zero and of invisible vectors."""
        return [
            self.arrow(v)
            for v in diagram.shown()
            if not self.is_zero(v) and np.abs(self.along(v)).max() > _SHORTEST * self.length
        ]

    def legend(self, *, values: bool = True) -> Iterator[tuple[str, str]]:
        """Yield each drawn kind, its name, and optionally the value of an arrow of the length.

        Inertial forces and moments have a line each.
        """
        for kind, unit in self.drawn:
            name = f"{'↠' if unit in AXIAL else '→'} {_name(kind, unit)}"
            yield kind, f"{name}, {self.values[unit]:g} {unit}" if values else name

    def bars(self, size: float) -> dict[str, tuple[float, float]]:
        """Return a round value and its length by unit, m: the least that is as long as given."""
        bars = {}
        for unit in dict.fromkeys([*(unit for _, unit in self.drawn), "m"]):
            a_metre = self.values[unit] / self.length
            value = round_up(size * a_metre)
            bars[unit] = value, value / a_metre
        return bars

    def zeros(self, diagram: Diagram) -> list[str]:
        """Return what is zero: symbols of vectors in dollar signs, or names of whole kinds."""
        groups: dict[str, list[LinkVector]] = {}
        for vector in diagram.shown():
            groups.setdefault(_name(vector.kind, vector.unit), []).append(vector)
        words = []
        for name, vectors in groups.items():
            zero = [f"${vector.symbol}$" for vector in vectors if self.is_zero(vector)]
            words += [name] if len(vectors) == len(zero) > 1 else zero
        return words


def _name(kind: str, unit: str) -> str:
    if kind == "inertia":
        return "inertial moments" if unit in AXIAL else "inertial forces"
    return KINDS[kind].name


def scale_of(diagrams: Sequence[Diagram], reach: float, size: float | None = None) -> Scale:
    """Return the scales that suit all diagrams of an arm of this reach, m, or were chosen.

    Arrows suit a picture of another size, m, if it is given.

    Raises
    ------
    ValueError
        If an arrow is too long by a chosen scale.
    """
    vectors = [vector for diagram in diagrams for vector in diagram.vectors]
    largest = _longest(vectors)
    # a moment may be the small difference of moments of forces
    reference = dict(largest)
    if "N m" in largest:
        reference["N m"] = max(largest["N m"], largest.get("N", 0.0) * reach)
    least = {unit: max(_ZERO * value, _SMALLEST) for unit, value in reference.items()}
    size = size or reach
    length = step_of(size)
    shown = [vector for diagram in diagrams for vector in diagram.shown()]
    drawn = [vector for vector in shown if _magnitude(vector) > least[vector.unit]]
    longest = _longest(drawn)
    values = {
        unit: round_up(value * (length / (LONGEST * size))) for unit, value in longest.items()
    }
    chosen = diagrams[0].per_metre
    for unit in chosen.keys() & longest.keys():
        if longest[unit] > _TOO_LONG * reach * chosen[unit]:
            expected = f"a picture of an arm that reaches {reach:.3g} m has no room for it"
            raise ValueError(f"scale: {unit}: {longest[unit]:.3g} {unit} is too long; {expected}")
    values |= {unit: value * length for unit, value in chosen.items()}
    # positions are drawn as they are
    values["m"] = length
    kinds = tuple(dict.fromkeys((vector.kind, vector.unit) for vector in drawn))
    return Scale(length, values, least, kinds)


def points_of(arrows: Sequence[Arrow], reach: float) -> FloatArray:
    """Return the points of arrows and of their symbols, shape (k, 3)."""
    points = [np.empty((0, 3))]
    for arrow in arrows:
        direction = arrow.along / np.linalg.norm(arrow.along)
        points.append(np.array([arrow.start, arrow.tip + _ROOM * reach * direction]))
    return np.vstack(points)


def _longest(vectors: Iterable[LinkVector]) -> dict[str, float]:
    longest: dict[str, float] = {}
    for vector in vectors:
        longest[vector.unit] = max(longest.get(vector.unit, 0.0), _magnitude(vector))
    return longest


def _magnitude(vector: LinkVector) -> float:
    with np.errstate(over="ignore"):
        magnitude: FloatArray = np.hypot.reduce(vector.value, keepdims=True)
    return float(finite_result(_name(vector.kind, vector.unit), magnitude)[0])


def round_up(value: float) -> float:
    """Return the next number of one digit, or a power of ten, from a positive one upwards."""
    power = 10.0 ** np.floor(np.log10(value))
    return float(next(k * power for k in _DIGITS if k * power >= value * (1 - 1e-12)))
