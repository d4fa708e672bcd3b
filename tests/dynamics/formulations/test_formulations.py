"""Every formulation gives the torques of Lagrange's equation, and so those of every other one."""

from itertools import chain, combinations
from types import SimpleNamespace

import numpy as np
import pytest

from conftest import FORMULATIONS, RESTRICTED, TOLERANCE, assert_all_close, assert_close
from equidyn import Arm, BaseMotion
from oracles import lagrange
from oracles.random_arms import (
    plain_arm,
    random_arm,
    random_pose,
    random_rotation,
    random_state,
    slid_arm,
)

LENGTHS = range(1, 13)
# one arm of each length
FEW_SEEDS = range(0, 204, 17)


def seeds_of(length):
    """Eighteen arms of a length, of both conventions, with and without slides at the ends."""
    return range(length - 1, 216, 12)


def make_case(seed, n=None, size=(), make_arm=random_arm):
    """A random arm, states of it, a wrench at its tip and a motion of its base."""
    arm = Arm.from_dh(**make_arm(seed, n))
    rng = np.random.default_rng([seed, 1])
    return SimpleNamespace(
        arm=arm,
        state=random_state(rng, arm.n, size),
        tip_wrench=10 * rng.normal(size=6),
        base_motion=BaseMotion(*2 * rng.normal(size=(3, 3))),
    )


def torque(case, formulation):
    return case.arm.inverse_dynamics(
        *case.state,
        formulation=formulation,
        tip_wrench=case.tip_wrench,
        base_motion=case.base_motion,
    )


def by_lagrange(case):
    return lagrange.torque(case.arm, *case.state, case.tip_wrench, case.base_motion)


def compared_with(truth, case, formulations):
    """The torques of each formulation beside the true ones, for `assert_all_close`."""
    return [(name, case.arm, torque(case, name), truth) for name in formulations]


@pytest.mark.slow
@pytest.mark.parametrize("length", LENGTHS)
def test_torques_are_those_of_lagranges_equation(length):
    cases = map(make_case, seeds_of(length))
    compared = [compared_with(by_lagrange(case), case, FORMULATIONS) for case in cases]
    assert_all_close(chain.from_iterable(compared), TOLERANCE["oracle"])


def test_torques_of_arms_with_a_y_are_those_of_lagranges_equation():
    cases = [make_case(seed, make_arm=slid_arm) for seed in FEW_SEEDS]
    compared = [compared_with(by_lagrange(case), case, FORMULATIONS) for case in cases]
    assert_all_close(chain.from_iterable(compared), TOLERANCE["oracle"])


def test_torques_of_thirty_links_are_those_of_lagranges_equation():
    case = make_case(7, 30)
    assert_all_close(compared_with(by_lagrange(case), case, FORMULATIONS), TOLERANCE["oracle"])


def test_restricted_formulations_are_right_where_they_apply():
    cases = [make_case(seed, make_arm=plain_arm) for seed in FEW_SEEDS]
    compared = [compared_with(by_lagrange(case), case, RESTRICTED) for case in cases]
    assert_all_close(chain.from_iterable(compared), TOLERANCE["oracle"])


@pytest.mark.parametrize("restricted", RESTRICTED)
def test_restricted_formulation_refuses_other_arms(restricted):
    for case in map(make_case, FEW_SEEDS):
        with pytest.raises(ValueError, match=f"formulation: {restricted} takes"):
            torque(case, restricted)


def compared_in_pairs(case):
    """The torques of each pair of formulations, with the largest one of all."""
    tau = {name: torque(case, name) for name in FORMULATIONS}
    # of all states: the only torque of a one-joint arm passes through zero
    largest = np.full(case.state.shape[1:-1], max(np.abs(t).max() for t in tau.values()))
    return [
        (f"{one} against {other}", case.arm, tau[one], tau[other], largest)
        for other, one in combinations(FORMULATIONS, 2)
    ]


@pytest.mark.parametrize("length", LENGTHS)
def test_formulations_agree(length):
    cases = [make_case(seed, size=(40,)) for seed in seeds_of(length)]
    compared = map(compared_in_pairs, cases)
    assert_all_close(chain.from_iterable(compared), TOLERANCE["agreement"])


@pytest.mark.slow
@pytest.mark.parametrize("n", [30, 100])
def test_formulations_agree_on_long_chains(n):
    cases = [make_case(48 * seed, n) for seed in range(4)]
    compared = map(compared_in_pairs, cases)
    assert_all_close(chain.from_iterable(compared), TOLERANCE["agreement"])


def near_zero(case):
    case.state = case.state * 1e-8


def near_zero_without_weight(case):
    """Gravity and velocities vanish: only small accelerations load the joints."""
    case.state = case.state * 1e-8
    case.arm = case.arm.with_gravity((0, 0, 0))
    case.tip_wrench = case.base_motion = None


def at_rest_at_zero(case):
    case.state = np.zeros_like(case.state)
    case.tip_wrench = case.base_motion = None


def fast(case):
    case.state[1:] *= 1e3


REGIMES = [near_zero, near_zero_without_weight, at_rest_at_zero, fast]


@pytest.mark.parametrize("regime", REGIMES)
def test_torques_in_special_states(regime):
    compared = []
    for case in map(make_case, FEW_SEEDS):
        regime(case)
        compared += compared_with(by_lagrange(case), case, FORMULATIONS)
    assert_all_close(compared, TOLERANCE["oracle"])


def test_nothing_moves_and_nothing_pulls(formulation):
    for case in map(make_case, FEW_SEEDS):
        none = np.zeros(case.arm.n)
        weightless = case.arm.with_gravity((0, 0, 0))
        tau = weightless.inverse_dynamics(case.state[0], none, none, formulation=formulation)
        np.testing.assert_array_equal(tau, none, err_msg=case.arm.name)


def test_friction_and_motors_add_their_formulas(formulation):
    for seed in FEW_SEEDS:
        assert_drives_add_their_formulas(formulation, seed)


def assert_drives_add_their_formulas(formulation, seed):
    rng = np.random.default_rng(seed)
    n = 1 + seed % 12
    gear, rotor, viscous = (
        rng.normal(size=n) * 50,
        rng.uniform(0, 1e-3, n),
        rng.uniform(0, 1e-2, n),
    )
    coulomb = rng.uniform(0.1, 0.5, (n, 2)) * (1, -1)
    arm = Arm.from_dh(
        **random_arm(seed),
        gear_ratio=gear,
        motor_inertia=rotor,
        viscous=viscous,
        coulomb=coulomb,
    )
    q, qd, qdd = random_state(rng, n, (3,))
    # forwards, backwards, and at rest either way of writing it
    qd = np.array([np.abs(qd[0]), -np.abs(qd[1]), np.copysign(0.0, qd[2])])

    def tau(**loads):
        return arm.inverse_dynamics(q, qd, qdd, formulation=formulation, **loads)

    dry = np.abs(gear) * np.array([coulomb[:, 0], coulomb[:, 1], np.zeros(n)])
    friction = tau() + gear**2 * viscous * qd + dry
    motors = tau() + gear**2 * rotor * qdd
    both = friction + motors - tau()
    for actual, expected in [
        (tau(friction=True), friction),
        (tau(motors=True), motors),
        (tau(friction=True, motors=True), both),
    ]:
        assert_close(actual, expected, TOLERANCE["agreement"], formulation=formulation, arm=arm)


def moved_along(motion, displacement):
    """The motion of a frame displaced from one on the same body, in its own axes."""
    rotation, p = displacement[:3, :3], displacement[:3, 3]
    w, wd, a = motion.as_tuple()
    return BaseMotion(
        w @ rotation, wd @ rotation, (a + np.cross(wd, p) + np.cross(w, np.cross(w, p))) @ rotation
    )


def test_other_convention_has_the_same_torques(formulation):
    for seed in range(0, 216, 5):
        case = make_case(seed, size=(5,))
        arm = case.arm
        other = arm.to_convention("modified" if arm.convention == "standard" else "standard")
        base_motion = moved_along(case.base_motion, np.linalg.solve(arm.base, other.base))
        tau = other.inverse_dynamics(
            *case.state,
            formulation=formulation,
            tip_wrench=case.tip_wrench,
            base_motion=base_motion,
        )
        expected = torque(case, formulation)
        largest = np.full(5, np.abs(expected).max())
        assert_close(
            tau, expected, TOLERANCE["agreement"], formulation=formulation, arm=arm, scale=largest
        )


def test_turning_world_and_base_together_changes_nothing(formulation):
    for seed in FEW_SEEDS:
        case = make_case(seed)
        turn = np.eye(4)
        turn[:3, :3] = random_rotation(np.random.default_rng(seed))
        expected = torque(case, formulation)
        case.arm = case.arm.with_base(turn @ case.arm.base).with_gravity(
            turn[:3, :3] @ case.arm.gravity
        )
        tau = torque(case, formulation)
        assert_close(tau, expected, TOLERANCE["agreement"], formulation=formulation, arm=case.arm)


def test_place_of_the_base_does_not_matter(formulation):
    for case in map(make_case, FEW_SEEDS):
        expected = torque(case, formulation)
        elsewhere = case.arm.base.copy()
        elsewhere[:3, 3] = (100.0, -200.0, 300.0)
        case.arm = case.arm.with_base(elsewhere)
        np.testing.assert_array_equal(torque(case, formulation), expected, err_msg=case.arm.name)


def test_accelerating_base_is_a_change_of_gravity(formulation):
    for case in map(make_case, FEW_SEEDS):
        acceleration = case.base_motion.linear_acceleration
        case.base_motion = BaseMotion(linear_acceleration=acceleration)
        expected = torque(case, formulation)
        base_axes = case.arm.base[:3, :3]
        case.arm = case.arm.with_gravity(case.arm.gravity - base_axes @ acceleration)
        case.base_motion = None
        tau = torque(case, formulation)
        assert_close(tau, expected, TOLERANCE["agreement"], formulation=formulation, arm=case.arm)


def test_base_can_do_what_the_first_joint_does(formulation):
    """In standard DH the first joint moves along or about the z axis of the base."""
    for joints in ("RRPR", "PRPR"):
        arm = Arm.from_dh(**{**random_arm(3), "joints": joints, "convention": "standard"})
        q, qd, qdd = random_state(np.random.default_rng(3), 4)
        by_joint = arm.inverse_dynamics(q, qd, qdd, formulation=formulation)
        rate, acceleration = np.array([0, 0, qd[0]]), np.array([0, 0, qdd[0]])
        base_motion = (
            BaseMotion(rate, acceleration)
            if joints[0] == "R"
            else BaseMotion(linear_acceleration=acceleration)
        )
        qd[0] = qdd[0] = 0
        by_base = arm.inverse_dynamics(q, qd, qdd, formulation=formulation, base_motion=base_motion)
        assert_close(by_base, by_joint, TOLERANCE["agreement"], formulation=formulation, arm=arm)


def test_moving_the_tool_moves_the_wrench(formulation):
    case = make_case(8)
    expected = torque(case, formulation)
    shift = random_pose(np.random.default_rng(8))
    rotation, p = shift[:3, :3], shift[:3, 3]
    force, moment = case.tip_wrench[:3], case.tip_wrench[3:]
    # the same forces, counted at the new tool frame
    case.tip_wrench = np.concatenate([force, moment - np.cross(p, force)]).reshape(2, 3) @ rotation
    case.tip_wrench = case.tip_wrench.ravel()
    case.arm = case.arm.with_tool(case.arm.tool @ shift)
    tau = torque(case, formulation)
    assert_close(tau, expected, TOLERANCE["agreement"], formulation=formulation, arm=case.arm)
