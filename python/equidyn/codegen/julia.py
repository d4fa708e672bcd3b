"""Julia code."""

from __future__ import annotations

from collections.abc import Sequence

from ..graph.graph import Operation
from .arguments import Argument, element_of, indices
from .formulas import CodeNotation, Formulas
from .header import header
from .language import Language, Request
from .program import Program

# fmt: off
# keywords of Julia 1, and the functions that the code uses
JULIA_RESERVED = frozenset((
    "_", "baremodule", "begin", "break", "catch", "const", "continue", "cos", "do", "else",
    "elseif", "end", "export", "false", "finally", "for", "function", "global", "if", "import",
    "let", "local", "macro", "module", "quote", "reshape", "return", "sign", "sin", "struct",
    "true", "try", "using", "while",
))
# fmt: on


class _Julia(CodeNotation):
    times = " * "

    def __init__(self, program: Program) -> None:
        self._shapes = {argument.name: argument.shape for argument in program.arguments}

    def input(self, name: str) -> str:
        argument = name.partition("[")[0]
        where = element_of(name, self._shapes[argument])
        return f"{argument}[{', '.join(str(index + 1) for index in where)}]"

    def function(self, operation: Operation, argument: str) -> str:
        return f"{'sign' if operation is Operation.SIGN else operation.value}({argument})"


def write_julia(program: Program, request: Request) -> str:
    """Write a program as a function of arrays."""
    formulas = Formulas(program.graph, _Julia(program))
    body = [f"{variable} = {formula}" for variable, formula in formulas.named]
    for result, texts in program.by_result(formulas.outputs):
        body += _assigned(result, texts)
    lines = [
        *(f"# {line}" for line in header(program)),
        f"function {request.name}({', '.join(argument.name for argument in program.arguments)})",
        *(f"    {line}" for line in body),
        f"    return {', '.join(result.name for result in program.results)}",
        "end",
        "",
    ]
    return "\n".join(lines)


def _assigned(result: Argument, texts: Sequence[str]) -> list[str]:
    """Return the lines of a result; arrays of several axes lie column after column."""
    if not result.shape:
        return [f"{result.name} = {texts[0]}"]
    columns = sorted(range(len(texts)), key=lambda k: indices(k, result.shape)[::-1])
    lines = [f"    {texts[k]}," for k in columns]
    if len(result.shape) == 1:
        return [f"{result.name} = [", *lines, "]"]
    extents = ", ".join(map(str, result.shape))
    return [f"{result.name} = reshape([", *lines, f"], {extents})"]


JULIA = Language(
    "Julia 1",
    "arrays; returns an array, or a tuple of several",
    write_julia,
    JULIA_RESERVED,
)
