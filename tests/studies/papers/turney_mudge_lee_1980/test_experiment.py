"""The simulation of Turney, Mudge & Lee falls as mechanics wants, and costs what is said."""

from dataclasses import replace
from typing import ClassVar

import numpy as np
import pytest

import equidyn
from equidyn.page.page import MODULE
from equidyn.studies.papers.reproduction.puma600 import TURNED, puma600
from equidyn.studies.papers.turney_mudge_lee_1980 import experiment
from equidyn.studies.papers.turney_mudge_lee_1980.experiment.four_points import (
    IMPROVED,
    PRODUCTS,
    SUMS,
    follow,
)
from oracles.browser import CHROMIUM, browser


@pytest.fixture(scope="module")
def found(reproduced):
    """The experiment, done again."""
    return reproduced("turney")


def test_the_arm_falls_and_keeps_its_energy(found):
    arm = found.arm
    kinetic, potential = arm.kinetic_energy(found.q, found.qd), arm.potential_energy(found.q)
    assert kinetic[0] == 0
    assert kinetic.max() > 10
    assert np.abs(kinetic + potential - potential[0]).max() < 2e-6 * kinetic.max()


def test_four_points_are_of_fourth_order(found):
    assert found.order == pytest.approx(4, abs=0.02)
    errors = [each.error for each in found.refinements]
    assert errors == sorted(errors, reverse=True)
    table = found.refinements_table()
    assert [row[2] for row in table.rows] == ["", "4.00", "4.00"]


def test_a_pendulum_by_four_points_swings_as_its_energy_says():
    pendulum = equidyn.robots.uniform_chain(1)
    q, qd = follow(pendulum, np.array([0.3]), np.zeros(1), 0.01, 200)
    # a rod of 1 kg and 1 m about its end: 1/2 1/3 qd^2 = g / 2 (sin q0 - sin q)
    np.testing.assert_allclose(qd**2, 3 * 9.81 * (np.sin(0.3) - np.sin(q)), atol=1e-5)
    assert np.abs(qd).max() > 5


def test_the_cost_of_a_step_is_four_evaluations_and_the_formula(found):
    six = equidyn.counting.general_arm(6)
    for row in found.costs.table().rows[:-1]:
        count = equidyn.count_operations(six, row[0], quantity="forward_dynamics")
        assert int(row[1]) == 4 * count.multiplications + 6 * PRODUCTS
        assert int(row[2]) == 4 * count.additions + 6 * SUMS


class Counted(float):
    """A number that counts what is done with it."""

    done: ClassVar = {}

    def __mul__(self, other):
        self.done["product"] += 1
        return Counted(float(self) * float(other))

    __rmul__ = __mul__

    def __truediv__(self, other):
        return self * (1 / other)

    def __add__(self, other):
        self.done["sum"] += 1
        return Counted(float(self) + float(other))

    __radd__ = __add__


def test_the_formula_takes_what_is_counted(monkeypatch):
    class Arm:
        n = 1

        def forward_dynamics(self, q, qd, tau, formulation):
            assert formulation == "modified_newton_euler"
            return np.array([Counted(1.0)], dtype=object)

    state = np.array([Counted(0.5)], dtype=object)
    monkeypatch.setattr(Counted, "done", {"product": 0, "sum": 0})
    follow(Arm(), state, state, 0.5, 1)
    assert Counted.done == {"product": PRODUCTS, "sum": SUMS}


def test_the_paper_recommends_its_improved_equations(found):
    first, second = found.costs.table().rows[:2]
    assert (first[0], second[0]) == (IMPROVED, "unit_accelerations")
    operations = [f"{sum(found.costs.of_step(name, 6)[:2]):,}" for name in (second[0], first[0])]
    (remark,) = (each for each in found.remarks if "(5.1) and (5.2)" in each)
    assert f"{operations[0]} operations a step of six joints, against {operations[1]}" in remark
    (crossing,) = (
        each
        for each in found.costs.evaluations.crossovers().records
        if {each.cheaper, each.dearer} == {IMPROVED, "unit_accelerations"}
    )
    assert crossing.cheaper == "unit_accelerations"
    assert f"take more from {crossing.n} joints on" in remark


def test_steps_that_the_rule_chooses_change_no_angle_and_no_velocity_further(found):
    arm, start = found.arm, found.q[0]
    for each in found.chosen_steps:
        motion = arm.simulate(start, np.zeros(6), 1.0, each.chosen.step)
        changes = [abs(np.diff(part, axis=0)).max() for part in (motion.q, motion.qd)]
        assert (each.turned, each.accelerated) == pytest.approx(changes, rel=1e-9)
        # as long as one of both allows
        assert 0.9 < each.share <= 1
        assert (each.turned / each.position == each.share) == (each.chosen.what == "position")
    assert {each.chosen.what for each in found.chosen_steps} == {"position", "velocity"}
    # of fourth order in the step
    step, error = np.log([(each.chosen.step, each.error) for each in found.chosen_steps]).T
    assert np.diff(error) / np.diff(step) == pytest.approx(4, abs=0.2)
    assert all(f"{1e3 * h:.2f} ms" in str(found.chosen_steps_table()) for h in np.exp(step))


@pytest.mark.parametrize("change", ["turned", "accelerated"])
def test_a_step_that_changes_a_joint_too_much_fails(found, change):
    far = found.chosen_steps[0]
    too_much = {"turned": 1.01 * far.position, "accelerated": 1.01 * far.velocity}[change]
    other = replace(found, chosen_steps=(far._replace(**{change: too_much}),))
    assert not other.passed


def test_runs_are_quadratic_and_the_elimination_is_cubic(found):
    runs, whole = found.runs, found.costs.evaluations[IMPROVED]
    assert (runs.multiplications.degree, whole.multiplications.degree) == (2, 3)
    assert (runs.additions.degree, whole.additions.degree) == (2, 3)
    assert str(whole.multiplications) == "1/3 n^3 + 99/2 n^2 + 193/6 n - 102"
    plain = found.costs.evaluations["unit_accelerations"]
    assert str(plain.multiplications) == "1/3 n^3 + 48n^2 + 146/3 n - 96"
    cells = [row[2] for row in found.table().rows]
    assert cells[:2] == [str(runs.multiplications), str(runs.additions)]
    costs = equidyn.counting.unit_acceleration_costs("modified_newton_euler").rows[0]
    assert cells[2] == str(costs.multiplications)


def test_later_methods_overtake_where_is_said(found):
    costs = found.costs

    def operations(name, n):
        return sum(costs.of_step(name, n)[:2])

    for later in ("composite_rigid_bodies", "articulated_bodies"):
        n = costs.overtaking(later, IMPROVED)
        assert operations(later, n) < operations(IMPROVED, n)
        assert n == 3 or operations(later, n - 1) >= operations(IMPROVED, n - 1)
        assert f"from {n}" in found.summary


def test_pivots_of_elimination_stay_positive(found):
    for q, pivots in zip(found.q[::20], found.pivots[::20], strict=True):
        M = found.arm.mass_matrix(q)
        for k in range(6):
            assert M[k, k] == pytest.approx(pivots[k], rel=1e-9)
            M[k + 1 :] -= np.outer(M[k + 1 :, k] / M[k, k], M[k])
    assert f"{found.pivots.min():.1e}" in str(found)


def test_a_fall_that_another_arm_would_have_fails(found):
    other = replace(found, q_in_lanes=found.q_in_lanes + 5e-12)
    assert found.passed
    assert not other.passed


def test_the_drift_is_the_largest_change_of_energy_of_its_own_run(found):
    arm, start = found.arm, found.q[0]
    for each in found.refinements:
        q, qd = follow(arm, start, np.zeros(6), each.step, round(found.t[-1] / each.step))
        energy = [
            rates @ arm.mass_matrix(at) @ rates / 2 + arm.potential_energy(at)
            for at, rates in zip(q, qd, strict=True)
        ]
        # the energy is rounded
        assert each.drift == pytest.approx(np.abs(np.subtract(energy, energy[0])).max(), abs=1e-12)


def test_the_time_in_lanes_is_that_of_one_arm_and_step(monkeypatch):
    class Lanes:
        """Of each arm and step it takes 3 ns, and the first call twice as long."""

        n, clock, late = 6, 0.0, 2

        def simulate(self, q, qd, duration, *, step, record, threads):
            assert (record, threads) == (0, 1)
            self.clock += self.late * 3e-9 * len(q) * round(duration / step)
            self.late = 1

    lanes = Lanes()
    monkeypatch.setattr(experiment, "perf_counter", lambda: lanes.clock)
    assert experiment._time_in_lanes(lanes) == pytest.approx(3.0, rel=1e-12)


def test_the_puma_600_has_the_bodies_of_the_560_in_its_own_frames():
    arm, known = puma600(), equidyn.robots.puma560()
    data = {**arm.to_dict(), "a": known.a * (1, 1, -1, 1, 1, 1)}
    # the lengths of the 560, in the frames of the 600
    data["d"] = [0.0, known.d[2], 0.0, known.d[3], 0.0, 0.0]
    shift = np.array(arm.d) - data["d"]
    data["com"] = arm.com + [[0, 0, shift[k] if k in (1, 5) else 0.0] for k in range(6)]
    with pytest.warns(equidyn.ArmWarning, match="triangle inequality"):
        same = equidyn.Arm.from_dict(data)
    q = np.random.default_rng(5).uniform(-3, 3, (20, 6))
    there = q + TURNED
    np.testing.assert_allclose(same.mass_matrix(q), known.mass_matrix(there), atol=1e-12)
    np.testing.assert_allclose(same.gravity_torque(q), known.gravity_torque(there), atol=1e-12)


def test_the_puma_600_stands_stretched_where_the_motion_of_lee_begins():
    # 90 degrees to the side, upper arm and forearm in one line: wrist, and tool 56.25 mm further
    pose = puma600().forward_kinematics(np.radians([90, 0, 90, 0, 0, 0]))
    place = [-0.14909, 0.4318 + 0.43307 + 0.05625, 0.02032]
    np.testing.assert_allclose(pose[:3, 3], place, atol=1e-12)


@pytest.mark.slow
@pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on the path")
@pytest.mark.skipif(not MODULE.exists(), reason="the module has not been built")
def test_the_arm_on_the_page_falls_as_that_of_the_experiment(found, tmp_path):
    found.save(tmp_path / "turney.html")
    with browser(tmp_path / "profile") as tab:
        tab.evaluate_in_frames()
        tab.open(tmp_path / "turney.html", 1280, 900)
        tab.run("document.querySelector('iframe').scrollIntoView()")
        tab.run("""new Promise((done) => {
          const look = () => {
            const inside = document.querySelector("iframe").contentDocument;
            const jump = [...inside.querySelectorAll("button")]
              .find(({ textContent }) => textContent === "Step ½ s");
            if (!jump) return setTimeout(look, 10);
            jump.click();
            jump.click();
            done();
          };
          look();
        })""")
        inside = "document.querySelector('iframe').contentWindow"
        q, qd = (np.array(tab.run(f"[...{inside}.eval('state.{x}')]")) for x in ("q", "qd"))
    fall = found.arm.simulate(found.q[0], np.zeros(6), found.t[-1], step=1 / 960)
    assert fall.t[-1] == 1.0
    np.testing.assert_allclose(q, fall.q[-1], rtol=0, atol=1e-9)
    np.testing.assert_allclose(qd, fall.qd[-1], rtol=0, atol=1e-7)
    # the steps of the experiment are longer
    assert np.abs(q - found.q[-1]).max() < 1.1 * found.refinements[0].error
