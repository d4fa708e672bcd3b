"""Turney, Mudge & Lee 1980, section 6: cost of strobing (unit accelerations), by its form in n."""

from ....counting import Conventions, cost_of_runs
from ..printed_counts.tables import Pair, PrintedEntry, PrintedTable
from .operation_counts import SOURCE

_FORMULATION = "modified_newton_euler"
_KINEMATIC = ("omega_i", "alpha_i", "A_i", "a_i")
_DYNAMIC = (
    "m abar_i",
    "f_i",
    "Tr{A K sigma^t}",
    "m (r + rbar) x abar",
    "r x R f",
    "R n",
    "add n",
    "tau_i",
)


def _form(printed: str, quantity: str, steps: tuple[str, ...], note: str) -> PrintedEntry:
    def measure() -> Pair:
        found = cost_of_runs(_FORMULATION, quantity, steps)
        return found.multiplications, found.additions

    return PrintedEntry((), _FORMULATION, steps, note=note, measure=measure, label=printed)


_QUADRATIC = "quadratic, as published"

TABLE = PrintedTable(
    SOURCE,
    "section 6, strobing",
    Conventions(),
    entries=(
        _form("M, kinematics: k1 n(n + 1)/2", "M", _KINEMATIC, _QUADRATIC),
        _form("M, dynamics: d1 n(n + 1)/2", "M", _DYNAMIC, _QUADRATIC),
        _form("C, kinematics: k2 n(n + 1)(2n + 1)/6", "C", _KINEMATIC, "cubic, as published"),
        _form(
            "C, dynamics: d2 n(n + 1)/2",
            "C",
            _DYNAMIC,
            "printed as quadratic, but every one of n(n + 1)/2 runs goes through up to n links",
        ),
    ),
    remark="The paper leaves k and d open. No gravity; of M, the entries down to the diagonal.",
)
