"""Inverse dynamics as a C99 function."""

from __future__ import annotations

from ..graph.graph import Operation
from .formulas import CodeNotation, Formulas
from .header import header
from .program import Program

# fmt: off
C_RESERVED = frozenset((
    "auto", "break", "case", "char", "const", "continue", "default", "do", "double", "else", "enum",
    "extern", "float", "for", "goto", "if", "inline", "int", "long", "register", "restrict",
    "return", "short", "signed", "sizeof", "static", "struct", "switch", "typedef", "union",
    "unsigned", "void", "volatile", "while", "cos", "sin",
))
# fmt: on
_LINE = 100


class _C(CodeNotation):
    times = "*"

    def function(self, operation: Operation, argument: str) -> str:
        if operation is Operation.SIGN:
            return f"(double)(({argument} > 0) - ({argument} < 0))"
        return f"{operation.value}({argument})"


def write_c(program: Program, name: str) -> str:
    """Write a program as a C99 function of this name, which writes the torques to ``tau``."""
    formulas = Formulas(program.graph, _C())
    used = {element.partition("[")[0] for element in program.used()}
    # no warning of arguments that the torques do not depend on
    body = [f"(void){a.name};" for a in program.arguments if a.name not in used]
    body += [f"const double {variable} = {formula};" for variable, formula in formulas.named]
    body += [f"tau[{k}] = {formula};" for k, formula in enumerate(formulas.outputs)]

    parameters = [f"const double {a.name}[{a.size}]" for a in program.arguments]
    parameters.append(f"double tau[{program.arm.n}]")
    lines = [
        *(f" * {line}" for line in header(program)),
        " * tau must not overlap the arguments.",
        " */",
        "#include <math.h>",
        "",
        _declaration(f"void {name}(", parameters),
        "{",
        *(f"    {statement}" for statement in body),
        "}",
        "",
    ]
    return "/*" + "\n".join(lines)[2:]


def _declaration(start: str, parameters: list[str]) -> str:
    """Return the declaration of a function in one line, or in a line for each parameter."""
    line = f"{start}{', '.join(parameters)})"
    if len(line) <= _LINE:
        return line
    return start + (",\n" + " " * len(start)).join(parameters) + ")"
