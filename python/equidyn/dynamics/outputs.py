"""Output arrays (``out=``) of results computed in Python, checked and filled as by the core."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from .._validation import FloatArray

# bound of the work to decide whether interleaved arrays overlap
_LITTLE = 10_000


def require_fit(out: object, shape: tuple[int, ...]) -> None:
    """Check an output array for results of this shape, before they are computed."""
    if out is not None:
        _checked(out, shape)


def written(result: FloatArray, out: object) -> FloatArray:
    """Write a result to ``out`` if given; return the array that holds it."""
    if out is None:
        return result
    array = _checked(out, result.shape)
    array[...] = result
    return array


def three_written(results: tuple[FloatArray, ...], out: object) -> tuple[FloatArray, ...]:
    """Write three results to the tuple ``out`` if given; return the arrays that hold them."""
    if out is None:
        return results
    if not isinstance(out, tuple) or len(out) != 3:
        raise TypeError(f"out: expected a tuple of three arrays, got {type(out).__name__}")
    arrays = [_checked(each, result.shape) for each, result in zip(out, results, strict=True)]
    if any(_share_memory(a, b) for a, b in combinations(arrays, 2)):
        raise ValueError("out: expected three arrays that share no memory")
    return tuple(written(result, each) for each, result in zip(arrays, results, strict=True))


def _share_memory(a: FloatArray, b: FloatArray) -> bool:
    # NumPy's stubs allow two values of max_work only
    return np.may_share_memory(a, b, max_work=_LITTLE)  # type: ignore[arg-type]


def _checked(out: object, shape: tuple[int, ...]) -> FloatArray:
    if not isinstance(out, np.ndarray):
        raise TypeError(f"out: expected a NumPy array, got {type(out).__name__}")
    if out.dtype != np.float64:
        raise TypeError(f"out: expected dtype float64, got {out.dtype}")
    if out.shape != shape:
        raise ValueError(f"out: expected shape {shape}, got {out.shape}")
    if not out.flags.writeable:
        raise ValueError("out: expected a writeable array, got a read-only one")
    return out
