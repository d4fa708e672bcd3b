"""Boundary conditions of the chain in generated code: motion of the base, wrench at the tip.

A formulation reads the motion of frame 0, with gravity included, and a wrench at the origin of
frame n. A caller gives the motion of the base and the wrench at the tool. Generated code contains
the transformation between them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .._validation import FloatArray
from ..graph.graph import Graph

Vector = list[int]


class Argument(NamedTuple):
    """Argument of a generated function: a vector of `size` numbers."""

    name: str
    size: int


# force, then moment; angular velocity, angular acceleration, linear acceleration
TIP_WRENCH = Argument("tip_wrench", 6)
BASE_MOTION = Argument("base_motion", 9)
GRAVITY = Argument("gravity", 3)
PAYLOAD = Argument("payload", 1)


def elements(argument: Argument) -> list[str]:
    """Return the names of the elements of an argument: "qd[0]", "qd[1]", ..."""
    return [f"{argument.name}[{k}]" for k in range(argument.size)]


def read(graph: Graph, argument: Argument) -> Vector:
    """Return the elements of an argument as inputs of a graph."""
    return [graph.input(name) for name in elements(argument)]


def motion_of_frame_0(
    graph: Graph, mount: FloatArray, to_base: FloatArray, motion: Vector, gravity: Vector
) -> dict[str, int]:
    """Return the motion of frame 0, as a formulation reads it, from that of the base frame.

    Parameters
    ----------
    graph : Graph
        The graph to extend.
    mount : ndarray, shape (4, 4)
        Pose of frame 0 in the base frame of the arm.
    to_base : ndarray, shape (3, 3)
        Rotation of vectors from the axes of the world to those of the base frame.
    motion : list of int
        Angular velocity, angular and linear acceleration of the base frame, in its axes.
    gravity : list of int
        Gravity vector in the world frame, m/s².
    """
    free_fall = _rotated(graph, to_base, gravity)
    w, al, a = motion[:3], motion[3:6], motion[6:]
    p = [graph.number(value) for value in mount[:3, 3].tolist()]
    centripetal = _cross(graph, w, _cross(graph, w, p))
    at_frame_0 = [
        graph.total((a[k], tangential, centripetal[k], -free_fall[k]))
        for k, tangential in enumerate(_cross(graph, al, p))
    ]
    to_frame_0 = mount[:3, :3].T
    return {
        f"{name}[{k}]": component
        for name, vector in (("base_w", w), ("base_al", al), ("base_a", at_frame_0))
        for k, component in enumerate(_rotated(graph, to_frame_0, vector))
    }


def wrench_at_frame_n(graph: Graph, tool: FloatArray) -> dict[str, int]:
    """Return the wrench at frame n, as a formulation reads it, from that at the tool frame.

    Parameters
    ----------
    graph : Graph
        The graph to extend.
    tool : ndarray, shape (4, 4)
        Pose of the tool frame in frame n.
    """
    wrench = read(graph, TIP_WRENCH)
    p = [graph.number(value) for value in tool[:3, 3].tolist()]
    force = _rotated(graph, tool[:3, :3], wrench[:3])
    turned = _rotated(graph, tool[:3, :3], wrench[3:])
    moment = [graph.add(x, y) for x, y in zip(turned, _cross(graph, p, force), strict=True)]
    return {
        f"{name}[{k}]": component
        for name, vector in (("tip_f", force), ("tip_n", moment))
        for k, component in enumerate(vector)
    }


def _rotated(graph: Graph, rotation: FloatArray, vector: Sequence[int]) -> Vector:
    return [
        graph.total(graph.multiply(graph.number(x), y) for x, y in zip(row, vector, strict=True))
        for row in rotation.tolist()
    ]


def _cross(graph: Graph, a: Sequence[int], b: Sequence[int]) -> Vector:
    return [
        graph.add(graph.multiply(a[j], b[k]), -graph.multiply(a[k], b[j]))
        for j, k in ((1, 2), (2, 0), (0, 1))
    ]
