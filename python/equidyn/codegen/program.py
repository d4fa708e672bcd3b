"""Inverse dynamics of one arm as a graph of its arguments, the source of generated code."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from ..arm.arm import Arm
from ..arm.data import joint_side_drives
from ..dynamics.formulations import Formulation, formulations, refusals, resolve
from ..graph.graph import Graph
from ..graph.retrace import retrace
from ..graph.trace import Trace
from .ends import (
    BASE_MOTION,
    GRAVITY,
    PAYLOAD,
    TIP_WRENCH,
    Argument,
    elements,
    motion_of_frame_0,
    read,
    wrench_at_frame_n,
)
from .exact_frames import exact_pose, in_exact_frames


@dataclass(frozen=True)
class Program:
    """Inverse dynamics of an arm, ready for code generation in any language.

    Attributes
    ----------
    arm : Arm
        The arm.
    formulation : Formulation
        The formulation that was traced.
    arguments : tuple of Argument
        Arguments of the generated function.
    friction, motors : bool
        Whether the torques include these.
    graph : Graph
        Its outputs are the joint torques.
    """

    arm: Arm
    formulation: Formulation
    arguments: tuple[Argument, ...]
    friction: bool
    motors: bool
    graph: Graph

    @classmethod
    def of(
        cls,
        arm: Arm,
        formulation: str | None,
        *,
        tip_wrench: bool,
        base_motion: bool,
        gravity: bool,
        payload: bool,
        friction: bool,
        motors: bool,
    ) -> Program:
        """Build the program of an arm from the trace of a formulation.

        Raises
        ------
        ValueError
            If the formulation is unknown, or does not take this arm, or not with a payload; if the
            arm has no data for friction or motors.
        """
        friction, motors = arm._drives(friction, motors)
        chosen = next(f for f in formulations() if f.name == resolve(formulation))
        reframed = in_exact_frames(arm, chosen.frames.split()[0])
        moving_base = base_motion or gravity
        trace = Trace.of(
            reframed,
            chosen.name,
            moving_base=moving_base,
            tip_wrench=tip_wrench,
            friction=friction,
        )

        joints = tuple(Argument(name, arm.n) for name in ("q", "qd", "qdd"))
        ends = {
            TIP_WRENCH: tip_wrench,
            BASE_MOTION: base_motion,
            GRAVITY: gravity,
            PAYLOAD: payload,
        }
        arguments = (*joints, *(argument for argument, wanted in ends.items() if wanted))
        graph = Graph()
        inputs = {name: graph.input(name) for argument in joints for name in elements(argument)}
        if tip_wrench:
            inputs |= wrench_at_frame_n(graph, reframed.tool)
        if moving_base:
            inputs |= motion_of_frame_0(
                graph,
                mount=exact_pose(np.linalg.inv(arm.base) @ reframed.base),
                to_base=exact_pose(arm.base)[:3, :3].T,
                motion=read(graph, BASE_MOTION) if base_motion else [0] * BASE_MOTION.size,
                gravity=read(graph, GRAVITY)
                if gravity
                else [graph.number(x) for x in arm.gravity.tolist()],
            )
        graph.outputs = retrace(trace, graph, inputs)
        if payload:
            if limitation := refused_with_payload(arm).get(chosen.name):
                raise ValueError(f"payload: {chosen.name} {limitation}")
            (mass,) = read(graph, PAYLOAD)
            trace = Trace.of(_one_kilogram(reframed), chosen.name, moving_base=moving_base)
            _add(graph, (graph.multiply(mass, x) for x in retrace(trace, graph, inputs)))
        drives = {name: x.tolist() for name, x in joint_side_drives(arm._data()).items()}
        if friction:
            _add(graph, (_dry_friction(graph, k, *c) for k, c in enumerate(drives["coulomb"])))
        if motors:
            _add(
                graph, (_motor(graph, k, rotor) for k, rotor in enumerate(drives["motor_inertia"]))
            )
        return cls(arm, chosen, arguments, friction, motors, graph)

    def used(self) -> set[str]:
        """Return the names of the inputs that the torques depend on: "q[0]", ..."""
        return {self.graph.nodes[node].name for node in self.graph.live()} - {""}


def refused_with_payload(arm: Arm) -> dict[str, str]:
    """Return the formulations that do not take an arm with a payload, with their restrictions."""
    restricted = {f.name: f.restriction for f in formulations()}
    loaded = {
        name: f"takes {restricted[name]} only, and a payload changes that"
        for name in refusals(_one_kilogram(arm))
    }
    return loaded | refusals(arm)


def _one_kilogram(arm: Arm) -> Arm:
    """Return the arm with massless links and a point mass of 1 kg at the origin of the tool frame.

    Torques are linear in the mass of a load at a fixed place.
    """
    return arm._with(
        mass=np.zeros_like(arm.mass), com=np.zeros_like(arm.com), inertia=np.zeros_like(arm.inertia)
    ).with_payload(1.0)


def _add(graph: Graph, torques: Iterable[int]) -> None:
    """Add a torque at each joint to the outputs of a graph."""
    graph.outputs = [graph.add(x, y) for x, y in zip(graph.outputs, torques, strict=True)]


def _dry_friction(graph: Graph, joint: int, forwards: float, backwards: float) -> int:
    """Return the Coulomb friction of a joint: one torque forwards, one backwards, none at rest."""
    direction = graph.sign(graph.input(f"qd[{joint}]"))
    odd, even = (forwards - backwards) / 2, (forwards + backwards) / 2
    squared = graph.multiply(direction, direction)
    return graph.add(
        graph.multiply(graph.number(odd), direction), graph.multiply(graph.number(even), squared)
    )


def _motor(graph: Graph, joint: int, inertia: float) -> int:
    """Return the torque of rotor inertia at a joint."""
    return graph.multiply(graph.number(inertia), graph.input(f"qdd[{joint}]"))
