"""Many arms as JSON and as archives of NumPy, which keep every bit."""

from __future__ import annotations

import io
import json
import os
import zipfile
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from ...output.files import (
    LARGEST,
    in_rows,
    naming,
    read_bytes,
    read_json,
    suffix_of,
    write_bytes,
)
from ...validation import FloatArray, choice, real_array
from ..data import may_vary
from ..varying import Varied, varied
from .file import from_plain, to_plain

if TYPE_CHECKING:
    from ..arm import Arm

FORMAT = "equidyn arms 1"

_KEYS = ("format", "arm", "shape", "varied")

# in the names of an archive, before that of a datum
_DATUM = "varied/"


def write(path: str | os.PathLike[str], arms: Varied) -> None:
    """Write arms to a file, JSON or an archive by its ending."""
    suffix = suffix_of(path, ".json", ".npz")
    arm, data = to_plain(arms.arm._data()), _with_axes(arms)
    if suffix == ".npz":
        stream = io.BytesIO()
        about = {"format": FORMAT, "arm": json.dumps(arm), "shape": list(arms.shape)}
        content: dict[str, Any] = about | {f"{_DATUM}{name}": x for name, x in data.items()}
        np.savez(stream, **content)
        write_bytes(path, stream.getvalue())
        return
    lists = {name: array.tolist() for name, array in data.items()}
    plain = {"format": FORMAT, "arm": arm, "shape": list(arms.shape), "varied": lists}
    text = f"{in_rows(plain)}\n".encode()
    if len(text) > LARGEST:
        raise ValueError(
            f"path: expected at most {LARGEST // 2**20} MiB as JSON, got "
            f"{len(text) // 2**20} MiB: save the arms as .npz"
        )
    write_bytes(path, text)


def _with_axes(arms: Varied) -> dict[str, Any]:
    """Return the data with the leading axes of the arms."""
    return {name: rows.reshape(*arms.shape, *rows.shape[1:]) for name, rows in arms.data.items()}


def read(path: str | os.PathLike[str], make: Callable[[Mapping[str, Any]], Arm]) -> Varied:
    """Return the arms in a file, checked; ``make`` makes an arm of its data."""
    suffix = suffix_of(path, ".json", ".npz")
    with naming(path):
        plain = _of_archive(path) if suffix == ".npz" else read_json(path)
        return _arms_of(plain, make)


def _of_archive(path: str | os.PathLike[str]) -> dict[str, Any]:
    """Return the content of an archive as that of a JSON file, its data as arrays."""
    try:
        with np.load(io.BytesIO(read_bytes(path, -1)), allow_pickle=False) as archive:
            found = {key: archive[key] for key in archive.files}
    except (ValueError, EOFError, KeyError, AttributeError, TypeError, zipfile.BadZipFile):
        raise ValueError("not an archive of arrays of NumPy") from None
    except MemoryError:
        raise ValueError("arrays larger than the memory") from None
    plain: dict[str, Any] = {k: v.tolist() for k, v in found.items() if not k.startswith(_DATUM)}
    if isinstance(plain.get("arm"), str):
        try:
            plain["arm"] = json.loads(plain["arm"])
        except ValueError as error:
            raise ValueError(f"arm: not JSON: {error}") from None
    data = {k.removeprefix(_DATUM): v for k, v in found.items() if k.startswith(_DATUM)}
    return {**plain, "varied": data}


def _arms_of(plain: Any, make: Callable[[Mapping[str, Any]], Arm]) -> Varied:
    """Return the arms of the content of a file."""
    if not isinstance(plain, Mapping):
        raise TypeError(f"arms: expected a dictionary, got {type(plain).__name__}")
    for key in plain:
        choice("key", key, _KEYS)
    for key in _KEYS:
        if key not in plain:
            raise ValueError(f"{key}: key is missing; required: {', '.join(_KEYS)}")
    choice("format", plain["format"], [FORMAT])
    with naming("arm"):
        arm = make(from_plain(plain["arm"]))
    shape, data = _shape(plain["shape"]), plain["varied"]
    if not isinstance(data, Mapping):
        raise TypeError(f"varied: expected a dictionary, got {type(data).__name__}")
    entries = may_vary(arm.n)
    for name in data:
        choice("varied", name, entries)
    if bool(shape) != bool(data):
        raise ValueError(f"varied: expected data for arms of shape {shape}, got {len(data)} names")
    arrays = {name: _rows(name, x, (*shape, *entries[name][0])) for name, x in data.items()}
    return varied(arm, arrays) if arrays else Varied(arm, (), {})


def _rows(name: str, value: Any, shape: tuple[int, ...]) -> FloatArray:
    """Return the data of all arms; nested lists without numbers do not tell their last axes."""
    nothing = 0 in shape and np.size(value) == 0
    given = np.zeros(shape) if nothing else value
    return real_array(name, given, shape, "the shape of the arms first")


def _shape(value: Any) -> tuple[int, ...]:
    """Return the leading axes."""
    sizes = value if isinstance(value, list) else [value]
    if not all(
        isinstance(size, int) and not isinstance(size, bool) and size >= 0 for size in sizes
    ):
        raise ValueError(f"shape: expected sizes of the leading axes, got {value!r}")
    return tuple(sizes)
