"""Names of links and tool: where they come from, and where they go."""

import json
import pickle
import re

import pytest

from equidyn import Arm, ArmWarning, robots

LINKS, TOOL = ("upper arm", "fore<arm>", "hand"), "tool0"
PLAIN = robots.random_arm(3, 4, "RPR").with_gravity((0, 0, -9.81))
NAMES = {"link_names": LINKS, "tool_name": TOOL}
ARM = Arm.from_dict({**PLAIN.to_dict(), **NAMES})


def names(arm):
    return {"link_names": arm.link_names, "tool_name": arm.tool_name}


def test_names_are_the_usual_ones_until_they_are_given():
    assert names(PLAIN) == {"link_names": ("link_1", "link_2", "link_3"), "tool_name": "tool"}
    assert names(ARM) == NAMES
    assert ARM != PLAIN
    assert pickle.loads(pickle.dumps(ARM)) == ARM


def test_they_go_to_a_file_and_come_back(tmp_path):
    ARM.save(tmp_path / "arm.json")
    assert Arm.load(tmp_path / "arm.json") == ARM
    assert json.loads((tmp_path / "arm.json").read_text())["link_names"] == list(LINKS)


def test_a_file_of_usual_names_is_what_earlier_versions_wrote():
    assert not {"link_names", "tool_name"} & PLAIN.to_dict().keys()
    usual = {"link_names": ["link_1", "link_2", "link_3"], "tool_name": "tool"}
    assert Arm.from_dict({**PLAIN.to_dict(), **usual}).to_dict() == PLAIN.to_dict()


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        ({"link_names": "abc"}, TypeError, "link_names: "),
        ({"link_names": ["a", "b"]}, ValueError, "link_names: expected one for each of 3 links"),
        ({"link_names": ["a", "b", "a"]}, ValueError, "link_names: must differ, got 'a' at links"),
        ({"link_names": ["a", "", "c"]}, ValueError, "link_names: must not be empty, got '' at"),
        ({"link_names": ["a", 2, "c"]}, TypeError, "link_names: expected a string"),
        ({"tool_name": ""}, ValueError, "tool_name: must not be empty, got ''"),
        ({"tool_name": 7}, TypeError, "tool_name: expected a string, got int"),
        ({"tool_name": "\0"}, ValueError, "tool_name: "),
    ],
)
def test_what_is_no_name_is_refused(given, error, message):
    with pytest.raises(error, match=f"^{re.escape(message)}"):
        Arm.from_dict({**PLAIN.to_dict(), **given})


def test_another_tool_has_another_name():
    assert names(ARM.with_tool(None)) == {"link_names": LINKS, "tool_name": "tool"}
    assert names(ARM.to_convention("modified").with_name("x")) == NAMES


def test_they_go_to_a_urdf_and_come_back():
    assert names(Arm.from_urdf(ARM.to_urdf())) == NAMES


@pytest.mark.parametrize(
    ("links", "tool", "expected"),
    [
        (("base", "b", "c"), "base_", "base_"),
        (("tool", "base", "c"), "tool", "tool_"),
        (("link_2", "link_1", "link_3"), "link_3", "link_3_"),
    ],
)
def test_names_in_a_urdf_differ(links, tool, expected):
    arm = Arm.from_dict({**PLAIN.to_dict(), "link_names": links, "tool_name": tool})
    assert names(Arm.from_urdf(arm.to_urdf())) == {"link_names": links, "tool_name": expected}


def test_a_chain_has_the_names_of_its_own_links():
    with pytest.warns(ArmWarning, match="left out"):
        arm = Arm.from_urdf(ARM.to_urdf(), base="upper arm", tip="fore<arm>")
    # the frame of the tip is that of the last link
    assert names(arm) == {"link_names": LINKS[1:2], "tool_name": "tool"}


def test_they_go_to_pinocchio():
    pytest.importorskip("pinocchio")
    model = ARM.to_pinocchio()
    assert [frame.name for frame in model.frames][1:] == [*LINKS, TOOL]
    assert [model.frames[model.getFrameId(name)].parentJoint for name in LINKS] == [1, 2, 3]


def test_they_go_to_mujoco_and_those_of_bodies_come_back():
    mujoco = pytest.importorskip("mujoco")
    model = ARM.to_mujoco()
    assert model.site(0).name == TOOL
    assert Arm.from_mujoco(model).link_names == LINKS
    world = Arm.from_dict({**PLAIN.to_dict(), "link_names": ["a", "world", "world_"]}).to_mujoco()
    assert [world.body(i).name for i in range(1, 4)] == ["a", "world__", "world_"]
    weight = 'inertial mass="1" pos="0 0 0" diaginertia="1 1 1"'
    made = mujoco.MjModel.from_xml_string(f"""
      <mujoco><worldbody><body name="arm"><joint axis="0 1 0"/><joint axis="1 0 0"/><{weight}/>
        <body name="claw" pos="0 0 1"><{weight}/></body></body></worldbody></mujoco>""")
    with pytest.warns(ArmWarning, match="without inertia, .*'arm on joint 0'"):
        found = names(Arm.from_mujoco(made))
    assert found == {"link_names": ("arm on joint 0", "arm"), "tool_name": "claw"}
