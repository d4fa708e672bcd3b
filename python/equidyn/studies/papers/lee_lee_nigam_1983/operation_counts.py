"""Lee, Lee & Nigam 1983: operations of the generalized d'Alembert equations.

Fu, Gonzalez & Lee print their sum in Robotics: Control, Sensing, Vision, and Intelligence, 1987.
The table of its rows was not at hand: what is supposed fits, the rest is bounded.
"""

from ..printed_counts.tables import (
    FULL,
    NOT_EXPLAINED,
    SUPPOSED,
    PrintedEntry,
    PrintedTable,
    row,
    why,
)

SOURCE = "Lee, Lee & Nigam 1983"

# a row of D_ij is a sum over triples i <= j <= s, of which there are n (n + 1)(n + 2)/6
_TOTAL = PrintedEntry(
    (
        row(
            "total, by Fu, Gonzalez & Lee 1987",
            "13/6 n^3 + 105/2 n^2 + 268/3 n + 69",
            "4/3 n^3 + 44n^2 + 146/3 n + 45",
        ),
    ),
    "generalized_dalembert",
    reasons=(
        why(
            SUPPOSED + "each term of each D_ij forms e x (C - O) and its product with m anew",
            "-7/6 n^3 - 7/2 n^2 - 7/3 n",
            "-1/2 n^3 - 3/2 n^2 - n",
        ),
        why(
            SUPPOSED + "its terms of translation and of rotation are added first",
            "0",
            "1/6 n^3 + 1/2 n^2 + 1/3 n",
        ),
        why(
            NOT_EXPLAINED + ": sums that equidyn forms once; 58 M for each link and joint before",
            "-29n^2 + 29n - 111",
            "-53/2 n^2 + 107/2 n - 87",
        ),
    ),
)

TABLE = PrintedTable(SOURCE, "generalized d'Alembert", FULL, entries=(_TOTAL,))
