"""Arms whose angles are given in degrees."""

import inspect

import numpy as np
import pytest

import equidyn
from equidyn import Arm

DATA = {"joints": "RP", "a": [1, 0], "d": [0, 0.5], "mass": [1, 2], "com": [[0, 0, 0]] * 2}
DATA["inertia"] = [[0.1, 0.1, 0.1]] * 2

# every argument of from_dh, for joints of both kinds
PLAIN = {
    "joints": "RPPR",
    "a": [1.5, 2.5, 3.5, 4.5],
    "a_y": [0, 1.5, 45, 90],
    "d": [3, 45, 90, 180],
    "mass": [1, 2, 3, 4],
    "com": [[1, 2, 3]] * 4,
    "inertia": [[7, 8, 9]] * 4,
    "gravity": [1, 2, 90],
    "base": [[1, 0, 0, 90], [0, 1, 0, 45], [0, 0, 1, 30], [0, 0, 0, 1]],
    "tool": [[1, 0, 0, 30], [0, 1, 0, 45], [0, 0, 1, 90], [0, 0, 0, 1]],
    "motor_inertia": [90, 45, 30, 60],
    "gear_ratio": [90, 45, 30, 60],
    "viscous": [90, 45, 30, 60],
    "coulomb": [[90, -45]] * 4,
    "breakaway": [[45, -90]] * 4,
    "stribeck": [90, 45, 30, 60],
    "effort_limits": [150, 50, 60, 90],
    "joint_names": list("wxyz"),
    "link_names": list("klmn"),
    "tool_name": "hand",
    "frames": [("camera", 1, np.eye(4))],
    "name": "crane",
}
IN_DEGREES = {
    "alpha": [90, -45, 180, 30],
    "theta": [45, 180, -90, 60],
    "limits": [[-180, 90], [-0.5, 2], [-90, np.inf], [-np.inf, 45]],
    "velocity_limits": [90, 90, 2, 45],
    "acceleration_limits": [180, 180, np.inf, np.inf],
    "jerk_limits": [np.inf, 90, 2, 30],
    "configurations": {
        "home": [90, 0.5, 90, 45],
        "far": {"q": [-45, 2, 1, 30], "source": "manual"},
    },
}
TURN = np.pi / 2
IN_RADIANS = {
    "alpha": [TURN, -TURN / 2, 2 * TURN, np.deg2rad(30)],
    "theta": [TURN / 2, 2 * TURN, -TURN, np.deg2rad(60)],
    "limits": [[-2 * TURN, TURN], [-0.5, 2], [-90, np.inf], [-np.inf, TURN / 2]],
    "velocity_limits": [TURN, 90, 2, TURN / 2],
    "acceleration_limits": [2 * TURN, 180, np.inf, np.inf],
    "jerk_limits": [np.inf, 90, 2, np.deg2rad(30)],
    "configurations": {
        "home": [TURN, 0.5, 90, TURN / 2],
        "far": {"q": [-TURN / 2, 2, 1, np.deg2rad(30)], "source": "manual"},
    },
}


@pytest.mark.filterwarnings("ignore::equidyn.ArmWarning")
@pytest.mark.parametrize("convention", ["standard", "modified"])
def test_every_datum_in_degrees_is_that_in_radians(convention):
    arguments = set(inspect.signature(Arm.from_dh).parameters) - {"convention", "degrees"}
    assert set(PLAIN) | set(IN_DEGREES) == set(PLAIN) | set(IN_RADIANS) == arguments
    found = Arm.from_dh(convention, **PLAIN, **IN_DEGREES, degrees=True)
    expected = Arm.from_dh(convention, **PLAIN, **IN_RADIANS)
    assert found.to_dict() == expected.to_dict()
    assert found == expected
    assert found.to_urdf() == expected.to_urdf()
    assert np.array_equal(found.effort_limits, PLAIN["effort_limits"])


@pytest.mark.filterwarnings("ignore::equidyn.ArmWarning")
def test_configurations_of_another_arm_are_in_radians():
    other = Arm.from_dh("standard", **PLAIN, **IN_RADIANS)
    data = {**PLAIN, **IN_DEGREES, "configurations": other.configurations}
    found = Arm.from_dh("standard", **data, degrees=True)
    assert found == other


def test_angles_in_degrees_without_saying_so_are_warned_of():
    with pytest.warns(equidyn.ArmWarning, match="degrees"):
        Arm.from_dh("modified", **DATA, alpha=[90, 0], theta=[0, 0])


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"limits": [[1, 2]] * 3}, r"^limits: shape must be \(2, 2\)"),
        ({"limits": 3}, r"^limits: shape must be \(2, 2\)"),
        ({"alpha": [90]}, r"^alpha: shape must be \(2,\)"),
        ({"velocity_limits": [1, np.nan]}, r"^velocity_limits: must be finite"),
        ({"configurations": {"home": [90]}}, r"^configurations: home: shape must be \(2,\)"),
        ({"configurations": [90, 1]}, r"^configurations: expected positions by name, got list"),
        ({"degrees": 1}, r"^degrees: expected True or False"),
    ],
)
def test_bad_input_is_named_as_it_is_in_radians(given, message):
    with pytest.raises((ValueError, TypeError), match=message):
        Arm.from_dh(
            "modified", **{**DATA, "alpha": [0, 0], "theta": [0, 0], "degrees": True, **given}
        )
