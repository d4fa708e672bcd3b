"""Every classical formulation of serial-arm dynamics, side by side.

Describe an arm once, compute its joint torques with any formulation, see that they agree, see what
each costs:

>>> import equidyn
>>> arm = equidyn.robots.puma560()
>>> tau = arm.inverse_dynamics(q=[0, 0.7, 3.1, 0, 0.7, 0], qd=[0] * 6, qdd=[0] * 6)
>>> tau[1:3].round(2)
array([32.81,  4.99])
>>> equidyn.verify(arm, samples=20).passed
True
"""

from __future__ import annotations

# the module typing is for checkers alone: while it were loaded, Ctrl-C would have no meaning yet
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from equidyn import lab, robots
    from equidyn._core import build_info
    from equidyn.arm import Arm, ArmWarning, Finding
    from equidyn.codegen import GeneratedCode, generate
    from equidyn.cpp import cmake_dir
    from equidyn.dynamics.base_and_link_motion import BaseMotion, LinkMotion
    from equidyn.dynamics.formulations import Formulation, formulations
    from equidyn.identification import (
        Identification,
        exciting_trajectory,
        identify,
    )
    from equidyn.lab.benchmark.bench import bench
    from equidyn.lab.benchmark.result import Benchmark
    from equidyn.lab.count import (
        OperationCount,
        OperationCounts,
        OperationPolynomial,
        OperationPolynomials,
        StrobingCosts,
        count_operations,
        estimate_time,
        general_arm,
        operation_polynomial,
        strobing_costs,
    )
    from equidyn.lab.parallelism import ParallelSteps, ParallelStepsList, parallel_steps
    from equidyn.lab.rounding import RoundingErrors, rounding_error
    from equidyn.lab.timing import Timings, time_formulations
    from equidyn.lab.verify.verify import Verification, verify
    from equidyn.motion.control import PD, ComputedTorque
    from equidyn.motion.simulation.result import Motion, SimulationInterrupted
    from equidyn.motion.trajectories import Trajectory, cubic, quintic
    from equidyn.motion.trajectories.jerk_limited import jerk_limited
    from equidyn.motion.trajectories.straight_line import straight_line
    from equidyn.motion.trajectories.time_optimal import time_optimal
    from equidyn.motion.trajectories.trapezoid import trapezoid
    from equidyn.motion.trajectories.waypoints import waypoints
    from equidyn.papers.angeles.orthogonal_complement import (
        OrthogonalComplement,
        orthogonal_complement,
    )
    from equidyn.papers.derivation import EquivalenceProof
    from equidyn.papers.equivalence import prove_equivalence
    from equidyn.papers.printed_counts.comparison import PublishedCounts
    from equidyn.papers.published_counts import published_counts
    from equidyn.papers.reproduce import reproduce
    from equidyn.papers.reproduction.reproduction import Reproduction
    from equidyn.reports import Report, report

__version__ = "0.1.0.dev0"

__all__ = [
    "PD",
    "Arm",
    "ArmWarning",
    "BaseMotion",
    "Benchmark",
    "ComputedTorque",
    "EquivalenceProof",
    "Finding",
    "Formulation",
    "GeneratedCode",
    "Identification",
    "LinkMotion",
    "Motion",
    "OperationCount",
    "OperationCounts",
    "OperationPolynomial",
    "OperationPolynomials",
    "OrthogonalComplement",
    "ParallelSteps",
    "ParallelStepsList",
    "PublishedCounts",
    "Report",
    "Reproduction",
    "RoundingErrors",
    "SimulationInterrupted",
    "StrobingCosts",
    "Timings",
    "Trajectory",
    "Verification",
    "__version__",
    "bench",
    "build_info",
    "cmake_dir",
    "count_operations",
    "cubic",
    "estimate_time",
    "exciting_trajectory",
    "formulations",
    "general_arm",
    "generate",
    "identify",
    "jerk_limited",
    "lab",
    "operation_polynomial",
    "orthogonal_complement",
    "parallel_steps",
    "prove_equivalence",
    "published_counts",
    "quintic",
    "report",
    "reproduce",
    "robots",
    "rounding_error",
    "straight_line",
    "strobing_costs",
    "time_formulations",
    "time_optimal",
    "trapezoid",
    "verify",
    "waypoints",
]

# everything is loaded when it is first used: `import equidyn` costs nothing, and the command line
# can say what Ctrl-C means before NumPy is there
_NAMES_OF = {
    "_core": ("build_info",),
    "arm": ("Arm", "ArmWarning", "Finding"),
    "codegen": ("GeneratedCode", "generate"),
    "cpp": ("cmake_dir",),
    "dynamics.formulations": ("Formulation", "formulations"),
    "dynamics.base_and_link_motion": ("BaseMotion", "LinkMotion"),
    "identification": ("Identification", "exciting_trajectory", "identify"),
    "lab.benchmark": ("Benchmark", "bench"),
    "lab.count": (
        "OperationCount",
        "OperationCounts",
        "OperationPolynomial",
        "OperationPolynomials",
        "StrobingCosts",
        "count_operations",
        "estimate_time",
        "general_arm",
        "operation_polynomial",
        "strobing_costs",
    ),
    "lab.rounding": ("RoundingErrors", "rounding_error"),
    "lab.parallelism": ("ParallelSteps", "ParallelStepsList", "parallel_steps"),
    "lab.timing": ("Timings", "time_formulations"),
    "lab.verify": ("Verification", "verify"),
    "motion.control": ("PD", "ComputedTorque"),
    "motion.simulation.result": ("Motion", "SimulationInterrupted"),
    "motion.trajectories": (
        "Trajectory",
        "cubic",
        "jerk_limited",
        "quintic",
        "straight_line",
        "time_optimal",
        "trapezoid",
        "waypoints",
    ),
    "papers.angeles.orthogonal_complement": ("OrthogonalComplement", "orthogonal_complement"),
    "papers.derivation": ("EquivalenceProof",),
    "papers.equivalence": ("prove_equivalence",),
    "papers.printed_counts.comparison": ("PublishedCounts",),
    "papers.published_counts": ("published_counts",),
    "papers.reproduce": ("reproduce",),
    "papers.reproduction.reproduction": ("Reproduction",),
    "reports": ("Report", "report"),
}
_MODULE_OF = {name: module for module, names in _NAMES_OF.items() for name in names}


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name in ("lab", "robots"):
        return import_module(f"equidyn.{name}")
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'equidyn' has no attribute {name!r}")
    value = getattr(import_module(f"equidyn.{_MODULE_OF[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
