"""Frames fixed to links: poses and Jacobians by name."""

import pickle

import numpy as np
import pytest

from equidyn import Arm, robots
from equidyn.dynamics.fixed_frames import Frame
from oracles.random_arms import random_pose

RNG = np.random.default_rng(7)
ARM = robots.random_arm(5, seed=3)._with(
    base=random_pose(RNG),
    tool=random_pose(RNG),
    frames=[(f"on_{link}", link, random_pose(RNG)) for link in range(6)],
)
Q, QD = RNG.uniform(-1, 1, (2, 7, 5))
STEP = 1e-6


def pose_by_links(arm, frame, q):
    links = np.concatenate([np.broadcast_to(arm.base, (7, 1, 4, 4)), arm.link_poses(q)], axis=1)
    return links[:, frame.link] @ frame.pose


@pytest.mark.parametrize("arm", [ARM, ARM.to_convention("modified")], ids=["own", "other"])
@pytest.mark.parametrize("k", range(6))
def test_a_frame_moves_with_its_link(arm, k):
    frame = arm.frames[k]
    pose = arm.forward_kinematics(Q, of=frame.name)
    np.testing.assert_allclose(pose, pose_by_links(arm, frame, Q), atol=1e-14)
    np.testing.assert_allclose(pose, pose_by_links(ARM, ARM.frames[k], Q), atol=1e-14)


@pytest.mark.parametrize("frame", ARM.frames, ids=lambda frame: frame.name)
@pytest.mark.parametrize("axes", ["world", "tool"])
def test_its_jacobian_is_the_derivative_of_its_pose(frame, axes):
    J = ARM.jacobian(Q, of=frame.name, frame=axes)
    ahead, behind = (ARM.forward_kinematics(Q + s * STEP * QD, of=frame.name) for s in (1, -1))
    pose = ARM.forward_kinematics(Q, of=frame.name)
    R = pose[:, :3, :3]
    rate = (ahead - behind) / (2 * STEP)
    turning = rate[:, :3, :3] @ np.swapaxes(R, 1, 2)
    w = np.stack([turning[:, 2, 1], turning[:, 0, 2], turning[:, 1, 0]], axis=-1)
    v, w = (x if axes == "world" else np.einsum("rji,rj->ri", R, x) for x in (rate[:, :3, 3], w))
    moved = np.einsum("rij,rj->ri", J, QD)
    np.testing.assert_allclose(moved, np.concatenate([v, w], axis=-1), atol=1e-8)
    np.testing.assert_array_equal(J[..., frame.link :], 0)
    both = ARM.pose_and_jacobian(Q, of=frame.name, frame=axes)
    np.testing.assert_array_equal(both[0], pose)
    np.testing.assert_array_equal(both[1], J)
    apart = [ARM.jacobian(Q + s * STEP * QD, of=frame.name, frame=axes) for s in (1, -1)]
    found = ARM.jacobian_rate(Q, QD, of=frame.name, frame=axes)
    np.testing.assert_allclose(found, (apart[0] - apart[1]) / (2 * STEP), atol=1e-8)


def test_links_and_tool_have_names_too():
    np.testing.assert_array_equal(ARM.jacobian(Q, of="tool"), ARM.jacobian(Q))
    expected = ARM.link_poses(Q)[:, 2]
    np.testing.assert_allclose(ARM.forward_kinematics(Q, of="link_3"), expected, atol=1e-15)


def test_results_go_where_they_are_asked_to():
    for name in ("on_0", "on_2", "on_5"):
        into = np.empty((7, 4, 4)), np.empty((7, 6, 5))
        found = ARM.pose_and_jacobian(Q, of=name, out=into)
        assert found[0] is into[0]
        np.testing.assert_array_equal(into[1], ARM.jacobian(Q, of=name))
        with pytest.raises(ValueError, match=r"^out: expected shape \(7, 6, 5\)"):
            ARM.jacobian(Q, of=name, out=np.empty((7, 6, 4)))


@pytest.mark.parametrize("rows", [(), (1,), (3, 2)])
@pytest.mark.parametrize("name", ["base", "on_0", "on_3", "on_5", "tool", "link_2"])
def test_results_belong_to_the_caller_alone(name, rows):
    arm = ARM._with(frames=[*ARM.frames, ("base", 0, np.eye(4))])
    q = np.zeros((*rows, 5))
    for found in (
        arm.forward_kinematics(q, of=name),
        arm.jacobian(q, of=name),
        arm.jacobian_rate(q, q, of=name),
        *arm.pose_and_jacobian(q, of=name),
    ):
        assert found.flags.writeable
        assert found.flags.owndata


def test_a_masked_out_is_refused_for_every_frame():
    for name in ("on_0", "on_2", "on_5"):
        with pytest.raises(ValueError, match=r"^out: expected numbers, got a masked array"):
            ARM.jacobian(Q, of=name, out=np.ma.masked_all((7, 6, 5)))


def test_a_tool_is_chosen_by_name():
    arm = ARM.with_tool("on_5")
    assert arm.tool_name == "on_5"
    np.testing.assert_array_equal(arm.tool, ARM.frames[5].pose)
    with pytest.raises(ValueError, match=r"^tool: expected a frame of the last link, 5, got"):
        ARM.with_tool("on_2")
    with pytest.raises(ValueError, match=r"^tool: there is no 'on_7'; did you mean"):
        ARM.with_tool("on_7")


@pytest.mark.parametrize("method", ["forward_kinematics", "jacobian", "pose_and_jacobian"])
def test_an_unknown_frame_is_refused(method):
    with pytest.raises(ValueError, match=r"^of: there is no 'on_two'; did you mean 'on_"):
        getattr(ARM, method)(Q, of="on_two")
    with pytest.raises(TypeError, match=r"^of: expected a string, got int"):
        getattr(ARM, method)(Q, of=3)
    with pytest.raises(ValueError, match=r"^q: "):
        getattr(ARM, method)(Q[:, :4], of="on_2")


@pytest.mark.parametrize(
    ("frames", "message"),
    [
        ([("a", 6, np.eye(4))], r"^frames: link of 'a': must be at most 5, got 6"),
        ([("a", -1, np.eye(4))], r"^frames: link of 'a': must be at least 0, got -1"),
        ([("a", 1, 2 * np.eye(4))], r"^frames: pose of 'a': last row must be"),
        ([("a", 1, np.eye(4))] * 2, r"^frames: expected distinct names, got 'a' as frame 2"),
        ([("", 1, np.eye(4))], r"^frames: expected distinct names, got ''"),
        ([("a", 1)], r"^frames: expected a name, the number of a link and a pose"),
    ],
)
def test_impossible_frames_are_refused(frames, message):
    with pytest.raises(ValueError, match=message):
        ARM._with(frames=frames)


def test_they_survive_files_copies_and_conventions(tmp_path):
    ARM.jacobian(Q, of="on_2")
    ARM.save(tmp_path / "arm.json")
    for arm in (Arm.load(tmp_path / "arm.json"), pickle.loads(pickle.dumps(ARM))):
        assert arm == ARM
        assert hash(arm) == hash(ARM)
        assert [frame[:2] for frame in arm.frames] == [frame[:2] for frame in ARM.frames]
    assert ARM._with(frames=ARM.frames[:5]) != ARM
    assert [f.name for f in ARM.with_payload(1.0).frames] == [f.name for f in ARM.frames]


def test_a_urdf_keeps_them():
    arm = Arm.from_urdf(ARM.with_gravity((0, 0, -9.81)).to_urdf())
    assert arm.tool_name == "tool"
    for frame in (*ARM.frames, Frame("tool", 5, ARM.tool)):
        expected = ARM.forward_kinematics(Q, of=frame.name)
        found = arm.forward_kinematics(Q, of=frame.name)
        np.testing.assert_allclose(found, expected, atol=1e-13)


def test_the_links_of_a_urdf_are_where_the_file_has_them():
    text = """
    <robot name="crane"><link name="ground"/><link name="camera"/>
      <link name="mast"><inertial><mass value="1"/>
        <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
      <joint name="turn" type="continuous"><origin xyz="0 1 2" rpy="0.1 0.2 0.3"/>
        <parent link="ground"/><child link="mast"/><axis xyz="0 1 0"/></joint>
      <joint name="weld" type="fixed"><origin xyz="0 0 1"/>
        <parent link="mast"/><child link="camera"/></joint>
    </robot>"""
    arm = Arm.from_urdf(text)
    assert [frame[:2] for frame in arm.frames] == [("ground", 0), ("mast", 1), ("camera", 1)]
    mast = arm.forward_kinematics([0.0], of="mast")
    np.testing.assert_allclose(mast[:3, 3], [0, 1, 2], atol=1e-15)
    np.testing.assert_allclose(mast[:3, 0], turned(0.1, 0.2, 0.3)[:, 0], atol=1e-15)
    camera = arm.forward_kinematics([0.0], of="camera")
    np.testing.assert_allclose(camera[:3, 3], mast[:3, 3] + mast[:3, 2], atol=1e-15)
    np.testing.assert_array_equal(camera, arm.forward_kinematics([0.0]))


def turned(roll, pitch, yaw):
    """Return Rz(yaw) Ry(pitch) Rx(roll)."""
    (sr, cr), (sp, cp), (sy, cy) = ((np.sin(x), np.cos(x)) for x in (roll, pitch, yaw))
    about_x = np.array([[1, 0, 0], [0, cr, -sr], [0, sr, cr]])
    about_y = np.array([[cp, 0, sp], [0, 1, 0], [-sp, 0, cp]])
    return np.array([[cy, -sy, 0], [sy, cy, 0], [0, 0, 1]]) @ about_y @ about_x
