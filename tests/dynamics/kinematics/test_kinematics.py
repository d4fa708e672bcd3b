"""Kinematics: link poses, tool pose, Jacobian and its rate."""

import json
from pathlib import Path

import numpy as np
import pytest

from equidyn import Arm, robots
from oracles import poses, random_arms

# of lengths of about one metre a joint, and of axes of unit length
ROUNDING = 1e-14

ARMS = [
    robots.puma560(),
    robots.planar_2r(),
    *(Arm.from_dh(**random_arms.random_arm(seed)) for seed in range(0, 96, 5)),
    Arm.from_dh(**random_arms.random_arm(3, 14)),
    # right angles, parallel axes, zero shifts: what kernels leave out
    *(
        Arm.from_dh(
            **{
                **random_arms.random_arm(2, 6),
                "name": f"right angles and parallel axes, {convention}",
                "convention": convention,
                "joints": "RPRRPR",
                "alpha": np.array([0.0, 0, 0, np.pi / 2, -np.pi / 2, np.pi]),
                "a": np.array([0, 0.3, 0, 0, 0.2, 0]),
                "d": np.array([0.1, 0, 0, 0.2, 0, 0]),
            }
        )
        for convention in ("standard", "modified")
    ),
]
both_frames = pytest.mark.parametrize("frame", ["world", "tool"])


def states(arm, rows=5, seed=1):
    return np.random.default_rng(seed).uniform(-3, 3, (2, rows, arm.n))


def assert_same(found, expected, arm, rounding=ROUNDING):
    """Numbers grow with the length of the arm, and with the rates of its joints."""
    assert found.shape == np.shape(expected)
    scale = arm.n * max(1.0, np.abs(expected).max())
    np.testing.assert_allclose(found, expected, rtol=0, atol=rounding * scale, err_msg=arm.name)


def test_poses_are_products_of_denavit_hartenberg_matrices():
    for arm in ARMS:
        q, _ = states(arm)
        assert_same(arm.link_poses(q), [poses.link_poses(arm, each) for each in q], arm)
        assert_same(arm.forward_kinematics(q), [poses.tool_pose(arm, each) for each in q], arm)


@pytest.mark.parametrize("n", [32, 33, 64, 75])
@pytest.mark.parametrize("convention", ["standard", "modified"])
def test_poses_of_long_arms_are_such_products_too(n, convention):
    """They are written 32 at a time."""
    arm = robots.random_arm(n, 4).to_convention(convention)
    q, _ = states(arm, 13)
    assert_same(arm.link_poses(q), [poses.link_poses(arm, each) for each in q], arm)


@both_frames
def test_the_jacobian_is_the_derivative_of_the_pose(frame):
    for arm in ARMS:
        q, _ = states(arm)
        expected = [poses.jacobian(arm, each, frame) for each in q]
        assert_same(arm.jacobian(q, frame=frame), expected, arm)


def rate_of_jacobian(arm, q, qd, frame):
    """A central difference of the sixth order, of Jacobians that are products of matrices."""
    step = 2.0**-7

    def moved(steps):
        return poses.jacobian(arm, q + steps * step * qd, frame)

    weights = {1: 672, 2: -168, 3: 32, 4: -3}
    return sum(w * (moved(k) - moved(-k)) for k, w in weights.items()) / (840 * step)


@both_frames
def test_the_jacobian_rate_is_the_derivative_along_the_motion(frame):
    for arm in ARMS:
        q, qd = np.round(states(arm, 2) * 2**20) / 2**20
        expected = [rate_of_jacobian(arm, *each, frame) for each in zip(q, qd, strict=True)]
        assert_same(arm.jacobian_rate(q, qd, frame=frame), expected, arm, rounding=1e-10)


def test_the_last_link_carries_the_tool():
    for arm in ARMS:
        q, _ = states(arm)
        assert_same(arm.link_poses(q)[:, -1] @ arm.tool, arm.forward_kinematics(q), arm)


def test_the_two_jacobians_are_the_same_in_different_axes():
    for arm in ARMS:
        q, _ = states(arm)
        R = arm.forward_kinematics(q)[:, :3, :3].swapaxes(1, 2)
        found, world = arm.jacobian(q, frame="tool"), arm.jacobian(q)
        assert_same(np.concatenate([R @ world[:, :3], R @ world[:, 3:]], axis=1), found, arm)


def test_the_jacobian_makes_joint_torques_of_a_wrench():
    for arm in ARMS:
        q, _ = states(arm)
        wrench = np.random.default_rng(4).uniform(-5, 5, (5, 6))
        still = np.zeros(arm.n)
        loaded = arm.inverse_dynamics(
            q, still, still, tip_wrench=wrench, formulation="newton_euler"
        ) - arm.inverse_dynamics(q, still, still, formulation="newton_euler")
        found = np.einsum("kij,ki->kj", arm.jacobian(q, frame="tool"), wrench)
        # the weight of the arm cancels
        weight = np.abs(arm.gravity_torque(q)).max()
        np.testing.assert_allclose(found, loaded, rtol=0, atol=1e-13 * arm.n * max(weight, 1))


@both_frames
def test_pose_and_jacobian_together_have_the_bits_of_each_alone(frame):
    for rows in ((), (1,), (3, 5), (1500,)):
        for arm in ARMS:
            q = 1e3 * np.random.default_rng(6).normal(size=(*rows, arm.n))
            pose, J = arm.pose_and_jacobian(q, frame=frame)
            np.testing.assert_array_equal(pose, arm.forward_kinematics(q))
            np.testing.assert_array_equal(J, arm.jacobian(q, frame=frame))


def test_a_pendulum_swings_as_on_paper():
    arm = Arm.from_dh(
        "standard", joints="R", a=[0.5], alpha=[0], d=[0], theta=[0],
        mass=[1.0], com=[[0, 0, 0]], inertia=[[[0] * 3] * 3],
    )  # fmt: skip
    c, s = np.cos(0.3), np.sin(0.3)
    pose = [[c, -s, 0, 0.5 * c], [s, c, 0, 0.5 * s], [0, 0, 1, 0], [0, 0, 0, 1]]
    np.testing.assert_allclose(arm.forward_kinematics([0.3]), pose, atol=1e-15)
    world = [[-0.5 * s], [0.5 * c], [0], [0], [0], [1]]
    np.testing.assert_allclose(arm.jacobian([0.3]), world, atol=1e-15)
    np.testing.assert_allclose(
        arm.jacobian([0.3], frame="tool"), [[0], [0.5], [0], [0], [0], [1]], atol=1e-15
    )
    inwards = [[-c], [-s], [0], [0], [0], [0]]  # 0.5 m times the square of 2 rad/s, per rad/s
    np.testing.assert_allclose(arm.jacobian_rate([0.3], [2.0]), inwards, atol=1e-15)
    np.testing.assert_array_equal(arm.jacobian_rate([0.3], [2.0], frame="tool"), np.zeros((6, 1)))


@pytest.mark.parametrize("convention", ["standard", "modified"])
def test_the_convention_changes_link_frames_and_nothing_else(convention):
    arm = Arm.from_dh(**random_arms.random_arm(17))
    other = arm.to_convention(convention)
    q, qd = states(arm)
    assert_same(other.forward_kinematics(q), arm.forward_kinematics(q), arm)
    assert_same(other.jacobian(q), arm.jacobian(q), arm)
    assert_same(other.jacobian_rate(q, qd), arm.jacobian_rate(q, qd), arm)
    assert_same(other.link_poses(q), [poses.link_poses(other, each) for each in q], arm)


# --- what is given, and where results go ---------------------------------------------------------


@pytest.mark.parametrize("frame", ["base", "World", "", "tools", "local"])
def test_another_frame_is_refused(frame):
    arm = robots.puma560()
    for call in (
        arm.jacobian,
        arm.pose_and_jacobian,
        lambda q, frame: arm.jacobian_rate(q, q, frame=frame),
    ):
        with pytest.raises(ValueError, match=r"^frame: there is no .* \(known: world, tool\)$"):
            call(np.zeros(6), frame=frame)


def test_a_frame_is_a_string():
    with pytest.raises(TypeError, match=r"^frame: expected a string, got NoneType$"):
        robots.puma560().jacobian(np.zeros(6), frame=None)


def test_rates_broadcast_against_positions():
    arm = robots.puma560()
    q, qd = states(arm, 4)
    found = arm.jacobian_rate(q[:, np.newaxis], qd)
    assert found.shape == (4, 4, 6, 6)
    np.testing.assert_array_equal(found[2, 1], arm.jacobian_rate(q[2], qd[1]))


def test_results_go_where_they_are_wanted():
    arm = Arm.from_dh(**random_arms.random_arm(4))
    q, qd = states(arm, 33)
    for call, arguments, shape in (
        (arm.forward_kinematics, (q,), (4, 4)),
        (arm.link_poses, (q,), (arm.n, 4, 4)),
        (arm.jacobian, (q,), (6, arm.n)),
        (arm.jacobian_rate, (q, qd), (6, arm.n)),
    ):
        out = np.empty((33, *shape))
        assert call(*arguments, out=out) is out
        np.testing.assert_array_equal(out, call(*arguments))
        with pytest.raises(ValueError, match=r"^out: expected shape \(33, "):
            call(*arguments, out=out[1:])
        assert call(*(x[:0] for x in arguments)).shape == (0, *shape)


@pytest.mark.parametrize("rows", [1, 33, 5000])
def test_poses_and_jacobians_go_where_they_are_wanted(rows):
    arm = Arm.from_dh(**random_arms.random_arm(4))
    q = np.random.default_rng(2).uniform(-3, 3, (rows, arm.n))
    expected = arm.forward_kinematics(q), arm.jacobian(q)
    shapes = (rows, 4, 4), (rows, 6, arm.n)
    memory = np.empty(rows * (16 + 6 * arm.n))
    apart = tuple(np.empty(shape) for shape in shapes)
    side_by_side = memory[: 16 * rows].reshape(shapes[0]), memory[16 * rows :].reshape(shapes[1])
    backwards = tuple(np.empty(shape)[::-1] for shape in shapes)
    for out in (apart, side_by_side, side_by_side[:1] + apart[1:], backwards):
        found = arm.pose_and_jacobian(q, out=out)
        for one, target, wanted in zip(found, out, expected, strict=True):
            assert one is target
            np.testing.assert_array_equal(one, wanted)
    crossing = memory[16 * rows - 1 : -1].reshape(shapes[1])
    with pytest.raises(ValueError, match=r"^out: expected two arrays that share no memory"):
        arm.pose_and_jacobian(q, out=(side_by_side[0], crossing))
    with pytest.raises(ValueError, match=rf"^out: expected shape \({rows}, 4, 4\), got "):
        arm.pose_and_jacobian(q, out=apart[::-1])
    with pytest.raises(ValueError, match=rf"^out: expected shape \({rows}, 6, {arm.n}\), got "):
        arm.pose_and_jacobian(q, out=(apart[0], apart[1][:, :5]))
    with pytest.raises(TypeError, match=r"^out: expected a tuple of two arrays, got ndarray"):
        arm.pose_and_jacobian(q, out=apart[0])
    nothing = arm.pose_and_jacobian(q[:0])
    assert [part.shape for part in nothing] == [(0, 4, 4), (0, 6, arm.n)]


@pytest.mark.parametrize("rows", [1, 40, 5000])
def test_what_has_no_finite_answer_raises(rows):
    largest = np.finfo(float).max
    together = slides("PP", alpha=[0, 0])  # as far as twice the largest number
    across = slides("RP", alpha=[np.pi / 2, 0])
    turning = robots.planar_2r()
    x = np.zeros((rows, 2))
    x[rows // 2] = largest
    far = x * [0, 1]
    message = (
        rf"^[a-z_]+(, second result)?: overflow, got (inf|-inf|nan) at index \({rows // 2}, \d"
    )
    for call, arguments in (
        (together.forward_kinematics, (x,)),
        (together.link_poses, (x,)),
        (across.with_tool(translation(0, 0, largest)).jacobian, (far,)),
        (together.pose_and_jacobian, (x,)),
        (across.with_tool(translation(0, 0, largest)).pose_and_jacobian, (far,)),
        (turning.jacobian_rate, (0 * x, x)),
    ):
        with pytest.raises(ValueError, match=message):
            call(*arguments)
    x[rows // 2, 1] = np.nan
    for call in (
        turning.forward_kinematics,
        turning.link_poses,
        turning.jacobian,
        turning.pose_and_jacobian,
    ):
        with pytest.raises(ValueError, match=rf"^q: must be finite, got nan .* \({rows // 2}, 1\)"):
            call(x)


def slides(joints, alpha):
    still = {"a": [0, 0], "d": [0, 0], "theta": [0, 0]}
    rods = {"mass": [1, 1], "com": np.zeros((2, 3)), "inertia": np.ones((2, 3))}
    return Arm.from_dh("standard", joints=joints, alpha=alpha, **still, **rods)


def translation(*shift):
    pose = np.eye(4)
    pose[:3, 3] = shift
    return pose


# --- numbers of others ---------------------------------------------------------------------------

PRINTED = json.loads((Path(__file__).parents[2] / "data/printed_kinematics.json").read_text())


def manipulability(arm, q):
    J = arm.jacobian(q)
    return [np.sqrt(np.linalg.det(rows @ rows.T)) for rows in (J, J[:3], J[3:])]


PRINTED_QUANTITIES = {
    "pose": Arm.forward_kinematics,
    "jacobian_in_world": Arm.jacobian,
    "jacobian_in_tool": lambda arm, q: arm.jacobian(q, frame="tool"),
    "manipulability": manipulability,
}


@pytest.mark.filterwarnings("ignore::equidyn.ArmWarning")
@pytest.mark.parametrize("vector", PRINTED["vectors"], ids=lambda vector: vector["id"])
def test_printed_numbers_are_reproduced(vector):
    parameters = PRINTED["arms"][vector["arm"]]["from_dh"]
    n = len(parameters["joints"])
    weightless = {"mass": np.zeros(n), "com": np.zeros((n, 3)), "inertia": np.zeros((n, 3))}
    ends = {"base": vector.get("base"), "tool": vector.get("tool")}
    arm = Arm.from_dh(**parameters, **weightless, **ends)
    found = np.array(PRINTED_QUANTITIES[vector["quantity"]](arm, vector["q"]))
    expected = np.array(vector["expected"])
    np.testing.assert_allclose(found[: len(expected)], expected, rtol=0, atol=vector["abs_tol"])


@pytest.mark.parametrize("seed", range(0, 96, 7))
def test_pinocchio_agrees(seed):
    pin = pytest.importorskip("pinocchio")
    arm = Arm.from_dh(**random_arms.random_arm(seed))
    model = pinocchio_model(pin, arm)
    data, tool = model.createData(), model.getFrameId("tool")
    axes = {"world": pin.LOCAL_WORLD_ALIGNED, "tool": pin.LOCAL}
    for q, qd in zip(*states(arm), strict=True):
        pin.computeJointJacobiansTimeVariation(model, data, q, qd)
        pin.updateFramePlacements(model, data)
        assert_same(arm.forward_kinematics(q), data.oMf[tool].homogeneous, arm)
        for frame, reference in axes.items():
            expected = pin.getFrameJacobian(model, data, tool, reference)
            # it drops an axis where there is one joint
            assert_same(arm.jacobian(q, frame=frame), expected.reshape(6, arm.n), arm)


def pinocchio_model(pin, arm):
    """Each joint between two constant placements, as the convention has them."""
    model, parent, before = pin.Model(), 0, arm.base
    for i, kind in enumerate(arm.joints):
        along_x = poses.screw(0, arm.alpha[i], arm.a[i])
        along_z = poses.screw(2, arm.theta[i], arm.d[i])
        if arm.convention == "modified":
            before = before @ along_x
        joint = pin.JointModelPZ() if kind == "P" else pin.JointModelRZ()
        parent = model.addJoint(parent, joint, pin.SE3(before @ along_z), f"joint {i}")
        before = along_x if arm.convention == "standard" else np.eye(4)
    place = pin.SE3(before @ arm.tool)
    model.addFrame(pin.Frame("tool", parent, place, pin.FrameType.OP_FRAME))
    return model
