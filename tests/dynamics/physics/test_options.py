"""Every option of the methods of an arm has its effect, which is told from its definition.

The arm stands on a base that is raised and turned, has joints of both kinds and a tool, moves, and
has drives; its terms are put together from torques without any option.
"""

import inspect
from functools import partial

import numpy as np
import pytest

from equidyn import Arm, BaseMotion, robots

ARM = robots.random_arm(4, 5, "RPRR", convention="modified", friction=True, motors=True)
CAMERA = np.array([[0, 0, 1, 0.3], [1, 0, 0, -0.2], [0, 1, 0, 0.1], [0, 0, 0, 1]])
ARM = Arm.from_dict({**ARM.to_dict(), "frames": [["camera", 2, CAMERA.tolist()]]})
Q, QD, QDD = np.random.default_rng(1).uniform(-1, 1, (3, 4)) * [[1], [2], [5]]
TAU = np.array([3.0, -2.0, 1.0, 0.5])
*DIRECTIONS, COTANGENT = np.random.default_rng(2).uniform(-1, 1, (4, 4))
WRENCH = np.array([3.0, -5.0, 7.0, 1.0, 2.0, -4.0])
# about the z axis of the base, so that a further joint can take its place
SPIN, TURN, LIFT = 0.7, -1.3, np.array([2.0, 3.0, -4.0])
BASE_MOTION = BaseMotion((0, 0, SPIN), (0, 0, TURN), LIFT)

OPTIONS = {"tip_wrench": WRENCH, "base_motion": BASE_MOTION, "friction": True, "motors": True}

# of which tests below are, or in other files
BELOW = {"base_motion", "payload_capacity", "recursion"}
ELSEWHERE = {
    "animate",
    "draw",
    "view",
    "to_casadi",
    "check_motion",
    "base_motion_vjp",
    "base_parameters",
    "parameters",
    "hamilton",
    "hamiltonian",
    "mass_matrix",
}


def of_a_moving_base(q, qd, qdd):
    """Torques of an arm on one more joint, which turns its base, and which falls."""
    data = ARM.to_dict()
    for name in ("a", "alpha", "d", "theta", "mass"):
        data[name] = [0.0, *data[name]]
    data["com"] = [[0.0] * 3, *data["com"]]
    data["inertia"] = [np.zeros((3, 3)).tolist(), *data["inertia"]]
    data |= {"joints": f"R{ARM.joints}", "frames": [], "joint_names": None}
    data |= dict.fromkeys(("motor_inertia", "gear_ratio", "viscous", "coulomb", "limits"))
    data["gravity"] = ARM.gravity - ARM.base[:3, :3] @ LIFT
    turned = Arm._quietly({name: x for name, x in data.items() if name != "format"})
    state = ([0.0, *q], [SPIN, *qd], [TURN, *qdd])
    return turned.inverse_dynamics(*state, formulation="lagrange_euler")[1:]


def torques(q, qd, qdd, **options):
    """Torques with options, term by term."""
    ratio = np.asarray(ARM.gear_ratio)
    tau = ARM.inverse_dynamics(q, qd, qdd, formulation="lagrange_euler")
    if "base_motion" in options:
        tau = of_a_moving_base(q, qd, qdd)
    if "tip_wrench" in options:
        tau = tau + ARM.jacobian(q, frame="tool").T @ WRENCH
    if "friction" in options:
        coulomb = np.where(qd > 0, ARM.coulomb[:, 0], ARM.coulomb[:, 1])
        tau = tau + ratio**2 * ARM.viscous * qd + np.abs(ratio) * coulomb
    if "motors" in options:
        tau = tau + ratio**2 * ARM.motor_inertia * qdd
    return tau


def accelerations(q, qd, tau, **options):
    rest = torques(q, qd, np.zeros(4), **options)
    columns = [torques(q, qd, unit, **options) - rest for unit in np.eye(4)]
    return np.linalg.solve(np.transpose(columns), tau - rest)


def slopes(function, *state, **options):
    """Derivatives of a vector with respect to each argument, (n, n), by central differences."""
    found = []
    for k, given in enumerate(state):
        columns = []
        for unit in np.eye(4) * 1e-5:
            above, below = (
                function(*state[:k], given + step, *state[k + 1 :], **options)
                for step in (unit, -unit)
            )
            columns.append((above - below) / 2e-5)
        found.append(np.transpose(columns))
    return found


def along(function, *state, **options):
    return sum(J @ d for J, d in zip(slopes(function, *state, **options), DIRECTIONS, strict=True))


def backwards(function, *state, **options):
    return np.array([J.T @ COTANGENT for J in slopes(function, *state, **options)])


def projected(motion):
    """Torques of the wrenches at the joints, which are the z axes of the modified frames."""
    return np.where(ARM.revolute, motion.moment[:, 2], motion.force[:, 2])


def times_parameters(method, *operands, **options):
    drives = {name: options[name] for name in ("friction", "motors") if name in options}
    return method(*operands, **options) @ np.asarray(ARM.parameters(**drives))


def started(**options):
    """Accelerations from one short step of a simulation."""
    step = 1e-7
    motion = ARM.simulate(Q, QD, step, step, torque=lambda t, q, qd: TAU, **options)
    return (motion.qd[-1] - QD) / step


STATE = (Q, QD, QDD)
DRIVEN = (Q, QD, TAU)

# rounding; of differences, and of the step of a simulation, half of the digits
EXACT, HALF = 1e-12, 1e-5

# by method: what it returns, what that must be, and to which part of its size
METHODS = {
    "inverse_dynamics": (lambda **o: ARM.inverse_dynamics(*STATE, **o), torques, STATE, EXACT),
    "bias": (lambda **o: ARM.bias(Q, QD, **o), torques, (Q, QD, np.zeros(4)), EXACT),
    "breakdown": (lambda **o: ARM.breakdown(*STATE, **o).total, torques, STATE, EXACT),
    "link_motion": (lambda **o: projected(ARM.link_motion(*STATE, **o)), torques, STATE, EXACT),
    "regressor": (partial(times_parameters, ARM.regressor, *STATE), torques, STATE, EXACT),
    "regressor_vjp": (
        partial(times_parameters, ARM.regressor_vjp, *STATE, COTANGENT),
        lambda *state, **o: COTANGENT @ torques(*state, **o),
        STATE,
        EXACT,
    ),
    "inverse_dynamics_derivatives": (
        lambda **o: np.array(ARM.inverse_dynamics_derivatives(*STATE, **o)),
        lambda *state, **o: np.array(slopes(torques, *state, **o)[:2]),
        STATE,
        HALF,
    ),
    "inverse_dynamics_jvp": (
        lambda **o: ARM.inverse_dynamics_jvp(*STATE, *DIRECTIONS, **o),
        partial(along, torques),
        STATE,
        HALF,
    ),
    "inverse_dynamics_vjp": (
        lambda **o: np.array(ARM.inverse_dynamics_vjp(*STATE, COTANGENT, **o)),
        partial(backwards, torques),
        STATE,
        HALF,
    ),
    "forward_dynamics": (
        lambda **o: ARM.forward_dynamics(*DRIVEN, **o),
        accelerations,
        DRIVEN,
        EXACT,
    ),
    "ode": (
        lambda **o: ARM.ode(lambda t, q, qd: TAU, **o)(0.0, np.concatenate([Q, QD]))[4:],
        accelerations,
        DRIVEN,
        EXACT,
    ),
    "simulate": (started, accelerations, DRIVEN, HALF),
    "forward_dynamics_derivatives": (
        lambda **o: np.array(ARM.forward_dynamics_derivatives(*DRIVEN, **o)),
        lambda *state, **o: np.array(slopes(accelerations, *state, **o)),
        DRIVEN,
        HALF,
    ),
    "forward_dynamics_jvp": (
        lambda **o: ARM.forward_dynamics_jvp(*DRIVEN, *DIRECTIONS, **o),
        partial(along, accelerations),
        DRIVEN,
        HALF,
    ),
    "forward_dynamics_vjp": (
        lambda **o: np.array(ARM.forward_dynamics_vjp(*DRIVEN, COTANGENT, **o)),
        partial(backwards, accelerations),
        DRIVEN,
        HALF,
    ),
}


def options_of(method):
    return [name for name in OPTIONS if name in inspect.signature(getattr(Arm, method)).parameters]


def test_every_method_with_options_is_tested():
    methods = [name for name in dir(Arm) if not name.startswith("_")]
    asked = {name for name in methods if callable(getattr(Arm, name)) and options_of(name)}
    assert asked == set(METHODS) | BELOW | ELSEWHERE


@pytest.mark.parametrize(
    ("method", "options"),
    [
        (method, options)
        for method in METHODS
        for options in [*[(name,) for name in options_of(method)], tuple(options_of(method))]
    ],
    ids=lambda value: value if isinstance(value, str) else " ".join(value),
)
def test_every_option_changes_a_result_by_what_it_means(method, options):
    call, definition, state, rounding = METHODS[method]
    given = {name: OPTIONS[name] for name in options}
    expected, plain = definition(*state, **given), definition(*state)
    size = np.abs(expected).max()
    np.testing.assert_allclose(call(**given), expected, rtol=0, atol=rounding * size)
    np.testing.assert_allclose(call(), plain, rtol=0, atol=rounding * size)
    assert np.abs(expected - plain).max() > 100 * rounding * size


@pytest.mark.parametrize("drives", [{}, {"friction": True}, {"motors": True}])
@pytest.mark.parametrize("com", [(0, 0, 0), (0.1, -0.2, 0.05)])
def test_a_payload_of_the_capacity_needs_one_effort_in_full(drives, com):
    effort = 4 * np.abs(torques(*STATE, **dict.fromkeys(("friction", "motors"))))
    arm = ARM.with_limits(effort=effort)
    most = arm.payload_capacity(*STATE, com=com, **drives)
    tau = arm.with_payload(most, com).inverse_dynamics(*STATE, **drives)
    assert np.max(np.abs(tau) / effort) == pytest.approx(1, rel=1e-9)
    assert np.isfinite(most)


@pytest.mark.parametrize("tip_wrench", [None, WRENCH])
@pytest.mark.parametrize("angular_velocity", [(0, 0, 0), (0.3, -0.5, 0.7)])
def test_a_free_base_moves_so_that_its_wrench_is_the_given_one(tip_wrench, angular_velocity):
    given = {"angular_velocity": angular_velocity, "tip_wrench": tip_wrench}
    motion = ARM.base_motion(*STATE, 2 * WRENCH, **given)
    np.testing.assert_array_equal(motion.angular_velocity, angular_velocity)
    loads = ARM.link_motion(*STATE, base_motion=motion, tip_wrench=tip_wrench)
    np.testing.assert_allclose(loads.wrenches().base, 2 * WRENCH, atol=1e-11)


@pytest.mark.parametrize("tip_wrench", [None, WRENCH])
def test_the_steps_of_the_recursion_end_at_the_torques(tip_wrench):
    records = ARM.recursion(*STATE, tip_wrench=tip_wrench).to_records()
    found = {each["link"]: each["value"] for each in records if each["equation"].startswith("τ_")}
    expected = torques(*STATE, **({} if tip_wrench is None else {"tip_wrench": tip_wrench}))
    np.testing.assert_allclose([found[link] for link in (1, 2, 3, 4)], expected, atol=1e-12)


@pytest.mark.parametrize("of", [None, "camera"])
@pytest.mark.parametrize("frame", ["world", "tool"])
def test_jacobians_are_those_of_the_frame_that_is_asked_for(of, frame):
    pose = ARM.forward_kinematics(Q, of=of)
    links = ARM.link_poses(Q)
    np.testing.assert_allclose(pose, links[1] @ CAMERA if of else links[-1] @ ARM.tool, atol=1e-13)

    def moved(q):
        return ARM.forward_kinematics(q, of=of)

    steps = np.eye(4) * 1e-6
    rates = [(moved(Q + step) - moved(Q - step)) / 2e-6 for step in steps]
    spins = [rate[:3, :3] @ pose[:3, :3].T for rate in rates]
    turns = [(W[2, 1], W[0, 2], W[1, 0]) for W in spins]
    expected = np.column_stack([[rate[:3, 3] for rate in rates], turns]).T
    if frame == "tool":
        expected = np.kron(np.eye(2), pose[:3, :3].T) @ expected
    options = {"frame": frame, "of": of}
    np.testing.assert_allclose(ARM.jacobian(Q, **options), expected, atol=1e-8)
    for found, wanted in zip(ARM.pose_and_jacobian(Q, **options), (pose, expected), strict=True):
        np.testing.assert_allclose(found, wanted, atol=1e-8)
    step = 1e-6 * QD
    rate = (ARM.jacobian(Q + step, **options) - ARM.jacobian(Q - step, **options)) / 2e-6
    np.testing.assert_allclose(ARM.jacobian_rate(Q, QD, **options), rate, atol=1e-8)


def test_random_configurations_are_those_of_their_source_within_limits_that_bind():
    arm = ARM.with_limits([(1, 2), (-0.2, 0.3), (-np.inf, np.inf), (-4, np.inf)])
    found = arm.random_configuration(3, size=(5, 40))
    assert found.shape == (5, 40, 4)
    np.testing.assert_array_equal(
        found, arm.random_configuration(np.random.default_rng(3), (5, 40))
    )
    assert np.abs(found - arm.random_configuration(4, size=(5, 40))).min() > 0
    assert arm.random_configuration(3).shape == (4,)
    least, most = found.reshape(-1, 4).min(axis=0), found.reshape(-1, 4).max(axis=0)
    assert (least[:2] >= (1, -0.2)).all()
    assert (most[:2] <= (2, 0.3)).all()
    assert (most - least > (0.9, 0.4, 1.8, 2)).all()


def test_a_table_has_tensors_where_they_are_asked_for():
    plain, full = (str(ARM.table(inertia=inertia)) for inertia in (False, True))
    assert str(ARM.table()) == plain
    assert "inertia about" not in plain
    assert f"{ARM.inertia[2, 0, 1]:.6g}" in full
    assert f"{ARM.inertia_about_origin[2, 0, 1]:.6g}" in full
