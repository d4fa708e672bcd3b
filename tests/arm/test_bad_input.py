"""Bad data of arms and bad files: one clear error each, naming the argument."""

import json
import re

import numpy as np
import pytest

from equidyn import Arm, robots
from oracles.refusals import raises

NAN, INF = np.nan, np.inf

EYE = np.eye(4)

# the least that makes an arm of two links
LINKS = {
    "convention": "standard",
    "joints": "RP",
    "a": [0.5, 0.0],
    "alpha": [0.0, 1.0],
    "d": [0.0, 0.1],
    "theta": [0.0, 0.2],
    "mass": [2.0, 1.0],
    "com": [[0.0, 0.0, 0.0], [0.0, 0.0, 0.1]],
    "inertia": [np.diag([0.1, 0.2, 0.2]), np.diag([0.1, 0.1, 0.1])],
}


def tensors(*first_rows) -> np.ndarray:
    """The second link's tensor is good; the first has this upper left corner, and ones below."""
    inertia = np.array([np.eye(3), np.eye(3)])
    inertia[0, : len(first_rows), : len(first_rows)] = first_rows
    return inertia


def pose(row: int, column: int, value: float) -> np.ndarray:
    """The identity but for one entry."""
    matrix = np.eye(4)
    matrix[row, column] = value
    return matrix


class NoArray:
    """Says that it is an array, and gives a text."""

    def __array__(self, dtype=None, copy=None):
        return "text"

    def __repr__(self):
        return "NoArray()"


# deeper than arrays have axes
DEEP = 1.0

for _ in range(3000):
    DEEP = [DEEP]

LETTERS = "joints: letters must be R (revolute) or P (prismatic)"

ONE_A_JOINT = "(one entry for each of the 2 joints)"


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        ({"joints": ""}, ValueError, "joints: an arm must have at least one joint, got ''"),
        (
            {"joints": "RX"},
            ValueError,
            "joints: letters must be R (revolute) or P (prismatic), got 'X' at joint 2",
        ),
        ({"joints": ["R", "P", "RP"]}, ValueError, f"{LETTERS}, got 'RP' at joint 3"),
        ({"joints": [1, 0]}, ValueError, f"{LETTERS}, got 1 at joint 1"),
        ({"joints": []}, ValueError, "joints: an arm must have at least one joint, got []"),
        ({"joints": 2}, TypeError, "joints: expected a letter for each joint, got int"),
        (
            {"joints": "RPR"},
            ValueError,
            "a: shape must be (3,) (one entry for each of the 3 joints), got shape (2,)",
        ),
        (
            {"convention": "modifed"},
            ValueError,
            "convention: there is no 'modifed'; did you mean 'modified'? "
            "(known: standard, modified)",
        ),
        ({"convention": None}, TypeError, "convention: expected a string, got NoneType"),
        ({"name": 560}, TypeError, "name: expected a string, got int"),
        ({"a": 0}, ValueError, f"a: shape must be (2,) {ONE_A_JOINT}, got shape ()"),
        ({"d": [0.1]}, ValueError, f"d: shape must be (2,) {ONE_A_JOINT}, got shape (1,)"),
        ({"theta": None}, TypeError, "theta: expected real numbers, got NoneType"),
        ({"alpha": ["x", "y"]}, TypeError, "alpha: expected real numbers, got dtype <U1"),
        ({"alpha": [1j, 0]}, TypeError, "alpha: expected real numbers, got dtype complex128"),
        ({"a": [True, False]}, TypeError, "a: expected real numbers, got dtype bool"),
        ({"a": [0, NAN]}, ValueError, "a: must be finite, got nan at link 2"),
        ({"d": [-INF, 0]}, ValueError, "d: must be finite, got -inf at link 1"),
        ({"mass": [1, INF]}, ValueError, "mass: must be finite, got inf at link 2"),
        ({"mass": [1, -1]}, ValueError, "mass: must not be negative, got -1 at link 2"),
        (
            {"com": [0, 0, 0]},
            ValueError,
            f"com: shape must be (2, 3) {ONE_A_JOINT}, got shape (3,)",
        ),
        (
            {"com": [[0, 0, 0], [0, 0]]},
            ValueError,
            "com: expected an array, got rows of unequal length: shape (3,) in row 1 but "
            "shape (2,) in row 2",
        ),
        (
            {"inertia": [np.eye(3).tolist(), [[1, 0, 0], [0, 1, 0], [0, 1]]]},
            ValueError,
            "inertia: expected an array, got rows of unequal length: shape (3,) in row 1 of row 2 "
            "but shape (2,) in row 3 of row 2",
        ),
        ({"com": NoArray()}, ValueError, "com: expected an array, got NoArray"),
        pytest.param({"com": DEEP}, ValueError, "com: expected an array, got list", id="deep"),
        (
            {"com": [[0, 0, 0], [0, NAN, 0]]},
            ValueError,
            "com: must be finite, got nan at link 2",
        ),
        (
            {"inertia": [1, 1, 1]},
            ValueError,
            f"inertia: shape must be (2, 3, 3) {ONE_A_JOINT}, got shape (3,)",
        ),
        (
            {"inertia": [[1, 1, -1], [1, 1, 1]]},
            ValueError,
            "inertia: principal moments must not be negative, got -1 at link 1",
        ),
        (
            {"inertia": np.ones((2, 6))},
            ValueError,
            "inertia: expected tensors (2, 3, 3) or principal moments (2, 3), got shape (2, 6): "
            "sources differ in the order of the six numbers and in the signs of three; write "
            "[[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]], off-diagonal entries being minus the "
            "product integrals",
        ),
        (
            {"inertia": tensors([1, 0.5], [0, 1])},
            ValueError,
            "inertia: must be symmetric (largest entry of |I - I^T| = 0), got 0.5 at link 1",
        ),
        (
            {"inertia": tensors([-0.25])},
            ValueError,
            "inertia: principal moments must not be negative, got -0.25 at link 1",
        ),
        (
            # a positive diagonal does not make the principal moments positive
            {"inertia": tensors([1, 2], [2, 1])},
            ValueError,
            "inertia: principal moments must not be negative, got -1 at link 1",
        ),
        (
            {"gravity": 9.81},
            ValueError,
            "gravity: shape must be (3,) (a vector in the world frame), got shape ()",
        ),
        ({"gravity": (0, 0, NAN)}, ValueError, "gravity: must be finite, got nan at index (2,)"),
        ({"base": np.eye(3)}, ValueError, "base: shape must be (4, 4) (a pose), got shape (3, 3)"),
        ({"tool": pose(0, 3, INF)}, ValueError, "tool: must be finite, got inf at index (0, 3)"),
        (
            {"base": pose(3, 0, 0.5)},
            ValueError,
            "base: last row must be (0, 0, 0, 1), got (0.5, 0, 0, 1)",
        ),
        (
            {"tool": pose(0, 0, 2)},
            ValueError,
            "tool: rotation must be orthonormal (largest entry of |R R^T - E| = 0), got 3",
        ),
        (
            {"tool": pose(2, 2, -1)},
            ValueError,
            "tool: rotation must have determinant +1, and be no reflection, got -1",
        ),
        (
            {"motor_inertia": [1e-4, -1e-4]},
            ValueError,
            "motor_inertia: must not be negative, got -0.0001 at link 2",
        ),
        ({"gear_ratio": [0, 1]}, ValueError, "gear_ratio: must not be zero, got 0 at link 1"),
        ({"viscous": [0, -1]}, ValueError, "viscous: must not be negative, got -1 at link 2"),
        (
            {"coulomb": [1, 1]},
            ValueError,
            f"coulomb: shape must be (2, 2) {ONE_A_JOINT}, got shape (2,)",
        ),
        (
            {"breakaway": [[1, -1]] * 2},
            ValueError,
            "breakaway: expected stribeck with it, got none",
        ),
        (
            {"stribeck": [1, 1]},
            ValueError,
            "stribeck: expected breakaway with it, got none",
        ),
        (
            {"breakaway": [[1, -1]] * 2, "stribeck": [1, 0]},
            ValueError,
            "stribeck: must be positive, got 0 at link 2",
        ),
        (
            {"breakaway": [[1, -1]] * 2, "stribeck": [1, 5e-324]},
            ValueError,
            "stribeck, its inverse seen from the joint, with gear_ratio: must be finite, got inf "
            "at link 2",
        ),
        (
            {"breakaway": [1, -1], "stribeck": [1, 1]},
            ValueError,
            f"breakaway: shape must be (2, 2) {ONE_A_JOINT}, got shape (2,)",
        ),
        (
            {"limits": [[-1, 1], [1, -1]]},
            ValueError,
            "limits: lower must not exceed upper, got (1, -1) at link 2",
        ),
        (
            {"limits": [[-1, 1], [INF, INF]]},
            ValueError,
            "limits: must be finite, got inf at link 2",
        ),
    ],
    ids=str,
)
def test_data_that_make_results_meaningless(change, error, message):
    with raises(error, message):
        Arm.from_dh(**{**LINKS, **change})


def test_the_convention_has_no_default():
    data = {name: value for name, value in LINKS.items() if name != "convention"}
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'convention'"):
        Arm.from_dh(**data)


def test_a_misspelt_argument():
    with pytest.raises(TypeError, match="unexpected keyword argument 'viscuous'"):
        Arm.from_dh(**LINKS, viscuous=[0, 0])


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (
            lambda arm: arm.with_payload(-1),
            ValueError,
            "mass: must not be negative, got -1",
        ),
        (lambda arm: arm.with_payload(NAN), ValueError, "mass: must be finite, got nan"),
        (lambda arm: arm.with_payload("1 kg"), TypeError, "mass: expected real numbers, got str"),
        (
            lambda arm: arm.with_payload(1, com=(0, 0)),
            ValueError,
            "com: shape must be (3,) (a point), got shape (2,)",
        ),
        (
            lambda arm: arm.with_payload(1, inertia=-np.eye(3)),
            ValueError,
            "inertia: principal moments must not be negative, got -1",
        ),
        (
            lambda arm: arm.with_gravity(9.81),
            ValueError,
            "gravity: shape must be (3,) (a vector in the world frame), got shape ()",
        ),
        (
            lambda arm: arm.with_base(2 * EYE),
            ValueError,
            "base: last row must be (0, 0, 0, 1), got (0, 0, 0, 2)",
        ),
        (
            lambda arm: arm.to_convention("craig"),
            ValueError,
            "convention: there is no 'craig'; did you mean 'modified'? (known: standard, modified)",
        ),
        (
            lambda arm: arm.to_convention(None),
            TypeError,
            "convention: expected a string, got NoneType",
        ),
    ],
)
def test_changes_of_an_arm(call, error, message):
    with raises(error, message):
        call(robots.puma560())


REQUIRED = "convention, joints, a, alpha, d, theta, mass, com, inertia"

KEYS = (
    f"format, {REQUIRED}, a_y, gravity, base, tool, motor_inertia, gear_ratio, viscous, coulomb, "
    "breakaway, stribeck and 11 more"
)

GOOD = robots.planar_2r().to_dict()


def without(key: str) -> dict:
    return {name: value for name, value in GOOD.items() if name != key}


BAD_DICTIONARIES = [
    (["an arm"], TypeError, "arm: expected a dictionary, got list"),
    (without("format"), ValueError, "format: key is missing, expected 'equidyn arm 1'"),
    (without("mass"), ValueError, f"mass: key is missing; required: {REQUIRED}"),
    (
        {**GOOD, "format": "equidyn arm 7"},
        ValueError,
        "format: there is no 'equidyn arm 7'; did you mean 'equidyn arm 1'? (known: equidyn arm 1)",
    ),
    (
        {**GOOD, "viscuous": [1, 1]},
        ValueError,
        f"key: there is no 'viscuous'; did you mean 'viscous'? (known: {KEYS})",
    ),
    (
        {**GOOD, "x" * 9999: 0},
        ValueError,
        f"key: there is no '{'x' * 60}…' (known: {KEYS})",
    ),
    ({**GOOD, "mass": [1, NAN]}, ValueError, "mass: must be finite, got nan at link 2"),
    ({**GOOD, "mass": {"1": 2}}, TypeError, "mass: expected real numbers, got dict"),
]


@pytest.mark.parametrize(("data", "error", "message"), BAD_DICTIONARIES)
def test_dictionaries(data, error, message):
    with raises(error, message):
        Arm.from_dict(data)


@pytest.mark.parametrize(("data", "error", "message"), BAD_DICTIONARIES)
def test_files_are_named_with_what_is_wrong_in_them(tmp_path, data, error, message):
    path = tmp_path / "arm.json"
    path.write_text(json.dumps(data))
    with raises(error, f"{path}: {message}"):
        Arm.load(path)
    with raises(error, f"{path}: {message}"):
        robots.load(str(path))


@pytest.mark.parametrize("content", [b"", b"{", b"arm", b"\xff\xfe\x00"])
def test_files_that_are_no_json(tmp_path, content):
    path = tmp_path / "arm.json"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=f"^{re.escape(str(path))}: not a JSON file: "):
        Arm.load(path)


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"nothing\.json"):
        robots.load(tmp_path / "nothing.json")


@pytest.mark.parametrize("arguments", [("standard",), ("standard", "RR", [0, 0])])
def test_an_arm_made_by_its_class_is_told_how_it_is_made(arguments):
    with raises(
        TypeError, "Arm: make one with Arm.from_dh, Arm.from_urdf, Arm.from_dict or Arm.load"
    ):
        Arm(*arguments)
    with raises(
        TypeError, "Arm: make one with Arm.from_dh, Arm.from_urdf, Arm.from_dict or Arm.load"
    ):
        Arm(convention="standard", joints="RR")
