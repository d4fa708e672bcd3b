"""Operation counts of the formulations."""

from .candidate_counts import countable
from .closed_forms import ClosedFormTerms, closed_form_terms
from .controller import controller_table, estimate_time
from .conventions import RULES, Conventions, arm_of, general_arm
from .counting import (
    OperationCount,
    OperationCounts,
    count_each,
    count_operations,
    counted_candidate,
)
from .operation_polynomials import (
    SIZES_DRAWN,
    OperationPolynomial,
    OperationPolynomials,
    operation_polynomial,
    polynomials_of_each,
    recovered_candidate,
)
from .polynomial import Polynomial
from .unit_accelerations import (
    CostInN,
    UnitAccelerationCosts,
    applied,
    cost_of_runs,
    unit_acceleration_costs,
)

__all__ = [
    "RULES",
    "SIZES_DRAWN",
    "ClosedFormTerms",
    "Conventions",
    "CostInN",
    "OperationCount",
    "OperationCounts",
    "OperationPolynomial",
    "OperationPolynomials",
    "Polynomial",
    "UnitAccelerationCosts",
    "applied",
    "arm_of",
    "closed_form_terms",
    "controller_table",
    "cost_of_runs",
    "count_each",
    "count_operations",
    "countable",
    "counted_candidate",
    "estimate_time",
    "general_arm",
    "operation_polynomial",
    "polynomials_of_each",
    "recovered_candidate",
    "unit_acceleration_costs",
]


def __dir__() -> list[str]:
    return sorted(__all__)
