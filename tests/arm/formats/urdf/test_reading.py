"""Reading of a URDF: one small robot, changed here and there."""

import re
import warnings
from math import inf, pi

import numpy as np
import pytest

from equidyn import Arm, ArmWarning

INERTIA = "<inertia ixx='0.1' ixy='0' ixz='0' iyy='0.1' iyz='0' izz='0.05'/>"
ROBOT = f"""<?xml version="1.0" encoding="utf-8"?>
<robot name="crane">
  <link name="ground"/>
  <link name="mast">
    <inertial><origin xyz="0 0 1"/><mass value="20"/>{INERTIA}</inertial>
  </link>
  <link name="boom">
    <inertial><origin xyz="1 0 0"/><mass value="10"/>{INERTIA}</inertial>
  </link>
  <link name="hook"/>
  <joint name="slew" type="continuous">
    <origin xyz="0 0 0.5"/> <parent link="ground"/> <child link="mast"/> <axis xyz="0 0 1"/>
    <dynamics damping="3" friction="2"/>
  </joint>
  <joint name="luff" type="revolute">
    <origin xyz="0 0 2" rpy="0 0 0"/> <parent link="mast"/> <child link="boom"/>
    <axis xyz="0 -2 0"/> <limit lower="-0.2" upper="1.4" effort="1" velocity="1"/>
  </joint>
  <joint name="weld" type="fixed">
    <origin xyz="2 0 0"/> <parent link="boom"/> <child link="hook"/>
  </joint>
</robot>
"""
WINCH = f"""
  <link name="drum"><inertial><mass value="1"/>{INERTIA}</inertial></link>
  <joint name="winch" type="continuous"><parent link="mast"/><child link="drum"/></joint>
</robot>"""


def changed(before, after, text=ROBOT):
    assert before in text
    return text.replace(before, after)


def said(text, **options):
    """The arm, and what was warned of."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        arm = Arm.from_urdf(text, **options)
    assert {w.category for w in caught} <= {ArmWarning}
    return arm, "\n".join(str(w.message) for w in caught)


def test_a_crane_is_read_without_a_word():
    # warnings are errors in this suite
    arm = Arm.from_urdf(ROBOT)
    assert (arm.name, arm.n, arm.convention) == ("crane", 2, "modified")
    np.testing.assert_array_equal(arm.limits, [(-inf, inf), (-0.2, 1.4)])
    np.testing.assert_array_equal(arm.viscous, (3, 0))
    np.testing.assert_array_equal(arm.coulomb, [(2, -2), (0, 0)])
    # 10 kg at 1 m, luffed by an axis that points to the right
    np.testing.assert_allclose(arm.gravity_torque([0, 0]), (0, 98.1), atol=1e-12)
    np.testing.assert_allclose(arm.gravity_torque([0, pi / 3]), (0, 98.1 / 2), atol=1e-12)


def test_a_file_is_read_as_its_text(tmp_path):
    path = tmp_path / "crane.urdf"
    path.write_text(ROBOT)
    assert Arm.from_urdf(path) == Arm.from_urdf(str(path)) == Arm.from_urdf("\n" + ROBOT[38:])
    latin = ROBOT.replace("utf-8", "latin-1").replace("crane", "grúa")
    path.write_bytes(latin.encode("latin-1"))
    assert Arm.from_urdf(path).name == "grúa"


def test_what_hangs_on_movable_joints_is_left_out_and_named():
    text = changed("</robot>", WINCH)
    arm, warning = said(text, tip="hook")
    assert "the joints 'winch'" in warning
    assert arm == Arm.from_urdf(ROBOT)
    # where the base is, nothing moves
    assert (
        Arm.from_urdf(
            changed(
                'parent link="mast"/><child link="drum"',
                'parent link="ground"/><child link="drum"',
                text,
            ),
            tip="hook",
        ).n
        == 2
    )


def test_links_without_inertia_are_named_but_for_mere_frames():
    text = re.sub(r"<inertial><origin xyz=\"1 0 0\"/>.*?</inertial>", "", ROBOT)
    arm, warning = said(text)
    assert "links without inertia, which do not affect the torques: 'boom', 'hook'" in warning
    np.testing.assert_array_equal(arm.mass, (20, 0))
    _, warning = said(changed('<link name="hook"/>', '<link name="hook"><visual/></link>'))
    assert "links without inertia, which do not affect the torques: 'hook'" in warning


def test_a_chain_may_begin_and_end_anywhere():
    upper = Arm.from_urdf(ROBOT, base="mast")
    assert upper.n == 1
    # the world is the frame of the mast
    np.testing.assert_allclose(upper.gravity_torque([0]), [98.1])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        lower = Arm.from_urdf(ROBOT, tip="mast")
    assert lower.n == 1


def test_of_several_frames_on_the_last_link_none_is_taken_for_the_tip_and_all_are_named():
    fork = (
        '<link name="eye"/><joint name="pin" type="fixed"><parent link="boom"/><child link="eye"/>'
    )
    text = changed("</robot>", fork + "</joint></robot>")
    arm, warning = said(text)
    assert warning.endswith(
        "the tool frame is that of 'boom', because several links are fixed to it; for one of "
        "these, use as tip 'hook', 'eye'"
    )
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert arm == Arm.from_urdf(text, tip="boom")
        other = Arm.from_urdf(ROBOT, tip="boom")
        assert arm._with(frames=()) == other._with(frames=())
        assert [frame.name for frame in arm.frames[-2:]] == ["hook", "eye"]
        placed = Arm.from_urdf(text, tip="hook").with_tool("boom")
        assert placed._with(tool_name=None) == arm
    assert arm.tool[0, 3] == 0
    assert Arm.from_urdf(ROBOT).tool[0, 3] == 2


def turned(angle):
    """The crane with its boom rotated about the mast."""
    return changed('rpy="0 0 0"', f'rpy="0 0 {angle}"')


def keeps_its_digits(angle):
    return said(turned(angle)) == said(turned(angle), exact=True)


@pytest.mark.parametrize(
    ("token", "quarters"),
    [
        ("1.57", 2),
        ("-1.57", -2),
        ("+1.5708", 2),
        ("1.57079", 2),
        ("1.5707963267948966", 2),
        ("3.14159", 4),
        ("3.142", 4),
        ("3.1416e0", 4),
        ("0.785", 1),
        ("2.356", 3),
        ("2.35619", 3),
        ("6.283", 8),
        ("8.63937979737193140577226930401863293154221584828154100768109762885", 11),
    ],
)
def test_an_angle_is_read_as_the_multiple_that_its_digits_are_of(token, quarters):
    meant, _ = said(turned(token))
    assert meant == said(turned(repr(quarters * (pi / 4))), exact=True)[0]


@pytest.mark.parametrize(
    "token",
    ["0", "0.0", "1.6", "1.5", "3.1", "3", "1.570", "1.5700", "1.58", "1.56", "1.5709", "0.7"],
)
def test_an_angle_that_is_no_multiple_keeps_its_digits(token):
    assert keeps_its_digits(token)


def test_an_angle_of_any_number_of_digits_is_a_number():
    for digits in range(1, 99):
        for token in (f"9.{'9' * digits}", f"0.{'7' * digits}", f"12.{'5' * digits}", "1" * digits):
            assert keeps_its_digits(token)


def test_what_was_meant_is_listed_once_and_can_be_refused():
    text = changed('rpy="0 0 0"', 'rpy="1.57 1.57 0"')
    arm, warning = said(text)
    assert warning.count("1.57 (joint 'luff')") == 1
    exact, warning = said(text, exact=True)
    assert warning == ""
    assert exact != arm


def test_limits_that_are_large_survive_a_urdf():
    limits = [(-9e3, 9e3), (-8e3, inf)]
    arm, _ = said(Arm.from_urdf(ROBOT).with_limits(limits).to_urdf())
    np.testing.assert_array_equal(arm.limits, limits)


@pytest.mark.parametrize("largest", ["999999", "1e4", "1e30"])
def test_positions_that_no_joint_reaches_are_no_limits(largest):
    limit = f'<limit lower="-{largest}" upper="{largest}" effort="1" velocity="1"/>'
    text = changed('<limit lower="-0.2" upper="1.4" effort="1" velocity="1"/>', limit)
    arm, remarks = said(text)
    assert arm.limits is None
    assert remarks == ""


def test_a_joint_without_an_axis_turns_about_x():
    arm = Arm.from_urdf(changed('<axis xyz="0 -2 0"/>', ""))
    about_x = Arm.from_urdf(changed('<axis xyz="0 -2 0"/>', '<axis xyz="1 0 0"/>'))
    assert arm == about_x
    # 10 kg at 1 m along that axis
    np.testing.assert_allclose(arm.gravity_torque([0, 0.5]), 0, atol=1e-12)


@pytest.mark.parametrize(
    ("given", "limits"),
    [('lower="-0.2"', (-0.2, 0)), ('upper="1.4"', (0, 1.4)), ("", (-inf, inf))],
)
def test_of_limits_the_one_that_is_not_given_is_0(given, limits):
    arm = Arm.from_urdf(changed('lower="-0.2" upper="1.4"', given))
    np.testing.assert_array_equal((-inf, inf) if arm.limits is None else arm.limits[1], limits)


def test_axes_that_are_parallel_but_for_rounding_count_as_parallel():
    arm = Arm.from_urdf(changed('rpy="0 0 0"', 'rpy="1.5707963267950966 0 0"'))
    assert list(arm.alpha[1:]) == [pi]
    assert np.abs(arm.d).max() < 10


@pytest.mark.parametrize(("pitch", "near"), [("1.5704", True), ("1.6", True), ("1.5", False)])
def test_frames_stay_near_joints_whose_axes_are_almost_parallel(pitch, near):
    text = changed('xyz="0 0 2"', 'xyz="1 2 0"', changed('rpy="0 0 0"', f'rpy="{pitch} 0 0"'))
    arm, warning = said(changed('xyz="0 -2 0"', 'xyz="0 1 0"', text))
    assert "parallel" not in warning
    assert arm.a_y.any() == near
    assert ("'slew' and 'luff'" in str(arm)) == near
    assert np.abs(arm.d).max() < (4 if near else 40)


def test_axes_a_tenth_of_a_nanoradian_from_parallel_are_not_parallel():
    # 10 times what Arm.from_urdf takes for parallel
    arm = Arm.from_urdf(changed('rpy="0 0 0"', f'rpy="{pi / 2 + 1e-10!r} 0 0"'))
    assert abs(np.sin(arm.alpha[1])) == pytest.approx(1e-10, rel=1e-5)


def test_a_robot_that_a_urdf_cannot_describe_is_written_with_a_word():
    arm = Arm.from_urdf(ROBOT).with_gravity((0, 0, -1.62)).with_motors([1, 1])
    arm = arm.with_friction(coulomb=[(1, -3), (0, 0)], breakaway=[(1, -1), (0, 0)], stribeck=[1, 1])
    unsaid = "(?s)a URDF cannot say.*gravity.*motors.*mean.*\n  breakaway friction$"
    with pytest.warns(ArmWarning, match=unsaid):
        text = arm.to_urdf()
    assert 'friction="2"' in text


@pytest.mark.filterwarnings("ignore:(?s).*without its last digits:equidyn.ArmWarning")
def test_a_twist_that_looks_like_a_right_angle_keeps_its_digits_in_a_urdf():
    arm = Arm.from_dh(
        "modified", joints="RR", a=[0, 1], alpha=[0, 1.57], d=[0, 0], theta=[0, 0.785],
        mass=[1, 1], com=[[0, 0, 0]] * 2, inertia=[[1, 1, 1]] * 2,
    )  # fmt: skip
    same = Arm.from_urdf(arm.with_name('<&">').to_urdf())
    assert same.name == '<&">'
    np.testing.assert_array_equal(same.alpha, arm.alpha)


def test_rounding_that_no_body_has_is_no_inertia():
    noise = "<inertia ixx='0' ixy='0' ixz='2e-20' iyy='0' iyz='0' izz='0'/>"
    point = "<inertia ixx='0' ixy='0' ixz='0' iyy='0' iyz='0' izz='0'/>"
    arm, warned = said(changed(f'<mass value="10"/>{INERTIA}', f'<mass value="10"/>{noise}'))
    expected, same = said(changed(f'<mass value="10"/>{INERTIA}', f'<mass value="10"/>{point}'))
    assert (arm, warned) == (expected, same)
    large = changed(f'<mass value="10"/>{INERTIA}', f'<mass value="10"/>{noise}').replace(
        "20'", "9'"
    )
    arm, warned = said(large)
    assert "link 'boom': inertia: principal moments must not be negative" in warned
    assert arm.missing == ("inertia",)
