"""Slips in one term of a closed form are named by entry and term; what is no slip is not."""

import numpy as np
import pytest

import equidyn
from studies.grading.planted import functions

TORQUE, MASS, GRAVITY = "inverse_dynamics", "mass_matrix", "gravity_torque"

# the typical slips of a planar 2R: text, slip, words
PLANAR = [
    ("M11 = I1 + I2", "M11 = I1", "M_11: I_2zz is missing"),
    ("M11 = I1 + I2", "M11 = I2", "link 1: the term I α is missing"),
    ("+ m2 * l1**2 ", "", "M_11: m_2 a_2² is missing"),
    ("+ 2 * c", "+ c", "M_11: 2 m_2 a_2 c_2x cos q_2 has half its factor"),
    (
        "m2 * l1**2 + m2 * lc2**2",
        "m2 * l1**2 + m2 * l2**2",
        "M_11: m_2 c_2x² has the length of the last link in place of c_2x",
    ),
    ("m1 * lc1**2", "m1 * l1**2", "M_11: m_1 c_1x² has a_2 in place of c_1x"),
    (
        "m2 * l1 * lc2 * sin(q[1])",
        "m2 * l1 * lc2 * cos(q[1])",
        "C_122, C_211, C_112: m_2 a_2 c_2x sin q_2 has cos q_2 in place of sin q_2",
    ),
    ("+ h * qd[0]", "- h * qd[0]", "row 2: the centrifugal torque (squares q̇_j²) has the wrong"),
    ("(2 * qd[0] * qd[1]", "(qd[0] * qd[1]", "the Coriolis torque (products q̇_j q̇_k) lacks"),
    (" + qd[1] ** 2)", ")", "row 1: the centrifugal torque (squares q̇_j²) is missing"),
    ("(m1 * lc1 + m2 * l1)", "(m1 * lc1)", "G_1: m_2 a_2 g cos q_1 is missing"),
    (
        "cos(q[0] + q[1])",
        "cos(q[1])",
        "G_1, G_2: m_2 c_2x g cos(q_1 + q_2) has cos q_2 in place of cos(q_1 + q_2)",
    ),
    ("- h * (", "+ h * (", "row 1: the torque of the velocities C q̇ has the wrong sign"),
    ("M21 = m2 * lc2**2 + c", "M21 = m2 * lc2**2", "M_21: m_2 a_2 c_2x cos q_2 is missing"),
    ("M22 = m2 * lc2**2 + I2", "M22 = m2 * lc2**2", "M_22: I_2zz is missing"),
    ("* cos(q[0]) + G2", "* cos(q[0])", "G_1: m_2 c_2x g cos(q_1 + q_2) is missing"),
    ("cos(q[0]", "sin(q[0]", "gravity acts along +x of the world"),
    (
        "0.45, 0.35",
        "0.45, 0.8",
        "link 2: the centre of mass is at the frame origin",
    ),
    ("0.4, 0.15", "0.4, 0", "link 2: the term I α is missing"),
    ("(m1 * lc1 + m2", "(m1 * l1 + m2", "G_1: m_1 c_1x g cos q_1 has a_2 in place of c_1x"),
    ("2 * qd[0] * qd[1] + qd[1] ** 2", "qd[0] * qd[1] + qd[1] ** 2", "lacks the factor 2"),
]

# slips of other arms: quantity, text, slip, words
RPR = [
    (MASS, "I1 + I2 + I3", "I1 + I2", "M_11: I_3zz is missing"),
    (MASS, "2 * r * c3", "r * c3", "M_11: 2 m_3 c_3x q_2 sin q_3 has half its factor"),
    (MASS, "M12 = -m3", "M12 = m3", "M_12, M_21: the entry has the wrong sign"),
    (MASS, "(c3**2 + r", "(c3**2 - r", "M_13, M_31: m_3 c_3x q_2 sin q_3 has the wrong sign"),
    (MASS, "M22 = m2 + m3", "M22 = m2", "M_22: m_3 is missing"),
    (MASS, "+ m3 * (r**2 + c3**2 + 2 * r * c3 * sin(q3))", "", "M_11: every term of m_3 is miss"),
    (GRAVITY, "cos(q1 - q3))", "cos(q1 + q3))", "has cos(q_1 + q_3) in place of cos(q_1 - q_3)"),
    (GRAVITY, "G3 = -m3 * g", "G3 = -m3", "G_3: -m_3 c_3x g cos(q_1 - q_3) lacks g"),
    (TORQUE, "2 * m2 * (r", "m2 * (r", "C_112: every term of link 2 has half its factor"),
    (TORQUE, "C113 = 2 *", "C113 =", "C_113: the entry has half its factor"),
    (TORQUE, "C211 = -", "C211 = ", "C_211: every term of link 2 has the wrong sign"),
    (TORQUE, "(r + c3 * sin(q3))\n    C113", "(r + c3)\n    C113", "has 1 in place of sin q_3"),
]
ELBOW = [
    (MASS, "I2y * cos(q2) ** 2", "I2y", "M_11: I_2yy cos² q_2 has 1 in place of cos² q_2"),
    (MASS, "I2x * sin(q2) ** 2", "0", "M_11: I_2xx sin² q_2 is missing"),
    (MASS, "I2y * cos(q2) ** 2", "I2y * cos(q2)", "has cos q_2 in place of cos² q_2"),
    (MASS, "c2**2 * cos(q2)", "c2**2 * sin(q2)", "has sin² q_2 in place of cos² q_2"),
    (MASS, "2 * l2 * c3 * cos(q3)", "0", "M_22: 2 m_3 a_3 c_3x cos q_3 is missing"),
    (GRAVITY, "m3 * l2", "m2 * l2", "G_2: m_3 a_3 g cos q_2 has m_2 in place of m_3"),
    (GRAVITY, "cos(q2 + q3)", "cos(q3)", "G_2, G_3: m_3 c_3x g cos(q_2 + q_3) has cos q_3"),
]

# of energies and of what follows from them
T, V, SYMBOLS, C = (
    "kinetic_energy",
    "potential_energy",
    "coriolis_coefficients",
    "coriolis_matrix",
)
ENERGIES = [
    (T, "+ 2 * c +", "+ c +", "T: m_2 a_2 c_2x q̇_1² cos q_2 has half its factor"),
    (T, "lc2**2 + c + I2", "lc2**2 - c + I2", "T: m_2 a_2 c_2x q̇_1 q̇_2 cos q_2 has the wrong sign"),
    (T, "(m2 * lc2**2 + I2)", "(m2 * lc2**2)", "T: ½ I_2zz q̇_2² is missing"),
    (T, "qd[1] ** 2 / 2", "qd[1] ** 2", "T: every term of q̇_2² has twice its factor"),
    (T, "m2 * l1**2 +", "m2 * l2**2 +", "has the length of the last link in place of a_2"),
    (T, "+ 2 * c +", "+ 2 * m2 * l1 * lc2 * sin(q[1]) +", "has sin q_2 in place of cos q_2"),
    (T, "* cos(q[1])", "* cos(np.degrees(q[1]))", "q is converted to degrees before its cosine"),
    (V, "l1 * sin(q[0])", "l1 * cos(q[0])", "V: m_2 a_2 g sin q_1 has cos q_1 in place of sin q_1"),
    (V, "(l1 * sin(q[0]) +", "(0 +", "V: m_2 a_2 g sin q_1 is missing"),
    (V, "(l1 * sin(q[0]) +", "(l1 / 2 * sin(q[0]) +", "V: m_2 a_2 g sin q_1 has half its factor"),
    (V, " * g", "", "the factor g is missing: gravity is 1 m/s²"),
    (
        V,
        "sin(q[0]) +",
        "sin(np.degrees(q[0])) +",
        "V: every term of sin q_1 has sin q_1 of degrees",
    ),
    (SYMBOLS, "[[0, -h], [-h", "[[0, -2 * h], [-h", "C_112: "),
    (SYMBOLS, "[[h, 0]", "[[m2 * l1 * l2 * sin(q[1]), 0]", "C_211: "),
    (C, "C11 = -h * qd[1]", "C11 = -2 * h * qd[1]", "C_11: the entry has twice its factor"),
    (
        C,
        "C11 = -h",
        "C11 = -m2 * l1 * lc2 * cos(q[1])",
        "C_11: -m_2 a_2 c_2x q̇_2 sin q_2 has cos q_2",
    ),
    (C, "C11 = -h", "C11 = -m2 * l1 * l2 * sin(q[1])", "C_11: "),
    (
        C,
        "C11 = -h * qd[1]\n    C12 = -h * qd[0] - h * qd[1]",
        "C11, C12 = -2 * h * qd[1], -0.5 * h * qd[1]",
        "row 1: the centrifugal torque (squares q̇_j²) lacks the factor 2",
    ),
    (
        C,
        "C11 = -h * qd[1]\n    C12 = -h * qd[0] - h * qd[1]",
        "C11, C12 = -2 * h * qd[1], -m2 * l1 * lc2 * cos(q[1]) * qd[1]",
        "(C q̇)_1: -m_2 a_2 c_2x q̇_2² sin q_2 has cos q_2 in place of sin q_2",
    ),
]


def marked(program, quantity, old, new, arm):
    return equidyn.grade(functions(program, old, new)[quantity], arm, quantity=quantity)


def named(marking):
    return [str(explanation) for explanation in marking.explanations]


@pytest.mark.parametrize(("old", "new", "words"), PLANAR)
def test_a_typical_slip_of_a_planar_arm(old, new, words, planar):
    assert words in named(marked("lagrange_2r", TORQUE, old, new, planar))[0]


@pytest.mark.parametrize(("quantity", "old", "new", "words"), RPR)
def test_a_slip_of_an_arm_with_a_prismatic_joint(quantity, old, new, words, rpr):
    assert words in named(marked("lagrange_rpr", quantity, old, new, rpr))[0]


@pytest.mark.parametrize(("quantity", "old", "new", "words"), ELBOW)
def test_a_slip_of_an_arm_in_space(quantity, old, new, words, elbow):
    assert words in named(marked("lagrange_elbow", quantity, old, new, elbow))[0]


@pytest.mark.parametrize(("quantity", "old", "new", "words"), ENERGIES)
def test_a_slip_in_an_energy_or_in_what_follows_from_it(quantity, old, new, words, planar):
    assert words in named(marked("energies_2r", quantity, old, new, planar))[0]


@pytest.mark.parametrize(
    ("angle", "words"),
    [
        ("np.degrees(q[0] + q[1])", "of degrees, not of rad"),
        ("np.radians(q[0] + q[1])", "of π/180 times the angle, which is in rad already"),
        ("np.degrees(q[0]) + q[1]", "with q_1 in degrees, not in rad"),
        ("np.radians(q[0]) + q[1]", "with π/180 times q_1, which is in rad already"),
    ],
)
def test_degrees_in_one_cosine_only(angle, words, planar):
    def gravity_torque(q):
        G2 = 2.3 * 0.35 * 9.81 * np.cos(eval(angle))
        return np.array([(4.6 * 0.45 + 2.3) * 9.81 * np.cos(q[0]) + G2, G2])

    (explanation,) = named(equidyn.grade(gravity_torque, planar, quantity=GRAVITY))
    assert explanation == f"G_1, G_2: m_2 c_2x g cos(q_1 + q_2) has cos(q_1 + q_2) {words}"


def test_degrees_in_the_cosines_of_one_angle_in_several_terms(planar):
    text = ("cos(q[0]) + G2", "cos(__import__('numpy').degrees(q[0])) + G2")
    assert named(marked("lagrange_2r", TORQUE, *text, planar)) == [
        "G_1: every term of cos q_1 has cos q_1 of degrees, not of rad"
    ]


@pytest.mark.parametrize("quantity", [GRAVITY, "jacobian", "forward_kinematics"])
def test_another_arm_of_the_zoo_is_named(quantity):
    arm, other = equidyn.robots.load("ur5"), equidyn.robots.load("ur3")
    marking = equidyn.grade(getattr(other, quantity), arm, quantity=quantity, name="f")
    assert named(marking) == ["the arm is ur3"]


def test_a_doubtful_explanation_is_marked_in_json(planar):
    text = ("    M22 = m2 * lc2**2 + I2\n    G2", "    M22 = m2 * lc2**2\n    M11 -= c\n    G2")
    for edit, doubtful in ((text, True), (("M11 = I1 + I2", "M11 = I1"), False)):
        marking = marked("lagrange_2r", TORQUE, *edit, planar)
        causes = marking.to_dict()["explanations"][0]
        assert [cause["doubtful"] for cause in causes] == [doubtful] * len(causes)
        assert ("perhaps" in marking.summary) == doubtful


@pytest.mark.parametrize(
    "program", ["energies_2r", "lagrange_2r", "lagrange_rpr", "lagrange_elbow"]
)
def test_the_programs_without_slips_are_right(program, planar, rpr, elbow):
    arm = {
        "energies_2r": planar,
        "lagrange_2r": planar,
        "lagrange_rpr": rpr,
        "lagrange_elbow": elbow,
    }[program]
    for quantity, f in functions(program).items():
        if quantity in (TORQUE, MASS, GRAVITY, T, V, SYMBOLS, C):
            equidyn.grade(f, arm, quantity=quantity).assert_passed()


def test_the_right_entry_is_shown_beside_a_slip(planar):
    marking = marked("lagrange_2r", TORQUE, "M22 = m2 * lc2**2 + I2", "M22 = m2 * lc2**2", planar)
    assert "M_22 = m_2 c_2x² + I_2zz" in str(marking.causes_table())


def test_one_entry_of_a_large_arm_has_one_ratio():
    arm = equidyn.robots.puma560()

    def f(arm, q, qd, qdd):
        tau = arm.inverse_dynamics(q, qd, qdd)
        tau[1] -= arm.mass_matrix(q)[1, 2] * qdd[2]
        return tau

    assert named(equidyn.grade(f, arm)) == ["M_23: the entry is missing"]


def test_one_entry_of_any_ratio_is_no_pair_of_mistakes(planar):
    def f(arm, q, qd, qdd):
        tau = arm.inverse_dynamics(q, qd, qdd)
        tau[1] += 0.37 * arm.mass_matrix(q)[1, 1] * qdd[1]
        return tau

    marking = equidyn.grade(f, planar)
    assert marking.explanations == ()
    assert "M_22: 1.37 times the right one" in str(marking)


def test_two_slips_are_said_with_doubt(planar):
    text = ("    M22 = m2 * lc2**2 + I2\n    G2", "    M22 = m2 * lc2**2\n    M11 -= c\n    G2")
    (explanation,) = marked("lagrange_2r", TORQUE, *text, planar).explanations
    assert str(explanation) == (
        "perhaps M_11: 2 m_2 a_2 c_2x cos q_2 has half its factor; and M_22: I_2zz is missing"
    )


def test_a_slip_that_some_states_do_not_show_is_not_blamed(planar):
    def sometimes(arm, q, qd, qdd):
        wrong = not (qd.any() and qdd.any())
        return arm.inverse_dynamics(q, qd, qdd) - wrong * np.array([0, 0.15 * qdd[1]])

    assert equidyn.grade(sometimes, planar).explanations == ()


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("quantity", [MASS, GRAVITY])
def test_what_is_wrong_at_random_has_no_explanation(seed, quantity, planar, rpr, elbow):
    rng = np.random.default_rng(seed)
    arm = (planar, rpr, elbow)[seed % 3]
    weights, phase, size = rng.normal(size=arm.n), rng.normal(), rng.uniform(0.02, 0.3)
    constant = seed % 2
    place = tuple(rng.integers(arm.n, size=1 + (quantity == MASS)))

    def f(q):
        result = np.array(getattr(arm, quantity)(q))
        result[place] += size * (1.0 if constant else np.cos(weights @ q + phase))
        return result

    assert named(equidyn.grade(f, arm, quantity=quantity)) == []
