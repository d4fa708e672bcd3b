"""Operands and results that begin or end where memory ends: a step too far is a crash."""

from __future__ import annotations

import ctypes
import mmap
from functools import lru_cache
from math import prod
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .fuzz import scene_of, some_options
from .judge import alike
from .methods import METHODS
from .scene import flat
from .worker import Attack, Turn, each_instruction_set

_CALLS_OF_A_SCENE = 128
_SIZE = 64 * mmap.PAGESIZE
_INACCESSIBLE = 0  # PROT_NONE


class GuardedMemory:
    """Memory between two pages that nobody may touch."""

    def __init__(self, size: int = _SIZE) -> None:
        page = mmap.PAGESIZE
        pages = -(-size // page)
        self._map = mmap.mmap(-1, (pages + 2) * page)
        whole = np.frombuffer(self._map, np.uint8)
        address = whole.ctypes.data
        protect = ctypes.CDLL(None, use_errno=True).mprotect
        for start in (address, address + (pages + 1) * page):
            if protect(ctypes.c_void_p(start), ctypes.c_size_t(page), _INACCESSIBLE) != 0:
                raise OSError(ctypes.get_errno(), "mprotect")
        self._bytes = whole[page : (pages + 1) * page]

    def at_end(self, shape: tuple[int, ...]) -> NDArray[Any]:
        """Return the last numbers of the memory, in this shape."""
        size = prod(shape) * 8
        return self._bytes[len(self._bytes) - size :].view(np.float64).reshape(shape)

    def array(self, shape: tuple[int, ...], dtype: Any, random: Random) -> NDArray[Any]:
        """Return an array that touches one end of the memory, in one of several layouts."""
        dtype = np.dtype(dtype)
        count = prod(shape)
        factor = random.choice((1, 1, 1, 3))
        size = (count - 1) * dtype.itemsize * factor + dtype.itemsize if count else 0
        at_end = random.random() < 0.7
        piece = self._bytes[len(self._bytes) - size :] if at_end else self._bytes[:size]
        if size:
            numbers = np.ndarray((count,), dtype, piece, strides=(dtype.itemsize * factor,))
        else:
            numbers = np.ndarray((0,), dtype, piece)
        order = random.choice("CCCF")
        array = numbers.reshape(shape, order=order)
        if shape and random.random() < 0.15:
            array = array[(slice(None, None, -1),) * array.ndim]
        return array


@lru_cache(maxsize=1)
def _memories() -> tuple[GuardedMemory, ...]:
    return tuple(GuardedMemory() for _ in range(7))


def guarded(shape: tuple[int, ...]) -> NDArray[Any]:
    """Return an array without gaps behind which memory ends, in memory of its own."""
    return GuardedMemory(prod(shape) * 8).at_end(shape)


def attempt(turn: Turn) -> None:
    """Call a method on guarded operands, and compare with the same numbers elsewhere."""
    random = turn.random
    scene = scene_of(turn.seed, -1 - turn.index // _CALLS_OF_A_SCENE)
    method = random.choice(METHODS)
    options = dict(some_options(scene, method, random))
    dtype = options.get("dtype", np.float64)
    rows = random.choice((None, *range(12), 16, 17, 31, 33, 64, 65))
    leading = () if rows is None else (rows,)
    memories = list(_memories())
    guarded, copies = {}, {}
    names = [*method.operands]
    names += ["tip_wrench"] if "tip_wrench" in method.options and random.random() < 0.3 else []
    for name, memory in zip(names, memories, strict=False):
        own = random.choice((leading, leading, leading, ()))
        values = np.array(
            [random.uniform(-3, 3) for _ in range(prod(own) * scene.width(name))]
        ).reshape(*own, scene.width(name))
        array = memory.array(values.shape, dtype, random)
        array[...] = values
        guarded[name], copies[name] = array, array.copy()
    shape = np.broadcast_shapes(*(array.shape[:-1] for array in copies.values()))
    if "out" in method.options and random.random() < 0.6:
        last = method.shapes(scene.n, options)
        if prod((*shape, *last)) * 3 * 8 < _SIZE:
            free = memories[-method.results :]
            outs = [memory.array((*shape, *last), dtype, random) for memory in free]
            guarded["out"] = tuple(outs) if method.results > 1 else outs[0]
    call = method.of(scene.arm)
    turn.calls += 2
    try:
        expected = call(**copies, **options)
    except ValueError:
        expected = None
    try:
        found = call(**guarded, **options)
    except ValueError as error:
        if expected is not None:
            turn.found("refuses what it takes elsewhere", method.name, error)
        return
    count = prod(shape)
    if expected is None or not alike(method, flat(found, count), flat(expected, count)):
        turn.found("not what it gives elsewhere", method.name, sorted(options))


ATTACKS = (
    Attack(
        "guard-pages",
        "operands and results at the end of memory",
        attempt,
        share=0.04,
        least=1500,
        block=20_000,
        environment=each_instruction_set,
    ),
)
