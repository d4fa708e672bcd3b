"""Operands and options that no call can take."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


class OwnError(Exception):
    """An error of a user's own code, which passes through or becomes a TypeError or ValueError."""


# what user code may raise while it is asked for an array or for an integer
RAISED = (OwnError, KeyboardInterrupt, MemoryError, OSError, ValueError, TypeError, IndexError)
# of these nothing may become of another kind
UNCHANGED = (KeyboardInterrupt, MemoryError, OSError)


class Raising:
    """Raises where it is asked for an array, a length, an item, a number."""

    def __init__(self, error: type[BaseException]) -> None:
        self.error = error

    def _raise(self, *_: Any, **__: Any) -> Any:
        raise self.error("by the user's own code")

    __array__ = __index__ = __float__ = __len__ = __getitem__ = __bool__ = _raise


class Answering:
    """Gives whatever it was made with where an array, an integer or a number is asked for."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def _answer(self, *_: Any, **__: Any) -> Any:
        return self.answer

    __array__ = __index__ = __float__ = _answer


def _own_array(values: Array) -> Answering:
    """Return an object whose __array__ returns the object."""
    answering = Answering(None)
    answering.answer = answering
    return answering


def _with(values: Array, number: float, random: Random) -> Array:
    copy = np.array(values)
    copy.reshape(-1)[random.randrange(copy.size)] = number
    return copy


def _masked(values: Array) -> Any:
    mask = np.zeros(values.shape, bool)
    mask.reshape(-1)[-1] = True
    return np.ma.masked_array(values, mask)


def _deep(depth: int) -> Any:
    nest: Any = 1.0
    for _ in range(depth):
        nest = [nest]
    return nest


# each makes of good values (not empty) something that must be refused
OPERANDS: dict[str, Callable[[Array, Random], Any]] = {
    "too wide": lambda v, r: np.concatenate([v, v[..., :1]], axis=-1),
    "too narrow": lambda v, r: v[..., :-1],
    "no axis": lambda v, r: 1.5,
    "no axis, of NumPy": lambda v, r: np.float64(2.0),
    "does not broadcast": lambda v, r: np.resize(v, (3, 97, v.shape[-1])),
    "nan": lambda v, r: _with(v, np.nan, r),
    "infinite": lambda v, r: _with(v, r.choice((np.inf, -np.inf)), r),
    "nan in a list": lambda v, r: _with(v, np.nan, r).tolist(),
    "nan in columns": lambda v, r: np.asfortranarray(_with(v, np.nan, r)),
    "nan of float32": lambda v, r: _with(v, np.nan, r).astype(np.float32),
    "text": lambda v, r: "1.0 2.0",
    "bytes": lambda v, r: b"\x00" * 48,
    "texts": lambda v, r: v.astype(str),
    "none": lambda v, r: None,
    "nones": lambda v, r: [None] * v.shape[-1],
    "complex": lambda v, r: v + 1j,
    "objects": lambda v, r: v.astype(object),
    "dates": lambda v, r: v.astype("i8").astype("M8[s]"),
    "records": lambda v, r: np.zeros(v.shape, [("x", "f8")]),
    "rows of unequal length": lambda v, r: [[1.0], [1.0, 2.0]],
    "deep": lambda v, r: _deep(r.choice((70, 3000))),
    "dictionary": lambda v, r: {"q": v},
    "set": lambda v, r: {1.0, 2.0},
    "generator": lambda v, r: (x for x in v),
    "function": lambda v, r: np.sin,
    "class": lambda v, r: np.ndarray,
    "huge integers": lambda v, r: [10**400] * v.shape[-1],
    "masked": lambda v, r: _masked(v),
    "answers with itself": lambda v, r: _own_array(v),
    "answers with text": lambda v, r: Answering("text"),
    "raises": lambda v, r: Raising(r.choice(RAISED)),
    "raises in a list": lambda v, r: [Raising(r.choice(RAISED))] * v.shape[-1],
    "very many rows": lambda v, r: np.broadcast_to(
        v.reshape(-1)[: v.shape[-1]], (2 ** r.choice((36, 40, 44)), v.shape[-1])
    ),
}

# what each option must refuse; None stands for what is made on the spot
OPTIONS: dict[str, tuple[Any, ...]] = {
    "formulation": ("", "newton", "x" * 5000, 7, b"kane", ("kane",), "\ud800", np.nan, object()),
    "dtype": ("f2", "i4", "complex128", object, "bogus", 7, ">f8", [("x", "f8")], "\ud800", {}),
    "frame": (
        "",
        "World",
        "base",
        "\ud800",
        None,
        7,
        b"tool",
        ["tool"],
        np.array("tool"),
        object(),
    ),
    "friction": (1, "yes", None, 1.0, np.ones(2), [], Raising(OwnError)),
    "motors": (0, "no", None, 0.0, np.zeros(2), (), Raising(OwnError)),
    "threads": (
        *(0, -1, True, 1.5, "2", [], -(10**40), np.float64(2), np.ones(2)),
        *(Answering("two"), Answering(None), *(Raising(error) for error in RAISED)),
    ),
    "out": (1.0, [0.0] * 6, "out", np.zeros(0), np.zeros((5,) * 6), (), (1,), {}, object),
    "base_motion": ((0, 0, 0), np.zeros(3), "moving", {}, 1.0, (np.zeros(3),) * 3, object()),
    "tip_wrench": (np.zeros(5), 1.0, "force", {}, np.full(6, np.nan), [None] * 6),
}
