"""Significance of terms: costs of the equations without them, and errors known from physics."""

import json
from contextlib import nullcontext

import numpy as np
import pytest

import equidyn
from equidyn import Arm, robots
from equidyn.graph.graph import Operation
from equidyn.output.files import read_csv
from equidyn.studies.term_contributions.equations import Equations
from equidyn.studies.term_contributions.recursion import TERMS
from oracles import lagrange
from oracles.random_arms import random_arm, random_state


class Motion:
    """A trajectory of sines, of any speed."""

    def __init__(self, n, speed=1.0, duration=2.0, seed=1):
        self.duration = duration
        self.phase, self.size = np.random.default_rng(seed).uniform(0.5, 1.5, (2, n))
        self.speed = speed

    def __call__(self, times):
        angle = np.multiply.outer(times, self.phase) * self.speed + self.phase
        rate = self.phase * self.speed
        q, qd = self.size * np.sin(angle), self.size * rate * np.cos(angle)
        return q, qd, -q * rate**2


class Still(Motion):
    """A trajectory that stays where it is."""

    def __call__(self, times):
        q, _, _ = super().__call__(0 * np.asarray(times))
        return q, 0 * q, 0 * q


@pytest.fixture(scope="module")
def puma():
    return equidyn.studies.significance(robots.puma560(), Motion(6), samples=50)


def values_of(graph, inputs):
    """The outputs of a graph in one state."""
    functions = {
        Operation.ADD: lambda x, y: x + y,
        Operation.MULTIPLY: lambda x, y: x * y,
        Operation.COSINE: lambda x, _: np.cos(x),
        Operation.SINE: lambda x, _: np.sin(x),
    }
    known = []

    def value(reference):
        return np.sign(reference) * known[abs(reference)]

    for node in graph.nodes:
        if node.operation is Operation.NUMBER:
            known.append(node.value)
        elif node.operation is Operation.INPUT:
            known.append(inputs[node.name])
        else:
            operate = functions[node.operation]
            known.append(operate(value(node.left) if known else 0.0, value(node.right)))
    return [value(output) for output in graph.outputs]


@pytest.mark.parametrize("seed", [2, 17, 28, 53, 66, 79])
def test_all_terms_together_are_the_torques(seed):
    arm = Arm.from_dh(**random_arm(seed))
    q, qd, qdd = random_state(np.random.default_rng(seed), arm.n)
    truth = lagrange.torque(arm, q, qd, qdd)
    (tau,) = Equations(arm).torques((q[None], qd[None], qdd[None]))
    np.testing.assert_allclose(tau, truth, rtol=0, atol=1e-12 * np.abs(truth).max())


@pytest.mark.parametrize("seed", [5, 53])
@pytest.mark.parametrize("name", [None, *TERMS])
def test_operations_are_those_of_what_is_evaluated(seed, name):
    """The graph that is counted gives the torques that are compared."""
    arm = Arm.from_dh(**random_arm(seed))
    states = random_state(np.random.default_rng(seed), arm.n)
    equations = Equations(arm)
    left_out = {(link, name) for link in range(arm.n + 1)}
    graph, _ = equations._graph(left_out)
    inputs = {
        f"{kind}[{k}]": x
        for kind, row in zip(("q", "qd", "qdd"), states, strict=True)
        for k, x in enumerate(row)
    }
    (tau,) = equations.torques(tuple(x[None] for x in states), left_out)
    scale = max(np.abs(tau).max(), 1)
    np.testing.assert_allclose(values_of(graph, inputs), tau, rtol=0, atol=1e-12 * scale)


@pytest.mark.parametrize(
    ("name", "multiplications", "additions"),
    # Turney, Mudge & Lee, table 3, for a link; three additions more, of its row "add n"
    [
        ("I alpha", 9, 6 + 3),
        ("w x I w", 15, 9 + 3),
        ("r x R f", 6, 3 + 3),
        ("R n", 0, 3),
        ("(r + rbar) x m abar", 6, 3 + 3),
    ],
)
def test_what_falls_away_without_a_term_is_its_row_of_table_3(name, multiplications, additions):
    equations = Equations(equidyn.counting.general_arm(5))
    whole, rest = equations.operations(), equations.operations({(3, name)})
    saved = np.subtract(whole, rest)
    # what made it falls away too where nothing else needs it: the rotation of n, 8M 4A
    others = {"R n": equations.operations({(3, "R n"), (3, "r x R f"), (3, "R f")})}
    if name in others:
        assert saved[0] >= multiplications
        assert saved[1] >= additions
        assert others[name].multiplications < rest.multiplications
    else:
        assert saved.tolist() == [multiplications, additions, 0, 0]


@pytest.mark.parametrize("name", ["I alpha", "w x I w", "(r + rbar) x m abar"])
def test_joints_before_a_link_miss_its_moment_along_their_axes(name):
    arm = Arm.from_dh(**random_arm(5))
    state = random_state(np.random.default_rng(5), arm.n)
    motion, poses, link = arm.link_motion(*state), arm.link_poses(state[0]), 3
    w, al, ab = (x[link - 1] for x in (motion[0], motion[1], motion.com_acceleration))
    inertia, R = arm.inertia[link - 1], poses[link - 1, :3, :3]
    from_joint = poses[link - 1, :3, 3] - poses[link - 2, :3, 3] + R @ arm.com[link - 1]
    moment = {
        "I alpha": R @ (inertia @ al),
        "w x I w": R @ np.cross(w, inertia @ w),
        "(r + rbar) x m abar": np.cross(from_joint, arm.mass[link - 1] * R @ ab),
    }[name]
    axes = np.vstack([arm.base[:3, 2], poses[:-1, :3, 2]])
    felt = axes @ moment * [letter == "R" and k < link for k, letter in enumerate(arm.joints)]
    equations, states = Equations(arm), tuple(x[None] for x in state)
    assert arm.convention == "standard"
    (missing,) = equations.torques(states) - equations.torques(states, {(link, name)})
    np.testing.assert_allclose(missing, felt, rtol=0, atol=1e-12 * np.abs(motion.moment).max())


@pytest.mark.parametrize("seed", [5, 53])
def test_what_misses_gravity_is_what_gravity_takes(seed):
    arm = Arm.from_dh(**random_arm(seed))
    equations = Equations(arm)
    states = tuple(x[None] for x in random_state(np.random.default_rng(seed), arm.n))
    missing = equations.torques(states) - equations.torques(states, {(0, "-g")})
    torque, scale = arm.gravity_torque(states[0]), np.abs(equations.torques(states)).max()
    np.testing.assert_allclose(missing, torque, rtol=0, atol=1e-12 * scale)


def test_centripetal_term_of_the_planar_arm_is_that_of_textbooks():
    arm = robots.planar_2r()
    motion = Motion(2)
    found = equidyn.studies.significance(arm, motion, samples=40)
    q, qd, _ = motion(np.linspace(0, 2, 40, endpoint=False))
    # the second joint feels m2 l1 lc2 sin(q2) qd1², and the first the same through the force
    reach = arm.com[1, 0] + arm.a[1]
    torque = arm.mass[1] * arm.a[0] * reach * np.sin(q[:, 1]) * qd[:, 0] ** 2
    (term,) = (t for t in found.terms if (t.link, t.name) == (1, "w x (w x r)"))
    expected = np.sqrt(np.mean(torque**2))
    np.testing.assert_allclose(term.contribution, [expected, expected], rtol=1e-12)


def test_terms_stand_at_their_equations_of_the_paper():
    # Turney, Mudge & Lee 1980: after (3.21) a at the base, (3.16) alpha, (3.17) a, (3.18) of the
    # centre of mass, (3.19) f, (3.20) n; those of a prismatic joint are like a, alpha
    numbers = {
        "3.21+": ["-g"],
        "3.16": ["z qdd", "w x z qd"],
        "3.17": ["2 w x z qd", "alpha x r", "w x (w x r)"],
        "3.18": ["alpha x rbar", "w x (w x rbar)"],
        "3.19": ["m abar", "R f"],
        "3.20": ["I alpha", "w x I w", "(r + rbar) x m abar", "r x R f", "R n"],
    }
    found = {name: equation for name, (equation, _) in TERMS.items()}
    assert found == {name: number for number, names in numbers.items() for name in names}


@pytest.mark.parametrize("joints", ["RRRR", "RPRP", "PRPR"])
def test_an_arm_in_which_nothing_vanishes_has_every_term_of_its_joints(joints):
    found = set(Equations(robots.random_arm(4, seed=0, joints=joints)).terms())
    expected = {(0, "-g")}
    for i, kind in enumerate(joints, start=1):
        absent = {"-g", "w x z qd" if kind == "P" else "2 w x z qd"}
        absent |= {"R f", "r x R f", "R n"} if i == len(joints) else set()
        # before the first joint that turns nothing does
        before, here = "R" in joints[: i - 1], "R" in joints[:i]
        absent |= set() if before else {"w x z qd", "2 w x z qd"}
        absent |= set() if here else {name for name in TERMS if "w x" in name or "al" in name}
        expected |= {(i, name) for name in set(TERMS) - absent}
    assert found == expected


def test_coriolis_acceleration_of_a_slide_is_a_term():
    arm, motion = robots.load("planar_rp"), Motion(2)
    found = equidyn.studies.significance(arm, motion, samples=20)
    q, qd, _ = motion(np.linspace(0, 2, 20, endpoint=False))
    (term,) = (t for t in found.terms if t.name == "2 w x z qd")
    assert (term.link, term.equation, term.joint) == (2, "3.17", 1)
    # a mass on a rail that turns: 2 m r qd1 qd2 about the first joint
    torque = 2 * arm.mass[1] * radius(arm, q) * qd[:, 0] * qd[:, 1]
    assert term.contribution[0] == pytest.approx(np.sqrt(np.mean(torque**2)), rel=1e-12)


def radius(arm, q):
    """Distance from the mass of the second link to the axis of the first joint, for each q."""
    poses = arm.link_poses(q)
    across = np.cross(poses[:, 1, :3, 3] + poses[:, 1, :3, :3] @ arm.com[1], arm.base[:3, 2])
    return np.linalg.norm(across, axis=1)


@pytest.mark.slow
def test_errors_of_a_model_are_those_of_its_torques_in_units_of_the_scale(puma):
    equations = Equations(robots.puma560())
    motion = Motion(6)(np.linspace(0, puma.duration, puma.samples, endpoint=False))
    whole = equations.torques(motion)
    for model in puma.models[:: len(puma.models) // 6]:
        left_out = {(t.link, t.name) for t in puma.terms[len(puma.terms) - model.left_out :]}
        share = np.abs(equations.torques(motion, left_out) - whole) / puma.scale
        assert model.largest == pytest.approx(share.max(), rel=1e-12)
        assert model.rms == pytest.approx(np.sqrt((share**2).mean(axis=0)).max(), rel=1e-12)


@pytest.mark.parametrize(("error", "raises"), [(1e-10, True), (1e-13, False)])
def test_torques_that_are_not_those_of_the_library_are_an_error(monkeypatch, error, raises):
    exact = Arm.inverse_dynamics
    monkeypatch.setattr(
        Arm, "inverse_dynamics", lambda *state, **options: exact(*state, **options) * (1 + error)
    )
    expected = pytest.raises(RuntimeError, match=r"differ from the library's by \S+;")
    with expected if raises else nullcontext():
        equidyn.studies.significance(robots.planar_2r(), Motion(2), samples=5)


@pytest.mark.slow
def test_terms_are_ranked_and_models_get_cheaper_by_steps(puma):
    shares = [term.share for term in puma.terms]
    costs = [sum(model.operations[:2]) for model in puma.models]
    assert shares == sorted(shares, reverse=True)
    assert costs == sorted(costs, reverse=True)
    assert len(puma.models) == len(puma.terms) + 1
    assert [model.left_out for model in puma.models] == list(range(len(puma.models)))


def test_whole_model_is_right_and_the_empty_one_costs_nothing_and_misses_all(puma):
    whole, empty = puma.models[0], puma.without(len(puma.terms))
    assert whole.largest == whole.rms == 0
    assert sum(empty.operations) == 0
    np.testing.assert_allclose(empty.rms_error / puma.scale, 1, rtol=1e-12)


def test_model_within_an_error_is_the_cheapest_that_keeps_it(puma):
    found = puma.within(0.02)
    assert 0 < found.largest <= 0.02
    cheaper = [m for m in puma.models if sum(m.operations[:2]) < sum(found.operations[:2])]
    assert cheaper
    assert all(m.largest > 0.02 for m in cheaper)


def test_slow_motion_needs_fewer_terms_for_the_same_drives():
    arm, drives = equidyn.counting.general_arm(3), [100, 100, 50]

    def operations(speed):
        motion = Motion(3, speed=speed)
        found = equidyn.studies.significance(arm, motion, samples=10, scale=drives)
        return sum(found.within(0.01).operations[:2])

    assert operations(0.02) < operations(1.0) / 2


def test_at_rest_only_what_gravity_takes_is_left():
    arm = robots.puma560()
    found = equidyn.studies.significance(arm, Still(6), samples=3)
    # the first joint stands upright, and takes no torque that could be compared
    assert np.isinf(found.scale[0])
    assert np.isfinite(found.scale[1:4]).all()
    kept = found.within(1e-9)
    left_out = {(t.link, t.name) for t in found.terms[len(found.terms) - kept.left_out :]}
    motion = Still(6)(np.zeros(3))
    torques = Equations(arm).torques(motion, left_out)
    np.testing.assert_allclose(torques, arm.gravity_torque(motion[0]), rtol=0, atol=1e-12)
    assert all(term.name.count("w") == 0 for term in found.terms if term.share > 1e-9)


def test_scale_says_what_counts():
    arm, motion, scale = equidyn.counting.general_arm(2), Motion(2), np.array([100.0, 20.0])
    by_torque = equidyn.studies.significance(arm, motion, samples=5)
    contributions = {(t.link, t.name): t.contribution for t in by_torque.terms}
    for term in equidyn.studies.significance(arm, motion, samples=5, scale=scale).terms:
        shares = contributions[term.link, term.name] / scale
        assert term.share == shares.max()
        assert shares[term.joint - 1] == shares.max()


@pytest.mark.parametrize("seed", [13, 50])
def test_arms_of_both_conventions_and_kinds_of_joints_are_taken(seed):
    arm, motion = Arm.from_dh(**random_arm(seed, 3)), Motion(3)
    assert set(arm.joints) == {"R", "P"}
    found = equidyn.studies.significance(arm, motion, samples=5)
    torque = arm.inverse_dynamics(*motion(np.linspace(0, 2, 5, endpoint=False)))
    np.testing.assert_allclose(found.scale, np.sqrt(np.mean(torque**2, axis=0)), rtol=1e-12)


def test_exciting_trajectory_is_one():
    arm = robots.planar_2r()
    found = equidyn.studies.significance(arm, equidyn.exciting_trajectory(arm, evaluations=5))
    assert found.duration == 10
    assert found.samples == 200


class Bad(Motion):
    def __init__(self, change, **attributes):
        super().__init__(2)
        self.change = change
        vars(self).update(attributes)

    def __call__(self, times):
        return self.change(*super().__call__(times))


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"trajectory": 3}, TypeError, "trajectory: expected a function of times, got int"),
        ({"trajectory": np.sin}, TypeError, "trajectory: expected an object with a duration"),
        (
            {"trajectory": Bad(lambda *x: x, duration=0)},
            ValueError,
            "trajectory: duration: must be positive, got 0",
        ),
        ({"trajectory": Bad(lambda q, qd, qdd: (q, qd))}, ValueError, "expected q, qd and qdd"),
        (
            {"trajectory": Bad(lambda q, qd, qdd: (q, qd[:1], qdd))},
            ValueError,
            r"trajectory: qd: expected shape \(200, 2\), got \(1, 2\)",
        ),
        (
            {"trajectory": Bad(lambda q, qd, qdd: (q[:, :1], qd, qdd))},
            ValueError,
            "trajectory: q: last axis must be 2",
        ),
        (
            {"trajectory": Bad(lambda q, qd, qdd: (q, qd, qdd * np.nan))},
            ValueError,
            "trajectory: qdd: must be finite",
        ),
        ({"samples": 0}, ValueError, "samples: must be at least 1"),
        ({"scale": [1, -1]}, ValueError, "scale: must be positive, got -1 at joint 2"),
        ({"scale": [1]}, ValueError, r"scale: expected shape \(2,\), got \(1,\)"),
    ],
)
def test_bad_arguments_are_named(arguments, error, message):
    arguments = {"trajectory": Motion(2)} | arguments
    with pytest.raises(error, match=message):
        equidyn.studies.significance(robots.planar_2r(), **arguments)


def test_motion_without_torques_is_told():
    arm = robots.planar_2r().with_gravity([0, 0, 0])
    with pytest.raises(ValueError, match="trajectory: no joint takes a torque"):
        equidyn.studies.significance(arm, Still(2))


def test_more_terms_than_there_are_cannot_be_left_out(puma):
    with pytest.raises(ValueError, match="smallest: must be at most"):
        puma.without(len(puma.terms) + 1)


def test_records_are_saved(puma, tmp_path):
    puma.save(tmp_path / "terms.json")
    saved = json.loads((tmp_path / "terms.json").read_text())
    assert saved["records"] == puma.to_records()
    assert saved["whole_multiplications"] == puma.models[0].operations.multiplications
    puma.save(tmp_path / "terms.csv")
    _, records = read_csv(tmp_path / "terms.csv")
    assert [record["term"] for record in records] == [term.name for term in puma.terms]


def test_table_has_a_row_a_term_and_the_model_that_ends_above_it(puma):
    table = puma.table()
    assert len(table.rows) == len(puma.terms)
    assert table.rows[-1][-3:-1] == tuple(map(str, puma.models[1].operations[:2]))
    assert table.rows[0][-3:-1] == ("0", "0")


def test_plot_shows_errors_against_costs(puma):
    ax = puma.plot()
    costs, errors = ax.lines[0].get_data()
    assert costs[0] == sum(puma.models[1].operations[:2])
    assert errors[0] == pytest.approx(100 * puma.models[1].largest)
    assert ax.get_yscale() == "log"
