"""Check of the derivations of the sources, equation by equation."""

from __future__ import annotations

from functools import cache

import numpy as np

from ...arm import random_motion
from ...dynamics import SYNONYMS, FormulationName, formulations
from ...robots import ArmLike, load
from ...validation import choice, count, text
from .angeles.derivation import PAPER as ANGELES
from .derivation.algebra import from_one
from .derivation.check import DerivationCheck
from .derivation.command import random_command, uncontrolled
from .derivation.reading import Equation, Erratum, Paper, Reading
from .derivation.step import Misprint, Sides, Step, difference
from .derivation.symbols import Symbols, symbols
from .derivation.units import limited, own_units
from .formulations import DERIVATIONS as OF_FORMULATIONS
from .lee_chung_mudge_turney_1982.derivation import PAPER as LEE_CHUNG_MUDGE_TURNEY
from .modified_dh_tutorial.derivation import PAPER as MODIFIED_DH_TUTORIAL
from .names import DerivationName, same_source
from .sasaki_1990.derivation import PAPER as SASAKI
from .turney_mudge_lee_1980.derivation import PAPER as TURNEY_MUDGE_LEE

_ALL = (TURNEY_MUDGE_LEE, LEE_CHUNG_MUDGE_TURNEY, SASAKI, ANGELES, MODIFIED_DH_TUTORIAL)
PAPERS = {paper.name: paper for paper in _ALL}
DERIVATIONS = {**PAPERS, **OF_FORMULATIONS}


def check_derivation(
    arm: ArmLike,
    seed: int = 0,
    *,
    paper: DerivationName | FormulationName | str = TURNEY_MUDGE_LEE.name,
) -> DerivationCheck:
    """Check the derivation of a source, or of a formulation, numerically, equation by equation.

    Every equation of the derivation is evaluated for every link of the arm that it applies to, in
    a random state: as published, and with its errata corrected.

    Parameters
    ----------
    arm : Arm, str or path_like
        Any arm, in either convention, or its name or file as `equidyn.robots.load` takes them; the
        check is in the standard convention: a modified arm is converted first.
    seed : int
        Seed of the state: the joints move at random, a small arm faster than a large one and a
        slide without limits by less; the base rests, the tip is free.
    paper : str, optional
        ``"turney_mudge_lee"``: (4.1) to (4.34), the equations before, (1.1) to (3.21), from which
        they follow, the modified equations (5.1) and (5.2), the simulation of section 7, and the
        appendix. ``"lee_chung_mudge_turney"``: (4.4) to (4.41), where the accelerations are those
        that a controller commands, and (2.1) to (4.3). ``"sasaki"``: (2.1) to (3.48), from moving
        frames to the recursion with viscous friction and its scalar form, the trapezoid of section
        4, and the appendices on inertia, (A.1) to (A.34), and on angular velocity, (B.1) to (B.23).
        ``"angeles"``: (7.23) to (7.58), the recursions of section 7.4 and the natural orthogonal
        complement of section 7.5. ``"modified_dh_tutorial"``: the displays of sections 2 and 3, in
        modified DH frames. The names in `reproduce` and `published_counts` do as well.

        Or a formulation, also by a synonym such as ``"khalil"``: the equations that its page
        displays, called by their left sides, as ``"tau_i"``, or ``"Wdd_i"`` for W_i with two dots.
        A formulation of one of the sources above gets the equations of that source.

    Returns
    -------
    DerivationCheck
        True in a condition when every corrected equation holds; prints as tables.

    Raises
    ------
    ValueError
        If the seed is negative or the paper unknown.
    TypeError
        If the seed is not an integer, the paper not a string, or the arm none.

    Notes
    -----
    The proofs of 1980 and 1982 have revolute joints. Most of their equations hold for a prismatic
    joint too: the rotation in its matrix Q vanishes, and its torque is a force. So both ends of the
    derivation, and much between, hold on every arm. An equation that needs revolute joints is left
    out at links where they are prismatic, and its step says so. The same holds on an arm of one
    link for an equation about the next link. The other sources have both kinds of joints.

    Inertia tensors may be full and gravity may point anywhere: J is the matrix of all second
    moments, and g z_0 the acceleration of the base that replaces gravity. The papers were read from
    scans. Brackets, subscripts and superscripts whose meaning is beyond doubt, such as the 2 of a
    second derivative, are read as meant.

    The time grows with the fourth power of the number of joints: about a second with six,
    twenty seconds with twenty.

    References
    ----------
    J. L. Turney, T. N. Mudge, C. S. G. Lee, Equivalence of Two Formulations for Robot Arm Dynamics,
    University of Michigan, 1980, sections 1 to 7 and appendix.

    C. S. G. Lee, M. J. Chung, T. N. Mudge, J. L. Turney, On the Control of Mechanical Manipulators,
    University of Michigan, 1982, sections 2 to 4.

    S. Sasaki, A Modelling of Robot Manipulator Dynamics Based on Newton-Euler's Equations,
    JAERI-M 90-147, 1990, sections 2 to 4 and appendices A and B.

    J. Angeles, Fundamentals of Robotic Mechanical Systems, sections 7.4 and 7.5.

    Examples
    --------
    >>> from equidyn import robots
    >>> from equidyn.studies.papers.equivalence import check_derivation
    >>> check = check_derivation(robots.puma560())
    >>> check.passed
    True
    >>> check["4.29"].holds, check["4.29"].holds_as_printed
    (True, False)
    >>> check_derivation(robots.stanford(), paper="lee_chung_mudge_turney").passed
    True
    >>> print(check_derivation(robots.stanford(), paper="sasaki")["B.15"].erratum)
    λ j*, with j* perpendicular to di*/dt: should be λ j* - ω_2 k* (structural, residual 1.1e+00)
    """
    chosen = derivation_of(paper)
    standard = load(arm).to_convention("standard")
    rng = np.random.default_rng(count("seed", seed, smallest=0))
    states, units = random_motion(standard, 1, rng), own_units(standard)
    turns = np.array([False, *standard.revolute])
    joint = units.of_joints(turns)
    q, qd, qdd = (from_one(x[0]) for x in (states.q, states.qd, states.qdd))
    q = np.where([False, *limited(standard)], q / joint, q)
    command = random_command(q, qd, qdd, rng) if chosen.commanded else uncontrolled(q, qd, qdd)
    own = symbols(standard, q, qd, command, units)
    q, qd = q * joint, qd * joint / units.time
    s = symbols(standard, q, qd, command.in_units(joint, units.time))
    return DerivationCheck(
        paper=chosen,
        arm=standard,
        seed=seed,
        q=q[1:],
        qd=qd[1:],
        qdd=s.qdd[1:],
        steps=tuple(evaluate(equation, s, own) for equation in chosen.equations),
    )


def derivation_of(paper: str) -> Paper:
    """Return the derivation of a source or of a formulation, also by a synonym.

    That of a formulation of one of the sources is that of the source.
    """
    name = same_source(SYNONYMS.get(text("paper", paper), paper), PAPERS)
    if name not in DERIVATIONS:
        known = {entry.name: entry for entry in formulations()}
        citation = known[name].citation if name in known else ""
        name = next((key for key, each in PAPERS.items() if citation.startswith(each.source)), name)
    return DERIVATIONS[choice("paper", name, DERIVATIONS, SYNONYMS)]


def evaluate(equation: Equation, s: Symbols, own: Symbols) -> Step:
    """Evaluate one equation corrected, printed, and with each erratum alone.

    Its sides are those of the symbols s, its residuals those of the same in the arm's own units.
    """
    about = equation.links(s.n)
    links = tuple(i for i in about if _holds_at(equation, s, i))

    @cache
    def read(*as_printed: Erratum) -> Sides | None:
        """Evaluate the equation with some errata in it; None where one has no value."""
        if not links or any(erratum.undefined for erratum in as_printed):
            return None
        return _sides(equation, (s, own), links, Reading(*as_printed))

    return Step(
        equation=equation.number,
        statement=equation.statement,
        links=links,
        restriction=_restriction(equation, about, links),
        corrected=read(),
        printed=read(*equation.errata),
        misprints=tuple(Misprint(e, read(e)) for e in equation.errata) if links else (),
    )


def _holds_at(equation: Equation, s: Symbols, i: int) -> bool:
    """Whether the joints that an equation needs for link i are of the kind that it needs."""
    turning, sliding = equation.turning(i), equation.sliding(i)
    return all(s.turns[j] for j in turning) and not any(s.turns[j] for j in sliding)


def _restriction(equation: Equation, about: range, links: tuple[int, ...]) -> str:
    """Return the reason why an equation is left out at some links, or at all."""
    if not about:
        return "two links or more"
    if len(links) == len(about):
        return ""
    return f"{'prismatic' if equation.sliding(about[0]) else 'revolute'} joints only"


def _sides(
    equation: Equation, in_units: tuple[Symbols, Symbols], links: tuple[int, ...], read: Reading
) -> Sides:
    """Left side, and of the right sides the one that differs most, of these links."""
    (left, *rights), (own_left, *own_rights) = (
        [
            np.array(side)
            for side in zip(*(list(equation.sides(s, i, read)) for i in links), strict=True)
        ]
        for s in in_units
    )
    residuals = [difference(own_left, right) for right in own_rights]
    worst = int(np.argmax(residuals))
    return Sides(left, rights[worst], residuals[worst])
