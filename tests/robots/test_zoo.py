"""The robots of the data files: complete or refused, of known masses, and as others have them."""

import json
import re
from pathlib import Path

import numpy as np
import pytest

from equidyn import Arm, ArmWarning, robots
from oracles.closed_forms import CLOSED_FORMS, uniform_rods
from oracles.poses import tool_pose

DATA = Path(__file__).parents[1] / "data"
THIRD_PARTY = json.loads((DATA / "third_party.json").read_text())

# fmt: off
SHORT_NAMES = {
    "puma560", "stanford", "ur3", "ur5", "ur10", "ur3e", "ur5e", "ur10e", "ur16e",
    "panda", "fer", "fr3", "iiwa7", "iiwa14", "gen3", "sawyer", "baxter", "sia10",
    "planar_2r", "planar_rp", "scara", "cartesian", "cylindrical", "spherical", "rods",
    "twolink",
}
# fmt: on
WITHOUT_DYNAMICS = ["sasaki", "cobra600", "irb140", "rx90"]

FORMS = {form.name: form for form in CLOSED_FORMS}
TEXTBOOK = {
    "planar_rp": "craig-rp",
    "scara": "mls-scara",
    "cartesian": "cartesian-ppp",
    "cylindrical": "cylindrical-rpp",
    "spherical": "spherical-rrp",
}


def states(n, count=10, seed=5):
    return np.random.default_rng(seed).uniform(-2, 2, (3, count, n))


def assert_same(actual, expected, part=1e-13):
    np.testing.assert_allclose(actual, expected, rtol=0, atol=part * np.abs(expected).max())


def test_robots_have_the_short_names_that_one_would_try():
    assert set(robots.names()) >= SHORT_NAMES
    assert robots.names()[0] == "puma560"


@pytest.mark.parametrize("name", WITHOUT_DYNAMICS)
def test_a_robot_without_dynamics_says_so_and_computes_no_zeros(name):
    assert name not in robots.names()
    assert robots.about(name).status == "no dynamics"
    arm, general = robots.load(name), robots.load(f"{name}_general")
    q = np.ones(arm.n)
    np.testing.assert_array_equal(arm.jacobian(q).shape, (6, arm.n))
    with pytest.raises(
        ValueError, match=r"^mass_matrix: the arm .* has no (mass and no com|inertia)"
    ):
        arm.mass_matrix(q)
    assert general.check() == ()
    assert np.abs(general.inverse_dynamics(*states(general.n))).min() > 0


def test_a_general_arm_has_the_bodies_of_a_random_one():
    general, random = robots.load("rx90_general"), robots.random_arm(6, seed=0)
    for name in ("mass", "com", "inertia"):
        np.testing.assert_array_equal(getattr(general, name), getattr(random, name))


@pytest.mark.parametrize("name", [*TEXTBOOK, "rods"])
def test_an_arm_of_a_textbook_follows_its_closed_form(name):
    arm = robots.load(name)
    form = uniform_rods(3) if name == "rods" else FORMS[TEXTBOOK[name]]
    q, qd, qdd = states(arm.n)
    expected = [form.torque(*state) for state in zip(q, qd, qdd, strict=True)]
    assert_same(arm.inverse_dynamics(q, qd, qdd), expected)


@pytest.mark.parametrize(
    ("name", "file", "base", "tip", "rounding"),
    [
        ("fer", "panda", "panda_link0", "panda_link8", 1e-12),
        # angles and lengths were published with eight digits
        ("baxter", "baxter", "base", "left_wrist", 2e-7),
        ("ur5", "ur5_robot", "base", "tool0", 1e-12),
        ("ur3", "ur3_robot", "base", "tool0", 1e-8),
        ("ur10", "ur10_robot", "base", "tool0", 1e-8),
    ],
)
@pytest.mark.filterwarnings("ignore::equidyn.ArmWarning")
def test_a_robot_is_where_another_publication_has_it(name, file, base, tip, rounding):
    arm = robots.load(name)
    if name.startswith("ur"):
        # the maker's base is half a turn from that of the URDF
        arm = arm.with_base(np.diag((-1.0, -1.0, 1.0, 1.0)))
    text = (DATA / f"urdf/{file}.urdf").read_text()
    for q in states(arm.n, 3)[0]:
        expected = tool_pose(Arm.from_urdf(text, base=None, tip=tip), q)
        np.testing.assert_allclose(tool_pose(arm, q)[:3, 3], expected[:3, 3], rtol=0, atol=rounding)


@pytest.mark.parametrize(
    ("name", "key"),
    [("panda", "panda_gaz2019"), ("puma560_corke", "puma560_rtb_dh"), ("twolink", "twolink_rtb")],
)
def test_a_robot_is_the_arm_for_which_others_printed_numbers(name, key):
    # the numbers themselves are compared with every formulation elsewhere
    arm = robots.load(name)
    given = THIRD_PARTY["arms"][key]["from_dh"]
    expected = Arm._quietly(given)
    assert_same(
        arm.with_gravity((0, 0, -9.81)).inverse_dynamics(*states(arm.n)),
        expected.with_gravity((0, 0, -9.81)).inverse_dynamics(*states(arm.n)),
    )


def test_the_panda_is_where_the_robotics_toolbox_has_it():
    # tests/test_DHRobot.py, test_fkine_panda: four decimals
    tool = [
        [0.5**0.5, 0.5**0.5, 0, 0],
        [-(0.5**0.5), 0.5**0.5, 0, 0],
        [0, 0, 1, 0.21],
        [0, 0, 0, 1],
    ]
    printed = [
        [-0.8583, 0.1178, 0.4994, 0.1372],
        [0.198, 0.9739, 0.1106, 0.3246],
        [-0.4734, 0.1938, -0.8593, 0.4436],
        [0, 0, 0, 1],
    ]
    pose = tool_pose(robots.load("panda").with_tool(tool), [1, 2, 3, 4, 5, 6, 7])
    np.testing.assert_allclose(pose, printed, rtol=0, atol=1e-4)


def test_a_robot_tells_where_its_data_are_from():
    about = robots.about("baxter")
    cells = dict(about.table().rows)
    assert "RethinkRobotics/baxter_common" in cells["source"]
    assert cells["licence"] == "BSD-3-Clause"
    assert cells["joints"] == "7, RRRRRRR"
    assert ("remark", "the left arm on a torso that does not move") in about.table().rows
    for text in (str(about), repr(about), about._repr_html_()):
        assert all(word in text for word in ("BSD-3-Clause", "the left arm on a torso"))
        assert "'alpha'" not in text
    assert robots.about("puma560") == robots.about("puma560_corrected")
    with pytest.raises(ValueError, match=r"^name: there is no 'planar_2r'"):
        robots.about("planar_2r")


def test_a_urdf_loads_by_its_path(tmp_path):
    arm = robots.load("scara")
    path = tmp_path / "scara.urdf"
    path.write_text(arm.to_urdf())
    assert_same(robots.load(path).inverse_dynamics(*states(4)), arm.inverse_dynamics(*states(4)))
    with pytest.warns(ArmWarning, match="with all links that they carry: the joints 'joint_3'"):
        assert robots.load(str(path), tip="link_2").n == 2


def test_a_urdf_loads_from_a_base_and_with_its_digits(tmp_path):
    path = tmp_path / "scara.urdf"
    text = robots.load("scara").to_urdf().replace('rpy="0 0 0"', 'rpy="1.5708 0 0"')
    path.write_text(text)
    with pytest.warns(ArmWarning, match="rounded angles replaced"):
        assert robots.load(path, base="link_1") == Arm.from_urdf(text, base="link_1")
    exact = robots.load(path, base="link_1", exact=True)
    assert exact == Arm.from_urdf(text, base="link_1", exact=True)
    assert exact.n == 3


@pytest.mark.parametrize("option", [{"tip": "hand"}, {"base": "foot"}, {"exact": True}])
@pytest.mark.parametrize("arm", ["ur5", "arm.json"])
def test_how_to_read_is_for_a_urdf_alone(arm, option):
    [name] = option
    with pytest.raises(
        ValueError, match=rf"^{name}: only for robots in a URDF, got .*{re.escape(arm)}"
    ):
        robots.load(arm, **option)
