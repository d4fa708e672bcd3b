"""Tables of the page of generated code: languages, and quantities with what they take."""

from pathlib import Path

from equidyn.codegen.generated_code import LANGUAGES
from equidyn.codegen.quantities import QUANTITIES
from equidyn.output.files import write_text

from .markdown import table


def write(folder: Path) -> None:
    """Write both tables, as parts of a page."""
    languages = (
        (f'`"{name}"`', language.title, language.takes, ", ".join(language.dtypes))
        for name, language in LANGUAGES.items()
    )
    quantities = (
        (
            f'`"{name}"`',
            ", ".join(kind.operands),
            ", ".join(kind.results),
            ", ".join(kind.parameters),
            ", ".join(sorted(kind.options)),
            f"of {kind.methods}".replace("_", " ") if kind.methods else "",
        )
        for name, kind in QUANTITIES.items()
    )
    head = ("`language`", "language", "a function takes", "`dtype`")
    write_text(folder / "languages.md", table(head, languages))
    head = ("`quantity`", "takes", "results", "`parameters`", "options", "`formulation`")
    write_text(folder / "code_of_quantities.md", table(head, quantities))
