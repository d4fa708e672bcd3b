"""Published URDF files: by an oracle in their own frames, by other libraries, there and back."""

import re
import warnings
from math import pi
from pathlib import Path

import numpy as np
import pytest

from equidyn import Arm
from oracles.poses import tool_pose
from oracles.urdf_frames import Robot

FOLDER = Path(__file__).parents[3] / "data/urdf"

PANDA = [f"panda_joint{i}" for i in range(1, 8)]
UR = ["shoulder_pan", "shoulder_lift", "elbow", "wrist_1", "wrist_2", "wrist_3"]
UR = [f"{name}_joint" for name in UR]
BAXTER = [f"left_{name}" for name in ("s0", "s1", "e0", "e1", "w0", "w1", "w2")]

# file, base and tip as they are asked for and as they are, the joints between them
CHAINS = {
    "panda": ("panda", (None, "panda_hand_tcp"), ("panda_link0", "panda_hand_tcp"), PANDA),
    "panda's finger": (
        "panda",
        (None, "panda_leftfinger"),
        ("panda_link0", "panda_leftfinger"),
        [*PANDA, "panda_finger_joint1"],
    ),
    "panda's forearm": ("panda", ("panda_link3", "panda_link7"), None, PANDA[3:]),
    "ur3": ("ur3_robot", (None, None), ("world", "wrist_3_link"), UR),
    "ur5": ("ur5_robot", (None, "tool0"), ("world", "tool0"), UR),
    "ur10": ("ur10_robot", ("base_link", "ee_link"), None, UR),
    "kinova": (
        "kinova",
        (None, "j2s6s200_end_effector"),
        ("base", "j2s6s200_end_effector"),
        [f"j2s6s200_joint_{i}" for i in range(1, 7)],
    ),
    "xarm7": ("xarm7", (None, None), ("world", "link_eef"), [f"joint{i}" for i in range(1, 8)]),
    "z1": (
        "z1",
        (None, None),
        ("world", "gripperMover"),
        [*(f"joint{i}" for i in range(1, 7)), "jointGripper"],
    ),
    "so100": (
        "so100",
        (None, None),
        ("base", "jaw"),
        ["shoulder_pan", "shoulder_lift", "elbow_flex", "wrist_flex", "wrist_roll", "gripper"],
    ),
    "baxter": ("baxter", (None, "left_gripper"), ("base", "left_gripper"), BAXTER),
    "qbmove": ("qbmove", (None, None), ("world", "Tip"), ["J1", "J2"]),
}

# what is written in these files, and what is meant by it
MEANT = {
    "panda": {},
    "ur3_robot": {},
    "ur5_robot": {},
    "ur10_robot": {},
    "kinova": {"1.570796327": pi / 2},
    "xarm7": {"1.5708": pi / 2},
    "z1": {},
    "so100": {"1.57079": pi / 2},
    "baxter": {"0.7854": pi / 4, "1.57079633": pi / 2},
    "qbmove": {"1.57": pi / 2},
}
# read without a word: nobody sees a difference of less than 1e-11
SILENT = {"1.57079632679": pi / 2, "3.14159265359": pi, "1.570796326794897": pi / 2}
each_chain = pytest.mark.parametrize("name", CHAINS)


def read(name, **options):
    """The arm of a chain, what was said of it, and an oracle of the file."""
    file, (base, tip), ends, joints = CHAINS[name]
    path = FOLDER / f"{file}.urdf"
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        arm = Arm.from_urdf(path, base=base, tip=tip, **options)
    assert len(caught) <= 1
    said = str(caught[0].message) if caught else ""
    return arm, said, Oracle(path.read_text(), ends or (base, tip), joints)


class Oracle:
    """A chain of a text."""

    def __init__(self, text, ends, joints):
        self.base, self.tip = ends
        self.joints = joints
        self.text = text
        self.robot = Robot(text, joints)

    def torques(self, q, qd, qdd):
        states = zip(q, qd, qdd, strict=True)
        return np.array([self.robot.torque(self.base, *state) for state in states])

    def pose(self, q):
        return self.robot.pose(self.base, self.tip, q)


def states(arm, count=2, seed=1):
    return np.random.default_rng(seed).uniform(-2, 2, (3, count, arm.n))


def assert_same(actual, expected, part):
    np.testing.assert_allclose(actual, expected, rtol=0, atol=part * np.abs(expected).max())


@each_chain
def test_lumped_links_in_new_frames_take_the_torques_of_the_links_of_the_file(name):
    arm, said, oracle = read(name, exact=True)
    assert "multiples" not in said
    assert arm.n == len(oracle.joints)
    state = states(arm)
    assert_same(arm.inverse_dynamics(*state), oracle.torques(*state), 1e-12)


@each_chain
def test_the_tool_is_the_tip_link_and_the_world_the_base_link(name):
    arm, _, oracle = read(name, exact=True)
    for q in states(arm)[0]:
        np.testing.assert_allclose(tool_pose(arm, q), oracle.pose(q), rtol=0, atol=1e-12)


@each_chain
def test_angles_of_few_digits_are_read_as_what_is_meant_by_them_and_listed(name):
    arm, said, oracle = read(name)
    meant = MEANT[CHAINS[name][0]]
    listed = re.search(r"rounded angles replaced .*", said)
    found = set(re.findall(r"-?([\d.]+) \(", listed[0])) if listed else set()
    assert found == set(meant)
    text = oracle.text
    for written, angle in (meant | SILENT).items():
        text = re.sub(rf"(?<![\d.]){re.escape(written)}(?!\d)", repr(angle), text)
    state = states(arm)
    expected = Oracle(text, (oracle.base, oracle.tip), oracle.joints).torques(*state)
    assert_same(arm.inverse_dynamics(*state), expected, 1e-12)


@each_chain
def test_torques_survive_a_urdf_and_the_other_convention(name):
    arm, _, _ = read(name)
    state = states(arm)
    expected = arm.inverse_dynamics(*state)
    standard = arm.to_convention("standard")
    with warnings.catch_warnings():
        # data of these files are doubtful before and after
        warnings.simplefilter("ignore")
        returned = [Arm.from_urdf(x.to_urdf()) for x in (arm, standard)]
    for same in (*returned, standard.to_convention("modified")):
        assert_same(same.inverse_dynamics(*state), expected, 1e-12)
        assert_same(tool_pose(same, state[0][0]), tool_pose(arm, state[0][0]), 1e-12)
