"""Friction near rest: the Stribeck effect in torques, derivatives, motions and controllers.

The formula is written again here, in NumPy and in mpmath, for both sides of a gear.
"""

import mpmath
import numpy as np
import pytest

import equidyn
from equidyn import Arm, robots
from oracles.drives import gantry

RATIO = np.array([-60.0, 40.0, 1.0, 8.0])
PLAIN = robots.random_arm(4, 3, "RPRR").with_motors([1e-4, 2e-4, 0.1, 3e-3], RATIO)
VISCOUS = np.array([0.5, 0.2, 0.1, 0.4])
COULOMB = np.array([[3, -2], [5, -5], [1, -0.5], [0, 0]])
BREAKAWAY = np.array([[2, -3], [1, -1], [0.5, 0], [4, -2]])
STRIBECK = np.array([0.1, 0.02, 0.5, 0.3])
GEAR = abs(RATIO)
ARM = PLAIN.with_friction(
    VISCOUS / RATIO**2,
    COULOMB / GEAR[:, np.newaxis],
    breakaway=BREAKAWAY / GEAR[:, np.newaxis],
    stribeck=STRIBECK * GEAR,
)
ROWS = 37


def rubbing(qd):
    """Friction on the joint side."""
    x = qd / STRIBECK
    near = np.where(qd > 0, BREAKAWAY[:, 0], BREAKAWAY[:, 1]) / (1 + x * x)
    dry = np.where(qd > 0, COULOMB[:, 0], COULOMB[:, 1])
    return VISCOUS * qd + (qd != 0) * (dry + near)


def slope(qd):
    """Its derivative by the velocities, by mpmath."""

    def at(rate, viscous, both, stribeck):
        force = float(both[int(rate < 0)]) if rate else 0.0
        near_rest = mpmath.diff(lambda v: force / (1 + (v / stribeck) ** 2), float(rate))
        return viscous + float(near_rest)

    joints = zip(VISCOUS, BREAKAWAY, STRIBECK.tolist(), strict=True)
    return np.stack([[at(x, *of) for x in qd[:, k]] for k, of in enumerate(joints)], axis=1)


def states(seed, rows=ROWS):
    """Positions, velocities from a tenth of the Stribeck velocities to many, and numbers."""
    rng = np.random.default_rng(seed)
    qd = rng.choice([-1, 1], (rows, 4)) * STRIBECK * 10 ** rng.uniform(-1, 2, (rows, 4))
    qd[::5, 1], qd[1::7] = 0, 0
    return rng.uniform(-1, 1, (rows, 4)), qd, rng.uniform(-3, 3, (rows, 4))


def close(actual, expected):
    scale = 1e-12 * np.abs(expected).max()
    np.testing.assert_allclose(actual, expected, rtol=1e-12, atol=scale)


@pytest.mark.parametrize("formulation", [None, "newton_euler_sasaki", "kane", "lagrange_euler"])
def test_torques_have_it_by_any_formulation(formulation):
    q, qd, qdd = states(1)
    expected = PLAIN.inverse_dynamics(q, qd, qdd) + rubbing(qd)
    close(ARM.inverse_dynamics(q, qd, qdd, friction=True, formulation=formulation), expected)


def test_half_of_it_is_left_at_the_stribeck_velocity_and_none_acts_at_rest():
    parts = ARM.breakdown(np.zeros(4), STRIBECK, np.zeros(4), friction=True)
    close(parts.friction - VISCOUS * STRIBECK, COULOMB[:, 0] + BREAKAWAY[:, 0] / 2)
    assert not ARM.breakdown(*np.zeros((3, 4)), friction=True).friction.any()


@pytest.mark.parametrize("formulation", [None, "articulated_bodies", "composite_rigid_bodies"])
def test_accelerations_are_those_of_the_torques(formulation):
    q, qd, qdd = states(2)
    tau = ARM.inverse_dynamics(q, qd, qdd, friction=True, motors=True)
    drives = {"friction": True, "motors": True}
    found = ARM.forward_dynamics(q, qd, tau, formulation=formulation, **drives)
    np.testing.assert_allclose(found, qdd, rtol=0, atol=1e-9)
    close(ARM.bias(q, qd, friction=True), PLAIN.bias(q, qd) + rubbing(qd))


def test_a_state_alone_has_the_bits_that_it_has_among_others():
    q, qd, qdd = states(3)
    for name in ("inverse_dynamics", "forward_dynamics"):
        for dtype in [np.float64, *[np.float32] * (name == "inverse_dynamics")]:
            options = {"friction": True} | ({"dtype": dtype} if dtype is np.float32 else {})
            function = getattr(ARM, name)
            alone = [function(*state, **options) for state in zip(q, qd, qdd, strict=True)]
            assert np.array_equal(function(q, qd, qdd, **options), alone)


def test_single_precision_is_single_precision():
    q, qd, qdd = states(4)
    given = [x.astype(np.float32) for x in (q, qd, qdd)]
    expected = ARM.inverse_dynamics(*given, friction=True)
    found = ARM.inverse_dynamics(*given, friction=True, dtype=np.float32)
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-5 * np.abs(expected).max())


def test_the_slope_of_friction_is_in_the_derivatives():
    q, qd, qdd = states(5)
    plain = PLAIN.inverse_dynamics_derivatives(q, qd, qdd)
    by_q, by_qd = ARM.inverse_dynamics_derivatives(q, qd, qdd, friction=True)
    assert np.array_equal(by_q, plain[0])
    close(by_qd - plain[1], np.einsum("si,ij->sij", slope(qd), np.eye(4)))


def test_products_are_those_with_the_derivatives():
    q, qd, qdd = states(6)
    dq, dqd, dqdd, w = np.random.default_rng(7).normal(size=(4, ROWS, 4))
    M = PLAIN.mass_matrix(q)
    by_q, by_qd = ARM.inverse_dynamics_derivatives(q, qd, qdd, friction=True)
    forward = ARM.forward_dynamics_derivatives(q, qd, qdd, friction=True)
    cases = {
        "inverse_dynamics": ((by_q, by_qd, M), (dq, dqd, dqdd)),
        "forward_dynamics": (forward, (dq, dqd, dqdd)),
    }
    for name, (matrices, changes) in cases.items():
        expected = sum(
            np.einsum("sij,sj->si", J, x) for J, x in zip(matrices, changes, strict=True)
        )
        state = (q, qd, qdd)
        found = getattr(ARM, f"{name}_jvp")(*state, *changes, friction=True)
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-9 * np.abs(expected).max())
        backwards = getattr(ARM, f"{name}_vjp")(*state, w, friction=True)
        for J, by in zip(matrices, backwards, strict=True):
            expected = np.einsum("si,sij->sj", w, J)
            np.testing.assert_allclose(by, expected, rtol=0, atol=1e-9 * np.abs(expected).max())


def test_derivatives_of_accelerations_are_minus_those_of_torques_over_the_inertia():
    q, qd, tau = states(8)
    qdd = ARM.forward_dynamics(q, qd, tau, friction=True)
    of_torques = ARM.inverse_dynamics_derivatives(q, qd, qdd, friction=True)
    found = ARM.forward_dynamics_derivatives(q, qd, tau, friction=True)
    for J, expected in zip(found, of_torques, strict=False):
        expected = -np.linalg.solve(PLAIN.mass_matrix(q), expected)
        np.testing.assert_allclose(J, expected, rtol=0, atol=1e-9 * np.abs(expected).max())


def test_wrenches_lose_it_in_the_joints():
    q, qd, qdd = states(9)
    motion = ARM.link_motion(q, qd, qdd)
    lost = motion.wrenches(friction=True).dissipative - motion.wrenches().dissipative
    other = PLAIN.with_friction(np.zeros(4)).link_motion(q, qd, qdd)
    assert np.abs(lost).max() > 1
    assert not other.wrenches(friction=True).dissipative.any()


def sliding(**friction):
    """A mass of 1 kg on a level slide."""
    return Arm.from_dh(**gantry(1), **friction)


@pytest.mark.parametrize("torque", [None, lambda t, q, qd: 0 * q], ids=["kernels", "batches"])
@pytest.mark.parametrize("formulation", [None, "composite_rigid_bodies"])
def test_a_mass_that_slides_slows_down_as_by_the_four_point_formula(torque, formulation):
    arm = sliding(viscous=[0.3], coulomb=[[2, -2]], breakaway=[[3, -3]], stribeck=[0.2])
    motion = arm.simulate(
        [0], [1.5], 0.5, 1e-3, torque=torque, friction=True, formulation=formulation
    )

    def friction(v):
        return 0.3 * v + 2 + 3 / (1 + (v / 0.2) ** 2)

    v, h, speeds = 1.5, 1e-3, [1.5]
    for _ in range(500):
        k1 = -friction(v)
        k2 = -friction(v + h / 2 * k1)
        k3 = -friction(v + h / 2 * k2)
        k4 = -friction(v + h * k3)
        v += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        speeds.append(v)
    np.testing.assert_allclose(motion.qd[:, 0], speeds, rtol=0, atol=1e-13)
    assert motion.dissipated[-1] == pytest.approx((1.5**2 - v**2) / 2, rel=1e-6)


def test_a_mass_on_a_belt_sticks_and_slips_with_breakaway_friction_alone():
    """A spring that is drawn slowly: friction that falls with velocity makes it swing."""

    def swings(arm):
        def pull(t, q, qd):
            return 50.0 * (0.05 * t - q)

        motion = arm.simulate([0], [0.05], 6.0, 2e-3, torque=pull, friction=True)
        return np.ptp(motion.qd[-1000:, 0])

    dry = {"viscous": [0.5], "coulomb": [[2, -2]]}
    assert swings(sliding(**dry)) < 0.1
    assert swings(sliding(**dry, breakaway=[[3, -3]], stribeck=[0.1])) > 0.4


MOVE = equidyn.quintic([0, 0, 0, 0], [0.3, 0.2, -0.4, 0.5], duration=1.0)
CONTROLLERS = [
    lambda **options: equidyn.ComputedTorque(ARM, MOVE, kp=100, kv=20, **options),
    lambda **options: equidyn.SlotineLi(ARM, MOVE, kp=10, kv=20, **options),
]


@pytest.mark.parametrize("make", CONTROLLERS, ids=["computed_torque", "slotine_li"])
def test_controllers_compensate_it_at_the_measured_velocities(make):
    q, qd, _ = states(10)
    with_it, without = make(friction=True), make()
    close(with_it(0.3, q, qd) - without(0.3, q, qd), rubbing(qd))


@pytest.mark.parametrize("make", CONTROLLERS, ids=["computed_torque", "slotine_li"])
def test_an_arm_follows_as_one_without_friction(make):
    start, options = MOVE(0.1)[:2], {"motors": True}
    own = make(friction=True, motors=True)
    rubbed = ARM.simulate(*start, 0.4, 1e-3, torque=own, friction=True, **options)
    smooth = ARM.simulate(*start, 0.4, 1e-3, torque=make(motors=True), **options)
    np.testing.assert_allclose(rubbed.q, smooth.q, rtol=0, atol=1e-9)


def test_columns_of_friction_are_refused_and_say_what_to_do():
    q, qd, qdd = states(11, 20)
    message = (
        r"^friction: torques are not linear in the breakaway friction of the arm; "
        r"arm.with_friction\(arm.viscous, arm.coulomb\) is without$"
    )
    calls = [
        lambda: ARM.regressor(q, qd, qdd, friction=True),
        lambda: ARM.base_parameters(friction=True),
        lambda: equidyn.identify(ARM, q, qd, qdd, qdd, friction=True),
    ]
    for call in calls:
        with pytest.raises(ValueError, match=message):
            call()
    linear = ARM.with_friction(ARM.viscous, ARM.coulomb)
    close(
        linear.regressor(q, qd, qdd, friction=True) @ linear.parameters(friction=True),
        linear.inverse_dynamics(q, qd, qdd, friction=True),
    )
    assert np.array_equal(ARM.regressor(q, qd, qdd), PLAIN.regressor(q, qd, qdd))
    for threads in (None, 1):  # past the checks in Python and by them
        product = ARM.regressor_vjp(q, qd, qdd, qd, friction=True, threads=threads)
        close(product, linear.regressor_vjp(q, qd, qdd, qd, friction=True))


def test_other_parameters_leave_it_as_it_is():
    parameters = np.array(ARM.parameters(friction=True))
    changed = ARM.with_parameters(parameters)
    assert np.array_equal(changed.breakaway, ARM.breakaway)
    assert np.array_equal(changed.stribeck, ARM.stribeck)


def test_it_is_friction_without_any_other():
    arm = PLAIN.with_friction(breakaway=BREAKAWAY, stribeck=STRIBECK)
    q, qd, qdd = states(12)
    rest = arm.inverse_dynamics(q, qd, qdd, friction=True) - PLAIN.inverse_dynamics(q, qd, qdd)
    x = GEAR * qd / STRIBECK
    near = np.where(qd > 0, BREAKAWAY[:, 0], (qd < 0) * BREAKAWAY[:, 1])
    np.testing.assert_allclose(rest, GEAR * near / (1 + x * x), rtol=0, atol=1e-9)


def test_files_keep_it_and_arms_without_it_have_no_such_keys(tmp_path):
    ARM.save(tmp_path / "arm.json")
    assert Arm.load(tmp_path / "arm.json") == ARM
    assert Arm.from_dict(ARM.to_dict()) == ARM
    assert ARM.with_friction(ARM.viscous, ARM.coulomb) != ARM
    assert not {"breakaway", "stribeck"} & PLAIN.to_dict().keys()
    assert "breakaway, stribeck" in str(ARM)


def test_breakaway_friction_that_drives_is_found():
    wrong = [*BREAKAWAY[:3], (-1, -1)]
    (finding,) = PLAIN.with_friction(breakaway=wrong, stribeck=STRIBECK).check()
    assert (finding.link, finding.what) == (4, "driving friction")
    assert finding.message.startswith("breakaway friction (-1, -1) drives the joint")
