"""Table of all chains of some files, and the differences to be explained."""

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from equidyn.output.tables import Table

from .chains import chains
from .comparing import READERS, Comparison, compare

_TESTS = Path(__file__).parents[2] / "tests/data/urdf"

# quantities of the table; the judges have more
_SHOWN = {
    "torque": ("torque", "inverse dynamics"),
    "M": ("mass_matrix", "mass matrix"),
    "acceleration": ("acceleration", "forward dynamics"),
    "Jacobian": ("jacobian", "pose", "poses and Jacobians"),
}


def main(arguments: Sequence[str]) -> int:
    """Compare every chain of every file; return 1 where anything differs without reason."""
    found = {path: _compared(path) for path in _files([Path(x) for x in arguments])}
    print(_table(found))
    for path, comparisons in found.items():
        reasons = Counter(reason for one in comparisons for reason in one.refusals)
        for reason, chains_of in reasons.items():
            print(f"{path.stem}: {chains_of} chains: {reason}")
        for one in comparisons:
            for line in one.beyond(explained=True):
                print(f"{path.stem} {line}: its mass matrix has the condition {one.condition:.0e}")
    wrong = [
        f"{path.stem} {line}"
        for path, comparisons in found.items()
        for one in comparisons
        for line in one.beyond(explained=False)
    ]
    print("\n".join(wrong) or "nothing differs without reason")
    return 1 if wrong else 0


def _files(given: list[Path]) -> Iterator[Path]:
    packages = Path(sys.prefix).glob("lib/python*/site-packages/*/share/example-robot-data/robots")
    for place in given or [_TESTS, *packages]:
        yield from [place] if place.is_file() else sorted(place.rglob("*.urdf"))


def _compared(path: Path) -> list[Comparison]:
    text = path.read_text(encoding="utf-8")
    print(path.name, file=sys.stderr, flush=True)
    return [compare(text, ends) for ends in chains(text)]


def _table(found: dict[Path, list[Comparison]]) -> Table:
    rows = []
    for path, comparisons in found.items():
        sizes = [len(one.ends.joints) for one in comparisons]
        span = "-".join(str(n) for n in sorted({min(sizes), max(sizes)})) if sizes else ""
        rows.append((path.stem, str(len(sizes)), span, *_worst(comparisons)))
    return Table(
        title="Chains of URDF files: equidyn beside " + " and ".join(READERS),
        columns=("file", "chains", "joints", *_SHOWN),
        align="lrr" + "r" * len(_SHOWN),
        rows=tuple(rows),
        footnote="largest difference of all chains and libraries, as a part of the largest value",
    )


def _worst(comparisons: list[Comparison]) -> list[str]:
    worst = []
    for quantities in _SHOWN.values():
        differences = [
            difference
            for one in comparisons
            for (_, quantity), difference in one.differences.items()
            if quantity in quantities
        ]
        worst.append(f"{max(differences):.0e}" if differences else "")
    return worst
