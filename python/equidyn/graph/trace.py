"""Trace of a formulation: the expression graph of one evaluation, every operation in order."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .. import _core
from ..arm.states import random_motion
from ..dynamics.base_and_link_motion import BaseMotion
from ..dynamics.facts import FACTS
from ..dynamics.registry import chosen_names, degree, entry, order, resolve
from ..dynamics.registry import formulations as registry
from ..validation import BoolArray, FloatArray, count

if TYPE_CHECKING:
    from ..arm.arm import Arm

IntArray = NDArray[np.int32]

# largest n, by the order of the formulation, with a graph that fits into memory
_LARGEST_ORDER = 30_000

# tolerance of traced torques against the library's own, relative to the largest torque
_TOLERANCE = 1e-12


class Operation(IntEnum):
    """Operation of a node of a trace; the numbers are those of the core."""

    INPUT = 0
    FULL_ENTRY = 1
    ADD = 2
    SUBTRACT = 3
    MULTIPLY = 4
    NEGATE = 5
    COSINE = 6
    SINE = 7
    DIVIDE = 8


@dataclass(frozen=True, eq=False)
class Trace:
    """Operations of a formulation, or of a method of another quantity, an entry for each node.

    Nodes are numbered from 0 in order of evaluation, operands first. Operations that cost nothing
    are not in the graph: those among constants of the arm, sums with a structural 0, products with
    a structural 0, 1 or -1. Negations are nodes, but free.

    Attributes
    ----------
    arm : Arm
        The arm.
    formulation : str
        Name of the formulation.
    full_matrices : bool
        Whether rotations are formed, and matrices multiplied as if none of their entries were 0 or
        1; otherwise rotations are applied in two factors, and structural zeros and ones are used.
    moving_base : bool
        Whether the motion of the base is an input, instead of being at rest under gravity.
    tip_wrench : bool
        Whether the wrench at the tip is an input, instead of being absent.
    friction : bool
        Whether viscous friction is part of the torques: within the equations of a formulation that
        has a term for it, added to its torques for the others. Quantities of positions alone do
        not depend on base, tip and friction.
    operation : ndarray of int
        An `Operation`.
    left, right : ndarray of int
        The nodes operated on; -1 for a constant of the arm.
    left_value, right_value : ndarray
        Values of the operands in the traced state, constants included.
    value : ndarray
        Values of the nodes in the traced state.
    row : ndarray of int
        The row of the paper's own table that a node belongs to, an index of `rows`.
    rows : tuple of str
        Names of the rows.
    inputs : dict
        Name ("q[0]", "base_w[2]", "tip_f[1]", ...) and node of every input.
    output_nodes : ndarray of int, shape (n,)
        Nodes of the torques, or of the entries of the quantity; -1 for a constant.
    output_values : ndarray, shape (n,)
        Their values in the traced state.
    quantity : str
        Name of the quantity, as for `equidyn.formulations`.
    """

    arm: Arm
    formulation: str
    full_matrices: bool
    moving_base: bool
    tip_wrench: bool
    friction: bool
    operation: IntArray
    left: IntArray
    right: IntArray
    left_value: FloatArray
    right_value: FloatArray
    value: FloatArray
    row: IntArray
    rows: tuple[str, ...]
    inputs: dict[str, int]
    output_nodes: IntArray
    output_values: FloatArray
    quantity: str = "inverse_dynamics"

    @classmethod
    def of(
        cls,
        arm: Arm,
        formulation: str | None = None,
        *,
        quantity: str = "inverse_dynamics",
        full_matrices: bool = False,
        moving_base: bool = False,
        tip_wrench: bool = False,
        friction: bool = False,
        seed: int = 0,
    ) -> Trace:
        """Trace one evaluation of a formulation, in a random state.

        Motion of the base and wrench at the tip are those of frame 0 and frame n of the frames that
        the formulation reads; gravity is part of the motion of a moving base.

        Parameters
        ----------
        arm : Arm
            The arm.
        formulation : str, optional
            Name of a formulation; the cheapest by default.
        quantity : str, optional
            Name of the quantity.
        full_matrices, moving_base, tip_wrench, friction : bool, optional
            See the attributes.
        seed : int, optional
            Seed of the state; only the values depend on it.

        Returns
        -------
        Trace

        Raises
        ------
        ValueError
            If the formulation is unknown, does not take this arm, or is of so high an order that
            its graph would be too large; if the arm has no data for friction.
        RuntimeError
            If the traced torques differ from the library's: a bug of equidyn.
        """
        name = resolve(formulation, quantity)
        friction, _ = arm._drives(friction, False)
        state = random_motion(arm, 1, np.random.default_rng(count("seed", seed, smallest=0)))
        motion = {"q": state.q[0], "qd": state.qd[0], "qdd": state.qdd[0]}
        if why := obstacle(arm, name, quantity):
            raise ValueError(f"formulation: {name} {why}")
        rules: dict[str, Any] = {
            "full_matrices": bool(full_matrices),
            "moving_base": bool(moving_base),
            "tip_wrench": bool(tip_wrench),
            "friction": friction,
        }
        values = {**motion, "tau": arm.inverse_dynamics(**motion)}
        operands = tuple(values[operand] for operand in FACTS[quantity].operands)
        graph = _core.trace(arm, quantity, name, operands, **rules)
        trace = cls(
            arm=arm,
            formulation=name,
            quantity=quantity,
            **rules,
            **{key: graph[key] for key in _COLUMNS},
            rows=tuple(graph["rows"]),
            inputs=dict(zip(graph["input_names"], graph["input_nodes"], strict=True)),
            output_nodes=np.asarray(graph["output_nodes"], dtype=np.int32),
            output_values=np.asarray(graph["output_values"], dtype=np.float64),
        )
        trace._check()
        return trace

    @cached_property
    def live(self) -> BoolArray:
        """Mask of the nodes on which a torque depends."""
        return live_nodes(self.left, self.right, self.output_nodes)

    def input_values(self, name: str) -> FloatArray:
        """Return the values of all inputs of one kind, such as "q" or "tip_f"."""
        nodes = [node for key, node in self.inputs.items() if key.partition("[")[0] == name]
        values: FloatArray = self.value[nodes]
        return values

    def _check(self) -> None:
        """Compare the traced results with those of the library in the same state."""
        # in the formulation's own frames, so that the base frame is its frame 0
        frames = entry(self.formulation, self.quantity).frames
        arm = self.arm.to_convention(frames.split()[0]).with_tool(None)
        operands = FACTS[self.quantity].operands
        state = tuple(self.input_values(name) for name in operands)
        loads: dict[str, Any] = {}
        if len(state) > 1:
            viscous = self.friction and arm.viscous is not None
            if viscous:
                arm = arm.with_friction(viscous=arm.viscous)
            loads = {
                "tip_wrench": self._tip_wrench() if self.tip_wrench else None,
                "base_motion": self._base_motion(arm) if self.moving_base else None,
                "friction": viscous,
            }
        truth = _core.evaluate(arm, self.quantity, state, formulation=self.formulation, **loads)
        error = self.output_values.reshape(truth.shape) - truth
        if self.quantity == "forward_dynamics":
            # compare torques: errors of an acceleration grow with the condition of M
            error, truth = arm.mass_matrix(state[0]) @ error, state[2]
        worst = np.abs(error).max()
        if not worst <= _TOLERANCE * max(1.0, np.abs(truth).max()):
            raise RuntimeError(
                f"{self.formulation}: the traced result differs from the library by {worst:.3g}; "
                "please report this error of equidyn"
            )

    def _base_motion(self, arm: Arm) -> BaseMotion:
        """Return the motion of the base without the share of gravity."""
        gravity = arm.base[:3, :3].T @ arm.gravity
        w, al, a = (self.input_values(name) for name in ("base_w", "base_al", "base_a"))
        return BaseMotion(w, al, a + gravity)

    def _tip_wrench(self) -> FloatArray:
        return np.concatenate([self.input_values("tip_f"), self.input_values("tip_n")])


def live_nodes(left: IntArray, right: IntArray, outputs: IntArray) -> BoolArray:
    """Return the mask of the nodes of a graph on which an output depends."""
    lefts, rights = left.tolist(), right.tolist()
    # operand -1, any constant, marks an extra last entry
    needed = [False] * (len(lefts) + 1)
    for node in outputs.tolist():
        needed[node] = True
    for node in range(len(lefts) - 1, -1, -1):
        if needed[node]:
            needed[lefts[node]] = needed[rights[node]] = True
    return np.array(needed[:-1], dtype=np.bool_)


def obstacle(arm: Arm, formulation: str, quantity: str = "inverse_dynamics") -> str:
    """Return the reason why a formulation cannot be traced on an arm; empty if it can."""
    if refusal := entry(formulation, quantity).refusal(arm):
        return refusal
    if arm.n ** degree(formulation, quantity) <= _LARGEST_ORDER:
        return ""
    power = order(formulation, quantity)
    return f"is of order {power}: too many operations to trace at n = {arm.n}"


def untraceable(arm: Arm, quantity: str = "inverse_dynamics") -> dict[str, str]:
    """Return the formulations that cannot be traced on an arm, with the reasons."""
    obstacles = {f.name: obstacle(arm, f.name, quantity) for f in registry(quantity)}
    return {name: why for name, why in obstacles.items() if why}


def traceable(
    arm: Arm, formulations: Iterable[str] | None, quantity: str = "inverse_dynamics"
) -> tuple[list[str], tuple[str, ...]]:
    """Return the chosen formulations, and refusals: for None, all that can be traced on an arm.

    Returns
    -------
    names : list of str
        Explicitly chosen formulations are included even if they cannot be traced.
    refusals : tuple of str
        Reasons for those that are missing.
    """
    refused = untraceable(arm, quantity) if formulations is None else {}
    names = [name for name in chosen_names(formulations, quantity) if name not in refused]
    return names, tuple(f"not counted: {name} {why}" for name, why in refused.items())


_COLUMNS = ("operation", "left", "right", "left_value", "right_value", "value", "row")
