"""Functions of tensors which PyTorch differentiates by the kernels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

import numpy as np
import torch

from ..arm.arm import Arm
from ..dynamics.base_and_link_motion import BaseMotion
from ..gradients.base import WIDTHS, Ends, with_gravity_in_base
from ..validation import FloatArray, switch
from .arguments import aligned, name_of_type, require_arm, require_joints, require_tensor
from .products import Quantity

_FREE = Ends()

_Function = TypeVar("_Function", bound=Callable[..., torch.Tensor])


def _not_compiled(function: _Function) -> _Function:
    """Return a function that torch.compile calls, between the parts that it compiles."""
    called: _Function = torch.compiler.disable(function)
    return called


@_not_compiled
def with_drives(
    name: str,
    arm: Arm,
    operands: dict[str, torch.Tensor],
    parameters: torch.Tensor | None,
    ends: Ends = _FREE,
    **drives: bool,
) -> torch.Tensor:
    """Apply a quantity that may have parameters; drives: whether friction and motors count."""
    options = {drive: switch(drive, wanted) for drive, wanted in drives.items()}
    if parameters is None:
        return apply(name, arm, operands, ends=ends, options=options)
    require_tensor("parameters", parameters)
    require_arm(arm)
    numbers = 10 + 3 * options.get("friction", False) + options.get("motors", False)
    if parameters.shape[-1:] != (numbers * arm.n,):
        raise ValueError(
            f"parameters: expected {numbers * arm.n} numbers, as Arm.parameters returns with these "
            f"options, got shape {tuple(parameters.shape)}"
        )
    return apply(name, arm, operands, parameters, ends, options)


@_not_compiled
def apply(
    name: str,
    arm: Arm,
    operands: dict[str, torch.Tensor],
    parameters: torch.Tensor | None = None,
    ends: Ends = _FREE,
    options: dict[str, Any] | None = None,
) -> torch.Tensor:
    """Check the arguments of a quantity, and compute it."""
    require_arm(arm)
    if torch.compiler.is_compiling():
        raise NotImplementedError(
            f"{name}: expected tensors with numbers, got those of torch.export, which records no "
            "calls of kernels"
        )
    first = next(iter(operands.values()))
    require_tensor("q", first)
    given = {**operands, **_with_tensors(ends, first.dtype).arrays(_at_an_end)}
    if parameters is not None:
        given["parameters"] = parameters
    for operand, x in given.items():
        require_tensor(operand, x)
        if x.dtype != first.dtype:
            raise TypeError(
                f"{operand}: expected {name_of_type(first)}, as q has, got {name_of_type(x)}"
            )
    require_joints(arm.n, operands)
    weightless = "gravity" in given
    if weightless:
        given = with_gravity_in_base(torch, arm, given)
    following = tuple(each for each in WIDTHS if each in given)
    rest = () if parameters is None else ("parameters",)
    arguments = aligned({each: given[each] for each in (*operands, *following, *rest)})
    quantity = Quantity(name, arm, options or {}, following, parameters is not None, weightless)
    result: torch.Tensor = _Value.apply(quantity, *arguments)
    return result


def resting(q: torch.Tensor) -> torch.Tensor:
    """Return joint velocities of zero."""
    return torch.zeros_like(q) if isinstance(q, torch.Tensor) else q


def _at_an_end(name: str, x: torch.Tensor) -> torch.Tensor:
    require_tensor(name, x)
    return x


def _with_tensors(ends: Ends, dtype: torch.dtype) -> Ends:
    """Return what is given at the ends, a BaseMotion as tensors."""
    if not isinstance(ends.base_motion, BaseMotion):
        return ends
    parts = tuple(torch.tensor(x, dtype=dtype) for x in ends.base_motion.as_tuple())
    return ends._replace(base_motion=parts)


class _Batch(NamedTuple):
    """Arguments of a function under vmap, and the axis of the batch of each; None without."""

    arguments: Sequence[torch.Tensor]
    axes: Sequence[int | None]

    def as_one(self, size: int) -> list[torch.Tensor]:
        """Return them with the batch as the first axis; memory is repeated nowhere."""
        pairs = zip(self.arguments, self.axes, strict=True)
        return [
            x.unsqueeze(0).expand(size, *x.shape) if axis is None else x.movedim(axis, 0)
            for x, axis in pairs
        ]


class _Value(torch.autograd.Function):
    """A quantity, and its gradients where they are asked for."""

    @staticmethod
    def forward(quantity: Quantity, *arguments: torch.Tensor) -> torch.Tensor:
        return _tensor(quantity.value(*map(_array, arguments)), arguments[0])

    @staticmethod
    def setup_context(ctx: Any, inputs: tuple[Any, ...], output: torch.Tensor) -> None:
        ctx.quantity, *arguments = inputs
        ctx.save_for_backward(*arguments)

    @staticmethod
    def backward(ctx: Any, cotangent: torch.Tensor) -> tuple[torch.Tensor | None, ...]:
        return None, *_Gradients.apply(ctx.quantity, *ctx.saved_tensors, cotangent)

    @staticmethod
    def jvp(ctx: Any, *tangents: torch.Tensor) -> None:
        raise NotImplementedError(
            f"{ctx.quantity.name}: expected reverse mode, as of backward, grad and jacrev, got "
            "forward mode"
        )

    @staticmethod
    def vmap(
        info: Any, in_dims: Sequence[int | None], quantity: Quantity, *arguments: torch.Tensor
    ) -> tuple[torch.Tensor, int]:
        batch = _Batch(arguments, in_dims[1:])
        return _Value.apply(quantity, *batch.as_one(info.batch_size)), 0


class _Gradients(torch.autograd.Function):
    """Vector-Jacobian products of a quantity; the last argument is the cotangent."""

    @staticmethod
    def forward(quantity: Quantity, *arguments: torch.Tensor) -> tuple[torch.Tensor, ...]:
        products = quantity.product(*map(_array, arguments))
        return tuple(_tensor(x, arguments[0]) for x in products)

    @staticmethod
    def setup_context(ctx: Any, inputs: tuple[Any, ...], output: Any) -> None:
        ctx.name = inputs[0].name

    @staticmethod
    def backward(ctx: Any, *cotangents: torch.Tensor) -> None:
        raise NotImplementedError(
            f"{ctx.name}: expected a first derivative, got a second one, which the kernels lack"
        )

    @staticmethod
    def vmap(
        info: Any, in_dims: Sequence[int | None], quantity: Quantity, *arguments: torch.Tensor
    ) -> tuple[tuple[torch.Tensor, ...], tuple[int, ...]]:
        batch = _Batch(arguments, in_dims[1:])
        gradients = _Gradients.apply(quantity, *batch.as_one(info.batch_size))
        return gradients, (0,) * len(gradients)


def _array(x: torch.Tensor) -> FloatArray:
    """Return a tensor as an array: of float64, the same memory."""
    try:
        array: FloatArray = x.detach().resolve_neg().numpy()
    except RuntimeError:
        raise NotImplementedError(
            "equidyn.torch: expected tensors with numbers, got fake ones, or a batch of "
            "is_grads_batched=True or vectorize=True (torch.func.vmap and jacrev take batches)"
        ) from None
    return array.astype(np.float64, copy=False)


def _tensor(array: FloatArray, like: torch.Tensor) -> torch.Tensor:
    """Return an array as a tensor: of float64, the same memory."""
    return torch.from_numpy(np.asarray(array)).to(like.dtype)
