"""Source code of a quantity of one arm."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from ..arm.arm import Arm
from ..arm.checks.findings import warn
from ..dynamics.names import FormulationName
from ..graph.operations import Operations
from ..output.files import write_text
from ..robots import ArmLike, load
from ..validation import choice, count, switch, text
from .arguments import parameters_asked
from .c import C
from .cpp import CPP
from .javascript import JAVASCRIPT
from .julia import JULIA
from .language import Language, Request
from .latex import LATEX
from .matlab import MATLAB
from .numpy import NUMPY
from .program import Program
from .python import PYTHON
from .rust import RUST
from .sympy import SYMPY

LANGUAGES: dict[str, Language] = {
    "c": C,
    "cpp": CPP,
    "python": PYTHON,
    "numpy": NUMPY,
    "sympy": SYMPY,
    "matlab": MATLAB,
    "javascript": JAVASCRIPT,
    "julia": JULIA,
    "rust": RUST,
    "latex": LATEX,
}
OF_FUNCTIONS = tuple(name for name in LANGUAGES if name != "latex")


@dataclass(frozen=True, repr=False)
class GeneratedCode:
    """Generated source code; prints as the code.

    Attributes
    ----------
    source : str
        The code.
    language : str
        A name of the table in `equidyn.generate`.
    formulation : str
        Name of the formulation or method; empty where the quantity has only one.
    operations : Operations
        Multiplications, additions, cosines and sines, and divisions, of one evaluation. In LaTeX,
        before expansion into closed form.
    quantity : str
        Name of the quantity.
    header : str
        In C, the header that declares the function, for C and C++; else empty.
    """

    source: str
    language: str
    formulation: str
    operations: Operations
    quantity: str = "inverse_dynamics"
    header: str = ""

    def save(
        self, path: str | os.PathLike[str], header: str | os.PathLike[str] | None = None
    ) -> None:
        """Write the code to a file, in UTF-8.

        Parameters
        ----------
        path : path_like
            The file; an existing one is replaced.
        header : path_like, optional
            The file of the header, in C.

        Raises
        ------
        ValueError
            If a header is asked for in a language without one.
        """
        if header is not None and not self.header:
            raise ValueError(f"header: expected None, because {self.language} has no headers")
        write_text(path, self.source)
        if header is not None:
            write_text(header, self.header)

    def __str__(self) -> str:
        return self.source

    __repr__ = __str__

    def _repr_latex_(self) -> str | None:
        """Return LaTeX for a notebook to typeset, None for the other languages."""
        if self.language != "latex":
            return None
        equations = self.source[self.source.index(r"\begin") :]
        return f"$$\n{equations}$$"


def generate(
    arm: ArmLike,
    formulation: FormulationName | str | None = None,
    language: str = "c",
    *,
    quantity: str = "inverse_dynamics",
    parameters: str | Iterable[str] = (),
    name: str | None = None,
    dtype: str = "double",
    tip_wrench: bool = False,
    base_motion: bool = False,
    friction: bool = False,
    motors: bool = False,
    digits: int = 4,
) -> GeneratedCode:
    r"""Generate code of a quantity of an arm that does not depend on equidyn.

    The code evaluates a formulation on this arm, simplified: constants are folded, zeros left out,
    common subexpressions computed once, and unused results dropped.

    Parameters
    ----------
    arm : Arm, str or path_like
        The arm, or its name or file as for `equidyn.robots.load`.
    formulation : str, optional
        A name of `equidyn.formulations` of the quantity; the cheapest one by default. Bias, gravity
        torques, momentum and kinetic energy take formulations of inverse dynamics. Accelerations
        with ``"alpha"``, or ``"theta"`` of a prismatic joint, as a parameter are solved from the
        mass matrix, and take none.
    language : str
        ``"c"``: a C99 function that writes its results to arrays, with a header, for
        microcontrollers too: it allocates nothing, and calls sine and cosine alone. ``"cpp"``: the
        same in C++11. ``"rust"``: a function that writes to arrays. ``"python"``: a function of
        lists. ``"numpy"``: a function of arrays (..., n) whose leading axes broadcast; arrays of
        JAX and PyTorch need the argument ``xp=jax.numpy`` or ``xp=torch``. ``"sympy"``: a function
        of symbols. ``"matlab"``: a function file for MATLAB and GNU Octave. ``"javascript"``: an
        exported function of arrays. ``"julia"``: a function of arrays. ``"latex"``: an ``aligned``
        environment, joints numbered from 1; in closed form for up to three joints, unless the
        results are quotients, for more as formulas in order of evaluation. Results of two axes are
        matrices, in which long entries have names; equal ones are written once.
    quantity : str, optional
        ``"inverse_dynamics"``, ``"bias"``, ``"gravity_torque"``, ``"mass_matrix"``,
        ``"mass_matrix_rate"``, ``"coriolis_matrix"``, ``"coriolis_coefficients"``,
        ``"coriolis_torque"``, ``"transposed_coriolis_torque"``, ``"forward_dynamics"``,
        ``"inverse_dynamics_derivatives"``, ``"forward_dynamics_derivatives"``, ``"momentum"``,
        ``"kinetic_energy"``, ``"potential_energy"``, ``"forward_kinematics"``, ``"link_poses"``,
        ``"jacobian"``, ``"jacobian_rate"``, ``"pose_and_jacobian"`` or ``"regressor"``: the methods
        of `Arm` of these names, whose positional arguments and results the function has.
    parameters : iterable of str or "all", optional
        Data of the arm that are arguments of the function instead of numbers in it, after its
        other arguments: ``"mass"``, ``"com"``, ``"inertia"``, ``"a"``, ``"a_y"``, ``"d"``,
        ``"alpha"``, ``"theta"``, in the shapes of the attributes of `Arm`; ``"gravity"``, the
        gravity vector in the world frame, m/s²; or ``"g"``, an array of one number, its size, in
        the direction of the arm's gravity; ``"payload"``, an array of one number, the mass, kg, of
        a point at the origin of the tool frame, in addition to any load of the arm. Of an inertia
        tensor the upper triangle is read. What is 0 in the data of the links stays 0, and is not
        read; nor are angles that are multiples of 90°. In SymPy and LaTeX, components of gravity
        that are 0 in the arm stay 0, unless all are; other languages read all three. Base and tool
        are numbers. ``"all"``: all that the quantity depends on and that are read, without
        ``"payload"``, and with ``"g"`` where gravity has the direction of an axis.
    name : str, optional
        Name of the function; that of the quantity by default.
    dtype : {"double", "float"}
        Precision of the code, for languages that write it. Where joint axes of the arm are so
        nearly parallel that single precision loses digits, an `equidyn.ArmWarning` says how many.
    tip_wrench : bool, optional
        Whether the function has an argument ``tip_wrench`` of 6 numbers: force, then moment,
        exerted BY the last link ON the environment, at and in the tool frame.
    base_motion : bool, optional
        Whether it has an argument ``base_motion`` of 9 numbers: angular velocity, angular
        acceleration and linear acceleration of the base frame, in its axes. Without it the base is
        at rest.
    friction, motors : bool, optional
        Whether the torques include friction and the inertia of the motors, as in
        `Arm.inverse_dynamics`, and the mass matrix that inertia. The signs of the joint velocities
        in dry friction are not counted as operations.
    digits : int, optional
        Significant digits of the numbers in LaTeX; in the other languages they are exact.

    Returns
    -------
    GeneratedCode

    Raises
    ------
    ValueError, TypeError
        "name: must be an identifier that the language does not reserve, got 'double'"; "friction:
        the arm has no friction data; ..."; "parameters: jacobian does not depend on 'mass'";
        "parameters: 'g' keeps the direction of gravity, but the gravity of the arm is 0: ...";
        "forward_dynamics: joint 4 has no acceleration: ...", where a joint of the arm moves no
        mass in any position.

    Examples
    --------
    >>> from equidyn import robots
    >>> code = generate(robots.planar_2r(), language="numpy")
    >>> print(code.operations.multiplications, code.operations.additions)
    14 10
    >>> module = {}
    >>> exec(code.source, module)
    >>> module["inverse_dynamics"]([0, 0], [0, 0], [0, 0]).round(2)
    array([50.77,  7.9 ])

    The mass matrix with the masses of the links as arguments:

    >>> code = generate("planar_2r", language="numpy", quantity="mass_matrix", parameters=["mass"])
    >>> exec(code.source, module)
    >>> module["mass_matrix"]([0, 0], [1.0, 2.0]).shape
    (2, 2)

    All data as symbols:

    >>> code = generate("planar_2r", language="latex", quantity="gravity_torque", parameters="all")
    >>> print(code.source.splitlines()[-2])
    G_{2} &= m_{2}\,(a_{2} + c_{2x})\,\cos (q_{1} + q_{2})\,g
    """
    arm = load(arm)
    written_in = LANGUAGES[choice("language", language, LANGUAGES)]
    program = Program.of(
        arm,
        quantity,
        formulation,
        parameters_asked(parameters),
        tip_wrench=switch("tip_wrench", tip_wrench),
        base_motion=switch("base_motion", base_motion),
        friction=switch("friction", friction),
        motors=switch("motors", motors),
        symbolic=written_in.symbolic,
    )
    name = quantity if name is None else text("name", name)
    if not written_in.takes_name(name):
        raise ValueError(
            f"name: must be an identifier that the language does not reserve, got {name!r}"
        )
    if name in (x.name for x in (*program.arguments, *program.results)):
        raise ValueError(
            f"name: must differ from the arguments and results of the function, got {name!r}"
        )
    if choice("dtype", dtype, ("double", "float")) not in written_in.dtypes:
        raise ValueError(f"dtype: expected 'double', the only type of {language}, got {dtype!r}")
    request = Request(name, dtype, count("digits", digits))
    code = GeneratedCode(
        written_in.write(program, request),
        language,
        program.formulation,
        program.graph.operations(),
        quantity,
        written_in.write_header(program, request) if written_in.write_header else "",
    )
    if dtype == "float":
        _warn_of_lost_digits(arm)
    return code


# rounding error of single precision, and that of results from which on it is told
_SINGLE, _TOLD = 6e-8, 1e-6


def _warn_of_lost_digits(arm: Arm) -> None:
    """Warn about frames so far away that single precision loses digits."""
    q = np.random.default_rng(0).uniform(-np.pi, np.pi, (16, arm.n))
    origin = arm.base[:3, 3]
    frames = np.linalg.norm(arm.link_poses(q)[..., :3, 3] - origin, axis=-1).max()
    tool = np.linalg.norm(arm.forward_kinematics(q)[..., :3, 3] - origin, axis=-1).max()
    of_poses = _SINGLE * frames / max(tool, np.finfo(float).tiny)
    error = max(of_poses, arm._error_in_float32())
    if error > _TOLD:
        lost = min(np.log10(error / _SINGLE), 7.0)
        warn(
            "dtype='float'",
            [f"single precision loses about {lost:.0f} of its 7 digits: take 'double'"],
        )
