"""What an arm carries, from its torques: as exactly as these are, and no more than they tell."""

import re
from dataclasses import replace

import numpy as np
import pytest

import equidyn
from equidyn import Arm, ArmWarning, robots
from oracles.measurements import measured
from oracles.random_arms import random_arm

LOAD = {"mass": 1.3, "com": [0.02, -0.05, 0.11], "inertia": np.diag([0.006, 0.008, 0.003])}
LOAD["inertia"][0, 1] = LOAD["inertia"][1, 0] = -0.001

TURN = np.array([[0, -1, 0, 0.1], [0, 0, -1, 0.2], [1, 0, 0, -0.3], [0, 0, 0, 1.0]])
ARM = robots.load("ur5e").with_tool(TURN)


def assert_is_the_load(found, part):
    assert found.mass == pytest.approx(LOAD["mass"], rel=part)
    np.testing.assert_allclose(found.com, LOAD["com"], atol=part)
    np.testing.assert_allclose(found.inertia, LOAD["inertia"], atol=part)


def test_exact_data_return_the_load_in_the_frame_of_the_tool():
    found = equidyn.identify_payload(ARM, *measured(ARM.with_payload(**LOAD), 1))
    assert_is_the_load(found, 1e-12)
    assert found.rank == found.observable == 10
    assert found.directions == found.not_identifiable == ()


@pytest.mark.parametrize("seed", range(0, 96, 17))
def test_the_load_found_moves_as_the_one_carried_whatever_the_arm(seed):
    arm = Arm.from_dh(**random_arm(seed, 1 + seed % 5))
    *states, tau = measured(arm.with_payload(**LOAD), seed)
    found = equidyn.identify_payload(arm, *states, tau)
    assert found.rank == found.observable == 10 - len(found.directions)
    left = found.arm.inverse_dynamics(*states) - tau
    assert np.abs(left).max() < 1e-8 * np.abs(tau).max()


def test_friction_and_motors_of_the_arm_are_no_load():
    arm, drives = robots.puma560(), {"friction": True, "motors": True}
    data = measured(arm.with_payload(**LOAD), 2, **drives)
    assert_is_the_load(equidyn.identify_payload(arm, *data, **drives), 1e-9)
    wrong = equidyn.identify_payload(arm, *data)
    assert abs(wrong.mass - LOAD["mass"]) > 1e-2


def test_a_load_that_is_lacking_is_no_body():
    *states, tau = measured(ARM, 2)
    with pytest.warns(ArmWarning, match="the payload:\n  no bodies predict the torques"):
        found = equidyn.identify_payload(ARM.with_payload(**LOAD), *states, tau)
    assert 0 <= found.mass < 0.1 * LOAD["mass"]


def test_what_the_model_does_not_know_cancels_with_the_motion_without_load():
    robot = ARM.with_parameters(1.2 * np.asarray(ARM.parameters()))
    *states, tau = measured(robot.with_payload(**LOAD), 3)
    bare = robot.inverse_dynamics(*states)
    found = equidyn.identify_payload(ARM, *states, tau, unloaded=(*states, bare))
    assert_is_the_load(found, 1e-11)
    # the motion without load is another one, as of a controller that has less to carry
    others = [state + 1e-3 for state in states]
    bare = robot.inverse_dynamics(*others)
    found = equidyn.identify_payload(ARM, *states, tau, unloaded=(*others, bare))
    assert_is_the_load(found, 1e-2)


def test_errors_have_the_size_that_is_told():
    truth = [LOAD["mass"], *LOAD["com"], *LOAD["inertia"][[0, 0, 1, 0, 1, 2], [0, 1, 1, 2, 2, 2]]]
    errors = []
    for seed in range(60):
        data = measured(ARM.with_payload(**LOAD), seed, 150, noise=1e-3)
        found = equidyn.identify_payload(ARM, *data)
        values = [record["value"] for record in found.to_records()]
        errors.append((np.array(values) - truth) / list(found.standard_deviations.values()))
    assert np.std(errors, axis=0) == pytest.approx(np.ones(10), abs=0.3)
    assert 0.9 < np.std(errors) < 1.1


def test_rest_in_many_postures_shows_mass_and_centre_but_no_tensor():
    q = measured(ARM, 4)[0]
    found = equidyn.identify_payload(ARM, q, 0 * q, 0 * q, ARM.with_payload(**LOAD).bias(q, 0 * q))
    assert (found.rank, found.observable) == (4, 10)
    assert set(found.directions) == {"Ixx", "Ixy", "Iyy", "Ixz", "Iyz", "Izz"}
    assert found.not_identifiable == tuple(
        f"inertia {axes}" for axes in ("xx", "xy", "yy", "xz", "yz", "zz")
    )
    assert found.mass == pytest.approx(LOAD["mass"], rel=1e-7)
    np.testing.assert_allclose(found.com, LOAD["com"], atol=1e-7)
    assert "no torque shows a change of: Ixx" in str(found)


def test_a_plane_arm_can_never_show_what_lies_across_its_plane():
    arm = robots.planar_2r()
    found = equidyn.identify_payload(arm, *measured(arm.with_payload(**LOAD), 5))
    assert found.rank == found.observable == 4
    assert set(found.directions) == {"Ixx", "Ixy", "Iyy", "Ixz", "Iyz", "m*cz"}
    assert found.standard_deviations["com z"] == np.inf
    assert found.standard_deviations["inertia zz"] < 1e-12
    assert found.mass == pytest.approx(LOAD["mass"], rel=1e-12)
    assert found.inertia[2, 2] == pytest.approx(LOAD["inertia"][2, 2], rel=1e-9)


def test_a_direction_that_is_a_sum_changes_no_torque():
    """One configuration of a plane arm, first link upright, shows one sum of mass and moments."""
    arm = robots.planar_2r(length=(0.4, 0.3))
    q = np.tile([[np.pi / 2, 0.9]], (50, 1))
    tau = arm.with_payload(**LOAD).bias(q, 0 * q)
    found = equidyn.identify_payload(arm, q, 0 * q, 0 * q, tau)
    sums = [text for text in found.directions if re.search(r" [+-] ", text)]
    assert any(re.search(r"\bm(?!\*c)", text) for text in sums)
    matrix = arm.regressor(q[0], 0 * q[0], 0 * q[0])[:, 10:14]
    for hidden in sums:
        change = np.zeros(4)
        for sign, factor, name in re.findall(r"(-?) ?(?:([\d.e-]+)\*)?(m(?:\*c[xyz])?)", hidden):
            part = float(factor or 1) * (-1 if sign else 1)
            change[["m", "m*cx", "m*cy", "m*cz"].index(name)] = part
        size = np.linalg.norm(matrix) * np.linalg.norm(change)
        assert np.linalg.norm(matrix @ change) < 1e-3 * size  # factors have four digits


def test_deviations_are_those_of_the_parameters_carried_on():
    found = equidyn.identify_payload(ARM, *measured(ARM.with_payload(**LOAD), 11, noise=1e-3))

    def quantities(parameters):
        moved = replace(found, parameters=parameters)
        return np.array([record["value"] for record in moved.to_records()])

    steps = 1e-6 * np.eye(10)
    pairs = [(quantities(found.parameters + h), quantities(found.parameters - h)) for h in steps]
    slopes = np.array([(up - down) / 2e-6 for up, down in pairs]).T
    expected = np.sqrt(np.diagonal(slopes @ found.covariance @ slopes.T))
    told = list(found.standard_deviations.values())
    np.testing.assert_allclose(told, expected, rtol=1e-6)


def test_noise_never_leaves_a_body_that_cannot_exist():
    for seed in range(10):
        data = measured(ARM.with_payload(0.01), seed, 40, noise=0.01)
        found = equidyn.identify_payload(ARM, *data)
        moments = np.linalg.eigvalsh(found.inertia)
        assert found.mass > 0
        assert moments[0] > 0
        assert moments[0] + moments[1] > moments[2]


def test_no_load_is_none():
    found = equidyn.identify_payload(ARM, *measured(ARM, 7))
    assert abs(found.mass) < 1e-12
    assert found.standard_deviations["com x"] > 1e-3
    still = np.zeros((20, 6))
    nothing = equidyn.identify_payload(ARM.with_gravity([0, 0, 0]), still, still, still, still)
    assert nothing.rank == nothing.mass == 0
    assert len(nothing.not_identifiable) == 10
    assert nothing.arm is nothing.given


def test_weights_are_inverse_standard_deviations():
    data = measured(ARM.with_payload(**LOAD), 8)
    once, twice = (
        equidyn.identify_payload(ARM, *data, weights=np.full(6, weight)) for weight in (1.0, 2.0)
    )
    for name, sigma in once.standard_deviations.items():
        assert sigma == pytest.approx(2 * twice.standard_deviations[name])


def test_bad_input_is_named():
    *states, tau = measured(ARM, 9, 30)
    cases = [
        ({"tau": tau[:, :5]}, "tau: last axis must be 6"),
        ({"q": states[0][:5]}, "q: expected the shape of tau"),
        ({"unloaded": states}, r"unloaded: expected the four arrays \(q, qd, qdd, tau\)"),
        ({"unloaded": (*states, tau[:, :5])}, "unloaded: tau: last axis must be 6"),
        ({"unloaded": [x[:9] for x in (*states, tau)]}, "unloaded: expected the shape of tau"),
        ({"friction": 1}, "friction: expected True or False"),
        ({"weights": -np.ones(6)}, "weights: must be positive"),
    ]
    for change, message in cases:
        given = {**dict(zip(("q", "qd", "qdd", "tau"), (*states, tau), strict=True)), **change}
        with pytest.raises((ValueError, TypeError), match=message):
            equidyn.identify_payload(ARM, **given)


def test_uncertainties_are_drawn():
    found = equidyn.identify_payload(ARM, *measured(ARM.with_payload(**LOAD), 10, noise=1e-3))
    ax = found.plot()
    names = [label.get_text() for label in ax.get_yticklabels()]
    assert names[0] == "mass"
    points = {line.get_label(): line.get_data() for line in ax.lines}
    assert set(names) <= set(points)
    (percent,), (row,) = points["mass"]
    assert row == 0
    assert percent == pytest.approx(100 * found.standard_deviations["mass"] / found.mass)
