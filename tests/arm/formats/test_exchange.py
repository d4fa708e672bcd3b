"""Arms in other libraries and back: those that are installed."""

import numpy as np
import pytest

from equidyn import Arm, ArmWarning, robots
from oracles.poses import tool_pose
from oracles.random_arms import random_arm

pytestmark = pytest.mark.filterwarnings("ignore::equidyn.ArmWarning")

DRIVEN = [Arm.from_dh(**random_arm(seed)) for seed in (1, 5, 14, 30, 53, 62)] + [robots.puma560()]
ARMS = [arm.with_friction().with_motors() for arm in DRIVEN]
each_arm = pytest.mark.parametrize("arm", ARMS, ids=lambda arm: arm.name)

MODEL = """
<mujoco>
  <option gravity="1 2 -9"/>
  <worldbody>
    <body name="turret" pos="0 0 1" quat="1 .2 .3 .1">
      <joint name="turn" axis="0 1 1" pos=".1 .2 0" ref=".3" damping="2" frictionloss=".3"
             armature=".1"/>
      <joint name="slide" type="slide" axis="1 1 0" ref="-.2" range="-1 1" limited="true"/>
      <joint name="nod" axis="1 0 0" pos="0 .1 0"/>
      <geom size=".1"/> <geom size=".1" pos=".3 0 0"/>
      <body name="boom" pos=".3 0 0" euler="10 20 30">
        <geom type="capsule" size=".05 .2" pos="0 .1 0"/>
        <body name="hand" pos="0 .3 0">
          <joint axis="0 0 1"/> <geom type="box" size=".1 .2 .3"/>
        </body>
      </body>
    </body>
  </worldbody>
</mujoco>
"""


def state(arm, seed=3):
    return np.random.default_rng(seed).uniform(-1, 1, (3, arm.n))


def assert_same(actual, expected, part=1e-12):
    np.testing.assert_allclose(actual, expected, rtol=0, atol=part * np.abs(expected).max())


@each_arm
def test_pinocchio_takes_an_arm_where_it_stands(arm):
    pin = pytest.importorskip("pinocchio")
    model = arm.to_pinocchio()
    data = model.createData()
    q, qd, qdd = state(arm)
    assert_same(pin.rnea(model, data, q, qd, qdd), arm.inverse_dynamics(q, qd, qdd))
    assert list(model.names)[1:] == [f"joint_{i + 1}" for i in range(arm.n)]
    pin.framesForwardKinematics(model, data, q)
    pose = data.oMf[model.getFrameId("tool")].homogeneous
    np.testing.assert_allclose(pose, tool_pose(arm, q), rtol=0, atol=1e-13)


@each_arm
def test_mujoco_takes_an_arm_and_gives_it_back(arm):
    mujoco = pytest.importorskip("mujoco")
    model = arm.with_limits(None).to_mujoco()
    data = mujoco.MjData(model)
    data.qpos[:], data.qvel[:], data.qacc[:] = state(arm)
    mujoco.mj_inverse(model, data)
    expected = arm.inverse_dynamics(*state(arm))
    assert_same(data.qfrc_inverse, expected)
    mujoco.mj_kinematics(model, data)
    pose = tool_pose(arm, data.qpos)
    np.testing.assert_allclose(data.site("tool").xpos, pose[:3, 3], rtol=0, atol=1e-13)
    assert_same(Arm.from_mujoco(model).inverse_dynamics(*state(arm)), expected)


def test_mujoco_takes_small_turns_for_turns():
    mujoco = pytest.importorskip("mujoco")
    turn = 5e-8
    tool = np.eye(4)
    tool[:2, :2] = [[1, -turn], [turn, 1]]
    for arm in (robots.planar_2r().with_tool(tool), robots.uniform_chain(1)):
        model = arm.to_mujoco()
        data = mujoco.MjData(model)
        mujoco.mj_kinematics(model, data)
        found = data.site("tool").xmat.reshape(3, 3)
        np.testing.assert_allclose(found, arm.forward_kinematics(0 * arm.a)[:3, :3], atol=1e-15)
        mujoco.mj_inverse(model, data)
        assert_same(data.qfrc_inverse, arm.gravity_torque(0 * arm.a))


@pytest.mark.slow
@each_arm
def test_the_robotics_toolbox_takes_an_arm(arm):
    pytest.importorskip("roboticstoolbox")
    q, qd, qdd = state(arm)
    robot = arm.to_robotics_toolbox()
    assert_same(robot.rne_python(q, qd, qdd), arm.inverse_dynamics(q, qd, qdd))
    np.testing.assert_allclose(robot.fkine(q).A, tool_pose(arm, q), rtol=0, atol=1e-13)


@pytest.mark.slow
@pytest.mark.filterwarnings("error::equidyn.ArmWarning")
def test_the_robotics_toolbox_computes_with_friction_and_motors_of_an_arm():
    pytest.importorskip("roboticstoolbox")
    arm = robots.random_arm(5, 4, friction=True, motors=True)
    assert (arm.gear_ratio < 0).any()
    assert (arm.coulomb[:, 0] != -arm.coulomb[:, 1]).any()
    robot = arm.to_robotics_toolbox()
    expected = arm.inverse_dynamics(*state(arm), friction=True, motors=True)
    for rne in (robot.rne, robot.rne_python):
        assert_same(rne(*state(arm)), expected)
    with pytest.warns(ArmWarning, match="Toolbox cannot say:\n  breakaway friction$"):
        with_stribeck(arm).to_robotics_toolbox()


def with_stribeck(arm):
    """Return the arm with breakaway friction too."""
    stribeck = {"breakaway": arm.coulomb / 2, "stribeck": np.ones(arm.n)}
    return arm.with_friction(arm.viscous, arm.coulomb, **stribeck)


def test_limits_go_along():
    pytest.importorskip("mujoco")
    pytest.importorskip("pinocchio")
    arm = robots.planar_2r().with_limits([(-1, 2), (-np.inf, np.inf)])
    model = arm.to_mujoco()
    assert list(model.jnt_limited) == [True, False]
    np.testing.assert_array_equal(model.jnt_range[0], (-1, 2))
    np.testing.assert_array_equal(Arm.from_mujoco(model).limits, arm.limits)
    np.testing.assert_array_equal(arm.to_pinocchio().lowerPositionLimit, (-1, -np.inf))


def driven(seed=3):
    """An arm with motors, gears and friction, of Coulomb equal in both directions."""
    arm = robots.random_arm(5, seed, friction=True, motors=True)
    sizes = abs(arm.coulomb).mean(axis=1)
    return arm.with_friction(arm.viscous, np.stack([sizes, -sizes], axis=1))


@pytest.mark.filterwarnings("error")
def test_mujoco_computes_with_friction_and_motors_of_an_arm():
    mujoco = pytest.importorskip("mujoco")
    arm = driven()
    model = arm.to_mujoco()
    data = mujoco.MjData(model)
    data.qpos[:], data.qvel[:], data.qacc[:] = state(arm)
    mujoco.mj_inverse(model, data)
    expected = arm.inverse_dynamics(*state(arm), friction=True, motors=True)
    assert_same(data.qfrc_inverse, expected)
    back = Arm.from_mujoco(model)
    assert_same(back.inverse_dynamics(*state(arm), friction=True, motors=True), expected)
    rigid = arm.with_friction().with_motors().to_mujoco()
    assert not any(x.any() for x in (rigid.dof_damping, rigid.dof_armature, rigid.dof_frictionloss))


def test_friction_that_mujoco_cannot_say_is_named():
    pytest.importorskip("mujoco")
    arm = robots.planar_2r().with_friction(coulomb=[(0.3, -0.1), (0.2, -0.2)])
    with pytest.warns(ArmWarning, match="MuJoCo cannot say:\n  Coulomb friction that differs"):
        model = arm.to_mujoco()
    np.testing.assert_allclose(model.dof_frictionloss, (0.2, 0.2))
    with pytest.warns(ArmWarning, match="MuJoCo cannot say:\n  breakaway friction$"):
        with_stribeck(driven()).to_mujoco()


@pytest.mark.filterwarnings("error")
def test_pinocchio_computes_with_the_motors_of_an_arm():
    pin = pytest.importorskip("pinocchio")
    arm = driven().with_friction()
    model = arm.to_pinocchio()
    data = model.createData()
    q, qd, qdd = state(arm)
    tau = arm.inverse_dynamics(q, qd, qdd, motors=True)
    assert_same(pin.rnea(model, data, q, qd, qdd), tau)
    assert_same(pin.aba(model, data, q, qd, tau), qdd, 1e-11)
    # friction of zero is none
    arm.with_friction(np.zeros(5), np.zeros((5, 2))).to_pinocchio()


def test_friction_that_pinocchio_leaves_out_is_named():
    pin = pytest.importorskip("pinocchio")
    arm = driven()
    with pytest.warns(ArmWarning, match="leaves out:\n  viscous friction\n  Coulomb friction"):
        model = arm.to_pinocchio()
    assert_same(
        pin.rnea(model, model.createData(), *state(arm)),
        arm.inverse_dynamics(*state(arm), motors=True),
    )
    with pytest.warns(ArmWarning, match="leaves out:\n  Coulomb friction") as warned:
        arm.with_friction(coulomb=arm.coulomb).to_pinocchio()
    assert warned[0].filename == __file__
    assert "viscous" not in str(warned[0].message)
    with pytest.warns(ArmWarning, match="  Coulomb friction\n  breakaway friction$"):
        with_stribeck(arm).to_pinocchio()


def test_a_model_of_mujoco_with_joints_anywhere_is_read():
    mujoco = pytest.importorskip("mujoco")
    model = mujoco.MjModel.from_xml_string(MODEL)
    arm = Arm.from_mujoco(model)
    assert arm.joints == "RPRR"
    np.testing.assert_allclose(arm.viscous, (2, 0, 0, 0))
    np.testing.assert_allclose(arm.coulomb[0], (0.3, -0.3))
    np.testing.assert_array_equal(arm.limits[1], (-1, 1))
    # friction of MuJoCo is a constraint, and smooth; damping is not
    model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONSTRAINT
    data = mujoco.MjData(model)
    data.qpos[:], data.qvel[:], data.qacc[:] = state(arm)
    mujoco.mj_inverse(model, data)
    rigid = arm.with_friction(arm.viscous)
    expected = rigid.inverse_dynamics(*state(arm), friction=True, motors=True)
    assert_same(data.qfrc_inverse, expected)
    hand = data.body("hand")
    pose = np.eye(4)
    pose[:3, :3], pose[:3, 3] = hand.xmat.reshape(3, 3), hand.xpos
    np.testing.assert_allclose(tool_pose(arm, data.qpos), pose, rtol=0, atol=1e-13)


def test_what_no_arm_is_made_of_is_refused():
    mujoco = pytest.importorskip("mujoco")
    with pytest.raises(TypeError, match=r"^model: expected a mujoco.MjModel, got str$"):
        Arm.from_mujoco(MODEL)
    ball = MODEL.replace('name="nod" axis="1 0 0" pos="0 .1 0"', 'name="nod" type="ball"')
    with pytest.raises(ValueError, match=r"^joint 'nod': expected type .* base='turret'$"):
        Arm.from_mujoco(mujoco.MjModel.from_xml_string(ball))
    model = mujoco.MjModel.from_xml_string(MODEL)
    with pytest.raises(ValueError, match=r"^tip: there is no 'foot'"):
        Arm.from_mujoco(model, tip="foot")
