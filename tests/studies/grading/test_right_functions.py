"""Right functions of many styles are not blamed."""

import math

import numpy as np
import pytest

import equidyn
from equidyn.studies.grading.tasks import TASKS
from oracles.random_arms import random_arm
from studies.grading.planted import functions


@pytest.mark.parametrize("program", ["newton_euler", "lagrange", "spatial", "world"])
def test_algorithms(program, spatial):
    marking = equidyn.grade(functions(program)["inverse_dynamics"], spatial)
    marking.assert_passed()
    assert marking.points == marking.out_of
    assert marking.wrong_row is None


def test_the_modified_convention():
    arm = equidyn.Arm.from_dh(**{**random_arm(3), "convention": "modified"})
    marking = equidyn.grade(functions("craig")["inverse_dynamics"], arm)
    marking.assert_passed()
    assert marking.wrong_row is None


@pytest.mark.parametrize(
    "quantity", ["inverse_dynamics", "mass_matrix", "gravity_torque", "coriolis_matrix"]
)
@pytest.mark.parametrize("program", ["closed_form", "lagrange"])
def test_quantities(program, quantity, planar):
    f = functions(program)[quantity]
    equidyn.grade(f, planar, quantity=quantity).assert_passed()


@pytest.mark.parametrize("quantity", ["forward_kinematics", "jacobian"])
def test_kinematics(quantity, spatial):
    equidyn.grade(functions("kinematics")[quantity], spatial, quantity=quantity).assert_passed()


def test_generated_code(spatial):
    names = {}
    exec(equidyn.generate(spatial, language="numpy").source, names)
    f = names["inverse_dynamics"]
    equidyn.grade(lambda q, qd, qdd: f(q, qd, qdd), spatial).assert_passed()


def test_numbers_of_single_precision(spatial):
    f = functions("newton_euler")["inverse_dynamics"]

    def single(arm, *state):
        return f(arm, *np.float32(state))[0].astype(np.float32)

    equidyn.grade(single, spatial).assert_passed()


def test_batches_only(spatial):
    def batch(q, qd, qdd):
        states, _ = q.shape
        return spatial.inverse_dynamics(q, qd, qdd).reshape(states, 3)

    equidyn.grade(batch, spatial).assert_passed()


def test_a_column(spatial):
    def column(q, qd, qdd):
        return spatial.inverse_dynamics(q, qd, qdd).reshape(-1, 1)

    equidyn.grade(column, spatial).assert_passed()


def test_lists_and_math():
    def pendulum(q, qd, qdd):
        return [0.5 * qdd[0] + 2.0 * 9.81 * 0.3 * math.cos(q[0])]

    arm = equidyn.Arm.from_dh(
        convention="standard",
        joints="R",
        a=[0.3],
        alpha=[0],
        d=[0],
        theta=[0],
        mass=[2.0],
        com=[[0, 0, 0]],
        inertia=[[0.32, 0.32, 0.32]],
        gravity=(0, -9.81, 0),
    )
    equidyn.grade(pendulum, arm).assert_passed()


@pytest.mark.parametrize("quantity", TASKS)
def test_one_array_for_every_answer(quantity, spatial):
    at_rest = [[0.0] * 3] * len(TASKS[quantity].names)
    answer = np.empty(np.shape(getattr(spatial, quantity)(*at_rest)))

    def as_firmware(*state):
        answer[...] = getattr(spatial, quantity)(*state)
        return answer

    takes = {1: lambda q: as_firmware(q), 2: lambda q, qd: as_firmware(q, qd)}
    takes[3] = lambda q, qd, third: as_firmware(q, qd, third)
    f = takes[len(TASKS[quantity].names)]
    equidyn.grade(f, spatial, quantity=quantity).assert_passed()


def test_one_array_for_every_answer_and_its_rows(spatial):
    right = functions("newton_euler")["inverse_dynamics"]
    tau, kept = np.empty(3), {}

    def as_firmware(arm, *state):
        tau[:], rows = right(arm, *state)
        for name, row in rows.items():
            kept.setdefault(name, np.empty((3, 3)))[:] = row
        return {"tau": tau, **kept}

    marking = equidyn.grade(as_firmware, spatial)
    marking.assert_passed()
    assert marking.wrong_row is None


@pytest.mark.parametrize("batches", [False, True])
def test_operands_that_the_function_changes(batches, spatial):
    def careless(q, qd, qdd):
        if batches and q.ndim == 1:
            raise ValueError("expected many states")
        tau = spatial.inverse_dynamics(q, qd, qdd)
        for operand in (q, qd, qdd):
            operand += 0.5
        return tau

    equidyn.grade(careless, spatial).assert_passed()


def test_numbers_of_sympy(planar):
    sympy = pytest.importorskip("sympy")
    gravity = functions("closed_form")["gravity_torque"]

    def exact(q):
        return sympy.Matrix([sympy.Float(float(tau)) for tau in gravity(q)])

    equidyn.grade(exact, planar, quantity="gravity_torque").assert_passed()


def cartesian(**changed):
    """Two prismatic joints at right angles, of point masses."""
    data = {"a": [0, 0], "alpha": [np.pi / 2, 0], "d": [0, 0], "theta": [0, 0], "mass": [1, 1]}
    bodies = {"com": [[0, 0, 0]] * 2, "inertia": [[0, 0, 0]] * 2}
    return equidyn.Arm.from_dh("standard", **{"joints": "PP", **data, **bodies, **changed})


def horizontal(size):
    """A planar arm in a horizontal plane, on which gravity has no torque."""
    vertical = equidyn.robots.planar_2r(
        length=(size, size), com=(size / 2, size / 2), inertia=(size**2 / 12, size**2 / 12)
    )
    return vertical.with_gravity((0, 0, -9.81))


def about_the_tool(origin):
    """A joint whose tool is in its axis, on a base at this distance from the origin."""
    base = np.eye(4)
    base[0, 3] = origin
    links = {"a": [0], "alpha": [0], "d": [0], "theta": [0], "mass": [1]}
    return equidyn.Arm.from_dh(
        "standard", joints="R", com=[[0, 0, 0]], inertia=[[1, 1, 1]], base=base, **links
    )


# quantity, an arm of which some numbers are exactly 0, and the size of those that are added there
ZEROS = {
    "gravity in a horizontal plane": ("gravity_torque", horizontal(1.0), 9.81),
    "gravity of a small arm": ("gravity_torque", horizontal(1e-3), 9.81e-3),
    "gravity of a large arm": ("gravity_torque", horizontal(1e3), 9.81e3),
    "Coriolis torques of a Cartesian arm": ("coriolis_matrix", cartesian(), 1.0),
    "mass matrix off its diagonal": ("mass_matrix", cartesian(), 1.0),
    "coefficients of velocities": ("inverse_dynamics", cartesian(), 1.0),
    "angular velocity of a Cartesian arm": ("jacobian", cartesian(), 1.0),
    "linear velocity of a tool in the axis": ("jacobian", about_the_tool(origin=2.0), 1.0),
    "a position that stays": ("forward_kinematics", about_the_tool(origin=0.0), 0.1),
}


@pytest.mark.parametrize("case", ZEROS)
def test_a_rounding_of_zero_is_right_and_a_small_mistake_is_not(case):
    quantity, arm, size = ZEROS[case]

    def off_by(error):
        def f(arm, *state):
            return getattr(arm, quantity)(*state) + error * size

        return equidyn.grade(f, arm, quantity=quantity)

    for rounding in (1e-17, -2e-16):
        off_by(rounding).assert_passed()
    for mistake in (1e-3, -1e-4):
        assert not off_by(mistake)


def test_what_is_zero_in_single_precision_is_right():
    arm, cosine = horizontal(1.0), np.cos(np.float32(np.pi / 2))  # -4e-8

    def single(q):
        c1, c12 = np.cos(np.float32(q[0])), np.cos(np.float32(q[0] + q[1]))
        return np.float32([9.81 * cosine * (1.5 * c1 + 0.5 * c12), 9.81 * cosine * 0.5 * c12])

    equidyn.grade(single, arm, quantity="gravity_torque").assert_passed()


@pytest.mark.parametrize("tilt", [1e-7, 1e-12])
def test_nearly_vertical_gravity_is_no_rounding(tilt):
    tilted = horizontal(1.0).with_gravity((0, 9.81 * tilt, -9.81))

    def untilted(q):
        return [0.0, 0.0]

    def rounded(q):
        return tilted.gravity_torque(q) + 2e-16 * 9.81

    assert not equidyn.grade(untilted, tilted, quantity="gravity_torque")
    equidyn.grade(rounded, tilted, quantity="gravity_torque").assert_passed()


def test_friction_and_motors(spatial):
    arm = spatial.with_friction([0.1, 0.2, 0.3], [[1, -2], [3, -4], [5, -6]])
    arm = arm.with_motors([1e-3, 2e-3, 3e-3], [50, -60, 70])

    def f(arm, q, qd, qdd):
        return arm.inverse_dynamics(q, qd, qdd, friction=True, motors=True)

    equidyn.grade(f, arm, friction=True, motors=True).assert_passed()


def test_other_factorisations_of_coriolis_torques(planar):
    christoffel = functions("closed_form")["coriolis_matrix"]

    def other(q, qd):
        C = christoffel(q, qd)
        return C + np.array([[qd[1], -qd[0]], [0, 0]])

    marking = equidyn.grade(other, planar, quantity="coriolis_matrix")
    assert marking
    assert "not skew-symmetric" in marking.notes[0]
    right = equidyn.grade(christoffel, planar, quantity="coriolis_matrix")
    assert "is skew-symmetric" in right.notes[0]


@pytest.mark.parametrize("quantity", TASKS)
@pytest.mark.parametrize("seed", range(0, 100, 11))
def test_methods_of_the_arm(quantity, seed):
    arm = equidyn.Arm.from_dh(**random_arm(seed, 1 + seed % 5))

    def f(arm, *state):
        return getattr(arm, quantity)(*state)

    equidyn.grade(f, arm, quantity=quantity).assert_passed()
