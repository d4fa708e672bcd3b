"""Newton-Euler's equations of one arm, with all terms or without some."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

import numpy as np

from ...codegen import in_exact_frames
from ...graph import Graph, Quantity
from ...validation import FloatArray
from .recursion import JointMotion, Link, newton_euler
from .vectors import ZERO, Scalar, Vector

if TYPE_CHECKING:
    from ...arm import Arm
    from ...graph import Operations
    from ...motion import MotionArrays

# link and name of a term
Key = tuple[int, str]


class Equations:
    """The equations of an arm in standard Denavit-Hartenberg frames, its base at rest.

    Parameters
    ----------
    arm : Arm
        The arm, in frames of any convention.
    """

    def __init__(self, arm: Arm) -> None:
        exact = in_exact_frames(arm, "standard")
        self.links = [_link(exact, k) for k in range(arm.n)]
        self.gravity = _vector(exact.base[:3, :3].T @ exact.gravity)

    def torques(self, motion: MotionArrays, left_out: Collection[Key] = ()) -> FloatArray:
        """Return the torques (m, n) in m states, without some terms."""

        def keep(link: int, name: str, term: Vector) -> Vector:
            return ZERO if (link, name) in left_out else term

        states = zip(*(x.T for x in motion), strict=True)
        joints = [
            JointMotion(np.cos(theta), np.sin(theta), d, qd, qdd)
            for link, (q, qd, qdd) in zip(self.links, states, strict=True)
            for theta, d in [_variables(link, q)]
        ]
        tau = newton_euler(self.links, self.gravity, joints, keep)
        torques: FloatArray = np.stack([x + np.zeros(len(motion[0])) for x in tau], axis=-1)
        return torques

    def operations(self, left_out: Collection[Key] = ()) -> Operations:
        """Return the operations of the torques, without some terms."""
        return self._graph(left_out)[0].operations()

    def terms(self) -> list[Key]:
        """Return the terms that are not zero for all motions, by the structure of the arm."""
        return self._graph(())[1]

    def _graph(self, left_out: Collection[Key]) -> tuple[Graph, list[Key]]:
        """Return the graph of the torques without some terms, and the remaining terms."""
        graph, kept = Graph(), []
        zero = Quantity(graph, 0)

        def keep(link: int, name: str, term: Vector) -> Vector:
            if (link, name) in left_out:
                return ZERO
            if any((zero + x).reference for x in term):
                kept.append((link, name))
            return term

        joints = []
        for k, link in enumerate(self.links):
            q, qd, qdd = (Quantity(graph, graph.input(f"{x}[{k}]")) for x in ("q", "qd", "qdd"))
            theta, d = _variables(link, q)
            cos, sin = (f((zero + theta).reference) for f in (graph.cosine, graph.sine))
            joints.append(JointMotion(Quantity(graph, cos), Quantity(graph, sin), d, qd, qdd))
        tau = newton_euler(self.links, self.gravity, joints, keep)
        graph.outputs = [(zero + x).reference for x in tau]
        return graph, kept


def _variables(link: Link, q: Scalar) -> tuple[Scalar, Scalar]:
    """Return theta and d of a joint."""
    return (link.theta + q, link.d) if link.turns else (link.theta, link.d + q)


def _link(arm: Arm, k: int) -> Link:
    return Link(
        turns=bool(arm.revolute[k]),
        theta=float(arm.theta[k]),
        a=float(arm.a[k]),
        a_y=float(arm.a_y[k]),
        d=float(arm.d[k]),
        cos_alpha=_exact(np.cos(arm.alpha[k])),
        sin_alpha=_exact(np.sin(arm.alpha[k])),
        m=float(arm.mass[k]),
        rbar=_vector(arm.com[k]),
        inertia=tuple(map(_vector, arm.inertia[k])),
    )


def _vector(values: FloatArray) -> Vector:
    x, y, z = values.tolist()
    return x, y, z


def _exact(cosine: float) -> float:
    """Return 0 or ±1 where a value is one of these but for rounding."""
    nearest = round(cosine)
    return float(nearest) if abs(cosine - nearest) <= 1e-15 else float(cosine)
