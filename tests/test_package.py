"""Tests for the installed package as a whole: its parts, its cost to import, its examples."""

import ast
import doctest
import importlib
import importlib.metadata
import importlib.resources
import os
import pkgutil
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import equidyn
from equidyn import _core

ROOT = Path(__file__).parent.parent


def python(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a fresh interpreter, with these variables added to its environment."""
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    return subprocess.run(
        [sys.executable, *arguments],
        check=True,
        capture_output=True,
        text=True,
        env=environment | variables,
    )


def test_import_loads_few_modules_beyond_numpy():
    statement = (
        "import sys, numpy; before = set(sys.modules); "
        "import equidyn.robots; print(*set(sys.modules) - before)"
    )
    loaded = python("-c", statement).stdout.split()
    # each costs about 0.3 ms; how many milliseconds it is in all depends on the machine
    own = [name for name in loaded if name.split(".")[0] == "equidyn"]
    assert len(own) <= 40, own
    others = {name.split(".")[0] for name in loaded} - {"equidyn", "numpy"}
    assert others <= sys.stdlib_module_names
    assert {"json", "subprocess", "xml"}.isdisjoint(others)


@pytest.mark.skipif(sys.platform != "linux", reason="loads the library of C++ by its name there")
def test_import_works_where_another_module_has_used_what_cpp_keeps_for_a_thread():
    statement = """
import ctypes
try:
    ctypes.c_void_p.in_dll(ctypes.CDLL("libstdc++.so.6"), "_ZSt15__once_callable")
except (OSError, ValueError):
    pass  # another library of C++
from equidyn import _core
"""
    python("-c", statement)


def test_import_does_not_load_what_only_the_laboratory_needs():
    statement = "import sys, equidyn.robots; print(*sys.modules)"
    loaded = python("-c", statement).stdout.split()
    assert {"rich", "click", "matplotlib", "jinja2"}.isdisjoint(loaded)


def test_import_does_not_load_what_moves_an_arm_or_shows_it():
    statement = "import sys, equidyn.robots; print(*sys.modules)"
    loaded = python("-c", statement).stdout.split()
    rooms = ("equidyn.motion.control", "equidyn.motion.simulation.r", "equidyn.draw")
    assert not [name for name in loaded if name.startswith((*rooms, "equidyn.output.tables"))]


def test_the_name_alone_loads_nothing_so_that_the_command_line_can_guard_what_follows():
    loaded = python("-c", "import sys, equidyn; print(*sys.modules)").stdout.split()
    assert {"numpy", "equidyn._core", "equidyn.robots"}.isdisjoint(loaded)


PACKAGES = [
    *("arm", "codegen", "counting", "dynamics", "graph", "motion", "peers", "robots", "timing"),
    *("verification", "studies", "studies.benchmark", "studies.papers.derivation"),
    *("studies.reports", "studies.rounding", "studies.term_contributions"),
]


@pytest.mark.parametrize("name", PACKAGES)
def test_dir_lists_what_is_for_users_and_nothing_else(name):
    package = importlib.import_module(f"equidyn.{name}")
    listed = {row[0] for row in package.overview()} if name == "robots" else set()
    assert dir(package) == sorted({*package.__all__, *listed})
    assert all(hasattr(package, each) for each in package.__all__)


def test_the_package_has_every_name_of_its_stub():
    assert 40 < len(equidyn.__all__) == len(set(equidyn.__all__)) <= 46
    assert dir(equidyn) == sorted(equidyn.__all__)
    assert all(hasattr(equidyn, name) for name in equidyn.__all__)


def test_type_information_is_installed():
    assert importlib.resources.files("equidyn").joinpath("py.typed").is_file()


def test_version_is_the_same_everywhere():
    stated = re.search(r"^version: (.+)$", (ROOT / "CITATION.cff").read_text(), re.MULTILINE)[1]
    assert equidyn.__version__ == importlib.metadata.version("equidyn") == stated


def stubbed_names(body: list[ast.stmt]) -> set[str]:
    """Return the public names that the statements of a stub define."""
    names = {s.name for s in body if isinstance(s, ast.FunctionDef | ast.ClassDef)}
    names |= {s.target.id for s in body if isinstance(s, ast.AnnAssign)}
    return {name for name in names if not name.startswith("_")}


def public_names(thing: object) -> set[str]:
    """Return the public names that a module or class of the extension has."""
    return {name for name in vars(thing) if not name.startswith("_")}


def test_stub_lists_exactly_what_the_extension_has():
    text = importlib.resources.files("equidyn").joinpath("_core.pyi").read_text()
    stub = ast.parse(text).body
    assert stubbed_names(stub) == public_names(_core)
    for declared in (s for s in stub if isinstance(s, ast.ClassDef)):
        assert stubbed_names(declared.body) == public_names(getattr(_core, declared.name))


def imported(name: str) -> ModuleType | None:
    """Import a module of the package; None if it is one of an extra that is not installed."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        extra = name.split(".")[1]
        if error.name != extra and f"pip install 'equidyn[{extra}]'" not in str(error):
            raise
        return None


def documented_examples() -> list[doctest.DocTest]:
    """Return every docstring of the package that has an example."""
    names = [module.name for module in pkgutil.walk_packages(equidyn.__path__, "equidyn.")]
    modules = [imported(name) for name in names if not name.endswith("__main__")]
    present = [equidyn, *(module for module in modules if module)]
    found = [test for module in present for test in doctest.DocTestFinder().find(module)]
    return [test for test in found if test.examples]


@pytest.mark.parametrize("example", documented_examples(), ids=lambda example: example.name)
def test_examples_of_docstrings_do_what_they_show(example):
    for library in ("jax", "torch"):
        if f"{example.name}.".startswith(f"equidyn.{library}."):
            pytest.importorskip(library)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    assert runner.run(example).failed == 0


@pytest.mark.slow
def test_examples_of_the_readme_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(
        r"^```python\n(.*?)^```", (ROOT / "README.md").read_text(), re.DOTALL | re.MULTILINE
    )
    assert blocks
    namespace: dict[str, object] = {}
    for block in blocks:
        exec(block, namespace)
