"""A quantity of one arm as a graph of its arguments, the source of generated code."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from ..arm.arm import Arm
from ..dynamics.registry import entry, formulations, refusals, resolve
from ..graph.graph import Graph
from ..graph.trace import obstacle
from ..validation import choice
from .angle_joints import ANGLES, is_right_angle
from .arguments import ALL, BASE_MOTION, PARAMETERS, TIP_WRENCH, Argument, parameter_arguments
from .composition import Composition, one_kilogram
from .quantities import QUANTITIES, CodeQuantity

# readable methods in the place of the kernels that formulation=None means elsewhere
_DEFAULTS = {
    "mass_matrix": "composite_rigid_bodies",
    "forward_dynamics": "articulated_bodies",
    "coriolis_coefficients": "unit_accelerations",
}

# quantities that divide by the inertia that each joint moves, and the parameters of other values of
# which a joint without inertia may seem to move some
_DIVIDING = ("forward_dynamics", "forward_dynamics_derivatives")
_SHAPING = ("com", "inertia", "a", "a_y", "d", *ANGLES)

# parameters by which a quantity takes others
_OWNER = {"g": "gravity"}


_Text = TypeVar("_Text")


@dataclass(frozen=True)
class Program:
    """A quantity of an arm, ready for code generation in any language.

    Attributes
    ----------
    arm : Arm
        The arm.
    quantity : str
        Name of the quantity.
    formulation : str
        The formulation or method that was traced; empty where the quantity has only one.
    arguments, results : tuple of Argument
        Arguments and results of the generated function.
    parameters : tuple of str
        Parameters of the arm among the arguments.
    friction, motors : bool
        Whether the torques include these.
    graph : Graph
        Its outputs are the elements of all results, one after the other, row after row.
    """

    arm: Arm
    quantity: str
    formulation: str
    arguments: tuple[Argument, ...]
    results: tuple[Argument, ...]
    parameters: tuple[str, ...]
    friction: bool
    motors: bool
    graph: Graph

    @classmethod
    def of(
        cls,
        arm: Arm,
        quantity: str = "inverse_dynamics",
        formulation: str | None = None,
        parameters: str | Iterable[str] = (),
        *,
        tip_wrench: bool = False,
        base_motion: bool = False,
        friction: bool = False,
        motors: bool = False,
        symbolic: bool = False,
    ) -> Program:
        """Build the program of a quantity of an arm from traces of readable methods.

        With ``symbolic``, components of gravity that are 0 in the arm are no inputs.

        Raises
        ------
        ValueError
            If there is no such quantity or formulation; if the formulation does not take this arm,
            or not with these parameters; if the quantity does not depend on a parameter or an
            option; if the arm has no data for friction or motors; for accelerations, if a joint
            moves no mass in any position.
        """
        kind = QUANTITIES[choice("quantity", quantity, QUANTITIES)]
        wanted = {
            "tip_wrench": tip_wrench,
            "base_motion": base_motion,
            "friction": friction,
            "motors": motors,
        }
        for option, value in wanted.items():
            if value and option not in kind.options:
                raise ValueError(f"{option}: {quantity} does not take it")
        friction, motors = arm._drives(friction, motors)
        chosen = _parameters(arm, quantity, kind, parameters)
        method = _method(arm, quantity, kind, formulation, chosen)
        composition = Composition(
            arm, method, chosen, **{**wanted, "friction": friction}, symbolic=symbolic
        )
        if kind.methods == "forward_dynamics" and composition.turning:
            method = _solved(formulation)
        results = [Argument(name, kind.extents(name, arm.n)) for name in kind.results]
        # numbers of the arm that are 0 stay it
        changes = any(_is_free(arm, name) for name in _SHAPING if name in chosen)
        if quantity in _DIVIDING and not changes:
            loaded = one_kilogram(arm) if "payload" in chosen else arm
            _require_accelerations(loaded, quantity, motors)
        try:
            composed = kind.compose(composition)
        except ZeroDivisionError:
            _require_accelerations(arm, quantity, motors)
            raise
        graph = composition.graph
        graph.outputs = [x for elements in composed for x in elements]
        of_arm = parameter_arguments(arm.n)
        arguments = (
            *(Argument(name, (arm.n,)) for name in kind.operands),
            *(end for end in (TIP_WRENCH, BASE_MOTION) if wanted[end.name]),
            *(of_arm[name] for name in chosen),
        )
        return cls(
            arm, quantity, method, arguments, tuple(results), chosen, friction, motors, graph
        )

    @property
    def outputs(self) -> list[list[int]]:
        """References of the elements of each result."""
        rest = iter(self.graph.outputs)
        return [[next(rest) for _ in range(result.size)] for result in self.results]

    def by_result(self, texts: Sequence[_Text]) -> Iterator[tuple[Argument, Sequence[_Text]]]:
        """Return each result with the texts of its elements, from those of all results."""
        start = 0
        for result in self.results:
            yield result, texts[start : start + result.size]
            start += result.size

    def used(self) -> set[str]:
        """Return the names of the inputs that the results depend on: "q[0]", ..."""
        return {self.graph.nodes[node].name for node in self.graph.live()} - {""}


def _require_accelerations(arm: Arm, quantity: str, motors: bool) -> None:
    """Raise if a joint of the arm has no acceleration in any position."""
    if joints := arm._singular_joints(None, motors):
        raise ValueError(
            f"{quantity}: joint {joints[-1]} has no acceleration: it moves no mass, or none above "
            "rounding error"
        ) from None


def _parameters(
    arm: Arm, quantity: str, kind: CodeQuantity, given: str | Iterable[str]
) -> tuple[str, ...]:
    """Validate the names of parameters; return them in the order of arguments."""
    names = _all_parameters(arm, kind) if given == ALL else list(given)
    for name in names:
        if _OWNER.get(choice("parameters", name, PARAMETERS), name) not in kind.parameters:
            raise ValueError(f"parameters: {quantity} does not depend on {name!r}")
    if {"g", "gravity"} <= {*names}:
        raise ValueError("parameters: expected 'g' or 'gravity', got both")
    if "g" in names and not arm.gravity.any():
        raise ValueError(
            "parameters: 'g' keeps the direction of gravity, but the gravity of the arm is 0: take "
            "'gravity'"
        )
    return tuple(name for name in PARAMETERS if name in names)


def _all_parameters(arm: Arm, kind: CodeQuantity) -> list[str]:
    """Return the parameters of a quantity that are not all 0; of gravity along an axis its size."""
    names = [name for name in kind.parameters if name != "payload" and _is_free(arm, name)]
    along_axis = np.count_nonzero(arm.gravity) == 1
    return ["g" if name == "gravity" and along_axis else name for name in names]


def _is_free(arm: Arm, parameter: str) -> bool:
    """Tell whether any number of a parameter is an argument where the parameter is one."""
    values = getattr(arm, parameter)
    if parameter in ANGLES:
        return not all(map(is_right_angle, values.tolist()))
    return bool(np.any(values))


def _method(
    arm: Arm, quantity: str, kind: CodeQuantity, formulation: str | None, chosen: tuple[str, ...]
) -> str:
    """Validate the formulation or method of a quantity, or choose one."""
    if not kind.methods:
        if formulation is not None:
            raise ValueError(f"formulation: {quantity} has only one, got {formulation!r}")
        return ""
    default = _DEFAULTS.get(kind.methods)
    name = resolve(default if formulation is None else formulation, kind.methods)
    if why := obstacle(arm, name, kind.methods):
        raise ValueError(f"formulation: {name} {why}")
    if "payload" in chosen and (limitation := refused_with_payload(arm).get(name)):
        raise ValueError(f"payload: {name} {limitation}")
    if (restriction := entry(name, kind.methods).restriction) and set(chosen) - {"gravity", "g"}:
        raise ValueError(f"parameters: {name} takes {restriction} only, and these change that")
    return name


def _solved(formulation: str | None) -> str:
    """Refuse a method of accelerations where constant angles are joints of their own."""
    if formulation is not None:
        raise ValueError(
            "formulation: with 'alpha', or 'theta' of a prismatic joint, as a parameter "
            f"forward_dynamics has only one, got {formulation!r}"
        )
    return ""


def refused_with_payload(arm: Arm) -> dict[str, str]:
    """Return the formulations that do not take an arm with a payload, with their restrictions."""
    restricted = {f.name: f.restriction for f in formulations()}
    loaded = {
        name: f"takes {restricted[name]} only, and a payload changes that"
        for name in refusals(one_kilogram(arm))
    }
    return loaded | refusals(arm)
