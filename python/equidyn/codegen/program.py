"""What generated code computes: the torques of one arm, as a graph, from its arguments."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..arm.arm import Arm
from ..dynamics.formulations import Formulation, formulations, resolve
from ..graph.graph import Graph
from ..graph.retrace import retrace
from ..graph.trace import Trace
from .ends import BASE_MOTION, TIP_WRENCH, Argument, elements, motion_of_frame_0, wrench_at_frame_n
from .exact_frames import exact_pose, in_exact_frames


@dataclass(frozen=True)
class Program:
    """The inverse dynamics of an arm, ready to be written down in some language.

    Attributes
    ----------
    arm : Arm
        The arm.
    formulation : Formulation
        What the graph was made from.
    arguments : tuple of Argument
        What it reads.
    graph : Graph
        Its outputs are the joint torques.
    """

    arm: Arm
    formulation: Formulation
    arguments: tuple[Argument, ...]
    graph: Graph

    @classmethod
    def of(
        cls, arm: Arm, formulation: str | None, *, tip_wrench: bool, base_motion: bool
    ) -> Program:
        """Make the program of an arm from the operations of a formulation.

        Raises
        ------
        ValueError
            If the formulation is unknown, or does not take this arm.
        """
        chosen = next(f for f in formulations() if f.name == resolve(formulation))
        reframed = in_exact_frames(arm, chosen.frames.split()[0])
        trace = Trace.of(reframed, chosen.name, moving_base=base_motion, tip_wrench=tip_wrench)

        arguments = tuple(Argument(name, arm.n) for name in ("q", "qd", "qdd"))
        graph = Graph()
        inputs = {name: graph.input(name) for argument in arguments for name in elements(argument)}
        if tip_wrench:
            arguments += (TIP_WRENCH,)
            inputs |= wrench_at_frame_n(graph, reframed.tool)
        if base_motion:
            arguments += (BASE_MOTION,)
            mount = exact_pose(np.linalg.inv(arm.base) @ reframed.base)
            gravity = exact_pose(arm.base)[:3, :3].T @ arm.gravity
            inputs |= motion_of_frame_0(graph, mount, gravity)
        graph.outputs = retrace(trace, graph, inputs)
        return cls(arm, chosen, arguments, graph)

    def used(self) -> set[str]:
        """Return the names of the inputs that the torques depend on: "q[0]", ..."""
        return {self.graph.nodes[node].name for node in self.graph.live()} - {""}
