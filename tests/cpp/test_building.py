"""What CMake refuses to build, and whether it takes the module for browsers that is there."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.skipif(not shutil.which("cmake"), reason="there is no CMake on the path")


def ran(script, **variables):
    """Run a script of CMake; return its exit status, and what it wrote, without empty lines."""
    given = [f"-D{name}={value}" for name, value in variables.items()]
    done = subprocess.run(["cmake", *given, "-P", script], capture_output=True, text=True)
    return done.returncode, [line for line in done.stderr.splitlines() if line]


CL = {"MSVC": 1, "EQUIDYN_INSTRUCTION_SETS": "avx2;avx512"}


@pytest.mark.parametrize(
    ("compiler", "version", "also", "said"),
    [
        ("MSVC", "19.41.34120", CL, ["expected clang-cl, got cl.exe 19.41", "-TClangCL"]),
        ("Clang", "18.1.8", CL, ["expected clang-cl 19 or newer", "EQUIDYN_INSTRUCTION_SETS="]),
        ("Clang", "13.0.1", {}, ["expected g++ 11 or clang 14, or newer, got Clang 13.0.1"]),
        ("GNU", "10.2.1", {}, ["expected g++ 11 or clang 14, or newer, got GNU 10.2.1"]),
        ("GNU", "12.2.0", {"CMAKE_SIZEOF_VOID_P": 4}, ["expected 64 bits, got 32 bits"]),
        ("GNU", "11.1.0", {}, []),
        ("Clang", "14.0.6", {}, []),
        ("AppleClang", "13.1.6", {}, []),
        ("Clang", "19.1.1", CL, []),
        ("Clang", "17.0.3", CL | {"EQUIDYN_INSTRUCTION_SETS": ""}, []),
    ],
)
def test_what_cannot_be_compiled_is_refused_in_two_lines(tmp_path, compiler, version, also, said):
    script = tmp_path / "supported.cmake"
    text = (ROOT / "cmake" / "supported.cmake").read_text("utf-8")
    # without a version an old CMake warns of its policies
    script.write_text(f"cmake_minimum_required(VERSION 3.24)\n{text}", "utf-8")
    machine = {"CMAKE_CXX_COMPILER_ID": compiler, "CMAKE_CXX_COMPILER_VERSION": version}
    status, lines = ran(script, **machine, **{"CMAKE_SIZEOF_VOID_P": 8} | also)
    assert (status != 0) == bool(said)
    assert len(lines) == len(said) + bool(said)  # CMake writes the place above
    assert all(words in line for words, line in zip(said, lines[1:], strict=True))


@pytest.fixture
def tree(tmp_path):
    """A tree with a module, made of what lies there."""
    for name in ("pyproject.toml", "cmake/webassembly.cmake", "cmake/lab_module.cmake"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    for name in ("cpp/include/a.hpp", "cpp/src/wasm/a.cpp", "cpp/lab_module/equidyn.wasm"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("1")
    (tmp_path / "told.cmake").write_text(
        "include(cmake/lab_module.cmake)\n"
        'file(WRITE digest "${digest_of_sources}")\nfile(WRITE taken "${has_lab_module}")\n'
    )
    return tmp_path


def taken(tree):
    """Whether the module of a tree is taken, and what CMake says."""
    _, lines = ran(tree / "told.cmake", PROJECT_SOURCE_DIR=tree)
    return (tree / "taken").read_text() == "ON", " ".join(lines)


@pytest.mark.parametrize("edited", ["cpp/src/wasm/a.cpp", "cpp/include/a.hpp", "pyproject.toml"])
def test_a_module_that_was_made_of_other_sources_is_left_out(tree, edited, monkeypatch):
    monkeypatch.chdir(tree)
    assert taken(tree) == (False, "")
    shutil.copy("digest", "cpp/lab_module/equidyn.wasm.sources")
    assert taken(tree) == (True, "")
    text = Path(edited).read_text(encoding="utf-8")
    Path(edited).write_text(text.replace("1", "2"), encoding="utf-8")
    found, said = taken(tree)
    assert not found
    assert "out of date, left out" in said
    Path(edited).write_text(text, encoding="utf-8")
    assert taken(tree) == (True, "")
