"""Locked joints and grippers: what they carry is part of the arm, as other libraries have it."""

import json
import re
import warnings
from itertools import pairwise

import numpy as np
import pytest

from equidyn import Arm, ArmWarning, cli
from oracles.urdf_texts import random_tree

BODY = (
    '<inertial><origin xyz="0.1 0.02 0"/><mass value="{}"/>'
    '<inertia ixx="0.01" iyy="0.02" izz="0.02" ixy="0" ixz="0" iyz="0"/></inertial>'
)


LIMIT = '<limit lower="-3" upper="3" effort="9" velocity="1"/>'


def link(name, mass=None):
    return f'<link name="{name}">{"" if mass is None else BODY.format(mass)}</link>'


def joint(name, parent, child, kind="revolute", inside="", xyz="0.3 0 0"):
    return (
        f'<joint name="{name}" type="{kind}"><parent link="{parent}"/><child link="{child}"/>'
        f'<origin xyz="{xyz}" rpy="0.3 0 0.1"/><axis xyz="0 1 0.5"/>{LIMIT}{inside}</joint>'
    )


def robot(*more, left="", right=""):
    """An arm of two joints whose hand has two fingers."""
    fingers = [
        link("left", 0.25), link("right", 0.15), link("sensor", 0.1),
        joint("f1", "hand", "left", "prismatic", left),
        joint("f2", "hand", "right", "prismatic", right),
        joint("s", "l2", "sensor", "fixed"),
    ]  # fmt: skip
    arm = [
        link("base"), link("l1", 2), link("l2", 1), link("hand", 0.5),
        joint("j1", "base", "l1"), joint("j2", "l1", "l2"), joint("w", "l2", "hand", "fixed"),
    ]  # fmt: skip
    return f'<robot name="r">{"".join([*arm, *fingers, *more])}</robot>'


def read(text, **options):
    """The arm, and the lines of the warning."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        arm = Arm.from_urdf(text, **options)
    assert len(caught) <= 1
    return arm, [line.strip() for each in caught for line in str(each.message).splitlines()[1:]]


def assert_is_part(arm, whole, positions):
    """The torques are those of an arm of more joints, of which some stand still."""
    free = [name in arm.joint_names for name in whole.joint_names]
    rng = np.random.default_rng(3)
    full = np.zeros((3, 4, whole.n))
    full[0] = [positions.get(name, 0) for name in whole.joint_names]
    full[..., free] = rng.uniform(-2, 2, (3, 4, sum(free)))
    expected = whole.inverse_dynamics(*full)[:, free]
    found = arm.inverse_dynamics(*full[..., free])
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-13 * np.abs(expected).max())
    np.testing.assert_allclose(
        arm.forward_kinematics(full[0][:, free]), whole.forward_kinematics(full[0]), atol=1e-13
    )


@pytest.mark.parametrize("seed", range(12))
def test_an_arm_with_locked_joints_is_one_whose_joints_stand_still(seed):
    text, tip, joints = random_tree(seed, special=seed % 2 > 0)
    rng = np.random.default_rng(seed)
    locked = {name: rng.uniform(-2, 2) for name in rng.choice(joints, 2, replace=False)}
    whole, _ = read(text, tip=tip)
    arm, _ = read(text, tip=tip, locked=locked)
    assert arm.joint_names == tuple(name for name in joints if name not in locked)
    assert_is_part(arm, whole, locked)


def test_a_finger_that_is_locked_is_part_of_the_hand():
    with_finger, _ = read(robot(), tip="left")
    arm, told = read(robot(), tip="hand", locked={"f1": 0.07})
    assert told == [
        "left out, with all links that they carry: the joints 'f2' (0.15 kg); locked= keeps "
        "these links"
    ]
    assert arm.mass.sum() == pytest.approx(3.85)
    free = arm.with_tool(None), with_finger.with_tool(None)
    state = np.random.default_rng(1).uniform(-2, 2, (3, 2))
    whole = np.column_stack([state, [0.07, 0, 0]])
    np.testing.assert_allclose(
        free[0].inverse_dynamics(*state), free[1].inverse_dynamics(*whole)[:2], rtol=1e-12
    )


def test_a_gripper_is_lumped_at_its_zero_and_that_is_said():
    arm, told = read(robot())
    assert told == [
        "gripper locked at its zero and lumped with 'hand': the joints 'f1', 'f2' (0.4 kg); "
        "locked= sets other positions, tip='hand' leaves them out"
    ]
    expected, told = read(robot(), locked={"f1": 0, "f2": 0.0})
    assert told == []
    assert arm == expected
    assert (arm.n, arm.tool_name) == (2, "hand")
    assert arm.mass.sum() == pytest.approx(4)
    # of one that is half locked the rest would be a joint of the arm
    assert read(robot(), locked={"f1": 0})[0].joint_names == ("j1", "j2", "f2")


def test_joints_that_mimic_locked_ones_are_locked_as_well():
    follower = '<mimic joint="f1" multiplier="-2" offset="0.05"/>'
    arm, told = read(robot(right=follower), locked={"f1": 0.02})
    assert told == []
    assert arm == read(robot(), locked={"f1": 0.02, "f2": 0.01})[0]
    assert read(robot(right=follower))[0] == read(robot(), locked={"f1": 0, "f2": 0.05})[0]
    assert (
        read(robot(right=follower), locked={"f1": 0.02, "f2": 0.3})[0]
        == (read(robot(), locked={"f1": 0.02, "f2": 0.3})[0])
    )
    # through others; of those that mimic each other, or what is not there, none is locked by it
    third = [link("third", 0.1), joint("f3", "hand", "third", inside='<mimic joint="f2"/>')]
    chain = read(robot(*third, right=follower), locked={"f1": 0.02})[0]
    plain = [third[0], joint("f3", "hand", "third")]
    assert chain == read(robot(*plain), locked={"f1": 0.02, "f2": 0.01, "f3": 0.01})[0]
    circle = robot(left='<mimic joint="f2" offset="0.1"/>', right='<mimic joint="f1"/>')
    assert read(circle)[0] == read(robot(), locked={"f1": 0.1, "f2": 0})[0]
    alone = robot(left='<mimic joint="?" offset="0.1"/>')
    assert read(alone)[0] == read(robot(), locked={"f1": 0.1, "f2": 0})[0]


def branch(*lengths, kind="revolute"):
    """Branches at the hand, of several joints in a row."""
    parts = []
    for number, joints in enumerate(lengths):
        names = ["hand", *(f"b{number}_{k}" for k in range(joints))]
        parts += [link(name, 0.1) for name in names[1:]]
        parts += [joint(f"to_{b}", a, b, kind) for a, b in pairwise(names)]
    return f'<robot name="r">{"".join([*ARM, *parts])}</robot>'


ARM = [
    link("base"), link("l1", 1), link("l2", 1), link("hand", 1),
    joint("j1", "base", "l1"), joint("j2", "l1", "l2"), joint("j3", "l2", "hand"),
]  # fmt: skip


@pytest.mark.parametrize("lengths", [(1, 1), (2, 2), (1, 1, 1), (2, 1, 1), (1, 2, 2, 2)])
def test_fingers_are_shorter_than_the_arm(lengths):
    arm, told = read(branch(*lengths))
    assert arm.link_names == ("l1", "l2", "hand")
    assert len(told) == 1
    assert f"({sum(lengths) * 0.1:.6g} kg)" in told[0]


@pytest.mark.parametrize("lengths", [(3, 3), (1, 2), (4, 1, 1)])
def test_arms_and_wrists_are_no_fingers(lengths):
    with pytest.raises(ValueError, match=r"^tip: the tree branches at 'hand'") as error:
        read(branch(*lengths))
    ends = re.findall(r"'([^']*)' \((\d) joint", str(error.value))
    numbers = [int(number) for _, number in ends]
    assert numbers == sorted((3 + length for length in lengths), reverse=True)
    for name, number in ends:
        assert read(branch(*lengths), tip=name)[0].n == int(number)


def test_what_hangs_on_a_joint_of_no_arm_is_no_gripper():
    with pytest.raises(ValueError, match=r"^tip: the tree branches .* such as 'b0_0'"):
        read(branch(1, 1).replace("revolute", "floating", 5).replace("floating", "revolute", 4))


SENSORS = [
    part for k in range(14) for part in (link(f"x{k}"), joint(f"x{k}", "base", f"x{k}", "fixed"))
]
WHEELS = [part for k in "ab" for part in (link(k), joint(k, "base", k, "continuous"))]


def test_the_hand_is_named_before_wheels_and_no_sensor_is():
    mimic = [link("m"), joint("m", "base", "m", inside='<mimic joint="j1"/>')]
    with pytest.raises(ValueError, match=r"^tip: ") as error:
        read(robot(*SENSORS, *WHEELS, *mimic))
    assert str(error.value) == (
        "tip: the tree branches at 'base' into the joints 'j1', 'a', 'b', 'm'; expected the last "
        "link of the arm, such as 'hand' (2 joints), 'a' (1 joint), 'b' (1 joint)"
    )
    locked = {"a": 0, "b": 1}
    assert read(robot(*SENSORS, *WHEELS), locked=locked)[0].joint_names == ("j1", "j2")


def test_where_no_chain_can_be_an_arm_leaves_are_named():
    spheres = robot().replace('"revolute"', '"spherical"').replace('"prismatic"', '"spherical"')
    with pytest.raises(ValueError, match=r"^tip: .* such as 'left', 'right', 'sensor'$"):
        read(spheres)


@pytest.mark.parametrize(
    ("locked", "error", "message"),
    [
        (["f1"], TypeError, "locked: expected positions by joint name, got list"),
        ({"finger": 0}, ValueError, "locked: there is no 'finger' (known: j1, j2, f1, f2)"),
        ({"w": 0}, ValueError, "locked: there is no 'w' (known: j1, j2, f1, f2)"),
        ({"f1": "wide"}, TypeError, "locked: 'f1': expected real numbers"),
        ({"f1": [0.1]}, ValueError, "locked: 'f1': shape must be () (rad or m), got shape (1,)"),
        ({"f1": np.nan}, ValueError, "locked: 'f1': must be finite, got nan"),
        (
            {"j1": 0, "j2": 0, "f1": 0, "f2": 0},
            ValueError,
            "tip: expected a movable joint between 'base' and 'hand'",
        ),
    ],
)
def test_bad_positions_are_refused(locked, error, message):
    with pytest.raises(error, match=f"^{re.escape(message)}"):
        read(robot(), locked=locked)


def test_a_ball_cannot_be_locked():
    ball = [link("ball"), joint("b", "base", "ball", "spherical")]
    message = "locked: expected joints of type revolute, continuous, prismatic, got 'b', which is "
    with pytest.raises(ValueError, match=f"^{message}spherical$"):
        read(robot(*ball), locked={"b": 0})


def test_a_locked_joint_needs_its_axis():
    text = robot().replace('xyz="0 1 0.5"', 'xyz="0 1"')
    with pytest.raises(ValueError, match=r"^joint '.*': <axis xyz>: expected 3 numbers"):
        read(text, tip="hand", locked={"f1": 0})


@pytest.mark.parametrize("seed", range(4))
def test_pinocchio_reduces_a_model_to_the_same_arm(seed):
    pin = pytest.importorskip("pinocchio")
    text, tip, joints = random_tree(seed)
    text = text.replace("</robot>", "") + "".join(
        [link("left", 0.3), joint("f1", tip, "left", "prismatic"), "</robot>"]
    )
    locked = {joints[1]: 0.7, "f1": 0.2, "to_antenna": -0.4}
    arm, told = read(text, tip=tip, locked=locked)
    assert told == []
    model = pin.buildModelFromXML(text)
    place = pin.neutral(model)
    for name, q in locked.items():
        index = model.getJointId(name)
        wide = model.joints[index].nq == 2
        place[model.idx_qs[index] :][: 1 + wide] = (np.cos(q), np.sin(q)) if wide else q
    reduced = pin.buildReducedModel(model, [model.getJointId(name) for name in locked], place)
    data = reduced.createData()
    for q, qd, qdd in np.random.default_rng(seed).uniform(-2, 2, (5, 3, arm.n)):
        tau = pin.rnea(reduced, data, pin.integrate(reduced, pin.neutral(reduced), q), qd, qdd)
        np.testing.assert_allclose(
            arm.inverse_dynamics(q, qd, qdd), tau, rtol=0, atol=1e-12 * np.abs(tau).max()
        )


def test_the_file_that_peers_read_has_the_same_joints_locked():
    pytest.importorskip("pinocchio")
    from equidyn import verify

    rolling = [link("roll", 0.2), joint("r", "l2", "roll", "revolute")]
    for options in ({}, {"locked": {"f1": 0.1, "f2": 0.2, "r": 0.6}}):
        arm, _ = read(robot(*rolling, right='<mimic joint="f1"/>'), **options)
        result = verify(arm, samples=2, peers=["pinocchio", "mujoco"])
        assert result.passed
        assert "the same file read by Pinocchio" in str(result)


def test_a_shell_is_told_which_option_to_type(tmp_path, capsys):
    path = tmp_path / "r.urdf"
    path.write_text(robot(*WHEELS))
    assert cli.main(["vectors", str(path)]) == 2
    assert capsys.readouterr().err.endswith("'b' (1 joint); in a shell: --tip LINK\n")
    assert cli.main(["vectors", str(path), "--tip", "hnad"]) == 2
    assert "in a shell" not in capsys.readouterr().err
    path.write_text(robot(link("another")))
    assert cli.main(["vectors", str(path)]) == 2
    assert capsys.readouterr().err.endswith("one of 'base', 'another'; in a shell: --base LINK\n")


def test_joints_are_locked_from_a_shell(tmp_path, capsys):
    path, written = tmp_path / "r.urdf", tmp_path / "vectors.json"
    path.write_text(robot())
    locked = {"f1": 0.02, "f2": -0.1}
    arm, _ = read(robot(), locked=locked)
    assert (
        cli.main(["vectors", str(path), "--locked", "f1=0.02, f2=-1e-1", "-o", str(written)]) == 0
    )
    assert Arm.from_dict(json.loads(written.read_text())["arm"]).mass.sum() == arm.mass.sum()
    for wrong in ("f1", "f1=", "=1", "f1=wide"):
        assert cli.main(["vectors", str(path), "--locked", wrong]) == 2
        assert (
            f"expected JOINT=POSITION such as finger=0.02, got '{wrong}'" in capsys.readouterr().err
        )


def test_a_model_of_mujoco_has_locked_joints_and_a_gripper():
    mujoco = pytest.importorskip("mujoco")
    inertia = '<inertial pos=".1 0 .2" mass="2" diaginertia=".1 .2 .25"/>'
    finger = '<body name="{0}"><joint name="{0}" type="slide" axis="0 1 1" ref=".1"/>{1}</body>'
    fingers = "".join(finger.format(name, inertia) for name in ("f1", "f2"))
    model = mujoco.MjModel.from_xml_string(
        f'<mujoco><worldbody><body name="a"><joint name="j1" axis="0 1 0"/>{inertia}<body name="b" '
        f'pos="0 0 .5"><joint name="j2" axis="1 0 0"/>{inertia}{fingers}</body></body></worldbody>'
        "</mujoco>"
    )
    data = mujoco.MjData(model)
    for positions in ({"f1": 0, "f2": 0}, {"f1": 0.3, "f2": -0.2}):
        if any(positions.values()):
            arm = Arm.from_mujoco(model, locked=positions)
        else:
            with pytest.warns(ArmWarning, match=r"lumped with 'b': .* 'f1', 'f2' \(4 kg\)"):
                arm = Arm.from_mujoco(model)
        state = np.random.default_rng(5).uniform(-1, 1, (3, 2))
        data.qpos[:] = *state[0], *positions.values()
        data.qvel[:], data.qacc[:] = [*state[1], 0, 0], [*state[2], 0, 0]
        mujoco.mj_inverse(model, data)
        np.testing.assert_allclose(
            arm.inverse_dynamics(*state), data.qfrc_inverse[:2], rtol=0, atol=1e-12
        )
        assert arm.tool_name == "b" or arm.link_names[-1] == "b"


def following(leader="j1", more=""):
    """An arm whose last joint mimics another one."""
    mimic = f'<mimic joint="{leader}" multiplier="2" offset="0.3"/>'
    parts = [link("l3", 0.4), joint("j3", "l2", "l3", inside=mimic), *more]
    text = robot(*parts, left="", right="")
    return re.sub(r'<joint name="f[12]".*?</joint>', "", text)


def test_a_joint_that_mimics_another_stands_still_or_moves_by_itself():
    text = following()
    message = r"mimics 'j1'; mimic='lock' locks it, mimic='independent' lets it move"
    with pytest.raises(ValueError, match=message):
        read(text, base="base", tip="l3")
    ends = {"base": "base", "tip": "l3"}
    whole, _ = read(text, **ends, mimic="independent")
    assert whole.joint_names == ("j1", "j2", "j3")
    assert whole == read(re.sub("<mimic.*?/>", "", text), **ends)[0]
    arm, told = read(text, **ends, mimic="lock")
    assert (arm.joint_names, told) == (("j1", "j2"), [])
    assert_is_part(arm, whole, {"j3": 0.3})
    # a position that is asked for counts, and that of a leader that is locked
    assert arm == read(text, **ends, locked={"j3": 0.3})[0]
    given = read(text, **ends, mimic="lock", locked={"j1": 0.5})[0]
    assert given == read(text, **ends, locked={"j1": 0.5, "j3": 1.3})[0]


def test_the_zero_of_what_mimics_through_others_is_that_of_the_first():
    last = '<mimic joint="j3" multiplier="-1" offset="0.1"/>'
    more = [link("l4", 0.2), joint("j4", "l3", "l4", inside=last)]
    text, ends = following(more=more), {"base": "base", "tip": "l4"}
    arm, _ = read(text, **ends, mimic="lock")
    assert arm == read(text, **ends, locked={"j3": 0.3, "j4": 0.1 - 0.3})[0]
    lost, _ = read(following(leader="?"), base="base", tip="l3", mimic="lock")
    assert lost == read(following(), base="base", tip="l3", mimic="lock")[0]


def test_what_mimics_do_is_one_of_two():
    with pytest.raises(ValueError, match=r"^mimic: there is no 'locked'; did you mean 'lock'\?"):
        read(robot(), mimic="locked")
    with pytest.raises(TypeError, match=r"^mimic: "):
        read(robot(), mimic=True)


def test_a_shell_is_told_how_to_read_a_joint_that_mimics(tmp_path, capsys):
    path = tmp_path / "r.urdf"
    path.write_text(following())
    written = str(tmp_path / "vectors.json")
    asked = ["vectors", str(path), "--base", "base", "--tip", "l3", "-o", written]
    assert cli.main(asked) == 2
    assert capsys.readouterr().err.endswith("; in a shell: --mimic lock|independent\n")
    assert cli.main([*asked, "--mimic", "lock"]) == 0
    path.write_text(robot().replace('"revolute"', '"floating"', 1))
    assert cli.main(["vectors", str(path), "--tip", "hand"]) == 2
    assert capsys.readouterr().err.endswith("use base='l1'; in a shell: --base LINK\n")
