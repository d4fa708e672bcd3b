"""Tables 7.3 and 7.4 of Angeles: what is supposed and bounded, found in other ways."""

import re

import numpy as np
import pytest

import equidyn
from equidyn.arm.arm import Arm
from equidyn.lab.count.operation_polynomials import operation_polynomial
from equidyn.lab.count.polynomial import Polynomial
from equidyn.papers.angeles.algorithms_compared import (
    NOT_EXPLAINED,
    RIGHT_ANGLED_WRIST,
    SUPPOSED,
)
from equidyn.papers.angeles.special_arms import arm_with_spherical_wrist, operations_on
from equidyn.papers.printed_counts.tables import FULL
from equidyn.papers.published_counts import published_counts

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
        "Hollerbach 1980": [("-13n + 38", "-18n + 17")],
        "Luh, Walker & Paul 1980": [("-2", "-12n")],
        "Walker & Orin 1982": [("0", "9n - 3")],
        "Hollerbach & Sahar 1983": [("-55", "-56")],
        "Kane & Levinson 1983": [("-1", "77")],
        "Khalil et al. 1986": [("-5", "-n")],
    }


def test_what_is_supposed_is_said_to_be(compared):
    found = {author: amounts(entry, SUPPOSED) for author, entry in compared.items()}
    assert {author: each for author, each in found.items() if each} == {
        "Luh, Walker & Paul 1980": [("-15n", "-12n")],
        "Kane & Levinson 1983": [("6", "6")],
        "Khalil et al. 1986": [("0", "-6n")],
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

    growths = [int(amount(1) - amount(0)) for amount in printed]
    assert [round(100 * more / all_) for more, all_ in zip((13, 18), growths, strict=True)] == [
        3,
        6,
    ]


def test_the_constants_of_luh_walker_and_paul_are_met_but_for_two_multiplications(compared):
    entry = compared["Luh, Walker & Paul 1980"]
    assert [p(0) - m(0) for p, m in zip(entry.printed, entry.measured, strict=True)] == [2, 0]


def test_a_velocity_is_a_rotation_a_cross_product_and_a_sum():
    """As much as is supposed of Luh, Walker & Paul; measured in the same recursion."""
    steps, _ = growth("newton_euler_sasaki", rotations="full", base="moving")
    assert tuple(FULL_ROTATION + SUM) == tuple(steps["f_i"])
    assert tuple(3 * CROSS + 2 * SUM) == tuple(steps["abar_i"])
    assert tuple(FULL_ROTATION + CROSS + SUM) == (15, 12)


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


def test_kane_on_the_stanford_arm_takes_one_multiplication_less_than_printed(compared):
    """As code, and with principal axes; each reason is measured, none is a remainder."""
    entry = compared["Kane & Levinson 1983"]
    stanford = equidyn.robots.load("stanford")
    data = stanford.to_dict()
    principal = Arm.from_dict({**data, "inertia": np.array(data["inertia"]) * np.eye(3)})
    off_diagonal = np.array(data["inertia"]) * (1 - np.eye(3))
    assert list(np.flatnonzero(off_diagonal.any(axis=(1, 2))) + 1) == [1, 4]

    counted = equidyn.count_operations(stanford, "kane")
    coded, of_principal = (
        equidyn.generate(arm, "kane").operations for arm in (stanford, principal)
    )
    assert tuple(counted.total[:2]) == tuple(amount(6) for amount in entry.measured) == (678, 526)
    once, axes, rest = entry.entry.reasons
    for reason, more, less in ((once, counted.total, coded), (axes, coded, of_principal)):
        assert reason.multiplications(6) == more.multiplications - less.multiplications
        assert reason.additions(6) == more.additions - less.additions
    assert (rest.multiplications(6), rest.additions(6)) == (
        of_principal.multiplications - 646,
        of_principal.additions - 394,
    )


def kane_in_link_frames(arm, q, qd, qdd):
    """Evaluate Kane's equations with partial velocities in the frames of the links, standard DH."""
    data = arm.to_dict()
    w, al, a = np.zeros(3), np.zeros(3), -np.array(data["gravity"])
    turning, moving, tau = [], [], [0] * arm.n
    for i, joint in enumerate(data["joints"]):
        revolute = joint == "R"
        theta = data["theta"][i] + (q[i] if revolute else 0)
        d = data["d"][i] + (0 if revolute else q[i])
        c, s = np.cos(theta), np.sin(theta)
        ca, sa = np.cos(data["alpha"][i]), np.sin(data["alpha"][i])
        back = np.array([[c, s, 0], [-s * ca, c * ca, sa], [s * sa, -c * sa, ca]])
        r, axis = np.array([data["a"][i], d * sa, d * ca]), back @ np.array([0, 0, 1.0])

        # motion of the link, and its partial velocities, at its origin
        before = back @ w
        w = before + axis * qd[i] if revolute else before
        al, a = back @ al, back @ a
        if revolute:
            al = al + axis * qdd[i] + np.cross(before, axis * qd[i])
        else:
            a = a + axis * qdd[i] + 2 * qd[i] * np.cross(w, axis)
        a = a + np.cross(al, r) + np.cross(w, np.cross(w, r))
        turning = [*(back @ t for t in turning), axis if revolute else np.zeros(3)]
        moving = [*(back @ v for v in moving), np.zeros(3) if revolute else axis]
        moving = [v + np.cross(t, r) for v, t in zip(moving, turning, strict=True)]

        com, inertia = np.array(data["com"][i]), np.array(data["inertia"][i])
        force = data["mass"][i] * (a + np.cross(al, com) + np.cross(w, np.cross(w, com)))
        moment = inertia @ al + np.cross(w, inertia @ w)
        for k, (v, t) in enumerate(zip(moving, turning, strict=True)):
            tau[k] = tau[k] + force @ (v + np.cross(t, com)) + moment @ t
    return np.array(tau)


def test_kane_and_levinson_is_between_frames_of_links_and_the_base_frame(compared):
    """Counting compares the torques of the candidate with those of the arm."""
    entry = compared["Kane & Levinson 1983"]
    stanford = Arm.from_dict({**equidyn.robots.load("stanford").to_dict(), "motor_inertia": None})
    counts = equidyn.count_operations(
        stanford, "kane", candidates={"in link frames": kane_in_link_frames}
    )
    of_links, of_base = counts["in link frames"].total[:2], counts["kane"].total[:2]
    assert all(a < p(6) < b for a, p, b in zip(of_links, entry.printed, of_base, strict=True))


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
