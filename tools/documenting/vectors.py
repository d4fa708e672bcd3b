"""Test vectors that the site offers, computed when it is built, and the table of their files."""

from pathlib import Path

import equidyn
from equidyn.output.files import write_text

from .markdown import table

# arms of every kind: textbook and maker, both conventions, prismatic joints, six and seven axes
ARMS = (
    *("planar_2r", "scara", "stanford", "puma560", "cylindrical"),
    *("ur5e", "iiwa14", "panda", "gen3", "sawyer"),
)
SUFFIXES = (".json", ".csv")


def write(folder: Path, page: Path) -> None:
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
