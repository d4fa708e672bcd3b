"""Tasks that libraries compute on an arm, and tolerances of their agreement."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import prod
from typing import TYPE_CHECKING

import numpy as np

from ..arm.states import random_motion
from ..dynamics.facts import FACTS
from ..validation import FloatArray

if TYPE_CHECKING:
    from ..arm.arm import Arm

# the end of the names of their tasks
OF_MANY_ARMS = " of many arms"

# the argument by which a state has a model of its own
MODEL = "model"

# arguments by name: vectors of shape (m, n), and poses of shape (m, 4, 4); the vector of a model is
# the masses of the links of its arm
Inputs = dict[str, FloatArray]

# different libraries round differently; a wrong sign or frame shows in the first digit
_AGREEMENT = 1e-10

# digits are lost where the mass matrix is nearly singular, as that of a light wrist is
_SOLVED_AGREEMENT = 1e-7

# digits are lost twice where the Jacobian is nearly singular, and J inv(M) J^T is inverted
_INVERTED_AGREEMENT = 1e-5

# tolerance in float32
_FLOAT32_AGREEMENT = 1e-5

# velocities and torques, as those of the other arguments, for products with derivatives
_TANGENTS = {"v": 0, "cotangent": 0, "dq": 0, "dqd": 1, "dqdd": 2, "dtau": 2}

# by which others are measured
_TORQUES, _JACOBIANS = "inverse dynamics", "poses and Jacobians"

# standard deviation of the masses of many arms, as a part of those of the arm
_SPREAD = 0.02


@dataclass(frozen=True)
class Task:
    """One quantity of an arm, or several that are used together.

    Attributes
    ----------
    name : str
        Its name in tables.
    methods : tuple of str
        The methods of `equidyn.Arm` that compute it.
    tolerance : float
        Largest difference of two libraries, relative to the largest value.
    kernel : bool
        Whether the methods have kernels of their own.
    beside : str
        The task with values that add to the scale, for a quantity that is zero for some arms.
    judged : bool
        Whether other libraries compute it as judges.
    directions : int
        In how many directions, of six, the tool of an arm has to move to have it.
    entry : str
        Source after a call of the method that takes the answer from its result, such as ".q".
    """

    name: str
    methods: tuple[str, ...]
    tolerance: float = _AGREEMENT
    kernel: bool = True
    beside: str = ""
    judged: bool = True
    directions: int = 0
    entry: str = ""

    @property
    def arguments(self) -> tuple[str, ...]:
        """Its arguments, those of the methods."""
        return FACTS[self.methods[0]].operands

    def suits(self, arm: Arm) -> bool:
        """Return whether the arm has it."""
        return tool_directions(arm) >= self.directions

    def shapes(self, n: int) -> tuple[tuple[int, ...], ...]:
        """Return the shapes of its parts in one state of an arm of n joints."""
        return FACTS[self.methods[0]].extents(n)

    def numbers(self, n: int) -> int:
        """Return how many numbers it consists of in one state of an arm of n joints."""
        return sum(prod(shape) for shape in self.shapes(n))

    def in_precision(self, dtype: str) -> Task:
        """Return the task in float64 or float32."""
        return self if dtype == "float64" else replace(self, tolerance=_FLOAT32_AGREEMENT)

    def reference(self, arm: Arm, inputs: Inputs) -> tuple[FloatArray, ...]:
        """Return its parts as equidyn computes them, by the plainest call."""
        given = [inputs[name] for name in self.arguments]
        results = (getattr(arm, method)(*given) for method in self.methods)
        return tuple(part for result in results for part in as_parts(result))

    def comparable(self, arm: Arm, answer: tuple[FloatArray, ...]) -> tuple[FloatArray, ...]:
        """Return the parts of an answer that are compared with those of `reference`."""
        return answer


@dataclass(frozen=True)
class ManyArmsTask(Task):
    """A task with a model for each state: that of an arm whose links have masses of its own."""

    @property
    def arguments(self) -> tuple[str, ...]:
        """Those of the method, and the model."""
        return (*super().arguments, MODEL)

    def reference(self, arm: Arm, inputs: Inputs) -> tuple[FloatArray, ...]:
        """Return its one part as equidyn computes it, arm by arm."""
        (method,) = self.methods
        states = zip(*(inputs[name] for name in self.arguments), strict=True)
        found = [getattr(arm._with(mass=mass), method)(*given) for *given, mass in states]
        return (np.array(found),)


@dataclass(frozen=True)
class SimulationTask(Task):
    """Positions after some steps by RK4, at constant torque.

    Attributes
    ----------
    step : float
        Step size, s.
    steps : int
        Number of steps.
    """

    step: float = 1e-4
    steps: int = 100

    @property
    def arguments(self) -> tuple[str, ...]:
        """A state, and the torques."""
        return ("q", "qd", "tau")

    def shapes(self, n: int) -> tuple[tuple[int, ...], ...]:
        """Return the shape of the positions."""
        return ((n,),)

    @property
    def duration(self) -> float:
        """Duration of the motion, s."""
        return self.step * self.steps

    def reference(self, arm: Arm, inputs: Inputs) -> tuple[FloatArray, ...]:
        """Return the positions as equidyn computes them."""
        q, qd, tau = (inputs[name] for name in self.arguments)
        motion = arm.simulate(q, qd, self.duration, self.step, torque=tau, record=0)
        return (motion.q[..., 0, :],)


@dataclass(frozen=True)
class InverseKinematicsTask(Task):
    """Positions within the limits for reachable poses, compared by the poses that they reach.

    Attributes
    ----------
    residual : float
        Largest residual of a reached pose, m and rad, which everyone is asked for.
    """

    residual: float = _AGREEMENT

    @property
    def arguments(self) -> tuple[str, ...]:
        """The poses."""
        return ("pose",)

    def shapes(self, n: int) -> tuple[tuple[int, ...], ...]:
        """Return the shape of the positions."""
        return ((n,),)

    def reference(self, arm: Arm, inputs: Inputs) -> tuple[FloatArray, ...]:
        """Return the poses, and by how much positions may exceed the limits."""
        return inputs["pose"], np.zeros((len(inputs["pose"]), arm.n))

    def comparable(self, arm: Arm, answer: tuple[FloatArray, ...]) -> tuple[FloatArray, ...]:
        """Return the reached poses, and by how much the positions exceed the limits."""
        (q,) = answer
        lower, upper = (-np.inf, np.inf) if arm.limits is None else arm.limits.T
        # NaN for NaN
        excess = q - np.clip(q, lower, upper)
        return arm.forward_kinematics(np.nan_to_num(q)), excess


SIMULATION = SimulationTask(
    "simulation",
    ("simulate",),
    tolerance=_SOLVED_AGREEMENT,
    kernel=False,
    judged=False,
)

INVERSE_KINEMATICS = InverseKinematicsTask(
    "inverse kinematics",
    ("inverse_kinematics",),
    tolerance=2 * _AGREEMENT,
    kernel=False,
    judged=False,
    directions=6,
    entry=".q",
)

TASKS = {
    task.name: task
    for task in (
        Task(_TORQUES, ("inverse_dynamics",)),
        Task("bias", ("bias",), beside=_TORQUES),
        Task("gravity", ("gravity_torque",), beside=_TORQUES),
        Task("mass matrix", ("mass_matrix",)),
        Task("forward dynamics", ("forward_dynamics",), tolerance=_SOLVED_AGREEMENT),
        Task("derivatives", ("inverse_dynamics_derivatives",), beside=_TORQUES),
        Task(_JACOBIANS, ("pose_and_jacobian",)),
        Task("Jacobian rate", ("jacobian_rate",), beside=_JACOBIANS),
        Task("regressor", ("regressor",)),
        Task("Coriolis matrix", ("coriolis_matrix",), beside=_TORQUES),
        Task("kinetic energy", ("kinetic_energy",)),
        Task("potential energy", ("potential_energy",), beside=_TORQUES),
        Task(
            "forward dynamics derivatives",
            ("forward_dynamics_derivatives",),
            beside="forward dynamics",
            tolerance=_SOLVED_AGREEMENT,
        ),
        *(
            Task(
                f"{kind} dynamics {product}",
                (f"{kind}_dynamics_{product}",),
                tolerance=tolerance,
                beside=f"{kind} dynamics",
            )
            for kind, tolerance in (("inverse", _AGREEMENT), ("forward", _SOLVED_AGREEMENT))
            for product in ("jvp", "vjp")
        ),
        Task("Coriolis torque", ("coriolis_torque",), beside=_TORQUES),
        Task(
            "operational-space inertia",
            ("operational_space_inertia",),
            tolerance=_INVERTED_AGREEMENT,
            directions=6,
        ),
        INVERSE_KINEMATICS,
        SIMULATION,
        *(
            ManyArmsTask(
                f"{kind} dynamics{OF_MANY_ARMS}",
                (f"{kind}_dynamics",),
                tolerance=tolerance,
                kernel=False,
                judged=False,
            )
            for kind, tolerance in (("inverse", _AGREEMENT), ("forward", _SOLVED_AGREEMENT))
        ),
    )
}


def random_inputs(arm: Arm, samples: int, seed: int, tasks: Iterable[str] = tuple(TASKS)) -> Inputs:
    """Draw random states of an arm, with their torques and the other arguments of tasks."""
    rng = np.random.default_rng(seed)
    states = random_motion(arm, samples, rng)
    tau = arm.inverse_dynamics(states.q, states.qd, states.qdd)
    inputs = {"q": states.q, "qd": states.qd, "qdd": states.qdd, "tau": tau}
    asked = {name for task in tasks for name in TASKS[task].arguments}
    if not asked.isdisjoint(_TANGENTS):
        # several results of one task are separate arrays
        drawn = rng.uniform(-1.0, 1.0, (3, samples, arm.n))
        inputs |= {name: drawn[k] for name, k in _TANGENTS.items()}
    if "pose" in asked:
        inputs["pose"] = arm.forward_kinematics(states.q)
    if MODEL in asked:
        inputs[MODEL] = arm.mass * rng.normal(1.0, _SPREAD, (samples, arm.n))
    return inputs


def tool_directions(arm: Arm) -> int:
    """Return the rank of the Jacobian of the tool where it is not singular."""
    [q] = random_motion(arm, 1, np.random.default_rng(0)).q
    return int(np.linalg.matrix_rank(arm.jacobian(q)))


def as_parts(result: FloatArray | tuple[FloatArray, ...]) -> tuple[FloatArray, ...]:
    """Return one array, or several, as a tuple."""
    return result if isinstance(result, tuple) else (result,)
