"""Turney, Mudge & Lee, Equivalence of Two Formulations for Robot Arm Dynamics, 1980."""

from ...derivation.reading import Paper
from . import (
    acceleration_terms,
    appendix,
    improvements,
    inertia_terms,
    kinematics,
    lagrangian,
    notation,
    recursion,
    rotations,
    simulation,
    strobing,
    torques,
)

PAPER = Paper(
    name="turney_mudge_lee",
    title="Turney, Mudge & Lee, sections 1 to 7 and appendix",
    source=(
        "J. L. Turney, T. N. Mudge, C. S. G. Lee, Equivalence of Two Formulations for Robot Arm "
        "Dynamics, University of Michigan, 1980"
    ),
    equations=(
        *rotations.section,
        *notation.section,
        *lagrangian.section,
        *recursion.section,
        *strobing.section,
        *kinematics.section,
        *inertia_terms.section,
        *acceleration_terms.section,
        *torques.section,
        *improvements.section,
        *simulation.section,
        *appendix.section,
    ),
    commanded=False,
    notes=(
        "2.8+, 4.5+ and the like: unnumbered displays, or sentences, after (2.8), (4.5); 5.0+: the "
        "display before (5.1); 6a, 7a, Aa and the like: displays and sentences of sections 6 and 7 "
        "and of the appendix, in order"
    ),
)
