"""NumPy for numbers of any kind: arrays of floats become arrays of objects while a function runs.

Only functions of the module ``numpy`` are exchanged, and only for the thread that asks for it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._core import DoubleDouble
from .recorded import NotRecorded, Recorded

_MAKERS = (
    "array",
    "asarray",
    "ascontiguousarray",
    "empty",
    "empty_like",
    "eye",
    "full",
    "full_like",
    "identity",
    "ones",
    "ones_like",
    "zeros",
    "zeros_like",
)
_FUNCTIONS = ("sin", "cos", "tan", "sqrt", "exp", "sign", "deg2rad", "radians", "arctan", "arccos")

_ONE_AT_A_TIME = threading.RLock()


@contextmanager
def numpy_of_objects() -> Iterator[None]:
    """Let this thread's arrays of floats hold recorded numbers, or those of extended precision."""
    with _ONE_AT_A_TIME:
        exchanged: list[tuple[Any, str, Callable[..., Any]]] = [
            *((np, name, _maker(name)) for name in _MAKERS),
            *((np, name, _function(name)) for name in _FUNCTIONS),
            (np.linalg, "solve", solve),
            (np.linalg, "inv", lambda a: solve(a, np.identity(len(a)))),
        ]
        originals = [(module, name, getattr(module, name)) for module, name, _ in exchanged]
        here = threading.get_ident()
        try:
            for (module, name, other), (*_, original) in zip(exchanged, originals, strict=True):
                setattr(module, name, _only_in(here, other, original))
            yield
        finally:
            for module, name, original in originals:
                setattr(module, name, original)


def _only_in(thread: int, other: Callable[..., Any], original: Callable[..., Any]) -> Any:
    def chosen(*arguments: Any, **options: Any) -> Any:
        function = other if threading.get_ident() == thread else original
        return function(*arguments, **options)

    return chosen


def _maker(name: str) -> Callable[..., Any]:
    # the entries of an empty array of objects are no numbers
    original = getattr(np, name.replace("empty", "zeros"))

    def make(*arguments: Any, **options: Any) -> Any:
        made = original(
            *map(_object_for_float, arguments),
            **{key: _object_for_float(value) for key, value in options.items()},
        )
        return made.astype(object) if made.dtype.kind == "f" else made

    return make


def _object_for_float(argument: Any) -> Any:
    """Return object in the place of a type of floats, anything else as it is."""
    if isinstance(argument, np.dtype):
        return object if argument.kind == "f" else argument
    is_float = isinstance(argument, type) and issubclass(argument, (float, np.floating))
    return object if is_float or (isinstance(argument, str) and argument[:1] in "fd") else argument


def _function(name: str) -> Callable[..., Any]:
    original = getattr(np, name)

    def of_one(x: Any) -> Any:
        if not isinstance(x, (DoubleDouble, Recorded)):
            return original(float(x))
        if not hasattr(x, name):
            raise NotRecorded(f"np.{name} is not counted: only + - * / and sin, cos, tan are")
        return getattr(x, name)()

    over_objects = np.frompyfunc(of_one, 1, 1)

    def function(x: Any, *arguments: Any, **options: Any) -> Any:
        if np.asarray(x).dtype != object:
            return original(x, *arguments, **options)
        return over_objects(x)

    return function


def solve(a: Any, b: Any) -> NDArray[np.object_]:
    """Solve ``a x = b`` by elimination with row pivots, as `numpy.linalg.solve`.

    Parameters
    ----------
    a : array_like, shape (n, n)
        The matrix.
    b : array_like, shape (n,) or (n, k)
        Right-hand sides.
    """
    left, right = (np.array(x, dtype=object) for x in (a, b))
    n = len(left)
    for k in range(n):
        pivot = max(range(k, n), key=lambda row: _size(left[row, k]))
        left[[k, pivot]], right[[k, pivot]] = left[[pivot, k]], right[[pivot, k]]
        for row in range(k + 1, n):
            factor = left[row, k] / left[k, k]
            left[row, k + 1 :] = left[row, k + 1 :] - factor * left[k, k + 1 :]
            right[row] = right[row] - factor * right[k]
    for k in reversed(range(n)):
        for column in range(k + 1, n):
            right[k] = right[k] - left[k, column] * right[column]
        right[k] = right[k] / left[k, k]
    return right


def _size(x: Any) -> float:
    return abs(float(x.value if isinstance(x, Recorded) else x))
