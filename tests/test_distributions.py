"""Good distributions are without fault, and one mistake in them is one fault."""

import io
import re
import tarfile
import zipfile
from pathlib import Path

import pytest

import check_distributions

ROOT = Path(__file__).parent.parent
VERSION = check_distributions.version()
TAG = "cp312-cp312-manylinux_2_28_x86_64"
INFO = f"equidyn-{VERSION}.dist-info"
CORE = "equidyn/_core.cpython-312-x86_64-linux-gnu.so"
LIBRARY = "equidyn/lib/libequidyn.a"
HEADER = "equidyn/include/equidyn/interface/registry.hpp"
EXTRAS = ["dask", "notebooks", "trajectories", "view", "cpp", "urdf", "casadi", "torch", "jax"]
EXTRAS += ["judges", "peers", "peers-jax"]
METADATA = "\n".join(
    [
        "Metadata-Version: 2.4\nName: equidyn",
        f"Version: {VERSION}\nLicense-Expression: MIT\nRequires-Python: >=3.10",
        *(f"Provides-Extra: {extra}" for extra in EXTRAS),
        "",
    ]
)


def wheel():
    """The files of a good wheel, small ones in the place of what is compiled."""
    package = {f"equidyn/{path}": b"" for path in below(ROOT / "python" / "equidyn")}
    headers = {f"equidyn/include/{path}": b"" for path in below(ROOT / "cpp" / "include")}
    notebooks = (ROOT / "notebooks").glob("*.ipynb")
    course = {f"equidyn/course/{path.name}": b"" for path in notebooks}
    names = ("equidynConfig", "equidynTargets", "equidynTargets-release")
    return {
        **package,
        **headers,
        **course,
        **{f"equidyn/cmake/{name}.cmake": b'set(prefix "${prefix}")' for name in names},
        CORE: b"\x7fELF\0.dynsym\0.text\0",
        LIBRARY: b"!<arch>\n\0.symtab\0",
        "equidyn/page/equidyn.wasm": b"\0asm",
        "equidyn/CITATION.cff": b"",
        f"{INFO}/METADATA": METADATA.encode(),
        f"{INFO}/RECORD": b"",
        f"{INFO}/WHEEL": f"Wheel-Version: 1.0\nTag: {TAG}\n".encode(),
        f"{INFO}/entry_points.txt": b"[console_scripts]\nequidyn = equidyn.__main__:start\n",
        f"{INFO}/licenses/LICENSE": b"",
    }


def sources():
    """The files of a good source distribution, but for its leading folder."""
    folders = ("cmake", "cpp", "docs", "notebooks", "python", "tests", "tools")
    tree = {f"{it}/{path}": b"" for it in folders for path in below(ROOT / it)}
    top = (
        "CITATION.cff",
        "CMakeLists.txt",
        "LICENSE",
        "README.md",
        "CHANGELOG.md",
        "pyproject.toml",
        "cpp/lab_module/equidyn.wasm",
        "cpp/lab_module/equidyn.wasm.sources",
    )
    return {**tree, **dict.fromkeys(top, b""), "PKG-INFO": METADATA.encode()}


def below(folder):
    """The files of a folder, but for what tools leave there."""
    paths = [it.relative_to(folder) for it in folder.rglob("*") if it.is_file()]
    left = re.compile(r"(^|/)(\.|__pycache__|_build)|\.(so|pyd)$")
    return [path.as_posix() for path in paths if not left.search(path.as_posix())]


def faults_of_wheel(folder, files, tag=TAG):
    path = folder / f"equidyn-{VERSION}-{tag}.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return list(check_distributions.faults(path))


def faults_of_sources(folder, files):
    path = folder / f"equidyn-{VERSION}.tar.gz"
    with tarfile.open(path, "w:gz", compresslevel=1) as archive:
        for name, content in files.items():
            member = tarfile.TarInfo(f"equidyn-{VERSION}/{name}")
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return list(check_distributions.faults(path))


def test_good_distributions_have_no_faults(tmp_path):
    assert faults_of_wheel(tmp_path, wheel()) == []
    assert faults_of_sources(tmp_path, sources()) == []


MISTAKES = {
    "a stray test": ({"equidyn/test_arm.py": b""}, "test_arm.py: does not belong"),
    "compiled Python": ({"equidyn/__pycache__/a.cpython-312.pyc": b""}, "does not belong"),
    "a source of the core": ({"equidyn/src/bind.cpp": b""}, "does not belong"),
    "a second extension": ({CORE.replace("312", "311"): b""}, "one extension"),
    "a missing header": ({HEADER: None}, f"{HEADER}: is missing"),
    "no types": ({"equidyn/py.typed": None}, "py.typed: is missing"),
    "debug information": ({LIBRARY: b"!<arch>\n\0.rela.debug_info\0"}, "is not stripped"),
    "symbols": ({CORE: b"\0.text\0.symtab\0"}, "is not stripped"),
    "a folder of the machine": ({CORE: b"\0/home/me/equidyn/a.hpp\0"}, "/home/me/equidyn/a.hpp"),
    "weight": ({CORE: bytes(20_000_000)}, "weighs"),
    "another Python": (
        {f"{INFO}/METADATA": METADATA.replace(">=3.10", ">=3.8").encode()},
        "Requires-Python",
    ),
    "a lost extra": (
        {f"{INFO}/METADATA": METADATA.replace("Provides-Extra: dask\n", "").encode()},
        "Provides-Extra",
    ),
    "another version": (
        {f"{INFO}/METADATA": METADATA.replace(VERSION, "9.9").encode()},
        "Version",
    ),
    "no command": ({f"{INFO}/entry_points.txt": b""}, "the command equidyn is missing"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_mistake_in_a_wheel_is_noticed(tmp_path, mistake):
    changed, said = MISTAKES[mistake]
    files = {
        name: content for name, content in {**wheel(), **changed}.items() if content is not None
    }
    found = faults_of_wheel(tmp_path, files)
    assert len(found) == 1
    assert said in found[0]


@pytest.mark.parametrize("tag", ["py3-none-any", "cp39-cp39-win_amd64", "cp312-cp312-win32"])
def test_wheel_for_what_is_not_supported_is_noticed(tmp_path, tag):
    files = {**wheel(), f"{INFO}/WHEEL": f"Wheel-Version: 1.0\nTag: {tag}\n".encode()}
    (found,) = faults_of_wheel(tmp_path, files, tag)
    assert tag in found


def test_mistakes_in_sources_are_noticed(tmp_path):
    files = {**sources(), "build/CMakeCache.txt": b"", "docs/_build/index.html": b""}
    del files["cpp/include/equidyn/interface/registry.hpp"], files["cpp/lab_module/equidyn.wasm"]
    assert faults_of_sources(tmp_path, files) == [
        "cpp/include/equidyn/interface/registry.hpp: is missing",
        "cpp/lab_module/equidyn.wasm: is missing",
        "build/CMakeCache.txt: does not belong there",
        "docs/_build/index.html: is left by tools",
    ]


def test_tag_that_is_not_the_version_is_refused(tmp_path, monkeypatch, capsys):
    faults_of_sources(tmp_path, sources())
    (path,) = map(str, tmp_path.iterdir())
    for tag, status in ((f"v{VERSION}", 0), ("v9.9.9", 1)):
        monkeypatch.setattr("sys.argv", ["check_distributions.py", "--tag", tag, path])
        assert check_distributions.main() == status
    assert f"expected v{VERSION}, as the tree has it, got v9.9.9" in capsys.readouterr().out


def test_release_without_a_heading_in_the_changelog_is_refused(tmp_path, monkeypatch, capsys):
    faults_of_sources(tmp_path, sources())
    (path,) = map(str, tmp_path.iterdir())
    before = VERSION.split(".dev")[0]  # the heading is still that of its development
    monkeypatch.setattr(check_distributions, "version", lambda: before)
    monkeypatch.setattr("sys.argv", ["check_distributions.py", "--tag", f"v{before}", path])
    assert check_distributions.main() == 1
    assert f"CHANGELOG.md: expected a heading of {before}\n" in capsys.readouterr().out
