"""NumPy code, which runs under JAX and PyTorch too."""

from __future__ import annotations

import keyword
from collections.abc import Sequence

from ..graph.graph import Operation
from .arguments import Argument, element_of
from .formulas import CodeNotation, Formulas
from .header import header
from .language import Language, Request
from .program import Program

# names that the code uses
NUMPY_RESERVED = frozenset(("np", "xp", "ValueError", "__debug__", *keyword.kwlist))


class _NumPy(CodeNotation):
    times = " * "

    def input(self, name: str) -> str:
        return _local(name)

    def function(self, operation: Operation, argument: str) -> str:
        return f"xp.{'sign' if operation is Operation.SIGN else operation.value}({argument})"


def write_numpy(program: Program, request: Request) -> str:
    """Write a program as a function, whose leading axes broadcast.

    No element of an array is assigned, so that the module of arrays may be jax.numpy or torch.
    """
    formulas = Formulas(program.graph, _NumPy())
    names = [argument.name for argument in program.arguments]
    used = program.used()
    shapes = ", ".join(map(_shape, program.results))
    body = [
        f'"""Return {shapes}; leading axes broadcast."""',
        *(f"{x} = 1.0 * xp.asarray({x})" for x in names),
        *(line for x in program.arguments for line in _checked(x)),
        f"zero = 0.0 * {_corner(program.arguments[0])}",
        *(f"zero = zero + 0.0 * {_corner(x)}" for x in program.arguments[1:]),
        *(f"{x.name} = {x.name} + zero{_new_axes(x)}" for x in program.arguments),
        *(
            f"{_local(element)} = {x.name}[..., {_position(x, element)}]"
            for x in program.arguments
            for element in x.elements
            if element in used
        ),
        "",
        *(f"{variable} = {formula}" for variable, formula in formulas.named),
        "",
    ]
    numbers = [program.graph.is_number(x) for x in program.graph.outputs]
    texts = [
        f"zero[..., 0] + {formula}" if is_number else formula
        for formula, is_number in zip(formulas.outputs, numbers, strict=True)
    ]
    for result, formulas_of_it in program.by_result(texts):
        body += _stacked(result, formulas_of_it)
    body.append(f"return {', '.join(result.name for result in program.results)}")
    lines = [
        *(f"# {line}" for line in header(program)),
        "# xp: the module of the arrays. Those of JAX and PyTorch need xp=jax.numpy or xp=torch.",
        "import numpy as np",
        "",
        "",
        f"def {request.name}({', '.join(names)}, xp=np):",
        *(f"    {line}".rstrip() for line in body),
        "",
    ]
    return "\n".join(lines)


def _local(element: str) -> str:
    """Return the local variable of an element of an argument: "qd0" for "qd[0]"."""
    return element.replace("[", "").replace("]", "")


def _extents(array: Argument) -> str:
    return ", ".join(map(str, array.shape))


def _shape(result: Argument) -> str:
    return f"{result.name} (..., {_extents(result)})" if result.shape else f"{result.name} (...)"


def _new_axes(argument: Argument) -> str:
    return f"[..., {', '.join('None' for _ in argument.shape[1:])}]" if argument.shape[1:] else ""


def _corner(argument: Argument) -> str:
    """Return an element of an argument, with its leading axes and one axis of length 1."""
    return f"{argument.name}[..., {', '.join(['0'] * (len(argument.shape) - 1) + [':1'])}]"


def _position(argument: Argument, element: str) -> str:
    return ", ".join(map(str, element_of(element, argument.shape)))


def _checked(argument: Argument) -> list[str]:
    """Return the lines that refuse an argument of another shape."""
    name, axes = argument.name, len(argument.shape)
    expected = f"({_extents(argument)},)" if axes == 1 else f"({_extents(argument)})"
    said = f"{name}: expected shape (..., {_extents(argument)}), got "
    return [
        f"if {name}.shape[-{axes}:] != {expected}:",
        f'    raise ValueError(f"{said}{{{name}.shape}}")',
    ]


def _stacked(result: Argument, texts: Sequence[str]) -> list[str]:
    """Return the lines that make an array of the elements of a result."""
    if not result.shape:
        return [f"{result.name} = {texts[0]}"]
    lines = [f"{result.name} = [", *(f"    {text}," for text in texts), "]"]
    stacked = f"{result.name} = xp.stack({result.name}, -1)"
    if len(result.shape) > 1:
        stacked += f".reshape((*zero.shape[:-1], {_extents(result)}))"
    return [*lines, stacked]


NUMPY = Language(
    "Python with NumPy, JAX or PyTorch",
    "arrays whose leading axes broadcast, of JAX and PyTorch with `xp=jax.numpy` and `xp=torch`; "
    "returns an array, or a tuple of several",
    write_numpy,
    NUMPY_RESERVED,
)
