"""JavaScript code."""

from __future__ import annotations

from ..graph.graph import Operation
from .arguments import nested
from .formulas import Formulas
from .header import header
from .language import Language, Request
from .program import Program
from .python import NestedNotation

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


class _JavaScript(NestedNotation):
    def function(self, operation: Operation, argument: str) -> str:
        return f"Math.{'sign' if operation is Operation.SIGN else operation.value}({argument})"


def write_javascript(program: Program, request: Request) -> str:
    """Write a program as an exported function.

    It returns an array of arrays, or an object of several by name.
    """
    formulas = Formulas(program.graph, _JavaScript(program))
    results = list(program.by_result(formulas.outputs))
    if len(results) == 1:
        ((result, texts),) = results
        first, *others = nested(texts, result.shape, "  ")
        returned = [f"return {first}", *others]
    else:
        returned = ["return {"]
        for result, texts in results:
            first, *others = nested(texts, result.shape, "  ")
            returned += [f"  {line}" for line in (f"{result.name}: {first}", *others)]
        returned.append("},")
    returned[-1] = returned[-1].removesuffix(",") + ";"
    arguments = ", ".join(argument.name for argument in program.arguments)
    lines = [
        *(f"// {line}" for line in header(program)),
        f"export function {request.name}({arguments}) {{",
        *(f"  const {variable} = {formula};" for variable, formula in formulas.named),
        *(f"  {line}" for line in returned),
        "}",
        "",
    ]
    return "\n".join(lines)


JAVASCRIPT = Language(
    "JavaScript, a module of ECMAScript",
    "arrays, nested for matrices; returns an array, or several by name",
    write_javascript,
    JAVASCRIPT_RESERVED,
)
