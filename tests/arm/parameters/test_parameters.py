"""The parameters that torques are linear in, and the arm that has them."""

import re

import numpy as np
import pytest

from equidyn import Arm, robots
from oracles.random_arms import random_arm


def test_parameters_have_names_units_and_the_numbers_of_the_arm():
    arm = robots.puma560()
    parameters = arm.parameters(friction=True, motors=True)
    assert len(parameters) == len(np.asarray(parameters)) == 6 * 14
    assert parameters["m3"] == arm.mass[2]
    assert parameters["m3*cy"] == arm.mass[2] * arm.com[2, 1]
    assert parameters["I3yz"] == arm.inertia_about_origin[2, 1, 2]
    assert parameters["viscous2"] == arm.gear_ratio[1] ** 2 * arm.viscous[1]
    assert parameters["coulomb2-"] == abs(arm.gear_ratio[1]) * arm.coulomb[1, 1]
    assert parameters["rotor2"] == arm.gear_ratio[1] ** 2 * arm.motor_inertia[1]
    units = dict(zip(parameters.names, parameters.units, strict=True))
    assert (units["m1*cx"], units["I1xy"], units["coulomb1+"]) == ("kg m", "kg m²", "N m")
    assert list(parameters) == list(parameters.named.values())


@pytest.mark.parametrize("ratio", [None, [-60.0, 20.0]])
def test_the_last_parameters_complete_the_mass_matrix_with_or_without_gears(ratio):
    arm = robots.planar_2r().with_motors([0.1, 0.2], ratio)
    q, zero = np.array([0.3, -0.8]), np.zeros(2)
    expected = [
        arm.inverse_dynamics(q, zero, unit, motors=True) - arm.gravity_torque(q)
        for unit in np.eye(2)
    ]
    rotors = np.asarray(arm.parameters(motors=True))[-arm.n :]
    np.testing.assert_allclose(arm.mass_matrix(q) + np.diag(rotors), expected, rtol=1e-13)


def test_slides_have_units_of_force():
    units = robots.stanford("toolbox").parameters().units
    assert set(units) == {"kg", "kg m", "kg m²"}
    arm = robots.stanford("toolbox").with_friction(viscous=np.ones(6))
    parameters = arm.parameters(friction=True)
    named = dict(zip(parameters.names, parameters.units, strict=True))
    assert (named["viscous3"], named["coulomb3+"]) == ("N s/m", "N")


@pytest.mark.parametrize("seed", range(0, 96, 13))
def test_arm_of_its_own_parameters_is_the_same_arm(seed):
    arm = Arm.from_dh(**random_arm(seed))
    again = arm.with_parameters(arm.parameters())
    for name in ("mass", "com", "inertia"):
        assert np.allclose(getattr(again, name), getattr(arm, name), rtol=1e-12, atol=1e-13)


@pytest.mark.parametrize("thin", [(0.0, 0.0, 0.0), (0.0, 0.1, 0.1)], ids=["points", "rods"])
def test_arm_of_thin_links_takes_its_own_parameters(thin):
    """About the origins they are exact to rounding, which must not make a moment negative."""
    for seed in range(50):
        data = robots.random_arm(3, seed).to_dict()
        arm = Arm.from_dict({**data, "inertia": [thin] * 3})
        again = arm.with_parameters(arm.parameters())
        largest = np.abs(arm.inertia_about_origin).max()
        assert np.abs(again.inertia - arm.inertia).max() <= 1e-14 * largest
        assert np.linalg.eigvalsh(again.inertia).min() >= -1e-16 * largest


def test_parameters_of_drives_are_seen_through_the_gears():
    arm = robots.puma560()
    for friction in (False, True):
        for motors in (False, True):
            again = arm.with_parameters(arm.parameters(friction=friction, motors=motors))
            for name in ("viscous", "coulomb", "motor_inertia"):
                assert np.allclose(getattr(again, name), getattr(arm, name), rtol=1e-14)


def test_arrays_are_made_as_numpy_asks():
    parameters = robots.planar_2r().parameters()
    assert np.asarray(parameters, dtype=np.float32).dtype == np.float32
    copy = np.array(parameters)
    copy[0] = -1.0
    assert parameters["m1"] != -1.0
    assert not np.asarray(parameters).flags.writeable or np.asarray(parameters) is not parameters


def test_unknown_names_are_told():
    with pytest.raises(KeyError, match="there is no 'm9'"):
        robots.planar_2r().parameters()["m9"]


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ([1.0], "parameters: expected 20, 22, 26 or 28 numbers, got shape (1,)"),
        (np.full(20, np.nan), "parameters: must be finite, got nan at index (0,)"),
        (-np.ones(20), "mass: must not be negative, got -1 at link 1"),
        (
            [1, 1, 0, 0, 0, 0, 1 - 1e-9, 0, 0, 1, *[0] * 10],
            "inertia: principal moments must not be negative, got -1e-09 at link 1",
        ),
    ],
)
def test_parameters_of_no_arm_are_refused(parameters, message):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        robots.planar_2r().with_parameters(parameters)


def test_parameters_need_the_data_that_are_asked_for():
    with pytest.raises(ValueError, match="the arm has no friction data"):
        robots.planar_2r().parameters(friction=True)


def test_table_names_every_parameter():
    text = str(robots.planar_2r().parameters())
    assert "20 parameters" in text
    assert "I2zz" in text
