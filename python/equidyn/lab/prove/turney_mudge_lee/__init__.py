"""Turney, Mudge & Lee, Equivalence of Two Formulations for Robot Arm Dynamics, 1980, section 4."""

from ..reading import Paper
from . import acceleration_terms, inertia_terms, kinematics, torques

PAPER = Paper(
    name="turney_mudge_lee",
    title="Turney, Mudge & Lee, section 4",
    equations=(
        *kinematics.section,
        *inertia_terms.section,
        *acceleration_terms.section,
        *torques.section,
    ),
    commanded=False,
    notes="4.5+, 4.25+: the unnumbered displays after (4.5) and (4.25)",
)
