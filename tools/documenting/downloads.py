"""Files that the site offers: the laboratory of a PUMA 560, and reference vectors of ten arms."""

from pathlib import Path

import equidyn
from equidyn import robots
from equidyn.output.files import write_text
from equidyn.page.page import MODULE, WITHOUT_MODULE

from .markdown import table

# a link from a page of the site
_OPEN = '<a href="_static/lab.html">Open the laboratory of a PUMA 560</a>: a megabyte.\n'
_ABSENT = f"The laboratory is not here, since {WITHOUT_MODULE}.\n"

# arms of every kind: textbook and maker, both conventions, prismatic joints, six and seven axes
ARMS = (
    *("planar_2r", "scara", "stanford", "puma560", "cylindrical"),
    *("ur5e", "iiwa14", "panda", "gen3", "sawyer"),
)
SUFFIXES = (".json", ".csv")


def write_laboratory(folder: Path, part: Path) -> None:
    """Write the page of a PUMA 560 into a folder, and the sentence as a part of another page."""
    if MODULE.exists():
        robots.puma560().lab().save(folder / "lab.html")
    write_text(part, _OPEN if MODULE.exists() else _ABSENT)


def write_vectors(folder: Path, page: Path) -> None:
    """Write the files of every arm into a folder, and the table as a part of a page."""
    rows = []
    for name in ARMS:
        vectors = equidyn.reference_vectors(name)
        for suffix in SUFFIXES:
            vectors.save(folder / _file(name, suffix))
        links = " ".join(
            f"{{download}}`{suffix} </{folder.name}/{_file(name, suffix)}>`" for suffix in SUFFIXES
        )
        rows.append((f"`{name}`", vectors.arm.joints, vectors.arm.convention, links))
    write_text(page, table(("arm", "joints", "frames", "files"), rows))


def _file(name: str, suffix: str) -> str:
    return f"equidyn-{equidyn.__version__}-{name}{suffix}"
