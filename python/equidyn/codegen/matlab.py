"""Code of MATLAB and GNU Octave."""

from __future__ import annotations

from collections.abc import Sequence

from ..graph.graph import Operation
from .arguments import Argument, element_of, indices
from .formulas import CodeNotation, Formulas
from .header import header
from .language import Language, Request
from .program import Program

# fmt: off
# keywords of MATLAB and of Octave, and the functions that the code uses
MATLAB_RESERVED = frozenset((
    "arguments", "break", "case", "catch", "classdef", "continue", "cos", "do", "else", "elseif",
    "end", "end_try_catch", "end_unwind_protect", "endarguments", "endclassdef", "endenumeration",
    "endevents", "endfor", "endfunction", "endif", "endmethods", "endparfor", "endproperties",
    "endspmd", "endswitch", "endwhile", "enumeration", "events", "for", "function", "global", "if",
    "methods", "otherwise", "parfor", "persistent", "properties", "return", "sign", "sin", "spmd",
    "switch", "try", "until", "unwind_protect", "unwind_protect_cleanup", "while", "zeros",
))
# fmt: on


class _Matlab(CodeNotation):
    times = "*"

    def __init__(self, program: Program) -> None:
        self._shapes = {argument.name: argument.shape for argument in program.arguments}

    def input(self, name: str) -> str:
        argument = name.partition("[")[0]
        return f"{argument}({_counted_from_1(element_of(name, self._shapes[argument]))})"

    def function(self, operation: Operation, argument: str) -> str:
        return f"{'sign' if operation is Operation.SIGN else operation.value}({argument})"


def write_matlab(program: Program, request: Request) -> str:
    """Write a program as the function of a file, whose vectors are columns."""
    formulas = Formulas(program.graph, _Matlab(program))
    arguments = ", ".join(argument.name for argument in program.arguments)
    names = ", ".join(result.name for result in program.results)
    results = names if len(program.results) == 1 else f"[{names}]"
    body = [f"{variable} = {formula};" for variable, formula in formulas.named]
    for result, texts in program.by_result(formulas.outputs):
        body += _assigned(result, texts)
    lines = [
        f"function {results} = {request.name}({arguments})",
        *(f"% {line}" for line in header(program)),
        *(f"  {statement}" for statement in body),
        "end",
        "",
    ]
    return "\n".join(lines)


def _counted_from_1(where: Sequence[int]) -> str:
    return ", ".join(str(index + 1) for index in where)


def _assigned(result: Argument, texts: Sequence[str]) -> list[str]:
    """Return the statements that make a result; what is zero is not assigned."""
    if not result.shape:
        return [f"{result.name} = {texts[0]};"]
    shape = result.shape if len(result.shape) > 1 else (*result.shape, 1)
    elements = (
        f"{result.name}({_counted_from_1(indices(k, result.shape))}) = {text};"
        for k, text in enumerate(texts)
        if text != "0.0"
    )
    return [f"{result.name} = zeros({', '.join(map(str, shape))});", *elements]


MATLAB = Language(
    "MATLAB and GNU Octave",
    "arrays; returns column vectors and matrices",
    write_matlab,
    MATLAB_RESERVED,
    names=r"[A-Za-z]\w{0,62}",
)
