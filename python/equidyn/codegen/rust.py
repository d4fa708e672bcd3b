"""Rust code."""

from __future__ import annotations

from ..graph.graph import Operation
from .arguments import Argument
from .c import assigned, listed, single, unused
from .formulas import CodeNotation, Formulas
from .header import header
from .language import Language, Request
from .program import Program

# fmt: off
# keywords of all editions, those that are reserved for later, and the name of a program's start
RUST_RESERVED = frozenset((
    "Self", "_", "abstract", "as", "async", "await", "become", "box", "break", "const", "continue",
    "crate", "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if",
    "impl", "in", "let", "loop", "macro", "main", "match", "mod", "move", "mut", "override", "priv",
    "pub", "ref", "return", "self", "static", "struct", "super", "trait", "true", "try", "type",
    "typeof", "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
))
# fmt: on


class _Rust(CodeNotation):
    times = " * "

    def __init__(self, dtype: str) -> None:
        self._type = {"double": "f64", "float": "f32"}[dtype]

    def number(self, value: float) -> str:
        return single(value) if self._type == "f32" else repr(value)

    def function(self, operation: Operation, argument: str) -> str:
        if operation is Operation.SIGN:
            compared = f"i8::from({argument} > 0.0) - i8::from({argument} < 0.0)"
            return f"{self._type}::from({compared})"
        return f"{self._type}::{operation.value}({argument})"


def write_rust(program: Program, request: Request) -> str:
    """Write a program as a public function, which writes its results to arrays."""
    formulas = Formulas(program.graph, _Rust(request.dtype))
    kind = {"double": "f64", "float": "f32"}[request.dtype]

    def declared(argument: Argument, reference: str) -> str:
        return f"{argument.name}: {reference}[{kind}; {argument.size}]"

    parameters = [declared(argument, "&") for argument in program.arguments]
    parameters += [declared(result, "&mut ") for result in program.results]
    body = [f"let _ = {x};" for x in unused(program)]
    body += [f"let {variable} = {formula};" for variable, formula in formulas.named]
    body += assigned(program, formulas)
    lines = [
        *(f"// {line}" for line in (*header(program), "Matrices lie row after row.")),
        "#[allow(non_snake_case, clippy::all)]",
        listed(f"pub fn {request.name}(", parameters, ") {"),
        *(f"    {statement}" for statement in body),
        "}",
        "",
    ]
    return "\n".join(lines)


RUST = Language(
    "Rust",
    "references to arrays of numbers, row after row; writes the results to arrays",
    write_rust,
    RUST_RESERVED,
    dtypes=("double", "float"),
)
