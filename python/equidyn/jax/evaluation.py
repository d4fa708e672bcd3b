"""Calls of quantities with arrays of JAX."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .. import _core
from ..gradients.base import WIDTHS, Ends, with_gravity_in_base
from .interface import make_known
from .packed_arm import PackedArm
from .primitives import count_of_parameters, primitive

if TYPE_CHECKING:
    from ..arm import Arm

_FREE = Ends()


def evaluate(
    quantity: str,
    arm: Arm,
    operands: dict[str, Any],
    parameters: Any = None,
    ends: Ends = _FREE,
    *,
    friction: bool = False,
    motors: bool = False,
    in_tool: bool = False,
) -> Any:
    """Return the result of a quantity for operands by their names, and the ends, checked.

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
    packed = PackedArm.of(arm)
    chosen = {"friction": friction, "motors": motors, "in_tool": in_tool}
    options = sum(_core.xla_options[name] for name, switched_on in chosen.items() if switched_on)
    arrays = {name: _array(name, value) for name, value in operands.items()}
    widths = dict.fromkeys(arrays, (arm.n, "joints of the arm"))
    arrays |= ends.arrays(_array)
    if parameters is not None:
        arrays["parameters"] = _array("parameters", parameters)
        widths["parameters"] = (count_of_parameters(packed, options), "parameters of the arm")
    arrays = _of_one_dtype(arrays)
    for name, (width, meaning) in widths.items():
        if arrays[name].shape[-1:] != (width,):
            raise ValueError(
                f"{name}: last axis must be {width} ({meaning}), got shape {arrays[name].shape}"
            )
    _require_broadcast(arrays)
    if "gravity" in arrays:
        arrays = with_gravity_in_base(import_module("jax.numpy"), arm, arrays)
        packed = packed.weightless()
    following = [name for name in arrays if name not in operands and name != "parameters"]
    options += sum(_core.xla_options[name] for name in {each.split(":")[0] for each in following})
    order = [*operands, *(name for name in WIDTHS if name in arrays), "parameters"]
    arrays = {name: arrays[name] for name in order if name in arrays}
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


def _require_broadcast(arrays: dict[str, Any]) -> None:
    """Require that leading axes broadcast."""
    jnp = import_module("jax.numpy")
    try:
        jnp.broadcast_shapes(*(array.shape[:-1] for array in arrays.values()))
    except ValueError:
        shapes = ", ".join(f"{name} {array.shape}" for name, array in arrays.items())
        raise ValueError(f"leading axes do not broadcast: {shapes}") from None


def _of_equal_axes(arrays: dict[str, Any]) -> list[Any]:
    """Return arrays with equal numbers of axes."""
    most = max(array.ndim for array in arrays.values())
    return [array.reshape(*(1,) * (most - array.ndim), *array.shape) for array in arrays.values()]
