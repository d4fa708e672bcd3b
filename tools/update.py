#!/usr/bin/env python3
"""Update the recorded counts, names, bits, table and picture, and show the changes as a diff.

Counts the operations of every formulation of the installed package again, and makes the table of
the README from them, from the registry, and from times that were measured before; writes the names
that editors complete, and the digests of the production kernels' results; sets the equations of the
page of the laboratory; and draws the picture of the README, which another version of matplotlib may
draw differently.
"""

import argparse
import difflib
import sys
from collections.abc import Sequence
from pathlib import Path

from equidyn.output.files import write_text
from updating import bits, counts, equations, names, pictures, readme, times

ROOT = Path(__file__).resolve().parent.parent
FILES = (
    counts.FILE,
    times.FILE,
    readme.FILE,
    names.FILE,
    bits.FILE,
    equations.FILE,
    pictures.FILE,
)


def main(argv: Sequence[str] | None = None) -> int:
    """Update the files, or with --check only report; exit status 1 where one is not up to date."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; fail where stale")
    parser.add_argument("--times", action="store_true", help="measure the times of the README too")
    options = parser.parse_args(argv)

    stored = {file: (ROOT / file).read_text(encoding="utf-8") for file in FILES}
    counted = counts.all_measured()
    timed = times.measured() if options.times else times.read(stored[times.FILE])
    fresh = {
        counts.FILE: counts.written(counted),
        times.FILE: times.written(timed),
        readme.FILE: readme.with_table(stored[readme.FILE], counted, timed),
        names.FILE: names.with_names(stored[names.FILE]),
        bits.FILE: bits.written({**bits.read(stored[bits.FILE]), **bits.measured()}),
        equations.FILE: equations.written(stored[equations.FILE]),
        pictures.FILE: pictures.drawn(),
    }
    stale = [file for file in fresh if fresh[file] != stored[file]]
    for file in stale:
        sys.stdout.writelines(_difference(file, stored[file], fresh[file]))
        if not options.check:
            write_text(ROOT / file, fresh[file])
    return int(options.check and bool(stale))


def _difference(file: Path, before: str, after: str) -> list[str]:
    if file == pictures.FILE:
        return [f"{file} has changed\n"]
    lines = (text.splitlines(keepends=True) for text in (before, after))
    return list(difflib.unified_diff(*lines, str(file), f"{file}, up to date", n=0))


if __name__ == "__main__":
    sys.exit(main())
