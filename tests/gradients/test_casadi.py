"""Quantities of an arm as CasADi functions: values, Jacobians and their cost, generated C."""

import shutil
import subprocess
import sys

import numpy as np
import pytest

from equidyn import Arm, robots
from equidyn.codegen import casadi_functions
from equidyn.codegen.program import Program
from equidyn.codegen.quantities import QUANTITIES
from oracles.differences import rounded, torque_derivatives
from oracles.quantities_of_arms import arm_with, assert_results, case
from oracles.random_arms import random_arm

casadi = pytest.importorskip("casadi")

ARMS = [arm_with("RRR"), arm_with("PPP", convention="modified"), arm_with("RPRP")]
ARMS.append(robots.puma560())
DRIVEN = robots.random_arm(4, seed=4, joints="RPRR", friction=True, motors=True)
each_arm = pytest.mark.parametrize("arm", ARMS, ids=lambda arm: arm.name)
DYNAMICS = ("inverse_dynamics", "forward_dynamics")
each_dynamics = pytest.mark.parametrize("quantity", DYNAMICS)
TOLERANCE = 1e-13


def as_matrix(x):
    """An array as CasADi has it: of more than two axes, matrices below each other."""
    return np.reshape(x, (-1, np.shape(x)[-1] if np.ndim(x) > 1 else 1))


def called(function, given):
    results = function(*map(as_matrix, given.values()))
    return [np.array(x) for x in (results if isinstance(results, tuple) else (results,))]


def assert_function(arm, quantity, formulation=None, parameters=(), ends=(), **drives):
    function = arm.to_casadi(
        quantity, formulation, parameters, **dict.fromkeys(ends, True), **drives
    )
    cases = [case(arm, quantity, parameters, ends, seed, **drives) for seed in range(3)]
    tolerance = TOLERANCE
    if quantity.startswith("forward_dynamics"):
        # rounding errors of accelerations grow with the condition of the mass matrix
        tolerance *= max(np.linalg.cond(arm.mass_matrix(each.given["q"])) for each in cases)
    assert function.name_in() == [*cases[0].given]
    assert function.name_out() == [*QUANTITIES[quantity].results]
    assert_results(
        [called(function, each.given) for each in cases],
        [[as_matrix(x) for x in each.results] for each in cases],
        tolerance,
        f"{quantity}, {arm.name}",
    )


def states(arm, seed=3):
    return rounded(np.random.default_rng(seed).uniform(-1, 1, (3, arm.n)))


def symbols(kind, arm, names="abc"):
    return [kind.sym(name, arm.n) for name in names]


@pytest.mark.parametrize("quantity", QUANTITIES)
@each_arm
def test_values_are_those_of_the_library(arm, quantity):
    assert_function(arm, quantity)


@each_dynamics
def test_options_are_taken(quantity):
    assert_function(
        DRIVEN, quantity, ends=("tip_wrench", "base_motion"), friction=True, motors=True
    )
    assert_function(ARMS[0], quantity, "unit_accelerations" if quantity in DYNAMICS[1:] else "kane")


@pytest.mark.parametrize("quantity", [*DYNAMICS, "mass_matrix", "forward_kinematics"])
def test_parameters_are_arguments(quantity):
    names = [
        x
        for x in ("mass", "com", "inertia", "a", "a_y", "d")
        if x in QUANTITIES[quantity].parameters
    ]
    assert_function(ARMS[2], quantity, parameters=names)


@each_arm
def test_derivatives_of_torques_are_those_in_extended_precision(arm):
    x = states(arm)
    jacobian = arm.to_casadi("inverse_dynamics").jacobian()
    found = [np.array(block) for block in jacobian(*x, 0)]
    for actual, expected in zip(
        found, [*torque_derivatives(arm, x), arm.mass_matrix(x[0])], strict=True
    ):
        error = np.abs(actual - expected).max()
        assert error <= 1e-12 * np.abs(expected).max()


@each_arm
def test_derivatives_of_accelerations_are_those_of_torques_through_the_mass_matrix(arm):
    q, qd, qdd = x = states(arm)
    tau = arm.inverse_dynamics(*x)
    jacobian = arm.to_casadi("forward_dynamics").jacobian()
    by_q, by_qd, by_tau = map(np.array, jacobian(q, qd, tau, qdd))
    M = arm.mass_matrix(q)
    assert np.abs(M @ by_tau - np.eye(arm.n)).max() <= 1e-11
    for actual, expected in zip((by_q, by_qd), torque_derivatives(arm, x), strict=True):
        assert np.abs(M @ actual + expected).max() <= 1e-11 * np.abs(expected).max()


def test_derivatives_have_all_that_acts():
    options = {"friction": True, "motors": True}
    tip = np.arange(1.0, 7)
    x = states(DRIVEN)
    function = DRIVEN.to_casadi("forward_dynamics", tip_wrench=True, **options)
    found = map(np.array, function.jacobian()(*x, tip, function(*x, tip)))
    expected = DRIVEN.forward_dynamics_derivatives(*x, tip_wrench=tip, **options)
    by_tip = -expected[2] @ DRIVEN.jacobian(x[0], frame="tool").T
    for actual, right in zip(found, [*expected, by_tip], strict=True):
        assert np.abs(actual - right).max() <= 1e-11 * np.abs(right).max()


@each_dynamics
def test_casadi_takes_the_jacobian_forwards_and_backwards_and_in_a_larger_graph(quantity):
    arm = robots.puma560()
    function = arm.to_casadi(quantity)
    cost = function.n_instructions() + function.jacobian().n_instructions()
    x = states(arm)
    derivatives = [np.array(block) for block in function.jacobian()(*x, function(*x))]
    whole = np.hstack(derivatives)
    weights, tangents = np.arange(1.0, 7), np.arange(18.0) / 9

    for kind in (casadi.MX, casadi.SX):
        given = symbols(kind, arm)
        stacked = casadi.vertcat(*given)
        # sine and cosine around it: a graph of which the function is a part
        value = casadi.sin(function(*(casadi.cos(a) for a in given)))
        inner = -np.sin(x.ravel()) * np.hstack(
            [np.array(block) for block in function.jacobian()(*np.cos(x), function(*np.cos(x)))]
        )
        outer = np.cos(np.array(function(*np.cos(x))))
        expressions = {
            "Jacobian": (casadi.jacobian(value, stacked), outer * inner),
            "backwards": (
                casadi.jtimes(function(*given), stacked, casadi.DM(weights), True),
                (weights @ whole)[:, np.newaxis],
            ),
            "forwards": (
                casadi.jtimes(function(*given), stacked, casadi.DM(tangents)),
                (whole @ tangents)[:, np.newaxis],
            ),
        }
        for name, (expression, expected) in expressions.items():
            made = casadi.Function("made", given, [casadi.densify(expression)])
            atol = 1e-9 * np.abs(expected).max()
            np.testing.assert_allclose(np.array(made(*x)), expected, atol=atol, err_msg=name)
            below = {f.name(): f for f in made.find_functions()}
            assert f"jac_{quantity}" in below, name
            of_casadi = [f for f in below if f.startswith(("fwd", "adj")) and "wrap" not in f]
            assert not of_casadi, name
            if kind is casadi.MX:
                assert made.expand().n_instructions() < 1.2 * cost, name


def test_the_jacobian_of_forward_dynamics_takes_a_fifth_of_what_casadi_makes_of_the_recursion():
    arm = robots.load("ur5e")
    function = arm.to_casadi("forward_dynamics")
    given = symbols(casadi.SX, arm)
    plain = casadi.Function("plain", given, arm_recursion(arm, given))
    assert function.jacobian().n_instructions() < 3_500
    assert plain.jacobian().n_instructions() > 5 * function.jacobian().n_instructions()


def arm_recursion(arm, given):
    """Articulated bodies as expressions, without the Jacobian that they bring."""
    named = dict(zip(("q", "qd", "tau"), given, strict=True))
    program = Program.of(arm, "forward_dynamics")
    return [*casadi_functions._results(program, named).values()]


@each_dynamics
def test_second_derivatives_are_those_of_differences(quantity):
    arm = ARMS[2]
    function = arm.to_casadi(quantity)
    given = symbols(casadi.MX, arm)
    stacked = casadi.vertcat(*given)
    weights = casadi.DM(np.arange(1.0, arm.n + 1))
    scalar = casadi.dot(weights, function(*given))
    hessian, gradient = casadi.hessian(scalar, stacked)
    both = casadi.Function("both", given, [hessian, gradient])
    x, step = states(arm), 2.0**-10
    found = np.array(both(*x)[0])
    expected = np.empty_like(found)
    for k in range(3 * arm.n):
        total = 0
        for steps, weight in {1: 45, 2: -9, 3: 1}.items():
            for sign in (1, -1):
                moved = x.copy()
                moved.flat[k] += sign * steps * step
                total = total + sign * weight * np.array(both(*moved)[1])[:, 0]
        expected[:, k] = total / (60 * step)
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-8 * np.abs(expected).max())


def test_derivatives_with_respect_to_parameters_are_columns_of_the_regressor():
    arm = ARMS[2]
    x = states(arm)
    function = arm.to_casadi(parameters=["mass"])
    by_mass = np.array(function.jacobian()(*x, arm.mass, 0)[3])
    regressor = arm.regressor(*x).reshape(arm.n, arm.n, 10)
    # a mass at its centre: m, m c, and the moments of m about the origin, xx xy yy xz yz zz
    c = arm.com
    squares = np.einsum("ki,ki->k", c, c)[:, None, None] * np.eye(3) - c[:, :, None] * c[:, None]
    moments = squares[:, [0, 0, 1, 0, 1, 2], [0, 1, 1, 2, 2, 2]]
    per_mass = np.hstack([np.ones((arm.n, 1)), c, moments])
    expected = np.einsum("ikp,kp->ik", regressor, per_mass)
    np.testing.assert_allclose(by_mass, expected, rtol=0, atol=1e-12 * np.abs(expected).max())

    accelerations = arm.to_casadi("forward_dynamics", parameters=["mass"])
    qdd = arm.forward_dynamics(*x)
    found = np.array(accelerations.jacobian()(*x, arm.mass, qdd)[3])
    at = np.array(function.jacobian()(x[0], x[1], qdd, arm.mass, 0)[3])
    residual = arm.mass_matrix(x[0]) @ found + at
    assert np.abs(residual).max() <= 1e-11 * np.abs(at).max()


@pytest.mark.slow
@pytest.mark.parametrize("derived", [False, True])
@each_dynamics
def test_generated_c_computes_the_same(quantity, derived, tmp_path, monkeypatch):
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no C compiler")
    arm = ARMS[3]
    function = arm.to_casadi(quantity)
    function = function.jacobian() if derived else function
    monkeypatch.chdir(tmp_path)
    function.generate("made.c")
    subprocess.run(
        [compiler, "-O2", "-shared", "-fPIC", "made.c", "-o", "made.so", "-lm"], check=True
    )
    compiled = casadi.external(function.name(), str(tmp_path / "made.so"))
    x = [*states(arm), *([np.ones(arm.n)] if derived else [])]
    pairs = zip(*(f.call([casadi.DM(a) for a in x]) for f in (compiled, function)), strict=True)
    for actual, expected in pairs:
        expected = np.array(expected)
        atol = 1e-13 * np.abs(expected).max()
        np.testing.assert_allclose(np.array(actual), expected, rtol=0, atol=atol)


def test_numbers_sx_and_mx_are_taken_by_name():
    arm = robots.planar_2r()
    function = arm.to_casadi("kinetic_energy")
    assert function.size_out(0) == (1, 1)
    for kind in (casadi.DM.ones, casadi.SX.ones, casadi.MX.ones):
        (energy,) = function(q=kind(2), qd=kind(2)).values()
        assert float(casadi.evalf(energy)) == pytest.approx(arm.kinetic_energy(*np.ones((2, 2))))


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::equidyn.ArmWarning")
def test_random_arms_of_both_conventions():
    for seed in range(20):
        arm = Arm.from_dh(**random_arm(seed))
        assert_function(arm, "inverse_dynamics")
        assert_function(arm, "mass_matrix")


def test_without_casadi_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "casadi", None)
    with pytest.raises(
        ImportError, match=r"casadi is needed here: pip install 'equidyn\[casadi\]'"
    ):
        robots.planar_2r().to_casadi()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"quantity": "inertia"}, r"^quantity: "),
        ({"formulation": "kan"}, r"^formulation: "),
        ({"quantity": "jacobian", "formulation": "kane"}, r"^formulation: "),
        ({"parameters": "mass"}, r"^parameters: expected several names of parameters"),
        ({"parameters": ["weight"]}, r"^parameters: "),
        ({"friction": True}, r"^friction: the arm has no friction data"),
        ({"motors": 1}, r"^motors: "),
        ({"quantity": "jacobian", "tip_wrench": True}, r"^tip_wrench: jacobian does not take it"),
    ],
)
def test_an_argument_that_is_wrong_is_named(arguments, message):
    with pytest.raises((TypeError, ValueError), match=message):
        robots.planar_2r().to_casadi(**arguments)
