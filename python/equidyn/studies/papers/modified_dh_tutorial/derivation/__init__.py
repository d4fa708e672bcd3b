"""A tutorial on Newton-Euler's recursion in modified Denavit-Hartenberg frames, sections 2 and 3.

Written in Chinese, after Craig. Its displays have no numbers.
"""

from ...derivation.reading import Paper
from . import motion, preliminaries, wrenches

PAPER = Paper(
    name="modified_dh_tutorial",
    title="Tutorial in modified DH frames, sections 2 and 3",
    source="Tutorial on serial-arm dynamics in modified (Craig) DH frames",
    equations=(*preliminaries.section, *motion.section, *wrenches.section),
    commanded=False,
    notes=(
        "the displays have no numbers: 3.1.4c is the third of section 3.1.4, 2.3.1a+ the "
        "sentence after 2.3.1a. A step outward is "
        "that to the link, i+1 in the tutorial, from the one before; R_i^{i+1} turns from frame i "
        "to frame i+1"
    ),
)
