"""Quantities keep their digits where axes are nearly parallel and common normals far away."""

import numpy as np
import pytest

import equidyn
from equidyn.studies.rounding.arms import nearly_parallel
from oracles.almost_parallel import with_angles_of_few_digits
from oracles.calls import IN_FLOAT32, called


@pytest.mark.parametrize("angle", [1e-1, 1e-2, 1e-4, 1e-6, 1e-8])
@pytest.mark.parametrize("n", [3, 6])
def test_what_kernels_compute_is_exact_to_a_hundred_digits_but_for_rounding(angle, n):
    arm = nearly_parallel(n, angle, seed=n)
    vectors = equidyn.reference_vectors(arm, 4)
    q, qd, qdd, tau = vectors.states.values()
    dtau_dq, dtau_dqd = arm.inverse_dynamics_derivatives(q, qd, qdd)
    results = {
        "mass_matrix": arm.mass_matrix(q),
        "coriolis_matrix": arm.coriolis_matrix(q, qd),
        "inverse_dynamics": arm.inverse_dynamics(q, qd, qdd),
        "forward_dynamics": arm.forward_dynamics(q, qd, tau),
        "dtau_dq": dtau_dq,
        "dtau_dqd": dtau_dqd,
    }
    equidyn.studies.judge_results(arm, results, tolerance=20).assert_passed()


# errors of the angles of 1e-4 to 1e-9 rad
FEW_DIGITS = [
    with_angles_of_few_digits("3.1415", "0.0001"),
    with_angles_of_few_digits("3.14159", "0.00000265"),
    with_angles_of_few_digits("3.141592653", "0.000000001"),
]


@pytest.mark.parametrize("arm", FEW_DIGITS)
@pytest.mark.parametrize("method", IN_FLOAT32)
@pytest.mark.parametrize("rows", [(), (1,), (40,), (3000,)])
def test_float32_is_right_to_a_millionth_however_few_digits_are_left(arm, method, rows):
    x = np.random.default_rng(3).uniform(-1, 1, (3, *rows, 4)).astype(np.float32)
    expected = called(method, x.astype(float), arm=arm)
    allowed = 1e-6 * np.abs(expected).max()
    as_doubles = called(method, x.astype(float), arm=arm, dtype=np.float32)
    out = np.empty(expected.shape, np.float32)
    one = called(method, x, arm=arm, dtype=np.float32, out=out)
    assert one is out
    for found in (
        called(method, x, arm=arm, dtype=np.float32),
        called(method, x, arm=arm, dtype="float32", threads=2),
        called(method, x[..., ::-1][..., ::-1], arm=arm, dtype=np.float32),
        called(method, x.tolist(), arm=arm, dtype=np.float32),
        as_doubles,
        out,
    ):
        assert found.dtype == np.float32
        assert np.abs(found - expected).max() <= allowed
        np.testing.assert_array_equal(found, as_doubles)


def test_float32_takes_all_options_where_few_digits_are_left():
    arm = FEW_DIGITS[1]
    rng = np.random.default_rng(4)
    q, qd, qdd = rng.uniform(-1, 1, (3, 7, 4)).astype(np.float32)
    base = equidyn.BaseMotion(*rng.uniform(-1, 1, (3, 3)).astype(np.float32))
    options = {"tip_wrench": np.ones(6), "base_motion": base, "friction": True, "motors": True}
    expected = arm.inverse_dynamics(q, qd[:1], qdd, **options)
    found = arm.inverse_dynamics(q, qd[:1], qdd, **options, dtype=np.float32)
    assert np.abs(found - expected).max() <= 1e-6 * np.abs(expected).max()
    overlapping = q.copy()
    assert arm.gravity_torque(overlapping, dtype=np.float32, out=overlapping) is overlapping
    np.testing.assert_array_equal(overlapping, arm.gravity_torque(q, dtype=np.float32))
    qd[2, 1] = np.nan
    with pytest.raises(ValueError, match=r"^qd: must be finite, got nan at index \(2, 1\)"):
        arm.inverse_dynamics(q, qd, qdd, dtype=np.float32)
    with pytest.raises(ValueError, match=r"^inverse_dynamics: overflow, got -?inf"):
        arm.with_payload(100.0).inverse_dynamics(q, 0 * q, np.full(4, 3e38), dtype=np.float32)


@pytest.mark.parametrize("place", [0, 9])
def test_float32_is_right_to_a_millionth_if_one_of_many_arms_has_few_digits(place):
    arm = FEW_DIGITS[1]
    data = {name: np.full((10, 4), 0.3) for name in ("a", "alpha", "d")}
    data["com"] = np.full((10, 4, 3), 0.1)
    for name, rows in data.items():
        rows[place] = getattr(arm, name)
    arms = arm.vary(**data)
    assert [k for k in range(10) if arms[k]._error_in_float32() > 0] == [place]
    x = np.random.default_rng(3).uniform(-1, 1, (3, 10, 4)).astype(np.float32)
    for method in IN_FLOAT32:
        expected = called(method, x.astype(float), arm=arms)
        found = called(method, x, arm=arms, dtype=np.float32)
        largest = np.abs(expected).max(axis=tuple(range(1, expected.ndim)), keepdims=True)
        assert np.abs((found - expected) / largest).max() <= 1e-6


def test_arms_that_keep_their_digits_are_computed_in_float32():
    arm = equidyn.robots.puma560()
    q, qd, qdd = np.random.default_rng(5).uniform(-1, 1, (3, 200, 6)).astype(np.float32)
    rounded = arm.inverse_dynamics(q, qd, qdd).astype(np.float32)
    for one_or_many in (arm, arm.vary(mass=np.tile(arm.mass, (200, 1)))):
        found = one_or_many.inverse_dynamics(q, qd, qdd, dtype=np.float32)
        assert np.any(found != rounded)


@pytest.mark.parametrize("quantity", ["inverse_dynamics", "mass_matrix", "jacobian"])
def test_code_in_single_precision_warns_of_the_digits_that_it_loses(quantity):
    with pytest.warns(equidyn.ArmWarning, match=r"loses about \d of its 7 digits") as caught:
        equidyn.generate(FEW_DIGITS[1], quantity=quantity, dtype="float")
    assert [each.filename for each in caught] == [__file__]
    equidyn.generate(FEW_DIGITS[1], quantity=quantity)
    for name in ("puma560", "planar_2r", "scara", "fr3"):
        equidyn.generate(name, quantity=quantity, dtype="float")
