"""Test vectors of an arm: states, with the correctly rounded results of every quantity."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ...arm import random_motion
from ...output.progress import progress_bar
from ...output.tables import Table
from ...output.tabular import Exported, Tabular
from ...robots import ArmLike, load
from ...validation import FloatArray, choice, count, several
from . import decimals, files
from .equations import Equations
from .quantities import QUANTITIES

if TYPE_CHECKING:
    from ...arm import Arm

# states are multiples of this, so that they are short in decimal and exact in single precision
_GRID = 2.0**-10

_MOST_STATES = 10_000

PRECISION = (
    "every result is the double nearest to the exact one: computed with a hundred decimal digits "
    "from the numbers of the arm and the states as they stand here"
)

MEANINGS = {
    "q": "joint positions; rad, m",
    "qd": "joint velocities; rad/s, m/s",
    "qdd": "joint accelerations; rad/s², m/s²",
    "tau": "joint torques; N m, N",
    **{name: quantity.meaning for name, quantity in QUANTITIES.items()},
}


@dataclass(frozen=True, eq=False, repr=False)
class ReferenceVectors(Tabular, Exported):
    """States of an arm, with reference results for any other program.

    Attributes
    ----------
    arm : Arm
        The arm.
    seed : int
        Seed of the states.
    states : dict of ndarray
        Joint positions ``q``, velocities ``qd``, accelerations ``qdd`` and torques ``tau``, of
        shape (m, n).
    results : dict of ndarray
        Results by quantity, states along the first axis.
    """

    __test__ = False  # not a test class, despite its name

    arm: Arm
    seed: int
    states: Mapping[str, FloatArray]
    results: Mapping[str, FloatArray]

    @property
    def samples(self) -> int:
        """Number of states."""
        return len(self.states["q"])

    def table(self) -> Table:
        """Return the quantities, with operands and shapes."""
        rows = [
            (
                name,
                ", ".join(QUANTITIES[name].operands),
                " x ".join(map(str, values.shape[1:])) or "1",
                MEANINGS[name],
            )
            for name, values in self.results.items()
        ]
        return Table(
            title=f"Test vectors: {self.arm.name or 'an arm'}, {self.samples} states, "
            f"seed {self.seed}",
            columns=("quantity", "of", "shape", "description"),
            align="llll",
            rows=tuple(rows),
            footnote=PRECISION,
        )

    def to_records(self) -> list[dict[str, Any]]:
        """Return one record for each state, with a key for each number."""
        return files.records({**self.states, **self.results})

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write states, results and the arm to a file, the same bytes on every machine.

        The arm is there as the numbers of `Arm.to_dict` and, in .json and .mat, as URDF, too. A
        CSV file has one row for each state, and a column for each number: ``mass_matrix_1_2``.

        Parameters
        ----------
        path : path_like
            The file: .json, .csv or, with SciPy, .mat for MATLAB and Octave.

        Raises
        ------
        ValueError
            For another suffix.
        ImportError
            If SciPy is needed and not installed.
        """
        meaning = {name: MEANINGS[name] for name in (*self.states, *self.results)}
        about = {"arm": self.arm, "seed": self.seed, "precision": PRECISION, "meaning": meaning}
        files.write(path, about, self.states, self.results)


def reference_vectors(
    arm: ArmLike,
    samples: int = 20,
    seed: int = 0,
    quantities: Iterable[str] | None = None,
    *,
    progress: bool = False,
) -> ReferenceVectors:
    """Compute states of an arm with correctly rounded results, to test any other program against.

    Results are computed by Newton-Euler's equations with a hundred decimal digits, independently of
    the compiled formulations, and rounded once. The arm moves freely on a base at rest, without
    friction and rotors.

    Parameters
    ----------
    arm : Arm, str or path_like
        The arm, or its name or file as `equidyn.robots.load` takes them.
    samples : int
        Number of random states. Fewer are the first ones of more.
    seed : int
        Seed of the states.
    quantities : iterable of str, optional
        Names of quantities, all by default: "forward_kinematics", "link_poses", "jacobian",
        "jacobian_rate", "mass_matrix", "coriolis_matrix", "gravity_torque", "bias",
        "inverse_dynamics", "forward_dynamics", "dtau_dq", "dtau_dqd", "momentum",
        "kinetic_energy", "potential_energy".
    progress : bool
        Show a progress bar.

    Returns
    -------
    ReferenceVectors
        Saves itself as JSON, CSV or for MATLAB.

    Raises
    ------
    ValueError, TypeError
        For an unknown quantity, or another bad argument; if the mass matrix is singular, and
        accelerations are asked for.

    See Also
    --------
    equidyn.studies.judge_results : Checks the results of another program.

    Examples
    --------
    >>> import equidyn
    >>> vectors = equidyn.reference_vectors("planar_2r", samples=3, quantities=["mass_matrix"])
    >>> vectors.states["q"].shape, vectors.results["mass_matrix"].shape
    ((3, 2), (3, 2, 2))
    >>> list(vectors.to_records()[0])[-4:-2]
    ['mass_matrix_1_1', 'mass_matrix_1_2']
    """
    arm = load(arm)
    chosen = chosen_quantities(quantities)
    states = states_of(
        arm,
        count("samples", samples, largest=_MOST_STATES),
        count("seed", seed, smallest=0),
    )
    with decimals.with_all_digits(), progress_bar("computing", samples, progress) as step:
        equations = Equations(arm)
        states["tau"] = _torques(equations, states)
        rows: dict[str, list[FloatArray]] = {name: [] for name in chosen}
        for k in range(samples):
            step(f"state {k + 1}")
            state = {name: decimals.decimals(values[k]) for name, values in states.items()}
            for name in chosen:
                quantity = QUANTITIES[name]
                operands = (state[operand] for operand in quantity.operands)
                rows[name].append(decimals.rounded(quantity.computed(equations, *operands)))
    return ReferenceVectors(arm, seed, states, {name: np.array(row) for name, row in rows.items()})


def chosen_quantities(names: Iterable[str] | None) -> list[str]:
    """Return the names of quantities, each once; all for None.

    Raises
    ------
    ValueError, TypeError
        For an unknown name, or none.
    """
    if names is None:
        return list(QUANTITIES)
    given = several("quantities", names, "names of quantities")
    if not given:
        raise ValueError("quantities: expected at least one name, got none")
    return list(dict.fromkeys(choice("quantities", name, QUANTITIES) for name in given))


def states_of(arm: Arm, samples: int, seed: int) -> dict[str, FloatArray]:
    """Draw joint positions, velocities and accelerations, each state by a generator of its own."""
    drawn = [random_motion(arm, 1, np.random.default_rng([seed, k])) for k in range(samples)]
    return {
        name: np.round(np.concatenate([getattr(x, name) for x in drawn]) / _GRID) * _GRID + 0.0
        for name in ("q", "qd", "qdd")
    }


def _torques(equations: Equations, states: Mapping[str, FloatArray]) -> FloatArray:
    """Return the torques of the states, as numbers that are exact in single precision."""
    rows = zip(*(map(decimals.decimals, states[name]) for name in ("q", "qd", "qdd")), strict=True)
    torques = [
        decimals.rounded(equations.torque(equations.posture(q), qd, qdd)) for q, qd, qdd in rows
    ]
    return np.array(torques).astype(np.float32).astype(np.float64)
