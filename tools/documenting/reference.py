"""Index page of the reference: every public name, by purpose."""

from collections.abc import Iterable

import equidyn
from equidyn import robots

# public names in no group of these come last
GROUPS = {
    "An arm": "Arm ArmWarning Finding BaseMotion LinkMotion",
    "Formulations": "formulations Formulation compile_formulation CompilationError",
    "Do they agree?": "verify Verification grade Marking rounding_error RoundingErrors "
    "reference_vectors ReferenceVectors",
    "What do they cost?": "count_operations OperationCount OperationCounts operation_polynomial "
    "OperationPolynomial OperationPolynomials "
    "unit_acceleration_costs UnitAccelerationCosts closed_form_terms ClosedFormTerms "
    "estimate_time general_arm time_formulations "
    "Timings bench Benchmark",
    "In motion": "Trajectory cubic quintic trapezoid waypoints straight_line jerk_limited "
    "time_optimal Motion SimulationInterrupted choose_step ChosenStep ComputedTorque PD "
    "GravityCompensation SlotineLi stability Stability momentum_observer",
    "Parameters from data": "exciting_trajectory identify Identification "
    "identify_payload PayloadIdentification "
    "identify_friction JointFriction read_log Log smooth",
    "As code, as a page": "generate GeneratedCode report Report cmake_dir",
}
# they have no page of their own, or are folders
_OTHERWISE = {"__version__", "jax", "robots", "studies", "torch"}


def groups() -> dict[str, list[str]]:
    """Return the public names of `equidyn`, each in one group."""
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
