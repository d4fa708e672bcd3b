"""Turney, Mudge & Lee 1980, Equivalence of Two Formulations for Robot Arm Dynamics: Tables 1 to 4.

Table 5 is in `simultaneous_steps`, the costs of strobing, of section 6, in `strobing_forms`.
"""

from ..printed_counts.tables import (
    FULL,
    FULL_AT_REST,
    NO_ENTRIES,
    NO_PROJECTION,
    RATE_PRODUCTS,
    TRANSFORMS,
    Breakdown,
    PrintedEntry,
    PrintedTable,
    row,
    together,
    why,
)

SOURCE = "Turney, Mudge & Lee 1980"

_lagrange = Breakdown("lagrange_euler")
_newton_euler = Breakdown("newton_euler")
_modified = Breakdown("modified_newton_euler")

_LAGRANGE_TOTAL = ("27/2 n^3 + 165/2 n^2 + 5n", "40/3 n^3 + 58n^2 - 64/3 n")
_NEWTON_EULER_TOTAL = ("108n - 12", "100n - 9")
_MODIFIED_TOTAL = ("90n - 27", "88n - 24")

# slips of the appendix; without them the totals of Table 2 are CORRECTED_TOTAL
LOST_STEP = why(
    "in its sum the appendix loses a step of its own, (dT/dq_j) qdd_j",
    "8n^2 + 8n",
)
LOST_TERM = why("the appendix sums 16q (q + 1) + 32 over the links wrongly", "0", "16n^2 + 16n")
CORRECTED_TOTAL = row(
    "total, corrected",
    "27/2 n^3 + 181/2 n^2 + 13n",
    "40/3 n^3 + 74n^2 - 16/3 n",
)

_SLIPS = """\
The appendix has slips besides those of the kinetic term. It prints 16n (n^2 - 1) additions for \
the second derivatives, which are 8n (n^2 - 1), as in the table; q (q - 1)/2 products of \
velocities and 8q (q - 1) multiplications by them, where its own result holds q (q + 1)/2 and \
8q (q + 1), for the squares too; and in its last lines it exchanges the words multiplications and \
additions."""

_TABLE_2 = PrintedTable(
    SOURCE,
    "Table 2",
    FULL_AT_REST,
    entries=(
        _lagrange(row("T_j^i", "32n^2 - 32n", "24n^2 - 24n"), "T", *TRANSFORMS),
        _lagrange(row("dT/dq_j", "32n^2 - 32n", "24n^2 - 24n"), "dT/dq"),
        _lagrange(row("d2T/dq_j dq_k", "32/3 n^3 - 32/3 n", "8n^3 - 8n"), "d2T/dq2"),
        _lagrange(
            row(
                "sum of derivatives, times J",
                "17/6 n^3 + 17/2 n^2 + 209/3 n",
                "16/3 n^3 + 80/3 n",
            ),
            "kinetic term",
            LOST_STEP,
            LOST_TERM,
            why(
                "each pair j < k is added once and doubled, where the appendix adds both",
                "0",
                "-5/2 n^3 + 5/2 n",
            ),
            why("the rotation of the base, here of no effect", "8n^2 + 8n", "8n^2 - 8n"),
        ),
        _lagrange(row("trace", "8n^2 + 8n", "8n^2 + 7n"), "trace"),
        _lagrange(
            row("gravity", "2n^2 + 2n", "2n^2 + n"),
            "gravity",
            why("additions that join it to the other terms", "0", "n"),
        ),
        _lagrange.left_out("rotation entries", NO_ENTRIES),
    ),
    total=row("total", *_LAGRANGE_TOTAL),
    remark=_SLIPS,
)

_NO_LEVER_AT_THE_TIP = why("at the tip there is no f to take the moment of", "-6", "-3")
_NO_MOMENT_AT_THE_TIP = why("at the tip there is no n to rotate", "-9", "-6")

_TABLE_3 = PrintedTable(
    SOURCE,
    "Table 3",
    FULL,
    entries=(
        _newton_euler(row("omega_i", "9n", "7n"), "omega_i"),
        _newton_euler(row("alpha_i", "9n", "9n"), "alpha_i", RATE_PRODUCTS),
        _newton_euler(row("A_i", "6n", "9n"), "A_i"),
        _newton_euler(row("a_i", "18n", "15n"), "a_i"),
        _newton_euler(row("abar_i", "9n", "9n"), "abar_i"),
        _newton_euler(
            row("f_i", "12n - 12", "9n - 9"),
            "f_i",
            why("m abar is needed for the last link too", "3"),
        ),
        _newton_euler(row("I alpha", "9n", "6n"), "I alpha"),
        _newton_euler(row("omega x I omega", "15n", "9n"), "omega x I omega"),
        _newton_euler(row("m (r + rbar) x abar", "6n", "3n"), "m (r + rbar) x abar"),
        _newton_euler(row("r x R f", "6n", "3n"), "r x R f", _NO_LEVER_AT_THE_TIP),
        _newton_euler(row("R n", "9n", "6n"), "R n", _NO_MOMENT_AT_THE_TIP),
        _newton_euler(
            row("add n", "0", "15n"),
            "add n",
            why("five vectors are added in 12n, not 15n", "0", "-3n"),
            why("at the tip only three", "0", "-6"),
        ),
        _newton_euler.left_out("tau_i", NO_PROJECTION),
        _newton_euler.left_out("rotation entries", NO_ENTRIES),
    ),
    total=row("total", *_NEWTON_EULER_TOTAL),
)

_TABLE_4 = PrintedTable(
    SOURCE,
    "Table 4",
    FULL,
    entries=(
        _modified(row("omega_i", "9n", "7n"), "omega_i"),
        _modified(row("alpha_i", "9n", "9n"), "alpha_i", RATE_PRODUCTS),
        _modified(row("A_i", "6n", "9n"), "A_i"),
        _modified(
            row("a_i", "18n - 18", "15n - 15"),
            "a_i",
            why("the last link needs R a_{n-1}", "9", "6"),
            why("its other half, A r, is dead code, counted here", "9", "9"),
        ),
        _modified(row("m abar_i", "12n", "9n"), "m abar_i"),
        _modified(row("f_i", "9n - 9", "9n - 9"), "f_i"),
        _modified(
            row("Tr{A K sigma^t}", "6n", "3n"),
            "Tr{A K sigma^t}",
            why(
                "printed for a diagonal K; about origin i-1, as the equation needs it, K is full",
                "9n",
                "12n",
            ),
        ),
        _modified(row("m (r + rbar) x abar", "6n", "3n"), "m (r + rbar) x abar"),
        _modified(row("r x R f", "6n", "3n"), "r x R f", _NO_LEVER_AT_THE_TIP),
        _modified(row("R n", "9n", "6n"), "R n", _NO_MOMENT_AT_THE_TIP),
        _modified(
            row("add n", "0", "15n"),
            "add n",
            why("four vectors are added in 9n, not 15n", "0", "-6n"),
            why("at the tip only two", "0", "-6"),
        ),
        _modified.left_out("tau_i", NO_PROJECTION),
        _modified.left_out("rotation entries", NO_ENTRIES),
    ),
    total=row("total", *_MODIFIED_TOTAL),
)

_TABLE_1 = PrintedTable(
    SOURCE,
    "Table 1",
    FULL,
    entries=(
        PrintedEntry(
            (row("Lagrange", *_LAGRANGE_TOTAL),),
            "lagrange_euler",
            reasons=(together("see Table 2", _TABLE_2),),
            conventions=FULL_AT_REST,
        ),
        PrintedEntry(
            (row("Newton-Euler", *_NEWTON_EULER_TOTAL),),
            "newton_euler",
            reasons=(together("see Table 3", _TABLE_3),),
        ),
        PrintedEntry(
            (row("modified Newton-Euler", *_MODIFIED_TOTAL),),
            "modified_newton_euler",
            reasons=(together("see Table 4", _TABLE_4),),
        ),
    ),
)

TABLES = (_TABLE_1, _TABLE_2, _TABLE_3, _TABLE_4)
