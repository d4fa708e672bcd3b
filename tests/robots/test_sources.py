"""Robots of the zoo beside their sources: link by link, and as other libraries read them."""

import json
from xml.etree import ElementTree

import numpy as np
import pytest

import robot_vectors
from equidyn import Arm, robots
from equidyn.arm.formats.file import with_infinite_limits
from equidyn.robots import zoo
from oracles.poses import link_poses, screw, tool_pose
from oracles.urdf_frames import Robot, origin

FOLDER = robot_vectors.FOLDER
VECTORS = json.loads(robot_vectors.VECTORS.read_text())
TABLES = robot_vectors.tables()
STATES = ("q", "qd", "qdd")
# tensors that were turned into other frames are written with 14 decimals
DECIMALS = 1e-14
URDFS = sorted(set(VECTORS) - set(TABLES))
# words, and positions that have sources of their own
NOT_OF_TABLES = {"name", "joint_names", "configurations"}
# the source has one round number for every joint, which the zoo leaves out
WITHOUT_EFFORT = {"iiwa7", "iiwa14"}


def published(name):
    """The arm of a file of the zoo, falling straight down; general bodies where it has none."""
    complete = zoo.record(name).complete
    return robots.load(name if complete else f"{name}_general").with_gravity((0, 0, -9.81))


def test_robots_with_dynamics_have_a_source_or_are_of_a_textbook():
    records = {name: zoo.record(name) for name in zoo.names()}
    own = {name for name, each in records.items() if "numbers of our own" in each.source}
    assert own == {"cartesian", "cylindrical", "planar_rp", "scara", "spherical"}
    assert set(records) - own == set(VECTORS)


@pytest.mark.parametrize("name", VECTORS)
@pytest.mark.filterwarnings("ignore::equidyn.ArmWarning")
def test_a_robot_computes_what_other_libraries_compute_from_its_source(name):
    arm, given = published(name), {key: np.array(x) for key, x in VECTORS[name].items()}
    q, qd, qdd = (given[key] for key in STATES)
    computed = {"tool_pose": np.array([tool_pose(arm, each) for each in q])}
    if zoo.record(name).complete:
        computed["gravity_torque"] = arm.gravity_torque(q)
        computed["torque"] = arm.inverse_dynamics(q, qd, qdd)
        computed["mass_matrix"] = arm.mass_matrix(q)
    assert computed.keys() == given.keys() - {
        "computed by",
        "tolerance",
        "reason",
        "q",
        "qd",
        "qdd",
    }
    for key, actual in computed.items():
        expected = given[key]
        largest = np.abs(expected).max()
        allowed = given["tolerance"] * largest
        np.testing.assert_allclose(actual, expected, rtol=0, atol=allowed, err_msg=key)


@pytest.mark.parametrize("name", URDFS)
def test_each_body_of_a_robot_is_where_and_as_its_urdf_has_it(name):
    arm, tolerance = published(name), VECTORS[name]["tolerance"]
    source = robot_vectors.read(name)
    robot = Robot(source.text, source.ends.joints)
    q = np.array(VECTORS[name]["q"][0])
    bodies = [link for link, inertial in robot.inertials.items() if inertial is not None]
    assert len(bodies) == arm.n
    for k, (link, pose) in enumerate(zip(bodies, link_poses(arm, q), strict=True)):
        inertial = robot.inertials[link]
        mass, tensor = of_inertial(inertial)
        place = robot.pose("base", link, q) @ origin(inertial)
        R, turned = place[:3, :3], pose[:3, :3]
        assert arm.mass[k] == mass, link
        centre = pose[:3, :3] @ arm.com[k] + pose[:3, 3]
        np.testing.assert_allclose(centre, place[:3, 3], rtol=0, atol=tolerance, err_msg=link)
        actual, expected = turned @ arm.inertia[k] @ turned.T, R @ tensor @ R.T
        allowed = tolerance * np.abs(expected).max() + DECIMALS
        np.testing.assert_allclose(actual, expected, rtol=0, atol=allowed, err_msg=link)


def of_inertial(inertial):
    """Mass, and tensor in the axes of the element."""
    get = {key: float(x) for key, x in inertial.find("inertia").attrib.items()}
    tensor = [[get["i" + "".join(sorted(a + b))] for b in "xyz"] for a in "xyz"]
    return float(inertial.find("mass").get("value")), np.array(tensor)


@pytest.mark.parametrize("name", URDFS)
def test_limits_are_those_of_the_urdf(name):
    given = [
        [float(joint.find("limit").get(end)) for end in ("lower", "upper")]
        if joint.get("type") == "revolute"
        else [-np.inf, np.inf]
        for joint in ElementTree.fromstring(robot_vectors.read(name).text).findall("joint")
        if joint.get("type") != "fixed"
    ]
    limits = robots.load(name).limits
    if limits is None:
        limits = np.full((len(given), 2), (-np.inf, np.inf))
    np.testing.assert_allclose(limits, given, rtol=1e-12)


@pytest.mark.parametrize("name", URDFS)
@pytest.mark.parametrize("what", ["velocity", "effort"])
def test_limits_of_speed_and_effort_are_those_of_the_urdf(name, what):
    limits = [
        joint.find("limit")
        for joint in ElementTree.fromstring(robot_vectors.read(name).text).findall("joint")
        if joint.get("type") != "fixed"
    ]
    given = [np.inf if limit is None else float(limit.get(what)) for limit in limits]
    found = getattr(robots.load(name), f"{what}_limits")
    if what == "effort" and name in WITHOUT_EFFORT:
        assert set(given) == {200.0}
        given = [np.inf] * len(given)
    assert given == ([np.inf] * len(given) if found is None else found.tolist())


@pytest.mark.parametrize("name", URDFS)
def test_joints_have_the_names_of_the_urdf(name):
    # the bodies are compared above, at the same positions of these joints
    assert robots.load(name).joint_names == tuple(robot_vectors.read(name).ends.joints)


def test_a_message_of_a_robot_fits_its_arm():
    # sorted, as joint_state_broadcaster publishes them, and with fingers
    fr3 = ["fr3_finger_joint1", *(f"fr3_joint{k}" for k in range(1, 8))]
    np.testing.assert_array_equal(robots.load("fr3").order(fr3), range(1, 8))
    ur = [
        "elbow_joint",
        "shoulder_lift_joint",
        "shoulder_pan_joint",
        "wrist_1_joint",
        "wrist_2_joint",
        "wrist_3_joint",
    ]
    np.testing.assert_array_equal(robots.load("ur5e").order(ur), [2, 1, 0, 3, 4, 5])
    assert robots.load("panda").joint_names == tuple(f"panda_joint{k}" for k in range(1, 8))


# of the Robotics Toolbox, which counts this angle otherwise than its limits
BEYOND_LIMITS = {("irb140", "ready"), ("irb140", "down")}


@pytest.mark.parametrize("name", zoo.names())
def test_configurations_have_a_source_and_are_within_the_limits(name):
    arm = robots.load(name)
    for key, q in arm.configurations.items():
        assert arm.configurations.source(key)
        beyond = [finding for finding in arm.check(q) if finding.what == "beyond limit"]
        assert bool(beyond) == ((name, key) in BEYOND_LIMITS)


# of the base, upper arm, forearm and wrist, m
LENGTHS = {
    "ur3": (0.1519, 0.24365, 0.21325, 0.08535),
    "ur5": (0.089159, 0.425, 0.39225, 0.09465),
    "ur10": (0.1273, 0.612, 0.5723, 0.1157),
    "ur5e": (0.1625, 0.425, 0.3922, 0.0997),
}


@pytest.mark.parametrize("name", LENGTHS)
def test_up_is_a_configuration_in_which_the_arm_is_as_high_as_its_links_are_long(name):
    arm = robots.load(name)
    height = tool_pose(arm, arm.configurations["up"])[2, 3]
    # the source has right angles of four decimals
    assert height == pytest.approx(sum(LENGTHS[name]), abs=1e-7)


@pytest.mark.parametrize("name", TABLES)
def test_the_numbers_of_a_robot_are_those_of_its_table(name):
    arm, table = zoo.record(name).arm, with_infinite_limits(TABLES[name])
    keys = arm.keys() - NOT_OF_TABLES
    assert keys == table.keys() - {"source"}
    for key in keys:
        if isinstance(arm[key], str):
            assert arm[key] == table[key]
        else:
            np.testing.assert_allclose(arm[key], table[key], rtol=1e-12, atol=1e-15, err_msg=key)


@pytest.mark.parametrize("name", zoo.names())
def test_no_number_of_a_robot_changes_by_accident(name):
    # tools/robot_vectors.py says when a digest is to be renewed
    digests = json.loads(robot_vectors.DIGESTS.read_text())
    assert digests.keys() == set(zoo.names())
    assert robot_vectors.digest(name) == digests[name]


@pytest.mark.parametrize("name", VECTORS)
def test_the_libraries_still_compute_what_is_written_down(name):
    pytest.importorskip("pinocchio")
    pytest.importorskip("mujoco")
    fresh = robot_vectors.vectors(name)
    for key in fresh.keys() - {"computed by", "reason"}:
        np.testing.assert_allclose(fresh[key], VECTORS[name][key], rtol=0, atol=1e-10, err_msg=key)


# what the Robotics Toolbox for Python has otherwise: a pedestal, tools, a length of the PUMA 560
OF_TOOLBOX = {
    "irb140": ("IRB140", {}),
    "cobra600": ("Cobra600", {}),
    "panda": ("Panda", {"tool": screw(2, -np.pi / 4, 0.21)}),
    "puma560_corke": ("Puma560", {"d": [0.67183, 0, 0.15005, 0.4318, 0, 0]}),
    "stanford_toolbox": ("Stanford", {"a": [0, 0, 0.0203, 0, 0, 0], "tool": np.eye(4)}),
}


@pytest.mark.filterwarnings("ignore")  # they warn of their own code
@pytest.mark.parametrize("name", OF_TOOLBOX)
def test_a_robot_of_the_robotics_toolbox_moves_and_takes_torques_as_there(name):
    toolbox = pytest.importorskip("roboticstoolbox")
    model, otherwise = OF_TOOLBOX[name]
    theirs, arm = getattr(toolbox.models.DH, model)(), published(name)
    arm = Arm._quietly({**arm.to_dict(), **otherwise})
    for q, qd, qdd in zip(*(np.array(VECTORS[name][key]) for key in STATES), strict=True):
        np.testing.assert_allclose(tool_pose(arm, q), theirs.fkine(q).A, rtol=0, atol=1e-12)
        if model in ("Puma560", "Stanford"):  # the others have no bodies, or unusable ones
            drives = {"motors": True, "friction": arm.viscous is not None}
            torque = arm.inverse_dynamics(q, qd, qdd, **drives)
            expected = theirs.rne(q, qd, qdd)
            largest = np.abs(expected).max()
            np.testing.assert_allclose(torque, expected, rtol=0, atol=1e-12 * largest)
