"""Quantities that code can be generated of: arguments, results, and how each is composed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..dynamics.facts import FACTS
from .composition import Composition, Vector

_GEOMETRY = ("a", "a_y", "d", "alpha", "theta")
_INERTIA = ("mass", "com", "inertia", *_GEOMETRY, "payload")
_DYNAMICS = (*_INERTIA, "gravity")
_WEIGHTS = tuple(name for name in _DYNAMICS if name != "inertia")

# of the options of a quantity, those that code has too
_OPTIONS = {"tip_wrench", "base_motion", "friction", "motors"}

_SPATIAL, _INERTIAS = "spatial_vectors", "composite_rigid_bodies"


@dataclass(frozen=True)
class CodeQuantity:
    """A quantity of generated code.

    Attributes
    ----------
    name : str
        The method of `equidyn.Arm`.
    results : tuple of str
        Names of the results.
    compose : callable
        Returns the elements of each result.
    parameters : tuple of str
        Parameters of the arm that it depends on; where gravity is one of them, ``"g"`` is too.
    title : str
        The quantity in words.
    meaning : str
        What the results are, by name, with units.
    methods : str
        The quantity of `equidyn.formulations` whose names it takes; empty if it takes none.
    """

    name: str
    results: tuple[str, ...]
    compose: Callable[[Composition], list[Vector]]
    parameters: tuple[str, ...]
    title: str
    meaning: str
    methods: str = ""

    @property
    def operands(self) -> tuple[str, ...]:
        """Arguments with a number for each joint."""
        return FACTS[self.name].operands

    @property
    def options(self) -> frozenset[str]:
        """Options that it takes."""
        return FACTS[self.name].options & _OPTIONS

    def extents(self, result: str, n: int) -> tuple[int, ...]:
        """Return the shape of a result for an arm of n joints."""
        return FACTS[self.name].extents(n)[self.results.index(result)]


def _torque(c: Composition, at_rest: tuple[str, ...], method: str) -> Vector:
    tau = c.traced("inverse_dynamics", method, at_rest=at_rest, ends=True, viscous=c.friction)
    if c.friction:
        tau = c.sum(tau, c.dry_friction())
    if "qdd" not in at_rest:
        of_motors = map(c.graph.multiply, c.rotors(), c.input("qdd"))
        tau = c.sum(tau, of_motors)
    return tau


def _mass_matrix(c: Composition, method: str) -> Vector:
    return c.sum(c.traced("mass_matrix", method), c.diagonal(c.rotors()))


def _momentum(c: Composition) -> list[Vector]:
    """M qd: the torques of the accelerations qd, without velocities and gravity."""
    return [
        c.traced(
            "inverse_dynamics",
            c.formulation,
            at_rest=("qd",),
            given={"qdd": c.input("qd")},
            without_gravity=True,
        )
    ]


def _kinetic_energy(c: Composition) -> list[Vector]:
    (momentum,) = _momentum(c)
    return [c.scaled(0.5, [c.dot(c.input("qd"), momentum)])]


def _potential_energy(c: Composition) -> list[Vector]:
    graph, terms = c.graph, []
    gravity = c.gravity()
    poses = _link_poses(c)[0]
    for link in range(c.n):
        pose = poses[16 * link : 16 * link + 16]
        com = [c.number("com", 3 * link + k) for k in range(3)]
        height = c.dot(gravity, _position(c, pose, com))
        terms.append(graph.multiply(c.number("mass", link), height))
    if "payload" in c.parameters:
        tool = _position(c, c.geometry("forward_kinematics"), [0, 0, 0])
        terms.append(graph.multiply(graph.input("payload[0]"), c.dot(gravity, tool)))
    return [[-graph.total(terms)]]


def _position(c: Composition, pose: Vector, point: Vector) -> Vector:
    """Return the place in the world of a point of a frame."""
    one = c.graph.number(1.0)
    return [c.dot(pose[4 * row : 4 * row + 4], [*point, one]) for row in range(3)]


def _coriolis_matrix(c: Composition) -> list[Vector]:
    """Half the derivative of the velocity-product torque, by the symmetry of the coefficients."""
    derivatives = c.traced(
        "inverse_dynamics_derivatives", _SPATIAL, at_rest=("qdd",), without_gravity=True
    )
    return [c.scaled(0.5, derivatives[c.n**2 :])]


def _coriolis_torque(c: Composition) -> list[Vector]:
    (matrix,), v = _coriolis_matrix(c), c.input("v")
    return [[c.dot(matrix[row * c.n : row * c.n + c.n], v) for row in range(c.n)]]


def _transposed_coriolis_torque(c: Composition) -> list[Vector]:
    (matrix,), v = _coriolis_matrix(c), c.input("v")
    return [[c.dot(matrix[column :: c.n], v) for column in range(c.n)]]


def _mass_matrix_rate(c: Composition) -> list[Vector]:
    """C and its transpose, whose sum the rate is."""
    (matrix,) = _coriolis_matrix(c)
    joints = range(c.n)
    transposed = [matrix[row * c.n + column] for column in joints for row in joints]
    return [c.sum(matrix, transposed)]


def _derivatives_at(c: Composition, qdd: Vector) -> list[Vector]:
    both = c.traced("inverse_dynamics_derivatives", _SPATIAL, given={"qdd": qdd}, ends=True)
    by_q, by_qd = both[: c.n**2], both[c.n**2 :]
    return [by_q, c.sum(by_qd, c.diagonal(c.slope_of_friction()))]


def _accelerations(c: Composition, method: str) -> Vector:
    """By a method, or by M qdd = tau - h where a constant angle is a joint of its own."""
    if not c.turning:
        return c.forward_dynamics(method)
    bias = _torque(c, ("qdd",), "newton_euler")
    left = c.sum(c.input("tau"), (-x for x in bias))
    return SymmetricEquations(c, _mass_matrix(c, _INERTIAS)).solve(left)


def _forward_dynamics_derivatives(c: Composition) -> list[Vector]:
    """-M^-1 times the derivatives of the torques at these accelerations, and M^-1."""
    n = c.n
    by_q, by_qd = _derivatives_at(c, _accelerations(c, "articulated_bodies"))
    equations = SymmetricEquations(c, _mass_matrix(c, _INERTIAS))
    solved = []
    for matrix in (by_q, by_qd):
        columns = [equations.solve([-x for x in matrix[j::n]]) for j in range(n)]
        solved.append([columns[j][row] for row in range(n) for j in range(n)])
    one = c.graph.number(1.0)
    inverse = [equations.solve([one if k == j else 0 for k in range(n)]) for j in range(n)]
    # its columns are those of a symmetric matrix
    solved.append([inverse[min(i, j)][max(i, j)] for i in range(n) for j in range(n)])
    return solved


class SymmetricEquations:
    """Equations of a symmetric positive definite matrix, by Cholesky's factors L D L^t.

    Parameters
    ----------
    c : Composition
        The graph.
    matrix : list of int
        The matrix, row after row; its lower half is read.
    """

    def __init__(self, c: Composition, matrix: Vector) -> None:
        self._graph, self._n, graph = c.graph, c.n, c.graph
        self._lower: list[Vector] = []
        self._per_pivot: Vector = []
        for i in range(c.n):
            # row i of L D, then of L
            row: Vector = []
            for j in range(i):
                known = c.dot(row, self._lower[j][: len(row)])
                row.append(graph.add(matrix[i * c.n + j], -known))
            lower = list(map(graph.multiply, row, self._per_pivot))
            pivot = graph.add(matrix[i * c.n + i], -c.dot(row, lower))
            self._per_pivot.append(graph.divide(graph.number(1.0), pivot))
            self._lower.append(lower)

    def solve(self, right: Vector) -> Vector:
        """Return the solution for a right-hand side."""
        graph, x = self._graph, list(right)
        for i in range(self._n):
            for j in range(i):
                x[i] = graph.add(x[i], -graph.multiply(self._lower[i][j], x[j]))
        x = list(map(graph.multiply, x, self._per_pivot))
        for i in reversed(range(self._n)):
            for j in range(i + 1, self._n):
                x[i] = graph.add(x[i], -graph.multiply(self._lower[j][i], x[j]))
        return x


def _link_poses(c: Composition) -> list[Vector]:
    return [[x for link in range(c.n) for x in c.geometry("forward_kinematics", link + 1)]]


def _regressor(c: Composition) -> list[Vector]:
    method = f"partial_velocities_{c.arm.convention}_dh"
    return [c.traced("regressor", method, ends=True)]


_LISTED = (
    CodeQuantity(
        "inverse_dynamics",
        ("tau",),
        lambda c: [_torque(c, (), c.formulation)],
        _DYNAMICS,
        "Inverse dynamics",
        "tau: joint torque or force",
        methods="inverse_dynamics",
    ),
    CodeQuantity(
        "bias",
        ("h",),
        lambda c: [_torque(c, ("qdd",), c.formulation)],
        _DYNAMICS,
        "Torques of no acceleration",
        "h: joint torque or force at qdd = 0",
        methods="inverse_dynamics",
    ),
    CodeQuantity(
        "gravity_torque",
        ("G",),
        lambda c: [c.traced("inverse_dynamics", c.formulation, at_rest=("qd", "qdd"))],
        _WEIGHTS,
        "Gravity torques",
        "G: joint torque or force at rest",
        methods="inverse_dynamics",
    ),
    CodeQuantity(
        "mass_matrix",
        ("M",),
        lambda c: [_mass_matrix(c, c.formulation)],
        _INERTIA,
        "Mass matrix",
        "M: mass matrix, row after row",
        methods="mass_matrix",
    ),
    CodeQuantity(
        "coriolis_coefficients",
        ("C",),
        lambda c: [c.traced("coriolis_coefficients", c.formulation)],
        _INERTIA,
        "Coriolis coefficients",
        "C: coefficients C[i][j][k] of qd[j] qd[k] in the torque of joint i",
        methods="coriolis_coefficients",
    ),
    CodeQuantity(
        "coriolis_matrix",
        ("C",),
        _coriolis_matrix,
        _INERTIA,
        "Coriolis matrix",
        "C: Coriolis matrix by Christoffel symbols, row after row",
    ),
    CodeQuantity(
        "coriolis_torque",
        ("tau",),
        _coriolis_torque,
        _INERTIA,
        "Coriolis torques",
        "v: another joint velocity; tau: Coriolis matrix of q and qd times v",
    ),
    CodeQuantity(
        "transposed_coriolis_torque",
        ("tau",),
        _transposed_coriolis_torque,
        _INERTIA,
        "Transposed Coriolis torques",
        "v: another joint velocity; tau: transposed Coriolis matrix of q and qd times v",
    ),
    CodeQuantity(
        "mass_matrix_rate",
        ("Md",),
        _mass_matrix_rate,
        _INERTIA,
        "Rate of the mass matrix",
        "Md: time derivative of the mass matrix, row after row",
    ),
    CodeQuantity(
        "momentum",
        ("p",),
        _momentum,
        _INERTIA,
        "Generalized momentum",
        "p: mass matrix times joint velocity",
        methods="inverse_dynamics",
    ),
    CodeQuantity(
        "kinetic_energy",
        ("T",),
        _kinetic_energy,
        _INERTIA,
        "Kinetic energy",
        "T: kinetic energy, J",
        methods="inverse_dynamics",
    ),
    CodeQuantity(
        "potential_energy",
        ("V",),
        _potential_energy,
        _WEIGHTS,
        "Potential energy",
        "V: potential energy under gravity, J, zero at the origin of the world",
    ),
    CodeQuantity(
        "forward_dynamics",
        ("qdd",),
        lambda c: [_accelerations(c, c.formulation)],
        _DYNAMICS,
        "Forward dynamics",
        "qdd: joint acceleration",
        methods="forward_dynamics",
    ),
    CodeQuantity(
        "inverse_dynamics_derivatives",
        ("dtau_dq", "dtau_dqd"),
        lambda c: _derivatives_at(c, c.input("qdd")),
        _DYNAMICS,
        "Derivatives of inverse dynamics",
        "dtau_dq, dtau_dqd: derivatives of the joint torques, a row for each torque",
    ),
    CodeQuantity(
        "forward_dynamics_derivatives",
        ("dqdd_dq", "dqdd_dqd", "dqdd_dtau"),
        _forward_dynamics_derivatives,
        _DYNAMICS,
        "Derivatives of forward dynamics",
        "dqdd_dq, dqdd_dqd, dqdd_dtau: derivatives of the joint accelerations, a row for each",
    ),
    CodeQuantity(
        "forward_kinematics",
        ("pose",),
        lambda c: [c.geometry("forward_kinematics")],
        _GEOMETRY,
        "Pose of the tool",
        "pose: homogeneous transform of the tool frame in the world",
    ),
    CodeQuantity(
        "link_poses",
        ("poses",),
        _link_poses,
        _GEOMETRY,
        "Poses of the links",
        "poses: homogeneous transforms of the link frames in the world",
    ),
    CodeQuantity(
        "jacobian",
        ("J",),
        lambda c: [c.geometry("jacobian")],
        _GEOMETRY,
        "Jacobian of the tool",
        "J: velocity of the origin of the tool frame, then angular velocity, in world axes, "
        "a column for each unit joint velocity",
    ),
    CodeQuantity(
        "jacobian_rate",
        ("Jd",),
        lambda c: [c.geometry("jacobian_rate")],
        _GEOMETRY,
        "Rate of the Jacobian",
        "Jd: time derivative of the Jacobian of the tool, in world axes",
    ),
    CodeQuantity(
        "pose_and_jacobian",
        ("pose", "J"),
        lambda c: [c.geometry("forward_kinematics"), c.geometry("jacobian")],
        _GEOMETRY,
        "Pose and Jacobian of the tool",
        "pose: homogeneous transform of the tool frame in the world; J: velocity of its origin, "
        "then angular velocity, in world axes, a column for each unit joint velocity",
    ),
    CodeQuantity(
        "regressor",
        ("Y",),
        _regressor,
        (*_GEOMETRY, "gravity"),
        "Regressor",
        "Y: joint torque or force for each unit inertial parameter; of each link m, m c_x, m c_y, "
        "m c_z, I_xx, I_xy, I_yy, I_xz, I_yz, I_zz about the origin of its frame",
    ),
)

QUANTITIES = {each.name: each for each in _LISTED}
