"""An arm, a few states, and many ways to hand them over: what the calls of a block draw from."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from random import Random
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

import equidyn

from . import arms, layouts
from .methods import Method

Array = NDArray[np.float64]
Options = tuple[tuple[str, Any], ...]

# how many rows the table of each operand has, from which all its rows are taken
_BESIDE = ("qd", "qdd", "tau", "v", "dq", "dqd", "dqdd", "dtau", "cotangent")
_ROWS = {"q": 3, **dict.fromkeys(_BESIDE, 2), "tip_wrench": 2, "base_motion": 2}
# how many ways to hand over an operand each scene prepares
_WAYS = 12
_SHAPES: tuple[tuple[int, ...], ...] = (
    *((), (), (1,), (2,), (3,), (5,), (8,), (9,), (17,), (2, 3), (3, 1), (1, 4), (2, 1, 3)),
    *((0,), (0, 2), (2, 0, 1), (33,), (2, 2, 2, 2), (70,), (*(1,) * 26, 2, 3)),
)
# what keeps a fifth of the attempts from being about small batches only
_LARGE = ((700,), (3, 411), (2600,))


class Operand(NamedTuple):
    """One way to hand over rows of a table."""

    value: Any
    numbers: NDArray[np.intp]  # of its rows, in the shape of its own leading axes
    rows: NDArray[np.intp]  # the same for each row of the scene's shape
    kept: Array | None  # the array that must stay as it is
    bytes: bytes

    def changed(self) -> bool:
        """Tell whether a call wrote to it."""
        return self.kept is not None and self.kept.tobytes() != self.bytes


class Scene:
    """The arm, the tables of its states, and the operands made of them.

    Parameters
    ----------
    random : Random
        What everything is drawn from.
    extreme : bool
        Whether the numbers are as large and as small as there are, rather than ordinary ones.
    arm : Arm, optional
        By default, one is drawn.
    """

    def __init__(self, random: Random, extreme: bool, arm: equidyn.Arm | None = None) -> None:
        self.arm = arm or arms.some_arm(random)
        self.n = self.arm.n
        self.extreme = extreme
        self.shape = random.choice(_LARGE if random.random() < 0.02 else _SHAPES)
        self.tables = {name: self._table(random, name) for name in _ROWS}
        self.operands = {
            name: [self._operand(random, name) for _ in range(_WAYS)] for name in _ROWS
        }
        self.still = bool(self.arm.viscous is None and self.arm.coulomb is None)
        self.calls = 0  # of single rows
        self._known: dict[tuple[str, Options, bool, bool], _Known] = {}

    def batch_of(self, operands: Sequence[tuple[str, Operand]]) -> tuple[int, ...]:
        """Return the shape that the leading axes broadcast to: mostly that of the scene."""
        for _, operand in operands:
            if operand.numbers.shape == self.shape:
                return self.shape
        return np.broadcast_shapes(*(operand.numbers.shape for _, operand in operands))

    def expected(
        self,
        method: Method,
        options: Options,
        operands: Sequence[tuple[str, Operand]],
        shape: tuple[int, ...],
    ) -> Array | None:
        """Return the results (rows, outputs) of each row alone; None where one has none."""
        named = dict(operands)
        key = (method.name, options, "tip_wrench" in named, "base_motion" in named)
        if key not in self._known:
            names = tuple(named)
            self._known[key] = _Known(self, method, dict(options), names)
        if shape == self.shape:
            return self._known[key].of([operand.rows for operand in named.values()])
        numbers = (np.broadcast_to(each.numbers, shape).reshape(-1) for each in named.values())
        return self._known[key].of(list(numbers))

    def row(self, name: str, number: int) -> Any:
        """Return one row of a table as the simplest operand that it can be."""
        values = self.tables[name][number].copy()
        return _motion(values) if name == "base_motion" else values

    def handed_over(self, name: str, values: Array, layout: Any = layouts.plain) -> Any:
        """Return values (..., width) as an operand of this name."""
        if name != "base_motion":
            return layout(values)
        return _motion(values)

    def width(self, name: str) -> int:
        """Return how many numbers a row has."""
        return {"tip_wrench": 6, "base_motion": 9}.get(name, self.n)

    def _table(self, random: Random, name: str) -> Array:
        if name == "q" and not self.extreme and random.random() < 0.2:
            return arms.large_angles(random, _ROWS[name], self.arm.joints)
        make = arms.extreme_table if self.extreme else arms.tame_table
        return make(random, _ROWS[name], self.width(name))

    def _operand(self, random: Random, name: str) -> Operand:
        own = self.shape[random.choice((0, 0, 0, random.randint(0, len(self.shape)))) :]
        own = tuple(1 if random.random() < 0.1 else extent for extent in own)
        numbers = [random.randrange(_ROWS[name]) for _ in range(prod(own))]
        rows = np.array(numbers, np.intp).reshape(own)
        layout = random.choice(layouts.LAYOUTS)
        if layout in (layouts.single, layouts.extended) and self.extreme:
            layout = layouts.plain
        values = self.tables[name][rows]
        if not values.size and layout in (layouts.nested, layouts.tuples, layouts.scalars):
            layout = layouts.plain  # an empty list says nothing of its width
        value = self.handed_over(name, values, layout)
        kept = value if isinstance(value, np.ndarray) else None
        broadcast = np.broadcast_to(rows, self.shape).reshape(-1)
        return Operand(value, rows, broadcast, kept, b"" if kept is None else kept.tobytes())


class _Known:
    """The results of single states, computed when they are first asked for."""

    def __init__(
        self, scene: Scene, method: Method, options: dict[str, Any], names: tuple[str, ...]
    ) -> None:
        self._scene, self._method, self._options, self._names = scene, method, options, names
        self._extents = tuple(_ROWS[name] for name in names)
        self._values: dict[int, Array | None] = {}
        dtype = options.get("dtype", np.float64)
        outputs = method.results * prod(method.shapes(scene.n, options))
        self._table = np.empty((prod(self._extents), outputs), dtype)

    def of(self, rows: Sequence[NDArray[np.intp]]) -> Array | None:
        keys = np.ravel_multi_index(tuple(rows), self._extents)
        for key in set(keys.tolist()):
            if key not in self._values:
                self._values[key] = self._alone(key)
            if self._values[key] is None:
                return None
        return self._table[keys]

    def _alone(self, key: int) -> Array | None:
        numbers = np.unravel_index(key, self._extents)
        given = {
            name: self._scene.row(name, int(number))
            for name, number in zip(self._names, numbers, strict=True)
        }
        self._scene.calls += 1
        try:
            result = self._method.of(self._scene.arm)(**given, **self._options)
        except ValueError:
            return None
        self._table[key] = flat(result, 1)
        return self._table[key]


def flat(result: Any, rows: int) -> Array:
    """Return all results of a call as one array, a line a state."""
    parts = result if isinstance(result, tuple) else (result,)
    if len(parts) == 1:
        return np.ascontiguousarray(parts[0]).reshape(rows, -1 if rows else 0)
    if not rows:
        return np.empty((0, 0))
    return np.concatenate([part.reshape(rows, -1) for part in parts], axis=1)


def _motion(values: Array) -> equidyn.BaseMotion:
    return equidyn.BaseMotion(values[..., :3], values[..., 3:6], values[..., 6:])
