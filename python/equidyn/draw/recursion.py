"""The Newton-Euler recursion of one state as a sequence of pictures, one for each equation."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from ..dynamics.recursion import Equation, Evaluated
from ..output.tables import Table
from ..output.tabular import Exported
from ..output.text import fixed
from ..validation import FloatArray, count
from .animation import Pictures
from .arrows import Diagram
from .free_body import FreePicture
from .free_view import FreeView, view_of
from .picture import in_space
from .posture import Posture

if TYPE_CHECKING:
    from mpl_toolkits.mplot3d.axes3d import Axes3D

# pictures a second
_RATE = 1.0

# kinds of vectors that have no point of application
_FREE = ("omega", "alpha")

# largest component of a vector that may be rounding, and of those shown by powers of ten
_ROUNDING, _SMALL, _LARGE = 1e-9, 1e-2, 1e6

# letters of LaTeX as characters
_CHARACTERS = {
    r"\omega": "ω",
    r"\alpha": "α",
    r"\tau": "τ",
    r"\bar{a}": "ā",
    r"\ddot{q}": "q̈",
    r"\dot{q}": "q̇",
    r"\hat{z}": "ẑ",
    r"\times": "×",
    r"\cdot": "·",
    "^T": "ᵀ",
}


def in_characters(latex: str) -> str:
    """Return a formula of the recursion in plain characters.

    Examples
    --------
    >>> in_characters("R_{2}^T f_{2}")
    'R_2ᵀ f_2'
    """
    for letter, character in _CHARACTERS.items():
        latex = latex.replace(letter, character)
    return re.sub(r"_{(\d+)}", r"_\1", latex)


@dataclass(frozen=True)
class RecursionStep:
    """A step of the recursion: an equation and its numbers.

    Attributes
    ----------
    link : int
        Number of the link, from 1.
    symbol, equation : str
        Symbol of the result and the equation, in LaTeX.
    number : str
        Number of the equation in its source.
    value : ndarray, shape (3,)
        The result in axes of the link's frame; of a torque, shape (1,).
    unit : str
        Its unit.
    """

    link: int
    symbol: str
    equation: str
    number: str
    value: FloatArray
    unit: str

    def __str__(self) -> str:
        return f"{in_characters(self.equation)} = {self._written} {self.unit}"

    @property
    def numbers(self) -> list[str]:
        """The components as they are shown: those of a small or large vector by powers of ten."""
        size = float(np.abs(self.value).max())
        if _ROUNDING < size < _SMALL or size >= _LARGE:
            return [f"{component:.3e}" if component else "0" for component in self.value]
        return [fixed(component, 4) for component in self.value]

    @property
    def _written(self) -> str:
        joined = ", ".join(self.numbers)
        return f"({joined})" if len(self.value) > 1 else joined

    __repr__ = __str__


class Recursion(Exported, Sequence[RecursionStep]):
    """The Newton-Euler recursion in one state, a sequence of steps; prints as a table.

    Parameters
    ----------
    seen : Posture
        Posture of the arm.
    equations : list of Equation
        The equations in their order.
    evaluated : Evaluated
        Their results.
    name : str
        Name of the arm.
    """

    def __init__(
        self, seen: Posture, equations: list[Equation], evaluated: Evaluated, name: str
    ) -> None:
        self._seen, self._equations, self._evaluated = seen, equations, evaluated
        self._name = name
        self._steps = tuple(map(self._step, equations))

    def _step(self, equation: Equation) -> RecursionStep:
        value = self._evaluated.values[equation.quantity, equation.link]
        written = f"{equation.symbol} = {equation.right}"
        return RecursionStep(
            equation.link, equation.symbol, written, equation.number, value, equation.unit
        )

    def __len__(self) -> int:
        return len(self._steps)

    def __getitem__(self, index: Any) -> Any:
        return self._steps[index]

    def _tables(self) -> tuple[Table]:
        return (
            Table(
                title=f"Newton-Euler recursion: {self._name}",
                columns=("link", "equation", "number", "x", "y", "z", "unit"),
                align="rlcrrrl",
                rows=tuple(self._rows()),
                footnote="components in axes of the link's frame; accelerations minus gravity",
                optional=("number",),
            ),
        )

    def _rows(self) -> Iterator[tuple[str, ...]]:
        for step in self:
            numbers = step.numbers
            # a torque is no vector: its number stands in the last column
            cells = [""] * (3 - len(numbers)) + numbers
            equation = in_characters(step.equation)
            yield str(step.link), equation, step.number, *cells, step.unit

    def to_records(self) -> list[dict[str, Any]]:
        """Return a record for each component of each step."""
        return [
            {
                "step": k,
                "link": step.link,
                "equation": in_characters(step.equation),
                "number": step.number,
                "component": axis if len(step.value) > 1 else None,
                "value": float(component),
                "unit": step.unit,
            }
            for k, step in enumerate(self)
            for axis, component in zip("xyz", step.value, strict=False)
        ]

    def draw(self, step: int, ax: Axes3D | None = None) -> Axes3D:
        """Draw a step: the arrow of its result, those of its operands faintly, and its numbers.

        Parameters
        ----------
        step : int
            Index of the step, from 0.
        ax : matplotlib 3D axes, optional
            Axes to draw in; by default a new figure.

        Returns
        -------
        matplotlib 3D axes

        Raises
        ------
        ValueError, TypeError
            If there is no such step.
        """
        k = count("step", step, smallest=0, largest=len(self) - 1)
        diagram = self._diagram(self._equations[k])
        ax = in_space(ax)
        view = self._view(diagram)
        FreePicture(view, [self._seen], [diagram], ax, frames=True).show(0, "")
        drawn = self[k]
        where = f", in frame {drawn.link}" if len(drawn.value) > 1 else ""
        value = f"{drawn._written} {drawn.unit}{where}"
        title = f"step {k + 1} of {len(self)}\n${drawn.equation}$   {drawn.number}\n= {value}"
        ax.set_title(title, fontsize=10, parse_math=True)
        return ax

    def _diagram(self, equation: Equation) -> Diagram:
        """Return the result of an equation as a vector, and its operands as faint ones."""
        of = self._evaluated.vectors
        result = of[equation.quantity, equation.link]
        # rates, which act at no point, are drawn where the result is
        vectors = [result] + [
            of[key]._replace(point=result.point) if of[key].kind in _FREE else of[key]
            for key in equation.operands
        ]
        kinds = tuple(dict.fromkeys(vector.kind for vector in vectors))
        operands = frozenset(vector.symbol for vector in vectors[1:])
        return Diagram(vectors, kinds, equation.link, operands)

    def _view(self, diagram: Diagram) -> FreeView:
        """Return the view of a step, that of its link."""
        view = self._views[diagram.body]
        vectors = [vector for vector in diagram.vectors if not view.scale.is_zero(vector)]
        drawn = tuple(dict.fromkeys((vector.kind, vector.unit) for vector in vectors))
        scale = view.scale._replace(drawn=drawn)
        return view._replace(scale=scale, arrows=[scale.arrows(diagram)])

    @cached_property
    def _views(self) -> list[FreeView]:
        """The view of each link, with its middle, size and scale; the eye stays where it is."""
        diagrams = [self._diagram(equation) for equation in self._equations]
        sight = view_of([self._seen] * len(diagrams), diagrams).sight
        views = []
        for body in range(len(self._seen.bodies)):
            own = [diagram for diagram in diagrams if diagram.body == body]
            views.append(view_of([self._seen] * len(own), own)._replace(sight=sight))
        return views

    def _fullest(self) -> int:
        """Return the index of the step with the longest legend."""
        entries = []
        for diagram in map(self._diagram, self._equations):
            scale = self._view(diagram).scale
            entries.append(len(scale.drawn) + bool(scale.zeros(diagram)))
        return int(np.argmax(entries))

    def animate(self) -> Pictures:
        """Draw the steps as a player, which goes on by a step a second, or by its buttons.

        Returns
        -------
        Pictures
            Shows itself in a notebook; ``save`` writes a page, or a GIF.
        """
        return _Steps(self)


class _Steps(Pictures):
    """Player of the pictures of a recursion."""

    def __init__(self, recursion: Recursion) -> None:
        super().__init__(len(recursion), _RATE, recursion._fullest())
        self._recursion = recursion

    def draw(self, k: int, ax: Any) -> None:
        """Draw step k in place of the last one."""
        ax.clear()
        self._recursion.draw(k, ax)

    def __repr__(self) -> str:
        return f"<Recursion of {self.number} pictures>"
