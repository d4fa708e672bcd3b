"""Arrays that results are written to: of every layout, and on top of operands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .methods import Method
from .worker import Turn

_LAYOUTS: tuple[Callable[[tuple[int, ...], Any], NDArray[Any]], ...] = (
    lambda shape, dtype: np.full(shape, np.nan, dtype),
    lambda shape, dtype: np.full(shape, np.nan, dtype, order="F"),
    lambda shape, dtype: np.full((*shape[:-1], 3 * shape[-1]), np.nan, dtype)[..., ::3],
    lambda shape, dtype: np.full(shape, np.nan, dtype)[(slice(None, None, -1),) * len(shape)],
    lambda shape, dtype: np.zeros(shape, [("a", "i1"), ("b", dtype)])["b"],
)


class Out:
    """Arrays given as out."""

    def __init__(self, given: Any, overlaps: bool) -> None:
        self.given = given
        self.overlaps = overlaps

    def returned(self, result: Any) -> bool:
        """Tell whether a call returned it."""
        if not isinstance(self.given, tuple):
            return result is self.given
        return all(one is other for one, other in zip(result, self.given, strict=True))


def some_out(
    turn: Turn,
    shapes: tuple[tuple[int, ...], tuple[int, ...]],
    method: Method,
    given: dict[str, Any],
) -> Out:
    """Draw arrays for results of these leading and last axes, and put them among what is given."""
    leading, last = shapes
    shape = (*leading, *last)
    dtype = given.get("dtype", np.float64)
    one = method.results == 1
    if method.is_like_operands and len(shape) > 1 and turn.random.random() < 0.3:
        out = _on_an_operand(turn, method, given, shape, dtype)
        if out is not None:
            given["out"] = out
            return Out(out, True)
    layouts = _LAYOUTS if shape else _LAYOUTS[:1]  # of a single number
    made = [turn.random.choice(layouts)(shape, dtype) for _ in range(method.results)]
    if not one and turn.random.random() < 0.3:  # side by side in one array
        all_of_them = np.full((*leading, method.results, *last), np.nan)
        made = list(np.moveaxis(all_of_them, len(leading), 0))
    given["out"] = made[0] if one else tuple(made)
    return Out(given["out"], False)


def _on_an_operand(
    turn: Turn, method: Method, given: dict[str, Any], shape: tuple[int, ...], dtype: Any
) -> NDArray[Any] | None:
    """Move an operand into memory that out shares, a few numbers before, at or behind it."""
    name = turn.random.choice(method.operands)
    operand = given[name]
    if not isinstance(operand, np.ndarray) or operand.shape != shape or operand.dtype != dtype:
        return None
    shift = turn.random.choice((0, 0, shape[-1], -shape[-1], 1, -1, shape[-1] * 3))
    memory = np.full(operand.size + 2 * abs(shift), np.nan, dtype)
    start = abs(shift)
    place = memory[start : start + operand.size].reshape(shape)
    place[...] = operand
    given[name] = place
    return memory[start + shift : start + shift + operand.size].reshape(shape)
