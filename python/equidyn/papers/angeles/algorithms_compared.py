"""Angeles, Fundamentals of Robotic Mechanical Systems: Tables 7.3 and 7.4, algorithms compared.

The book does not state its counting rules: each measured count follows the rules that come nearest,
and differences that they do not explain are reported.
"""

from dataclasses import dataclass

from ...lab.count.conventions import Conventions
from ..printed_counts.tables import FULL, PrintedEntry, PrintedTable, Reason, row, together, why
from .operation_counts import FACTORED, SOURCE, TABLE_7_1, TABLE_7_2, at_six_joints

NOT_EXPLAINED = "not explained"

_ONLY_PUBLISHED = "published figure only: "


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

    def at_n(self) -> PrintedEntry:
        """Return the row of Table 7.3."""
        rows = (row(self.author, *self.at_any_n),) if self.at_any_n else ()
        return PrintedEntry(
            rows,
            self.formulation,
            reasons=self.reasons,
            note=self.note,
            conventions=self.conventions,
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
        FULL,
        (
            why("dA and d2A by moving rows, not as products with Q", "-54n", "-36n"),
            why("their rows of zeros, in three products with W and Wd", "-27n", "-27n"),
            why("a trace without the rest of its product", "-18n", "-12n"),
            why(NOT_EXPLAINED, "-13n + 186", "-18n + 126"),
        ),
    ),
    _Algorithm(
        "Luh, Walker & Paul 1980",
        ("150n - 48", "131n - 48"),
        ("852", "738"),
        "newton_euler_sasaki",
        FULL,
        (
            why(
                NOT_EXPLAINED + ", though the recursion of moments is the same",
                "-15n + 18",
                "-24n + 19",
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
            why(NOT_EXPLAINED + ": the book's own algorithm takes more", "0", "9n - 3"),
        ),
    ),
    _Algorithm(
        "Hollerbach & Sahar 1983",
        None,
        ("688", "558"),
        note=_ONLY_PUBLISHED + "for arms with a spherical wrist",
    ),
    _Algorithm(
        "Kane & Levinson 1983",
        None,
        ("646", "394"),
        note=_ONLY_PUBLISHED + "for the Stanford arm",
    ),
    _Algorithm(
        "Khalil et al. 1986",
        ("105n - 92", "94n - 86"),
        ("538", "478"),
        "link_newton_euler",
        Conventions("factored", "tilted", dead_code=True),
        (why(NOT_EXPLAINED, "-5", "-7n"),),
    ),
    _Algorithm(
        "Angeles, Ma & Rojas 1989",
        ("105n - 109", "90n - 105"),
        ("521", "435"),
        note=_ONLY_PUBLISHED + "the recursion could not be reconstructed",
    ),
    _Algorithm(
        "Balafoutis & Patel 1991",
        ("93n - 69", "81n - 65"),
        ("489", "420"),
        "tensor_newton_euler",
        Conventions("factored", "moving"),
        (why(NOT_EXPLAINED, "0", "4"),),
        misprint=why("81n - 65 is 421 for six joints", "0", "1"),
    ),
    _Algorithm(
        "Li & Sankar 1992",
        ("88n - 69", "76n - 66"),
        ("459", "390"),
        note=_ONLY_PUBLISHED + "the algorithm could not be reconstructed",
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
