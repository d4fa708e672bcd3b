"""Angeles, Fundamentals of Robotic Mechanical Systems: Tables 7.3 and 7.4, algorithms compared.

The book does not state its counting rules, and the papers that it cites were not at hand: each
measured count follows the rules that come nearest.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import pi

from ....counting import Conventions
from ..printed_counts.tables import (
    FULL,
    NO_ENTRIES,
    NOT_EXPLAINED,
    SUPPOSED,
    Pair,
    PrintedEntry,
    PrintedTable,
    Reason,
    row,
    together,
    why,
)
from .explicit_kane import operations_on_stanford
from .operation_counts import FACTORED, SOURCE, TABLE_7_1, TABLE_7_2, at_six_joints
from .special_arms import arm_with_spherical_wrist, operations_on

# the rules of the papers, but without what no torque depends on
_FULL_AND_LIVE = Conventions("full", "moving")

RIGHT_ANGLED_WRIST = (-pi / 2, pi / 2, 0.0)

_ONLY_PUBLISHED = (
    "published figure only: the paper was not at hand, and no public description of its recursion "
    "was found; "
)


@dataclass(frozen=True)
class _Algorithm:
    """A row of Tables 7.3 and 7.4: what is printed for any n, and for n = 6."""

    author: str
    at_any_n: tuple[str, str] | None
    at_6: tuple[str, str]
    formulation: str | None = None
    conventions: Conventions | None = None
    reasons: tuple[Reason, ...] = ()
    note: str = ""
    misprint: Reason | None = None
    measure: Callable[[], Pair] | None = None

    def at_n(self) -> PrintedEntry:
        """Return the row of Table 7.3."""
        rows = (row(self.author, *self.at_any_n),) if self.at_any_n else ()
        return PrintedEntry(
            rows,
            self.formulation,
            reasons=self.reasons,
            note=self.note,
            conventions=self.conventions,
            measure=self.measure,
        )

    def at_six(self) -> PrintedEntry:
        """Return the row of Table 7.4."""
        misprint = (self.misprint,) if self.misprint else ()
        entry = at_six_joints(self.at_n(), row(self.author, *self.at_6))
        return PrintedEntry(**{**vars(entry), "reasons": (*misprint, *entry.reasons)})


_ALGORITHMS = (
    _Algorithm(
        "Hollerbach 1980",
        ("412n - 277", "320n - 201"),
        ("2195", "1719"),
        "recursive_lagrangian_3x3",
        _FULL_AND_LIVE,
        (
            why("dA and d2A by moving rows, not as products with Q", "-54n", "-36n"),
            why("their rows of zeros, in three products with W and Wd", "-27n", "-27n"),
            why("a trace without the rest of its product", "-18n", "-12n"),
            why(
                SUPPOSED + "two more sums of 3x3 matrices for each joint, and one multiple",
                "-9n",
                "-18n",
            ),
            why(
                NOT_EXPLAINED + ": 1 % of the growth of M; the printed constants are between "
                "those of a moving base and of one at rest",
                "-4n + 38",
                "17",
            ),
        ),
    ),
    _Algorithm(
        "Luh, Walker & Paul 1980",
        ("150n - 48", "131n - 48"),
        ("852", "738"),
        "newton_euler_sasaki",
        FULL,
        (
            NO_ENTRIES,
            why(
                SUPPOSED + "velocities of the origins and of the centres of mass are counted, on "
                "which no torque depends",
                "-21n + 9",
                "-18n + 9",
            ),
            why(
                SUPPOSED + "r_i in the frame of link i+1 is not tabulated, as in the row n_i of "
                "Lee et al. 1982",
                "7n - 6",
                "6n - 5",
            ),
            why(
                SUPPOSED + "vectors along a joint axis, and r_i + c_i, are counted as any vector",
                "-5n",
                "-12n",
            ),
            why(
                SUPPOSED + "the base is at rest: R a_0, and its sum, and w_0 x z q', and its sum",
                "15",
                "15",
            ),
        ),
    ),
    _Algorithm(
        "Walker & Orin 1982",
        ("137n - 22", "101n - 11"),
        ("800", "595"),
        "newton_euler_angeles",
        FACTORED,
        (
            together(
                "M is that of the book's own algorithm, see Tables 7.1 and 7.2",
                TABLE_7_1,
                TABLE_7_2,
            ),
            why(
                NOT_EXPLAINED + ": 101n is the growth of `newton_euler_lee` by full matrices, but "
                "not with this M",
                "0",
                "9n - 3",
            ),
        ),
    ),
    _Algorithm(
        "Hollerbach & Sahar 1983",
        None,
        ("688", "558"),
        "newton_euler_sasaki",
        FULL,
        (
            why(
                NOT_EXPLAINED + ": the geometry of the arm. Measured on the general arm with a "
                "spherical wrist of right angles; one of other angles takes 723 M, 563 A, so that "
                "the printed figures are between both. Their outward recursion is a part of "
                "inverse kinematics, which is not measured",
                "-55",
                "-56",
            ),
        ),
        measure=lambda: operations_on(
            arm_with_spherical_wrist(RIGHT_ANGLED_WRIST), "newton_euler_sasaki", FULL
        ),
    ),
    _Algorithm(
        "Kane & Levinson 1983",
        None,
        ("646", "394"),
        "kane_link_frames",
        Conventions(),
        (
            why(SUPPOSED + "the axes of links 1 and 4 are principal ones", "10", "9"),
            why(
                NOT_EXPLAINED + ": speeds, which they choose by hand for this arm. Measured on "
                "`stanford`, partial velocities in frames of links, with the coefficients of the "
                "accelerations apart, as for explicit equations of motion; the torques alone take "
                "345 M, 236 A",
                "-68",
                "-5",
            ),
        ),
        measure=operations_on_stanford,
    ),
    _Algorithm(
        "Khalil et al. 1986",
        ("105n - 92", "94n - 86"),
        ("538", "478"),
        "link_newton_euler",
        Conventions("factored", "tilted", dead_code=True),
        (
            why(SUPPOSED + "a force and a moment from outside act on each link", "0", "-6n"),
            why(SUPPOSED + "a torque of friction is added at each joint", "0", "-n"),
            why(
                NOT_EXPLAINED + ": M is between this count and that on a moving base without dead "
                "code, 105n - 75",
                "-5",
            ),
        ),
    ),
    _Algorithm(
        "Angeles, Ma & Rojas 1989",
        ("105n - 109", "90n - 105"),
        ("521", "435"),
        note=_ONLY_PUBLISHED + "M grows as that of `link_newton_euler`",
    ),
    _Algorithm(
        "Balafoutis & Patel 1991",
        ("93n - 69", "81n - 65"),
        ("489", "420"),
        "tensor_newton_euler",
        Conventions("factored", "moving"),
        (
            why(
                SUPPOSED + "the printed constants are what is spared at the tip, 22 M, 20 A, and "
                "in link 1 on a base at rest, 47 M, 45 A",
                "0",
                "4",
            ),
        ),
        misprint=why("81n - 65 is 421 for six joints", "0", "1"),
    ),
    _Algorithm(
        "Li & Sankar 1992",
        ("88n - 69", "76n - 66"),
        ("459", "390"),
        note=_ONLY_PUBLISHED
        + "the growth is that of `tensor_newton_euler` without the first moments along the joint "
        "axes, 5n M, 5n A",
    ),
)

_OURS = PrintedEntry((), "minimal_newton_euler", note="not in the table: the cheapest one here")

_TABLE_7_3 = PrintedTable(
    SOURCE,
    "Table 7.3",
    Conventions(),
    entries=(*(algorithm.at_n() for algorithm in _ALGORITHMS if algorithm.at_any_n), _OURS),
)

_TABLE_7_4 = PrintedTable(
    SOURCE,
    "Table 7.4",
    Conventions(),
    entries=(*(algorithm.at_six() for algorithm in _ALGORITHMS), _OURS),
    n=6,
)

TABLES = (_TABLE_7_3, _TABLE_7_4)
