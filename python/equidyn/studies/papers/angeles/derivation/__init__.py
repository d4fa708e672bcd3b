"""Angeles, Fundamentals of Robotic Mechanical Systems, sections 7.4 and 7.5.

The Newton-Euler recursions for both kinds of joints, and the natural orthogonal complement.
"""

from ...derivation.reading import Paper
from . import inward, natural_orthogonal_complement, outward

PAPER = Paper(
    name="angeles",
    title="Angeles, sections 7.4 and 7.5",
    source="J. Angeles, Fundamentals of Robotic Mechanical Systems",
    equations=(
        *outward.section,
        *inward.section,
        *natural_orthogonal_complement.section,
    ),
    commanded=False,
    notes=(
        "7.35+ and 7.40+: Algorithms 7.4.1 and 7.4.2. F_{i+1} is frame i of the other sources, Q_i "
        "turns from F_{i+1} to F_i. (7.41) to (7.43) count operations; (7.45) and (7.46) name the "
        "state"
    ),
)
