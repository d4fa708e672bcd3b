"""Lee, Chung, Mudge & Turney, On the Control of Mechanical Manipulators, 1982, section 4.

The derivation of Turney, Mudge & Lee, with the commands of a controller in the place of
accelerations: Newton-Euler's equations give the same computed torque as Lagrange's.
"""

from ...derivation.reading import Paper
from . import acceleration_terms, inertia_terms, kinematics, torques

PAPER = Paper(
    name="lee_chung_mudge_turney",
    title="Lee, Chung, Mudge & Turney, section 4",
    equations=(
        *kinematics.section,
        *inertia_terms.section,
        *acceleration_terms.section,
        *torques.section,
    ),
    commanded=True,
    notes=(
        "qdd_j stands for what (4.4) commands in its place. Letters that the scan confuses (L with "
        "A, F with p, c with Q, r with J) are read as meant"
    ),
)
