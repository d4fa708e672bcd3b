"""Tests of bad input: one clear error each, naming the argument, what was expected, what came."""

import numpy as np
import pytest

import equidyn
from equidyn import BaseMotion, robots
from oracles.refusals import raises

NAN, INF = np.nan, np.inf

Z = np.zeros(6)


@pytest.mark.parametrize(
    ("name", "value", "error", "message"),
    [
        (
            "formulation",
            "newton_eular",
            ValueError,
            "formulation: there is no 'newton_eular'; did you mean 'newton_euler'? "
            f"(known: {', '.join(record.name for record in equidyn.formulations())})",
        ),
        ("formulation", 1, TypeError, "formulation: expected a string, got int"),
        (
            "tip_wrench",
            [1, 2, 3],
            ValueError,
            "tip_wrench: last axis must be 6 (force, then moment), got shape (3,)",
        ),
        (
            "tip_wrench",
            [1, 2, 3, 4, 5, NAN],
            ValueError,
            "tip_wrench: must be finite, got nan at index (5,)",
        ),
        (
            "base_motion",
            ([0, 0, 0],) * 3,
            TypeError,
            "base_motion: expected a BaseMotion, got tuple",
        ),
        ("friction", "yes", TypeError, "friction: expected True or False, got str"),
        ("motors", 1, TypeError, "motors: expected True or False, got int"),
        ("out", [0.0] * 6, TypeError, "out: expected a NumPy array, got list"),
        ("out", np.zeros(7), ValueError, "out: expected shape (6,), got (7,)"),
        ("out", np.zeros((1, 6)), ValueError, "out: expected shape (6,), got (1, 6)"),
        ("out", np.zeros(6, "f4"), TypeError, "out: expected dtype float64, got float32"),
        ("out", np.zeros(6, int), TypeError, "out: expected dtype float64, got int64"),
        (
            "out",
            np.broadcast_to(0.0, 6),
            ValueError,
            "out: expected a writeable array, got a read-only one",
        ),
        ("threads", 0, ValueError, "threads: expected a positive integer or None, got 0"),
        ("threads", -1, ValueError, "threads: expected a positive integer or None, got -1"),
        (
            "threads",
            "two",
            TypeError,
            "threads: expected a positive integer or None, got 'two'",
        ),
        ("threads", 1.5, TypeError, "threads: expected a positive integer or None, got 1.5"),
    ],
    ids=str,
)
def test_options_of_inverse_dynamics(name, value, error, message):
    with raises(error, message):
        robots.puma560().inverse_dynamics(Z, Z, Z, **{name: value})


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"dtype": "f2"}, TypeError, "dtype: expected float64 or float32, got float16"),
        ({"dtype": int}, TypeError, "dtype: expected float64 or float32, got int64"),
        ({"dtype": np.longdouble}, TypeError, "dtype: expected float64 or float32, got float128"),
        ({"dtype": ">f4"}, TypeError, "dtype: expected float64 or float32, got >f4"),
        ({"dtype": "single!"}, TypeError, "dtype: expected float64 or float32, got 'single!'"),
        ({"dtype": 32}, TypeError, "dtype: expected float64 or float32, got 32"),
        (
            {"dtype": np.float32, "out": np.zeros(6)},
            TypeError,
            "out: expected dtype float32, got float64",
        ),
        (
            {"dtype": np.float64, "out": np.zeros(6, "f4")},
            TypeError,
            "out: expected dtype float64, got float32",
        ),
        (
            {"dtype": np.float32, "out": np.zeros(7, "f4")},
            ValueError,
            "out: expected shape (6,), got (7,)",
        ),
        (
            {"dtype": np.float32, "tip_wrench": [0, 0, 0, 0, -1e39, 0]},
            ValueError,
            "tip_wrench: must be finite, got -1e+39, which does not fit float32, at index (4,)",
        ),
        (
            {"dtype": np.float32, "formulation": "newton_euler"},
            ValueError,
            "dtype: expected float64, which formulation 'newton_euler' computes in, got float32",
        ),
    ],
    ids=str,
)
def test_precision(options, error, message):
    with raises(error, message):
        robots.puma560().inverse_dynamics(Z, Z, Z, **options)


def test_precision_of_the_mass_matrix():
    arm = robots.puma560()
    with raises(
        ValueError, "q: must be finite, got 1e+39, which does not fit float32, at index (1, 2)"
    ):
        arm.mass_matrix(np.where(np.arange(12).reshape(2, 6) == 8, 1e39, 0), dtype=np.float32)
    with raises(TypeError, "out: expected dtype float32, got float64"):
        arm.mass_matrix(Z, dtype=np.float32, out=np.zeros((6, 6)))
    with raises(
        ValueError, "dtype: expected float64, which formulation 'kane' computes in, got float32"
    ):
        arm.mass_matrix(Z, formulation="kane", dtype=np.float32)


@pytest.mark.parametrize("place", range(3))
@pytest.mark.parametrize(
    ("value", "error", "message"),
    [
        (
            np.zeros((100, 7)),
            ValueError,
            "last axis must be 6 (joints of the arm), got shape (100, 7)",
        ),
        (0.0, ValueError, "last axis must be 6 (joints of the arm), got shape ()"),
        ([], ValueError, "last axis must be 6 (joints of the arm), got shape (0,)"),
        (Z.reshape(6, 1), ValueError, "last axis must be 6 (joints of the arm), got shape (6, 1)"),
        ([0, 0, NAN, 0, 0, 0], ValueError, "must be finite, got nan at index (2,)"),
        (
            np.where(np.arange(18).reshape(3, 6) == 13, -INF, 0),
            ValueError,
            "must be finite, got -inf at index (2, 1)",
        ),
        (
            # in columns: found where it is, not where it lies in memory
            np.asfortranarray(np.where(np.arange(18).reshape(3, 6) == 13, INF, 0)),
            ValueError,
            "must be finite, got inf at index (2, 1)",
        ),
        (Z + 0j, TypeError, "expected real numbers, got dtype complex128"),
        (["0"] * 6, TypeError, "expected real numbers, got dtype <U1"),
        ("home", TypeError, "expected real numbers, got dtype <U4"),
        ([None] * 6, TypeError, "expected real numbers, got dtype object"),
        (None, TypeError, "expected real numbers, got dtype object"),
    ],
    ids=str,
)
def test_joint_states(place, value, error, message):
    state = [Z, Z, Z]
    state[place] = value
    message = f"{('q', 'qd', 'qdd')[place]}: {message}"
    with raises(error, message):
        robots.puma560().inverse_dynamics(*state)
    with raises(error, message):
        robots.puma560().link_motion(*state)


def test_shapes_that_do_not_broadcast():
    q, qd = np.zeros((3, 6)), np.zeros((4, 6))
    message = "leading axes do not broadcast: q (3, 6), qd (4, 6), qdd (6,)"
    with raises(ValueError, message):
        robots.puma560().inverse_dynamics(q, qd, Z)
    with raises(ValueError, message):
        robots.puma560().link_motion(q, qd, Z)


def test_a_wrench_and_a_base_motion_that_do_not_broadcast():
    arm, q = robots.puma560(), np.zeros((3, 6))
    with raises(
        ValueError,
        "leading axes do not broadcast: q (3, 6), qd (6,), qdd (6,), tip_wrench (2, 6)",
    ):
        arm.inverse_dynamics(q, Z, Z, tip_wrench=np.zeros((2, 6)))
    with pytest.raises(ValueError, match=r"base_motion\.linear_acceleration \(2, 3\)$"):
        arm.inverse_dynamics(q, Z, Z, base_motion=BaseMotion(linear_acceleration=np.zeros((2, 3))))


@pytest.mark.parametrize(
    "name", ["angular_velocity", "angular_acceleration", "linear_acceleration"]
)
@pytest.mark.parametrize(
    ("value", "error", "message"),
    [
        ([1, 2], ValueError, "last axis must be 3, got shape (2,)"),
        (0, ValueError, "last axis must be 3, got shape ()"),
        ([[0, 0, 0], [0, INF, 0]], ValueError, "must be finite, got inf at index (1, 1)"),
        ("up", TypeError, "expected real numbers, got str"),
    ],
    ids=str,
)
def test_base_motions(name, value, error, message):
    with raises(error, f"{name}: {message}"):
        BaseMotion(**{name: value})


def test_friction_of_an_arm_that_has_none():
    with raises(
        ValueError,
        "friction: the arm has no friction data; "
        "give viscous or coulomb to Arm.from_dh or arm.with_friction",
    ):
        robots.planar_2r().inverse_dynamics([0, 0], [0, 0], [0, 0], friction=True)


def test_motors_of_an_arm_that_has_none():
    with raises(
        ValueError,
        "motors: the arm has no motor data; give motor_inertia to Arm.from_dh or arm.with_motors",
    ):
        robots.planar_2r().inverse_dynamics([0, 0], [0, 0], [0, 0], motors=True)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda arm: arm.inverse_dynamics(Z, Z, Z, "kane"),
            "inverse_dynamics: takes q, qd, qdd by position, and by name formulation, tip_wrench, "
            "base_motion, friction, motors, dtype, out, threads; got 'kane': did you mean "
            "formulation='kane'?",
        ),
        (
            lambda arm: arm.mass_matrix(Z, "kane"),
            "mass_matrix: takes q by position, and by name formulation, dtype, out, threads; "
            "got 'kane': did you mean formulation='kane'?",
        ),
        (
            lambda arm: arm.coriolis_coefficients(Z, "kane"),
            "coriolis_coefficients: takes q by position, and by name formulation, out, threads; "
            "got 'kane': did you mean formulation='kane'?",
        ),
        (
            lambda arm: arm.gravity_torque(Z, Z),
            "gravity_torque: takes q by position, and by name dtype, out, threads; "
            "got another ndarray by position",
        ),
    ],
)
def test_an_option_without_its_name_gets_it(call, message):
    with raises(TypeError, message):
        call(robots.puma560())
