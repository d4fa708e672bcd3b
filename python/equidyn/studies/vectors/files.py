"""Files of test vectors, and of results that another program computed: JSON, CSV, MATLAB."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ...output.files import suffix_of, write_bytes, write_csv, write_json
from ...validation import FloatArray, brief

if TYPE_CHECKING:
    from ...arm import Arm

SUFFIXES = (".json", ".csv", ".mat")

FORMAT = "equidyn test vectors 1"

# data of a file in addition to states and results
HEADER = ("format", "equidyn", "arm", "seed", "decimals", "precision", "meaning", "urdf")

STATES = ("q", "qd", "qdd", "tau")

# data of an arm without an axis of the joints
_OF_THE_WHOLE = ("format", "convention", "joints", "gravity", "base", "tool", "name")

# data of an arm that results do not depend on, nested in another way by MATLAB
_NOT_FROM_MATLAB = ("configurations",)

# the text that a MATLAB file begins with: SciPy would write the date there
_MATLAB_TEXT = 116


def write(
    path: str | os.PathLike[str],
    about: Mapping[str, Any],
    states: Mapping[str, FloatArray],
    results: Mapping[str, FloatArray],
) -> None:
    """Write test vectors in the format of the suffix."""
    from ... import __version__

    suffix = suffix_of(path, *SUFFIXES)
    header = {"format": FORMAT, "equidyn": __version__, **about, "arm": about["arm"].to_dict()}
    if suffix == ".csv":
        lines = {key: _in_one_line(value) for key, value in header.items()}
        write_csv(path, lines, records({**states, **results}))
        return
    header["urdf"] = _urdf(about["arm"])
    if suffix == ".json":
        plain = {
            title: {name: _with_null(values) for name, values in arrays.items()}
            for title, arrays in (("states", states), ("results", results))
        }
        write_json(path, {**header, **plain})
    else:
        write_bytes(path, _matlab({**header, **states, **results}))


def records(arrays: Mapping[str, FloatArray]) -> list[dict[str, Any]]:
    """Return one record for each state, from 1, with a key for each number; None for nan."""
    columns = {
        name: _with_null(values.reshape(len(values), -1)[:, k])
        for quantity, values in arrays.items()
        for k, name in enumerate(names(quantity, values.shape[1:]))
    }
    rows = zip(*columns.values(), strict=True)
    return [
        {"state": k, **dict(zip(columns, row, strict=True))} for k, row in enumerate(rows, start=1)
    ]


def names(quantity: str, shape: Sequence[int]) -> Iterator[str]:
    """Yield the columns of a quantity, row after row, indices from 1: mass_matrix_1_2."""
    for place in np.ndindex(*shape):
        yield "_".join([quantity, *(str(index + 1) for index in place)])


def arm_of(about: Mapping[str, Any]) -> Arm:
    """Return the arm of test vectors, from what their file has in addition to states and results.

    Raises
    ------
    ValueError, TypeError
        If the file has no arm, or another program changed it.
    """
    import json
    import warnings

    from ...arm import Arm, ArmWarning

    if "arm" not in about:
        raise ValueError("expected test vectors, which contain their arm, got no arm")
    given = about["arm"]
    try:
        data = json.loads(given) if isinstance(given, str) else given
        if not isinstance(data, Mapping):
            raise ValueError(f"got {type(data).__name__}")
        # doubtful data were reported when the test vectors were made
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ArmWarning)
            return Arm.from_dict(_of_matlab(data))
    except ValueError as error:
        raise ValueError(f"arm: expected that of the test vectors as saved: {error}") from None


def integer_of(about: Mapping[str, Any], name: str) -> int | None:
    """Return a number of the test vectors; None where their file has none."""
    try:
        return None if name not in about else int(about[name])
    except (ValueError, TypeError):
        raise ValueError(f"{name}: expected an integer, got {brief(about[name])}") from None


def require_scipy() -> Any:
    """Return the part of SciPy that reads and writes files of MATLAB.

    Raises
    ------
    ImportError
        If SciPy is not installed.
    """
    try:
        import scipy.io
    except ImportError as error:
        raise ImportError("path: a .mat file needs SciPy: pip install scipy") from error
    return scipy.io


def _matlab(content: Mapping[str, Any]) -> bytes:
    """Return a file of MATLAB, of version 5, with a fixed text where the date would be."""
    file = io.BytesIO()
    given = {name: _without_none(value) for name, value in content.items()}
    require_scipy().savemat(file, given, oned_as="column")
    text = f"MATLAB 5.0 MAT-file, {FORMAT}".encode().ljust(_MATLAB_TEXT)
    return text + file.getvalue()[_MATLAB_TEXT:]


def _without_none(value: Any) -> Any:
    """Return data of an arm as MATLAB has them: no None, a cell for each name."""
    if isinstance(value, Mapping):
        return {key: _without_none(each) for key, each in value.items() if each is not None}
    if isinstance(value, list):
        if value and isinstance(value[0], str):
            return np.array(value, dtype=object)
        return np.array(value, dtype=np.float64)
    return value


def _of_matlab(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return data of an arm as `Arm.to_dict` has them: MATLAB drops an axis of one joint."""
    if not any(isinstance(value, np.ndarray) for value in data.values()):
        return dict(data)
    found = {
        key: value.tolist() if isinstance(value, np.ndarray) else value
        for key, value in data.items()
        if key not in _NOT_FROM_MATLAB and np.size(value)  # an empty name is an empty array
    }
    if found.get("joints") in ("R", "P"):
        found |= {key: [value] for key, value in found.items() if key not in _OF_THE_WHOLE}
    return found


def _with_null(values: FloatArray) -> Any:
    """Return numbers as lists, with None for nan."""
    plain = values.astype(object)
    plain[np.isnan(values)] = None
    return plain.tolist()


def _in_one_line(value: Any) -> str:
    import json

    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _urdf(arm: Arm) -> str:
    """Return the arm as URDF; what that cannot say is among the numbers of the arm."""
    import warnings

    from ...arm import ArmWarning

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ArmWarning)
        return arm.to_urdf()
