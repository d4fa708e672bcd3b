"""Checks of the derivations of the sources, equation by equation."""

import re
from dataclasses import replace
from functools import cache
from typing import get_args

import matplotlib
import numpy as np
import pytest

from equidyn import Arm, robots
from equidyn.studies.papers.derivation import Sides, Step
from equidyn.studies.papers.derivation.algebra import from_one
from equidyn.studies.papers.derivation.command import random_command
from equidyn.studies.papers.derivation.step import difference
from equidyn.studies.papers.derivation.symbols import symbols
from equidyn.studies.papers.equivalence import PAPERS, check_derivation
from equidyn.studies.papers.lee_chung_mudge_turney_1982.derivation.control_law import errors_later
from equidyn.studies.papers.names import DerivationName
from oracles.random_arms import random_arm
from oracles.sizes import SIZES, of_another_size

pytestmark = pytest.mark.slow

# of an erratum on any of the random arms the residual is above 1.04e-3, of a right equation 8e-14
SEEDS = range(5)
VISIBLE = 1e-3

NUMBERS = {
    "turney_mudge_lee": [
        *(f"1.{k}" for k in range(1, 29)),
        *(f"2.{k}" for k in range(1, 12)),
        *(f"3.{k}" for k in range(1, 22)),
        *(f"4.{k}" for k in range(1, 35)),
        *("5.1", "5.2", "6a", "6b"),
        *(f"7{letter}" for letter in "abcdef"),
        *(f"A{letter}" for letter in "abcdef"),
    ],
    "lee_chung_mudge_turney": [
        *(f"2.{k}" for k in range(1, 23)),
        *(f"3.{k}" for k in range(1, 28)),
        *(f"4.{k}" for k in range(1, 42)),
    ],
    "sasaki": [
        *(f"2.{k}" for k in range(1, 40)),
        *(f"3.{k}" for k in range(1, 35)),
        "3.34'",
        *(f"3.{k}" for k in range(35, 49)),
        *(f"4{letter}" for letter in "abcde"),
        *(f"A.{k}" for k in range(1, 35)),
        *(f"B.{k}" for k in range(1, 24)),
    ],
    "angeles": [
        *("7.23a", "7.23b", "7.24a", "7.24b", "7.25a", "7.25b", "7.26a", "7.26b"),
        *(f"7.{k}" for k in range(27, 32)),
        *("7.32a", "7.32b", "7.32c", "7.32d", "7.33a", "7.33b"),
        *(f"7.34{letter}" for letter in "abcdef"),
        *("7.35", "7.36", "7.37", "7.38a", "7.38b", "7.38c", "7.38d", "7.39", "7.40", "7.44"),
        *(f"7.{k}" for k in range(47, 55)),
        *("7.55a", "7.55b", "7.56", "7.57", "7.58"),
    ],
    # its displays have no numbers
    "modified_dh_tutorial": [
        *("2.3.1a", "2.3.1b", "2.3.1c", "2.3.2", "3.1.1a", "3.1.1b", "3.1.1c"),
        *(f"3.1.2{letter}" for letter in "abcde"),
        "3.1.3",
        *(f"3.1.4{letter}" for letter in "abcdefghijkl"),
        *(f"3.1.5{letter}" for letter in "abcdefghij"),
        *("3.2a", "3.2b", "3.3a", "3.3b"),
    ],
}
# where the torques of both formulations meet
MEETING = {"turney_mudge_lee": "4.34", "lee_chung_mudge_turney": "4.41"}
# proofs that the torques are Lagrange's, for revolute joints
PROOFS = tuple(MEETING)
# suspect sizes are warned of
of_any_size = pytest.mark.filterwarnings("ignore::equidyn.ArmWarning")
each_paper = pytest.mark.parametrize("paper", NUMBERS)
each_proof = pytest.mark.parametrize("paper", PROOFS)


def general_arm(seed: int, n: int, convention: str = "standard", slides: int = 0) -> Arm:
    """An arm with full tensors, tilted gravity and no right angle.

    Some joints are prismatic, of any but the first.
    """
    beyond = np.random.default_rng(seed).permutation(["P"] * slides + ["R"] * (n - 1 - slides))
    return Arm.from_dh(
        **{
            **random_arm(seed, n),
            "joints": "".join(["R", *beyond]),
            "convention": convention,
            "name": f"arm {seed}",
        }
    )


@cache
def check(seed: int, paper: str = "turney_mudge_lee"):
    slides = 0 if paper in PROOFS else 1 + seed % 2
    return check_derivation(general_arm(seed, n=4 + seed % 4, slides=slides), seed, paper=paper)


def test_the_names_that_editors_complete_are_those_of_the_sources():
    assert get_args(DerivationName) == tuple(PAPERS) == tuple(NUMBERS)


@each_paper
def test_every_numbered_equation_is_there_in_order(paper):
    numbered = [step.equation for step in check(0, paper) if not step.equation.endswith("+")]
    assert numbered == NUMBERS[paper]


@each_paper
def test_every_corrected_equation_holds(paper):
    for seed in SEEDS:
        residuals = {step.equation: step.residual_corrected for step in check(seed, paper)}
        assert max(residuals.values()) < 1e-12, (seed, residuals)
        assert check(seed, paper).passed


@each_paper
def test_every_erratum_alone_breaks_its_equation(paper):
    misprints = {seed: [x for step in check(seed, paper) for x in step.misprints] for seed in SEEDS}
    assert misprints[0]
    for seed, of_arm in misprints.items():
        for misprint in of_arm:
            assert misprint.erratum.undefined or misprint.residual > VISIBLE, (seed, str(misprint))


@each_paper
def test_printed_equations_fail_where_they_have_errata_and_hold_where_they_have_none(paper):
    for seed in SEEDS:
        for step in check(seed, paper):
            assert step.holds_as_printed == (not step.misprints), (seed, str(step))


@of_any_size
@each_paper
@pytest.mark.parametrize("size", SIZES)
def test_verdicts_are_those_of_an_arm_of_any_size(paper, size):
    seed = SIZES.index(size)
    of_metres = check(seed, paper)
    other = check_derivation(of_another_size(of_metres.arm, *size), seed, paper=paper)
    other.assert_passed()
    for step, same in zip(other, of_metres, strict=True):
        assert step.holds_as_printed == same.holds_as_printed, str(step)
        for here, there in zip(step.misprints, same.misprints, strict=True):
            if there.residual is not None:
                assert here.residual == pytest.approx(there.residual, rel=1e-6), str(step)


@of_any_size
@each_paper
def test_a_mistake_is_not_hidden_by_links_of_one_kilogram_or_one_metre(paper):
    """Where it is one, a mass may be printed twice and a length may be missing."""
    arm = check(1, paper).arm
    n = arm.n
    for size in (1.0, 2.0, 1e-3):
        ones = Arm.from_dict(
            {
                **arm.to_dict(),
                "a": np.full(n, size),
                "d": np.full(n, size),
                "mass": np.full(n, size),
            }
        )
        for step in check_derivation(ones, 1, paper=paper):
            assert not step.applies or step.holds_as_printed == (not step.misprints), str(step)


@of_any_size
@pytest.mark.parametrize("size", SIZES)
def test_sides_are_in_si_units(size):
    arm = of_another_size(robots.random_arm(5, seed=2, joints="RPRPR"), *size)
    end = check_derivation(arm, 3)
    tau = end.arm.inverse_dynamics(end.q, end.qd, end.qdd)
    for side in (end["4.34"].left, end["4.34"].right, end["2.7"].left):
        np.testing.assert_allclose(side, tau, rtol=1e-9)


@each_proof
@pytest.mark.parametrize("convention", ["standard", "modified"])
def test_the_derivation_ends_with_the_torques_of_the_arm(paper, convention):
    for seed in SEEDS:
        arm = general_arm(seed, n=2 + seed % 3, convention=convention)
        end = check_derivation(arm, seed, paper=paper)
        tau = arm.inverse_dynamics(end.q, end.qd, end.qdd)
        for side in (end[MEETING[paper]].left, end[MEETING[paper]].right):
            np.testing.assert_allclose(side, tau, rtol=0, atol=1e-12 * np.abs(tau).max())


@pytest.mark.parametrize("seed", range(5))
def test_the_derivation_starts_from_the_motion_of_the_links(seed):
    """The left sides are what the compiled recursion finds."""
    start = check(seed)
    motion = start.arm.link_motion(start.q, start.qd, start.qdd)
    for equation, expected in {
        "4.1": motion.angular_velocity,
        "4.2": motion.angular_acceleration,
        "4.7": motion.origin_acceleration,
        "4.9": motion.com_acceleration,
    }.items():
        np.testing.assert_allclose(
            start[equation].left, expected, rtol=0, atol=1e-12 * np.abs(expected).max()
        )


def test_the_torque_commanded_moves_the_joints_as_commanded():
    for seed in SEEDS:
        end = check(seed, "lee_chung_mudge_turney")
        qdd = end.arm.forward_dynamics(end.q, end.qd, end["4.41"].right)
        np.testing.assert_allclose(qdd, end.qdd, rtol=0, atol=1e-9 * np.abs(end.qdd).max())
        # which is another motion than the one desired
        assert np.abs(end.qdd - check(seed).qdd).min() > VISIBLE


def test_gains_are_as_the_paper_wants_them():
    """Symmetric and positive definite; and no joint is commanded by its own error alone."""
    q, qd, qdd = np.random.default_rng(5).uniform(-1, 1, (3, 7))
    command = random_command(q, qd, qdd, np.random.default_rng(6))
    for gains in (command.Kp[1:, 1:], command.Kv[1:, 1:]):
        np.testing.assert_array_equal(gains, gains.T)
        assert np.linalg.eigvalsh(gains).min() > 1
        assert np.abs(gains).min() > VISIBLE


def test_one_damper_stops_all_joints_but_those_that_swing_alike():
    """Condition (c) after (4.3): damping of rank one is enough, unless frequencies are equal."""
    arm = general_arm(2, n=6)
    q, qd, qdd = (from_one(x) for x in np.random.default_rng(4).uniform(-1, 1, (3, 6)))
    s = symbols(arm, q, qd, random_command(q, qd, qdd, np.random.default_rng(5)))
    damper = np.ones((7, 7))
    np.testing.assert_allclose(errors_later(s, damper), 0, rtol=0, atol=1e-12)
    alike = replace(s, command=replace(s.command, Kp=35.0 * np.eye(7)))
    assert np.abs(errors_later(alike, damper)[1:]).min() > VISIBLE


@pytest.mark.parametrize("size", [0.5, 2.0])
def test_an_equation_holds_below_its_tolerance_and_not_above(size):
    near = Sides(np.zeros(3), np.zeros(3), difference(np.zeros(3), np.full(3, size * 1e-12)))
    step = Step("4.1", "", (1, 2, 3), "", corrected=near, printed=near, misprints=())
    assert step.holds == step.holds_as_printed == (size < 1)
    assert step.verdict == ("pass" if size < 1 else "FAIL")


def test_sides_are_of_one_shape():
    for step in check(3):
        for sides in (step.corrected, step.printed):
            if sides is not None:
                assert sides.left.shape == sides.right.shape
    assert check(3)["4.17"].left.shape == (check(3).arm.n,)


@pytest.mark.parametrize("seed", range(3))
def test_two_wrong_signs_make_a_right_torque(seed):
    """Potential energy has a wrong sign in (2.1), its derivative one in (2.7) and (2.8)."""
    whole = check(seed)
    wrong = [whole[equation] for equation in ("2.1", "2.7", "2.8")]
    assert not any(step.holds_as_printed for step in wrong)
    energy, torque, slope = (step.printed.left - step.printed.right for step in wrong)
    # twice what is right: (2.7) is wrong by as much as (2.8), and nothing is left with both
    np.testing.assert_allclose(np.abs(torque), np.abs(slope), rtol=0, atol=1e-11)
    np.testing.assert_allclose(energy, 2 * wrong[0].left, rtol=0, atol=1e-11)


def test_the_recursion_ends_with_the_torques_of_lagrange():
    for seed in SEEDS:
        end, arm = check(seed)["3.21"], check(seed).arm
        tau = arm.inverse_dynamics(check(seed).q, check(seed).qd, check(seed).qdd)
        for side in (end.left, end.right, check(seed)["2.7"].right):
            np.testing.assert_allclose(side, tau, rtol=0, atol=1e-12 * np.abs(tau).max())


@pytest.mark.parametrize("seed", range(3))
def test_moments_about_a_point_go_with_the_acceleration_of_that_point(seed):
    """About origin i-1, with the acceleration of the centre of mass, each mass counts twice."""
    whole = check(seed)
    motion = whole.arm.link_motion(whole.q, whole.qd, whole.qdd)
    step = whole["5.2"]
    np.testing.assert_allclose(
        step.right, motion.moment, rtol=0, atol=1e-12 * np.abs(step.left).max()
    )
    mixed = step.misprints[0]
    assert "or with m_i" in mixed.erratum.corrected
    arm, w, al = whole.arm, motion.angular_velocity, motion.angular_acceleration
    r = np.column_stack([arm.a, arm.d * np.sin(arm.alpha), arm.d * np.cos(arm.alpha)])
    lever = r + arm.com
    swung = np.cross(w, np.cross(w, lever)) + np.cross(al, lever)
    twice = arm.mass[:, np.newaxis] * np.cross(lever, swung)
    np.testing.assert_allclose(mixed.sides.right - step.left, twice, rtol=0, atol=1e-11)


def test_raw_strobing_gives_the_squares_of_both_joints_too():
    step = check(1)["3.21+++"]
    C, raw = step.left, step.printed.right
    squares = np.einsum("ijj->ij", C)
    sums = squares[:, :, np.newaxis] + squares[:, np.newaxis] + 2 * C
    # of one joint it is right
    np.testing.assert_allclose(np.einsum("ijj->ij", raw), squares, rtol=0, atol=1e-12)
    apart = ~np.eye(C.shape[1], dtype=bool)
    np.testing.assert_allclose(raw[:, apart], sums[:, apart], rtol=0, atol=1e-11)


def test_a_special_arm_hides_errata():
    """With parallel joint axes the direction of z does not matter."""
    planar = check_derivation(robots.planar_2r())
    assert planar["4.19"].holds_as_printed
    assert not check_derivation(robots.puma560())["4.19"].holds_as_printed


def test_a_state_is_drawn_from_the_seed():
    arm = general_arm(0, n=3)
    one, same, other = (check_derivation(arm, seed) for seed in (1, 1, 2))
    np.testing.assert_array_equal(one.q, same.q)
    assert one["4.34"].residual_printed == same["4.34"].residual_printed
    assert np.abs(one.q - other.q).max() > VISIBLE


def test_an_erratum_says_what_it_does():
    step = check(0)["4.17"]
    assert "m_i twice in the gravity term: should be m_i once (structural, residual" in step.erratum
    assert "added to a 3x3 matrix" in check(0)["4.33"].erratum
    assert check(0)["4.33"].printed is None
    assert check(0)["4.33"].residual_printed is None


@each_paper
def test_tables_name_every_equation_and_every_erratum(paper):
    whole = check(0, paper)
    text, html = str(whole), whole._repr_html_()
    for step in whole:
        assert re.search(rf"^{re.escape(step.equation)} +{re.escape(step.statement)}", text, re.M)
    rows = whole.errata_table().rows
    assert len(rows) == sum(len(step.misprints) for step in whole)
    assert html.count("<tr>") == len(whole) + len(rows) + 2
    assert f"all {len(whole)} equations hold as corrected" in text


def test_points_stand_for_the_printed_and_the_corrected_equations():
    matplotlib.use("Agg")
    from matplotlib import pyplot

    ax = check(0).plot()
    assert not ax.patches  # a logarithmic axis has no zero from which bars could begin
    rows = dict(
        zip([text.get_text() for text in ax.get_yticklabels()], ax.get_yticks(), strict=True)
    )
    assert list(rows) == [step.equation for step in check(0)]
    points = [line for line in ax.lines if line.get_marker() not in ("", "None")]
    marks = {step.equation: {} for step in check(0)}
    for line in points:
        (x,), (row,) = line.get_data()
        equation = next(name for name, place in rows.items() if place == row)
        marks[equation][line.get_marker()] = x, line.get_fillstyle()
    step = check(0)["4.16"]
    published, corrected = step.residual_printed, step.residual_corrected
    assert marks["4.16"]["s"] == (published, "full")
    assert marks["4.16"]["o"] == (max(corrected, 1e-17), "full" if corrected else "none")
    zeros = [name for name in marks if check(0)[name].residual_corrected == 0]
    assert zeros
    assert all(marks[name]["o"] == (1e-17, "none") for name in zeros)
    assert ax.figure.get_figwidth() <= 9
    pyplot.close(ax.figure)


def test_an_unknown_equation_is_refused():
    known = r"\(known: 1\.1, .* and \d+ more\)"
    with pytest.raises(ValueError, match=rf"^equation: there is no '4\.35' {known}$"):
        check(0)["4.35"]
    with pytest.raises(TypeError, match=r"^equation: expected a string, got float$"):
        check(0)[4.17]


def test_a_seed_must_be_a_number():
    with pytest.raises(TypeError, match=r"^seed: expected an integer, got str$"):
        check_derivation(general_arm(0, n=2), "1")


def test_an_unknown_paper_is_refused():
    with pytest.raises(ValueError, match=r"^paper: there is no 'turne'; did you mean "):
        check_derivation(general_arm(0, n=2), paper="turne")
    with pytest.raises(TypeError, match=r"^paper: expected a string, got int$"):
        check_derivation(general_arm(0, n=2), paper=1980)
