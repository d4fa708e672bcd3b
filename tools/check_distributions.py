#!/usr/bin/env python3
"""Check wheels and source distributions: `tools/check_distributions.py dist/*`, in their tree.

A wheel holds the package, the compiled core, the headers, the course, what to cite, the files for
CMake and the licence, and nothing else; no binary has debug information or names a folder of the
machine that built it. A source distribution holds the files of the tree. The metadata of both agree
with the tree, and both are small. With `--tag v1.2.3`, the version is that of the tag, and the
changelog has its heading.
"""

from __future__ import annotations

import argparse
import re
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from email import message_from_bytes
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# MB, packed and unpacked, and the sizes by g++ 12
_MOST_OF_WHEEL = (12, 28)  # 10.3, 26.0, of which the module for browsers is 0.4, 1.4
_MOST_OF_SOURCES = (3, 12)  # 2.7, 10.1, of which that module is 0.4, 1.4

_VERSION = re.compile(r'^__version__ = "(.+)"$', re.MULTILINE)
_EXTRAS = re.compile(r"^\[project.optional-dependencies\]$(.*?)^\[", re.MULTILINE | re.DOTALL)
_TAG = re.compile(
    r"cp3(?P<minor>1[0-4])-cp3(?P=minor)-(macosx_\d+_\d+_(x86_64|arm64)|win_amd64"
    r"|(linux|manylinux_2_\d+)_(x86_64|aarch64)(\.manylinux\w+)?)"
)
_CORE = re.compile(r"equidyn/_core\.[\w.-]+\.(so|pyd)")
_LIBRARY = re.compile(r"equidyn/lib/(libequidyn\.a|equidyn\.lib)")
_FOR_CMAKE = {
    f"equidyn/cmake/{name}.cmake"
    for name in ("equidynConfig", "equidynTargets", "equidynTargets-release")
}
# what is compiled for browsers, and what to cite
_MODULE = "equidyn/page/equidyn.wasm"
_CITATION = "equidyn/CITATION.cff"
_INFO = {"METADATA", "RECORD", "WHEEL", "entry_points.txt", "licenses/LICENSE"}
# the run-time library that wheels for Windows bring
_BROUGHT = re.compile(r"equidyn\.libs/msvcp140[\w-]*\.dll|equidyn-[^/]+\.dist-info/DELVEWHEEL")
# suffixes of debug sections of ELF, Mach-O and COFF; a static library is linked by its symbols
_DEBUG = re.compile(rb"[._]debug_info\0|\.debug\$T")
_SYMBOLS = b"\0.symtab\0"
_PLACE = re.compile(
    rb"(?:/(?:__w|home|host|private|project|root|tmp|Users|work)/|[A-Z]:\\(?:a|Users)\\)[ -~]+"
)

# folders of a tree that are distributed whole, other files, and leftovers of tools
_WHOLE = ("cmake", "cpp", "python", "tests", "tools")
_NEEDED = {"CITATION.cff", "CMakeLists.txt", "LICENSE", "PKG-INFO", "README.md", "pyproject.toml"}
_NEEDED |= {"cpp/lab_module/equidyn.wasm", "cpp/lab_module/equidyn.wasm.sources"}
_ELSE = re.compile(r"(docs|notebooks)/.+|(CHANGELOG|CONTRIBUTING)\.md")
_LEFT = re.compile(r"(^|/)(__pycache__|_build|\.[^/]+)(/|$)|\.(so|pyd|pyc)$")


def files_below(folder: Path) -> set[str]:
    """Return the files of a folder of the tree, relative to it, without leftovers of tools."""
    names = {it.relative_to(folder).as_posix() for it in folder.rglob("*") if it.is_file()}
    return {name for name in names if not _LEFT.search(name)}


def of_the_tree() -> set[str]:
    """Return the files of every wheel but extension and library, by their names in the wheel."""
    package = {f"equidyn/{name}" for name in files_below(ROOT / "python" / "equidyn")}
    headers = {f"equidyn/include/{name}" for name in files_below(ROOT / "cpp" / "include")}
    course = {f"equidyn/course/{path.name}" for path in (ROOT / "notebooks").glob("*.ipynb")}
    return package | headers | course | _FOR_CMAKE | {_MODULE, _CITATION}


def version() -> str:
    """Return the version of the tree."""
    text = (ROOT / "python" / "equidyn" / "__init__.py").read_text(encoding="utf-8")
    return _VERSION.search(text)[1]


def faults(path: Path) -> Iterator[str]:
    """Yield the faults of a wheel or a source distribution."""
    if path.suffix == ".whl":
        with zipfile.ZipFile(path) as archive:
            files = {it.filename: archive.read(it) for it in archive.infolist() if not it.is_dir()}
        yield from _weights(path, files, *_MOST_OF_WHEEL)
        yield from _of_wheel(path, files)
    else:
        with tarfile.open(path) as archive:
            members = [it for it in archive.getmembers() if it.isfile()]
            files = {it.name: archive.extractfile(it).read() for it in members}
        yield from _weights(path, files, *_MOST_OF_SOURCES)
        yield from _of_sources(path, files)


def _weights(path: Path, files: dict[str, bytes], packed: float, unpacked: float) -> Iterator[str]:
    """Yield a fault where a distribution is too large."""
    found = path.stat().st_size / 1e6, sum(map(len, files.values())) / 1e6
    if found[0] > packed or found[1] > unpacked:
        yield (
            f"weighs {found[0]:.2f} MB, unpacked {found[1]:.2f} MB: "
            f"expected {packed} and {unpacked} MB at most"
        )


def _of_wheel(path: Path, files: dict[str, bytes]) -> Iterator[str]:
    """Yield the faults of the files of a wheel."""
    name, number, tag = path.stem.split("-", 2)
    info = f"{name}-{number}.dist-info"
    if not _TAG.fullmatch(tag):
        yield f"expected a tag of CPython 3.10 to 3.14 and a platform of ours, got {tag}"
    if f"\nTag: {tag.split('.')[0]}" not in files.get(f"{info}/WHEEL", b"").decode():
        yield f"WHEEL: the tag {tag} is missing"
    core = {file for file in files if _CORE.fullmatch(file)}
    library = {file for file in files if _LIBRARY.fullmatch(file)}
    if (len(core), len(library)) != (1, 1):
        yield f"expected one extension and one static library, got {sorted(core | library)}"
    expected = of_the_tree() | {f"{info}/{file}" for file in _INFO} | core | library
    yield from _differences({it for it in files if not _BROUGHT.fullmatch(it)}, expected)
    for file in sorted(core | library | (_FOR_CMAKE | {_MODULE}) & set(files)):
        if _DEBUG.search(files[file]) or (file in core and _SYMBOLS in files[file]):
            yield f"{file}: is not stripped"
        for found in sorted(set(_PLACE.findall(files[file])))[:3]:
            yield f"{file}: names a place of the machine that built it, {found.decode()}"
    if b"equidyn = equidyn.__main__:start\n" not in files.get(f"{info}/entry_points.txt", b""):
        yield "entry_points.txt: the command equidyn is missing"
    yield from _metadata(files.get(f"{info}/METADATA", b""))


def _of_sources(path: Path, files: dict[str, bytes]) -> Iterator[str]:
    """Yield the faults of the files of a source distribution."""
    top = path.name.removesuffix(".tar.gz")
    names = {name.removeprefix(f"{top}/") for name in files}
    whole = {f"{folder}/{file}" for folder in _WHOLE for file in files_below(ROOT / folder)}
    yield from _differences({it for it in names if not _ELSE.fullmatch(it)}, whole | _NEEDED)
    yield from (f"{name}: is left by tools" for name in sorted(names) if _LEFT.search(name))
    yield from _metadata(files.get(f"{top}/PKG-INFO", b""))


def _differences(found: set[str], expected: set[str]) -> Iterator[str]:
    """Yield the missing and the superfluous files."""
    yield from (f"{file}: is missing" for file in sorted(expected - found))
    yield from (f"{file}: does not belong there" for file in sorted(found - expected))


def _metadata(text: bytes) -> Iterator[str]:
    """Yield the differences between the metadata of a distribution and the tree."""
    said = message_from_bytes(text)
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    extras = re.findall(r"^([a-z-]+) = \[", _EXTRAS.search(project)[1], re.MULTILINE)
    expected = {
        "Name": ["equidyn"],
        "Version": [version()],
        "License-Expression": ["MIT"],
        "Requires-Python": [">=3.10"],
        "Provides-Extra": extras,
    }
    for key, values in expected.items():
        if said.get_all(key) != values:
            yield f"{key}: expected {values}, got {said.get_all(key)}"


def main() -> int:
    """Print the faults of the named distributions; exit status 1 where there is one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tag", help="of the release, as v1.2.3")
    parser.add_argument("distributions", nargs="+", type=Path)
    options = parser.parse_args()
    found = [f"{path.name}: {it}" for path in options.distributions for it in faults(path)]
    if options.tag not in (None, f"v{version()}"):
        found.append(f"--tag: expected v{version()}, as the tree has it, got {options.tag}")
    heading = re.compile(rf"^## .*\b{re.escape(version())}(?![\w.])", re.MULTILINE)
    if options.tag and not heading.search((ROOT / "CHANGELOG.md").read_text(encoding="utf-8")):
        found.append(f"CHANGELOG.md: expected a heading of {version()}")
    print("\n".join(found) or f"{len(options.distributions)} distributions are as they should be")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
