"""Lee, Chung, Mudge & Turney, On the Control of Mechanical Manipulators, 1982, sections 2 to 4.

Frames and moments of mass, Lagrange's equations, Newton-Euler's, and the control law. Section 4 is
the derivation of Turney, Mudge & Lee, with the commands of a controller in the place of
accelerations: Newton-Euler's equations give the same computed torque as Lagrange's.
"""

from ...derivation.reading import Paper
from . import (
    acceleration_terms,
    control_law,
    frames,
    inertia_terms,
    kinematics,
    lagrangian,
    moments,
    newton_euler,
    torques,
)

PAPER = Paper(
    name="lee_chung_mudge_turney",
    title="Lee, Chung, Mudge & Turney, sections 2 to 4",
    source=(
        "C. S. G. Lee, M. J. Chung, T. N. Mudge, J. L. Turney, On the Control of Mechanical "
        "Manipulators, University of Michigan"
    ),
    equations=(
        *frames.section,
        *moments.section,
        *lagrangian.section,
        *newton_euler.section,
        *control_law.section,
        *kinematics.section,
        *inertia_terms.section,
        *acceleration_terms.section,
        *torques.section,
    ),
    commanded=True,
    notes=(
        "qdd_j stands for what (4.4) commands in its place. Letters that the scan confuses (L with "
        "A, F with p, c with Q and e, r with J, e and ε with a, ψ with ϑ) are read as meant. 4.3+, "
        "4.34+: sentences after (4.3), (4.34); 2.0+: those before (2.1)"
    ),
)
