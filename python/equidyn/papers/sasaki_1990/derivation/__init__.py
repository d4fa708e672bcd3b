"""Sasaki, A Modelling of Robot Manipulator Dynamics Based on Newton-Euler's Equations, 1990.

Section 2, from moving frames to the recursion in link frames, and both appendices.
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
)

PAPER = Paper(
    name="sasaki",
    title="Sasaki, section 2 and appendices",
    equations=(
        *moving_frames.section,
        *link_motion.section,
        *base_frame_recursion.section,
        *link_frame_recursion.section,
        *moments_of_inertia.section,
        *rotating_body.section,
        *rotating_axes.section,
    ),
    commanded=False,
    notes=(
        "d*/dt is the derivative that an observer on the moving frame sees; A.11+ and the like: "
        "unnumbered displays after (A.11). Products of two vectors whose dot is not printed, "
        "(2.29), are read as meant"
    ),
)
