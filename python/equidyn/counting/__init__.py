"""Operation counts of the formulations."""

from .closed_forms import ClosedFormTerms, closed_form_terms
from .controller import estimate_time
from .conventions import Conventions, general_arm
from .counting import OperationCount, OperationCounts, count_operations
from .operation_polynomials import OperationPolynomial, OperationPolynomials, operation_polynomial
from .unit_accelerations import UnitAccelerationCosts, unit_acceleration_costs

__all__ = [
    "ClosedFormTerms",
    "Conventions",
    "OperationCount",
    "OperationCounts",
    "OperationPolynomial",
    "OperationPolynomials",
    "UnitAccelerationCosts",
    "closed_form_terms",
    "count_operations",
    "estimate_time",
    "general_arm",
    "operation_polynomial",
    "unit_acceleration_costs",
]


def __dir__() -> list[str]:
    return sorted(__all__)
