"""Names of arms and joints: kept everywhere, and such that every format can hold them."""

import json
import pickle
import re

import numpy as np
import pytest

from equidyn import PD, Arm, robots

NAMES = ("shoulder", "elbow", "wrist")
# two hinges and a slide
PLAIN = robots.random_arm(3, 4, "RRP", friction=True, motors=True)
ARM = Arm.from_dict({**PLAIN.to_dict(), "joint_names": NAMES})

# control characters, halves of surrogate pairs, and two that are no characters
UNWRITABLE = ("\0", "\x08", "\x1b]0;x\x07", "\x1f", "\ud800", "a\udfff", "\ufffe", "\uffff")
# what marks have to escape, what ends lines, the ends of what XML holds
WRITABLE = ("<&'\">", "a\tb\nc\rd", "\x7f\x85\u2028", "\ud7ff\ue000\ufffd", "\U00010000\U0010ffff")


def test_joints_that_nobody_named_are_numbered():
    assert PLAIN.joint_names == ("joint_1", "joint_2", "joint_3")
    assert robots.puma560().joint_names == tuple(f"joint_{k}" for k in range(1, 7))


@pytest.mark.parametrize("given", [NAMES, list(NAMES), np.array(NAMES), (x for x in NAMES)])
def test_names_of_joints_are_a_tuple_of_strings(given):
    data = {key: value for key, value in PLAIN.to_dict().items() if key != "format"}
    names = Arm.from_dh(**{**data, "joint_names": given}).joint_names
    assert names == NAMES
    assert {type(name) for name in (names, *names)} == {tuple, str}


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        (NAMES[:2], ValueError, "expected one for each of 3 joints, got 2"),
        ("abc", TypeError, "expected several names, got the string 'abc'"),
        (3, TypeError, "expected several names, got int"),
        (("a", 2, "c"), TypeError, "expected a string, got int"),
        (("a", "", "c"), ValueError, "must not be empty, got '' at joint 2"),
        (("a", "b", "a"), ValueError, "must differ, got 'a' at joints 1 and 3"),
        (
            ("a", "b", "c\x1b"),
            ValueError,
            r"expected characters that XML can hold, got '\x1b' at joint 3",
        ),
    ],
)
def test_names_that_do_not_tell_joints_apart_are_refused(given, error, message):
    with pytest.raises(error, match=rf"^joint_names: {re.escape(message)}$"):
        Arm.from_dict({**PLAIN.to_dict(), "joint_names": given})


def test_an_arm_with_other_names_of_joints_is_another_one():
    again = Arm.from_dict({**PLAIN.to_dict(), "joint_names": list(NAMES)})
    assert again == ARM != PLAIN
    assert hash(again) == hash(ARM)
    assert pickle.loads(pickle.dumps(ARM)).joint_names == NAMES
    q = np.ones((3, 3))
    np.testing.assert_array_equal(ARM.inverse_dynamics(*q), PLAIN.inverse_dynamics(*q))


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (("a", "b", "c"), ("a", "b", "c")),
        ({"elbow": "b"}, ("shoulder", "b", "wrist")),
        # both ends change at once
        ({"shoulder": "elbow", "elbow": "shoulder"}, ("elbow", "shoulder", "wrist")),
        ({}, NAMES),
        (None, ("joint_1", "joint_2", "joint_3")),
    ],
)
def test_an_arm_takes_other_names_of_its_joints(given, expected):
    other = ARM.with_joint_names(given)
    assert other.joint_names == expected
    assert ARM.joint_names == NAMES
    assert other.with_joint_names(NAMES) == ARM


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        (NAMES[:2], ValueError, "expected one for each of 3 joints, got 2"),
        ("abc", TypeError, "expected several names, got the string 'abc'"),
        ({"elbo": "b"}, ValueError, "there is no 'elbo'; did you mean 'elbow'? (known: "),
        ({2: "b"}, TypeError, "expected a string, got int"),
        ({"elbow": 2}, TypeError, "expected a string, got int"),
        ({"elbow": "wrist"}, ValueError, "must differ, got 'wrist' at joints 2 and 3"),
        ({"elbow": ""}, ValueError, "must not be empty, got '' at joint 2"),
    ],
)
def test_other_names_that_do_not_fit_are_refused(given, error, message):
    with pytest.raises(error, match=rf"^joint_names: {re.escape(message)}"):
        ARM.with_joint_names(given)


def test_values_of_a_message_are_put_into_the_order_of_the_arm():
    message = {"wrist": 3.0, "gripper": 9.0, "elbow": 2.0, "shoulder": 1.0}
    order = ARM.order(message)
    np.testing.assert_array_equal(np.array([*message.values()])[order], [1, 2, 3])


@pytest.mark.parametrize(
    ("names", "error", "message"),
    [
        (
            ("elbow", "arm"),
            ValueError,
            "expected all of 'shoulder', 'elbow', 'wrist'; missing are 'shoulder', 'wrist'",
        ),
        ((*NAMES, "elbow"), ValueError, "must differ, got 'elbow' at 1 and 3"),
        ("shoulder", TypeError, "expected several names, got the string 'shoulder'"),
        ((1, 2), TypeError, "expected a string, got int"),
        (None, TypeError, "expected several names, got NoneType"),
    ],
)
def test_names_that_give_no_order_are_refused(names, error, message):
    with pytest.raises(error, match=rf"^names: {re.escape(message)}$"):
        ARM.order(names)


@pytest.mark.parametrize(
    "change",
    [
        lambda arm: arm.with_payload(2, (0, 0, 0.1)),
        lambda arm: arm.with_name("x"),
        lambda arm: arm.with_gravity((0, 0, 1)),
        lambda arm: arm.with_base(None),
        lambda arm: arm.with_tool(None),
        lambda arm: arm.with_limits([(-1, 1)] * 3),
        lambda arm: arm.with_friction(),
        lambda arm: arm.with_motors(),
        lambda arm: arm.with_parameters(2 * np.asarray(arm.parameters())),
        lambda arm: arm.to_convention("modified"),
        lambda arm: arm.to_convention("modified").to_convention("standard"),
    ],
)
def test_an_arm_that_is_changed_keeps_the_names_of_its_joints(change):
    assert change(ARM) != ARM
    assert change(ARM).joint_names == NAMES


def test_names_of_joints_go_to_a_file_and_come_back(tmp_path):
    ARM.save(tmp_path / "arm.json")
    assert json.loads((tmp_path / "arm.json").read_text())["joint_names"] == list(NAMES)
    assert Arm.load(tmp_path / "arm.json") == ARM
    assert Arm.from_dict(ARM.to_dict()) == ARM


@pytest.mark.filterwarnings("ignore::equidyn.ArmWarning")
@pytest.mark.parametrize("names", [NAMES, WRITABLE[:3], ("tool_joint", "tool_joint_", "tool")])
def test_names_of_joints_go_to_a_urdf_and_come_back(names):
    arm = Arm.from_dict({**ARM.to_dict(), "joint_names": names})
    assert Arm.from_urdf(arm.to_urdf()).joint_names == tuple(names)


def test_names_of_joints_go_to_mujoco_and_come_back():
    mujoco = pytest.importorskip("mujoco")
    model = ARM.with_friction().to_mujoco()
    assert [model.joint(i).name for i in range(3)] == list(NAMES)
    assert Arm.from_mujoco(model).joint_names == NAMES
    specification = mujoco.MjSpec()
    body = specification.worldbody.add_body(mass=1, inertia=(1, 1, 1), explicitinertial=True)
    body.add_joint()
    assert Arm.from_mujoco(specification.compile()).joint_names == ("joint 0",)


def test_names_of_joints_go_to_pinocchio():
    pytest.importorskip("pinocchio")
    assert list(ARM.with_friction().to_pinocchio().names)[1:] == list(NAMES)


def test_a_chain_has_the_names_of_its_own_joints():
    text = ARM.with_motors().with_friction().with_gravity((0, 0, -9.81)).to_urdf()
    with pytest.warns(match="left out"):
        arm = Arm.from_urdf(text, tip="link_2")
    assert arm.joint_names == NAMES[:2]


def test_the_table_of_an_arm_shows_the_names_that_were_given():
    head, *rows = (line.split() for line in str(ARM).splitlines()[2:])
    assert head[:2] == ["link", "joint"]
    assert [row[:2] for row in rows[1:4]] == [[str(k + 1), name] for k, name in enumerate(NAMES)]
    assert "joint_" not in str(PLAIN)
    assert "joint" not in str(PLAIN).splitlines()[2]
    long = Arm.from_dict(
        {**robots.uniform_chain(40).to_dict(), "joint_names": [f"j{k}" for k in range(40)]}
    )
    shown = str(long)
    assert all(f" j{k} " in shown for k in (0, 7, 32, 39))
    assert " j8 " not in shown


def test_tables_of_motions_call_joints_by_the_names_that_were_given():
    for arm, labels in ((ARM, list(NAMES)), (PLAIN, ["1", "2", "3"])):
        motion = arm.simulate(np.zeros(3), np.zeros(3), 0.01, 0.01)
        controller = PD(arm, np.zeros(3), kp=1.0, kv=1.0)
        for table in (motion.table(), controller.table()):
            assert [row[0] for row in table.rows] == labels


@pytest.mark.parametrize("name", UNWRITABLE)
def test_a_name_that_some_format_cannot_hold_is_refused_by_every_maker(name, tmp_path):
    refused = r"name: expected characters that XML can hold, got '\\[xu][0-9a-f]+'$"
    with pytest.raises(ValueError, match=f"^{refused}"):
        PLAIN.with_name(name)
    data = {**PLAIN.to_dict(), "name": name}
    with pytest.raises(ValueError, match=f"^{refused}"):
        Arm.from_dict(data)
    with pytest.raises(ValueError, match=f"^{refused}"):
        Arm.from_dh(**{key: value for key, value in data.items() if key != "format"})
    path = tmp_path / "arm.json"
    path.write_text(json.dumps(data))
    with pytest.raises(ValueError, match=rf"^{re.escape(str(path))}: {refused}"):
        Arm.load(path)


@pytest.mark.filterwarnings("ignore::equidyn.ArmWarning")
@pytest.mark.parametrize("name", WRITABLE)
def test_any_other_name_survives_every_format(name, tmp_path):
    arm = PLAIN.with_name(name)
    arm.save(tmp_path / "arm.json")
    assert Arm.load(tmp_path / "arm.json").name == name
    assert Arm.from_urdf(arm.to_urdf()).name == name
    (tmp_path / "arm.urdf").write_bytes(arm.to_urdf().encode())
    assert Arm.from_urdf(tmp_path / "arm.urdf").name == name
