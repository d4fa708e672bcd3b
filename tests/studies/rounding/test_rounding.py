"""rounding_error() measures the error against many digits, also for the same arm elsewhere."""

import csv
import json
from functools import cache

import numpy as np
import pytest

import equidyn
from conftest import QUANTITIES
from equidyn import robots
from equidyn.studies.rounding.arms import nearly_parallel
from equidyn.studies.rounding.exact import Exact
from equidyn.studies.rounding.sweeps import DISTANCES, SWEEPS, Case
from equidyn.studies.rounding.verdict import KEPT
from oracles import lagrange
from oracles.random_arms import random_arm

EPS = np.finfo(float).eps
ALL = [f.name for f in equidyn.formulations() if not f.restriction]

# what each series has in it that no other arm or state has
FAR = ("frame", "parallel", "lift", "turns")


@cache
def errors(seed: int = 0):
    return equidyn.rounding_error(n=(1, 2, 4), samples=8, seed=seed)


def upright(n: int, joints: str | None = None):
    """A random arm on a base whose axes are orthogonal to the last of many digits."""
    return robots.random_arm(n, seed=5, joints=joints).with_base(None)


@cache
def settings(sweep: str, joints: str = "RRR"):
    case = Case(upright(3, joints), (1, 2, 3), upright, samples=2, seed=1)
    return list(SWEEPS[sweep].settings(case))


@pytest.mark.parametrize("sweep", SWEEPS)
def test_the_torques_taken_for_exact_are_those_of_fifty_digits(sweep):
    for setting in settings(sweep):
        if sweep == "frame" and setting.x > 1000:
            break  # the oracle loses four digits a decade there, and has thirty
        exact, states = Exact(setting), setting.states
        for row, tau in enumerate(exact.results):
            state = (states.q[row], states.qd[row], states.qdd[row])
            truth = lagrange.torque(setting.arm, *state)
            assert np.abs(tau - truth).max() <= (1 + 5 * exact.unsure) * EPS * exact.largest


@pytest.mark.parametrize("sweep", ["joints", "turns"])
def test_what_is_taken_for_exact_of_other_quantities_makes_the_torques_of_fifty_digits(sweep):
    """Without gravity: M qdd of a motion from rest, and C qd qd of one that is not sped up."""
    setting = settings(sweep)[-1]
    arm, states, still = setting.arm.with_gravity((0, 0, 0)), setting.states, np.zeros(3)
    motions = {
        "mass_matrix": ("mij,mj->mi", [states.qdd], lambda row: (still, states.qdd[row])),
        "coriolis_coefficients": (
            "mijk,mj,mk->mi",
            [states.qd, states.qd],
            lambda row: (states.qd[row], still),
        ),
    }
    for quantity, (sums, rates, motion) in motions.items():
        exact = Exact(setting, quantity)
        found = np.einsum(sums, exact.results.astype(float), *rates)
        for row, q in enumerate(states.q):
            truth = lagrange.torque(arm, q, *motion(row))
            allowed = 9 * (1 + 5 * exact.unsure) * EPS * exact.largest * np.abs(rates).max() ** 2
            assert np.abs(found[row] - truth).max() <= allowed


@cache
def of_quantity(quantity: str):
    return equidyn.rounding_error(quantity=quantity, n=(1, 3), samples=4)


@pytest.mark.parametrize(
    ("quantity", "sweep", "trait", "power"),
    [
        ("mass_matrix", "frame", "inertia", 2),
        ("mass_matrix", "lift", "positions", 1),
        ("forward_dynamics", "lift", "positions", 1),
        ("coriolis_coefficients", "frame", "inertia", 2),
    ],
)
def test_methods_of_other_quantities_lose_digits_by_what_their_equations_do(
    quantity, sweep, trait, power
):
    found, listed = of_quantity(quantity), equidyn.formulations(quantity)
    assert found.formulations == tuple(f.name for f in listed)
    first = found.groups(sweep)[0]
    # the other trait that loses as much is a group of its own
    alike = {f.name for f in listed if f"{trait}: {getattr(f, trait)}" == first.name}
    assert set(first.formulations) == alike
    # a method whose inertias are about the base, too, loses more
    least = min(found.exponent(sweep, name) for name in alike)
    assert least == pytest.approx(power, abs=0.35)
    joints = [r.error for r in found.records if r.sweep == "joints"]
    assert max(joints) < 15
    assert quantity.replace("_", " ").lower() in str(found).lower()


@pytest.mark.parametrize("quantity", QUANTITIES)
def test_no_method_loses_digits_where_axes_are_nearly_parallel(quantity):
    assert {group.reason for group in of_quantity(quantity).groups("parallel")} == {KEPT}


@pytest.mark.parametrize("sweep", FAR)
def test_what_is_taken_for_exact_is_surer_than_what_is_measured(sweep):
    for record in errors().records:
        if record.sweep == sweep and record.error > 10:
            assert record.unsure < 0.05 * record.error


@pytest.mark.parametrize("name", ["newton_euler", "lagrange_euler", "spatial_newton_euler"])
def test_an_error_is_the_largest_one_in_eps_times_the_largest_torque(name):
    arm = equidyn.Arm.from_dh(**{**random_arm(7, 3), "joints": "RRR", "base": None})
    found = equidyn.rounding_error(arm, [name], sweeps=["turns"], samples=4, seed=9)
    states = arm.with_limits(None), np.random.default_rng(9)
    q, qd, qdd = np.pi * (2 * states[1].random((4, 3)) - 1), *states[1].uniform(-1, 1, (2, 4, 3))
    q, qd, qdd = q + 2 * np.pi * 10, 2 * qd, 5 * qdd
    truth = np.array([lagrange.torque(arm, *state) for state in zip(q, qd, qdd, strict=True)])
    tau = arm.inverse_dynamics(q, qd, qdd, formulation=name)
    expected = np.abs(tau - truth).max() / (EPS * np.abs(truth).max())
    record = found.of("turns", name)[1]
    assert record.x == 10
    assert record.error == pytest.approx(expected, abs=1)


def test_every_formulation_is_measured_at_every_place_of_every_series():
    places = dict.fromkeys(FAR, DISTANCES) | {"joints": (1, 2, 4)}
    found = {(r.sweep, r.formulation, r.x) for r in errors().records}
    assert found == {(s, f, x) for s, xs in places.items() for f in ALL for x in xs}
    assert len(errors().records) == len(found)


def test_the_same_seed_gives_the_same_errors_and_another_one_others():
    again = equidyn.rounding_error(n=(1, 2, 4), samples=8, seed=0)
    assert again.records == errors().records
    other = equidyn.rounding_error(sweeps=["lift"], samples=8, seed=1)
    assert other.of("lift", "kane") != errors().of("lift", "kane")


@pytest.mark.parametrize("joints", ["RRR", "RPP", "RRP"])
def test_a_frame_that_stands_elsewhere_is_fixed_to_the_same_arm(joints):
    near, *_, far = settings("frame", joints)[:3]
    for setting in (near, far):
        arm, x = setting.arm, setting.states
        same = upright(3, joints)
        state, wrench = (x.q, x.qd, x.qdd), np.arange(1.0, 7.0)
        tau = arm.inverse_dynamics(*state, tip_wrench=wrench)
        expected = same.inverse_dynamics(*state, tip_wrench=wrench)
        np.testing.assert_allclose(tau, expected, rtol=0, atol=1e-10 * np.abs(expected).max())


def test_joints_turn_ever_more_often_and_slides_stay_where_they_are():
    first, *others = settings("turns", "RPR")
    assert [setting.x for setting in others] == list(DISTANCES[1:])
    for setting in others:
        turned = (setting.states.q - first.states.q) / (2 * np.pi)
        np.testing.assert_allclose(turned[:, [0, 2]], setting.x - first.x, rtol=1e-12)
        np.testing.assert_array_equal(turned[:, 1], 0)


def test_on_a_lift_that_stands_the_torques_are_those_without_one():
    for setting in settings("lift"):
        same, x = upright(3, "RRR"), setting.states
        qd, qdd = (a * [0.0, 1.0, 1.0, 1.0] for a in (x.qd, x.qdd))
        tau = setting.arm.inverse_dynamics(x.q, qd, qdd)[:, 1:]
        expected = same.inverse_dynamics(x.q[:, 1:], qd[:, 1:], qdd[:, 1:])
        np.testing.assert_allclose(tau, expected, rtol=0, atol=1e-12 * np.abs(expected).max())


@pytest.mark.parametrize("angle", [0.5, 1e-3, 1e-6])
def test_axes_enclose_the_angle_and_the_bodies_stay_where_they_are(angle):
    poses = nearly_parallel(5, angle, seed=2).link_poses([0.0] * 5)
    axes = poses[:, :3, 2]
    turned = np.linalg.norm(np.cross(axes[1:], axes[:-1]), axis=1)
    np.testing.assert_allclose(turned, np.sin(angle), rtol=1e-6)
    near, far = (nearly_parallel(5, a, seed=2).gravity_torque([0.0] * 5) for a in (1e-9, 1e-6))
    np.testing.assert_allclose(near, far, rtol=0, atol=1e-4)


def test_an_arm_of_both_kinds_in_the_modified_convention_is_measured():
    arm = robots.random_arm(4, seed=3, joints="PRRP", convention="modified")
    found = equidyn.rounding_error(arm, ["newton_euler", "kane"], sweeps=FAR, samples=3)
    assert found.worst("lift") == "kane"
    assert found.arm == arm.name


def test_an_arm_without_length_is_as_long_as_its_mass_is_far():
    pendulum = equidyn.Arm.from_dh(
        **{name: [0] for name in ("a", "alpha", "d", "theta")},
        convention="standard",
        joints="R",
        mass=[1],
        com=[[2, 0, 0]],
        inertia=[np.eye(3)],
    )
    found = equidyn.rounding_error(pendulum, ["lagrange_euler"], sweeps=["frame"], samples=3)
    assert found.of("frame", "lagrange_euler")[-1].error > 1e6


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"sweeps": ["fram"]}, r"^sweeps: there is no 'fram'; did you mean 'frame'"),
        ({"sweeps": []}, r"^sweeps: expected at least one name, got none$"),
        ({"n": [0]}, r"^n: must be at least 1, got 0$"),
        ({"n": []}, r"^n: expected numbers of joints, 1 or more, got \[\]$"),
        ({"samples": 0}, r"^samples: must be at least 1, got 0$"),
        ({"seed": -1}, r"^seed: must be at least 0, got -1$"),
        ({"formulations": ["cane"]}, r"^formulation: there is no 'cane'; did you mean 'kane'"),
        ({"formulations": ["newton_euler_sasaki_scalar"]}, r"takes no products of inertia"),
        ({"family": lambda n: robots.planar_2r(), "n": [3]}, r"^family: expected an arm of 3"),
        ({"quantity": "mass"}, r"^quantity: there is no 'mass'; did you mean 'mass_matrix'"),
        ({"quantity": "mass_matrix", "formulations": ["kan"]}, r"^formulation: there is no 'kan'"),
        ({"arm": "puma56"}, r"^robot: there is no 'puma56'"),
    ],
)
def test_bad_input_is_named(given, message):
    with pytest.raises(ValueError, match=message):
        equidyn.rounding_error(**{"samples": 2, **given})


def test_several_are_not_one():
    with pytest.raises(TypeError, match=r"^sweeps: expected several names"):
        equidyn.rounding_error(sweeps="frame")


@pytest.mark.parametrize("suffix", [".json", ".csv"])
def test_all_records_are_saved(tmp_path, suffix):
    path = tmp_path / f"errors{suffix}"
    errors().save(path)
    if suffix == ".json":
        content = json.loads(path.read_text())
        assert (content["samples"], content["seed"]) == (8, 0)
        rows = content["records"]
    else:
        lines = [line for line in path.read_text().splitlines() if not line.startswith("#")]
        rows = list(csv.DictReader(lines))
    assert [float(row["error"]) for row in rows] == [r.error for r in errors().records]


def test_what_was_not_measured_is_refused():
    found = equidyn.rounding_error(formulations=["kane"], sweeps=["lift"], samples=2)
    with pytest.raises(ValueError, match=r"^sweep: there is no 'frame'"):
        found.of("frame", "kane")
    with pytest.raises(ValueError, match=r"^formulation: there is no 'newton_euler'"):
        found.of("lift", "newton_euler")
