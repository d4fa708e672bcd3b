"""Tests for the arms that come with the package: against print, closed forms and each other."""

import pickle
import subprocess
import sys

import numpy as np
import pytest

from equidyn import Arm, robots
from oracles.closed_forms import planar_2r, planar_2r_of_point_masses, uniform_rods

# nominal position of the textbooks: elbow up, hand level
NOMINAL = (0, np.pi / 4, np.pi, 0, np.pi / 4, 0)

# where the zero position of Corke's frames is in those of Armstrong, Khatib & Burdick
AKB_ZERO = np.array([0, np.pi, np.pi, 0, 0, 0])


def states(n: int, seed: int, size: int = 30) -> np.ndarray:
    """Positions, velocities and accelerations, each (size, n)."""
    return np.random.default_rng(seed).uniform(-3, 3, (3, size, n))


def assert_same_torques(actual, expected):
    """Compare to rounding: both took a few hundred operations on numbers of this size."""
    np.testing.assert_allclose(actual, expected, rtol=0, atol=1e-13 * np.abs(expected).max())


@pytest.mark.parametrize("name", robots.names())
def test_named_robots_load_without_a_warning(name):
    # warnings are errors in this suite
    arm = robots.load(name)
    assert arm.name
    assert robots.load(name) == arm


def test_every_listed_robot_is_a_function_and_completed():
    listed = [name for name, *_ in robots.overview()]
    assert {*listed, *robots.__all__} == set(dir(robots))
    for name in robots.names():
        assert getattr(robots, name)() == robots.load(name)
    assert pickle.loads(pickle.dumps(robots.ur5e)) is robots.ur5e
    assert robots.ur5e.__name__ == "ur5e"


def test_what_the_source_of_a_robot_leaves_out_can_be_given():
    assert robots.irb140().missing == ("mass", "com", "inertia")
    bodies = robots.random_arm(6, seed=0)
    arm = robots.irb140(mass=bodies.mass, com=bodies.com, inertia=bodies.inertia)
    np.testing.assert_array_equal(arm.mass, bodies.mass)
    np.testing.assert_array_equal(arm.a, robots.load("irb140_general").a)


def test_of_an_unknown_robot_the_nearest_one_is_proposed():
    with pytest.raises(AttributeError, match=r"there is no 'scarra'; did you mean 'scara'\?"):
        _ = robots.scarra
    assert not hasattr(robots, "__wrapped__")


@pytest.mark.slow
def test_the_names_of_robots_read_no_file_at_import():
    code = (
        "import pathlib; read = pathlib.Path.read_text; opened = []; "
        "pathlib.Path.read_text = lambda *a, **k: opened.append(a) or read(*a, **k); "
        "from equidyn import robots; robots.__doc__; hasattr(robots, '__wrapped__'); "
        "assert not opened, opened; robots.ur5e(); assert opened"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_saved_robot_loads_by_its_path(tmp_path):
    robots.planar_2r().save(tmp_path / "arm.json")
    assert robots.load(tmp_path / "arm.json") == robots.load("planar_2r")
    assert robots.load(str(tmp_path / "arm.json")) == robots.load("planar_2r")


# --- PUMA 560 -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("qd", "qdd", "printed"),
    [
        (0, 0, (0, 31.6399, 6.0351, 0, 0.0283, 0)),
        (0, 1, (3.35311, 36.0025, 7.42596, 0.190043, 0.203441, 0.194133)),
        (1, 1, (32.4952, 60.867, 17.7436, 1.45452, 1.29911, 0.713781)),
        (1, 0, (29.1421, 56.5044, 16.3528, 1.26448, 1.12392, 0.519648)),
    ],
)
def test_the_published_puma_has_the_torques_printed_for_it(qd, qdd, printed):
    # petercorke/robotics-toolbox-python, tests/test_DHRobot.py, test_rne: four decimals
    tau = robots.puma560("corke").inverse_dynamics(
        NOMINAL, [qd] * 6, [qdd] * 6, friction=True, motors=True
    )
    np.testing.assert_allclose(tau, printed, rtol=0, atol=1e-4)


def test_the_corrected_pumas_of_both_conventions_are_one_arm():
    q, qd, qdd = states(6, seed=1)
    standard, modified = robots.puma560("corrected"), robots.puma560("akb_corrected")
    assert (standard.convention, modified.convention) == ("standard", "modified")
    turned = q + AKB_ZERO
    assert_same_torques(
        modified.inverse_dynamics(turned, qd, qdd), standard.inverse_dynamics(q, qd, qdd)
    )


def test_the_published_pumas_are_not():
    q, qd, qdd = states(6, seed=1)
    turned = q + AKB_ZERO
    standard = robots.puma560("corke").inverse_dynamics(q, qd, qdd)
    modified = robots.puma560("akb").inverse_dynamics(turned, qd, qdd)
    assert np.abs(modified - standard).max() > 1e-2 * np.abs(standard).max()


@pytest.mark.parametrize(
    ("variant", "published", "corrected"),
    [("corrected", "corke", {"com"}), ("akb_corrected", "akb", {"com", "d", "inertia"})],
)
def test_corrections_touch_what_the_docstring_says(variant, published, corrected):
    before, after = robots.puma560(published).to_dict(), robots.puma560(variant).to_dict()
    assert {key for key in before if before[key] != after[key]} == corrected | {"name"}


@pytest.mark.parametrize(
    ("variant", "flat_links"),
    [
        ("corrected", [1, 3]),
        ("corke", [1, 3]),
        ("akb", [1]),
        ("akb_corrected", [1, 3]),
        ("roboop", [1]),
    ],
)
def test_check_tells_what_is_doubtful_about_the_puma(variant, flat_links):
    found = {}
    for finding in robots.puma560(variant).check():
        found.setdefault(finding.what, []).append(finding.link)
    assert found == {"triangle inequality": flat_links, "zero mass": [1]}


# --- planar arms --------------------------------------------------------------------------------


def assert_follows(arm: Arm, form):
    q, qd, qdd = states(arm.n, seed=2)
    expected = np.array([form.torque(*state) for state in zip(q, qd, qdd, strict=True)])
    # rounding grows with the number of links that a joint carries
    atol = 1e-14 * arm.n * np.abs(expected).max()
    np.testing.assert_allclose(arm.inverse_dynamics(q, qd, qdd), expected, rtol=0, atol=atol)


def test_the_planar_arm_follows_its_closed_form():
    assert_follows(robots.planar_2r(), planar_2r())


def test_a_planar_arm_of_point_masses_follows_its_closed_form():
    length, points = (0.5, 0.4), {"mass": (4.6, 2.3), "inertia": (0, 0)}
    arm = robots.planar_2r(length=length, com=length, **points)
    assert_follows(arm, planar_2r_of_point_masses())


@pytest.mark.parametrize("n", [1, 2, 7, 50])
def test_the_uniform_chain_follows_its_closed_form(n):
    assert_follows(robots.uniform_chain(n), uniform_rods(n))


def test_rods_whose_moments_are_no_numbers_are_refused():
    with pytest.raises(ValueError, match=r"^inertia: must be finite, got inf at link 1"):
        robots.uniform_chain(2, length=1e200)


def test_lengths_and_masses_of_the_uniform_chain_scale_the_torques():
    still = np.zeros(5)
    q = states(5, seed=3)[0]
    unit = robots.uniform_chain(5).inverse_dynamics(q, still, still)
    scaled = robots.uniform_chain(5, length=0.5, mass=3.0).inverse_dynamics(q, still, still)
    assert_same_torques(scaled, 0.5 * 3.0 * unit)


# --- random arms --------------------------------------------------------------------------------


@pytest.mark.parametrize("convention", ["standard", "modified"])
@pytest.mark.parametrize("n", [1, 2, 6, 100])
def test_random_arms_are_bodies_that_can_exist(n, convention):
    arm = robots.random_arm(n, seed=n, convention=convention)
    assert arm.check() == ()
    assert (arm.n, arm.convention) == (n, convention)
    moments = np.linalg.eigvalsh(arm.inertia)
    assert np.all(moments[:, 0] + moments[:, 1] > moments[:, 2])


def test_random_arms_depend_on_their_seed_alone():
    assert robots.random_arm(6, seed=4) == robots.random_arm(6, seed=4)
    assert robots.random_arm(6, seed=4) != robots.random_arm(6, seed=5)


def test_random_arms_have_nothing_special():
    arm = robots.random_arm(6, seed=0, friction=True, motors=True)
    for name in ("a", "alpha", "d", "theta", "com", "gravity", "inertia", "viscous", "coulomb"):
        assert np.all(getattr(arm, name))
    off_diagonal = arm.inertia[:, [0, 0, 1], [1, 2, 2]]
    assert len(np.unique(np.abs(off_diagonal))) == off_diagonal.size
    assert not np.allclose(arm.base, np.eye(4))
    assert not np.allclose(arm.tool, np.eye(4))
    np.testing.assert_allclose(np.linalg.norm(arm.gravity), 9.81, rtol=1e-15)


def test_random_arms_mix_joints_unless_told():
    letters = "".join(robots.random_arm(10, seed).joints for seed in range(30))
    assert 50 < letters.count("P") < 150
    assert robots.random_arm(4, seed=0, joints="PRRP").joints == "PRRP"


def test_friction_and_motors_come_when_asked_for_and_change_nothing_else():
    bare = robots.random_arm(5, seed=3)
    driven = robots.random_arm(5, seed=3, friction=True, motors=True)
    assert bare.viscous is bare.coulomb is bare.motor_inertia is bare.gear_ratio is None
    assert driven.with_friction().with_motors() == bare
    one = robots.random_arm(5, seed=3, friction=True)
    assert one.motor_inertia is None
    np.testing.assert_array_equal(one.gear_ratio, driven.gear_ratio)


@pytest.mark.parametrize("n", [1, 6, 50])
def test_drives_of_random_arms_are_of_the_size_of_their_links_as_the_joints_feel_them(n):
    arm = robots.random_arm(n, seed=n, friction=True, motors=True)
    ratio, rods = np.abs(arm.gear_ratio), arm.mass * (2 / n) ** 2
    felt = {
        "rotors": ratio**2 * arm.motor_inertia / rods - 0.5,
        "viscous": (ratio**2 * arm.viscous - 0.1) / 0.9,
        "coulomb, forwards": (ratio * arm.coulomb[:, 0] - 0.1) / 0.9,
        "coulomb, backwards": (-ratio * arm.coulomb[:, 1] - 0.1) / 0.9,
    }
    for name, size in felt.items():
        assert ((size > 0) & (size < 1)).all(), name


def test_torques_of_random_arms_keep_their_size_for_any_n():
    sizes = []
    for n in (1, 10, 100, 1000):
        arm = robots.random_arm(n, seed=0, joints="R" * n)
        still = np.zeros(n)
        q = states(n, seed=0)[0]
        sizes.append(np.abs(arm.inverse_dynamics(q, still, still)).max())
    # at most the weight of 20 kg at 2 m
    assert max(sizes) < 20 * 9.81 * 2
    assert min(sizes) > 1


def test_one_rod_is_no_plural():
    assert robots.uniform_chain(1).name == "uniform rod"
    assert robots.uniform_chain(2).name == "2 uniform rods"
