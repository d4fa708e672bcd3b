"""C++ code."""

from __future__ import annotations

from ..graph.graph import Operation
from .arguments import Argument
from .c import C_RESERVED, CNotation, assigned, comment, listed, unused
from .formulas import Formulas
from .language import Language, Request
from .program import Program

# fmt: off
# keywords of C++20 that C has not, the namespace that the code uses, and macros and types of what
# its headers may include
CPP_RESERVED = C_RESERVED | {
    "and", "and_eq", "bitand", "bitor", "catch", "char16_t", "char32_t", "char8_t", "class",
    "co_await", "co_return", "co_yield", "compl", "concept", "const_cast", "consteval", "constinit",
    "decltype", "delete", "dynamic_cast", "explicit", "export", "friend", "mutable", "namespace",
    "new", "noexcept", "not", "not_eq", "operator", "or", "or_eq", "private", "protected", "public",
    "reinterpret_cast", "requires", "static_cast", "std", "template", "this", "throw", "try",
    "typeid", "typename", "using", "virtual", "wchar_t", "xor", "xor_eq",
    "be16toh", "be32toh", "be64toh", "errno", "fd_mask", "fd_set", "htobe16", "htobe32", "htobe64",
    "htole16", "htole32", "htole64", "le16toh", "le32toh", "le64toh", "offsetof",
    "pthread_cleanup_pop", "pthread_cleanup_push", "sched_priority", "stderr", "stdin", "stdout",
    "strdupa", "strndupa", "u_char", "u_int", "u_long", "u_short", "uint", "ulong", "ushort",
}
# fmt: on


class _Cpp(CNotation):
    def function(self, operation: Operation, argument: str) -> str:
        if operation is Operation.SIGN:
            return f"static_cast<{self.dtype}>(({argument} > 0) - ({argument} < 0))"
        return f"std::{operation.value}({argument})"


def write_cpp(program: Program, request: Request) -> str:
    """Write a program as an inline function of C++11, which writes its results to arrays."""
    name, dtype, _ = request
    formulas = Formulas(program.graph, _Cpp(dtype))

    def declared(argument: Argument) -> str:
        return f"std::array<{dtype}, {argument.size}>& {argument.name}"

    parameters = [f"const {declared(argument)}" for argument in program.arguments]
    parameters += [declared(result) for result in program.results]
    body = [f"static_cast<void>({x});" for x in unused(program)]
    body += [f"const {dtype} {variable} = {formula};" for variable, formula in formulas.named]
    body += assigned(program, formulas)
    lines = [
        *comment(program),
        "#pragma once",
        "",
        "#include <array>",
        "#include <cmath>",
        "",
        listed(f"inline void {name}(", parameters, ") noexcept"),
        "{",
        *(f"    {statement}" for statement in body),
        "}",
        "",
    ]
    return "\n".join(lines)


CPP = Language(
    "C++11",
    "std::array of numbers, row after row; writes the results to such arrays",
    write_cpp,
    CPP_RESERVED,
    # any header may include others: names of macros, in capitals, and of types of POSIX
    names=r"(?!M_\w+$|[A-Z0-9_]+$|\w+_t$)[A-Za-z]\w*",
    dtypes=("double", "float"),
)
