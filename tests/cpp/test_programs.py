"""The example programs in C++, compiled against the installed package, as users compile theirs."""

import json
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

import equidyn

EXAMPLES = Path(__file__).parents[2] / "cpp" / "examples"
COMPILERS = [name for name in ("g++", "clang++-19") if shutil.which(name)]
STATE = np.arange(1, 7) * [[0.1], [0.2], [0.3]]


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, timeout=600)


@pytest.fixture(scope="module", params=COMPILERS)
def programs(request, tmp_path_factory):
    """The folder of the programs, by one compiler."""
    if not shutil.which("cmake") or not shutil.which("ninja"):
        pytest.skip("needs CMake and Ninja")
    try:
        found = equidyn.cmake_dir()
    except FileNotFoundError:
        pytest.skip("needs an installed equidyn")
    build = tmp_path_factory.mktemp("programs")
    where = ["-S", str(EXAMPLES), "-B", str(build), "-G", "Ninja", f"-Dequidyn_DIR={found}"]
    made = run("cmake", *where, f"-DCMAKE_CXX_COMPILER={request.param}")
    for library in ("Eigen3", "nlohmann_json"):
        if f'provided by "{library}"' in made.stderr:
            pytest.skip(f"needs {library}")
    assert made.returncode == 0, made.stderr
    made = run("cmake", "--build", str(build))
    assert made.returncode == 0, made.stdout
    return build


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "arm.json"
    equidyn.robots.puma560().save(path)
    return path


def test_a_formulation_is_what_it_is_in_python(programs, file):
    lines = run(programs / "one_formulation", file).stdout.splitlines()[2:]
    tau = [float(line.split()[-1]) for line in lines]
    arm = equidyn.robots.puma560()
    expected = arm.inverse_dynamics(*STATE, formulation="modified_newton_euler")
    np.testing.assert_allclose(tau, expected, rtol=0, atol=1e-14 * np.abs(expected).max())


def test_a_batch_in_lanes_is_what_newton_and_euler_say(programs, file):
    # the program compares them
    done = run(programs / "batch", file)
    assert done.returncode == 0, done.stderr
    assert "all in one call, in lanes" in done.stdout


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": "equidyn arm 9"}, "format: expected 'equidyn arm 1'"),
        ({"joints": "RRXRRR"}, "joints: expected letters R and P, got 'RRXRRR'"),
        ({"convention": "other"}, "convention: expected 'modified', got \"other\""),
        ({"com": [[0, 0, 0]] * 5}, "com: expected a list of 6"),
        ({"d": [0, 0, "far", 0, 0, 0]}, 'd: expected a number, got "far"'),
        ({"mass": None}, "mass: expected a list of 6"),
    ],
)
def test_a_file_that_is_no_arm_is_refused_by_its_key(programs, file, change, message):
    file.write_text(json.dumps({**json.loads(file.read_text()), **change}))
    done = run(programs / "one_formulation", file)
    assert done.returncode == 2
    assert message in done.stderr
    assert str(file) in done.stderr


def test_a_file_that_is_missing_is_named(programs, tmp_path):
    done = run(programs / "batch", tmp_path / "none.json")
    assert done.returncode == 2
    assert "none.json: no such file" in done.stderr


def test_a_source_tree_has_no_package_for_cmake():
    if (Path(equidyn.__file__).parent / "cmake").is_dir():
        assert Path(equidyn.cmake_dir(), "equidynConfig.cmake").is_file()
    else:
        with pytest.raises(FileNotFoundError, match="install equidyn with pip"):
            equidyn.cmake_dir()
