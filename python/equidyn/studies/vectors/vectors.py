"""Test vectors of an arm: states, with the correctly rounded results of every quantity."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ...output.files import naming, suffix_of, write_text
from ...output.progress import progress_bar
from ...output.tables import Table
from ...output.tabular import Exported, Tabular
from ...robots import ArmLike, load
from ...validation import FloatArray, choice, count, require_finite, several, switch
from . import files
from .decimals import decimals as in_decimals
from .decimals import rounded, with_all_digits
from .equations import Equations
from .quantities import MEANINGS, QUANTITIES, operands_of
from .results import read
from .states import states_of, torques_of

if TYPE_CHECKING:
    from ...arm import Arm

_MOST_STATES, _MOST_DECIMALS = 10_000, 10

PRECISION = (
    "every result is the double nearest to the exact one: computed with a hundred decimal digits "
    "from the numbers of the arm and the states as they stand here"
)


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
        shape (m, n). The torques are those of other accelerations.
    results : dict of ndarray
        Results by quantity, states along the first axis.
    decimals : int or None
        Decimals of the states; None where they are multiples of 2^-10.
    """

    __test__ = False  # not a test class, despite its name

    arm: Arm
    seed: int
    states: Mapping[str, FloatArray]
    results: Mapping[str, FloatArray]
    decimals: int | None = None

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

    def save(self, path: str | os.PathLike[str], *, results: bool = True) -> None:
        """Write states, results and the arm to a file, the same bytes on every machine.

        The arm is there as the numbers of `Arm.to_dict` and, in .json and .mat, as URDF, too. A
        CSV file has one row for each state, and a column for each number: ``mass_matrix_1_2``. A
        page of HTML has the tables of the arm, and each state with its results: a sheet to print.

        Parameters
        ----------
        path : path_like
            The file: .json, .csv, .html or, with SciPy, .mat for MATLAB and Octave.
        results : bool
            Write the results. Otherwise their places are empty, for an exam, and only the operands
            of the quantities are written.

        Raises
        ------
        ValueError
            For another suffix.
        ImportError
            If SciPy is needed and not installed.
        """
        vectors = self if switch("results", results) else self._questions()
        if suffix_of(path, *files.SUFFIXES, ".html") == ".html":
            from .sheet import sheet

            write_text(path, sheet(vectors, answers=results))
            return
        meaning = {name: MEANINGS[name] for name in (*vectors.states, *vectors.results)}
        about = {
            "arm": self.arm,
            "seed": self.seed,
            **({} if self.decimals is None else {"decimals": self.decimals}),
            **({"precision": PRECISION} if results else {}),
            "meaning": meaning,
        }
        files.write(path, about, vectors.states, vectors.results)

    def _questions(self) -> ReferenceVectors:
        """Return the same vectors without results, and with only the operands of these."""
        states = {name: self.states[name] for name in operands_of(self.results)}
        blank = {name: np.full_like(values, np.nan) for name, values in self.results.items()}
        return replace(self, states=states, results=blank)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> ReferenceVectors:
        """Read test vectors from a file of `save`, with or without results.

        The results are computed again from the arm and the states in the file.

        Parameters
        ----------
        path : path_like
            The file: .json, .csv or, with SciPy, .mat.

        Returns
        -------
        ReferenceVectors

        Raises
        ------
        ValueError, TypeError, OSError
            If the file cannot be read, or does not hold test vectors.
        ImportError
            For a .mat file without SciPy.
        """
        with naming(path):
            given = read(path)
            if given.questions:
                raise ValueError(given.questions[0])
            arm = files.arm_of(given.about)
            seed, decimals = (files.integer_of(given.about, x) for x in ("seed", "decimals"))
            missing = [x for x in operands_of(given.quantities) if x not in given.states]
            if missing:
                raise ValueError(
                    f"{missing[0]}: expected states of test vectors, got no {missing[0]}"
                )
            shape = (given.samples, arm.n)
            states = {name: given.array(name, shape) for name in given.states}
            for name, values in states.items():
                require_finite(name, values)
            results = _computed(arm, states, given.quantities)
        return cls(arm, seed or 0, states, results, decimals)


def reference_vectors(
    arm: ArmLike,
    samples: int = 20,
    seed: int = 0,
    quantities: Iterable[str] | None = None,
    *,
    decimals: int | None = None,
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
    decimals : int, optional
        Decimals of the states, to type them: 1 gives 0.3 rad. Joints that move little, and small
        torques, have more. By default, states are multiples of 2^-10, and torques numbers of
        single precision.
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
    samples = count("samples", samples, largest=_MOST_STATES)
    seed = count("seed", seed, smallest=0)
    if decimals is not None:
        decimals = count("decimals", decimals, smallest=0, largest=_MOST_DECIMALS)
    states = states_of(arm, samples, seed, decimals)
    states["tau"] = torques_of(arm, states, seed, decimals)
    results = _computed(arm, states, chosen, progress=progress)
    return ReferenceVectors(arm, seed, states, results, decimals)


def _computed(
    arm: Arm,
    states: Mapping[str, FloatArray],
    quantities: Iterable[str],
    *,
    progress: bool = False,
) -> dict[str, FloatArray]:
    """Return the results of the quantities in all states, rounded once."""
    samples = len(states["q"])
    rows: dict[str, list[FloatArray]] = {name: [] for name in quantities}
    with with_all_digits(), progress_bar("computing", samples, progress) as step:
        equations = Equations(arm)
        for k in range(samples):
            step(f"state {k + 1}")
            state = {name: in_decimals(values[k]) for name, values in states.items()}
            for name, computed in rows.items():
                quantity = QUANTITIES[name]
                operands = (state[operand] for operand in quantity.operands)
                computed.append(rounded(quantity.computed(equations, *operands)))
    return {name: np.array(computed) for name, computed in rows.items()}


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
