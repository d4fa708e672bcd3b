"""Dynamic parameters of an arm, in which torques are linear: links, friction and motors."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, DTypeLike

from ...output.tables import Table
from ...output.tabular import Tabular
from ...output.text import alternatives
from ...validation import FloatArray, float64_copy, require_finite, text, unknown
from ..body import clearly_positive, steiner
from ..data import joint_side_drives

if TYPE_CHECKING:
    from ..arm import Arm

# names and units for each link, about the origin of its frame
_OF_LINK = {
    "m{}": "kg",
    **{f"m{{}}*c{axis}": "kg m" for axis in "xyz"},
    **{f"I{{}}{axes}": "kg m²" for axes in ("xx", "xy", "yy", "xz", "yz", "zz")},
}
PER_LINK = len(_OF_LINK)

# rows and columns of the six entries of a tensor, in their order
TENSOR_ENTRIES = ([0, 0, 1, 0, 1, 2], [0, 1, 1, 2, 2, 2])

# rounding error of moments about the centre of mass, relative to those about the origin
_ROUNDING = 1e-14

# names for each joint, on the joint side, and units at revolute and prismatic joints
_FRICTION = {
    "viscous{}": {"R": "N m s", "P": "N s/m"},
    "coulomb{}+": {"R": "N m", "P": "N"},
    "coulomb{}-": {"R": "N m", "P": "N"},
}
_MOTORS = {"rotor{}": {"R": "kg m²", "P": "kg"}}


@dataclass(frozen=True, eq=False, repr=False)
class ArmParameters(Tabular):
    """Dynamic parameters of an arm, in which torques are linear: an array of shape (p,) to NumPy.

    Of each link the mass, the first moment (mass times centre of mass) and the inertia tensor,
    about the origin of the link's frame and in its axes; then, if requested, viscous friction and
    Coulomb friction forwards and backwards of each joint; then the rotor inertias, all on the joint
    side.

    Attributes
    ----------
    values : ndarray, shape (p,)
        SI units.
    names, units : tuple of str
        Of each value: "m3", "m3*cx", "I3xx" (entry of the tensor, not the product integral),
        "viscous3", "coulomb3+", "coulomb3-", "rotor3".

    Examples
    --------
    >>> from equidyn import robots
    >>> parameters = robots.puma560().parameters()
    >>> len(parameters), parameters["m2"]
    (60, 17.4)
    """

    values: FloatArray
    names: tuple[str, ...]
    units: tuple[str, ...]

    @property
    def named(self) -> dict[str, float]:
        """The values by their names."""
        return dict(zip(self.names, self.values.tolist(), strict=True))

    def __array__(
        self, dtype: DTypeLike | None = None, copy: bool | None = None
    ) -> np.ndarray[Any, Any]:
        if copy is False and dtype not in (None, np.float64):
            raise ValueError(
                f"copy: {np.dtype(dtype)} needs a copy, because the values are float64"
            )
        return np.array(self.values, dtype) if copy is not False else self.values

    def __len__(self) -> int:
        return len(self.names)

    def __iter__(self) -> Iterator[float]:
        return iter(self.values.tolist())

    def __getitem__(self, name: str) -> float:
        if name not in self.names:
            raise KeyError(f"parameter: {unknown(text('parameter', name), list(self.names))}")
        return float(self.values[self.names.index(name)])

    def _ipython_key_completions_(self) -> list[str]:
        return list(self.names)

    def table(self) -> Table:
        """Return the parameters, a row for each."""
        return Table(
            title=f"{len(self)} parameters",
            columns=("parameter", "value", "unit"),
            align="lrl",
            rows=tuple(
                (name, f"{value:.6g}", unit)
                for name, value, unit in zip(self.names, self.values, self.units, strict=True)
            ),
            footnote="moments about the origins of the link frames, in their axes",
        )


def labels(joints: str, friction: bool, motors: bool) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return names and units of the parameters for these joints."""
    numbers = range(1, len(joints) + 1)
    pairs = [(name.format(k), unit) for k in numbers for name, unit in _OF_LINK.items()]
    drives = {**(_FRICTION if friction else {}), **(_MOTORS if motors else {})}
    for name, units in drives.items():
        pairs += [(name.format(k), units[joints[k - 1]]) for k in numbers]
    names, units_of = zip(*pairs, strict=True)
    return names, units_of


def parameters_of(arm: Arm, friction: bool = False, motors: bool = False) -> ArmParameters:
    """Return the parameters of an arm."""
    links = [arm.mass[:, np.newaxis], first_moments(arm), entries_of(arm.inertia_about_origin)]
    drives = joint_side_drives(arm)
    values = [np.concatenate(links, axis=1).ravel()]
    if friction:
        values += [drives["viscous"], *drives["coulomb"].T]
    if motors:
        values.append(drives["motor_inertia"])
    array = np.concatenate(values)
    array.setflags(write=False)
    return ArmParameters(array, *labels(arm.joints, friction, motors))


def first_moments(arm: Arm) -> FloatArray:
    """Return the first moments of the links, mass times centre of mass, shape (n, 3)."""
    return np.asarray(arm.mass[:, np.newaxis] * arm.com)


def checked_parameters(arm: Arm, parameters: ArrayLike) -> FloatArray:
    """Validate parameters of an arm, with or without friction and motors."""
    values = checked_rows(arm, parameters)
    if values.ndim > 1:
        raise ValueError(_unexpected(arm, values))
    return values


def checked_rows(arm: Arm, parameters: ArrayLike) -> FloatArray:
    """Validate parameters (..., p), as those of an arm, of many that differ from it in these."""
    values = float64_copy("parameters", parameters)
    if values.shape[-1:] not in [(size,) for size in _sizes(arm)]:
        raise ValueError(_unexpected(arm, values))
    require_finite("parameters", values)
    return values


def _sizes(arm: Arm) -> list[int]:
    """Return the numbers of parameters: without drives, with motors, with friction, with both."""
    return [(PER_LINK + more) * arm.n for more in (0, 1, len(_FRICTION), len(_FRICTION) + 1)]


def _unexpected(arm: Arm, values: FloatArray) -> str:
    """Return the message for parameters of another shape."""
    expected = alternatives([str(size) for size in _sizes(arm)])
    return f"parameters: expected {expected} numbers, got shape {values.shape}"


def data_of(arm: Arm, values: FloatArray) -> dict[str, FloatArray]:
    """Return arm data from parameters; massless links get their centre of mass at the origin.

    Parameters
    ----------
    arm : Arm
        The arm with the gear ratios.
    values : ndarray, shape (..., p)
        10 per link; then 3, 1 or 4 per joint with friction, motors or both.
    """
    n, lead = arm.n, values.shape[:-1]
    links = values[..., : PER_LINK * n].reshape(*lead, n, PER_LINK)
    drives = values[..., PER_LINK * n :]
    mass, moments = links[..., 0], links[..., 1:4]
    divisor = mass[..., np.newaxis]
    com = np.divide(moments, divisor, out=np.zeros(moments.shape), where=divisor != 0)
    data = {"mass": mass, "com": com, "inertia": _about_com(tensors_of(links[..., 4:]), mass, com)}
    ratio = np.ones(n) if arm.gear_ratio is None else arm.gear_ratio
    if drives.shape[-1] >= len(_FRICTION) * n:
        friction = drives[..., : 3 * n].reshape(*lead, 3, n)
        data["viscous"] = friction[..., 0, :] / ratio**2
        coulomb = np.swapaxes(friction[..., 1:, :], -1, -2)
        data["coulomb"] = coulomb / np.abs(ratio)[:, np.newaxis]
        drives = drives[..., 3 * n :]
    if drives.shape[-1]:
        data["motor_inertia"] = drives / ratio**2
    return data


def _about_com(about_origin: FloatArray, mass: FloatArray, com: FloatArray) -> FloatArray:
    """Return tensors about centres of mass, moments made negative by rounding set to zero."""
    tensors = about_origin - steiner(mass, com)
    rounding = _ROUNDING * np.abs(about_origin).max(axis=(-2, -1))
    # most of many need no eigenvalues
    close = slice(None) if tensors.ndim == 3 else ~clearly_positive(tensors, -rounding)
    moments, axes = np.linalg.eigh(tensors[close])
    rounded = (moments[:, 0] < 0) & (moments[:, 0] >= -rounding[close])
    lifted = (axes * np.maximum(moments, 0.0)[:, np.newaxis]) @ axes.swapaxes(1, 2)
    tensors[close] = np.where(rounded[:, np.newaxis, np.newaxis], lifted, tensors[close])
    return tensors


def entries_of(tensors: FloatArray) -> FloatArray:
    """Return the six entries of symmetric tensors (..., 3, 3)."""
    rows, columns = TENSOR_ENTRIES
    return np.asarray(tensors[..., rows, columns])


def tensors_of(entries: FloatArray) -> FloatArray:
    """Return the symmetric tensors from their six entries (..., 6)."""
    tensors = np.empty((*entries.shape[:-1], 3, 3))
    rows, columns = TENSOR_ENTRIES
    tensors[..., rows, columns] = tensors[..., columns, rows] = entries
    return tensors
