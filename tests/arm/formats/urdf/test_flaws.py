"""Flaws of a URDF in data that a chain does not need: the arm is that of a sound file, with a word.

And bodies and limits that are suspect as they stand.
"""

import warnings
from math import inf

import numpy as np
import pytest

from equidyn import Arm, ArmWarning

BODY = (
    '<inertial><origin xyz="0.1 0 0"/><mass value="{mass}"/>'
    '<inertia ixx="{J}" iyy="{J}" izz="{J}" ixy="0" ixz="0" iyz="0"/></inertial>'
)
SOUND = '<axis xyz="0 0 1"/><limit lower="-2" upper="2" effort="5" velocity="3"/>'
ORIGIN = '<origin xyz="0.3 0 0"/>'


def robot(arm=SOUND, lift=("prismatic", SOUND), pan="", weld="", head="", hand="", base=""):
    """A slide and a hinge with a hand, and a head on a joint of its own."""
    body = BODY.format(mass=1, J=0.01)
    return f"""<robot name="r"><link name="base">{base}</link>
<link name="post">{body}</link> <link name="boom">{body}</link> <link name="hand">{hand}</link>
<link name="head">{head}</link>
<joint name="lift" type="{lift[0]}"><parent link="base"/><child link="post"/>{lift[1]}</joint>
<joint name="swing" type="revolute"><parent link="post"/><child link="boom"/>{ORIGIN}{arm}</joint>
<joint name="weld" type="fixed"><parent link="boom"/><child link="hand"/>{ORIGIN}{weld}</joint>
<joint name="pan" type="revolute"><parent link="base"/><child link="head"/>{pan}</joint></robot>"""


def limit(**given):
    usual = {"lower": "-2", "upper": "2", "effort": "5", "velocity": "3"}
    written = " ".join(f'{name}="{value}"' for name, value in {**usual, **given}.items())
    return f'<axis xyz="0 0 1"/><limit {written}/>'


# limits on the chain: of swing, then what they are without the flaw, and what is said
LIMITS = {
    "no effort": (limit(effort="-1.0"), {"effort_limits": inf}, "'swing' (effort -1)"),
    "no speed": (limit(velocity="-1"), {"velocity_limits": inf}, "'swing' (velocity -1)"),
    "neither": (
        limit(velocity="-1", effort="-2.5e-7"),
        {"velocity_limits": inf, "effort_limits": inf},
        "'swing' (velocity -1, effort -2.5e-07)",
    ),
    "swapped": (
        limit(lower="2.7", upper="-2.7"),
        {"limits": (-inf, inf)},
        "'swing' (lower 2.7, upper -2.7)",
    ),
    "words": (
        limit(lower="${-pi}", upper="${pi}", effort="much"),
        {"limits": (-inf, inf), "effort_limits": inf},
        "'swing' (lower '${-pi}', upper '${pi}', effort 'much')",
    ),
    "not a number": (limit(upper="nan"), {"limits": (-inf, inf)}, "'swing' (upper 'nan')"),
}
NO_LIMITS = "impossible limits, ignored: "
NOT_READ = "ignored, because the chain does not need it: "

# flaws off the chain, and what is said
BESIDE = {
    "limits of a branch": (
        {"pan": limit(lower="2.7", upper="-2.7", effort="-1")},
        f"{NO_LIMITS}'pan' (lower 2.7, upper -2.7, effort -1)",
    ),
    "axis of a branch": (
        {"pan": '<axis xyz="0 0"/>'},
        f"{NOT_READ}joint 'pan': <axis xyz>: expected 3 numbers, got '0 0'",
    ),
    "axis of nothing": (
        {"pan": '<axis xyz="0 0 0"/>'},
        f"{NOT_READ}joint 'pan': <axis xyz>: expected a direction, got '0 0 0'",
    ),
    "place of a branch": (
        {"pan": '<origin xyz="0 ${a} 0"/>'},
        f"{NOT_READ}joint 'pan': <origin xyz>: expected 3 numbers, got '0 ${{a}} 0'",
    ),
    "friction of a branch": (
        {"pan": '<dynamics damping="-1" friction="-2"/>'},
        f"{NOT_READ}joint 'pan': <dynamics damping>: must not be negative, got -1; and 1 more",
    ),
    "mimic of nothing": (
        {"pan": "<mimic/>"},
        f"{NOT_READ}joint 'pan': <mimic> has no attribute 'joint'",
    ),
    "body of a branch": (
        {"head": BODY.format(mass=-1, J=1)},
        f"{NOT_READ}link 'head': <mass value>: must not be negative, got -1",
    ),
    "body of the base": (
        {"base": "<inertial/>"},
        f"{NOT_READ}link 'base': <inertial> has no <mass>",
    ),
}

# what joints without an axis, a limit or friction may have all the same
MEANINGLESS = (
    '<axis xyz="100"/>',
    '<axis xzy="0 0 1"/>',
    "<axis/>",
    '<axis xyz="0 0 0"/>',
    '<limit lower="2" upper="1" effort="-1" velocity="much"/>',
    '<dynamics damping="-1"/>',
    "<mimic/>",
    '<mimic joint="swing"/>',
)


def read(text):
    """The arm up to the hand, and what is said beside its joints that are left out."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        arm = Arm.from_urdf(text, tip="hand")
    assert {each.category for each in caught} <= {ArmWarning}
    lines = [line.strip() for each in caught for line in str(each.message).splitlines()[1:]]
    return arm, [line for line in lines if not line.startswith("left out")]


PLAIN, _ = read(robot())


@pytest.mark.parametrize("name", LIMITS)
def test_limits_that_mean_nothing_are_none_and_told(name):
    written, changes, said = LIMITS[name]
    arm, told = read(robot(arm=written))
    assert told == [NO_LIMITS + said]
    limits = {what: getattr(PLAIN, what).copy() for what in changes}
    for what, value in changes.items():
        limits[what][1] = value
    assert arm == PLAIN._with(**limits)


@pytest.mark.parametrize("name", BESIDE)
def test_flaws_beside_the_chain_do_not_hinder_it(name):
    changes, said = BESIDE[name]
    arm, told = read(robot(**changes))
    assert told == [said]
    assert arm == PLAIN


@pytest.mark.parametrize("inside", MEANINGLESS)
def test_what_means_nothing_at_a_fixed_joint_is_not_read(inside):
    assert read(robot(weld=inside)) == (PLAIN, [])


@pytest.mark.parametrize("lift", ["floating", "planar"])
def test_what_means_nothing_at_a_joint_before_the_base_is_not_read(lift):
    for inside in MEANINGLESS:
        arm = Arm.from_urdf(robot(lift=(lift, inside)), base="post", tip="hand")
        assert arm.joint_names == ("swing",)


@pytest.mark.parametrize(
    "changes",
    [
        {"arm": '<axis xyz="0 0"/>'},
        {"arm": '<dynamics friction="-1"/>'},
        {"arm": "<mimic/>"},
        {"weld": "", "hand": BODY.format(mass=-1, J=1)},
        {"hand": "<inertial/>"},
    ],
)
def test_flaws_on_the_chain_are_errors(changes):
    with pytest.raises(ValueError, match=r"^(joint 'swing'|link 'hand'): <"):
        Arm.from_urdf(robot(**changes), tip="hand")


def test_where_a_fixed_joint_is_is_needed_on_the_chain_alone():
    text = robot().replace(ORIGIN + "</joint>", '<origin xyz="much"/></joint>')
    assert "much" in text
    with pytest.raises(ValueError, match=r"^joint 'weld': <origin xyz>: expected 3 numbers"):
        Arm.from_urdf(text, tip="hand")
    with pytest.raises(ValueError, match=r"^joint 'weld': <origin xyz>: expected 3 numbers"):
        Arm.from_urdf(text, tip="boom")
    with pytest.warns(ArmWarning, match=r"need it: joint 'weld': <origin xyz>: expected 3"):
        assert Arm.from_urdf(text, tip="head").joint_names == ("pan",)


PLACEHOLDER = (
    "link 'hand': 1 kg m² is the moment of 1e-05 kg at 316.228 m from an axis: kg mm², or a "
    "placeholder?"
)


@pytest.mark.parametrize("kind", ["revolute", "prismatic"])
@pytest.mark.parametrize(
    ("mass", "moment", "said"),
    [
        (1e-5, 1, PLACEHOLDER),
        (
            0.05,
            0.3,
            "link 'hand': 0.3 kg m² is the moment of 0.05 kg at 2.44949 m from an axis: kg "
            "mm², or a placeholder?",
        ),
        (0, 1, "link 'hand': 1 kg m² without any mass: a placeholder?"),
        # as a rod of two metres may have, and moments that do not matter
        (0.05, 0.01, None),
        (1e-9, 1e-6, None),
    ],
)
def test_a_part_that_would_be_wider_than_the_arm_is_told(kind, mass, moment, said):
    arm, told = read(robot(lift=(kind, SOUND), hand=BODY.format(mass=mass, J=moment)))
    assert [line for line in told if "hand" in line] == ([] if said is None else [said])
    # of the composite body the arm itself knows
    assert bool(arm.check()) == (said is not None and moment == 1)


def test_a_light_link_that_would_be_wider_than_the_arm_is_a_finding():
    planar = {"joints": "RR", "a": [0.2, 0.1], "alpha": [0, 0], "d": [0, 0], "theta": [0, 0]}
    bodies = {"mass": [2, 1e-4], "com": [[0, 0, 0]] * 2}
    for moment, links in ((1e-3, [2]), (1e-9, [])):
        inertia = [[0.01] * 3, [moment] * 3]
        arm = Arm._quietly({"convention": "standard", **planar, **bodies, "inertia": inertia})
        assert [finding.link for finding in arm.check()] == links
        # in other units the same
        small = {**planar, "a": [2e-4, 1e-4]}
        inertia = np.array(inertia) * 1e-6
        arm = Arm._quietly({"convention": "standard", **small, **bodies, "inertia": inertia})
        assert [finding.link for finding in arm.check()] == links


def almost_parallel():
    """A light jaw, too wide for its mass, beyond axes that are parallel but for 0.1 mrad."""
    joints = "".join(
        f'<joint name="j{i}" type="continuous"><parent link="l{i - 1}"/><child link="l{i}"/>'
        f'<axis xyz="0 0 1"/><origin xyz="{0.3 * (i - 1)} 0.1 0.3" rpy="1e-4 0 0"/></joint>'
        for i in (1, 2, 3)
    )
    links = "".join(f'<link name="l{i}">{BODY.format(mass=1, J=0.01)}</link>' for i in range(4))
    jaw = (
        f'<link name="jaw">{BODY.format(mass=0.05, J=0.3)}</link><joint name="weld" type="fixed">'
        '<parent link="l3"/><child link="jaw"/></joint>'
    )
    return f'<robot name="r">{links}{joints}{jaw}</robot>'


def test_a_part_is_as_wide_as_it_is_where_axes_are_almost_parallel():
    with pytest.warns(ArmWarning, match="link 'jaw': 0.3 kg m² is the moment of 0.05 kg at"):
        arm = Arm.from_urdf(almost_parallel())
    assert max(abs(arm.d)) < 1


def test_a_placeholder_of_a_link_alone_is_a_finding_with_its_name():
    text = robot(hand=BODY.format(mass=1e-5, J=1))
    text = text.replace('name="weld" type="fixed"', 'name="weld" type="revolute"')
    arm, told = read(text)
    assert told == [str(arm.check())] == ["link 3: " + PLACEHOLDER.removeprefix("link ")]


def test_moments_of_a_link_without_mass_are_told():
    arm, told = read(robot().replace('<mass value="1"/>', '<mass value="0"/>', 1))
    assert told == [str(arm.check())] == ["link 1: no mass, but moments of inertia"]


def test_limits_that_leave_no_motion_are_told():
    zero = '<axis xyz="0 0 1"/><limit lower="0" upper="0" effort="0" velocity="0"/>'
    arm, told = read(robot(arm=zero, lift=("prismatic", limit(lower="0.5", upper="0.5"))))
    assert told == [
        "link 1: both limits of 'lift' are 0.5 m, which leave the joint no motion: placeholders?",
        "link 2: both limits of 'swing' are 0 rad, which leave the joint no motion: placeholders?",
    ]
    assert [finding.what for finding in arm.check()] == ["no motion"] * 2


def test_lists_of_names_are_cut():
    names = [f"left_gripper_finger_part_{i}" for i in range(89)]
    links = "".join(f'<link name="{name}"/>' for name in ("base", *names))
    joints = "".join(
        f'<joint name="j{name}" type="{"revolute" if k else "fixed"}"><parent link="base"/>'
        f'<child link="{name}"/></joint>'
        for k, name in enumerate(names)
    )
    text = f'<robot name="r">{links}{joints}</robot>'
    with pytest.raises(ValueError, match=r" and 75 more\)$") as error:
        Arm.from_urdf(text, tip="left_griper_finger_part_17")
    assert "did you mean 'left_gripper_finger_part_17'?" in str(error.value)
    with pytest.raises(ValueError, match=r"^tip: the tree branches") as error:
        Arm.from_urdf(text)
    assert len(str(error.value)) < 1100
