"""Search of a C++ header for structs that are formulations: those with a member `info`."""

from __future__ import annotations

import re
from collections.abc import Iterator

# comments, literals, numbers (which may have apostrophes), words, and every other character alone.
# unclosed text is a token too, so that nothing is read twice
_TOKEN = re.compile(
    r"//[^\n]*|/\*.*?(?:\*/|\Z)"
    r'|R"(?P<end>[^()\\\s]{0,16})\(.*?(?:\)(?P=end)"|\Z)'
    r'|"(?:\\.|[^"\\\n])*"?|\'(?:\\.|[^\'\\\n])*\'?'
    r"|\d[\w.']*|[A-Za-z_]\w*|::|\S",
    re.DOTALL,
)
# characters of a name, and names, shown in messages
_SHOWN, _MOST = 100, 10
_QUALIFIED = re.compile(r"(::)?[A-Za-z_]\w*(::[A-Za-z_]\w*)*")


def formulation_struct(file: str, source: str, wanted: str | None) -> str:
    """Return the qualified name of the only formulation of a header, or of the wanted one.

    Raises
    ------
    ValueError
        If there is none, or one of several is not wanted by its name.
    """
    if wanted is not None:
        if not _QUALIFIED.fullmatch(wanted):
            raise ValueError(f"struct: expected a name such as 'mine::Kane', got {_cut(wanted)!r}")
        return wanted
    found = list(_with_info(source))
    if len(found) == 1:
        return found[0]
    if found:
        more = f" and {len(found) - _MOST} more" if len(found) > _MOST else ""
        names = ", ".join(map(_cut, found[:_MOST])) + more
        raise ValueError(f"struct: {file} has several formulations, {names}; choose one by name")
    raise ValueError(
        f"path: expected a struct with `static constexpr FormulationInfo info` in {file}, got none"
    )


def _cut(name: str) -> str:
    return name if len(name) <= _SHOWN else f"{name[:_SHOWN]}…"


def _with_info(source: str) -> Iterator[str]:
    """Yield the qualified names of all structs with a member `info`."""
    scopes: list[str | None] = []  # names of namespaces and structs; None for all other blocks
    blocks = 0  # how many are None
    statement: list[str] = []
    for token in _tokens(source):
        if token not in ("{", "}", ";"):
            statement.append(token)
            continue
        if not blocks and scopes and _declares_info(statement):
            yield "::".join(filter(None, scopes))
        if token == "{":
            scopes.append(_scope(statement))
            blocks += scopes[-1] is None
        elif token == "}" and scopes:
            blocks -= scopes.pop() is None
        statement = []


def _tokens(source: str) -> Iterator[str]:
    without_directives = re.sub(r"^[ \t]*#(?:\\\n|[^\n])*", "", source, flags=re.MULTILINE)
    for match in _TOKEN.finditer(without_directives):
        if not match[0].startswith(("//", "/*")):
            yield match[0]


def _declares_info(statement: list[str]) -> bool:
    declared = statement[: statement.index("=")] if "=" in statement else statement
    return declared[-1:] == ["info"] and "constexpr" in declared


def _scope(statement: list[str]) -> str | None:
    """Return the name of a namespace or struct that a statement opens; empty without a name."""
    if "namespace" in statement:
        return "".join(statement[statement.index("namespace") + 1 :])
    head = statement[: statement.index(":")] if ":" in statement else statement
    if "template" in head or "enum" in head:
        return None
    keywords = [k for k, token in enumerate(head) if token in ("struct", "class")]
    return head[keywords[-1] + 1] if keywords and keywords[-1] + 1 < len(head) else None
