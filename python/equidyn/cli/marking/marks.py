"""Marks of a class: every file of a folder, in one table, with a page for each."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ... import __version__
from ...output.files import read_csv, write_csv, write_text
from ...output.page import page
from ...output.progress import progress_bar
from ...output.tables import Table
from ...output.tabular import Tabular
from ...studies.grading import Marking
from ..terminal import in_terminal
from .assignment import Assignment, Marked
from .hand_in import MODULES
from .results import RESULTS, judged_file

_TEMPLATE = Path(__file__).with_name("page.html.jinja")

# programs that are not run; their results are marked
_PROGRAMS = (".m", ".mlx", ".jl", ".c", ".cpp", ".rs", ".js", ".java", ".f90", ".nb", ".slx")
_FILES = (*MODULES, *RESULTS, *_PROGRAMS)

# columns that are not points of a quantity
_FIRST = ("file", "verdict", "points", "out_of")
_LAST = ("remark", "same_as", "same_numbers_as", "digest", "numbers")

# fewer wrong numbers may be equal by chance
_MANY = 10


@dataclass(frozen=True, repr=False)
class Marks(Tabular):
    """Marks of a class, a row for each file.

    Attributes
    ----------
    rows : tuple of dict
        File, verdict, points, points by quantity, remark, the first file with the same content and
        that with the same wrong numbers, and digests: of content and assignment, and of many wrong
        numbers that no single known mistake explains.
    """

    rows: tuple[dict[str, str], ...]

    @property
    def passed(self) -> bool:
        """Whether every file is right."""
        return all(row["verdict"] == "pass" for row in self.rows)

    def to_json(self) -> str:
        """Return the rows as JSON."""
        return json.dumps({"passed": self.passed, "files": self.rows}, indent=2)

    def table(self) -> Table:
        """Return the marks."""
        quantities = [name for name in self.rows[0] if name not in (*_FIRST, *_LAST)]
        columns = ("file", "points", *quantities)
        right = sum(row["verdict"] == "pass" for row in self.rows)
        return Table(
            title=f"Marks: {right} of {len(self.rows)} files are right",
            columns=columns,
            align=f"lr{'r' * len(quantities)}",
            rows=tuple(
                (
                    row["file"],
                    f"{row['points']} / {row['out_of']}",
                    *(row[name] for name in quantities),
                )
                for row in self.rows
            ),
            footnote="\n".join(filter(None, map(_remark, self.rows))),
        )


def _remark(row: dict[str, str]) -> str:
    same = f"the same as {row['same_as']}" if row["same_as"] else ""
    numbers = row["same_numbers_as"]
    equal = f"the same wrong numbers, to the last digit, as {numbers}" if numbers else ""
    said = "; ".join(filter(None, (same, equal, row["remark"])))
    return f"{row['file']}: {said}" if said else ""


def files_of(places: Sequence[Path], without: Sequence[Path]) -> dict[str, Path]:
    """Return the files that are marked, by name: those given, and the hand-ins in given folders.

    Parameters
    ----------
    places : sequence of Path
        Files and folders.
    without : sequence of Path
        Files that are no hand-ins, such as the key.

    Raises
    ------
    ValueError
        If there are none.
    """
    others = {path.resolve() for path in without}
    found: dict[str, Path] = {}
    for place in places:
        for path in sorted(place.rglob("*")) if place.is_dir() else [place]:
            inside = path.relative_to(place)
            hidden = any(x.startswith((".", "__")) for x in inside.parts)
            taken = path.suffix.lower() in _FILES or path == place
            if taken and not hidden and path.is_file() and path.resolve() not in others:
                found[str(inside if len(places) == 1 and path != place else path)] = path
    if not found:
        said = ", ".join((*MODULES, *RESULTS))
        raise ValueError(f"FILE: expected files to mark, {said}; the folder has none")
    return found


def mark(assignment: Assignment, file: Path, *, echo: bool) -> Marked:
    """Mark one file of any kind, and show what it prints or not."""
    suffix = file.suffix.lower()
    if suffix in RESULTS:
        return judged_file(assignment, file)
    if suffix in _PROGRAMS:
        return Marked(
            file,
            assignment.missing(assignment.arm),
            f"a {suffix} file is not run: `equidyn vectors` writes states for it, and its results "
            "in .csv, .json or .mat are marked",
        )
    return assignment.marked(file.resolve(), echo=echo)


def mark_all(
    assignment: Assignment, files: Mapping[str, Path], output: Path | None, pages: Path | None
) -> Marks:
    """Mark files, and write the table after each; what it has already is not marked again.

    Parameters
    ----------
    assignment : Assignment
        What is asked.
    files : mapping of str to Path
        The files by name.
    output : Path, optional
        Table of marks, .csv.
    pages : Path, optional
        Folder for a page of each file.

    Raises
    ------
    KeyboardInterrupt
        When interrupted; its argument names the file of the marks so far.
    """
    known = _known(output)
    rows: list[dict[str, str]] = []
    contents: dict[str, str] = {}
    numbers: dict[str, str] = {}
    try:
        with progress_bar("marking", len(files), in_terminal()) as step:
            for name, file in files.items():
                step(name)
                digest = _digest(assignment, file)
                row = known.get((name, digest))
                if row is None or (pages and not _page_of(name, pages).exists()):
                    marked = mark(assignment, file, echo=False)
                    row = _row(name, marked, digest)
                    if pages:
                        _write_page(name, marked, pages)
                first = contents.setdefault(digest, name)
                row["same_as"] = "" if first == name else first
                others = [numbers.setdefault(x, name) for x in row["numbers"].split()]
                told = () if row["same_as"] else dict.fromkeys(x for x in others if x != name)
                row["same_numbers_as"] = ", ".join(told)
                rows.append(row)
                if output:
                    write_csv(output, {"equidyn": __version__}, _with_same_keys(rows))
    except KeyboardInterrupt:
        where = (f"the marks so far are in {output}",) if output else ()
        raise KeyboardInterrupt(*where) from None
    return Marks(tuple(_with_same_keys(rows)))


def _known(output: Path | None) -> dict[tuple[str, str], dict[str, str]]:
    """Return the rows of a table of marks, by file and digest."""
    if output is None or not output.exists():
        return {}
    rows = read_csv(output)[1]
    if rows and not {*_FIRST, *_LAST} <= set(rows[0]):
        raise ValueError(f"--output: expected a table of marks, or no file, got {output}")
    return {(row["file"], row["digest"]): row for row in rows}


def _digest(assignment: Assignment, file: Path) -> str:
    """Return a digest of a file and of what is asked."""
    asked = json.dumps(assignment.to_dict(), sort_keys=True)
    return hashlib.sha256(asked.encode() + file.read_bytes()).hexdigest()[:16]


def _row(name: str, marked: Marked, digest: str) -> dict[str, str]:
    points = {marking.quantity: f"{marking.points:.4g}" for marking in marked.markings}
    return {
        "file": name,
        "verdict": "pass" if marked.passed else "FAIL",
        "points": f"{marked.points:.4g}",
        "out_of": f"{marked.out_of:.4g}",
        **points,
        "remark": marked.summary,
        "digest": digest,
        "numbers": " ".join(filter(None, map(_numbers, marked.markings))),
    }


def _numbers(marking: Marking) -> str:
    """Return the quantity and a digest of its unexplained wrong numbers, if there are many."""
    numbers = marking.unexplained
    if numbers.size < _MANY:
        return ""
    return f"{marking.quantity}:{hashlib.sha256(numbers.tobytes()).hexdigest()[:16]}"


def _with_same_keys(rows: list[dict[str, str]]) -> list[dict[str, str]]:
    """Return rows with the quantities of all of them."""
    quantities = [x for row in rows for x in row if x not in (*_FIRST, *_LAST)]
    keys = (*_FIRST, *dict.fromkeys(quantities), *_LAST)
    return [{key: row.get(key, "") for key in keys} for row in rows]


def _page_of(name: str, pages: Path) -> Path:
    """Return the page of a file, whose name has those of its folders."""
    return pages / ("_".join(x for x in Path(name).parts if x not in ("/", "..", ".")) + ".html")


def _write_page(name: str, marked: Marked, pages: Path) -> None:
    pages.mkdir(parents=True, exist_ok=True)
    points = f"{marked.points:.3g} of {marked.out_of:g} points"
    write_text(_page_of(name, pages), page(_TEMPLATE, marked=marked, name=name, points=points))
