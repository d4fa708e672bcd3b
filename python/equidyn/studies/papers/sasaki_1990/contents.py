"""Sasaki 1990 from beginning to end."""

from ..contents import Contents, Item, Section, Steps

_EXPERIMENT = ('studies.reproduce("sasaki")', "notebooks/13_a_straight_line.ipynb")
_VALUES_LOST = "the values of its curve are in a picture, and are not compared"

CONTENTS = Contents(
    paper="sasaki",
    counts="",
    sections=(
        Section(
            "1. Introduction",
            (
                Item("equation of motion", "inertia, velocity terms, gravity", ("Arm.breakdown",)),
                Item(
                    "thousands of terms",
                    "the equations of six joints, multiplied out",
                    ("counting.closed_form_terms", "notebooks/07_what_does_it_cost.ipynb"),
                ),
            ),
        ),
        Section(
            "2.1 Rotating frames and relative motion",
            (
                Item("Figure 1", "a moving frame", ("notebooks/04_moving_frames.ipynb",)),
                Steps("2.1", "2.8", ("notebooks/04_moving_frames.ipynb",)),
            ),
        ),
        Section(
            "2.2 Relative motion of links",
            (
                Item("Figure 2", "frames of an open chain", ("Arm.draw",)),
                Steps("2.9", "2.22"),
            ),
        ),
        Section(
            "2.3 Recursive equations",
            (
                Item("Figure 3", "forces and moments on a link", ("Arm.draw", "Arm.recursion")),
                Steps("2.23", "2.30"),
                Steps("2.31", "2.39", ("Arm.with_friction",)),
            ),
        ),
        Section("3. Symbolic form of the equations of motion", (Steps("3.1", "3.48"),)),
        Section(
            "4. Examples",
            (
                Item("Figure 4", "the six-link manipulator", ("robots.sasaki", "Arm.draw")),
                Item("Figure 5", "its frames", ("robots.sasaki", "Arm.draw")),
                Item(
                    "Table 1",
                    "parameters of its links",
                    ("robots.sasaki",),
                    "moments of inertia are not printed, and are asked for",
                ),
                Item("Figure 6", "trapezoid of the velocities", ("trapezoid", *_EXPERIMENT)),
                Steps("4a", "4e", ("trapezoid",)),
                *(
                    Item(
                        f"Figure {joint + 6}", f"torque of joint {joint}", _EXPERIMENT, _VALUES_LOST
                    )
                    for joint in range(1, 7)
                ),
            ),
        ),
        Section(
            "Appendix A. Motion of a rigid body",
            (
                Steps("A.1", "A.9"),
                Item(
                    "Figure A.1", "moment of inertia about a line", ("notebooks/03_inertia.ipynb",)
                ),
                Steps("A.10", "A.34", ("notebooks/03_inertia.ipynb",)),
            ),
        ),
        Section("Appendix B. Angular velocity", (Steps("B.1", "B.23"),)),
    ),
)
