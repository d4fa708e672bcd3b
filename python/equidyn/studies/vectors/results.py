"""Reading of results that another program computed from test vectors."""

from __future__ import annotations

import io
import os
import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

import numpy as np

from ...output.files import read_bytes, read_csv, read_json, suffix_of
from ...validation import FloatArray, brief, float64_copy, listed, unknown, without_ones
from .files import HEADER, STATES, SUFFIXES, names, require_scipy
from .quantities import QUANTITIES, operands_of

# largest file of MATLAB, bytes
_LARGEST = 64 * 2**20

# how alike a name and that of a quantity are, from 0 to 1, of which one may be meant by the other
_ALIKE = 0.8

_KNOWN = (*QUANTITIES, *STATES)

_INDICES = re.compile(r"(_\d+)*$")


class Results:
    """Results of a program by quantity, or by column; checked when their shapes are known.

    No `Implementation`: the program ran elsewhere, and is not called.

    Parameters
    ----------
    arrays : mapping
        Nested lists or arrays by quantity, or by operand of the states. Others are ignored.
    about : mapping, optional
        What a file of test vectors has in addition to these.
    read : collection of str
        The quantities and operands that are not ignored.

    Attributes
    ----------
    ignored : tuple of str
        The names of the others.
    notes : list of str
        Shapes that were taken as others.
    questions : list of str
        Questions about ignored names that seem to be those of quantities.

    Raises
    ------
    ValueError
        If there is no quantity.
    """

    def __init__(
        self,
        arrays: Mapping[str, Any],
        about: Mapping[str, Any] | None = None,
        read: Collection[str] = _KNOWN,
    ):
        self._arrays, self.about = arrays, about or {}
        others = [name for name in arrays if name not in read]
        # in one line, and not too long
        self.ignored = tuple(brief(name)[1:-1] for name in others)
        self.notes: list[str] = []
        self.quantities = [name for name in QUANTITIES if name in arrays]
        free = [name for name in QUANTITIES if name not in arrays]
        questions: dict[str, str] = {}
        for name in others:
            for like in get_close_matches(name.lower(), free, n=1, cutoff=_ALIKE):
                questions.setdefault(like, name)
        self.questions = [f"{x} is ignored: did you mean {like}?" for like, x in questions.items()]
        if not self.quantities:
            got = f", got {listed(self.ignored)}" if self.ignored else ""
            asked = f"; {self.questions[0]}" if self.questions else ""
            some = ", ".join(list(QUANTITIES)[4:7])
            raise ValueError(f"expected results, such as {some}{got}{asked}")
        self.states = [name for name in STATES if name in arrays and name in read]

    @property
    def samples(self) -> int:
        """Number of states, as most quantities have them."""
        arrays = (self._arrays[name] for name in self.quantities)
        lengths = Counter(
            _length(x) for x in arrays if isinstance(x, (list, tuple, np.ndarray)) and _length(x)
        )
        if not lengths:
            raise ValueError(f"{self.quantities[0]}: expected a list of states")
        return lengths.most_common(1)[0][0]

    def array(self, name: str, shape: tuple[int, ...]) -> FloatArray:
        """Return the numbers of a quantity.

        Raises
        ------
        ValueError
            For another shape, or values that are not numbers.
        """
        expected = f"{name}: expected numbers of shape {shape}, states first, got "
        try:
            found = float64_copy(name, _without_null(self._arrays[name]))
        except (ValueError, TypeError) as error:
            received = str(error).partition(", got ")[2]
            raise ValueError(f"{expected}{received}{_imaginary(self._arrays[name])}") from None
        if without_ones(found.shape) != without_ones(shape):
            of_state, reversed_ = shape[1:], found.shape[::-1][1:]
            states_last = found.shape[1:] != of_state == reversed_
            raise ValueError(f"{expected}{found.shape}{', states last' if states_last else ''}")
        if found.shape != shape:
            self.notes.append(f"{name}: shape {found.shape} was taken as {shape}")
        return found.reshape(shape)


class _Table(Results):
    """Results in the columns of a table, a row for each state."""

    def __init__(self, rows: Sequence[Mapping[str, str]], about: Mapping[str, str]):
        if not rows:
            raise ValueError("expected a row of names and one for each state, got no state")
        columns = [column for column in rows[0] if column != "state"]
        if not any(re.search("[a-zA-Z_]{2}", column) for column in columns):
            raise ValueError(
                f"expected names such as bias_1 in the first line, got {brief(columns)}"
            )
        quantities = dict.fromkeys(_INDICES.sub("", column) for column in columns)
        super().__init__(quantities, about=about)
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
            [
                _number(row[column], column, k) if row[column].strip() else np.nan
                for column in columns
            ]
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
        for name in results:
            if name not in _KNOWN:
                raise ValueError(unknown(str(name), list(_KNOWN)))
        return Results(results)
    if not isinstance(results, (str, os.PathLike)):
        raise TypeError(
            f"expected a file, or arrays by name of quantity, got {type(results).__name__}"
        )
    suffix = suffix_of(results, *SUFFIXES, argument="results")
    if suffix == ".csv":
        about, rows = read_csv(results)
        return _Table(rows, about)
    if suffix == ".mat":
        return _of_workspace(*_parts(_matlab(results)))
    content = read_json(results)
    if not isinstance(content, Mapping):
        raise ValueError(f"expected quantities by name, got {type(content).__name__}")
    return Results(*_parts(content))


def _matlab(path: str | os.PathLike[str]) -> dict[str, Any]:
    """Return the variables in a file of MATLAB."""
    scipy_io = require_scipy()
    content = read_bytes(path, _LARGEST)
    try:
        variables: dict[str, Any] = scipy_io.loadmat(io.BytesIO(content))
        variables |= scipy_io.loadmat(
            io.BytesIO(content), variable_names=HEADER, simplify_cells=True
        )
    except Exception as error:
        # SciPy raises what its parser happens to meet
        raise ValueError(f"not a MATLAB file of version 7 or before: {error}") from None
    return {name: value for name, value in variables.items() if not name.startswith("__")}


def _of_workspace(variables: Mapping[str, Any], about: Mapping[str, Any]) -> Results:
    """Return the results among variables of MATLAB, without states that no result depends on."""
    quantities = [name for name in variables if name in QUANTITIES]
    return Results(variables, about, {*quantities, *operands_of(quantities)})


def _parts(content: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return quantities and states by name, and what a file of test vectors has beside."""
    found = {name: value for name, value in content.items() if name not in HEADER}
    for group in ("states", "results"):
        within = found.pop(group, {})
        if not isinstance(within, Mapping):
            raise ValueError(f"{group}: expected arrays by name, got {type(within).__name__}")
        found |= within
    return found, {name: value for name, value in content.items() if name in HEADER}


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
    """Return the number in a cell."""
    try:
        # texts that only Python accepts as numbers are mistakes in a file
        return float(text if text.isascii() and "_" not in text else "")
    except ValueError:
        raise ValueError(f"row {row}, {column}: expected a number, got {brief(text)}") from None


def _imaginary(values: Any) -> str:
    """Say how large imaginary parts are; an empty string for real numbers."""
    try:
        array = np.asarray(values)
    except ValueError:
        return ""
    if not np.iscomplexobj(array):
        return ""
    largest = float(np.abs(array.imag).max(initial=0.0))
    return f", imaginary parts up to {largest:.3g}" if largest else ", all imaginary parts 0"


def _length(values: Any) -> int:
    """Return the number of entries along the first axis; 0 for a single number."""
    return 0 if isinstance(values, np.ndarray) and not values.ndim else len(values)


def _without_null(values: Any) -> Any:
    """Return lists of JSON with nan for null, which is how some programs write it."""
    if not isinstance(values, list):
        return values
    try:
        array = np.asarray(values)
    except ValueError:
        return values
    return (
        np.array([_plain(x) for x in array.flat]).reshape(array.shape)
        if array.dtype == object
        else values
    )


def _plain(number: Any) -> Any:
    """Return a number of JSON, of which an integer may have any number of digits."""
    if not isinstance(number, int):
        return np.nan if number is None else number
    try:
        return float(number)
    except OverflowError:
        raise ValueError(f"expected a double, got an integer too large: {brief(number)}") from None
