"""Data of many arms that differ in some of them: checked at once, by the rules of one arm."""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ..validation import BoolArray, FloatArray, float64_copy, frozen, require_finite, shown
from .body import Body, clearly_positive
from .data import BODIES, may_vary
from .parameters.parameters import checked_rows, data_of

if TYPE_CHECKING:
    from .arm import Arm

# tolerance, relative to the largest entry, within which data need no closer look: half that of the
# rules for one arm
_CLOSE = 5e-10

# magnitudes up to this overflow in none of the rules
_MODERATE = 1e75

# arms looked at together, whose data stay in the cache
_AT_ONCE = 4096

_NOT_NEGATIVE = ("mass", "viscous", "motor_inertia")

_DRIVES = ("viscous", "coulomb", "motor_inertia", "gear_ratio")


class Varied(NamedTuple):
    """Data of many arms.

    Attributes
    ----------
    arm : Arm
        The arm with the data that all have.
    shape : tuple of int
        Leading axes.
    data : dict of str to ndarray
        By name, what differs: a row for each arm.
    """

    arm: Arm
    shape: tuple[int, ...]
    data: dict[str, FloatArray]


def varied(
    arm: Arm, given: Mapping[str, Any], payload: Any = None, parameters: ArrayLike | None = None
) -> Varied:
    """Return the data of arms that differ from one, checked.

    Parameters
    ----------
    arm : Arm
        The arm.
    given : mapping
        Arrays by name, or None, with leading axes.
    payload, parameters : array_like, optional
        As in `Arm.vary`.

    Raises
    ------
    ValueError, TypeError
        As the data of one arm, with its index.
    """
    shapes = {name: shape for name, (shape, _) in may_vary(arm.n).items()}
    arrays = {name: _entries(arm.n, name, x) for name, x in given.items() if x is not None}
    if parameters is not None:
        found = data_of(arm, checked_rows(arm, parameters))
        both = [name for name in found if name in arrays]
        if both:
            raise ValueError(f"{both[0]}: expected None beside parameters, which include it")
        arrays |= found
    load = None if payload is None else _load(payload)
    if not arrays and load is None:
        raise TypeError("vary: expected data that differ between the arms, got none")

    leading = {name: x.shape[: x.ndim - len(shapes[name])] for name, x in arrays.items()}
    if load is not None:
        leading["payload"] = load.com.shape[:-1]
    shape = _broadcast(leading)
    alike = {name: array for name, array in arrays.items() if not leading[name]}
    if alike:
        arm = arm._with(**alike)
    data = {
        name: _rows(array, shape, shapes[name]) for name, array in arrays.items() if leading[name]
    }
    data = _checked(arm, shape, data)
    if load is not None:
        data = _checked(arm, shape, data | _loaded(arm, shape, data, load))
    if not shape:  # one arm, of which nothing differs
        return Varied(arm._with(**{name: rows[0] for name, rows in data.items()}), (), {})
    return Varied(arm, shape, data)


def _entries(n: int, name: str, value: Any) -> FloatArray:
    """Return an array whose last axes are those of a datum."""
    array = float64_copy(name, value)
    shape, meaning = may_vary(n)[name]
    if array.shape[-len(shape) :] != shape:
        axes = f"axis must be {shape[0]}" if len(shape) == 1 else f"axes must be {shape}"
        raise ValueError(f"{name}: last {axes} ({meaning}), got shape {array.shape}")
    return array


def _broadcast(leading: Mapping[str, tuple[int, ...]], what: str = "") -> tuple[int, ...]:
    """Return the common shape of leading axes."""
    try:
        return np.broadcast_shapes(*leading.values())
    except ValueError:
        shapes = ", ".join(f"{name} {shape}" for name, shape in leading.items())
        raise ValueError(f"{what}leading axes do not broadcast: {shapes}") from None


def _rows(array: FloatArray, shape: tuple[int, ...], entry: tuple[int, ...]) -> FloatArray:
    """Return the array with a row for each arm, and memory of its own."""
    whole = array.shape == (*shape, *entry) and array.flags.c_contiguous
    if array.flags.writeable or not whole:
        array = frozen(np.broadcast_to(array, (*shape, *entry)))
    return array.reshape(prod(shape), *entry)


def _checked(
    arm: Arm, shape: tuple[int, ...], data: dict[str, FloatArray]
) -> dict[str, FloatArray]:
    """Return the data of the arms as `checked` returns those of one; refuse what it refuses.

    What might be wrong with an arm is found in all at once; whether it is, the rules for one say.
    """
    own = [vars(arm).get(name) for name in (*BODIES, *_DRIVES)]
    large = any(x is not None and np.abs(x).max() > _MODERATE for x in own)
    for begin in range(0, prod(shape), _AT_ONCE):
        some = {name: array[begin : begin + _AT_ONCE] for name, array in data.items()}
        unclear = np.full(min(_AT_ONCE, prod(shape) - begin), large)
        for name, rows in some.items():
            unclear |= _unclear(name, rows)
        for k in np.flatnonzero(unclear).tolist():
            _require_arm(arm, {name: rows[k] for name, rows in some.items()}, shape, begin + k)
    if "inertia" in data:
        data = {**data, "inertia": _symmetric(data["inertia"])}
    return data


def _require_arm(
    arm: Arm, row: Mapping[str, FloatArray], shape: tuple[int, ...], index: int
) -> None:
    """Raise if the data of one arm are refused, with its index."""
    try:
        arm._with(**row)
    except ValueError as error:
        place = in_words(shape, index)
        raise ValueError(f"{error} {'of' if ' at ' in str(error) else 'in'} {place}") from None


def in_words(shape: tuple[int, ...], index: int) -> str:
    """Name one of many arms by its index along the leading axes: arm 17, arm (3, 1)."""
    place = tuple(int(k) for k in np.unravel_index(index, shape))
    return f"arm {place[0] if len(place) == 1 else place}" if place else "the arm"


def _unclear(name: str, rows: FloatArray) -> BoolArray:
    """Tell which rows are perhaps wrong: all that are, and few others."""
    with np.errstate(invalid="ignore"):
        size = np.abs(rows)
        holds = size <= _MODERATE  # false for nan
        if name in _NOT_NEGATIVE:
            holds &= rows >= 0
        elif name == "inertia":
            largest = size.max(axis=(-2, -1))
            skew = np.abs(rows - np.swapaxes(rows, -1, -2)).max(axis=(-2, -1))
            shift = np.where(largest == 0, 1.0, _CLOSE * largest)
            close = (skew <= shift) & clearly_positive(_symmetric(rows), shift)
            holds &= close[..., np.newaxis, np.newaxis]
        elif name in ("base", "tool"):
            holds &= _is_rigid(rows)[:, np.newaxis, np.newaxis]
    unclear: BoolArray = np.any(~holds, axis=tuple(range(1, rows.ndim)))
    return unclear


def _is_rigid(poses: FloatArray) -> BoolArray:
    """Tell which poses (N, 4, 4) are rigid transformations beyond doubt."""
    R = poses[:, :3, :3]
    error = np.abs(np.einsum("nij,nkj->nik", R, R) - np.eye(3)).max(axis=(1, 2))
    last = np.abs(poses[:, 3] - (0, 0, 0, 1)).max(axis=1)
    turn = np.einsum("ni,ni->n", np.cross(R[:, 0], R[:, 1]), R[:, 2])
    rigid: BoolArray = (error <= _CLOSE) & (last <= _CLOSE) & (turn > 0)
    return rigid


def _symmetric(tensors: FloatArray) -> FloatArray:
    """Return tensors that are exactly symmetric, to the bits of those of one arm."""
    turned = np.swapaxes(tensors, -1, -2)
    if np.array_equal(tensors, turned):
        return tensors
    with np.errstate(invalid="ignore"):
        return frozen(np.where(tensors != turned, 0.5 * tensors + 0.5 * turned, tensors))


def _load(payload: Any) -> Body:
    """Return point masses in the tool frame, checked, with leading axes."""
    placed = isinstance(payload, tuple) and len(payload) == 2
    mass, com = payload if placed else (payload, (0.0, 0.0, 0.0))
    masses, places = float64_copy("payload", mass), float64_copy("payload: com", com)
    if places.shape[-1:] != (3,):
        raise ValueError(f"payload: com: last axis must be 3 (a point), got shape {places.shape}")
    shape = _broadcast({"mass": masses.shape, "com": places.shape[:-1]}, "payload: ")
    require_finite("payload", masses)
    require_finite("payload: com", places)
    negative = masses < 0
    if negative.any():
        first = int(negative.argmax())
        place = f" in {in_words(masses.shape, first)}" if masses.ndim else ""
        got = f"{shown(masses.flat[first])}{place}"
        raise ValueError(f"payload: must not be negative, got {got}")
    return Body(
        np.broadcast_to(masses, shape),
        np.broadcast_to(places, (*shape, 3)),
        np.zeros((*shape, 3, 3)),
    )


def _loaded(
    arm: Arm, shape: tuple[int, ...], data: Mapping[str, FloatArray], load: Body
) -> dict[str, FloatArray]:
    """Return the bodies of the arms with loads joined to their last links."""
    arm._require_bodies("payload", [name for name in BODIES if name not in data])
    own = [data[name] if name in data else getattr(arm, name)[np.newaxis] for name in BODIES]
    bodies = [np.array(np.broadcast_to(x, (prod(shape), *x.shape[1:]))) for x in own]
    mass, com, inertia = (
        np.broadcast_to(x, (*shape, *entry)).reshape(prod(shape), *entry)
        for x, entry in zip(load, ((), (3,), (3, 3)), strict=True)
    )
    last = Body(*(x[:, -1] for x in bodies))
    joined = last.joined(Body(mass, com, inertia).moved(data.get("tool", arm.tool)))
    there = mass != 0
    for x, value in zip(bodies, joined, strict=True):
        x[there, -1] = np.asarray(value)[there]
    return {name: frozen(x) for name, x in zip(BODIES, bodies, strict=True)}
