"""Evaluating the proof on an arm."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from ..._validation import count
from ...arm.states import random_motion
from . import acceleration_terms, inertia_terms, kinematics, torques
from .proof import EquivalenceProof, Misprint, Sides, Step
from .reading import Equation, Erratum, Reading
from .symbols import Symbols, symbols

if TYPE_CHECKING:
    from ...arm.arm import Arm

EQUATIONS = (
    *kinematics.section,
    *inertia_terms.section,
    *acceleration_terms.section,
    *torques.section,
)


def prove_equivalence(arm: Arm, seed: int = 0) -> EquivalenceProof:
    """Follow the proof that Lagrange's and Newton-Euler's torques are the same, by numbers.

    Every equation of section 4 of Turney, Mudge & Lee, (4.1) to (4.34), is evaluated for every link
    of the arm in a random state: as it is printed, and with its errata corrected.

    Parameters
    ----------
    arm : Arm
        An arm of two or more revolute joints, in either convention; the proof is in the standard
        one, so that a modified arm is re-framed first.
    seed : int
        Seed of the state: the joints move at random, the base rests, the tip is free.

    Returns
    -------
    EquivalenceProof
        True in a condition when every corrected equation holds; prints as tables.

    Raises
    ------
    ValueError
        If a joint is prismatic: the proof takes all of them to turn. If there is only one joint:
        half of the proof is about the link beyond. If the seed is negative.
    TypeError
        If the seed is not an integer.

    Notes
    -----
    Inertia tensors may be full and gravity may point anywhere: J is the matrix of all second
    moments, and g z_0 the acceleration of the base that stands for gravity. What the paper prints
    was read from a scan. Brackets, subscripts and superscripts whose meaning is beyond doubt, such
    as the 2 of a second derivative, are read as meant.

    The time grows with the fourth power of the number of joints: about half a second with six, ten
    seconds with twenty.

    References
    ----------
    J. L. Turney, T. N. Mudge, C. S. G. Lee, Equivalence of Two Formulations for Robot Arm Dynamics,
    University of Michigan, 1980.

    Examples
    --------
    >>> from equidyn import robots
    >>> from equidyn.lab.equivalence import prove_equivalence
    >>> proof = prove_equivalence(robots.puma560())
    >>> proof.passed
    True
    >>> proof["4.29"].holds, proof["4.29"].holds_as_printed
    (True, False)
    """
    _require_provable(arm)
    standard = arm.to_convention("standard")
    rng = np.random.default_rng(count("seed", seed, smallest=0))
    states = random_motion(standard, 1, rng)
    q, qd, qdd = states.q[0], states.qd[0], states.qdd[0]
    s = symbols(standard, q, qd, qdd)
    steps = tuple(_step(equation, s) for equation in EQUATIONS)
    return EquivalenceProof(arm=standard, seed=seed, q=q, qd=qd, qdd=qdd, steps=steps)


def _require_provable(arm: Arm) -> None:
    """Check that the arm is one of those that the proof is about."""
    if "P" in arm.joints:
        first = arm.joints.index("P") + 1
        raise ValueError(f"arm: the proof is about revolute joints, got a prismatic joint {first}")
    if arm.n < 2:
        raise ValueError(f"arm: the proof needs a link beyond the first, got {arm.n} link")


def _step(equation: Equation, s: Symbols) -> Step:
    """Evaluate one equation corrected, printed, and with each erratum alone."""

    @cache
    def read(*as_printed: Erratum) -> Sides | None:
        """Evaluate the equation with some errata in it; None where one has no value."""
        if any(erratum.undefined for erratum in as_printed):
            return None
        return _sides(equation, s, Reading(*as_printed))

    return Step(
        equation=equation.number,
        statement=equation.statement,
        corrected=_sides(equation, s, Reading()),
        printed=read(*equation.errata),
        misprints=tuple(Misprint(erratum, read(erratum)) for erratum in equation.errata),
    )


def _sides(equation: Equation, s: Symbols, read: Reading) -> Sides:
    """Left side, and of the right sides the one that differs most, of all links."""
    links = [list(equation.sides(s, i, read)) for i in equation.links(s.n)]
    left, *rights = (np.array(side) for side in zip(*links, strict=True))
    return max((Sides(left, right) for right in rights), key=lambda sides: sides.residual)
