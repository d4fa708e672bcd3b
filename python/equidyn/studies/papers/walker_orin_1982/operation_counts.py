"""Walker & Orin 1982: operations of their four methods of forward dynamics.

Their printed figures were not available, and none are quoted second-hand. Measured counts cover all
operations from the torques to the accelerations, without divisions.
"""

from ....counting import Conventions, Polynomial, applied, operation_polynomial
from ..printed_counts.tables import Pair, PrintedEntry, PrintedTable

SOURCE = "Walker & Orin 1982"

_FORMULATION = "newton_euler"
_SOLUTION = "M qdd = tau - h"
_N = Polynomial.of([0, 1])


def _total(method: str) -> Pair:
    found = operation_polynomial(method, quantity="forward_dynamics")
    return found.multiplications, found.additions


def _torques_without_acceleration() -> Pair:
    """Count h: what is left of method 1 without the runs that make M and the solution."""
    whole = operation_polynomial("unit_accelerations", quantity="forward_dynamics")
    runs = operation_polynomial("unit_accelerations", quantity="mass_matrix")
    solution = whole.steps[_SOLUTION]
    return (
        whole.multiplications - runs.multiplications - solution.multiplications,
        whole.additions - runs.additions - solution.additions,
    )


def _by_conjugate_gradients() -> Pair:
    """Count n steps that correct by the last direction alone, as suffices without rounding.

    A step takes a product with M, two of vectors, three sums of a multiple and a vector.
    """
    product = applied(_FORMULATION)
    vectors = Polynomial.of([0, 5]), Polynomial.of([-2, 5])
    M, A = _sum((product.multiplications, product.additions), vectors)
    # tau - h, and its square before the first step
    return _sum((_N * M, _N * A), (_N, Polynomial.of([-1, 2])))


def _sum(one: Pair, other: Pair) -> Pair:
    return one[0] + other[0], one[1] + other[1]


TABLE = PrintedTable(
    SOURCE,
    "methods 1 to 4, forward dynamics",
    Conventions(),
    entries=(
        PrintedEntry(
            (),
            _FORMULATION,
            label="1: n runs, elimination",
            measure=lambda: _total("unit_accelerations"),
            note="the method unit_accelerations",
        ),
        PrintedEntry(
            (),
            _FORMULATION,
            label="2: runs down to the diagonal",
            measure=lambda: _total("symmetric_unit_accelerations"),
            note="the method symmetric_unit_accelerations",
        ),
        PrintedEntry(
            (),
            "composite_rigid_bodies",
            label="3: composite rigid bodies",
            measure=lambda: _total("composite_rigid_bodies"),
            note="the method composite_rigid_bodies",
        ),
        PrintedEntry(
            (),
            _FORMULATION,
            label="4: n conjugate gradients",
            measure=lambda: _total("conjugate_gradients"),
            note="the method conjugate_gradients; M is never formed",
        ),
        PrintedEntry(
            (),
            _FORMULATION,
            label="4, by the last direction",
            measure=lambda: _sum(_by_conjugate_gradients(), _torques_without_acceleration()),
            note="counted only: n steps suffice without rounding, with it they lose digits",
        ),
    ),
    remark="Their figures are not at hand, and none are quoted from memory. Runs are those of "
    "newton_euler, but those of 3; one more gives the torques h of no acceleration. Zeros of a run "
    "are not counted, so that method 2 saves the torques beyond the diagonal alone. Methods 2 and "
    "3 solve by Cholesky's factors. Method 4 corrects each direction by all before it.",
)
