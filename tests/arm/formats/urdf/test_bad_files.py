"""Invalid URDF texts: one error each that names element and attribute."""

import re

import pytest

from equidyn import Arm

LINK = '<link name="{}"/>'
JOINT = '<joint name="{}" type="{}"><parent link="{}"/><child link="{}"/>{}</joint>'
BODY = '<link name="b"><inertial><mass value="{}"/><inertia {}/></inertial></link>'
TENSOR = 'ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"'


def robot(*parts):
    return f'<robot name="r">{"".join(parts)}</robot>'


def two(joint, body='<link name="b"/>'):
    return robot(LINK.format("a"), body, joint)


def hinge(inside="", kind="revolute"):
    return JOINT.format("j", kind, "a", "b", inside)


BOMB = '<!DOCTYPE r [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><robot name="&b;"/>'

CASES = {
    "no XML": ("<robot", "not a URDF: broken XML, unclosed token: line 1, column 0"),
    "cut off": ("<robot><link>", "not a URDF: broken XML, no element found: line 1, column 13"),
    "two roots": (
        robot() + robot(),
        "not a URDF: broken XML, junk after document element: line 1, column 24",
    ),
    "bomb": (BOMB, "not a URDF: <!DOCTYPE> is refused, because it can declare entities"),
    "file": (
        '<!DOCTYPE r [<!ENTITY a SYSTEM "file:///etc/passwd">]><robot name="&a;"/>',
        "not a URDF: <!DOCTYPE> is refused, because it can declare entities",
    ),
    "entity": (
        '<robot name="&a;"/>',
        "not a URDF: broken XML, undefined entity: line 1, column 0",
    ),
    "deep": ("<robot>" + "<a>" * 100_000, "not a URDF: <a> is nested more than 100 deep"),
    "other format": ("<mujoco/>", "not a URDF: expected <robot>, got <mujoco>"),
    "macros": (
        '<robot xmlns:xacro="x"><xacro:macro/></robot>',
        "<xacro:macro>: expected URDF, got xacro, which can run any command; to expand a file that "
        "you trust, use Arm.from_urdf(path, xacro=True) or --xacro",
    ),
    "empty": (robot(), "links: expected at least one, got none"),
    "no joint": (
        robot(LINK.format("a")),
        "tip: expected a movable joint between 'a' and 'a', got none",
    ),
    "link without name": (robot("<link/>"), "link: <link> has no attribute 'name'"),
    "link twice": (robot(*[LINK.format("a")] * 2), "link 'a': duplicate name"),
    "joint twice": (two(hinge() + hinge()), "joint 'j': duplicate name"),
    "joint without name": (two('<joint type="fixed"/>'), "joint: <joint> has no attribute 'name'"),
    "joint without type": (two('<joint name="j"/>'), "joint 'j': <joint> has no attribute 'type'"),
    "unknown type": (
        two(hinge(kind="hinge")),
        "joint 'j': <joint type>: expected one of revolute, continuous, prismatic, fixed, "
        "floating, planar, spherical, got 'hinge'",
    ),
    "no parent": (two('<joint name="j" type="fixed"/>'), "joint 'j': <joint> has no <parent>"),
    "no child": (
        two('<joint name="j" type="fixed"><parent link="a"/></joint>'),
        "joint 'j': <joint> has no <child>",
    ),
    "parent of no name": (
        two('<joint name="j" type="fixed"><parent/><child link="b"/></joint>'),
        "joint 'j': <parent> has no attribute 'link'",
    ),
    "unknown link": (
        robot(LINK.format("a"), hinge()),
        "joint 'j': child link: there is no 'b' (known: a)",
    ),
    "two parents": (
        two(hinge() + JOINT.format("k", "fixed", "a", "b", "")),
        "link 'b': has two parent joints, 'j' and 'k'; expected a tree",
    ),
    "circle": (
        two(hinge() + JOINT.format("k", "fixed", "b", "a", "")),
        "link 'a': is its own ancestor, by joint 'k' and others; expected a tree",
    ),
    "itself": (
        robot(LINK.format("a"), JOINT.format("j", "fixed", "a", "a", "")),
        "link 'a': is its own ancestor, by joint 'j' and others; expected a tree",
    ),
    "several roots": (
        robot(*(LINK.format(x) for x in "abc"), hinge()),
        "base: there are several roots, expected one of 'a', 'c'",
    ),
    "branches": (
        robot(
            *(LINK.format(x) for x in "abc"), hinge(), JOINT.format("k", "continuous", "a", "c", "")
        ),
        "tip: the tree branches at 'a' into the joints 'j', 'k'; expected the last link of the "
        "arm, such as 'b' (1 joint), 'c' (1 joint)",
    ),
    "floating": (
        two(hinge(kind="floating")),
        "joint 'j': expected type revolute, continuous, prismatic or fixed on the chain, got "
        "'floating'; to begin behind it, use base='b'",
    ),
    "mimic": (
        two(hinge('<mimic joint="k"/>')),
        "joint 'j': expected an independent joint on the chain, got one that mimics 'k'; "
        "mimic='lock' locks it, mimic='independent' lets it move",
    ),
    "axis of nothing": (
        two(hinge('<axis xyz="0 0 0"/>')),
        "joint 'j': <axis xyz>: expected a direction, got '0 0 0'",
    ),
    "axis of two": (
        two(hinge('<axis xyz="0 1"/>')),
        "joint 'j': <axis xyz>: expected 3 numbers, got '0 1'",
    ),
    "axis without": (two(hinge("<axis/>")), "joint 'j': <axis> has no attribute 'xyz'"),
    "NaN": (
        two(hinge('<origin xyz="0 nan 0"/>')),
        "joint 'j': <origin xyz>: expected 3 numbers, got '0 nan 0'",
    ),
    "infinite": (
        two(hinge('<origin rpy="0 0 1e999"/>')),
        "joint 'j': <origin rpy>: expected 3 numbers, got '0 0 1e999'",
    ),
    "words": (
        two(hinge('<origin rpy="0 0 ${pi/2}"/>')),
        "joint 'j': <origin rpy>: expected 3 numbers, got '0 0 ${pi/2}'",
    ),
    "huge number": (
        two(hinge(f'<origin xyz="{"1" * 10_000}"/>')),
        f"joint 'j': <origin xyz>: expected 3 numbers, got '{'1' * 40}…'",
    ),
    "negative damping": (
        two(hinge('<dynamics damping="-1"/>')),
        "joint 'j': <dynamics damping>: must not be negative, got -1",
    ),
    "negative mass": (
        two(hinge(), BODY.format("-1", TENSOR)),
        "link 'b': <mass value>: must not be negative, got -1",
    ),
    "no mass": (
        two(hinge(), '<link name="b"><inertial/></link>'),
        "link 'b': <inertial> has no <mass>",
    ),
    "half a tensor": (
        two(hinge(), BODY.format("1", 'ixx="1"')),
        "link 'b': <inertia> has no attribute 'ixy'",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_bad_texts_get_one_error_that_says_where(name):
    text, message = CASES[name]
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        Arm.from_urdf(text)


def test_errors_in_a_file_name_it(tmp_path):
    path = tmp_path / "arm.urdf"
    path.write_text("<robot")
    with pytest.raises(ValueError, match=rf"^{re.escape(str(path))}: not a URDF: broken XML"):
        Arm.from_urdf(path)
    path.write_bytes(b"\x00\xff" * 1000)
    with pytest.raises(ValueError, match=r"not a URDF"):
        Arm.from_urdf(path)
    path.write_bytes(b"")
    with pytest.raises(ValueError, match=r"not a URDF: broken XML, no element found"):
        Arm.from_urdf(path)
    with pytest.raises(OSError, match=r"none\.urdf"):
        Arm.from_urdf(tmp_path / "none.urdf")
    with pytest.raises(OSError, match="robot"):
        Arm.from_urdf("robot")


def test_a_file_that_is_too_large_is_not_read(tmp_path):
    path = tmp_path / "arm.urdf"
    with path.open("wb") as file:
        file.truncate(2**33)
    with pytest.raises(ValueError, match=r"arm.urdf: not a URDF: more than 64 MiB$"):
        Arm.from_urdf(path)


@pytest.mark.parametrize("wrong", [None, 3, b"<robot/>"])
def test_what_is_neither_text_nor_path_is_refused(wrong):
    with pytest.raises(TypeError, match=r"^path_or_text: expected the path or content of a URDF"):
        Arm.from_urdf(wrong)


def test_nothing_is_neither_text_nor_path():
    for nothing in ("", " \n"):
        with pytest.raises(ValueError, match=r"^path_or_text: expected the path or .* nothing$"):
            Arm.from_urdf(nothing)


def test_a_name_that_no_file_can_have_is_refused():
    with pytest.raises(ValueError, match=r"^path_or_text: .* an impossible file name$"):
        Arm.from_urdf("\ud800")


@pytest.mark.parametrize("wrong", [None, 1, "no", [True]])
def test_exact_is_a_switch(wrong):
    with pytest.raises(TypeError, match=r"^exact: expected True or False"):
        Arm.from_urdf(two(hinge()), exact=wrong)


@pytest.mark.parametrize("end", ["base", "tip"])
def test_a_link_that_is_not_there_is_named(end):
    text = two(hinge())
    with pytest.raises(ValueError, match=rf"^{end}: there is no 'hand' \(known: a, b\)$"):
        Arm.from_urdf(text, **{end: "hand"})


def test_a_tip_before_the_base_is_refused():
    with pytest.raises(ValueError, match=r"^tip: expected a link beyond 'b', got 'a'$"):
        Arm.from_urdf(two(hinge()), base="b", tip="a")


def test_a_long_chain_is_read_and_a_wide_tree_searched():
    links = [LINK.format(i) for i in range(4_001)]
    joints = [JOINT.format(f"j{i}", "fixed", i, i + 1, "") for i in range(4_000)]
    with pytest.raises(ValueError, match=r"^tip: expected a movable joint between '0' and '4000'"):
        Arm.from_urdf(robot(*links, *joints), tip="4000")
