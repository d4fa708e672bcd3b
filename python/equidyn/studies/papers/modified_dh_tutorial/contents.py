"""The tutorial in modified Denavit-Hartenberg frames from beginning to end."""

from ..contents import Contents, Item, Section, Steps

_ARROWS = ("Arm.draw", "Arm.recursion")

CONTENTS = Contents(
    paper="modified_dh_tutorial",
    counts="",
    sections=(
        Section(
            "2.1 Frames",
            (
                Item("two conventions", "standard and modified frames", ("Arm.to_convention",)),
                Item("Figure 1", "frames, vectors and wrenches of a link", ("Arm.draw",)),
            ),
        ),
        Section(
            "2.2 Inertial frames",
            (
                Item(
                    "coinciding frames",
                    "laws hold in the frame at rest that coincides with that of a link",
                    ('formulations()["newton_euler_base_frame"]', "verify"),
                ),
            ),
        ),
        Section(
            "2.3 Why recursion",
            (
                Item(
                    "three reasons",
                    "constant tensors, the simple form of Euler's equation, sums of velocities",
                    (
                        'formulations()["newton_euler_base_frame"]',
                        "notebooks/07_what_does_it_cost.ipynb",
                    ),
                ),
                Steps("2.3.1a", "2.3.1a+", ("notebooks/03_inertia.ipynb",)),
                Item(
                    "Figure 2",
                    "a point that turns about z",
                    missing="not drawn; what it shows is checked",
                ),
                Steps("2.3.1b", "2.3.1c"),
                Item("Figure 3", "a ball on a disc", ("notebooks/04_moving_frames.ipynb",)),
                Steps("2.3.2", "2.3.2", ("notebooks/04_moving_frames.ipynb",)),
            ),
        ),
        Section(
            "3.1 Velocities and accelerations outward",
            (
                Item("Figure 4", "velocities across a revolute joint", _ARROWS),
                Steps("3.1.1a", "3.1.1c", ("Arm.link_motion",)),
                Item("Figure 5", "velocities across a prismatic joint", _ARROWS),
                Item("Figure 6", "the point that coincides", ("notebooks/04_moving_frames.ipynb",)),
                Steps("3.1.2a", "3.1.3", ("Arm.link_motion",)),
                Steps("3.1.4a", "3.1.5j", ("Arm.link_motion",)),
            ),
        ),
        Section(
            "3.2 Forces and moments inward",
            (
                Item("Figure 7", "forces and moments on a link", _ARROWS),
                Steps("3.2a", "3.2b"),
            ),
        ),
        Section("3.3 Torques of the joints", (Steps("3.3a", "3.3b"),)),
    ),
)
