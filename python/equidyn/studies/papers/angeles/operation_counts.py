"""Angeles, Fundamentals of Robotic Mechanical Systems: Tables 7.1, 7.2, and their sums.

The comparison of algorithms, Tables 7.3 and 7.4, is in `algorithms_compared`.
"""

from dataclasses import replace

from ....counting import Conventions
from ..printed_counts.tables import (
    Breakdown,
    PrintedEntry,
    PrintedRow,
    PrintedTable,
    Reason,
    row,
    together,
    why,
)
from .special_arms import prismatic_joint_operations

SOURCE = "Angeles"
FACTORED = Conventions("factored", "moving", dead_code=True)

_FORMULATION = "newton_euler_angeles"
_recursion = Breakdown(_FORMULATION)

_NO_ENTRIES = "rotations applied in two factors never need their entries"
_NO_DELTA = "the base has no delta"
_FROM_ORIGIN = why(
    "the centre of mass of the base is origin 0: link 1 rotates and adds zeros", "-8", "-10"
)

TABLE_7_1 = PrintedTable(
    SOURCE,
    "Table 7.1",
    FACTORED,
    entries=(
        PrintedEntry((row("Q_i", "4n", "0"),), reasons=(why(_NO_ENTRIES, "-4n"),)),
        _recursion(
            row("c_i, in the total alone", "8n", "10n"),
            "c_i",
            _FROM_ORIGIN,
            why("c_1 + delta_1 is constant, and so are two products of its rotation", "-2", "-3"),
        ),
        _recursion(row("omega_i", "8n", "5n"), "omega_i"),
        _recursion(
            row("c_dot_i", "20n", "16n"), "c_dot_i", _FROM_ORIGIN, why(_NO_DELTA, "-6", "-3")
        ),
        _recursion(row("omega_dot_i", "10n", "7n"), "omega_dot_i"),
        _recursion(row("c_ddot_i", "32n", "28n"), "c_ddot_i", why(_NO_DELTA, "-12", "-12")),
    ),
    total=row("total", "82n", "66n"),
    remark="The printed rows add up to 74n, 56n: that of the positions c_i is missing.",
)

_NO_FORCE = why("no force at the tip", "0", "-3")
_NO_MOMENT = why("no moment at the tip", "0", "-3")

TABLE_7_2 = PrintedTable(
    SOURCE,
    "Table 7.2",
    FACTORED,
    entries=(
        _recursion(row("1, f_n", "3", "3"), "f_n", _NO_FORCE),
        _recursion(row("2, n_n", "30", "27"), "n_n", _NO_MOMENT),
        _recursion(row("5, phi_i", "8n - 8", "4n - 4"), "phi_i"),
        _recursion(row("6, f_i", "3n - 3", "3n - 3"), "f_i"),
        _recursion(row("7, n_i", "44n - 44", "37n - 37"), "n_i"),
        _recursion.left_out(
            "tau_1",
            why(
                "with all frames consistent, torque i is a component of Q_i n_i, so that f_1 and "
                "n_1 are rotated too",
                "16",
                "8",
            ),
        ),
    ),
    total=row("total", "55n - 22", "44n - 14"),
)

_INWARD = ("f_n", "n_n", "phi_i", "f_i", "n_i", "tau_1")


def _sum(printed: PrintedRow, steps: tuple[str, ...], *tables: PrintedTable) -> PrintedEntry:
    names = " and ".join(table.place.removeprefix("Table ") for table in tables)
    return PrintedEntry((printed,), _FORMULATION, steps, (together(f"see Table {names}", *tables),))


_SUMS = PrintedTable(
    SOURCE,
    "(7.41) and (7.43)",
    FACTORED,
    entries=(
        _sum(row("(7.41), dynamics", "55n - 22", "44n - 14"), _INWARD, TABLE_7_2),
        _sum(
            row("(7.43), kinematics and dynamics", "137n - 22", "110n - 14"),
            (),
            TABLE_7_1,
            TABLE_7_2,
        ),
    ),
)


def at_six_joints(entry: PrintedEntry, *printed: PrintedRow) -> PrintedEntry:
    """Return an entry for six joints, with the rows that are printed for them."""
    return replace(entry, rows=printed, reasons=tuple(reason.at(6) for reason in entry.reasons))


_SUMS_AT_SIX = PrintedTable(
    SOURCE,
    "(7.42), and below (7.43)",
    FACTORED,
    entries=(
        at_six_joints(_SUMS.entries[0], row("(7.42), dynamics", "308", "250")),
        at_six_joints(_SUMS.entries[1], row("kinematics and dynamics", "800", "646")),
    ),
    n=6,
)


def _prismatic_joint(label: str, printed: tuple[str, str], *reasons: Reason) -> PrintedEntry:
    return PrintedEntry(
        (row(label, *printed),),
        _FORMULATION,
        (label,),
        reasons,
        measure=lambda: prismatic_joint_operations(_FORMULATION, label, FACTORED),
    )


_SLIDE = PrintedTable(
    SOURCE,
    "list of 7.4.1, joint i prismatic",
    FACTORED,
    entries=(
        PrintedEntry((row("Q_i", "4", "0"),), reasons=(why(_NO_ENTRIES, "-4"),)),
        _prismatic_joint(
            "c_i", ("16", "15"), why("the rotation in u is constant, and so is u_x", "-6", "-3")
        ),
        _prismatic_joint("omega_i", ("8", "4")),
        _prismatic_joint("c_dot_i", ("14", "11")),
        _prismatic_joint("omega_dot_i", ("8", "4")),
        _prismatic_joint(
            "c_ddot_i",
            ("20", "19"),
            why("the products of 2 b_dot with w_x and w_y are not in the printed count", "3"),
        ),
    ),
)

TABLES = (TABLE_7_1, _SLIDE, TABLE_7_2, _SUMS, _SUMS_AT_SIX)
