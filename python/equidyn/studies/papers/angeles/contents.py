"""Angeles, sections 7.4 and 7.5, from beginning to end."""

from ..contents import Contents, Item, Section, Steps
from .operation_counts import SOURCE

_COUNTS = f'studies.published_counts("{SOURCE}")'
_OTHERS = "two of these algorithms could not be reconstructed: their figures stand alone"

CONTENTS = Contents(
    paper="angeles",
    counts=SOURCE,
    sections=(
        Section(
            "7.4.1 Kinematics computations: outward recursions",
            (
                Steps("7.23a", "7.24b", ("count_operations",)),
                Steps("7.25a", "7.31"),
                Item("Figure 7.2", "a revolute joint", ("Arm.draw",)),
                Steps("7.32a", "7.32b"),
                Item("Figure 7.3", "a prismatic joint", ("Arm.draw",)),
                Steps("7.32c", "7.34f"),
                Steps("7.35", "7.35+", ("Arm.link_motion",)),
                Item("Table 7.1", "operations of the kinematics", (_COUNTS,)),
                Item(
                    "list of 7.4.1, joint i prismatic",
                    "operations that a prismatic joint adds or spares",
                    (_COUNTS,),
                ),
            ),
        ),
        Section(
            "7.4.2 Dynamics computations: inward recursions",
            (
                Item("Figure 7.4", "forces and moments on a link", ("Arm.draw",)),
                Item("Figure 7.5", "forces and moments on the last link", ("Arm.draw",)),
                Steps("7.36", "7.40+", ("dynamics.LinkMotion.wrenches",)),
                Item("Table 7.2", "operations of the dynamics", (_COUNTS,)),
                Item("(7.41) and (7.43)", "their sums", (_COUNTS,)),
                Item("(7.42), and below (7.43)", "their sums for six joints", (_COUNTS,)),
                Item("Table 7.3", "operations of other algorithms", (_COUNTS,), _OTHERS),
                Item(
                    "a few microseconds",
                    "the time of all operations on a modern processor",
                    ("time_formulations", "notebooks/08_time_against_n.ipynb"),
                ),
                Steps("7.44", "7.44", ("BaseMotion",)),
                Item("Table 7.4", "the same for six joints", (_COUNTS,), _OTHERS),
            ),
        ),
        Section(
            "7.5 The natural orthogonal complement",
            (
                Item("(7.45) and (7.46)", "state and its equation", ("Arm.ode",)),
                Steps(
                    "7.47",
                    "7.53",
                    ("dynamics.LinkMotion.wrenches", "notebooks/10_constraints.ipynb"),
                ),
                Steps(
                    "7.54",
                    "7.58",
                    ("studies.orthogonal_complement", "notebooks/10_constraints.ipynb"),
                ),
            ),
        ),
    ),
)
