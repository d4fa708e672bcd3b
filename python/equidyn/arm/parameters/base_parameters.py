"""Base parameters: the identifiable combinations of the dynamic parameters of an arm."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ...output.tables import Table
from ...output.tabular import Tabular
from ...validation import FloatArray
from .observability import length_units, observed_combinations
from .parameters import PER_LINK, ArmParameters

if TYPE_CHECKING:
    from ..arm import Arm

# entries of a link in order of preference, the choice of Gautier and Khalil: Izz, Ixx, Ixy, Ixz,
# Iyz, m cx, m cy, and only where needed Iyy, m cz and m
_KEPT_FIRST = (9, 4, 5, 7, 8, 1, 2, 6, 3, 0)

# independent part of a column, dimensionless, for it to be kept: first a clear part, then any
_INDEPENDENT = (0.2, 0.02, 1e-9)

# smaller coefficients, and parts of columns of the regressor, are rounding
_COEFFICIENT, _NEGLIGIBLE = 1e-11, 1e-9

# random states of the numeric reduction: six rows for each column of a link
_STATES = 60


@dataclass(frozen=True, eq=False, repr=False)
class Regrouping:
    """A selection of the parameters, each grouped with those inseparable from it.

    Attributes
    ----------
    kept : tuple of int
        Indices of b of the p parameters.
    matrix : ndarray, shape (b, p)
        Maps all parameters to the base parameters; the identity in the kept columns. For every
        regressor Y, ``Y == Y[..., kept] @ matrix``.
    """

    kept: tuple[int, ...]
    matrix: FloatArray


@dataclass(frozen=True, eq=False, repr=False)
class BaseParameters(Tabular):
    """Base parameters of an arm, by two methods.

    Attributes
    ----------
    parameters : ArmParameters
        All p parameters of the arm, with their values.
    structural : Regrouping
        From the geometry of the arm alone.
    numeric : Regrouping
        From a QR decomposition of the regressor in random states (Gautier 1991), with the columns
        kept by the structural reduction first.
    """

    parameters: ArmParameters
    structural: Regrouping
    numeric: Regrouping

    @property
    def kept(self) -> tuple[str, ...]:
        """Names of the parameters that represent their groups."""
        return tuple(self.parameters.names[k] for k in self.structural.kept)

    @property
    def names(self) -> tuple[str, ...]:
        """Base parameters as sums: "m2*cx + 0.4318*m2 + ..."."""
        return tuple(
            _written(row, k, self.parameters.names)
            for k, row in zip(self.structural.kept, self.structural.matrix, strict=True)
        )

    @property
    def values(self) -> FloatArray:
        """The base parameters of the arm, shape (b,)."""
        return np.asarray(self.structural.matrix @ self.parameters.values)

    @property
    def units(self) -> tuple[str, ...]:
        """SI units of the base parameters."""
        return tuple(self.parameters.units[k] for k in self.structural.kept)

    @property
    def without_effect(self) -> tuple[str, ...]:
        """Names of the parameters without effect on any torque."""
        effect = self.structural.matrix.any(axis=0)
        return tuple(np.array(self.parameters.names)[~effect].tolist())

    def __len__(self) -> int:
        return len(self.structural.kept)

    def table(self) -> Table:
        """Return the base parameters, a row for each."""
        without = self.without_effect
        return Table(
            title=f"{len(self)} base parameters of {len(self.parameters)}",
            columns=("base parameter", "value", "unit", "is the sum"),
            align="lrll",
            rows=tuple(
                (name, f"{value:.6g}", unit, sum_)
                for name, value, unit, sum_ in zip(
                    self.kept, self.values, self.units, self.names, strict=True
                )
            ),
            footnote=f"no torque depends on {', '.join(without)}" if without else "",
        )


def base_parameters_of(
    arm: Arm,
    regressor: Callable[..., FloatArray],
    parameters: ArmParameters,
    friction: bool,
    motors: bool,
) -> BaseParameters:
    """Return the base parameters of an arm with its regressor; see `Arm.base_parameters`."""
    structural = _structural(arm, friction, motors)
    W = random_regressor(arm, regressor, friction=friction, motors=motors)
    others = np.setdiff1d(np.arange(len(parameters)), structural.kept)
    return BaseParameters(
        parameters, structural, _numeric(W, np.concatenate([structural.kept, others]))
    )


def random_regressor(arm: Arm, regressor: Callable[..., FloatArray], **drives: bool) -> FloatArray:
    """Return the regressor of an arm in random states, stacked: a row for each torque."""
    q, qd, qdd = np.random.default_rng(0).uniform(-np.pi, np.pi, (3, _STATES, arm.n))
    Y = regressor(q, qd, qdd, **drives)
    return Y.reshape(-1, Y.shape[-1])


def _structural(arm: Arm, friction: bool, rotors: bool) -> Regrouping:
    """Regroup the parameters by the geometry of the arm."""
    blocks = observed_combinations(arm, rotors)
    links = PER_LINK * arm.n
    kept = []
    for i, block in enumerate(blocks):
        rotor = [links + i] * rotors
        kept += _told_apart(block, [PER_LINK * i + k for k in _KEPT_FIRST] + rotor)
    combinations = np.concatenate(blocks)
    if friction:
        # independent of all other parameters
        own = 3 * arm.n
        kept = [k + own * (k >= links) for k in kept] + list(range(links, links + own))
        combinations = np.insert(combinations, [links] * own, 0.0, axis=1)
        combinations = np.concatenate([combinations, np.eye(own, combinations.shape[1], links)])
    matrix = np.linalg.solve(combinations[:, kept], combinations)
    matrix[np.abs(matrix) < _COEFFICIENT] = 0.0
    units = length_units(arm, friction, rotors)
    return _sorted(np.array(kept), matrix * units[kept, np.newaxis] / units)


def _told_apart(block: FloatArray, columns: list[int]) -> list[int]:
    """Return as many well-conditioned columns as a block has rows, preferred in this order."""
    rest, kept = block.copy(), []
    for needed in _INDEPENDENT:
        for column in columns:
            size = np.linalg.norm(rest[:, column])
            if column not in kept and size > needed:
                kept.append(column)
                direction = rest[:, column] / size
                rest -= np.outer(direction, direction @ rest)
    return kept


def _numeric(W: FloatArray, order: NDArray[np.intp]) -> Regrouping:
    """Regroup by the linear dependence of columns of stacked regressors on those before."""
    sizes = np.linalg.norm(W, axis=0)
    units = 1.0 / np.where(sizes > _NEGLIGIBLE * sizes.max(), sizes, np.inf)
    triangle = np.asarray(np.linalg.qr((W * units)[:, order], mode="r"))
    independent = np.abs(np.diagonal(triangle)) > _NEGLIGIBLE
    matrix = np.zeros((independent.sum(), len(order)))
    matrix[:, order] = np.linalg.lstsq(triangle[:, independent], triangle, rcond=None)[0]
    kept = order[independent]
    return _sorted(kept, matrix * units[kept, np.newaxis] * sizes)


def _sorted(kept: NDArray[np.intp], matrix: FloatArray) -> Regrouping:
    """Sort base parameters in the order of the parameters; set their columns to the identity."""
    ranks = np.argsort(kept)
    kept, matrix = kept[ranks], matrix[ranks]
    matrix[:, kept] = np.eye(len(kept))
    matrix.setflags(write=False)
    return Regrouping(tuple(kept.tolist()), matrix)


def _written(row: FloatArray, first: int, names: tuple[str, ...]) -> str:
    """Write a sum of parameters, the representative first."""
    text = names[first]
    for k in np.flatnonzero(row):
        if k != first:
            factor = f"{abs(row[k]):.4g}*".removeprefix("1*")
            text += f" {'-' if row[k] < 0 else '+'} {factor}{names[k]}"
    return text
