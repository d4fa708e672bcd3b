"""The recursion step by step: its equations, read as they are written, give its numbers."""

import re

import numpy as np
import pytest

from conftest import EPS, TOLERANCE
from equidyn import Arm, robots
from equidyn.studies.papers.equivalence import PAPERS
from oracles.random_arms import random_arm

ARMS = [Arm.from_dh(**random_arm(seed)) for seed in range(0, 96, 11)]
ARMS += [robots.puma560(), robots.planar_2r(), robots.load("stanford"), robots.load("panda")]

both_conventions = pytest.mark.parametrize("arm", ARMS, ids=lambda arm: arm.name)


def state(arm):
    rng = np.random.default_rng(arm.n)
    return rng.uniform(-2, 2, (3, arm.n)), rng.uniform(-5, 5, 6)


class Read:
    """A number, vector or matrix in an equation: ** is a product, @ a cross product, % a dot."""

    def __init__(self, value):
        self.value = np.asarray(value, dtype=float)

    def __pow__(self, other):
        matrix = self.value.ndim == 2
        return Read(self.value @ other.value if matrix else self.value * other.value)

    def __matmul__(self, other):
        return Read(np.cross(self.value, other.value))

    def __mod__(self, other):
        return Read([self.value @ other.value])

    def __add__(self, other):
        return Read(self.value + other.value)


TOKEN = re.compile(r"\s*(\\times|\\cdot|[()+]|\d+|(?:\\[a-z]+(?:{\w})?|\w)(?:_{\d+})?(?:\^T)?)")


def read(right, known):
    """Evaluate the right side of an equation with known values by symbol."""
    python, after_operand = [], False
    for token in TOKEN.findall(right):
        operator = {r"\times": "@", r"\cdot": "%", "+": "+", ")": ")"}.get(token)
        if operator is None and after_operand:
            python.append("**")
        after_operand = token == ")" or (operator is None and token != "(")
        named = token if token == "(" else f"known[{token!r}]"
        python.append(operator or named)
    assert "".join(TOKEN.findall(right)) == right.replace(" ", "")
    return eval(" ".join(python), {"known": known}).value


def constants(arm, q, qd, qdd, tip):
    """What an equation may use besides earlier results."""
    frames = np.concatenate([arm.base[np.newaxis], arm.link_poses(q)])
    first, last = frames[0, :3, :3], arm.n + 1
    f = arm.tool[:3, :3] @ tip[:3]
    known = {
        "z": [0, 0, 1], "2": 2, r"\omega_{0}": np.zeros(3), r"\alpha_{0}": np.zeros(3),
        "a_{0}": -first.T @ arm.gravity, f"R_{{{last}}}": np.eye(3), f"P_{{{last}}}": np.zeros(3),
        f"f_{{{last}}}": f,
        f"n_{{{last}}}": arm.tool[:3, :3] @ tip[3:] + np.cross(arm.tool[:3, 3], f),
    }  # fmt: skip
    for k in range(1, last):
        step = np.linalg.solve(frames[k - 1], frames[k])
        R, p, i = step[:3, :3], step[:3, 3], f"_{{{k}}}"
        known |= {f"R{i}": R, f"R{i}^T": R.T, f"P{i}": p, f"r{i}": R.T @ p}
        known |= {rf"\hat{{z}}{i}": R[2], f"m{i}": arm.mass[k - 1], f"c{i}": arm.com[k - 1]}
        known |= {f"I{i}": arm.inertia[k - 1]}
        known |= {rf"\dot{{q}}{i}": qd[k - 1], rf"\ddot{{q}}{i}": qdd[k - 1]}
    return {symbol: Read(value) for symbol, value in known.items()}


@both_conventions
def test_each_equation_as_it_is_written_gives_its_numbers(arm):
    (q, qd, qdd), tip = state(arm)
    known = constants(arm, q, qd, qdd, tip)
    steps = arm.recursion(q, qd, qdd, tip_wrench=tip)
    assert len(steps) == 9 * arm.n
    largest = {}
    for step in steps:
        largest[step.unit] = max(largest.get(step.unit, 1.0), np.abs(step.value).max())
    for step in steps:
        left, right = step.equation.split(" = ")
        assert left == step.symbol
        allowed = TOLERANCE["identity"] * EPS * largest[step.unit]
        np.testing.assert_allclose(read(right, known), step.value, rtol=0, atol=allowed)
        known[left] = Read(step.value)


@both_conventions
def test_the_last_steps_are_the_torques(arm):
    (q, qd, qdd), tip = state(arm)
    steps = arm.recursion(q, qd, qdd, tip_wrench=tip)
    found = [step.value[0] for step in steps if step.symbol.startswith(r"\tau")][::-1]
    torque = arm.inverse_dynamics(q, qd, qdd, tip_wrench=tip)
    np.testing.assert_allclose(
        found, torque, rtol=0, atol=TOLERANCE["agreement"] * EPS * np.abs(torque).max()
    )


@both_conventions
def test_its_vectors_are_those_of_the_links(arm):
    (q, qd, qdd), tip = state(arm)
    motion = arm.link_motion(q, qd, qdd, tip_wrench=tip)
    steps = arm.recursion(q, qd, qdd, tip_wrench=tip)
    for symbol, expected in {
        r"\omega": motion.angular_velocity,
        r"\alpha": motion.angular_acceleration,
        "a": motion.origin_acceleration,
        r"\bar{a}": motion.com_acceleration,
        "f": motion.force,
        "n": motion.moment,
    }.items():
        found = sorted(
            (s.link, s.value.tolist()) for s in steps if s.symbol.split("_")[0] == symbol
        )
        values = [value for _, value in found]
        allowed = TOLERANCE["identity"] * EPS * np.abs(expected).max()
        np.testing.assert_allclose(values, expected, rtol=0, atol=allowed)


def test_a_force_of_a_prismatic_joint_has_its_unit():
    arm = robots.load("stanford")
    steps = arm.recursion(*np.full((3, 6), 0.4))
    units = {step.link: step.unit for step in steps if step.symbol.startswith(r"\tau")}
    assert [units[k] for k in range(1, 7)] == ["N m", "N m", "N", "N m", "N m", "N m"]


def test_an_overflow_is_named():
    with pytest.raises(ValueError, match=r"^recursion: alpha of link 2: overflow"):
        robots.puma560().recursion([0] * 6, [1e200] * 6, [0] * 6)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (([0, 0], [0, 0], [0]), r"qdd: shape must be \(2,\)"),
        (([[0, 0]], [0, 0], [0, 0]), r"q: shape must be \(2,\)"),
        (([0, 0], [0, np.inf], [0, 0]), "qd: must be finite"),
    ],
)
def test_what_is_no_state_is_named(given, message):
    with pytest.raises(ValueError, match=f"^{message}"):
        robots.planar_2r().recursion(*given)
    with pytest.raises(ValueError, match=r"^tip_wrench: shape must be \(6,\)"):
        robots.planar_2r().recursion([0, 0], [0, 0], [0, 0], tip_wrench=[1.0])


@both_conventions
def test_numbers_are_those_of_checked_equations(arm):
    source = "turney_mudge_lee" if arm.convention == "standard" else "modified_dh_tutorial"
    known = {f"({equation.number})" for equation in PAPERS[source].equations}
    q, qd, qdd = state(arm)[0]
    assert {step.number for step in arm.recursion(q, qd, qdd)} <= known
