"""Arms whose angles are given in degrees."""

import numpy as np
import pytest

import equidyn
from equidyn import Arm

DATA = {"joints": "RP", "a": [1, 0], "d": [0, 0.5], "mass": [1, 2], "com": [[0, 0, 0]] * 2}
DATA["inertia"] = [[0.1, 0.1, 0.1]] * 2


def test_angles_in_degrees_are_those_in_radians():
    found = Arm.from_dh(
        "modified",
        **DATA,
        alpha=[90, -45],
        theta=[0, 180],
        limits=[[-170, 170], [0, 1]],
        velocity_limits=[90, np.inf],
        degrees=True,
    )
    expected = Arm.from_dh(
        "modified",
        **DATA,
        alpha=[np.pi / 2, -np.pi / 4],
        theta=[0, np.pi],
        limits=[[np.deg2rad(-170), np.deg2rad(170)], [0, 1]],
        velocity_limits=[np.pi / 2, np.inf],
    )
    assert found == expected


def test_angles_in_degrees_without_saying_so_are_warned_of():
    with pytest.warns(equidyn.ArmWarning, match="degrees"):
        Arm.from_dh("modified", **DATA, alpha=[90, 0], theta=[0, 0])


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"limits": [[1, 2]] * 3}, r"^limits: shape must be \(2, 2\)"),
        ({"limits": 3}, r"^limits: shape must be \(2, 2\)"),
        ({"velocity_limits": [1, np.nan]}, r"^velocity_limits: must be finite"),
        ({"degrees": 1}, r"^degrees: expected True or False"),
    ],
)
def test_bad_input_is_named_as_it_is_in_radians(given, message):
    with pytest.raises((ValueError, TypeError), match=message):
        Arm.from_dh(
            "modified", **{**DATA, "alpha": [0, 0], "theta": [0, 0], "degrees": True, **given}
        )
