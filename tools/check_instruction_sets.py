#!/usr/bin/env python3
"""Check that shared functions are for every x86-64, and that nothing is computed in long double.

Usage: check_instruction_sets.py BUILD_FOLDER

Disassembles the object files of a build: instructions beyond the x86-64 baseline are allowed only
in the namespaces of the instruction sets, which are called where the machine has them. Formulations
in lanes are whole files of such instructions. What they share with other files must be linked from
these, so their libraries stand last: a linker takes the first text of a function. On x86-64 long
double alone is computed by the x87, whose instructions the module does not have: results would
differ where long double is a double.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

SETS = ("avx2", "avx512")
OWN = re.compile(r"\bequidyn::(avx2|avx512)::")
HIGHER = re.compile(r"\t(v[a-z0-9]+|k(mov|and|or|xor|not|test|ortest|shift)[a-z]*)\s|%[yz]mm\d")
OF_LONG_DOUBLE = re.compile(r"\tf(i?ld|i?stp?|add|sub|mul|div)[a-z]* ")
FUNCTION = re.compile(r"^[0-9a-f]+ <(.*)>:$")


def disassembled(file: Path) -> str:
    """Return the instructions of an object file or a library."""
    return subprocess.run(
        ["objdump", "--disassemble", "--demangle", "--no-show-raw-insn", str(file)],
        check=True,
        capture_output=True,
        text=True,
    ).stdout


def offenders(object_file: Path) -> dict[str, str]:
    """Return the shared functions with such instructions, and the first of each."""
    text = disassembled(object_file)
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


def libraries_are_last(build: Path, sets: list[str]) -> bool:
    """Tell whether the module links the libraries of lanes behind all else, the widest last."""
    rules = (build / "build.ninja").read_text(encoding="utf-8")
    of_module = re.search(r"^build _core\..*?^  LINK_LIBRARIES = (.*?)$", rules, re.M | re.S)[1]
    files = [name for name in of_module.split() if name.endswith((".a", ".o"))]
    expected = [f"liblanes_of_{name}.a" for name in sorted(sets, key=SETS.index)]
    return files[len(files) - len(expected) :] == expected


def main() -> int:
    """Check every object file of the kernels and print the findings."""
    build = Path(sys.argv[1])
    if not libraries_are_last(build, chosen_sets(build)):
        print(f"{build}: expected the libraries of lanes behind all others that the module links")
        return 1
    (module,) = build.glob("_core*.so")
    if extended := OF_LONG_DOUBLE.search(disassembled(module)):
        print(f"{module.name}: expected no long double, got {extended[0].strip()}")
        return 1
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
