"""Calls of quantities with arrays of JAX."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .. import _core
from .interface import make_known
from .packed_arm import PackedArm
from .primitives import count_of_parameters, primitive

if TYPE_CHECKING:
    from ..arm import Arm


def evaluate(
    quantity: str,
    arm: Arm,
    operands: dict[str, Any],
    parameters: Any = None,
    *,
    friction: bool = False,
    motors: bool = False,
    in_tool: bool = False,
) -> Any:
    """Return the result of a quantity for operands by their names, checked.

    Raises
    ------
    ImportError
        If JAX is not installed, or not of a known version.
    ValueError, TypeError
        For what is no arm, or no operands of one, by name.
    """
    make_known()
    if not isinstance(arm, _core.Arm):
        raise TypeError(f"arm: expected an equidyn.Arm, got {type(arm).__name__}")
    if parameters is None:
        friction, motors = arm._drives(friction, motors)
    chosen = {"friction": friction, "motors": motors, "in_tool": in_tool}
    options = sum(_core.xla_options[name] for name, switched_on in chosen.items() if switched_on)
    packed = PackedArm.of(arm)
    widths = dict.fromkeys(operands, (arm.n, "joints of the arm"))
    if parameters is not None:
        operands = {**operands, "parameters": parameters}
        widths["parameters"] = (count_of_parameters(packed, options), "parameters of the arm")
    arrays = _of_one_dtype({name: _array(name, value) for name, value in operands.items()})
    for name, array in arrays.items():
        if array.shape[-1:] != (widths[name][0],):
            raise ValueError(
                f"{name}: last axis must be {widths[name][0]} ({widths[name][1]}), got shape "
                f"{array.shape}"
            )
    bind = primitive(quantity).bind
    return bind(*_of_equal_axes(arrays), arm=packed, options=options)[0]


def _array(name: str, value: Any) -> Any:
    """Return an array of JAX, of real numbers."""
    jnp = import_module("jax.numpy")
    real = (jnp.floating, jnp.integer, jnp.bool_)
    try:
        array = jnp.asarray(value)
    except (TypeError, ValueError):
        received = type(value).__name__
        raise TypeError(f"{name}: expected an array of real numbers, got {received}") from None
    if not any(jnp.issubdtype(array.dtype, kind) for kind in real):
        raise TypeError(f"{name}: expected real numbers, got dtype {array.dtype}")
    return array


def _of_one_dtype(arrays: dict[str, Any]) -> dict[str, Any]:
    """Return arrays in the precision that JAX promotes them to."""
    jnp = import_module("jax.numpy")
    dtype = jnp.result_type(*arrays.values(), float)
    if dtype not in (jnp.float32, jnp.float64):
        raise TypeError(f"{', '.join(arrays)}: expected float32 or float64, got {dtype}")
    return {name: array.astype(dtype) for name, array in arrays.items()}


def _of_equal_axes(arrays: dict[str, Any]) -> list[Any]:
    """Return arrays with equal numbers of axes, which broadcast."""
    jnp = import_module("jax.numpy")
    try:
        jnp.broadcast_shapes(*(array.shape[:-1] for array in arrays.values()))
    except ValueError:
        shapes = ", ".join(f"{name} {array.shape}" for name, array in arrays.items())
        raise ValueError(f"leading axes do not broadcast: {shapes}") from None
    most = max(array.ndim for array in arrays.values())
    return [array.reshape(*(1,) * (most - array.ndim), *array.shape) for array in arrays.values()]
