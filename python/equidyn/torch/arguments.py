"""Checks of arguments, before their memory is read."""

from __future__ import annotations

import numpy as np
import torch

from ..arm.arm import Arm

_KINDS = (torch.float64, torch.float32)


def require_joints(n: int, operands: dict[str, torch.Tensor]) -> None:
    """Require operands with an entry for each joint."""
    for name, x in operands.items():
        if x.ndim == 0 or x.shape[-1] != n:
            raise ValueError(
                f"{name}: last axis must be {n} (joints of the arm), got shape {tuple(x.shape)}"
            )


def aligned(given: dict[str, torch.Tensor]) -> list[torch.Tensor]:
    """Return arguments with equal leading axes; PyTorch reduces gradients to the original shapes.

    Parameters of the arm get as many axes, and are not repeated along them.
    """
    if len({x.shape[:-1] for x in given.values()}) == 1:
        return list(given.values())
    try:
        leading = np.broadcast_shapes(*(tuple(x.shape[:-1]) for x in given.values()))
    except ValueError:
        shapes = ", ".join(f"{name} {tuple(x.shape)}" for name, x in given.items())
        raise ValueError(f"leading axes do not broadcast: {shapes}") from None
    return [
        x.reshape(*(1,) * (len(leading) + 1 - x.ndim), *x.shape)
        if name == "parameters"
        else x.expand(*leading, x.shape[-1])
        for name, x in given.items()
    ]


def require_arm(arm: Arm) -> None:
    """Check that an argument is an arm."""
    if not isinstance(arm, Arm):
        raise TypeError(f"arm: expected an Arm, got {type(arm).__name__}")


def require_tensor(name: str, x: torch.Tensor) -> None:
    """Check that an argument is a tensor with memory that NumPy can read."""
    if not isinstance(x, torch.Tensor):
        raise TypeError(f"{name}: expected a torch.Tensor, got {type(x).__name__}")
    if x.device.type != "cpu":
        raise TypeError(f"{name}: expected a dense tensor on the CPU, got one on {x.device}")
    if x.layout != torch.strided:
        kind = str(x.layout).removeprefix("torch.")
        raise TypeError(f"{name}: expected a dense tensor on the CPU, got one of layout {kind}")
    if x.dtype not in _KINDS:
        raise TypeError(f"{name}: expected float64 or float32, got {name_of_type(x)}")


def name_of_type(x: torch.Tensor) -> str:
    """Return the type of the numbers of a tensor, for messages."""
    return str(x.dtype).removeprefix("torch.")
