"""The example programs in C++, compiled against the installed package, as users compile theirs."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

import equidyn
from equidyn.dynamics import registry

EXAMPLES = Path(__file__).parents[2] / "cpp" / "examples"
COMPILERS = [name for name in ("g++", "clang++-19") if shutil.which(name)]
STATE = np.arange(1, 7) * [[0.1], [0.2], [0.3]]


def run(*command):
    # a message may repeat bytes that are no text
    return subprocess.run(
        command, capture_output=True, text=True, errors="backslashreplace", timeout=600
    )


def built(folder, compiler, *options, target="all"):
    """Return the folder with programs built in it."""
    if not shutil.which("cmake") or not shutil.which("ninja"):
        pytest.skip("needs CMake and Ninja")
    try:
        found = equidyn.cmake_dir()
    except FileNotFoundError:
        pytest.skip("needs an installed equidyn")
    where = ["-S", str(EXAMPLES), "-B", str(folder), "-G", "Ninja", f"-Dequidyn_DIR={found}"]
    made = run("cmake", *where, f"-DCMAKE_CXX_COMPILER={compiler}", *options)
    for library in ("Eigen3", "nlohmann_json"):
        if f'provided by "{library}"' in made.stderr:
            pytest.skip(f"needs {library}")
    assert made.returncode == 0, made.stderr
    made = run("cmake", "--build", str(folder), "--target", target)
    assert made.returncode == 0, made.stdout
    return folder


@pytest.fixture(scope="module", params=COMPILERS)
def programs(request, tmp_path_factory):
    """The folder of the programs, by one compiler."""
    return built(tmp_path_factory.mktemp("programs"), request.param)


@pytest.fixture(scope="module")
def sanitized(tmp_path_factory):
    """The folder of the programs under address and undefined-behaviour sanitizers."""
    folder = tmp_path_factory.mktemp("sanitized")
    empty = folder / "empty.cpp"
    empty.write_text("int main() {}")
    sanitizers = "-fsanitize=address,undefined"
    if not shutil.which("g++") or run("g++", sanitizers, empty, "-o", folder / "empty").returncode:
        pytest.skip("needs g++ with its sanitizers")
    flags = f"-DCMAKE_CXX_FLAGS={sanitizers} -fno-sanitize-recover=all"
    return built(folder, "g++", "-DCMAKE_BUILD_TYPE=Debug", flags, target="one_formulation")


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


def test_a_formulation_of_ones_own_is_verified_and_counted(programs, file, tmp_path, monkeypatch):
    done = run(programs / "own_formulation", file)
    assert done.returncode == 0, done.stdout
    verified, counted = done.stdout.split("\n\n")
    eps = [float(line.split()[-1]) for line in verified.splitlines()[1:]]
    assert len(eps) == 5
    assert max(eps) < 50
    monkeypatch.setenv("EQUIDYN_CACHE", str(tmp_path))
    monkeypatch.setattr(registry, "_OF_QUANTITY", dict(registry._OF_QUANTITY))
    name = equidyn.compile_formulation(EXAMPLES / "mine.hpp", flags=["-O0"]).name
    steps = equidyn.count_operations(equidyn.robots.puma560(), name).steps
    rows = [line.rsplit(None, 3) for line in counted.splitlines()[1:]]
    assert [(row.strip(), *map(int, numbers)) for row, *numbers in rows] == [
        (row, step.multiplications, step.additions, step.trigonometric)
        for row, step in steps.items()
    ]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": "equidyn arm 9"}, "format: expected 'equidyn arm 1'"),
        ({"com": [[0, 0, 0]] * 5}, "com: expected a list of 6"),
        ({"d": [0, 0, "far", 0, 0, 0]}, 'd: expected a number, got "far"'),
        ({"mass": None}, "mass: expected a list of 6, got null"),
        ({"mass": [1] * 7}, "mass: expected a list of 6, got 7"),
        ({"format": 5}, "format: expected a word, got 5"),
        ({"joints": ["R"] * 6}, "joints: expected a word, got an array"),
        ({"convention": None}, "convention: expected a word, got null"),
        ({"format": "x" * 100_000}, 'got "' + "x" * 59 + "..."),
        ({"joint_names": "abcdef"}, 'joint_names: expected a list, got "abcdef"'),
        ({"joint_names": [1] * 6}, "joint_names: expected a word, got 1"),
        ({"limits": [[None] * 3] * 6}, "limits: expected a list of 2, got 3"),
        ({"frames": 3}, "frames: expected a list, got 3"),
        (
            {"frames": [["x", 2.5, [[]]]]},
            "frames: expected a name, the number of a link and a pose",
        ),
        ({"frames": [["x", 1e99, [[]]]]}, "frames: expected a name, the number of a link and a"),
        ({"frames": [["x", 1, [[]]]]}, "frames: pose of 'x': expected a list of 4, got 1"),
    ],
)
def test_a_file_that_is_no_arm_is_refused_by_its_key(programs, file, change, message):
    file.write_text(json.dumps({**json.loads(file.read_text()), **change}))
    done = run(programs / "one_formulation", file)
    assert done.returncode == 2
    assert message in done.stderr
    assert str(file) in done.stderr


def entries(name, **changes):
    """Return data of the arm with these entries changed, at indices written as i_j."""
    value = np.array(equidyn.robots.puma560().to_dict()[name], float)
    for index, entry in changes.items():
        value[tuple(map(int, index[1:].split("_")))] = entry
    return {name: value.tolist()}


REFLECTED = np.diag([1.0, 1, -1, 1]).tolist()


@pytest.mark.parametrize(
    "change",
    [
        {"joints": "RRXRRR"},
        {"joints": ""},
        {"convention": "modifed"},
        entries("mass", _1=-1),
        entries("mass", _1=1.7e308, _2=1.7e308),
        entries("com", _3_1=1e200),
        entries("inertia", _2_0_1=0.5),
        entries("inertia", _2_0_1=1e308, _2_1_0=-1e308),
        entries("inertia", _5_1_1=-0.25),
        entries("inertia", _0_0_0=-5e-324, _0_1_1=0, _0_2_2=0),
        {"base": REFLECTED},
        entries("tool", _3_0=0.5),
        entries("tool", _0_0=2),
        {"base": (1e200 * np.eye(4)).tolist()},
        entries("gear_ratio", _4=0),
        entries("gear_ratio", _4=1e200),
        entries("motor_inertia", _5=-1e-4),
        entries("viscous", _5=-1),
        entries("coulomb", _1_1=-1e307),
        {"breakaway": [[1, -1]] * 6},
        {"breakaway": [[1, -1]] * 6, "stribeck": [1, 1, 1, 1, 0, 1]},
        {"breakaway": [[1, -1]] * 6, "stribeck": [1, 1, 1, 1, 1, 5e-324]},
        {"limits": [[-1, 1], [1, -1], *[[None, None]] * 4]},
        {"velocity_limits": [1, None, 0, 1, 1, 1]},
        {"joint_names": list("abcdea")},
        {"joint_names": list("abcde")},
        {"joint_names": []},
        {"link_names": ["a", "b", "", "c", "d", "e"]},
        {"link_names": ["a\x01", "b", "c", "d", "e", "f"]},
        {"name": "\uffff"},
        {"tool_name": ""},
        {"frames": [["x", 7, np.eye(4).tolist()]]},
        {"frames": [["x", -1, np.eye(4).tolist()]]},
        {"frames": [["x", 1, np.eye(4).tolist()], ["x", 2, np.eye(4).tolist()]]},
        {"frames": [["x", 1, REFLECTED]]},
    ],
    ids=str,
)
def test_an_arm_that_is_none_is_refused_in_the_words_of_python(programs, file, change):
    file.write_text(json.dumps({**json.loads(file.read_text()), **change}))
    with pytest.raises(ValueError, match=f"^{re.escape(str(file))}: ") as refused:
        equidyn.Arm.load(file)
    done = run(programs / "one_formulation", file)
    assert (done.returncode, done.stderr.strip()) == (2, str(refused.value))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"format": ' + 100_000 * "[" + 100_000 * "]" + "}", "nested deeper than 16 levels"),
        ('{"mass": ' + 100_000 * '{"m":', "nested deeper than 16 levels"),
        ('{"d": [0], "a": [{"d": 1}, {"d": 2}], "d": [1]}', 'the key "d" stands there twice'),
        ("[1, 2]", "expected an object, got an array"),
        ('{"format": "equidyn arm 1"}', "key 'joints' not found"),
        ("", "parse error"),
    ],
    ids=["lists", "objects", "twice", "list", "missing", "empty"],
)
def test_a_text_that_is_no_object_of_an_arm_is_refused(sanitized, tmp_path, text, message):
    path = tmp_path / "arm.json"
    path.write_text(text)
    done = run(sanitized / "one_formulation", path)
    assert (done.returncode, message in done.stderr) == (2, True), done.stderr


def test_no_broken_file_of_an_arm_ends_a_program(sanitized, file):
    whole, rng = file.read_bytes(), np.random.default_rng(6)
    for _ in range(150):
        broken = bytearray(whole)
        for _ in range(rng.integers(1, 4)):
            at = rng.integers(len(broken))
            piece = rng.choice([b"", b"[", b"}", b'"', b"null", b"1e999", b"-0", b"\xff", b"[[1]]"])
            broken[at : at + rng.integers(8)] = piece
        file.write_bytes(broken)
        done = run(sanitized / "one_formulation", file)
        assert done.returncode in (0, 2), (bytes(broken), done.stderr)


def test_a_file_that_is_missing_is_named(programs, tmp_path):
    done = run(programs / "batch", tmp_path / "none.json")
    assert done.returncode == 2
    assert "none.json: no such file" in done.stderr


@pytest.mark.skipif(os.name != "posix", reason="no such files")
@pytest.mark.parametrize(
    "make",
    [Path.mkdir, lambda path: os.mkfifo(path), lambda path: path.symlink_to("/dev/zero")],
    ids=["folder", "pipe", "device"],
)
def test_a_folder_a_pipe_or_a_device_is_not_read(programs, tmp_path, make):
    path = tmp_path / "arm.json"
    make(path)
    done = run(programs / "batch", path)
    assert (done.returncode, "arm.json: expected a regular file" in done.stderr) == (2, True)


def test_a_source_tree_has_no_package_for_cmake():
    if (Path(equidyn.__file__).parent / "cmake").is_dir():
        assert Path(equidyn.cmake_dir(), "equidynConfig.cmake").is_file()
    else:
        with pytest.raises(FileNotFoundError, match="install equidyn with pip"):
            equidyn.cmake_dir()
