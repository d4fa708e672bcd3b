"""Python code without a library."""

from __future__ import annotations

import keyword

from ..graph.graph import Operation
from .arguments import element_of, nested
from .formulas import CodeNotation, Formulas
from .header import header
from .language import Language, Request
from .program import Program

PYTHON_RESERVED = frozenset(("cos", "sin", "__debug__", *keyword.kwlist))


class NestedNotation(CodeNotation):
    """Notation of languages whose arrays of several axes are lists of lists."""

    times = " * "

    def __init__(self, program: Program) -> None:
        self._shapes = {argument.name: argument.shape for argument in program.arguments}

    def input(self, name: str) -> str:
        """Write an element with an index for each axis."""
        argument = name.partition("[")[0]
        return argument + "".join(f"[{k}]" for k in element_of(name, self._shapes[argument]))


class _Python(NestedNotation):
    def function(self, operation: Operation, argument: str) -> str:
        if operation is Operation.SIGN:
            return f"(({argument} > 0) - ({argument} < 0))"
        return f"{operation.value}({argument})"


def write_python(program: Program, request: Request) -> str:
    """Write a program as a function of lists that returns numbers in lists of lists."""
    formulas = Formulas(program.graph, _Python(program))
    arguments = ", ".join(argument.name for argument in program.arguments)
    returned = ["return ("]
    for result, texts in program.by_result(formulas.outputs):
        returned += [f"    {line}" for line in nested(texts, result.shape, "    ")]
    if len(program.results) == 1:
        returned[-1] = returned[-1].removesuffix(",")
    lines = [
        *(f"# {line}" for line in header(program)),
        "from math import cos, sin",
        "",
        "",
        f"def {request.name}({arguments}):",
        *(f"    {variable} = {formula}" for variable, formula in formulas.named),
        *(f"    {line}" for line in returned),
        "    )",
        "",
    ]
    return "\n".join(lines)


PYTHON = Language(
    "Python without a library",
    "lists, nested for matrices; returns a list, or a tuple of several",
    write_python,
    PYTHON_RESERVED,
)
