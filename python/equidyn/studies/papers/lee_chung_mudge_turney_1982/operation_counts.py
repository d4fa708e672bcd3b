"""Lee, Chung, Mudge & Turney 1982, On the Control of Mechanical Manipulators: Tables 1 and 2.

Operation counts of computed torque, in Lagrange's form (4.1) and in Newton-Euler's (4.4).
"""

from ..printed_counts.tables import (
    FULL,
    FULL_AT_REST,
    NO_CONTROLLER,
    NO_ENTRIES,
    NO_PROJECTION,
    RATE_PRODUCTS,
    TRANSFORMS,
    Breakdown,
    PrintedEntry,
    PrintedTable,
    row,
    why,
)

SOURCE = "Lee, Chung, Mudge & Turney 1982"

_lagrange = Breakdown("lagrange_euler_literal")
_newton_euler = Breakdown("newton_euler_lee")

_CONTROLLER = PrintedEntry((row("qdd + Kv e' + Kp e", "2n", "4n"),), reasons=(NO_CONTROLLER,))

_BASE_ROTATION = why(
    "the rotation of the base, here of no effect",
    "16/3 n^3 + 8n^2 + 8/3 n",
    "16/3 n^3 - 16/3 n",
)

# for m < i the last factor of a trace is a zero matrix: n (n^2 - 1) (n + 2)/24 such products
_ZERO_PRODUCTS = why(
    "for m < i the last factor is a zero matrix; the product, 64 M and 51 A, is printed, but free",
    "-8/3 n^4 - 16/3 n^3 + 8/3 n^2 + 16/3 n",
    "-17/8 n^4 - 17/4 n^3 + 17/8 n^2 + 17/4 n",
)
_ZERO_SUMMANDS = why("nor is such a zero added", "0", "-1/24 n^4 - 1/12 n^3 + 1/24 n^2 + 1/12 n")

_TABLE_1 = PrintedTable(
    SOURCE,
    "Table 1",
    FULL_AT_REST,
    entries=(
        _lagrange(row("T", "32n^2 - 32n", "24n^2 - 24n"), "T", *TRANSFORMS),
        _lagrange(row("m g dT/dq rbar", "36n^2 - 28n", "51/2 n^2 - 45/2 n"), "G_i", _BASE_ROTATION),
        _lagrange(row("sum of these", "0", "1/2 n^2 - 1/2 n"), "sum of G_i"),
        _lagrange(
            row(
                "Tr{dT/dq J (dT/dq)^t}",
                "128/3 n^3 + 128n^2 + 256/3 n",
                "65/2 n^3 + 195/2 n^2 + 65n",
            ),
            "D_ij",
        ),
        _lagrange(row("sum of these", "0", "1/6 n^3 - 1/6 n"), "sum of D_ij"),
        _lagrange(
            row(
                "Tr{d2T/dq2 J (dT/dq)^t}",
                "128/3 n^4 + 128n^3 + 256/3 n^2",
                "65/2 n^4 + 195/2 n^3 + 65n^2",
            ),
            "h_ijk",
            _ZERO_PRODUCTS,
        ),
        _lagrange(row("sum of these", "0", "1/6 n^4 - 1/6 n^2"), "sum of h_ijk", _ZERO_SUMMANDS),
        _CONTROLLER,
        _lagrange(row("D qdd + h + G", "n^3 + 2n^2", "n^3 + n^2"), "tau_i"),
        _lagrange.left_out("rotation entries", NO_ENTRIES),
    ),
    total=row(
        "total",
        "128/3 n^4 + 515/3 n^3 + 850/3 n^2 + 82/3 n",
        "98/3 n^4 + 787/6 n^3 + 640/3 n^2 + 131/6 n",
    ),
    remark='"About 100 times more" than Newton-Euler, says the text of six joints: by these totals '
    "149 times the multiplications and 126 times the additions.",
)

_TABLE_2 = PrintedTable(
    SOURCE,
    "Table 2",
    FULL,
    entries=(
        _newton_euler(row("omega_i", "9n", "7n"), "omega_i"),
        _newton_euler(row("alpha_i", "9n", "9n"), "alpha_i", RATE_PRODUCTS),
        _newton_euler(row("a_i", "27n", "22n"), "a_i"),
        _newton_euler(row("abar_i", "15n", "14n"), "abar_i"),
        _newton_euler(row("F_i", "3n", "0"), "F_i"),
        _newton_euler(
            row("f_i", "9n - 9", "9n - 6"),
            "f_i",
            why("the force at the tip is in the printed count, its moment is not", "0", "-3"),
        ),
        _newton_euler(row("N_i", "24n", "18n"), "N_i"),
        _newton_euler(
            row("n_i", "21n - 15", "24n - 15"),
            ("m (r + rbar) x abar", "r x R f", "R n", "add n"),
            why("r + rbar is added off-line", "0", "-3n"),
        ),
        _CONTROLLER,
        _newton_euler.left_out("tau_i", NO_PROJECTION),
        _newton_euler.left_out("rotation entries", NO_ENTRIES),
    ),
    total=row("total", "119n - 24", "107n - 21"),
)

TABLES = (_TABLE_1, _TABLE_2)
