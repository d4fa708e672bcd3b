"""URDF read by the scripts of the page, run by Node.js: the arms and the words of Python."""

import json
import re
from itertools import chain
from math import pi
from pathlib import Path

import numpy as np
import pytest

from arm.formats.urdf.test_bad_files import CASES, TENSOR
from arm.formats.urdf.test_flaws import (
    BESIDE,
    BODY,
    LIMITS,
    MEANINGLESS,
    almost_parallel,
    limit,
    robot,
)
from arm.formats.urdf.test_locked_joints import SENSORS, WHEELS, branch
from arm.formats.urdf.test_locked_joints import robot as with_gripper
from arm.formats.urdf.test_transmissions import MOTORS, NOT_READ
from arm.formats.urdf.test_transmissions import robot as with_drives
from equidyn import Arm
from equidyn.arm.formats.tree import chain_data
from equidyn.arm.formats.urdf.angles import meant_angle
from equidyn.arm.formats.urdf.markup import parsed
from equidyn.arm.formats.urdf.read import read_urdf
from oracles.scripts import NODE, evaluate
from oracles.urdf_texts import random_tree

pytestmark = [
    pytest.mark.skipif(NODE is None, reason="there is no Node on the path"),
    pytest.mark.filterwarnings("ignore::equidyn.ArmWarning"),
]

DATA = Path(__file__).parents[1] / "data"
FILES = ("robots/*.urdf", "urdf/*.urdf")
SCRIPTS = (
    "module.js", "vectors.js", "urdf/bodies.js", "urdf/markup.js", "urdf/angles.js",
    "urdf/transmissions.js", "urdf/reading.js", "urdf/tree.js", "urdf/frames.js", "urdf/ends.js",
    "urdf/chain.js",
)  # fmt: skip

# sines, arc tangents and lengths of browsers differ from those of Python by a rounding
ROUNDINGS = 64 * np.finfo(float).eps

READ = """({ root, base, tip }) => {
  try {
    return description_of_tree(tree_of(read_urdf(root)), base, tip);
  } catch (error) {
    return error.message;
  }
}"""


def plain(element):
    """Return an element as the parser of a browser is read."""
    children = [plain(each) for each in element]
    return {
        "tag": element.tag,
        "attributes": dict(element.attrib),
        "text": element.text or "",
        "children": children,
    }


def by_page(asked):
    """Return what the page makes of texts, base and tip links: descriptions, or what is wrong."""
    given = [{"root": plain(parsed(text)), "base": b, "tip": t} for text, b, t in asked]
    return evaluate(SCRIPTS, f"{json.dumps(given)}.map({READ})")


def by_python(text, base, tip):
    """Return an arm and the remarks on its extraction, or what is wrong."""
    try:
        _, remarks, *_ = chain_data(read_urdf(text, exact=False), base, tip)
        return Arm.from_urdf(text, base=base, tip=tip), remarks
    except ValueError as error:
        return str(error), []


def assert_same(found, expected):
    """Compare what the page found with what Python says."""
    arm, remarks = expected
    if isinstance(arm, str):
        assert found == arm
        return
    if isinstance(found, str):
        # the page needs the tensors
        assert arm.missing == ("inertia",)
        assert [each for each in remarks if each.startswith(f"{found}; ")] != []
        return
    assert found["remarks"] == remarks
    description = found["description"]
    described = Arm.from_dict({"format": "equidyn arm 1", **description})
    assert described.joints == arm.joints
    for names in ("name", "joint_names", "link_names", "tool_name"):
        assert getattr(described, names) == getattr(arm, names)
    for drives in (
        "limits",
        "velocity_limits",
        "effort_limits",
        "viscous",
        "coulomb",
        "motor_inertia",
        "gear_ratio",
    ):
        np.testing.assert_array_equal(getattr(described, drives), getattr(arm, drives))
    framed = described.to_dict()["frames"]
    reach = np.abs([arm.a, arm.a_y, arm.d]).sum() + np.abs(arm.tool[:3, 3]).max()
    for lengths in ("a", "a_y", "d", "base", "tool", *(["com"] if not arm.missing else [])):
        assert_close(getattr(described, lengths), getattr(arm, lengths), reach)
    for angles in ("alpha", "theta"):
        assert_close(getattr(described, angles), getattr(arm, angles), 1)
    for (name, link, pose), expected in zip(framed, arm.to_dict()["frames"], strict=True):
        assert (name, link) == tuple(expected[:2])
        assert_close(pose, expected[2], max(reach, 1))
    assert described.missing == arm.missing
    if not arm.missing:
        assert_close(described.mass, arm.mass, arm.mass.sum())
        assert_close(described.inertia, arm.inertia, np.abs(arm.inertia).max())


def assert_close(found, expected, size):
    np.testing.assert_allclose(found, expected, rtol=0, atol=ROUNDINGS * size)


def chains(text):
    """Return a text with all of its links as tips, and with none."""
    return [(text, None, tip) for tip in (None, *read_urdf(text, exact=False).links)]


def texts(pattern):
    files = sorted(DATA.glob(pattern))
    assert files
    # without a link it is no robot
    return [f.read_text("utf-8") for f in files if "without_links" not in f.name]


@pytest.mark.slow
@pytest.mark.parametrize("pattern", FILES)
def test_every_chain_of_published_files_is_that_of_python(pattern):
    asked = list(chain.from_iterable(map(chains, texts(pattern))))
    found = by_page(asked)
    assert sum(not isinstance(each, str) for each in found) > 60
    for each, arguments in zip(found, asked, strict=True):
        assert_same(each, by_python(*arguments))


def is_right_angled(text):
    """Tell whether all frames of a text are turned by right angles, whose cosines are exact."""
    words = re.findall(r'rpy="([^"]*)"', text)
    quarters = [meant_angle(word) / (pi / 2) for word in " ".join(words).split()]
    return all(quarter.is_integer() for quarter in quarters)


def test_right_angled_files_have_the_bits_of_python():
    exact = [text for text in texts("robots/*.urdf") if is_right_angled(text)]
    assert len(exact) >= 4
    for found, text in zip(by_page([(text, None, None) for text in exact]), exact, strict=True):
        arm = Arm.from_urdf(text).to_dict()
        for name in ("a", "alpha", "d", "theta", "mass", "com", "inertia", "base", "tool"):
            np.testing.assert_array_equal(found["description"][name], arm[name])


@pytest.mark.slow
def test_random_trees_are_those_of_python():
    trees = [random_tree(seed, special=seed % 3 > 0) for seed in range(60)]
    asked = [(text, base, tip) for text, tip, _ in trees for base in (None, "link0", "link1")]
    for each, arguments in zip(by_page(asked), asked, strict=True):
        assert_same(each, by_python(*arguments))


def test_bad_texts_are_refused_in_the_words_of_python():
    kept = {name: case for name, case in CASES.items() if well_formed(case[0])}
    assert len(kept) > 30
    found = by_page([(text, None, None) for text, _ in kept.values()])
    assert dict(zip(kept, found, strict=True)) == {name: said for name, (_, said) in kept.items()}


def well_formed(text):
    try:
        parsed(text)
    except ValueError:
        return False
    return True


HINGE = (
    '<robot name="r"><link name="a"/><link name="b"><inertial><mass value="{mass}"/>'
    '<origin xyz="{com}"/><inertia {tensor}/></inertial></link>'
    '<joint name="{name}" type="{kind}"><parent link="a"/><child link="b"/>'
    '<origin xyz="{xyz}" rpy="{rpy}"/><axis xyz="{axis}"/>{inside}</joint></robot>'
)
USUAL = {
    "mass": "1", "com": "0 0 0", "tensor": TENSOR, "name": "j", "kind": "revolute",
    "xyz": "0.1 0.2 0.3", "rpy": "0 0 0", "axis": "0 0 1", "inside": "",
}  # fmt: skip
HOSTILE = [
    {"name": "__proto__"},
    {"name": "it's &quot;so&quot;\\"},
    {"name": "&lt;script&gt;alert(1)&lt;/script&gt;"},
    {"axis": "1e300 1e300 0"},
    {"axis": "0 1e-300 0"},
    {"axis": "1e-12 0 -1"},
    {"rpy": "90 0 0"},
    {"rpy": "1.5708 -3.1416 0.785"},
    {"rpy": "+1.57 0.52 1.6"},
    {"xyz": " 1 ", "axis": "0 0 1"},
    {"mass": "0", "tensor": TENSOR.replace('"1"', '"0"')},
    {"mass": "1e9", "com": "10 10 10", "tensor": TENSOR.replace('"1"', '"1e-9"')},
    {"mass": ""},
    {"mass": "0x10"},
    {"mass": "1_0"},
    {"mass": "\u0661"},
    {"kind": "prismatic", "axis": "1 1 1"},
    {"kind": "continuous", "inside": '<limit lower="-1" upper="1"/>'},
    {"inside": '<limit effort="0" velocity="1e10" lower="-1e9" upper="2"/>'},
    {"inside": '<limit velocity="-1"/>'},
    {"inside": '<limit upper="1"/><dynamics damping="0.5" friction="0.25"/>'},
    {"inside": "<mimic/>"},
]


def test_hostile_and_odd_numbers_and_names_are_taken_or_refused_as_by_python():
    asked = [(HINGE.format(**{**USUAL, **odd}), None, None) for odd in HOSTILE]
    for each, arguments in zip(by_page(asked), asked, strict=True):
        assert_same(each, by_python(*arguments))


FLAWED = [
    *(robot(arm=written) for written, _, _ in LIMITS.values()),
    *(robot(**changes) for changes, _ in BESIDE.values()),
    *(robot(weld=inside) for inside in MEANINGLESS),
    *(robot(lift=("floating", inside)) for inside in MEANINGLESS),
    *(robot(hand=BODY.format(mass=m, J=J)) for m, J in ((1e-5, 1), (0.05, 0.3), (0, 1), (1e-9, 1))),
    robot(lift=("revolute", limit(lower="-999999", upper="9999"))),
    robot(arm="<mimic/>"),
    robot(hand="<inertial/>"),
    robot(hand=BODY.format(mass=1, J="0.123456789123").replace('izz="', 'izz="-')),
    robot(arm=limit(effort="-123456789", velocity="-0.0001234567")),
    robot(arm=limit(effort="-1234567e20", velocity="-0.00001234567")),
]


def test_flaws_that_a_chain_does_not_need_are_told_as_by_python():
    asked = [
        (text, base, tip) for text in FLAWED for base in (None, "post") for tip in ("hand", "head")
    ]
    for each, arguments in zip(by_page(asked), asked, strict=True):
        assert_same(each, by_python(*arguments))


FOLLOWING = (
    "",
    '<mimic joint="f1" multiplier="-2" offset="0.05"/>',
    '<mimic joint="f2"/>',
    '<mimic joint="?" offset="0.1"/>',
    '<mimic joint="f1" offset="wide"/>',
)
GRIPPERS = [
    *(with_gripper(left=left, right=right) for left in FOLLOWING for right in FOLLOWING),
    *(branch(*n) for n in ((1, 1), (2, 2), (1, 2, 2), (3, 3), (1, 2), (4, 1, 1), (4, 6, 5))),
    with_gripper(*SENSORS, *WHEELS),
    with_gripper(*SENSORS).replace('"revolute"', '"spherical"'),
    with_gripper().replace('"prismatic"', '"planar"'),
]


def test_grippers_and_the_ends_of_chains_are_those_of_python():
    asked = [
        (text, base, tip) for text in GRIPPERS for base in (None, "l1") for tip in (None, "l2")
    ]
    for each, arguments in zip(by_page(asked), asked, strict=True):
        assert_same(each, by_python(*arguments))


def test_motors_of_transmissions_are_those_of_python():
    texts = [*MOTORS.values(), *(with_drives(*drives) for drives, _ in NOT_READ.values())]
    asked = [(text, base, None) for text in texts for base in (None, "l1")]
    for each, arguments in zip(by_page(asked), asked, strict=True):
        assert_same(each, by_python(*arguments))


def test_parts_are_as_wide_as_by_python_where_frames_are_far_from_the_links():
    (found,) = by_page([(almost_parallel(), None, None)])
    _, remarks = by_python(almost_parallel(), None, None)
    wide = [line for line in remarks if "placeholder" in line]
    assert [line for line in found["remarks"] if "placeholder" in line] == wide != []


@pytest.mark.parametrize(
    "asked",
    [
        "hnad",
        "Left-Finger",
        "lefft_finger_17",
        "palm",
        "x",
        "",
        "left",
        "it's",
        "\u00e9l\u00e9ment",
        "w" * 80,
        "kuka",
    ],
)
def test_links_that_are_not_there_are_told_as_by_python(asked):
    names = [
        "hand",
        "left_finger_17",
        "left_finger_71",
        "palm_link",
        *(f"element {k}" for k in range(9)),
    ]
    for known in (
        names,
        [f"{name} of the long name {'o' * 40}" for name in names],
        names + [f"k{k}" for k in range(30)],
    ):
        links = "".join(f'<link name="{name}"/>' for name in ("root", *known))
        joints = "".join(
            f'<joint name="j{k}" type="fixed"><parent link="root"/><child link="{name}"/></joint>'
            for k, name in enumerate(known)
        )
        text = f'<robot name="r">{links}{joints}</robot>'
        (found,) = by_page([(text, None, asked or "-")])
        assert found == by_python(text, None, asked or "-")[0]


JOINT = (
    '<joint name="j{k}" type="revolute"><parent link="l{k}"/><child link="{child}"/>'
    '<origin xyz="0.4 0.1 0" rpy="{tilt} 0 0"/><axis xyz="0 0 1"/></joint>'
)


@pytest.mark.parametrize("tilt", ["1e-9", "0.0001", "1e-12", "0.02", "0.04"])
def test_frames_of_axes_that_are_almost_parallel_are_those_of_python(tilt):
    links = "".join(f'<link name="l{k}"/>' for k in range(4))
    joints = "".join(JOINT.format(k=k, child=f"l{k + 1}", tilt=tilt) for k in range(3))
    text = f'<robot name="r">{links}{joints}</robot>'
    (found,) = by_page([(text, None, None)])
    assert_same(found, by_python(text, None, None))
    assert ("a_y" in found["description"]) == (tilt in ("1e-9", "0.0001", "0.02"))


def words():
    """Return multiples of pi/4 and their neighbours with any number of digits, and other words."""
    rng = np.random.default_rng(1)
    angles = [k * pi / 4 for k in (*range(1, 18), 100)]
    written = [f"{a:.{d}f}" for a in angles for d in range(20)]
    cut = [text[:-1] for text in written]
    off = [f"{a + step:.{d}f}" for a in angles for d in range(2, 8) for step in (0.6 * 10.0**-d,)]
    powers = [f"{a:.{d}e}" for a in angles for d in range(1, 18)]
    more = ["1570e-3", "0.00157e3", "000.785", "1.57E0", "-1.570", "+.785", ".78539816339744830961"]
    long = [
        "1.5707963267948966192313216916397514420985846996875529104874722961539",
        "3." + "1" * 90,
    ]
    # 11 (pi/4) is not the float of these digits, of which forty are compared
    long += ["8.6393797973719314057722693040186329315421111"]
    random = map(repr, rng.uniform(-13, 13, 50).tolist())
    return [
        *written, *cut, *off, *powers, *more, *long, *random, "0", "-0", "1e-300",
        "1e300", "785e-3", "99999", "7854e-4", "1." + "0" * 60, "3.141",
        "-3.1415", "12.5663", "12.56637061435917295385", "12.5663706143591729538", "4712389e-6",
    ]  # fmt: skip


def test_angles_of_few_digits_are_those_of_python():
    asked = [word for word in words() if word.strip("-+.")]
    found = evaluate(SCRIPTS, f"{json.dumps(asked)}.map(meant_angle)")
    assert found == [meant_angle(word) for word in asked]
