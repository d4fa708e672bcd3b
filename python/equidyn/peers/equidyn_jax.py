"""Calls of equidyn through JAX, for a run with other libraries on JAX."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import jax
from ..jax.interface import make_known
from .call import Call
from .equidyn import LIBRARY
from .tasks import MODEL, TASKS
from .with_jax import compiled_calls, start_jax

if TYPE_CHECKING:
    from ..arm.arm import Arm

THROUGH_JAX = "through JAX"


def calls(arm: Arm) -> list[Call]:
    """Return the calls of the functions of `equidyn.jax`, for the tasks that it has.

    Raises
    ------
    ImportError
        If the core does not know this release of JAX.
    """
    start_jax()
    make_known()
    functions = [(THROUGH_JAX, *found) for found in _functions(arm)]
    return [call for call in compiled_calls(LIBRARY, functions) if TASKS[call.task].suits(arm)]


def _functions(arm: Arm) -> list[tuple[str, Callable[..., Any]]]:
    def on_arm(method: str) -> Callable[..., Any]:
        return partial(getattr(jax, method), arm)

    def pose_and_jacobian(q: Any) -> Any:
        return jax.forward_kinematics(arm, q), jax.jacobian(arm, q)

    found = [
        (task.name, _of_many_arms(arm, method) if MODEL in task.arguments else on_arm(method))
        for task in TASKS.values()
        for method in task.methods
        if method in jax.__all__
    ]
    return [*found, ("poses and Jacobians", pose_and_jacobian)]


def _of_many_arms(arm: Arm, method: str) -> Callable[..., Any]:
    """Return a function of a state and of the masses of the links, in which parameters are linear.

    Centres of mass, and tensors about them, are those of the arm.
    """
    none, ones = (
        np.asarray(arm._with(mass=np.full(arm.n, mass)).parameters()) for mass in (0.0, 1.0)
    )
    numbers = len(none) // arm.n

    def compute(*given: Any) -> Any:
        *state, mass = given
        parameters = none + mass.repeat(numbers) * (ones - none)
        return getattr(jax, method)(arm, *state, parameters=parameters)

    return compute
