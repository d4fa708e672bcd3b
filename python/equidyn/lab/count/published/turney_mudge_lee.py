"""Turney, Mudge & Lee 1980, Equivalence of Two Formulations for Robot Arm Dynamics: Tables 1 to 4.

The last lines of their appendix exchange the words multiplications and additions; the tables have
them right.
"""

from .tables import (
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
)

_SOURCE = "Turney, Mudge & Lee 1980"

_lagrange = Breakdown("lagrange_euler")
_newton_euler = Breakdown("newton_euler")
_modified = Breakdown("modified_newton_euler")

_LAGRANGE_TOTAL = ("27/2 n^3 + 165/2 n^2 + 5n", "40/3 n^3 + 58n^2 - 64/3 n")
_NEWTON_EULER_TOTAL = ("108n - 12", "100n - 9")
_MODIFIED_TOTAL = ("90n - 27", "88n - 24")

_TABLE_1 = PrintedTable(
    _SOURCE,
    "1",
    FULL,
    entries=(
        PrintedEntry(
            (row("Lagrange", *_LAGRANGE_TOTAL),),
            "lagrange_euler",
            reason="see Table 2; the base at rest",
            conventions=FULL_AT_REST,
        ),
        PrintedEntry(
            (row("Newton-Euler", *_NEWTON_EULER_TOTAL),), "newton_euler", reason="see Table 3"
        ),
        PrintedEntry(
            (row("modified Newton-Euler", *_MODIFIED_TOTAL),),
            "modified_newton_euler",
            reason="see Table 4",
        ),
    ),
)

_TABLE_2 = PrintedTable(
    _SOURCE,
    "2",
    FULL_AT_REST,
    entries=(
        _lagrange(row("T_j^i", "32n^2 - 32n", "24n^2 - 24n"), "T", TRANSFORMS),
        _lagrange(row("dT/dq_j", "32n^2 - 32n", "24n^2 - 24n"), "dT/dq"),
        _lagrange(row("d2T/dq_j dq_k", "32/3 n^3 - 32/3 n", "8n^3 - 8n"), "d2T/dq2"),
        _lagrange(
            row(
                "sum of derivatives, times J",
                "17/6 n^3 + 17/2 n^2 + 209/3 n",
                "16/3 n^3 + 80/3 n",
            ),
            "kinetic term",
            "the appendix loses its own first step, 8n^2 + 8n M; the rotation of the base, here of "
            "no effect, takes 8n^2 + 8n M and 8n^2 - 8n A; each pair j < k is added once and "
            "doubled, where the appendix adds every pair",
        ),
        _lagrange(row("trace", "8n^2 + 8n", "8n^2 + 7n"), "trace"),
        _lagrange(
            row("gravity", "2n^2 + 2n", "2n^2 + n"),
            "gravity",
            "the n additions that join it to the other terms are counted",
        ),
        _lagrange.left_out("rotation entries", NO_ENTRIES),
    ),
    total=row("total", *_LAGRANGE_TOTAL),
)

_NO_TIP = "beyond the last link there is nothing to rotate, shift or add"


def _moment_rows(formulation: Breakdown, why_fewer_sums: str) -> tuple[PrintedEntry, ...]:
    """Return the last four rows of Tables 3 and 4, which are the same."""
    return (
        formulation(row("m (r + rbar) x abar", "6n", "3n"), "m (r + rbar) x abar"),
        formulation(row("r x R f", "6n", "3n"), "r x R f", _NO_TIP),
        formulation(row("R n", "9n", "6n"), "R n", _NO_TIP),
        formulation(row("add n", "0", "15n"), "add n", f"{_NO_TIP}; {why_fewer_sums}"),
    )


_TABLE_3 = PrintedTable(
    _SOURCE,
    "3",
    FULL,
    entries=(
        _newton_euler(row("omega_i", "9n", "7n"), "omega_i"),
        _newton_euler(row("alpha_i", "9n", "9n"), "alpha_i", RATE_PRODUCTS),
        _newton_euler(row("A_i", "6n", "9n"), "A_i"),
        _newton_euler(row("a_i", "18n", "15n"), "a_i"),
        _newton_euler(row("abar_i", "9n", "9n"), "abar_i"),
        _newton_euler(
            row("f_i", "12n - 12", "9n - 9"), "f_i", "m abar is needed for the last link too, 3 M"
        ),
        _newton_euler(row("I alpha", "9n", "6n"), "I alpha"),
        _newton_euler(row("omega x I omega", "15n", "9n"), "omega x I omega"),
        *_moment_rows(_newton_euler, "five vectors are added in 12n - 6 A, not 15n"),
        _newton_euler.left_out("tau_i", NO_PROJECTION),
        _newton_euler.left_out("rotation entries", NO_ENTRIES),
    ),
    total=row("total", *_NEWTON_EULER_TOTAL),
)

_TABLE_4 = PrintedTable(
    _SOURCE,
    "4",
    FULL,
    entries=(
        _modified(row("omega_i", "9n", "7n"), "omega_i"),
        _modified(row("alpha_i", "9n", "9n"), "alpha_i", RATE_PRODUCTS),
        _modified(row("A_i", "6n", "9n"), "A_i"),
        _modified(
            row("a_i", "18n - 18", "15n - 15"),
            "a_i",
            "the last link needs R a_{n-1}, 9 M and 6 A; its other half, A r, is dead code, "
            "counted here",
        ),
        _modified(row("m abar_i", "12n", "9n"), "m abar_i"),
        _modified(row("f_i", "9n - 9", "9n - 9"), "f_i"),
        _modified(
            row("Tr{A K sigma^t}", "6n", "3n"),
            "Tr{A K sigma^t}",
            "printed for a diagonal K, but about origin i-1, as the equation needs it, K is full: "
            "9n M and 12n A more",
        ),
        *_moment_rows(_modified, "four vectors are added in 9n - 6 A, not 15n"),
        _modified.left_out("tau_i", NO_PROJECTION),
        _modified.left_out("rotation entries", NO_ENTRIES),
    ),
    total=row("total", *_MODIFIED_TOTAL),
)

TABLES = (_TABLE_1, _TABLE_2, _TABLE_3, _TABLE_4)
