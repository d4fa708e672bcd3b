#!/usr/bin/env python3
"""Check that no function shared with other code is compiled for a higher instruction set.

Usage: check_instruction_sets.py BUILD_FOLDER

Disassembles the object files of a build: instructions beyond the x86-64 baseline are allowed only
in the namespaces of the instruction sets, which are called where the machine has them.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

OWN = re.compile(r"\bequidyn::(avx2|avx512)::")
HIGHER = re.compile(r"\t(v[a-z0-9]+|k(mov|and|or|xor|not|test|ortest|shift)[a-z]*)\s|%[yz]mm\d")
FUNCTION = re.compile(r"^[0-9a-f]+ <(.*)>:$")


def offenders(object_file: Path) -> dict[str, str]:
    """Return the shared functions with such instructions, and the first of each."""
    text = subprocess.run(
        ["objdump", "--disassemble", "--demangle", "--no-show-raw-insn", str(object_file)],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    found: dict[str, str] = {}
    own, function = False, ""
    for line in text.splitlines():
        if match := FUNCTION.match(line):
            function = match[1]
            own = OWN.search(function) is not None
        elif not own and HIGHER.search(line):
            found.setdefault(function, line.strip())
    return found


def chosen_sets(build: Path) -> list[str]:
    """Return the instruction sets that a build is for, beside the baseline."""
    cache = (build / "CMakeCache.txt").read_text(encoding="utf-8")
    chosen = re.search(r"^EQUIDYN_INSTRUCTION_SETS:\w+=(.*)$", cache, re.MULTILINE)[1]
    return [name for name in chosen.split(";") if name]


def main() -> int:
    """Check every object file of the kernels and print the findings."""
    build = Path(sys.argv[1])
    files = sorted(build.glob("**/instruction_sets/*.o"))
    missing = {"baseline", *chosen_sets(build)} - {file.name.partition(".")[0] for file in files}
    if missing:
        print(f"{build}: expected the object files of {', '.join(sorted(missing))} too")
        return 1
    failed = False
    for file in files:
        found = offenders(file)
        failed |= bool(found)
        print(f"{file.name}: {len(found)} shared functions beyond every x86-64")
        for function, instruction in found.items():
            print(f"  {function}: {instruction}")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
