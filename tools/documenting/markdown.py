"""Tables, code, lists of pages, folded parts and excerpts in MyST Markdown."""

from collections.abc import Iterable, Sequence


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table; a bar in a cell stays a bar."""
    lines = [head, ["---"] * len(head), *rows]
    cells = ([text.replace("|", "\\|") for text in line] for line in lines)
    return "".join(f"| {' | '.join(line)} |\n" for line in cells)


def pairs(rows: Iterable[tuple[str, str]]) -> str:
    """Return a table of names and what they are, without a head."""
    items = "".join(f"* - {name}\n  - {meaning}\n" for name, meaning in rows)
    return f"```{{list-table}}\n{items}```\n"


def literal(text: str) -> str:
    """Return text as code within a line."""
    return f"`` {text} ``" if "`" in text else f"`{text}`"


def code_block(language: str, text: str) -> str:
    """Return a block of code."""
    return f"```{{code-block}} {language}\n{text.rstrip()}\n```\n"


def dropdown(title: str, content: str) -> str:
    """Return a folded part, opened by a click on its title."""
    return f"````{{dropdown}} {title}\n{content.rstrip()}\n````\n"


def toctree(names: Iterable[str], hidden: bool = False) -> str:
    """Return the toctree of the pages below this one, hidden where they are listed otherwise."""
    option = ":hidden:" if hidden else ":maxdepth: 1"
    return f"```{{toctree}}\n{option}\n\n" + "\n".join(names) + "\n```\n"


def excerpt(show: str, title: str, **options: str) -> str:
    """Return parts of the laboratory in a frame."""
    lines = [f":{name}: {value}" for name, value in {"title": title, **options}.items()]
    return "\n".join((f"```{{excerpt}} {show}", *lines, "```\n"))
