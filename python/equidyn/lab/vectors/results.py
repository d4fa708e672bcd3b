"""Reading of results that another program computed from test vectors."""

from __future__ import annotations

import io
import os
import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ..._validation import FloatArray, unknown
from ...output.files import read_bytes, read_csv, read_json, suffix_of
from .files import HEADER, STATES, SUFFIXES, names, require_scipy
from .quantities import QUANTITIES

# largest file of MATLAB, bytes
_LARGEST = 64 * 2**20

_INDICES = re.compile(r"(_\d+)*$")


class Results:
    """Results of a program by quantity, or by column; checked when their shapes are known.

    Parameters
    ----------
    arrays : mapping
        Nested lists or arrays by quantity, or by operand of the states.

    Raises
    ------
    ValueError
        For an unknown quantity, or none.
    """

    def __init__(self, arrays: Mapping[str, Any]):
        for name in arrays:
            if name not in (*QUANTITIES, *STATES):
                raise ValueError(unknown(str(name), [*QUANTITIES, *STATES]))
        self._arrays = arrays
        self.quantities = [name for name in QUANTITIES if name in arrays]
        if not self.quantities:
            raise ValueError(f"expected results, such as {', '.join(list(QUANTITIES)[4:7])}")
        self.states = [name for name in STATES if name in arrays]

    @property
    def samples(self) -> int:
        """Number of states, as the first quantity has them."""
        first = self._arrays[self.quantities[0]]
        if not isinstance(first, (list, tuple, np.ndarray)) or not len(first):
            raise ValueError(f"{self.quantities[0]}: expected a list of states")
        return len(first)

    def array(self, name: str, shape: tuple[int, ...]) -> FloatArray:
        """Return the numbers of a quantity.

        Raises
        ------
        ValueError
            For another shape, or what is no number.
        """
        try:
            found = np.array(self._arrays[name], dtype=np.float64)
        except (ValueError, TypeError) as error:
            raise ValueError(f"{name}: expected numbers of shape {shape}: {error}") from None
        if _without_ones(found.shape) != _without_ones(shape):
            raise ValueError(
                f"{name}: expected numbers of shape {shape}, states first, got {found.shape}"
            )
        return found.reshape(shape)


class _Table(Results):
    """Results in the columns of a table, a row for each state."""

    def __init__(self, rows: Sequence[Mapping[str, str]]):
        if not rows:
            raise ValueError("expected a row of names and one for each state, got no state")
        columns = [column for column in rows[0] if column != "state"]
        super().__init__(dict.fromkeys(_INDICES.sub("", column.strip()) for column in columns))
        self._rows = _in_order(rows) if "state" in rows[0] else rows

    @property
    def samples(self) -> int:
        """Number of rows."""
        return len(self._rows)

    def array(self, name: str, shape: tuple[int, ...]) -> FloatArray:
        """Return the numbers in the columns of a quantity."""
        if len(self._rows) != shape[0]:
            raise ValueError(f"expected {shape[0]} rows, one for each state, got {len(self._rows)}")
        columns = list(names(name, shape[1:]))
        missing = [column for column in columns if column not in self._rows[0]]
        if missing:
            raise ValueError(
                f"{missing[0]}: column is missing; {name} has {len(columns)}, "
                f"{columns[0]} to {columns[-1]}"
            )
        extra = [
            column
            for column in self._rows[0]
            if _INDICES.sub("", column) == name and column not in columns
        ]
        if extra:
            raise ValueError(f"{extra[0]}: {name} ends at {columns[-1]} for this arm")
        numbers = [
            [_number(row[column], column, k) for column in columns]
            for k, row in enumerate(self._rows, start=1)
        ]
        return np.array(numbers).reshape(shape)


def read(results: str | os.PathLike[str] | Mapping[str, Any]) -> Results:
    """Read the results of a program.

    Parameters
    ----------
    results : path_like or mapping
        A file, .csv, .json or .mat; or arrays by quantity.
    """
    if isinstance(results, Mapping):
        return Results(results)
    if not isinstance(results, (str, os.PathLike)):
        raise TypeError(
            f"expected a file, or arrays by name of quantity, got {type(results).__name__}"
        )
    suffix = suffix_of(results, *SUFFIXES, argument="results")
    if suffix == ".csv":
        return _Table(read_csv(results)[1])
    content = read_json(results) if suffix == ".json" else _matlab(results)
    if not isinstance(content, Mapping):
        raise ValueError(f"expected quantities by name, got {type(content).__name__}")
    return Results(_flat(content))


def _matlab(path: str | os.PathLike[str]) -> dict[str, Any]:
    """Return the variables in a file of MATLAB."""
    scipy_io = require_scipy()
    content = read_bytes(path, _LARGEST)
    try:
        variables: dict[str, Any] = scipy_io.loadmat(io.BytesIO(content))
    except Exception as error:
        # SciPy raises what its parser happens to meet
        raise ValueError(f"not a MATLAB file of version 7 or before: {error}") from None
    return {name: value for name, value in variables.items() if not name.startswith("__")}


def _flat(content: Mapping[str, Any]) -> dict[str, Any]:
    """Return quantities and states by name, without what a file of test vectors has beside."""
    found = {name: value for name, value in content.items() if name not in HEADER}
    for group in ("states", "results"):
        within = found.pop(group, {})
        if not isinstance(within, Mapping):
            raise ValueError(f"{group}: expected arrays by name, got {type(within).__name__}")
        found |= within
    return found


def _in_order(rows: Sequence[Mapping[str, str]]) -> list[Mapping[str, str]]:
    """Return rows in the order of their column "state"."""
    by_state: dict[float, Mapping[str, str]] = {}
    for k, row in enumerate(rows, start=1):
        state = _number(row["state"], "state", k)
        if state in by_state:
            raise ValueError(f"row {k}: state {state:g} is there twice")
        by_state[state] = row
    missing = [k for k in range(1, len(rows) + 1) if k not in by_state]
    if missing:
        raise ValueError(
            f"state {missing[0]}: row is missing; expected states 1 to {len(rows)} in "
            f"{len(rows)} rows"
        )
    return [by_state[k] for k in range(1, len(rows) + 1)]


def _number(text: str, column: str, row: int) -> float:
    try:
        return float(text)
    except ValueError:
        raise ValueError(f"row {row}, {column}: expected a number, got {text!r}") from None


def _without_ones(shape: Sequence[int]) -> list[int]:
    """Return a shape as MATLAB may have left it."""
    return [size for size in shape if size != 1]
