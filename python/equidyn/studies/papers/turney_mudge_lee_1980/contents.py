"""Turney, Mudge & Lee 1980 from beginning to end."""

from ..contents import Contents, Item, Section, Steps
from .operation_counts import SOURCE

_COUNTS = f'studies.published_counts("{SOURCE}")'

CONTENTS = Contents(
    paper="turney_mudge_lee",
    counts=SOURCE,
    sections=(
        Section(
            "0. Introduction",
            (
                Item(
                    "formulations named",
                    "Lagrange, Newton-Euler, Hollerbach's recursive Lagrangian, Gibbs-Appell",
                    ("formulations()",),
                ),
            ),
        ),
        Section(
            "1. Notation",
            (
                Steps("1.1", "1.9"),
                Item("Figure 1", "frames of the links", ("Arm.draw",)),
                Steps("1.10", "1.14"),
                Item("Figure 2", "displacements from frame to frame", ("Arm.link_poses",)),
                Steps("1.15", "1.23"),
                Item("Figure 3", "an element of mass of a link", ("notebooks/03_inertia.ipynb",)),
                Steps("1.24", "1.28", ("notebooks/03_inertia.ipynb",)),
            ),
        ),
        Section(
            "2. Lagrange",
            (
                Steps("2.1", "2.10+"),
                Steps("2.11", "2.11++", ("Arm.mass_matrix", "Arm.coriolis_coefficients")),
            ),
        ),
        Section(
            "3. Newton-Euler",
            (
                Steps("3.1", "3.2+", ("notebooks/04_moving_frames.ipynb",)),
                Steps("3.3", "3.8"),
                Item("Figure 4", "forces and moments on a link", ("Arm.draw", "Arm.recursion")),
                Steps("3.9", "3.14"),
                Steps("3.15", "3.21+", ("Arm.recursion", "Arm.link_motion")),
                Steps("3.21++", "3.21+++", ("counting.unit_acceleration_costs", "Arm.mass_matrix")),
            ),
        ),
        Section(
            "4. Connection between Lagrange and Newton-Euler",
            (Steps("4.1", "4.34", ("notebooks/06_the_derivation_by_numbers.ipynb",)),),
        ),
        Section("5. Improvements to Newton-Euler", (Steps("5.0+", "5.2+"),)),
        Section(
            "6. Computational complexity comparison",
            (
                Item("Table 1", "operations of the three formulations", (_COUNTS,)),
                Item("Table 2", "Lagrange, term by term", (_COUNTS,)),
                Item("Table 3", "Newton-Euler, term by term", (_COUNTS,)),
                Item("Table 4", "modified Newton-Euler, term by term", (_COUNTS,)),
                Item("Table 5", "steps at the same time", (_COUNTS, "studies.parallel_steps")),
                Item(
                    "insignificant terms",
                    "easily identified in Newton-Euler's equations, and deleted",
                    ("studies.significance",),
                ),
                Steps("6a", "6b", ("Arm.mass_matrix", "Arm.coriolis_coefficients")),
                Item("section 6, strobing", "operations of M, C and G by unit inputs", (_COUNTS,)),
            ),
        ),
        Section(
            "7. Application to simulation",
            (
                Steps("7a", "7b", ("Arm.forward_dynamics",)),
                Steps(
                    "7c",
                    "7c",
                    (
                        "Arm.simulate",
                        'studies.reproduce("turney")',
                        "notebooks/12_simulation.ipynb",
                    ),
                ),
                Item(
                    "step",
                    "by the largest changes of angle and of velocity, from the largest velocity",
                    ("motion.choose_step", 'studies.reproduce("turney")'),
                ),
                Steps("7d", "7f", ("Arm.forward_dynamics", "counting.unit_acceleration_costs")),
            ),
        ),
        Section(
            "Appendix",
            (
                Steps("Aa", "Af", ('formulations()["lagrange_euler"]',)),
                Item(
                    "sums of operations",
                    "Lagrange's equations in operations of third order in n",
                    (_COUNTS,),
                ),
            ),
        ),
    ),
)
