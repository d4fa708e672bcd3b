"""Sasaki, A Modelling of Robot Manipulator Dynamics Based on Newton-Euler's Equations, 1990.

From moving frames to the recursion in link frames, its scalar form, and both appendices.
"""

from ...derivation.reading import Paper
from . import (
    base_frame_recursion,
    link_frame_recursion,
    link_motion,
    moments_of_inertia,
    moving_frames,
    rotating_axes,
    rotating_body,
    scalar_form,
    trapezoid,
)

PAPER = Paper(
    name="sasaki",
    title="Sasaki, sections 2 to 4 and appendices",
    source=(
        "S. Sasaki, A Modelling of Robot Manipulator Dynamics Based on Newton-Euler's Equations, "
        "JAERI-M 90-147, 1990"
    ),
    equations=(
        *moving_frames.section,
        *link_motion.section,
        *base_frame_recursion.section,
        *link_frame_recursion.section,
        *scalar_form.section,
        *trapezoid.section,
        *moments_of_inertia.section,
        *rotating_body.section,
        *rotating_axes.section,
    ),
    commanded=False,
    notes=(
        "d*/dt is the derivative that an observer on the moving frame sees; A.11+ and the like: "
        "unnumbered displays after (A.11); 4a to 4e: those of section 4; 3.34': the second of two "
        "equations (3.34). Products of two vectors whose dot is not printed, (2.29), are read as "
        "meant"
    ),
)
