"""Source code of the inverse dynamics of one arm."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from .._validation import choice, count, switch, text
from ..dynamics.names import FormulationName
from ..graph.operations import Operations
from ..output.files import write_text
from ..robots import ArmLike, load
from .c import C_RESERVED, write_c
from .javascript import JAVASCRIPT_RESERVED, write_javascript
from .latex import write_latex
from .numpy import PYTHON_RESERVED, write_numpy
from .program import Program


class Language(NamedTuple):
    """A language of functions: the writer of a program under a name, and the reserved names."""

    write: Callable[[Program, str], str]
    reserved: frozenset[str]


OF_FUNCTIONS = {
    "c": Language(write_c, C_RESERVED),
    "javascript": Language(write_javascript, JAVASCRIPT_RESERVED),
    "python": Language(write_numpy, PYTHON_RESERVED),
}
LANGUAGES = (*OF_FUNCTIONS, "latex")


@dataclass(frozen=True, repr=False)
class GeneratedCode:
    """Generated source code; prints as the code.

    Attributes
    ----------
    source : str
        The code.
    language : str
        ``"c"``, ``"javascript"``, ``"python"`` or ``"latex"``.
    formulation : str
        Name of the formulation.
    operations : Operations
        Multiplications, additions, and cosines and sines, of one evaluation. In LaTeX, before
        expansion into closed form.
    """

    source: str
    language: str
    formulation: str
    operations: Operations

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the code to a file, in UTF-8.

        Parameters
        ----------
        path : path_like
            The file; an existing one is replaced.
        """
        write_text(path, self.source)

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
    name: str = "inverse_dynamics",
    tip_wrench: bool = False,
    base_motion: bool = False,
    gravity: bool = False,
    payload: bool = False,
    friction: bool = False,
    motors: bool = False,
    digits: int = 4,
) -> GeneratedCode:
    r"""Generate code of the inverse dynamics of an arm that does not depend on equidyn.

    The code evaluates the formulation on this arm, simplified: constants are folded, zeros left
    out, common subexpressions computed once, and unused results dropped.

    Parameters
    ----------
    arm : Arm, str or path_like
        The arm, or its name or file as for `equidyn.robots.load`.
    formulation : str, optional
        A name of `equidyn.formulations`; the cheapest one by default.
    language : {"c", "javascript", "python", "latex"}
        ``"c"``: a C99 function of ``q, qd, qdd``, each an array of n numbers, that writes the n
        torques to ``tau``. ``"javascript"``: an exported function of arrays of n numbers that
        returns the torques. ``"python"``: a NumPy function of arrays (..., n) whose leading axes
        broadcast. ``"latex"``: an ``aligned`` environment, joints numbered from 1; in closed form
        for up to three joints, for more as formulas in order of evaluation.
    name : str, optional
        Name of the function.
    tip_wrench : bool, optional
        Whether the function has an argument ``tip_wrench`` of 6 numbers: force, then moment,
        exerted BY the last link ON the environment, at and in the tool frame.
    base_motion : bool, optional
        Whether it has an argument ``base_motion`` of 9 numbers: angular velocity, angular
        acceleration and linear acceleration of the base frame, in its axes. Without it the base is
        at rest.
    gravity : bool, optional
        Whether it has an argument ``gravity`` of 3 numbers: the gravity vector in the world frame,
        m/s². By default it is that of the arm.
    payload : bool, optional
        Whether it has an argument ``payload`` of one number: a point mass, kg, fixed at the origin
        of the tool frame, in addition to any load of the arm.
    friction, motors : bool, optional
        Whether the torques include friction and the inertia of the motors, as in
        `Arm.inverse_dynamics`. The signs of the joint velocities in dry friction are not counted as
        operations.
    digits : int, optional
        Significant digits of the numbers in LaTeX; in the other languages they are exact.

    Returns
    -------
    GeneratedCode

    Raises
    ------
    ValueError, TypeError
        "name: must be an identifier that the language does not reserve, got 'double'"; "friction:
        the arm has no friction data; ...".

    Examples
    --------
    >>> from equidyn import robots
    >>> code = generate(robots.planar_2r(), language="python")
    >>> print(code.operations.multiplications, code.operations.additions)
    14 10
    >>> module = {}
    >>> exec(code.source, module)
    >>> module["inverse_dynamics"]([0, 0], [0, 0], [0, 0]).round(2)
    array([50.77,  7.9 ])
    """
    arm = load(arm)
    choice("language", language, LANGUAGES)
    _check_identifier(name, language)
    count("digits", digits)
    program = Program.of(
        arm,
        formulation,
        tip_wrench=switch("tip_wrench", tip_wrench),
        base_motion=switch("base_motion", base_motion),
        gravity=switch("gravity", gravity),
        payload=switch("payload", payload),
        friction=switch("friction", friction),
        motors=switch("motors", motors),
    )
    if language == "latex":
        source = write_latex(program, digits)
    else:
        source = OF_FUNCTIONS[language].write(program, name)
    return GeneratedCode(source, language, program.formulation.name, program.graph.operations())


def _check_identifier(name: str, language: str) -> None:
    """Check the name of a function."""
    valid = text("name", name).isascii() and name.isidentifier()
    hidden = language == "c" and name.startswith("_")
    reserved = language != "latex" and name in OF_FUNCTIONS[language].reserved
    if not valid or hidden or reserved:
        raise ValueError(
            f"name: must be an identifier that the language does not reserve, got {name!r}"
        )
