"""SymPy expressions."""

from __future__ import annotations

import keyword
from collections.abc import Sequence

from ..graph.graph import Operation
from .arguments import Argument, nested
from .formulas import Formulas
from .header import header
from .language import Language, Request
from .program import Program
from .python import NestedNotation

# names that the code uses
_USED = ("Matrix", "Rational", "cos", "sign", "sin", "symbols", "range", "tuple", "__debug__")
SYMPY_RESERVED = frozenset((*_USED, *keyword.kwlist))

# the symbol of the element of a joint or a link
_LETTERS = {"mass": "m"}

_OF_LINKS = {
    "com": 'symbols(f"c_{k}x c_{k}y c_{k}z")',
    "inertia": "tuple(symbols(row.format(k=k)) for row in _TENSOR)",
}
_SYMBOLS = {
    "tip_wrench": "f_x f_y f_z n_x n_y n_z",
    "base_motion": "w_x w_y w_z wd_x wd_y wd_z a_x a_y a_z",
    "gravity": "g_x g_y g_z",
    "g": "g,",
    "payload": "m_load,",
}
_TENSOR = (
    '_TENSOR = ("I_{k}xx I_{k}xy I_{k}xz", "I_{k}xy I_{k}yy I_{k}yz", "I_{k}xz I_{k}yz I_{k}zz")'
)


# largest numerator and denominator that are written as such
_LARGEST = 64


class _SymPy(NestedNotation):
    def number(self, value: float) -> str:
        """Write a half as a fraction, of which two make 1 and not 1.0; all digits of others."""
        numerator, denominator = value.as_integer_ratio()
        if max(numerator, denominator) > _LARGEST:
            return super().number(value)
        return str(numerator) if denominator == 1 else f"Rational({numerator}, {denominator})"

    def function(self, operation: Operation, argument: str) -> str:
        return f"{'sign' if operation is Operation.SIGN else operation.value}({argument})"


def write_sympy(program: Program, request: Request) -> str:
    """Write a program as a function of symbols, its default arguments, or of numbers."""
    formulas = Formulas(program.graph, _SymPy(program))
    arguments = ", ".join(f"{x.name}={x.name}" for x in program.arguments)
    body = [f"{variable} = {formula}" for variable, formula in formulas.named]
    for result, texts in program.by_result(formulas.outputs):
        body += _assigned(result, texts)
    lines = [
        *(f"# {line}" for line in header(program)),
        "from sympy import Matrix, Rational, cos, sign, sin, symbols",
        "",
        *([_TENSOR] if "inertia" in program.parameters else []),
        *(f"{x.name} = {_symbols(x)}" for x in program.arguments),
        "",
        "",
        f"def {request.name}({arguments}):",
        *(f"    {line}" for line in body),
        f"    return {', '.join(result.name for result in program.results)}",
        "",
    ]
    return "\n".join(lines)


def _symbols(argument: Argument) -> str:
    """Return the code that makes the symbols of an argument, joints numbered from 1."""
    if argument.name in _SYMBOLS:
        return f'symbols("{_SYMBOLS[argument.name]}")'
    end = argument.shape[0] + 1
    if argument.name in _OF_LINKS:
        return f"tuple({_OF_LINKS[argument.name]} for k in range(1, {end}))"
    return f'symbols("{_LETTERS.get(argument.name, argument.name)}_1:{end}")'


def _assigned(result: Argument, texts: Sequence[str]) -> list[str]:
    """Return the lines of a result: a matrix, lists of lists for more axes, or an expression."""
    first, *others = nested(texts, result.shape, "    ")
    ends = ("Matrix(", ")") if len(result.shape) in (1, 2) else ("", "")
    lines = [f"{result.name} = {ends[0]}{first}", *others]
    lines[-1] = lines[-1].removesuffix(",") + ends[1]
    return lines


SYMPY = Language(
    "Python with SymPy",
    "symbols by default, or numbers; returns a matrix or an expression, or a tuple of several",
    write_sympy,
    SYMPY_RESERVED,
    symbolic=True,
)
