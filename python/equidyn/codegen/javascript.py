"""JavaScript code of inverse dynamics."""

from __future__ import annotations

from ..graph.graph import Operation
from .formulas import CodeNotation, Formulas
from .header import header
from .program import Program

# fmt: off
# words reserved in ECMAScript modules, and Math, used by the code itself
JAVASCRIPT_RESERVED = frozenset((
    "Math", "arguments", "await", "break", "case", "catch", "class", "const", "continue",
    "debugger", "default", "delete", "do", "else", "enum", "eval", "export", "extends", "false",
    "finally", "for", "function", "if", "implements", "import", "in", "instanceof", "interface",
    "let", "new", "null", "package", "private", "protected", "public", "return", "static", "super",
    "switch", "this", "throw", "true", "try", "typeof", "var", "void", "while", "with", "yield",
))
# fmt: on


class _JavaScript(CodeNotation):
    times = " * "

    def function(self, operation: Operation, argument: str) -> str:
        return f"Math.{'sign' if operation is Operation.SIGN else operation.value}({argument})"


def write_javascript(program: Program, name: str) -> str:
    """Write a program as an exported function of this name that returns the torques."""
    formulas = Formulas(program.graph, _JavaScript())
    lines = [
        *(f"// {line}" for line in header(program)),
        f"export function {name}({', '.join(argument.name for argument in program.arguments)}) {{",
        *(f"  const {variable} = {formula};" for variable, formula in formulas.named),
        "  return [",
        *(f"    {torque}," for torque in formulas.outputs),
        "  ];",
        "}",
        "",
    ]
    return "\n".join(lines)
