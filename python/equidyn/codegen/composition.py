"""Quantities of an arm as references of a graph: traced methods, and sums and products of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from .. import _core
from ..arm.arm import Arm
from ..arm.data import joint_side_drives
from ..dynamics.facts import FACTS
from ..graph.graph import Graph
from ..graph.retracing import repeated
from .angle_joints import ANGLES, AngleJoints, is_right_angle
from .arguments import split
from .exact_frames import exact

# parameters of bodies; all others are of the geometry or of what surrounds the arm
_OF_BODIES = ("mass", "com", "inertia")
_OF_LINKS = (*_OF_BODIES, "a", "a_y", "d")
_OF_GRAVITY = ("gravity", "g")

Vector = list[int]


class _SymbolicGraph(Graph):
    """A graph for readers, in which x + x is 2 x, so that the mean of x and x is x."""

    def add(self, x: int, y: int) -> int:
        """Return x + y."""
        return self.multiply(self.number(2.0), x) if x == y else super().add(x, y)


class Composition:
    """What a generated function of an arm is composed of, in a graph of its arguments.

    Attributes
    ----------
    graph : Graph
        The graph.
    arm : Arm
        The arm.
    n : int
        Number of joints.
    formulation : str
        Formulation or method of the quantity.
    parameters : tuple of str
        Parameters of the arm that are arguments.
    friction, motors : bool
        Whether torques include these.
    angles : set of str
        Constant angles of the arm that are inputs, such as "theta[0]".
    turning : set of str
        Those of them that do not add to the position of a joint.
    """

    def __init__(
        self,
        arm: Arm,
        formulation: str,
        parameters: tuple[str, ...],
        *,
        tip_wrench: bool,
        base_motion: bool,
        friction: bool,
        motors: bool,
        symbolic: bool = False,
    ) -> None:
        self.graph = _SymbolicGraph() if symbolic else Graph()
        self.arm, self.n = exact(arm), arm.n
        self.formulation, self.parameters = formulation, parameters
        self.friction, self.motors = friction, motors
        self.angles = {
            f"{name}[{k}]"
            for name in ANGLES
            if name in parameters
            for k, angle in enumerate(getattr(arm, name).tolist())
            if not is_right_angle(angle)
        }
        self.turning = {x for x in self.angles if not self._adds_to_position(x)}
        self._symbolic = symbolic
        self._ends = {"tip_wrench": tip_wrench, "base_motion": base_motion}

    def input(self, name: str) -> Vector:
        """Return an operand with an element for each joint."""
        return [self.graph.input(f"{name}[{k}]") for k in range(self.n)]

    def traced(
        self,
        quantity: str,
        method: str,
        *,
        at_rest: Sequence[str] = (),
        given: Mapping[str, Vector] | None = None,
        ends: bool = False,
        without_gravity: bool = False,
        viscous: bool = False,
    ) -> Vector:
        """Return the results of a method of a quantity that is linear in the bodies of the arm.

        Parameters
        ----------
        quantity, method : str
            Names of the core.
        at_rest : sequence of str, optional
            Operands that are zero.
        given : mapping, optional
            Other operands that are no arguments, by name.
        ends : bool, optional
            Whether the wrench at the tip and the motion of the base act.
        without_gravity : bool, optional
            Whether there is no gravity.
        viscous : bool, optional
            Whether viscous friction is part of the torques.
        """
        arm = self.arm.with_gravity((0, 0, 0)) if without_gravity else self.arm
        names = [x for x in self.parameters if not (without_gravity and x in _OF_GRAVITY)]
        results = self._retraced(
            arm,
            quantity,
            method,
            names,
            given,
            at_rest=at_rest,
            **(self._ends if ends else {}),
            friction=viscous,
        )
        if "payload" not in self.parameters:
            return results
        mass = self.graph.input("payload[0]")
        load = self._retraced(
            one_kilogram(arm),
            quantity,
            method,
            [x for x in names if x not in _OF_BODIES],
            given,
            at_rest=at_rest,
            base_motion=ends and self._ends["base_motion"],
        )
        return self.sum(results, (self.graph.multiply(mass, x) for x in load))

    def geometry(self, quantity: str, links: int = 0) -> Vector:
        """Return a quantity of positions, or of the first links without tool."""
        return self._retraced(self.arm, quantity, "link_frames", self.parameters, links=links)

    def forward_dynamics(self, method: str) -> Vector:
        """Return the joint accelerations."""
        tau = self.input("tau")
        if self.friction:
            tau = [self.graph.add(x, -y) for x, y in zip(tau, self.dry_friction(), strict=True)]
        return self._retraced(
            self.arm,
            "forward_dynamics",
            method,
            self.parameters,
            {"tau": tau},
            **self._ends,
            payload="payload" in self.parameters,
            friction=self.friction,
            motors=self.motors,
        )

    def number(self, parameter: str, index: int) -> int:
        """Return an element of a parameter of the arm: an input, or a number."""
        value = float(getattr(self.arm, parameter).flat[index])
        free = parameter in self.parameters and value != 0
        return self.graph.input(f"{parameter}[{index}]") if free else self.graph.number(value)

    def gravity(self) -> Vector:
        """Return the gravity vector: inputs, numbers, or a multiple of its direction."""
        graph, values = self.graph, self.arm.gravity
        if "g" in self.parameters:
            direction = (values / np.linalg.norm(values)).tolist()
            return [graph.multiply(graph.number(x), graph.input("g[0]")) for x in direction]
        if "gravity" not in self.parameters:
            return [graph.number(x) for x in values.tolist()]
        absent = (values == 0) & bool(self._symbolic and values.any())
        return [0 if absent[k] else graph.input(f"gravity[{k}]") for k in range(3)]

    def sum(self, x: Iterable[int], y: Iterable[int]) -> Vector:
        """Return the sums of the elements of two vectors."""
        return [self.graph.add(a, b) for a, b in zip(x, y, strict=True)]

    def dot(self, x: Iterable[int], y: Iterable[int]) -> int:
        """Return the scalar product of two vectors."""
        return self.graph.total(self.graph.multiply(a, b) for a, b in zip(x, y, strict=True))

    def scaled(self, factor: float, x: Iterable[int]) -> Vector:
        """Return a multiple of a vector."""
        number = self.graph.number(factor)
        return [self.graph.multiply(number, a) for a in x]

    def diagonal(self, values: Iterable[int]) -> Vector:
        """Return a matrix, row after row, with these numbers on its diagonal."""
        values = list(values)
        return [
            x if row == column else 0 for row, x in enumerate(values) for column in range(self.n)
        ]

    def rotors(self) -> Vector:
        """Return the inertia of the rotors as the joints feel it, 0 without motors."""
        return self._drives("motor_inertia") if self.motors else [0] * self.n

    def dry_friction(self) -> Vector:
        """Return Coulomb and breakaway friction: forwards, backwards, none at rest."""
        coulomb = self._by_direction("coulomb")
        if self.arm.breakaway is None:
            return coulomb
        near_rest = map(self.graph.divide, self._by_direction("breakaway"), self._falloff())
        return self.sum(coulomb, near_rest)

    def slope_of_friction(self) -> Vector:
        """Return the derivatives of friction by the velocities of the joints, 0 without friction.

        With the breakaway friction F, ``x = qd / vs`` and the divisor ``D = 1 + x²``, that of F / D
        is ``-2 F x / (vs D²)``.
        """
        if not self.friction:
            return [0] * self.n
        viscous = self._drives("viscous")
        if self.arm.breakaway is None:
            return viscous
        graph, falloff = self.graph, self._falloff()
        left = map(graph.divide, self._by_direction("breakaway"), falloff)
        per_x = map(graph.divide, map(graph.multiply, left, self._over_stribeck()), falloff)
        near_rest = map(graph.multiply, self._drives("per_stribeck"), self.scaled(-2.0, per_x))
        return self.sum(viscous, near_rest)

    def _over_stribeck(self) -> Vector:
        """Return the velocities over the Stribeck velocities."""
        return list(map(self.graph.multiply, self._drives("per_stribeck"), self.input("qd")))

    def _falloff(self) -> Vector:
        """Return what breakaway friction is divided by at these velocities."""
        graph, one = self.graph, self.graph.number(1.0)
        return [graph.add(one, graph.multiply(x, x)) for x in self._over_stribeck()]

    def _by_direction(self, name: str) -> Vector:
        """Return friction of this name: one torque forwards, one backwards, none at rest."""
        torques, graph = [], self.graph
        drives = joint_side_drives(self.arm)[name].tolist()
        for (forwards, backwards), rate in zip(drives, self.input("qd"), strict=True):
            direction = graph.sign(rate)
            odd, even = (forwards - backwards) / 2, (forwards + backwards) / 2
            terms = (
                graph.multiply(graph.number(odd), direction),
                graph.multiply(graph.number(even), graph.multiply(direction, direction)),
            )
            torques.append(graph.total(terms))
        return torques

    def _drives(self, name: str) -> Vector:
        values = joint_side_drives(self.arm)[name]
        return [self.graph.number(x) for x in values.tolist()]

    def _retraced(
        self,
        arm: Arm,
        quantity: str,
        method: str,
        parameters: Iterable[str],
        given: Mapping[str, Vector] | None = None,
        *,
        links: int = 0,
        **options: Any,
    ) -> Vector:
        """Trace a method with parameters as inputs, and repeat its operations in the graph."""
        joints = AngleJoints(self._without_offsets(arm), self.turning)
        asked = ["gravity" if name in _OF_GRAVITY else name for name in parameters]
        columns = _core.trace_arm(
            joints.longer,
            quantity,
            method,
            parameters=[x for x in asked if x not in ANGLES],
            links=joints.length(links),
            **options,
        )
        inputs = {x: self._operand(x, given or {}, joints) for x in columns["input_names"]}
        return joints.of_arm(repeated(columns, self.graph, inputs), quantity)

    def _operand(self, name: str, given: Mapping[str, Vector], joints: AngleJoints) -> int:
        """Return what an input of a trace is: its joints and links may be more than the arm's."""
        argument, index = split(name)
        if argument == "gravity":
            return self.gravity()[index]
        if argument in _OF_LINKS:
            each = getattr(joints.longer, argument)[0].size
            row, rest = divmod(index, each)
            return self.graph.input(f"{argument}[{each * joints.links[row] + rest}]")
        if argument not in FACTS["inverse_dynamics"].operands and argument != "tau":
            return self.graph.input(name)
        position, link = joints.positions[index], joints.links[index]
        if argument == "q":
            return self._position(position)
        if not position.startswith("q"):
            return 0
        return (
            given[argument][link] if argument in given else self.graph.input(f"{argument}[{link}]")
        )

    def _position(self, name: str) -> int:
        """Return a position: of a joint, of an angle that became a joint, or 0 of a fixed frame."""
        if not name:
            return 0
        offset = name.replace("q", "theta")
        if offset not in self.angles - self.turning:
            return self.graph.input(name)
        return self.graph.add(self.graph.input(name), self.graph.input(offset))

    def _adds_to_position(self, angle: str) -> bool:
        """Tell whether an angle of the arm adds to the position of a joint."""
        name, index = split(angle)
        return name == "theta" and bool(self.arm.revolute[index])

    def _without_offsets(self, arm: Arm) -> Arm:
        """Return the arm without the angles that add to positions."""
        offsets = [split(x)[1] for x in self.angles - self.turning]
        theta = arm.theta.copy()
        theta[offsets] = 0.0
        return arm._with(theta=theta) if offsets else arm


def one_kilogram(arm: Arm) -> Arm:
    """Return the arm with massless links and a point mass of 1 kg at the origin of the tool frame.

    Torques are linear in the mass of a load at a fixed place.
    """
    return arm._with(
        mass=np.zeros_like(arm.mass), com=np.zeros_like(arm.com), inertia=np.zeros_like(arm.inertia)
    ).with_payload(1.0)
