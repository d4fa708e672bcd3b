"""Quantities as primitive operations of JAX: their shapes, their calls, batches of them."""

from __future__ import annotations

from functools import cache, lru_cache, partial
from importlib import import_module
from typing import Any

from .. import _core
from .derivatives import COMPOSED, LINEAR, Calls, forward, transposed
from .interface import make_known, target
from .packed_arm import PackedArm

# parameters of each link, and of friction and motor of each joint
_PER_LINK, _FRICTION, _MOTORS = 10, 3, 1


@cache
def primitive(quantity: str) -> Any:
    """Return the primitive operation of a quantity.

    It takes the operands of the quantity, all of the same number of axes, whose leading ones
    broadcast, then the wrench at the tip, the motion of the base and parameters of the arm, if any;
    returns a list of results.
    """
    make_known()
    core, mlir = import_module("jax.extend.core"), import_module("jax.interpreters.mlir")
    ad, batching = import_module("jax.interpreters.ad"), import_module("jax.interpreters.batching")
    made = core.Primitive(f"equidyn_{quantity}")
    made.multiple_results = True
    made.def_impl(partial(_evaluated, quantity))
    made.def_abstract_eval(partial(_shapes, quantity))
    if quantity in COMPOSED:
        lowered = mlir.lower_fun(partial(_composed, quantity), multiple_results=True)
    else:
        lowered = partial(_lowered, quantity)
    mlir.register_lowering(made, lowered, platform="cpu")
    batching.primitive_batchers[made] = partial(_batch, quantity)
    ad.primitive_jvps[made] = partial(forward, primitive, quantity)
    if quantity in LINEAR:
        ad.primitive_transposes[made] = partial(transposed, primitive, quantity)
    return made


def _evaluated(quantity: str, *operands: Any, **constants: Any) -> Any:
    """Evaluate the primitive outside of any compiled function.

    Raises
    ------
    FloatingPointError
        For a result that JAX was asked to find, as those of its own operations.
    """
    jax, compiled = import_module("jax"), _compiled(quantity, **constants)
    nans, infinities = jax.config.jax_debug_nans, jax.config.jax_debug_infs
    if not (nans or infinities or jax.config.jax_disable_jit):
        return compiled(*operands)
    # in these modes jit calls the function itself, which would come here again, without end
    with jax.disable_jit(False), jax.debug_nans(False), jax.debug_infs(False):
        results = compiled(*operands)
        for wanted, found, kind in (
            (nans, jax.numpy.isnan, "nan"),
            (infinities, jax.numpy.isinf, "inf"),
        ):
            if wanted and any(found(each).any() for each in results):
                raise FloatingPointError(
                    f"invalid value ({kind}) encountered in equidyn_{quantity}"
                )
    return results


@lru_cache(maxsize=256)
def _compiled(quantity: str, **constants: Any) -> Any:
    """Return the primitive as a compiled function, for calls outside of any."""
    return import_module("jax").jit(partial(primitive(quantity).bind, **constants))


def count_of_parameters(arm: PackedArm, options: int) -> int:
    """Return the number of parameters of an arm, with the motors and friction of the options."""
    friction = _FRICTION * bool(options & _core.xla_options["friction"])
    return arm.n * (_PER_LINK + friction + _MOTORS * bool(options & _core.xla_options["motors"]))


def _shapes(quantity: str, *operands: Any, arm: PackedArm, options: int) -> list[Any]:
    """Return shape and dtype of each result."""
    jax = import_module("jax")
    leading = jax.numpy.broadcast_shapes(*(operand.shape[:-1] for operand in operands))
    extents = {-1: arm.n, -2: count_of_parameters(arm, options)}
    _, results = _core.xla_functions()["inverse_dynamics" if quantity in COMPOSED else quantity]
    return [
        jax.core.ShapedArray((*leading, *(extents.get(k, k) for k in axes)), operands[0].dtype)
        for axes in results
    ]


def _lowered(quantity: str, context: Any, *operands: Any, arm: PackedArm, options: int) -> Any:
    """Return the call of the core's function in a program of XLA."""
    import numpy as np

    lowering = import_module("jax.ffi").ffi_lowering(target(quantity))
    return lowering(context, *operands, arm=arm.bits(), options=np.int64(options))


def _composed(quantity: str, *operands: Any, **constants: Any) -> list[Any]:
    count = LINEAR[quantity][1]
    calls = Calls(primitive, constants, operands[count:])
    return [COMPOSED[quantity](calls, *operands[:count])]


def _batch(quantity: str, operands: Any, axes: Any, **constants: Any) -> tuple[Any, list[int]]:
    """Evaluate a batch in one call: operands that are not batched broadcast."""
    jnp = import_module("jax.numpy")
    in_front = [
        jnp.expand_dims(operand, 0) if axis is None else jnp.moveaxis(operand, axis, 0)
        for operand, axis in zip(operands, axes, strict=True)
    ]
    results = primitive(quantity).bind(*in_front, **constants)
    return results, [0] * len(results)
