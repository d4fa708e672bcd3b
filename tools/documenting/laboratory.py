"""Laboratory that the site offers, and the sentence that opens it."""

from pathlib import Path

from equidyn import robots
from equidyn.output.files import write_text
from equidyn.page.page import MODULE, WITHOUT_MODULE

# as of pages among the static files
_OPEN = '<a href="_static/lab.html">Open the laboratory of a PUMA 560</a>: a megabyte.\n'
_ABSENT = f"The laboratory is not here, since {WITHOUT_MODULE}.\n"


def write(folder: Path, part: Path) -> None:
    """Write the page of a PUMA 560 into a folder, and the sentence as a part of another page."""
    if MODULE.exists():
        robots.puma560().lab().save(folder / "lab.html")
    write_text(part, _OPEN if MODULE.exists() else _ABSENT)
