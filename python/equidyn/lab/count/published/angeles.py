"""Angeles, Fundamentals of Robotic Mechanical Systems, chapter 7: Tables 7.1 to 7.4."""

from typing import NamedTuple

from ..conventions import Conventions
from .tables import Breakdown, PrintedEntry, PrintedTable, row

_SOURCE = "Angeles"
_FACTORED = Conventions("factored", "moving", dead_code=True)

_recursion = Breakdown("newton_euler_angeles")

_TABLE_1 = PrintedTable(
    _SOURCE,
    "7.1",
    _FACTORED,
    entries=(
        PrintedEntry(
            (row("Q_i", "4n", "0"),),
            None,
            reason="rotations applied in two factors never need their entries",
        ),
        _recursion(row("omega_i", "8n", "5n"), "omega_i"),
        _recursion(row("omega_dot_i", "10n", "7n"), "omega_dot_i"),
        _recursion(
            row("c_dot_i", "20n", "16n"),
            "c_dot_i",
            "no torque needs the velocity of a mass centre; of its row only the shared products "
            "w x delta and w x rho remain, 12n M and 6n A; the base has no delta, 6 M and 3 A "
            "fewer",
        ),
        _recursion(
            row("c_ddot_i", "32n", "28n"), "c_ddot_i", "the base has no delta, 12 M and 12 A fewer"
        ),
    ),
    total=row("total", "82n", "66n"),
    remark="The printed rows add up to 74n, 56n: the row of the positions c_i of the mass centres, "
    "8n and 10n, is missing. No torque needs them.",
)

_TABLE_2 = PrintedTable(
    _SOURCE,
    "7.2",
    _FACTORED,
    entries=(
        _recursion(row("1, f_n", "3", "3"), "f_n", "without a force at the tip, 3 A fewer"),
        _recursion(row("2, n_n", "30", "27"), "n_n", "without a moment at the tip, 3 A fewer"),
        _recursion(row("5, phi_i", "8n - 8", "4n - 4"), "phi_i"),
        _recursion(row("6, f_i", "3n - 3", "3n - 3"), "f_i"),
        _recursion(row("7, n_i", "44n - 44", "37n - 37"), "n_i"),
        _recursion.left_out(
            "tau_1",
            "with all frames consistent, torque i is a component of Q_i n_i, so that f_1 and n_1 "
            "are rotated too, 16 M and 8 A",
        ),
    ),
    total=row("total", "55n - 22", "44n - 14"),
)


class _Algorithm(NamedTuple):
    """A row of Tables 7.3 and 7.4: multiplications and additions at any n, and at n = 6."""

    author: str
    at_any_n: tuple[str, str] | None
    at_6: tuple[str, str]
    formulation: str | None
    reason: str


_ONLY_PUBLISHED = "published figure only: "
_ENDS = "; the constants depend on what is left out at the ends"

_ALGORITHMS = (
    _Algorithm(
        "Hollerbach 1980",
        ("412n - 277", "320n - 201"),
        ("2195", "1719"),
        "recursive_lagrangian_3x3",
        "published for full products of 3x3 matrices; the zeros of rotations and of their "
        "derivatives are made use of here",
    ),
    _Algorithm(
        "Luh, Walker & Paul 1980",
        ("150n - 48", "131n - 48"),
        ("852", "738"),
        "newton_euler_sasaki",
        "the same moment recursion, which with full matrices takes 135n, 107n; what else the "
        "published figure counts is not known",
    ),
    _Algorithm(
        "Walker & Orin 1982",
        ("137n - 22", "101n - 11"),
        ("800", "595"),
        "newton_euler_angeles",
        "M is that of the book's own algorithm: see Tables 7.1 and 7.2",
    ),
    _Algorithm(
        "Hollerbach & Sahar 1983",
        None,
        ("688", "558"),
        None,
        _ONLY_PUBLISHED + "for arms with a spherical wrist",
    ),
    _Algorithm(
        "Kane & Levinson 1983", None, ("646", "394"), None, _ONLY_PUBLISHED + "for the Stanford arm"
    ),
    _Algorithm(
        "Khalil et al. 1986",
        ("105n - 92", "94n - 86"),
        ("538", "478"),
        "link_newton_euler",
        "the slope of M is reproduced, that of A is not" + _ENDS,
    ),
    _Algorithm(
        "Angeles, Ma & Rojas 1989",
        ("105n - 109", "90n - 105"),
        ("521", "435"),
        None,
        _ONLY_PUBLISHED + "the recursion could not be reconstructed",
    ),
    _Algorithm(
        "Balafoutis & Patel 1991",
        ("93n - 69", "81n - 65"),
        ("489", "420"),
        "tensor_newton_euler",
        "both slopes are reproduced" + _ENDS,
    ),
    _Algorithm(
        "Li & Sankar 1992",
        ("88n - 69", "76n - 66"),
        ("459", "390"),
        None,
        _ONLY_PUBLISHED + "the algorithm could not be reconstructed",
    ),
)

_OURS = PrintedEntry((), "minimal_newton_euler", reason="not in the table: the cheapest one here")

_TABLE_3 = PrintedTable(
    _SOURCE,
    "7.3",
    Conventions(),
    entries=(
        *(
            PrintedEntry((row(a.author, *a.at_any_n),), a.formulation, reason=a.reason)
            for a in _ALGORITHMS
            if a.at_any_n
        ),
        _OURS,
    ),
)

_TABLE_4 = PrintedTable(
    _SOURCE,
    "7.4",
    Conventions(),
    entries=(
        *(
            PrintedEntry((row(a.author, *a.at_6),), a.formulation, reason=a.reason)
            for a in _ALGORITHMS
        ),
        _OURS,
    ),
    n=6,
    remark="Balafoutis & Patel: 81n - 65 is 421 at n = 6, not the 420 printed.",
)

TABLES = (_TABLE_1, _TABLE_2, _TABLE_3, _TABLE_4)
