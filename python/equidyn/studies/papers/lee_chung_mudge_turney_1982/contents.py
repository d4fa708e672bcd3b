"""Lee, Chung, Mudge & Turney 1982 from beginning to end."""

from math import pi, sqrt

from ..contents import Contents, Item, Section, Steps
from .operation_counts import SOURCE

_COUNTS = f'studies.published_counts("{SOURCE}")'
# the gain K_p that is printed, 1/s^2
_GAIN = 100
_ERRORS = ('studies.reproduce("lee")',)
_VALUES_LOST = "the values of its curve are in a picture, and are not compared"

CONTENTS = Contents(
    paper="lee_chung_mudge_turney",
    counts=SOURCE,
    sections=(
        Section(
            "1. Introduction",
            (
                Item(
                    "other methods of control",
                    "resolved motion rate control, CMAC, near-minimum-time control",
                    ("time_optimal",),
                    "named without equations; of the three equidyn has time-optimal motion alone",
                ),
            ),
        ),
        Section(
            "2. Kinematics and notation",
            (
                Item("Figure 1", "parameters of a frame", ("Arm.draw", "Arm.from_dh")),
                Steps("2.0+", "2.22"),
            ),
        ),
        Section(
            "3. Dynamics of manipulators",
            (Steps("3.1", "3.10"), Steps("3.11", "3.27", ("Arm.recursion",))),
        ),
        Section(
            "4. Computed torque",
            (
                Steps("4.1", "4.3+", ("ComputedTorque", "stability")),
                Steps("4.4", "4.41", ("notebooks/06_the_derivation_by_numbers.ipynb",)),
            ),
        ),
        Section(
            "5. Computer simulation results",
            (
                Item("Table 1", "operations of the controller by Lagrange-Euler", (_COUNTS,)),
                Item("Table 2", "operations of the controller by Newton-Euler", (_COUNTS,)),
                Item(
                    "time",
                    "of a controller by the instructions of a PDP-11/45",
                    (
                        "counting.estimate_time",
                        'studies.reproduce("lee")',
                        "notebooks/07_what_does_it_cost.ipynb",
                    ),
                ),
                Item(
                    "natural frequency",
                    f"unlikely to be over ten hertz, so that K_p is {_GAIN}: one of "
                    f"{sqrt(_GAIN) / (2 * pi):.1f} Hz",
                    ("ComputedTorque", "stability"),
                ),
                Item(
                    "Figure 2",
                    "flow chart of the simulation",
                    ("Arm.simulate", "ComputedTorque"),
                    "its text is lost in the scan",
                ),
                *(
                    Item(
                        f"Figure {joint + 2}",
                        f"position error of joint {joint}",
                        _ERRORS,
                        _VALUES_LOST,
                    )
                    for joint in range(1, 7)
                ),
            ),
        ),
    ),
)
