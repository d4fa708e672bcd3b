"""The class Arms: many arms that differ in some of their data, evaluated in one call."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..dynamics.derivatives import Derivatives
from ..dynamics.energies import Energies
from ..dynamics.fixed_frames import Frame, frame_of
from ..dynamics.kinematics import KinematicsByKernel
from ..dynamics.quantities import Dynamics
from ..motion.simulation.simulated import SimulatedByKernel
from ..validation import FloatArray, frozen
from .arm import Arm
from .checks.findings import Findings
from .data import GEOMETRY, NAMES, ArmData, bits_of, may_vary
from .formats import arms_file
from .varying import Varied

if TYPE_CHECKING:
    from rich.console import RenderableType

    from ..output.tables import Table

_HOW_TO_MAKE = "Arms: make them with arm.vary or Arms.load"


@dataclass(frozen=True, eq=False, repr=False, init=False)
class Arms(
    ArmData, Dynamics, KinematicsByKernel, Energies, Derivatives, SimulatedByKernel, _core.Arms
):
    """Many arms that differ in some of their data: a model for each state, in one call.

    Made by `Arm.vary`, `load`, or by an index into others; checked once, and never changed
    afterwards. Its methods are those of `Arm` that kernels compute. Leading axes of the arms
    broadcast with those of the states: of 4,096 arms and 4,096 states each arm has its own state,
    and of arms (4096, 1) and states (100, n) each arm has all of them. A row gives the same bits as
    the arm of that index alone.

    An index gives an `Arm`, or the `Arms` of a slice, a mask or an array of indices. Arms compare
    equal when the same data vary, and all data are equal, bit for bit; they can be hashed and
    pickled.

    Attributes
    ----------
    arm : Arm
        The arm with the data that all have.
    shape : tuple of int
        Leading axes, such as ``(4096,)``.
    varied : tuple of str
        Names of the data that differ.
    a, a_y, alpha, d, theta, mass, com, inertia : ndarray, shape (..., n), (..., n, 3) ...
        Data of all arms, whether they differ or not, as those of `Arm` after the leading axes.
    gravity, base, tool, viscous, coulomb, motor_inertia : ndarray
        As well; friction and motors are None where the arms have none.
    gear_ratio, limits, joint_names, frames, configurations, name, ...
        What cannot differ: as those of `Arm`.

    Examples
    --------
    >>> import numpy as np
    >>> from equidyn import robots
    >>> arm, rng = robots.puma560(), np.random.default_rng(0)
    >>> arms = arm.vary(mass=arm.mass * rng.normal(1, 0.02, (1000, 6)))
    >>> len(arms), arms.mass.shape
    (1000, (1000, 6))
    >>> bool(arms[3] == arm._with(mass=arms.mass[3]))
    True
    """

    arm: Arm
    shape: tuple[int, ...]
    varied: tuple[str, ...]

    # what differs, by name, with a row for each arm
    _rows: dict[str, FloatArray]

    def __new__(cls, *_: object, **__: object) -> Arms:
        """Raise, so that no uninitialised instance exists."""
        raise TypeError(_HOW_TO_MAKE)

    def __init__(self, *_: object, **__: object) -> None:
        raise TypeError(_HOW_TO_MAKE)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Arms:
        """Make arms from a file of `save`.

        Parameters
        ----------
        path : path_like
            The file, ``.json`` or ``.npz``.

        Returns
        -------
        Arms
            Those that were saved, bit for bit.

        Raises
        ------
        OSError
            If the file cannot be read.
        ValueError, TypeError
            If it does not hold arms; the message names file and key.
        """
        return cls._of(arms_file.read(path, Arm._quietly))

    @classmethod
    def _of(cls, found: Varied) -> Arms:
        """Make arms of checked data."""
        arms = _core.Arms.__new__(cls)
        arm, shape, data = found
        rows = {name: array.reshape(*shape, *array.shape[1:]) for name, array in data.items()}
        for name in may_vary(arm.n):
            value = vars(arm).get(name)
            if name not in rows and value is not None:
                rows[name] = np.broadcast_to(value, (*shape, *value.shape))
        own = {name: vars(arm)[name] for name in NAMES if name in vars(arm)}
        about = {"arm": arm, "shape": shape, "varied": tuple(data), "_rows": data}
        for name, value in {**own, **rows, **about}.items():
            object.__setattr__(arms, name, value)
        if arm._unsound and "inertia" not in data:
            object.__setattr__(arms, "_unsound", arm._unsound)
        _core.Arms.__init__(arms, arm._data(), shape, data)
        return arms

    @property
    def ndim(self) -> int:
        """Number of leading axes."""
        return len(self.shape)

    @property
    def size(self) -> int:
        """Number of arms along all axes."""
        return prod(self.shape)

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError("len: the arms have no leading axis; arms[()] is the only one")
        return self.shape[0]

    def __iter__(self) -> Iterator[Arm | Arms]:
        return (self[k] for k in range(len(self)))

    def __getitem__(self, index: Any) -> Any:
        """Return the arm of an index, or the arms of a slice, a mask or an array of indices."""
        chosen = self._numbers()[index]
        if isinstance(chosen, np.integer):
            return self.arm._with(**{name: rows[chosen] for name, rows in self._rows.items()})
        rows = {name: frozen(rows[chosen.ravel()]) for name, rows in self._rows.items()}
        return self._of(Varied(self.arm, chosen.shape, rows))

    def _numbers_for(self, leading: tuple[int, ...]) -> NDArray[np.int32]:
        """Return the number of the arm of each state of a batch, as the core reads it."""
        return np.ascontiguousarray(np.broadcast_to(self._numbers(), leading), np.int32)

    def _numbers(self) -> NDArray[np.intp]:
        """Return the number of each arm, which an index selects; made once."""
        numbers: NDArray[np.intp] | None = vars(self).get("_numbered")
        if numbers is None:
            numbers = np.arange(self.size).reshape(self.shape)
            object.__setattr__(self, "_numbered", numbers)
        return numbers

    def check(self) -> Findings:
        """Return findings on suspect data that differ between the arms.

        Data that all arms have are those of `arm`: ``arms.arm.check()``.

        Returns
        -------
        Findings
            One for each link and kind, of the first arm with it, with the number of others.

        Examples
        --------
        >>> from equidyn import robots
        >>> arm = robots.planar_2r()
        >>> arm.vary(mass=[[1, 1], [1, 0], [0, 0]]).check()
        link 1: no mass, but moments of inertia: arm 2
        link 2: no mass, but moments of inertia: arm 1 and 1 other
        """
        from .checks.of_many import find_doubtful_of_many

        return find_doubtful_of_many(self)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the arms to a file, from which `load` makes the same arms, bit for bit.

        Parameters
        ----------
        path : path_like
            The file, replaced if there is one: ``.npz``, binary, or ``.json``, which takes some
            three times as much.

        Raises
        ------
        OSError
            If the file cannot be written.
        ValueError
            For another ending, or more arms than a JSON file may hold.
        """
        arms_file.write(path, self._found())

    def table(self) -> Table:
        """Return a table of the data that differ, with their ranges."""
        from .table import arms_table

        return arms_table(self)

    def __repr__(self) -> str:
        return str(self.table())

    def __rich__(self) -> RenderableType:
        """Return the table as `rich` draws it."""
        return self.table().__rich__()

    def _repr_html_(self) -> str:
        return self.table()._repr_html_()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Arms):
            return NotImplemented
        return self is other or self._bits() == other._bits()

    def __hash__(self) -> int:
        return hash(self._bits())

    def _bits(self) -> tuple[Any, ...]:
        """Return all data in a form for bitwise comparison."""
        return self.shape, *bits_of({**self.arm._data(), **self._rows})

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, tuple(self._found())

    def _found(self) -> Varied:
        """Return the data, of which `_of` makes the same arms."""
        return Varied(self.arm, self.shape, self._rows)

    def _ending_with(self, frame: Frame) -> Arms:
        """Return the arms that end with a frame instead of the tool, for their kinematics."""
        arm = self.arm._ending_with(frame_of(self.arm, "of", frame.name))
        rows = {name: self._rows[name] for name in ("base", *GEOMETRY) if name in self._rows}
        rows |= {name: rows[name][:, : frame.link] for name in GEOMETRY if name in rows}
        if frame.pose is self.tool and "tool" in self._rows:
            rows["tool"] = self._rows["tool"]
        return self._of(Varied(arm, self.shape, {name: frozen(x) for name, x in rows.items()}))

    def _named(self, formulation: str, quantity: str) -> NoReturn:
        """Refuse a formulation, which computes one arm."""
        raise ValueError(
            f"formulation: expected None, got {formulation!r}: many arms are evaluated by the "
            "kernels alone; evaluate arms[i]"
        )


def _restored(arm: Arm, shape: tuple[int, ...], data: Mapping[str, FloatArray]) -> Arms:
    """Return pickled arms."""
    return Arms._of(Varied(arm, shape, {name: frozen(rows) for name, rows in data.items()}))
