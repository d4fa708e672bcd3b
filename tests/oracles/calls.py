"""Calls of every method that takes arrays, from the table of the attack."""

from itertools import cycle, islice
from typing import Any

import numpy as np

from attack.methods import METHODS as _METHODS
from attack.methods import of_kernel
from equidyn import Arm, BaseMotion, robots
from oracles.random_arms import random_arm

ARM = robots.random_arm(6, seed=21, friction=True, motors=True)
# one of each kind that the kernels tell apart: right angles, parallel axes, none of these, and more
# joints than their loops are unrolled for
KINDS = (
    ARM,
    *(
        arm.with_friction(np.ones(arm.n)).with_motors(np.full(arm.n, 1e-3), np.full(arm.n, 50.0))
        for arm in (
            robots.puma560(),
            robots.planar_2r(),
            Arm.from_dh(**random_arm(5, 14)),
        )
    ),
)
# the two results of the last have shapes of their own
METHODS = {method.name: method for method in (*_METHODS, of_kernel("pose_and_jacobian"))}
# those that are tried without their options in Python first
FAST = [name for name in METHODS if hasattr(getattr(Arm, name), "__wrapped__")]


def with_option(name: str) -> list[str]:
    """Return the names of the methods that take an option."""
    return [each for each, method in METHODS.items() if name in method.options]


WITH_OUT = with_option("out")
IN_FLOAT32 = with_option("dtype")


def dtypes(name: str) -> tuple[Any, ...]:
    """Return the precisions of a method."""
    return (np.float64, np.float32) if name in IN_FLOAT32 else (np.float64,)


def in_precision(name: str, dtype: Any) -> dict[str, Any]:
    """Return the option that asks for a precision, where the method has it."""
    return {"dtype": dtype} if name in IN_FLOAT32 else {}


def states(*shape: int, seed: int = 0, arm: Arm = ARM) -> np.ndarray:
    """Return positions, velocities and accelerations, each (*shape, n)."""
    return np.random.default_rng(seed).uniform(-3, 3, (3, *shape, arm.n))


def wrench(*shape: int) -> np.ndarray:
    """Return forces and moments at the tip."""
    return np.random.default_rng(11).uniform(-5, 5, (*shape, 6))


def motion(*shape: int) -> BaseMotion:
    """Return a motion of the base."""
    return BaseMotion(*np.random.default_rng(12).uniform(-2, 2, (3, *shape, 3)))


def loads(name: str, *shape: int) -> dict[str, Any]:
    """Return values of all options of a method that change its result."""
    values = {
        "tip_wrench": wrench(*shape),
        "base_motion": motion(*shape),
        "friction": True,
        "motors": True,
        "frame": "tool",
    }
    return {option: values[option] for option in METHODS[name].options if option in values}


def given_to(name: str, operands: Any) -> list[Any]:
    """Return as many operands as a method takes, the same ones again where it takes more."""
    return list(islice(cycle(operands), len(METHODS[name].operands)))


def called(name: str, operands: Any, *, arm: Arm = ARM, **options: Any) -> Any:
    """Call a method of an arm with as many of the operands as it takes."""
    return METHODS[name].of(arm)(*given_to(name, operands), **options)


def kinds(name: str) -> list[Arm]:
    """Return the arms of each kind that have joints enough for a method."""
    return [arm for arm in KINDS if arm.n >= METHODS[name].joints]


def parts(result: Any) -> tuple[np.ndarray, ...]:
    """Return the results of a call as a tuple, also where it is one."""
    return result if isinstance(result, tuple) else (result,)


def space_for(expected: Any) -> Any:
    """Return arrays of the same shapes that hold nothing yet, as `out` takes them."""
    arrays = tuple(np.full_like(each, np.nan) for each in parts(expected))
    return arrays if isinstance(expected, tuple) else arrays[0]


def assert_same(found: Any, expected: Any) -> None:
    """Compare all results to the bit."""
    for one, other in zip(parts(found), parts(expected), strict=True):
        np.testing.assert_array_equal(one, other)
