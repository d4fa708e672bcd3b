"""Index page of the reference: every public name, by purpose."""

from collections.abc import Iterable

import equidyn
from equidyn import robots

# public names in no group of these come last
GROUPS = {
    "An arm": "Arm Arms ArmWarning BaseMotion arm.Finding dynamics.LinkMotion",
    "Formulations": "formulations compile_formulation CompilationError dynamics.Formulation",
    "Do they agree?": "verify rounding_error reference_vectors grade verification.Verification",
    "What do they cost?": "count_operations operation_polynomial time_formulations bench "
    "counting.general_arm counting.closed_form_terms counting.unit_acceleration_costs "
    "counting.estimate_time counting.OperationCount counting.OperationCounts "
    "counting.OperationPolynomial counting.OperationPolynomials counting.ClosedFormTerms "
    "counting.UnitAccelerationCosts timing.Timings",
    "In motion": "Trajectory cubic quintic trapezoid waypoints straight_line jerk_limited "
    "time_optimal SimulationInterrupted ComputedTorque PD GravityCompensation SlotineLi stability "
    "momentum_observer motion.MomentumObserver motion.choose_step motion.Motion motion.Stability "
    "motion.ChosenStep",
    "Parameters from data": "exciting_trajectory identify identify_payload identify_friction "
    "read_log smooth identification.Identification identification.PayloadIdentification "
    "identification.JointFriction identification.Log",
    "As code, as a page": "generate report cmake_dir codegen.GeneratedCode",
}
# they have no page of their own, or are folders
_OTHERWISE = {"__version__", "jax", "robots", "studies", "torch"}


def groups() -> dict[str, list[str]]:
    """Return the public names of `equidyn`, and of its packages, each in one group."""
    found = {title: names.split() for title, names in GROUPS.items()}
    placed = {name for names in found.values() for name in names}
    found["More"] = [n for n in equidyn.__all__ if n not in placed and n not in _OTHERWISE]
    return found


def index(text: str) -> str:
    """Return the page: an introduction, and lists of names with their summaries."""
    parts = [text]
    parts += [_listed(title, "equidyn", names) for title, names in groups().items()]
    parts.append(_listed("Robots", "equidyn.robots", robots.__all__))
    parts.append(_listed("With JAX", "equidyn.jax", equidyn.jax.__all__))
    parts.append(_listed("With PyTorch", "equidyn.torch", equidyn.torch.__all__))
    parts.append(_listed("Studies", "equidyn.studies", equidyn.studies.__all__))
    return "\n".join(parts)


def _listed(title: str, module: str, names: Iterable[str]) -> str:
    lines = "\n".join(f"   {name}" for name in names)
    return f"""## {title}

```{{eval-rst}}
.. currentmodule:: {module}

.. autosummary::
   :toctree: generated
   :nosignatures:

{lines}
```
"""
