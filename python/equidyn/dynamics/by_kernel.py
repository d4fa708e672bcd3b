"""Methods of an arm computed by the kernel of the same name, in float64 or float32."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from types import NoneType
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

import numpy as np
from numpy.typing import DTypeLike

from .. import _core
from ..validation import FloatArray, brief, choice, switch
from .base_and_link_motion import BaseMotion
from .by_name import by_name_only
from .facts import FACTS
from .registry import resolve

# type of the result by dtype=; mypy rejects float64 as its default
FLOAT64: Any = np.float64
if TYPE_CHECKING:
    import typing_extensions

    from ..arm import Arm, Arms

    Real = typing_extensions.TypeVar("Real", bound=np.floating[Any], default=np.float64)
    Precision = type[Real] | np.dtype[Real] | type[float] | str | None

# dynamic data, and the quantities that need less
_BODIES = ("mass", "com", "inertia")
_NEEDED = {
    **dict.fromkeys(("gravity_torque", "potential_energy"), ("mass", "com")),
    **dict.fromkeys(
        (
            "forward_kinematics",
            "link_poses",
            "jacobian",
            "jacobian_rate",
            "pose_and_jacobian",
            "regressor",
            "regressor_vjp",
        ),
        (),
    ),
}

_P = ParamSpec("_P")
_R = TypeVar("_R")


def by_kernel(signature: Callable[_P, _R]) -> Callable[_P, _R]:
    """Decorate a method, given as signature and docstring, that the kernel of its name computes.

    Calls with arguments that the kernel reads directly go there; for others, options are checked
    here, and the core converts the arrays.
    """
    return _decorated(signature, None)


def by_kernel_in(
    parts: type[tuple[FloatArray, ...]],
) -> Callable[[Callable[_P, _R]], Callable[_P, _R]]:
    """Return `by_kernel` for a method that returns a named tuple of this class."""
    return lambda signature: _decorated(signature, parts)


def _decorated(
    signature: Callable[_P, _R], parts: type[tuple[FloatArray, ...]] | None
) -> Callable[_P, _R]:
    quantity = signature.__name__
    by_position = signature.__code__.co_varnames[: signature.__code__.co_argcount]
    require_by_name = by_name_only(signature)

    @wraps(signature)
    def general(*given: Any, **named: Any) -> Any:
        require_by_name(given)
        signature(*given, **named)  # raises for arguments that are missing or unknown
        arm, *operands = *given, *map(named.pop, by_position[len(given) :])
        frame = named.pop("of", None)
        if frame is not None:
            from .fixed_frames import of_frame

            results = of_frame(arm, quantity, operands, frame, named)
            return results if parts is None else parts(*results)
        arm._require_bodies(quantity, _NEEDED.get(quantity, _BODIES))
        results = _core.evaluate(arm, quantity, tuple(operands), **_checked(arm, quantity, named))
        return results if parts is None else parts(*results)

    return _core.fast_path(general, parts)


def _checked(arm: Arm | Arms, quantity: str, options: dict[str, Any]) -> dict[str, Any]:
    """Return the options of a call as the core takes them."""
    if "friction" in options or "motors" in options:
        friction, motors = options.get("friction", False), options.get("motors", False)
        if "columns" in FACTS[quantity].options:  # needs no friction or motor data
            by_columns = switch("friction", friction) and quantity == "regressor"
            if by_columns and arm.breakaway is not None:
                raise ValueError(
                    "friction: torques are not linear in the breakaway friction of the arm; "
                    "arm.with_friction(arm.viscous, arm.coulomb) is without"
                )
            switch("motors", motors)
        else:
            arm._drives(friction, motors)
    formulation = options.get("formulation")
    if formulation is not None:
        formulation = options["formulation"] = arm._named(formulation, quantity)
    if "dtype" in options:
        kernel = quantity == "inverse_dynamics" and formulation == resolve(None)
        options["dtype"] = checked_precision(options["dtype"], None if kernel else formulation)
    if "frame" in options:
        choice("frame", options["frame"], ("world", "tool"))
    if "base_motion" in options:
        checked_motion(options["base_motion"])
    return options


def checked_motion(base_motion: BaseMotion | None) -> BaseMotion | None:
    """Check that the motion of the base is a BaseMotion or None."""
    if not isinstance(base_motion, (BaseMotion, NoneType)):
        raise TypeError(f"base_motion: expected a BaseMotion, got {type(base_motion).__name__}")
    return base_motion


def checked_precision(dtype: DTypeLike, formulation: str | None) -> type[np.float64 | np.float32]:
    """Validate dtype: float64, or float32 without a named formulation."""
    if dtype is np.float64:
        return np.float64
    try:
        precision = np.dtype(dtype)
    except (TypeError, ValueError):
        raise TypeError(f"dtype: expected float64 or float32, got {brief(dtype)}") from None
    if precision not in (np.float64, np.float32):
        raise TypeError(f"dtype: expected float64 or float32, got {precision}")
    if precision == np.float64:
        return np.float64
    if formulation is not None:
        raise ValueError(
            f"dtype: expected float64, which formulation '{formulation}' computes in, got float32"
        )
    return np.float32
