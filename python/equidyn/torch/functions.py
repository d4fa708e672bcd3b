"""Functions of tensors which PyTorch differentiates by the kernels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

import numpy as np
import torch

from ..arm.arm import Arm
from ..validation import FloatArray, switch
from .arguments import broadcast, name_of_type, require_arm, require_tensor
from .products import Quantity

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
    **drives: bool,
) -> torch.Tensor:
    """Apply a quantity that may have parameters; drives: whether friction and motors count."""
    options = {drive: switch(drive, wanted) for drive, wanted in drives.items()}
    if parameters is None:
        return apply(name, arm, operands, options=options)
    require_tensor("parameters", parameters)
    require_arm(arm)
    numbers = 10 + 3 * options.get("friction", False) + options.get("motors", False)
    if parameters.shape != (numbers * arm.n,):
        raise ValueError(
            f"parameters: expected {numbers * arm.n} numbers, as Arm.parameters returns with these "
            f"options, got shape {tuple(parameters.shape)}"
        )
    return apply(name, arm, operands, parameters, options)


@_not_compiled
def apply(
    name: str,
    arm: Arm,
    operands: dict[str, torch.Tensor],
    parameters: torch.Tensor | None = None,
    options: dict[str, Any] | None = None,
) -> torch.Tensor:
    """Check the arguments of a quantity, and compute it."""
    require_arm(arm)
    if torch.compiler.is_compiling():
        raise NotImplementedError(
            f"{name}: expected tensors with numbers, got those of torch.export, which records no "
            "calls of kernels"
        )
    given = operands if parameters is None else {**operands, "parameters": parameters}
    first = next(iter(given.values()))
    for operand, x in given.items():
        require_tensor(operand, x)
        if x.dtype != first.dtype:
            raise TypeError(
                f"{operand}: expected {name_of_type(first)}, as q has, got {name_of_type(x)}"
            )
    states = broadcast(arm.n, operands)
    rest = () if parameters is None else (parameters,)
    quantity = Quantity(name, arm, options or {}, parameters is not None)
    result: torch.Tensor = _Value.apply(quantity, *states, *rest)
    return result


class _Batch(NamedTuple):
    """Arguments of a function under vmap, and the axis of the batch of each; None without."""

    arguments: Sequence[torch.Tensor]
    axes: Sequence[int | None]

    def as_one(self, parameters: bool) -> list[torch.Tensor]:
        """Return them with the batch as the first axis, of size 1 where there is none.

        Parameters have none, and get none.
        """
        pairs = zip(self.arguments, self.axes, strict=True)
        states = [x.unsqueeze(0) if axis is None else x.movedim(axis, 0) for x, axis in pairs]
        return [*states[:-1], self.arguments[-1]] if parameters else states

    def one_by_one(self, size: int) -> list[list[torch.Tensor]]:
        """Return the arguments of each function of the batch."""
        pairs = list(zip(self.arguments, self.axes, strict=True))
        return [
            [x if axis is None else x.select(axis, k) for x, axis in pairs] for k in range(size)
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
        if not quantity.parameters or in_dims[-1] is None:
            return _Value.apply(quantity, *batch.as_one(quantity.parameters)), 0
        each = batch.one_by_one(info.batch_size)
        return torch.stack([_Value.apply(quantity, *x) for x in each]), 0


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
        if quantity.parameters:  # their gradient is a sum over states, but not over the batch
            each = batch.one_by_one(info.batch_size)
            found = zip(*(_Gradients.apply(quantity, *x) for x in each), strict=True)
            gradients = tuple(torch.stack(x) for x in found)
        else:
            gradients = _Gradients.apply(quantity, *batch.as_one(parameters=False))
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
