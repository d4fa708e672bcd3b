"""Tests for the arm as a value: kept, compared, changed into others, stored, shown, checked."""

import copy
import json
import pickle
import re
import warnings

import numpy as np
import pytest

import equidyn
from equidyn import Arm, ArmWarning, BaseMotion, robots
from equidyn.arm.states import random_motion

# one of everything, and nothing special
DATA = {
    "convention": "standard",
    "joints": "RPR",
    "a": [0.3, -0.1, 0.2],
    "alpha": [0.4, -1.2, 2.0],
    "d": [0.1, 0.2, -0.3],
    "theta": [0.0, 0.5, -0.7],
    "mass": [3.0, 2.0, 1.0],
    "com": [[-0.1, 0.02, 0.03], [0.0, 0.1, -0.05], [0.01, -0.02, 0.1]],
    "inertia": [
        [[0.3, 0.02, 0.01], [0.02, 0.35, -0.03], [0.01, -0.03, 0.25]],
        [[0.2, -0.01, 0.0], [-0.01, 0.15, 0.02], [0.0, 0.02, 0.18]],
        [[0.1, 0.0, 0.01], [0.0, 0.12, 0.0], [0.01, 0.0, 0.08]],
    ],
    "gravity": [1.0, -2.0, -9.0],
    "base": [[0, -1, 0, 0.5], [1, 0, 0, -0.5], [0, 0, 1, 1.5], [0, 0, 0, 1]],
    "tool": [[1, 0, 0, 0.1], [0, 0, -1, 0.2], [0, 1, 0, 0.3], [0, 0, 0, 1]],
    "motor_inertia": [1e-4, 2e-4, 3e-4],
    "gear_ratio": [100.0, -50.0, 80.0],
    "viscous": [1e-3, 2e-3, 3e-3],
    "coulomb": [[0.3, -0.4], [0.1, -0.2], [0.2, -0.1]],
    "limits": [[-3.0, 3.0], [0.0, 0.8], [-2.0, 1.0]],
    "name": "one of everything",
}
OPTIONAL = ("base", "tool", "motor_inertia", "gear_ratio", "viscous", "coulomb", "limits", "name")
ARRAYS = [name for name, value in DATA.items() if not isinstance(value, str)]


def make(**changes) -> Arm:
    return Arm.from_dh(**{**DATA, **changes})


def states(arm: Arm, seed: int, size: int = 20) -> np.ndarray:
    """Positions, velocities and accelerations, each (size, n)."""
    return np.random.default_rng(seed).uniform(-3, 3, (3, size, arm.n))


def torques(arm: Arm, seed: int = 0, **options) -> np.ndarray:
    return arm.inverse_dynamics(*states(arm, seed), **options)


def assert_same_torques(actual, expected):
    """Compare to rounding: both took a few hundred operations on numbers of this size."""
    np.testing.assert_allclose(actual, expected, rtol=0, atol=1e-13 * np.abs(expected).max())


# --- a value ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", DATA)
def test_data_are_kept_as_given(name):
    kept = getattr(make(), name)
    np.testing.assert_array_equal(kept, DATA[name])
    if name in ARRAYS:
        assert kept.dtype == np.float64


def test_data_left_out_have_the_documented_defaults():
    arm = Arm.from_dh(**{name: DATA[name] for name in DATA if name not in (*OPTIONAL, "gravity")})
    assert arm.n == 3
    assert arm.name == ""
    np.testing.assert_array_equal(arm.gravity, (0, 0, -9.81))
    np.testing.assert_array_equal(arm.base, np.eye(4))
    np.testing.assert_array_equal(arm.tool, np.eye(4))
    for name in ("motor_inertia", "gear_ratio", "viscous", "coulomb", "limits"):
        assert getattr(arm, name) is None


@pytest.mark.parametrize("joints", ["rpR", ["R", "P", "R"], ("r", "p", "r")], ids=str)
def test_joints_are_letters_of_any_case_or_a_list_of_them(joints):
    assert make(joints=joints) == make(joints="RPR")


def test_joints_are_revolute_or_prismatic():
    revolute = make(joints="RPR").revolute
    assert revolute.dtype == bool
    assert revolute.tolist() == [True, False, True]
    assert not revolute.flags.writeable


def test_principal_moments_are_the_diagonal_of_tensors():
    moments = [[0.3, 0.35, 0.25], [0.2, 0.15, 0.18], [0.1, 0.12, 0.08]]
    assert make(inertia=moments) == make(inertia=[np.diag(row) for row in moments])
    loads = ((0.02, 0.03, 0.04), np.diag([0.02, 0.03, 0.04]))
    one, other = (make().with_payload(1.0, inertia=inertia) for inertia in loads)
    assert one == other


@pytest.mark.parametrize("name", ARRAYS)
def test_arrays_cannot_be_written_to(name):
    with pytest.raises(ValueError, match="read-only"):
        getattr(make(), name)[...] = 0


@pytest.mark.parametrize("name", ARRAYS)
def test_arrays_cannot_be_made_writeable(name):
    array = getattr(make(), name)
    with pytest.raises(ValueError, match="WRITEABLE"):
        array.setflags(write=True)
    while isinstance(array, np.ndarray):
        array = array.base
    assert isinstance(array, bytes)


def test_a_base_motion_cannot_be_made_writeable():
    for array in BaseMotion((1, 2, 3)).as_tuple():
        with pytest.raises(ValueError, match="WRITEABLE"):
            array.setflags(write=True)


@pytest.mark.parametrize("name", ARRAYS)
def test_entries_that_a_mask_leaves_out_are_not_taken_for_data(name):
    masked = np.ma.masked_array(DATA[name])
    assert make(**{name: masked}) == make()
    masked[0] = np.ma.masked
    with pytest.raises(ValueError, match=f"{name}: expected numbers, got a masked array"):
        make(**{name: masked})


@pytest.mark.parametrize("name", [*DATA, "n", "an_attribute_that_there_is_not"])
def test_attributes_cannot_be_set(name):
    with pytest.raises(AttributeError):
        setattr(make(), name, 1)


def test_later_changes_of_the_input_do_not_reach_the_arm():
    mass = np.array(DATA["mass"])
    arm = make(mass=mass)
    before = torques(arm)
    mass *= 2
    np.testing.assert_array_equal(arm.mass, DATA["mass"])
    np.testing.assert_array_equal(torques(arm), before)


def test_equal_data_make_equal_arms_with_equal_hashes():
    assert make() == make()
    assert hash(make()) == hash(make())
    assert len({make(), make(), make(name="another")}) == 2


@pytest.mark.parametrize("name", [name for name in ARRAYS if name not in ("base", "tool")])
def test_one_bit_makes_arms_unequal(name):
    changed = np.array(DATA[name], float)
    # the first entry on the diagonal of a tensor, so that it stays symmetric
    changed.flat[0] = np.nextafter(changed.flat[0], np.inf)
    assert make(**{name: changed}) != make()


@pytest.mark.parametrize(
    "change",
    [
        {"convention": "modified"},
        {"joints": "RRR"},
        {"name": "another"},
        {"base": None},
        {"tool": None},
        {"limits": None},
        {"theta": [-0.0, 0.5, -0.7]},
    ],
    ids=str,
)
def test_other_data_make_arms_unequal(change):
    assert make(**change) != make()


@pytest.mark.parametrize("size", [1.7e308, 5e-324])
def test_the_largest_and_the_smallest_tensors_are_kept_as_they_are(size):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ArmWarning)
        arm = make(inertia=[size * np.eye(3)] * 3)
    np.testing.assert_array_equal(arm.inertia, [size * np.eye(3)] * 3)


def test_the_largest_tensors_become_exactly_symmetric():
    tensor = np.diag([1.7e308] * 3)
    tensor[0, 1], tensor[1, 0] = 1e308, np.nextafter(1e308, 0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ArmWarning)
        found = make(inertia=[tensor] * 3).inertia[0]
    np.testing.assert_array_equal(found, found.T)
    np.testing.assert_allclose(found, tensor, rtol=1e-15)


def test_an_arm_is_unequal_to_what_is_no_arm():
    assert make() != DATA
    assert make() != "one of everything"


@pytest.mark.parametrize(
    "duplicate", [copy.copy, copy.deepcopy, lambda a: pickle.loads(pickle.dumps(a))]
)
def test_copies_and_pickles_are_equal_and_compute_the_same(duplicate):
    arm = make()
    twin = duplicate(arm)
    assert twin == arm
    np.testing.assert_array_equal(torques(twin), torques(arm))


@pytest.mark.parametrize("arm", [make(), robots.puma560()], ids=lambda arm: arm.name)
def test_an_arm_and_its_methods_are_sent_in_a_few_kilobytes(arm):
    torques(arm)  # what calls leave in an arm stays behind
    assert len(pickle.dumps(arm)) < 4096
    assert len(pickle.dumps(arm.inverse_dynamics)) < 4096


class PaintedArm(Arm):
    """Subclass of a user."""


def test_an_arm_of_a_subclass_computes_beside_others():
    arm = make()
    painted, state = PaintedArm.from_dict(arm.to_dict()), np.ones((3, arm.n))
    expected = arm.inverse_dynamics(*state)
    for one in (painted, arm, painted):
        np.testing.assert_array_equal(one.inverse_dynamics(*state), expected)
    with pytest.raises(TypeError, match=r"expected an equidyn\.Arm, got"):
        PaintedArm.inverse_dynamics(type("Other", (), {})(), *state)


@pytest.mark.parametrize(
    "duplicate", [copy.copy, copy.deepcopy, lambda a: pickle.loads(pickle.dumps(a))]
)
def test_copies_and_pickles_of_subclasses_are_what_they_were(duplicate):
    arm = PaintedArm.from_dict(make().to_dict())
    object.__setattr__(arm, "colours", ["red", "blue"])
    twin = duplicate(arm)
    assert type(twin) is PaintedArm
    assert twin == arm
    assert twin.colours == ["red", "blue"]


def test_methods_pickle_bound_and_unbound():
    arm = make()
    for name in dir(Arm):
        method = getattr(Arm, name)
        if not name.startswith("_") and callable(method):
            assert pickle.loads(pickle.dumps(method)) == method
            bound = pickle.loads(pickle.dumps(getattr(arm, name)))
            assert getattr(bound, "__name__", name) == name


@pytest.mark.parametrize("n", [1, 2, 1000])
def test_arms_of_any_length(n):
    arm = robots.uniform_chain(n)
    assert arm.n == len(arm.joints) == len(arm.mass) == n
    assert torques(arm).shape == (20, n)


def test_plain_construction_says_how_arms_are_made():
    with pytest.raises(TypeError, match=r"^Arm: make one with Arm\.from_dh, Arm\.from_urdf, "):
        Arm()


def test_tensors_that_are_symmetric_but_for_rounding_become_so():
    inertia = np.array(DATA["inertia"])
    inertia[0, 0, 1] *= 1 + 4e-16
    kept = make(inertia=inertia).inertia
    np.testing.assert_array_equal(kept, kept.transpose(0, 2, 1))
    assert make(inertia=kept) == make(inertia=inertia)


# --- other arms made of it ----------------------------------------------------------------------

TURNED = [[0, 0, 1, 0.1], [1, 0, 0, 0.2], [0, 1, 0, 0.3], [0, 0, 0, 1]]


@pytest.mark.parametrize(
    ("method", "arguments"),
    [
        ("with_name", {"name": "another"}),
        ("with_gravity", {"gravity": [0, 0, -1.62]}),
        ("with_base", {"base": TURNED}),
        ("with_base", {"base": None}),
        ("with_tool", {"tool": TURNED}),
        ("with_tool", {"tool": None}),
        ("with_limits", {"limits": [[-1, 1]] * 3}),
        ("with_limits", {"limits": None}),
        ("with_friction", {"viscous": [1, 2, 3], "coulomb": None}),
        ("with_friction", {"viscous": None, "coulomb": [[1, -2]] * 3}),
        ("with_motors", {"motor_inertia": [1, 2, 3], "gear_ratio": None}),
    ],
    ids=str,
)
def test_with_methods_change_what_they_name_and_nothing_else(method, arguments):
    arm = make()
    assert getattr(arm, method)(**arguments) == make(**arguments)
    assert arm == make()


@pytest.mark.parametrize("options", [{}, {"com": (0.1, 0.2, 0.3)}, {"inertia": np.zeros((3, 3))}])
def test_a_zero_payload_is_exactly_the_identity(options):
    arm = make()
    assert arm.with_payload(0, **options) is arm
    assert arm.with_payload(0.0, **options) is arm


def test_a_payload_adds_the_torques_that_it_takes_alone():
    # torques are linear in the inertial data, so arm and load can be carried one at a time
    load = {"mass": 1.5, "com": (0.05, -0.1, 0.2), "inertia": np.diag([0.02, 0.03, 0.04])}
    with pytest.warns(ArmWarning):
        empty = make(mass=[0] * 3, inertia=np.zeros((3, 3, 3)))
    together = torques(make()) + torques(empty.with_payload(**load))
    assert_same_torques(torques(make().with_payload(**load)), together)


def test_a_payload_sits_in_the_tool_frame():
    # the tool's x, y, z axes are y, z, x of the link
    with pytest.warns(ArmWarning):
        arm = make(tool=TURNED, mass=[3, 2, 0], com=[[0, 0, 0]] * 3, inertia=np.zeros((3, 3, 3)))
    loaded = arm.with_payload(2.0, com=(0.5, 0.25, 2.0), inertia=np.diag([1.0, 2.0, 2.5]))
    assert loaded.mass[-1] == 2.0
    np.testing.assert_array_equal(loaded.com[-1], np.add((2.0, 0.5, 0.25), (0.1, 0.2, 0.3)))
    np.testing.assert_array_equal(loaded.inertia[-1], np.diag([2.5, 1.0, 2.0]))
    np.testing.assert_array_equal(loaded.mass[:-1], (3, 2))


def test_payloads_add_up():
    whole = make().with_payload(2.0, com=(0.1, 0.0, 0.0))
    halves = make().with_payload(1.0, com=(0.1, 0.0, 0.0)).with_payload(1.0, com=(0.1, 0.0, 0.0))
    assert_same_torques(torques(halves), torques(whole))


def test_a_dumbbell_is_two_points():
    # two points of 1 kg at y = +-0.1 m: 0.02 kg m² about x and z
    points = make().with_payload(1.0, com=(0, 0.1, 0)).with_payload(1.0, com=(0, -0.1, 0))
    dumbbell = make().with_payload(2.0, inertia=np.diag([0.02, 0.0, 0.02]))
    np.testing.assert_allclose(points.com, dumbbell.com, rtol=0, atol=1e-16)
    np.testing.assert_allclose(points.inertia, dumbbell.inertia, rtol=0, atol=1e-16)


def test_inertia_about_the_origin_and_back():
    arm = make()
    about_com = Arm.inertia_about_com(arm.inertia_about_origin, arm.mass, arm.com)
    np.testing.assert_allclose(about_com, arm.inertia, rtol=0, atol=1e-16)


def test_inertia_about_the_origin_of_a_point():
    arm = make(mass=[2.0, 2.0, 1.0], com=[[1, 2, 3]] * 3, inertia=np.zeros((3, 3, 3)))
    # m (y² + z²) and so on; minus m x y and so on
    expected = 2 * np.array([[13, -2, -3], [-2, 10, -6], [-3, -6, 5]])
    np.testing.assert_array_equal(arm.inertia_about_origin[0], expected)


@pytest.mark.parametrize("convention", ["standard", "modified"])
def test_the_own_convention_is_this_very_arm(convention):
    arm = make(convention=convention)
    assert arm.to_convention(convention) is arm


@pytest.mark.parametrize("convention", ["standard", "modified"])
@pytest.mark.parametrize("joints", ["RPR", "PRP", "PPP", "RRR"])
def test_in_the_other_convention_the_torques_are_the_same(convention, joints):
    arm = make(convention=convention, joints=joints)
    other = arm.to_convention({"standard": "modified", "modified": "standard"}[convention])
    assert other.convention != arm.convention
    options = {"tip_wrench": [1, -2, 3, -4, 5, -6], "friction": True, "motors": True}
    assert_same_torques(torques(other, **options), torques(arm, **options))


# --- stored -------------------------------------------------------------------------------------


def test_dictionaries_make_the_same_arm_and_hold_plain_data():
    data = make().to_dict()
    assert Arm.from_dict(data) == make()
    assert json.loads(json.dumps(data)) == data


def test_files_make_the_same_arm(tmp_path):
    for name in ("arm.json", "arme à six axes.json"):
        make().save(tmp_path / name)
        assert Arm.load(tmp_path / name) == make()
        assert Arm.load(str(tmp_path / name)) == make()


def test_absent_optional_data_stay_absent(tmp_path):
    bare = make(**{name: None for name in OPTIONAL if name != "name"}, name="")
    bare.save(tmp_path / "bare.json")
    assert Arm.load(tmp_path / "bare.json") == bare


def test_keys_with_a_default_may_be_left_out():
    data = make().to_dict()
    for name in (*OPTIONAL, "gravity"):
        del data[name]
    without = {"gravity": (0, 0, -9.81), "name": "", **dict.fromkeys(OPTIONAL[:-1])}
    assert Arm.from_dict(data) == make(**without)


# --- shown --------------------------------------------------------------------------------------


def test_the_printed_arm_tells_convention_joints_and_their_variables():
    shown = repr(make())
    assert shown.startswith("one of everything: 3 joints, standard DH")
    for text in ("q1", "q2 + 0.2", "q3 - 0.7", "-0.1, 0.02, 0.03"):
        assert text in shown


def test_parameters_are_printed_in_the_order_in_which_they_are_applied():
    def order(arm):
        heading = repr(arm).splitlines()[1].split()
        return heading[:4]

    assert order(make()) == ["theta", "d", "a", "alpha"]
    assert order(make(convention="modified")) == ["alpha", "a", "theta", "d"]


def test_a_long_arm_is_printed_on_one_screen():
    lines = repr(robots.uniform_chain(1000)).splitlines()
    assert len(lines) < 30
    assert any("q1000" in line for line in lines)


def test_notebooks_show_each_entry_of_both_inertias_in_a_cell_of_its_own():
    arm = make(name="<b>")
    html = arm._repr_html_()
    assert "&lt;b&gt;: 3 joints, standard DH" in html
    assert html.count("<tr>") == 3 * (1 + 3)
    assert "minus the product integrals" in html
    order = ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))
    for tensors in (arm.inertia, arm.inertia_about_origin):
        for tensor in tensors:
            cells = (f'<td style="text-align: right">{tensor[entry]:.6g}</td>' for entry in order)
            assert "".join(cells) in html


# --- checked ------------------------------------------------------------------------------------

FLAT = np.diag([0.1, 0.1, 0.3])
NO_INERTIA = np.zeros((3, 3))


def doubtful(**changes) -> Arm:
    with pytest.warns(ArmWarning):
        return make(**changes)


def test_nothing_is_doubtful_about_good_data():
    assert make().check() == ()
    assert str(make().check()) == repr(make().check()) == "nothing suspect"


def test_a_thin_rod_just_keeps_the_triangle_inequality():
    assert make(inertia=[np.diag([0.0, 0.1, 0.1])] * 3).check() == ()


def test_a_broken_triangle_inequality_is_found():
    (finding,) = doubtful(inertia=[DATA["inertia"][0], FLAT, DATA["inertia"][2]]).check()
    assert (finding.link, finding.what, finding.severity) == (2, "triangle inequality", "note")
    assert str(finding).startswith("link 2: principal moments (0.1, 0.1, 0.3) kg m² violate")


def test_moments_about_z_alone_are_told_of_planar_arms_without_a_warning():
    flat = [np.diag([0.0, 0.0, 0.3])] * 3
    planar = {"joints": "RRR", "alpha": [0.0, np.pi, 0.0]}
    with warnings.catch_warnings():
        warnings.simplefilter("error", ArmWarning)
        arm = make(**planar, inertia=flat)
    (finding,) = arm.check()
    assert (finding.link, finding.what, finding.severity) == (1, "planar inertia", "note")
    assert "about z alone (links 1, 2, 3)" in str(finding)
    # no body, and of arms whose links turn about other axes
    mixed = doubtful(**planar, inertia=[FLAT + np.diag([0, 0, 1]), *flat[1:]]).check()
    assert [each.what for each in mixed] == ["triangle inequality", "planar inertia"]
    spatial = {**planar, "alpha": [0.0, 0.5, 0.0]}
    assert [each.what for each in doubtful(**spatial, inertia=flat).check()] == [
        "triangle inequality"
    ] * 3


def test_a_link_without_mass_is_found():
    (finding,) = doubtful(mass=[3.0, 0.0, 1.0]).check()
    assert (finding.link, finding.what, finding.severity) == (2, "zero mass", "note")
    assert finding.message == "no mass, but moments of inertia"


def test_a_link_without_mass_and_inertia_is_found():
    inertia = [DATA["inertia"][0], NO_INERTIA, DATA["inertia"][2]]
    (finding,) = doubtful(mass=[3.0, 0.0, 1.0], inertia=inertia).check()
    assert finding.message == "neither mass nor inertia: it does not affect the torques"


def test_friction_that_drives_is_found():
    (finding,) = doubtful(coulomb=[[0.3, -0.4], [0.1, -0.2], [0.2, 0.1]]).check()
    assert (finding.link, finding.what) == (3, "driving friction")


def unloaded(arm: Arm) -> list[int]:
    return [finding.link for finding in arm.check() if finding.what == "unloaded joint"]


def test_a_point_on_the_last_axis_loads_no_motion_of_it():
    # in modified DH the axis is z of the link frame
    arm = doubtful(
        convention="modified",
        com=[[0.1, 0, 0], [0.1, 0, 0], [0, 0, 0.2]],
        inertia=[DATA["inertia"][0], DATA["inertia"][1], NO_INERTIA],
    )
    assert unloaded(arm) == [3]
    assert [finding.severity for finding in arm.check()] == ["severe"]


@pytest.mark.filterwarnings("ignore::equidyn.ArmWarning")
@pytest.mark.parametrize(("part", "links"), [(1e-8, []), (1e-13, [3])])
def test_a_lever_or_moment_of_a_hundred_millionth_of_the_arm_loads_a_joint(part, links):
    for lever, moment in ((part, 0), (0, part)):
        arm = make(
            convention="modified",
            com=[[0.1, 0, 0], [0.1, 0, 0], [lever, 0, 0.2]],
            inertia=[*DATA["inertia"][:2], np.diag([1.0, 1.0, moment])],
        )
        assert unloaded(arm) == links


def test_a_chain_without_mass_loads_no_motion():
    arm = doubtful(mass=[0, 0, 0], inertia=np.zeros((3, 3, 3)))
    assert unloaded(arm) == [1, 2, 3]


def test_joints_are_found_unloaded_where_the_mass_matrix_has_a_zero():
    for seed in range(40):
        rng = np.random.default_rng(seed)
        n = int(rng.integers(1, 8))
        arm = robots.random_arm(n, seed, convention=("standard", "modified")[seed % 2])
        data = {**arm.to_dict(), "tool": None}
        # most links are points on their own axis, or nothing at all; right angles make axes meet
        points = rng.random(n) < 0.8
        data["alpha"] = np.where(rng.random(n) < 0.5, 0.0, arm.alpha)
        data["a"] = np.where(rng.random(n) < 0.5, 0.0, arm.a)
        data["inertia"] = np.where(points[:, None, None], 0.0, arm.inertia)
        data["mass"] = np.where(points & (rng.random(n) < 0.6), 0.0, arm.mass)
        data["com"] = np.where(points[:, None], 0.0, arm.com)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ArmWarning)
            arm = Arm.from_dict(data).with_gravity((0, 0, 0))

        # the torque that accelerates a joint alone, at rest without gravity, is its diagonal entry
        q = rng.uniform(-3, 3, (5, 1, n))
        mass_matrix = arm.inverse_dynamics(q, np.zeros(n), np.eye(n))
        diagonal = mass_matrix.diagonal(axis1=1, axis2=2).max(axis=0)
        assert unloaded(arm) == list(1 + np.flatnonzero(diagonal < 1e-12)), seed


def test_one_warning_lists_the_findings_at_the_line_of_the_user():
    with pytest.warns(ArmWarning) as caught:
        make(mass=[0.0, 2.0, 0.0])
    (warning,) = caught
    assert warning.filename == __file__
    assert str(warning.message).splitlines() == [
        "suspect data in the arm 'one of everything':",
        "  link 1: no mass, but moments of inertia",
        "  link 3: no mass, but moments of inertia",
    ]


def test_a_warning_shows_only_the_first_of_many_findings():
    data = robots.uniform_chain(50).to_dict()
    data["mass"] = np.zeros(50)
    with pytest.warns(ArmWarning, match="and 42 more: see arm.check()"):
        Arm.from_dict(data)


def test_files_and_dictionaries_of_users_warn(tmp_path):
    arm = doubtful(mass=[0.0, 2.0, 1.0])
    arm.save(tmp_path / "arm.json")
    for make_it in (
        lambda: Arm.from_dict(arm.to_dict()),
        lambda: Arm.load(tmp_path / "arm.json"),
        lambda: robots.load(tmp_path / "arm.json"),
    ):
        with pytest.warns(ArmWarning) as caught:
            assert make_it() == arm
        assert [warning.filename for warning in caught] == [__file__]


def test_warnings_can_be_silenced():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ArmWarning)
        assert len(make(mass=[0.0, 2.0, 1.0]).check()) == 1


def test_arms_made_of_doubtful_ones_do_not_warn_again():
    # warnings are errors in this suite
    arm = doubtful(mass=[0.0, 2.0, 1.0])
    pickle.loads(pickle.dumps(arm))
    arm.with_gravity((0, 0, -1.62)).with_payload(1.0).to_convention("modified")


# --- motion of base and links -------------------------------------------------------------------


def test_a_base_at_rest_is_the_default():
    arm = make()
    assert_same_torques(torques(arm, base_motion=equidyn.BaseMotion()), torques(arm))


def test_a_base_motion_is_immutable_and_a_copy():
    lift = np.array([0.0, 0.0, 2.0])
    motion = equidyn.BaseMotion(linear_acceleration=lift)
    lift *= 0
    np.testing.assert_array_equal(motion.linear_acceleration, (0, 0, 2))
    with pytest.raises(AttributeError):
        motion.linear_acceleration = lift
    with pytest.raises(ValueError, match="read-only"):
        motion.linear_acceleration[2] = 0


@pytest.mark.parametrize("convention", ["standard", "modified"])
def test_torques_are_the_parts_of_the_link_loads_along_the_joint_axes(convention):
    arm = make(convention=convention)
    state = states(arm, seed=3)
    motion = arm.link_motion(*state, tip_wrench=[1, 2, 3, 4, 5, 6])
    assert all(field.shape == (20, 3, 3) for field in motion)

    # the joint axis in the frame of its link: z of the frame before, or of the link's own
    if convention == "standard":
        axis = np.stack([0 * arm.alpha, np.sin(arm.alpha), np.cos(arm.alpha)], axis=-1)
    else:
        axis = np.array([[0.0, 0.0, 1.0]] * 3)
    revolute = np.array([letter == "R" for letter in arm.joints])
    load = np.where(revolute[:, None], motion.moment, motion.force)
    expected = arm.inverse_dynamics(*state, tip_wrench=[1, 2, 3, 4, 5, 6])
    assert_same_torques((load * axis).sum(axis=-1), expected)


def test_a_link_at_rest_accelerates_against_gravity_only():
    arm = make()
    still = np.zeros(3)
    motion = arm.link_motion(still, still, still)
    np.testing.assert_array_equal(motion.angular_velocity, 0)
    np.testing.assert_array_equal(motion.angular_acceleration, 0)
    sizes = np.linalg.norm(motion.com_acceleration, axis=-1)
    np.testing.assert_allclose(sizes, np.linalg.norm(arm.gravity), rtol=1e-15)


def found(arm: Arm, what: str) -> list[tuple[int, str]]:
    """Links and messages of the findings of one kind."""
    return [(finding.link, finding.message) for finding in arm.check() if finding.what == what]


def test_angles_that_look_like_degrees():
    arm = doubtful(alpha=[0.4, 90.0, 2.0], theta=[-180.0, 0.5, -0.7])
    assert found(arm, "large angle") == [
        (1, "theta = -180 rad is more than a full turn: degrees?"),
        (2, "alpha = 90 rad is more than a full turn: degrees?"),
    ]
    full_turn = make(theta=[2 * np.pi, -2 * np.pi, 0], limits=[[-10, 10], [0, 0.8], [-2, 1]])
    assert full_turn.check() == ()


@pytest.mark.parametrize(
    ("angle", "meant", "degrees"),
    [
        (1.57, "π/2", "0.046"),
        (-1.571, "-π/2", "0.012"),
        (3.14, "π", "0.091"),
        (3.141, "π", "0.034"),
        (3.142, "π", "0.023"),
        (4.712, "3π/2", "0.022"),
        (0.785, "π/4", "0.023"),
        (-2.356, "-3π/4", "0.011"),
    ],
)
def test_angles_whose_last_digits_are_missing(angle, meant, degrees):
    arm = doubtful(alpha=[0.4, angle, 2.0])
    ending = f" rad: {meant} without its last digits, off by {degrees}°?"
    assert found(arm, "cut angle") == [(2, f"alpha = {angle:g}{ending}")]
    arm = doubtful(theta=[angle, 0.5, -0.7])
    assert found(arm, "cut angle") == [(1, f"theta = {angle:g}{ending}")]


@pytest.mark.parametrize(
    "angle",
    [
        *(k * np.pi / 4 for k in range(-8, 9)),
        1.5708,  # off by less than any arm is built
        3.1416,
        1.5705,  # calibrated
        1.5711,
        1.569,
        3.1400001,
        0.79,
        0.78,
        1.6,
        3.0,
    ],
)
def test_angles_that_are_meant_as_they_are(angle):
    assert make(alpha=[0.4, angle, 2.0], theta=[angle, 0.5, -0.7]).check() == ()


def test_cut_angles_of_a_urdf_are_told_where_they_are_not_read_as_what_was_meant():
    text = (
        '<robot name="r"><link name="l0"/>'
        + "".join(
            f'<link name="l{i}"><inertial><mass value="1"/><origin xyz="0.1 0 0"/><inertia '
            'ixx="0.01" iyy="0.01" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial></link>'
            f'<joint name="j{i}" type="continuous"><parent link="l{i - 1}"/><child link="l{i}"/>'
            f'<axis xyz="0 0 1"/><origin xyz="0.2 0 0" rpy="{rpy}"/></joint>'
            for i, rpy in enumerate(["0 0 0", "1.570 0 0", "0 0 0", "3.141 0 0"], start=1)
        )
        + "</robot>"
    )
    with pytest.warns(ArmWarning, match="without its last digits"):
        arm = Arm.from_urdf(text)
    assert [link for link, _ in found(arm, "cut angle")] == [2, 4]


def test_limits_that_look_like_degrees_are_those_of_revolute_joints():
    arm = doubtful(limits=[[-160, 90], [0, 500], [-2, 1]])
    assert found(arm, "large angle") == [(1, "limits = -160 rad is more than two turns: degrees?")]


def test_lengths_that_look_like_millimetres():
    arm = doubtful(a=[300, -0.1, 0.2], d=[10, 0.2, -0.3], com=[[0, 0, 0], [0, -50, 0], [0, 0, 0]])
    assert found(arm, "large length") == [
        (1, "a = 300 m: millimetres?"),
        (2, "com = -50 m: millimetres?"),
    ]


def almost_parallel(tilt: float, length: float = 0.3, **changes) -> Arm:
    """Three links of some length, the axes of joints 2 and 3 parallel but for a tilt.

    The common normal of axes that miss each other by a tenth of the length is far away, and so is
    the frame on it: all that hangs on the arm has a place far from the frames.
    """
    away = 0.1 * length / tilt
    back = np.array([[0.0, 0, 0], [0, 0, -away], [0, 0, -away]])
    data = {
        "convention": "modified",
        "joints": "RRR",
        "a": [0, length, length],
        "alpha": [0, 0.0, tilt],
        "d": [length, away, -away],
        "theta": [0, 0, 0],
        "mass": [2.0, 1.0, 0.5],
        "com": length * np.array([[0, 0, -0.5], [0.5, 0, 0], [0.5, 0, 0]]) + [[0], [1], [0]] * back,
        "inertia": [[0.01 * length**2] * 3] * 3,
        **changes,
    }
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ArmWarning)
        return Arm.from_dh(**data)


@pytest.mark.parametrize("convention", ["modified", "standard"])
@pytest.mark.parametrize("tilt", [1e-3, 1e-5, 1e-9])
def test_frames_far_from_the_links_are_no_lengths_of_the_arm(tilt, convention):
    arm = almost_parallel(tilt).to_convention(convention)
    assert max(abs(arm.d)) > 10
    assert arm.check() == ()
    # and its reach is known: bodies that are too wide or too heavy for it are found
    wide = Arm._quietly({**arm.to_dict(), "format": None, "inertia": arm.inertia + 3 * np.eye(3)})
    assert [link for link, _ in found(wide, "large tensor")] == [1, 2, 3]
    heavy = Arm._quietly({**arm.to_dict(), "format": None, "mass": 1000 * arm.mass})
    ((_, message), *_) = found(heavy, "large mass")
    reach = float(re.search(r"reaches (\S+) m", message)[1])
    assert 0.9 < reach < 1.6


@pytest.mark.parametrize("convention", ["modified", "standard"])
@pytest.mark.parametrize("slid", [20.0, 1e3])
def test_lengths_are_those_from_axis_to_axis_wherever_the_frames_are(convention, slid):
    # links of 1 m and 0.8 m, the centre of mass of the first 0.45 m from its axis
    plain = robots.planar_2r().to_convention("modified")
    tool = plain.tool.copy()
    tool[2, 3] -= slid
    d, com = np.array([0, slid]), np.array([[0, 0, 0], [0, 0, slid]])
    arm = plain._with(d=plain.d + d, com=plain.com - com, tool=tool)
    heavy = arm._with(mass=[1e4, 1.0]).to_convention(convention)
    assert found(heavy, "large mass") == [
        (1, "mass = 10000 kg in an arm that reaches 1.45 m: grams?")
    ]
    # with the tool, 2.25 m
    for radius, kinds in ((2.2, []), (2.3, ["large tensor"])):
        wide = heavy._with(mass=[1.0, 1.0], inertia=[np.eye(3), radius**2 * np.eye(3)])
        assert [finding.what for finding in wide.check()] == kinds


@pytest.mark.parametrize("convention", ["modified", "standard"])
def test_an_arm_of_millimetres_is_told_though_frames_are_far_away(convention):
    arm = almost_parallel(1e-3, 300.0).to_convention(convention)
    assert {message.partition(" ")[0] for _, message in found(arm, "large length")} >= {"a", "d"}


def test_a_flywheel_is_no_placeholder():
    wheel = 20.0 * 0.25**2 * np.array([0.25, 0.25, 0.5])
    inertia = [[0.02] * 3, [0.01] * 3, wheel]
    arm = almost_parallel(1e-3, mass=[2.0, 1.0, 20.0], inertia=inertia)
    assert arm.check() == ()


def test_masses_that_look_like_grams():
    data = robots.puma560().to_dict()
    arm = Arm._quietly({**data, "mass": 1000 * np.array(data["mass"]), "format": None})
    heaviest = found(arm, "large mass")[0]
    assert heaviest == (2, "mass = 17400 kg in an arm that reaches 1.44414 m: grams?")
    # as heavy as an arm may be that reaches three metres
    links = {"a": [1, 1, 1], "com": np.zeros((3, 3)), "d": [0, 0, 0], "joints": "RRR"}
    assert found(make(**links, limits=None, mass=[5.4e3, 1, 1]), "large mass") == []
    ((link, _),) = found(doubtful(**links, limits=None, mass=[5.5e3, 1, 1]), "large mass")
    assert link == 1


def test_nobody_knows_how_far_an_arm_with_slides_reaches():
    assert found(make(mass=[5e3, 1, 1]), "large mass") == []


def test_tensors_that_look_like_square_millimetres():
    data = robots.puma560().to_dict()
    arm = Arm._quietly({**data, "inertia": 1e6 * np.array(data["inertia"]), "format": None})
    assert found(arm, "large tensor")[0] == (
        2,
        "539000 kg m² is the moment of 17.4 kg at 176.003 m from an axis: kg mm², or a "
        "placeholder?",
    )


@pytest.mark.parametrize("name", robots.names())
def test_no_published_arm_looks_as_if_in_other_units(name):
    arm = robots.load(name)
    assert [*found(arm, "large mass"), *found(arm, "large tensor")] == []


ABOUT_THE_ORIGINS = {
    "planar": robots.planar_2r(),
    "rods": robots.uniform_chain(4),
    "PUMA 560": robots.puma560(),
    **{f"random {seed}": robots.random_arm(6, seed) for seed in range(20)},
}


@pytest.mark.parametrize("arm", ABOUT_THE_ORIGINS.values(), ids=ABOUT_THE_ORIGINS)
def test_tensors_about_the_frame_origins_are_told_from_those_about_the_centres_of_mass(arm):
    assert found(arm, "tensor about origin") == []
    slip = Arm._quietly({**arm.to_dict(), "inertia": arm.inertia_about_origin, "format": None})
    ((_, message),) = found(slip, "tensor about origin")
    assert "Arm.inertia_about_com subtracts it" in message


# of the FR3 it is not known, and its data say so
@pytest.mark.parametrize("name", [name for name in robots.names() if name != "fr3"])
def test_no_published_arm_is_taken_for_one_with_tensors_about_the_origins(name):
    assert found(robots.load(name), "tensor about origin") == []


def test_positions_beyond_the_limits_are_told_by_joint_state_and_distance():
    arm = make()
    inside, q = np.array([1.0, 0.5, 0.0]), np.zeros((2, 3, 3))
    assert arm.check(inside) == arm.check(q) == arm.check(np.empty((0, 3))) == ()
    q[1, 2] = (0.0, 1.0, -2.5)
    findings = arm.check(q)
    assert [(finding.link, finding.state) for finding in findings] == [(2, (1, 2)), (3, (1, 2))]
    assert {finding.what for finding in findings} == {"beyond limit"}
    assert str(findings).splitlines() == [
        "joint 2: q = 1 m in state 1, 2 leaves the limits (0, 0.8) by 0.2 m",
        "joint 3: q = -2.5 rad in state 1, 2 leaves the limits (-2, 1) by 0.5 rad",
    ]
    assert str(arm.check([4.0, 0, 0])) == "joint 1: q = 4 rad leaves the limits (-3, 3) by 1 rad"


def test_many_findings_are_counted_not_printed():
    findings = make().check(np.full((500, 3), -9.0))
    assert len(findings) == 1500
    assert str(findings).splitlines()[-1] == "and 1480 more"


def test_states_cannot_be_held_against_limits_that_there_are_not():
    with pytest.raises(ValueError, match=r"^q: the arm has no limits; give them to Arm\."):
        make(limits=None).check([0, 0, 0])
    with pytest.raises(ValueError, match=r"^q: last axis must be 3, got shape \(2,\)$"):
        make().check([0, 0])


def test_limits_that_a_joint_does_not_have_are_infinite_and_survive_a_file(tmp_path):
    arm = robots.planar_2r().with_limits([(-np.inf, np.inf), (-1, np.inf)])
    arm.save(tmp_path / "arm.json")
    assert "Infinity" not in (tmp_path / "arm.json").read_text()
    assert Arm.load(tmp_path / "arm.json") == arm
    beyond = arm.check(q=[1e9, -2])
    assert [finding.link for finding in beyond] == [2]
    assert np.isfinite(random_motion(arm, 5, np.random.default_rng(0)).q).all()
