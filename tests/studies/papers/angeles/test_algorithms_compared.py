"""Tables 7.3 and 7.4 of Angeles: what is supposed and bounded, found in other ways."""

import re

import numpy as np
import pytest

import equidyn
from equidyn.arm.arm import Arm
from equidyn.counting.operation_polynomials import operation_polynomial
from equidyn.counting.polynomial import Polynomial
from equidyn.studies.papers.angeles.algorithms_compared import RIGHT_ANGLED_WRIST
from equidyn.studies.papers.angeles.explicit_kane import explicit_torques
from equidyn.studies.papers.angeles.special_arms import arm_with_spherical_wrist, operations_on
from equidyn.studies.papers.printed_counts.tables import FULL, NOT_EXPLAINED, SUPPOSED
from equidyn.studies.papers.published_counts import published_counts

# operations of vectors: rotation in two factors and as a matrix, cross product, sum
FACTORED_ROTATION, FULL_ROTATION, CROSS, SUM = map(np.array, ((8, 4), (9, 6), (6, 3), (0, 3)))


@pytest.fixture(scope="module")
def compared():
    """Return the rows of both tables by author, and of Table 7.4 also by "author, n = 6"."""
    at_n, at_six = (
        table.entries
        for table in published_counts("Angeles")
        if table.printed.place in ("Table 7.3", "Table 7.4")
    )
    rows = {entry.entry.rows[0].label: entry for entry in at_six if entry.entry.rows}
    return rows | {entry.entry.rows[0].label: entry for entry in at_n if entry.entry.rows}


def amounts(entry, beginning):
    return [
        (str(reason.multiplications), str(reason.additions))
        for reason in entry.entry.reasons
        if reason.text.startswith(beginning)
    ]


def quoted(entry):
    """Return the pairs "x M, y A" in the reasons and the note of a row."""
    texts = " ".join([entry.entry.note, *(reason.text for reason in entry.entry.reasons)])
    return [(int(m), int(a)) for m, a in re.findall(r"(\d+)n? M, (\d+)n? A", texts)]


def growth(formulation, **conventions):
    """Return the operations of each step for one joint more, and those of all steps."""
    found = operation_polynomial(formulation, **conventions)
    steps = {
        name: np.array([int(amount(2) - amount(1)) for amount in step[:2]])
        for name, step in found.steps.items()
    }
    return steps, sum(steps.values())


def test_what_is_not_explained_is_little(compared):
    found = {author: amounts(entry, NOT_EXPLAINED) for author, entry in compared.items()}
    assert {author: each for author, each in found.items() if each} == {
        "Hollerbach 1980": [("-4n + 38", "17")],
        "Walker & Orin 1982": [("0", "9n - 3")],
        "Hollerbach & Sahar 1983": [("-55", "-56")],
        "Kane & Levinson 1983": [("-68", "-5")],
        "Khalil et al. 1986": [("-5", "0")],
    }


def test_what_is_supposed_is_said_to_be(compared):
    found = {author: amounts(entry, SUPPOSED) for author, entry in compared.items()}
    assert {author: each for author, each in found.items() if each} == {
        "Hollerbach 1980": [("-9n", "-18n")],
        "Luh, Walker & Paul 1980": [
            ("-21n + 9", "-18n + 9"),
            ("7n - 6", "6n - 5"),
            ("-5n", "-12n"),
            ("15", "15"),
        ],
        "Kane & Levinson 1983": [("10", "9")],
        "Khalil et al. 1986": [("0", "-6n"), ("0", "-n")],
        "Balafoutis & Patel 1991": [("0", "4")],
    }


def test_two_algorithms_stand_alone_with_what_their_growth_resembles(compared):
    alone = [author for author, entry in compared.items() if entry.measured is None]
    assert alone == ["Angeles, Ma & Rojas 1989", "Li & Sankar 1992"]

    printed = {
        author: [int(amount(1) - amount(0)) for amount in compared[author].printed]
        for author in alone
    }
    _, khalil = growth("link_newton_euler")
    assert printed["Angeles, Ma & Rojas 1989"][0] == khalil[0] == 105
    _, tensor = growth("tensor_newton_euler")
    # S_z takes a column of A S, and two products of S x a
    spared = np.array((3, 3)) + np.array((2, 2))
    assert quoted(compared["Li & Sankar 1992"]) == [tuple(spared)]
    assert printed["Li & Sankar 1992"] == list(tensor - spared)


def test_constants_of_hollerbach_are_between_those_of_a_moving_base_and_of_one_at_rest(compared):
    printed = compared["Hollerbach 1980"].printed
    moving, at_rest = (
        operation_polynomial("recursive_lagrangian_3x3", rotations="full", base=base)
        for base in ("moving", "at rest")
    )
    for k in (0, 1):
        assert at_rest.total[k](0) < printed[k](0) < moving.total[k](0)

    growth_of_M = int(printed[0](1) - printed[0](0))
    assert round(100 * 4 / growth_of_M) == 1


def test_sums_and_a_multiple_of_matrices_are_what_is_supposed_of_hollerbach(compared):
    """Each has nine entries; the growth of A is met by two sums, that of M but for 4n by one."""
    ((multiples, sums),) = amounts(compared["Hollerbach 1980"], SUPPOSED)
    assert (multiples, sums) == (f"-{1 * 9}n", f"-{2 * 9}n")


# Luh, Walker & Paul by operations of vectors, each taken in full
OF_A_JOINT = {
    "omega_i": FULL_ROTATION + SUM,
    "alpha_i": FULL_ROTATION + CROSS + 2 * SUM,
    "velocity of the origin": FULL_ROTATION + CROSS + SUM,
    "a_i": FULL_ROTATION + 3 * CROSS + 2 * SUM,
    "velocity of the centre of mass": CROSS + SUM,
    "abar_i": 3 * CROSS + 2 * SUM,
    "F_i": np.array((3, 0)),
    "N_i": 2 * FULL_ROTATION + CROSS + SUM,
    "f_i": FULL_ROTATION + SUM,
    "n_i": FULL_ROTATION + 2 * CROSS + 4 * SUM,
    "tau_i": np.array((3, 2)),
}
SPARED_AT_THE_TIP = {"f_i": FULL_ROTATION + SUM, "n_i": FULL_ROTATION + CROSS + 2 * SUM}
SPARED_AT_THE_BASE = {
    "alpha_i": CROSS + SUM,
    "velocity of the origin": FULL_ROTATION + SUM,
    "a_i": FULL_ROTATION + SUM,
}


def test_luh_walker_and_paul_is_the_sum_of_its_vectors(compared):
    spared = sum((*SPARED_AT_THE_TIP.values(), *SPARED_AT_THE_BASE.values()))
    found = [
        Polynomial((-constant, growth))
        for growth, constant in zip(sum(OF_A_JOINT.values()), spared, strict=True)
    ]
    assert [str(amount) for amount in found] == ["150n - 48", "131n - 48"]
    assert found == list(compared["Luh, Walker & Paul 1980"].printed)


def test_the_moments_of_luh_walker_and_paul_are_those_that_lee_prints():
    (printed,) = (
        entry.printed
        for table in published_counts("Lee, Chung, Mudge & Turney 1982")
        for entry in table.entries
        if entry.entry.rows and entry.entry.rows[0].label == "n_i"
    )
    of_a_joint, spared = OF_A_JOINT["n_i"], SPARED_AT_THE_TIP["n_i"]
    assert [(p(1) - p(0), -p(0)) for p in printed] == list(zip(of_a_joint, spared, strict=True))


def test_the_reasons_of_luh_walker_and_paul_are_differences_of_rows():
    steps, _ = growth("newton_euler_sasaki", rotations="full", base="moving", dead_code=True)
    more = {
        step: tuple(amount - OF_A_JOINT.get(step, 0))
        for step, amount in steps.items()
        if any(amount - OF_A_JOINT.get(step, 0))
    }
    rotated = np.array((7, 6))
    assert more == {
        "rotation entries": (4, 0),
        "omega_i": (0, -2),
        "alpha_i": (-4, -6),
        "n_i": tuple(rotated - SUM),
        "tau_i": (-1, -1),
    }
    without_entries = sum(np.array(more[step]) for step in more if step != "rotation entries")
    assert tuple(without_entries - rotated) == (-5, -12)


def test_additions_of_walker_and_orin_grow_as_those_of_lee(compared):
    _, lee = growth("newton_euler_lee", rotations="full", base="moving", dead_code=True)
    printed = compared["Walker & Orin 1982"].printed
    assert printed[1](1) - printed[1](0) == lee[1] == 101
    assert printed[0](1) - printed[0](0) > lee[0]


def test_multiplications_of_khalil_are_between_two_rules(compared):
    entry = compared["Khalil et al. 1986"]
    moving = operation_polynomial("link_newton_euler", base="moving").total[0]
    assert str(moving) == "105n - 75"
    assert f"code, {moving}" in entry.entry.reason
    assert entry.measured[0](0) < entry.printed[0](0) < moving(0)


def test_multiplications_of_balafoutis_and_patel_are_met_exactly(compared):
    entry = compared["Balafoutis & Patel 1991"]
    assert entry.measured[0] == entry.printed[0] == Polynomial.parse("93n - 69")


def test_constants_of_balafoutis_and_patel_are_what_the_two_ends_of_an_arm_spare(compared):
    """At the tip f and n of a next link; in link 1 all but gravity and its moment."""
    steps, _ = growth("tensor_newton_euler")
    at_the_tip = steps["f_i"] + steps["n_i"]
    square_of_the_rate = np.array((1, 0))
    in_link_1 = (
        steps["omega_i"]
        + steps["alpha_i"]
        + (steps["A_i"] - square_of_the_rate)
        + (steps["a_i"] - FACTORED_ROTATION)
        + (steps["N_i"] - CROSS - SUM)
    )
    entry = compared["Balafoutis & Patel 1991"]
    assert quoted(entry) == [tuple(at_the_tip), tuple(in_link_1)]
    assert tuple(-(at_the_tip + in_link_1)) == tuple(amount(0) for amount in entry.printed)


def test_kane_on_the_stanford_arm_with_principal_axes(compared):
    """What is supposed is measured, as are the torques alone; a remainder is left."""
    entry = compared["Kane & Levinson 1983"]
    data = {**equidyn.robots.load("stanford").to_dict(), "motor_inertia": None}
    principal = Arm.from_dict({**data, "inertia": np.array(data["inertia"]) * np.eye(3)})
    off_diagonal = np.array(data["inertia"]) * (1 - np.eye(3))
    assert list(np.flatnonzero(off_diagonal.any(axis=(1, 2))) + 1) == [1, 4]

    of_principal = equidyn.count_operations(
        principal, "kane_link_frames", candidates={"explicit": explicit_torques}
    )["explicit"].total[:2]
    measured = [int(amount(6)) for amount in entry.measured]
    ((M, A),) = amounts(entry, SUPPOSED)
    assert [a - b for a, b in zip(measured, of_principal, strict=True)] == [int(M), int(A)]

    alone = equidyn.count_operations("stanford", "kane_link_frames").total[:2]
    assert quoted(entry) == [tuple(alone)]
    assert all(a < p(6) for a, p in zip(alone, entry.printed, strict=True))


@pytest.mark.parametrize("joints", ["RRPRRR", "PRRP"])
def test_explicit_kane_gives_the_torques(joints):
    arm = equidyn.robots.random_arm(len(joints), seed=3, joints=joints).to_convention("standard")
    data = {**arm.to_dict(), "base": np.eye(4).tolist(), "tool": np.eye(4).tolist()}
    arm = Arm.from_dict(data)
    q, qd, qdd = np.random.default_rng(0).uniform(-1, 1, (3, arm.n))
    expected = arm.inverse_dynamics(q, qd, qdd)
    np.testing.assert_allclose(explicit_torques(arm, q, qd, qdd), expected, rtol=1e-11)


def test_hollerbach_and_sahar_is_between_wrists_of_right_and_of_other_angles(compared):
    entry = compared["Hollerbach & Sahar 1983"]
    right, other = (
        [int(amount(6)) for amount in operations_on(arm, "newton_euler_sasaki", FULL)]
        for arm in (arm_with_spherical_wrist(RIGHT_ANGLED_WRIST), arm_with_spherical_wrist())
    )
    printed = [int(amount(6)) for amount in entry.printed]
    assert right == [int(amount(6)) for amount in entry.measured]
    assert quoted(entry) == [tuple(other)]
    assert all(a < p < b for a, p, b in zip(right, printed, other, strict=True))


@pytest.mark.parametrize("twists", [None, RIGHT_ANGLED_WRIST])
def test_the_axes_of_a_spherical_wrist_meet_in_one_point(twists):
    arm = arm_with_spherical_wrist(twists)
    poses = arm.link_poses(np.random.default_rng(0).uniform(-2, 2, 6))
    elbow, *wrist = (np.asarray(pose)[:3] for pose in poses[-4:])
    along = wrist[0][:, 3] - elbow[:, 3]
    assert np.linalg.norm(along) > 0.01
    assert np.cross(along, elbow[:, 2]) == pytest.approx(0, abs=1e-15)
    for pose in wrist[1:]:
        assert pose[:, 3] == pytest.approx(wrist[0][:, 3], abs=1e-15)
    assert abs(wrist[0][:, 2] @ wrist[1][:, 2]) < 0.999
