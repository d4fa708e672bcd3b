"""Many arms in one call: each row has the bits of its arm alone."""

import numpy as np
import pytest

from equidyn import Arm, BaseMotion, _core, robots
from oracles.random_arms import random_arm, random_inertia, random_pose

QUANTITIES = _core.quantities()


def an_arm(seed):
    """A random arm with friction and motors."""
    arm = Arm.from_dh(**random_arm(seed))
    rng = np.random.default_rng(seed)
    coulomb = rng.uniform(0.1, 1, (arm.n, 2)) * [1, -1]
    return arm.with_friction(rng.uniform(0.01, 0.1, arm.n), coulomb).with_motors(
        rng.uniform(1e-3, 1e-2, arm.n), rng.uniform(-5, 5, arm.n)
    )


def varied(arm, count, *names, seed=0):
    """Data of many arms, by name."""
    rng = np.random.default_rng([seed, arm.n])
    n = arm.n
    data = {
        "mass": rng.uniform(0.5, 5, (count, n)),
        "com": rng.uniform(-0.3, 0.3, (count, n, 3)),
        "inertia": np.array([[random_inertia(rng) for _ in range(n)] for _ in range(count)]),
        "a": rng.uniform(-0.5, 0.5, (count, n)),
        "a_y": rng.uniform(-0.5, 0.5, (count, n)),
        "d": rng.uniform(-0.5, 0.5, (count, n)),
        "alpha": rng.uniform(-3, 3, (count, n)),
        "theta": rng.uniform(-3, 3, (count, n)),
        "gravity": rng.normal(size=(count, 3)),
        "tool": np.array([random_pose(rng) for _ in range(count)]),
        "base": np.array([random_pose(rng) for _ in range(count)]),
        "viscous": rng.uniform(0.01, 0.1, (count, n)),
        "coulomb": rng.uniform(0.1, 1, (count, n, 2)) * [1, -1],
        "motor_inertia": rng.uniform(1e-3, 1e-2, (count, n)),
    }
    return {name: data[name] for name in names or data}


def operands_of(arm, quantity, shape, seed=0):
    """Operands of a quantity."""
    rng = np.random.default_rng(seed)
    return [rng.uniform(-3, 3, (*shape, arm.n)) for _ in QUANTITIES[quantity]["operands"]]


def parts(results):
    """Results as a tuple."""
    return results if isinstance(results, tuple) else (results,)


def assert_rows_are_of_their_arms(arms, quantity, operands, **options):
    """Compare all rows of a call with calls of one arm, bit for bit."""
    together = parts(getattr(arms, quantity)(*operands, **options))
    lead = np.broadcast_shapes(arms.shape, *(x.shape[:-1] for x in operands))
    numbers = np.broadcast_to(np.arange(arms.size).reshape(arms.shape), lead)
    rows = [np.broadcast_to(x, (*lead, arms.n)) for x in operands]
    flat = arms if arms.ndim == 1 else arms[np.unravel_index(np.arange(arms.size), arms.shape)]
    for index in np.ndindex(*lead):
        alone = getattr(flat[int(numbers[index])], quantity)(*(x[index] for x in rows), **options)
        for one, each in zip(parts(alone), together, strict=True):
            assert np.asarray(one).tobytes() == np.asarray(each[index]).tobytes(), (quantity, index)


@pytest.mark.parametrize("quantity", QUANTITIES)
@pytest.mark.parametrize("seed", [5, 53])
def test_every_quantity_of_arms_that_differ_in_everything(quantity, seed):
    arm = an_arm(seed)
    arms = arm.vary(**varied(arm, 11))
    assert_rows_are_of_their_arms(arms, quantity, operands_of(arm, quantity, (11,)))


@pytest.mark.parametrize("name", varied(robots.planar_2r(), 1))
@pytest.mark.parametrize("robot", ["puma560", "panda", "stanford", "planar_2r"])
def test_one_datum_of_arms_with_structural_zeros(name, robot):
    arm = getattr(robots, robot)()
    arms = arm.vary(**varied(arm, 9, name))
    for quantity in ("inverse_dynamics", "forward_dynamics", "jacobian"):
        assert_rows_are_of_their_arms(arms, quantity, operands_of(arm, quantity, (9,)))


@pytest.mark.parametrize(
    ("of_arms", "of_states"),
    [
        ((1,), ()),
        ((3,), ()),
        ((16,), (16,)),
        ((17,), (5, 17)),
        ((7,), (4, 7)),
        ((6, 1), (9,)),
        ((5, 1), (1, 2)),
        ((2, 1, 3), (5, 3)),
        ((2, 3), ()),
        ((1,), (13,)),
    ],
)
def test_leading_axes_broadcast(of_arms, of_states):
    arm = an_arm(6)
    data = varied(arm, int(np.prod(of_arms)), "mass", "com", "d")
    arms = arm.vary(**{name: x.reshape(*of_arms, *x.shape[1:]) for name, x in data.items()})
    for quantity in ("inverse_dynamics", "mass_matrix"):
        assert_rows_are_of_their_arms(arms, quantity, operands_of(arm, quantity, of_states))


def test_options():
    arm = an_arm(7)
    arms = arm.vary(**varied(arm, 10))
    rng = np.random.default_rng(1)
    ends = {
        "tip_wrench": rng.normal(size=6),
        "base_motion": BaseMotion(*rng.normal(size=(3, 3))),
    }
    for quantity in ("inverse_dynamics", "forward_dynamics", "inverse_dynamics_vjp"):
        options = {**ends, "friction": True, "motors": True}
        operands = operands_of(arm, quantity, (10,))
        assert_rows_are_of_their_arms(arms, quantity, operands, **options)
    operands = operands_of(arm, "inverse_dynamics_derivatives", (10,))
    assert_rows_are_of_their_arms(arms, "inverse_dynamics_derivatives", operands, friction=True)
    assert_rows_are_of_their_arms(arms, "jacobian", operands[:1], frame="tool")
    assert_rows_are_of_their_arms(arms, "regressor", operands, friction=True, motors=True)


@pytest.mark.parametrize(
    "quantity", [k for k, facts in QUANTITIES.items() if "dtype" in facts["options"]]
)
def test_float32(quantity):
    arm = robots.panda()
    arms = arm.vary(mass=arm.mass * np.random.default_rng(0).normal(1, 0.02, (21, 7)))
    operands = [x.astype(np.float32) for x in operands_of(arm, quantity, (21,))]
    assert_rows_are_of_their_arms(arms, quantity, operands, dtype=np.float32)


def test_results_go_to_out_and_do_not_depend_on_threads():
    arm = robots.panda()
    arms = arm.vary(mass=arm.mass * np.random.default_rng(0).normal(1, 0.02, (3001, 7)))
    state = operands_of(arm, "forward_dynamics", (3001,))
    expected = arms.forward_dynamics(*state, threads=1)
    out = np.empty_like(expected)
    assert arms.forward_dynamics(*state, out=out, threads=3) is out
    assert out.tobytes() == expected.tobytes()
    # the memory of an operand
    assert arms.forward_dynamics(*state, out=state[2]).tobytes() == expected.tobytes()


def test_a_right_angle_of_some_arms_is_general_for_all():
    arm = robots.puma560()
    alpha = np.tile(arm.alpha, (5, 1))
    alpha[2] += 0.01
    arms = arm.vary(alpha=alpha)
    state = operands_of(arm, "inverse_dynamics", (5,))
    together = arms.inverse_dynamics(*state)
    alone = [arms[k].inverse_dynamics(*(x[k] for x in state)) for k in range(5)]
    assert np.abs(together - alone).max() < 1e-14 * np.abs(alone).max()


def test_what_no_arm_has_is_not_read():
    # an infinite acceleration of the base would turn structural zeros to NaN
    arm = robots.planar_2r()
    arms = arm.vary(mass=[[1.0, 2.0]] * 4)
    with pytest.raises(ValueError, match=r"^qdd: must be finite, got inf at index \(2, 0\)$"):
        arms.inverse_dynamics(np.zeros(2), np.zeros(2), [[0, 0]] * 2 + [[np.inf, 0]] + [[0, 0]])


def test_a_joint_without_mass_is_named_with_its_state():
    arm = robots.planar_2r()
    mass, inertia = np.ones((5, 2)), np.tile(arm.inertia, (5, 1, 1, 1))
    mass[3, 1], inertia[3, 1] = 0, 0
    arms = arm.vary(mass=mass, inertia=inertia)
    with pytest.raises(
        ValueError, match=r"^forward_dynamics: joint 2 has no acceleration in state \(3,\)"
    ):
        arms.forward_dynamics(np.zeros(2), np.zeros(2), np.zeros((5, 2)))


def test_axes_that_do_not_broadcast():
    arms = robots.planar_2r().vary(mass=np.ones((4, 2)))
    with pytest.raises(
        ValueError, match=r"^leading axes do not broadcast: arms \(4,\), q \(3, 2\)$"
    ):
        arms.gravity_torque(np.zeros((3, 2)))


@pytest.mark.parametrize("method", ["rk4", "semi_implicit_euler", "dopri5", "implicit_midpoint"])
def test_each_arm_moves_as_alone(method):
    arm = an_arm(4)
    arms = arm.vary(**varied(arm, 6, "mass", "com", "gravity", "viscous"))
    rng = np.random.default_rng(2)
    q0, torque = rng.uniform(-1, 1, (6, arm.n)), rng.uniform(-5, 5, (6, arm.n))
    options = {"method": method, "friction": method != "implicit_midpoint", "motors": True}
    zero = np.zeros(arm.n)
    together = arms.simulate(q0, zero, 0.02, torque=torque, **options)
    for k in range(6):
        alone = arms[k].simulate(q0[k], zero, 0.02, torque=torque[k], **options)
        assert alone.q.tobytes() == together.q[k].tobytes()
        assert alone.qd.tobytes() == together.qd[k].tobytes()
        assert alone.energy == pytest.approx(together.energy[k], rel=1e-14, abs=0)


def test_each_arm_reaches_a_pose_as_alone():
    arm = robots.puma560()
    rng = np.random.default_rng(3)
    tool = np.tile(np.eye(4), (9, 1, 1))
    tool[:, :3, 3] = rng.uniform(-0.1, 0.1, (9, 3))
    arms = arm.vary(a=arm.a + rng.uniform(-0.02, 0.02, (9, 6)), tool=tool)
    poses = arms.forward_kinematics(rng.uniform(-1, 1, (9, 6)))
    together = arms.inverse_kinematics(poses)
    assert together.converged.all()
    for k in range(9):
        alone = arms[k].inverse_kinematics(poses[k])
        assert alone.q.tobytes() == together.q[k].tobytes()
    path = arms.forward_kinematics(np.linspace(0.1, 0.3, 5)[:, None, None] * np.ones((9, 6)))
    paths = np.swapaxes(path, 0, 1)
    together = arms.inverse_kinematics(paths, path=True)
    for k in range(9):
        alone = arms[k].inverse_kinematics(paths[k], path=True)
        assert alone.q.tobytes() == together.q[k].tobytes()


def test_arms_too_many_to_keep_their_constants():
    arm, count = robots.planar_2r(), 400_003
    rng = np.random.default_rng(4)
    arms = arm.vary(mass=arm.mass * rng.uniform(0.5, 1.5, (count, 2)))
    q = rng.uniform(-3, 3, (count, 2))
    together = arms.gravity_torque(q)
    for k in (0, 1, 511, 512, 200_001, count - 1):
        assert arms[k].gravity_torque(q[k]).tobytes() == together[k].tobytes()
    # a portion of rows that begins anew with the first arm
    again = arms.gravity_torque(np.stack([q, q[::-1]]))
    assert again[0].tobytes() == together.tobytes()
    assert arms[count - 1].gravity_torque(q[0]).tobytes() == again[1, -1].tobytes()
