#!/usr/bin/env python3
"""Plants mistakes into a copy of the tree, one at a time, and shows which test notices each.

The mistakes stand in the JSON files here, with the sentence that each breaks and the tests that
should notice. Those in C++ build the extension of the copy anew. The exit status is 1 where the old
text of one does not stand in its file exactly once, which is checked first, where one is not
noticed, and where its tests fail without it.
"""

import argparse
import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).resolve().parents[2]
_LISTS = Path(__file__).resolve().parent
_LEFT_OUT = shutil.ignore_patterns("build*", ".git", "__pycache__", ".*cache")
_NOBODY = "NOBODY"
# a mistake may make a test wait for ever
_PATIENCE = 600.0
# optimised code has the same bits, one set of registers the code of all; nobody notices warnings
_QUICK = [
    "-DEQUIDYN_INSTRUCTION_SETS=avx2",
    "-DCMAKE_BUILD_TYPE=RelWithDebInfo",
    "-DCMAKE_CXX_FLAGS_RELWITHDEBINFO=-O1 -DNDEBUG",
    "-DCMAKE_COMPILE_WARNING_AS_ERROR=OFF",
    "-DEQUIDYN_BUILD_TESTS=OFF",
]


class Mutant(NamedTuple):
    """A mistake, the sentence that forbids it, and the tests that should notice."""

    subject: str
    sentence: str
    file: str
    old: str
    new: str
    tests: str

    @property
    def compiled(self) -> bool:
        """Whether the extension has to be built anew."""
        return self.file.startswith("cpp/")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("words", nargs="*", help="only lists, sentences and files that hold one")
    parser.add_argument("--language", choices=("python", "cpp"), help="only mistakes in this one")
    parser.add_argument("--part", type=_part, default=(1, 1), metavar="K/N", help="part K of N")
    parser.add_argument("--check", action="store_true", help="only check that all is in place")
    options = parser.parse_args(argv)

    chosen = [
        mutant
        for mutant in _all()
        if (options.language is None or mutant.compiled == (options.language == "cpp"))
        and (not options.words or any(word in " ".join(mutant[:3]) for word in options.words))
    ]
    console = Console()
    if misplaced := [line for mutant in chosen for line in _misplaced(mutant)]:
        console.print(*misplaced, sep="\n", markup=False, soft_wrap=True)
        return 1
    if options.check:
        console.print(f"{len(chosen)} mistakes have their places")
        return 0

    part, parts = options.part
    # every part takes its share of those that need a build
    chosen = sorted(chosen, key=lambda mutant: mutant.compiled)[part - 1 :: parts]
    table = Table("sentence", "mistake", "noticed by", title="mutants")
    failures = 0
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        copy = _copied(Path(folder).resolve())
        if not (package := _imported(copy)).is_relative_to(copy):
            parser.error(f"tests would import {package}: install the package without -e")
        if any(mutant.compiled for mutant in chosen) and (error := _built(copy)):
            parser.error(f"the tree does not build: {error}")
        for number, mutant in enumerate(chosen, start=1):
            noticed = _fails_anyway(copy, mutant.tests) or _noticed(copy, mutant)
            failures += noticed.startswith((_NOBODY, "ERROR"))
            console.print(f"{number}/{len(chosen)} {mutant.sentence}: {noticed}", markup=False)
            mistake = f"{mutant.file}: {mutant.old.strip()[:60]} -> {mutant.new.strip()[:60]}"
            table.add_row(*(_plain(text) for text in (mutant.sentence, mistake, noticed)))
    console.print(table)
    console.print(f"{len(chosen) - failures} of {len(chosen)} noticed")
    return int(failures > 0)


def _part(text: str) -> tuple[int, int]:
    part, _, parts = text.partition("/")
    if not (part.isdecimal() and parts.isdecimal() and 1 <= int(part) <= int(parts)):
        raise argparse.ArgumentTypeError(f"expected K/N, such as 2/5, got {text}")
    return int(part), int(parts)


def _misplaced(mutant: Mutant) -> Iterator[str]:
    """Return what is not where the mistake has it: its old text, its tests."""
    file = ROOT / mutant.file
    times = file.read_text(encoding="utf-8").count(mutant.old) if file.exists() else 0
    if times != 1:
        yield f"{mutant.sentence}: the old text stands {times} times in {mutant.file}"
    for tests in shlex.split(mutant.tests):
        if tests.startswith("tests/") and not (ROOT / tests).exists():
            yield f"{mutant.sentence}: there is no {tests}"


def _all() -> Iterator[Mutant]:
    for file in sorted(_LISTS.glob("*.json")):
        for entry in json.loads(file.read_text(encoding="utf-8")):
            yield Mutant(subject=file.stem, **entry)


def _copied(folder: Path) -> Path:
    """Copy the tree, with the extension that lies in it or is installed."""
    copy = folder / "tree"
    shutil.copytree(ROOT, copy, ignore=_LEFT_OUT)
    if not list((copy / "python/equidyn").glob("_core*.so")):
        from equidyn import _core

        shutil.copy(str(_core.__file__), copy / "python/equidyn")
    return copy


def _imported(copy: Path) -> Path:
    """Return the package that tests of the copy import: an editable install precedes any path."""
    command = [sys.executable, "-c", "import equidyn; print(equidyn.__file__)"]
    done = subprocess.run(
        command, cwd=copy, env=_environment(copy), check=True, capture_output=True, text=True
    )
    return Path(done.stdout.strip()).resolve()


def _environment(copy: Path) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(copy / "python")}


@cache
def _fails_anyway(copy: Path, tests: str) -> str:
    """Run the tests without a mistake; return what fails, nothing where they pass."""
    failure = _tested(copy, tests)
    return "" if failure == _NOBODY else f"ERROR: without a mistake too: {failure}"


def _noticed(copy: Path, mutant: Mutant) -> str:
    """Plant the mistake, run the tests, take it out again; return who noticed."""
    file = copy / mutant.file
    text = file.read_text(encoding="utf-8")
    extensions = {each: each.read_bytes() for each in (copy / "python/equidyn").glob("_core*.so")}
    file.write_text(text.replace(mutant.old, mutant.new), encoding="utf-8")
    try:
        if mutant.compiled and (error := _built(copy)):
            return error
        return _tested(copy, mutant.tests)
    finally:
        file.write_text(text, encoding="utf-8")
        for each, content in extensions.items():
            each.write_bytes(content)


def _built(copy: Path) -> str:
    """Build the extension; return what the compiler has against it, which is noticing too."""
    folder = copy / "build"
    environment = {**os.environ, "CCACHE_BASEDIR": str(copy), "CCACHE_NOHASHDIR": "1"}
    if not (folder / "build.ninja").exists():
        # what no mistake touches was compiled before
        launcher = ["-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"] if shutil.which("ccache") else []
        command = ["cmake", "-S", str(copy), "-B", str(folder), "-G", "Ninja", *_QUICK, *launcher]
        subprocess.run(command, check=True, capture_output=True)
    command = ["cmake", "--build", str(folder), "--target", "_core"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    if done.returncode != 0:
        errors = [line for line in done.stdout.splitlines() if "error" in line]
        return f"the compiler: {errors[0] if errors else done.stdout[-100:]}"
    for built in folder.glob("_core*.so"):
        shutil.copy(built, copy / "python/equidyn")
    return ""


def _tested(copy: Path, tests: str) -> str:
    """Run the tests on the copy; return the first that fails."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider"]
    try:
        done = subprocess.run(
            [*command, *shlex.split(tests)],
            cwd=copy, env=_environment(copy), capture_output=True, text=True, timeout=_PATIENCE,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return "a test that does not end"
    lines = done.stdout.splitlines()
    failed = [line for line in lines if line.startswith(("FAILED", "ERROR "))]
    if done.returncode == 1 and failed:
        return failed[0].partition(" ")[2].partition(" - ")[0]
    if done.returncode < 0:
        return f"a crash (signal {-done.returncode})"
    if done.returncode == 0:
        return _NOBODY
    return f"ERROR: pytest says {(lines or ['nothing'])[-1]}"


def _plain(text: str) -> str:
    return text.replace("[", r"\[").replace("\n", " ")


if __name__ == "__main__":
    sys.exit(main())
