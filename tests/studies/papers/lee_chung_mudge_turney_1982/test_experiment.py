"""The PUMA of Lee, Chung, Mudge & Turney follows as closely as they say, at their cost."""

from dataclasses import replace

import numpy as np
import pytest

import equidyn
from equidyn.studies.papers.lee_chung_mudge_turney_1982.experiment.cost import explained
from equidyn.studies.papers.printed_counts.comparison import PublishedCounts
from equidyn.studies.papers.reproduction.puma600 import puma600

# as published: 12 bits of this size each, and the totals of Tables 1 and 2
BIT = 4.26e-4
TOTALS = {
    "(4.1)": (
        lambda n: 128 / 3 * n**4 + 515 / 3 * n**3 + 850 / 3 * n**2 + 82 / 3 * n,
        lambda n: 98 / 3 * n**4 + 787 / 6 * n**3 + 640 / 3 * n**2 + 131 / 6 * n,
    ),
    "(4.4)": (lambda n: 119 * n - 24, lambda n: 107 * n - 21),
}


@pytest.fixture(scope="module")
def found(reproduced):
    """The experiment, done again."""
    return reproduced("lee")


def row(found, what):
    """A row of the comparison."""
    return next(row for row in found.table().rows if row[0] == what)


def test_errors_stay_below_a_count_of_the_converter(found):
    assert found.sampled.error.shape == (len(found.sampled.t), 6)
    assert np.abs(found.sampled.error).max() < BIT
    assert np.abs(found.late.error).max() < BIT
    for k in range(6):
        _, printed, error, _, verdict = row(found, f"Fig. {k + 3}: joint {k + 1}")
        assert (printed, verdict) == ("error < 0.426 mrad", "pass")
        worst = 1e3 * np.abs(found.sampled.error[:, k]).max()
        assert float(error.removesuffix(" mrad")) == pytest.approx(worst, abs=6e-4)


def wanted(t):
    """The motion of the fifth degree, written out."""
    start, way = np.radians([90, 0, 90, 0, 0, 0]), np.radians([-45, 30, -90, 45, 60, 90])
    x = t / 3.0
    s = 10 * x**3 - 15 * x**4 + 6 * x**5
    rate = (30 * x**2 - 60 * x**3 + 30 * x**4) / 3.0
    acceleration = (60 * x - 180 * x**2 + 120 * x**3) / 9.0
    return start + way * s, way * rate, way * acceleration


def test_the_arm_is_led_as_the_equations_say(found):
    arm, step = found.arm, 0.005
    q, qd, _ = wanted(0.0)
    for k in range(120):
        t = k * step
        at_q, at_qd, at_qdd = wanted(t)
        np.testing.assert_allclose(found.exact.error[k], at_q - q, rtol=0, atol=1e-9)
        if k % 2 == 0:
            asked = at_qdd + 20 * (at_qd - qd) + 100 * (at_q - q)
            tau = arm.inverse_dynamics(q, qd, asked, formulation="gibbs_appell", motors=True)
            np.testing.assert_allclose(found.exact.torque[k], tau, rtol=0, atol=1e-5)

        def rate(y, tau=tau):
            M = arm.mass_matrix(y[:6]) + np.diag(arm.motor_inertia * arm.gear_ratio**2)
            return np.concatenate([y[6:], np.linalg.solve(M, tau - arm.bias(y[:6], y[6:]))])

        y = np.concatenate([q, qd])
        h1 = step * rate(y)
        h2 = step * rate(y + h1 / 2)
        h3 = step * rate(y + h2 / 2)
        h4 = step * rate(y + h3)
        q, qd = np.split(y + (h1 + 2 * h2 + 2 * h3 + h4) / 6, 2)


def test_errors_come_from_sampling(found):
    assert found.continuous.largest.max() < 1e-3 * BIT
    assert (found.late.largest > found.sampled.largest).all()


def test_half_a_period_of_holding_explains_the_error_of_an_inertia(found):
    # joint 6 is its rotor: e'' + 20 e' + 100 e is the jerk of the motion times 5 ms
    t, e, rate, predicted = found.exact.t, 0.0, 0.0, []
    for time in t:
        predicted.append(e)
        x = time / 3.0
        jerk = np.pi / 2 * (60 - 360 * x + 360 * x**2) / 27.0
        rate += 0.005 * (0.005 * jerk - 20 * rate - 100 * e)
        e += 0.005 * rate
    error = found.exact.error[:, 5]
    np.testing.assert_allclose(error, predicted, rtol=0, atol=0.05 * np.abs(error).max())


def test_errors_are_smaller_in_slower_motions(found):
    for errors in zip(*found.by_duration.values(), strict=True):
        worst = [error.max() for error in errors]
        assert worst == sorted(worst, reverse=True)
    light = [errors[1].argmax() for errors in found.by_duration.values()]
    assert light == [4, 4, 4, 4]
    assert list(found.by_duration) == [1.0, 2.0, 3.0, 6.0]


def test_both_forms_give_the_same_torques(found):
    assert found.forms_apart < 1e-12 * np.abs(found.sampled.torque).max()
    assert row(found, "(4.1), (4.4): torques")[-1] == "pass"


@pytest.mark.parametrize("form", TOTALS)
def test_costs_are_the_printed_ones_but_for_reasons(found, form):
    for kind, total in zip(("multiplications", "additions"), TOTALS[form], strict=True):
        _, printed, count, _, verdict = row(found, f"{form}: {kind}")
        assert int(printed) == round(total(6))
        assert abs(int(count) / int(printed) - 1) < 0.08
        assert verdict == ("pass" if count == printed else "explained")


@pytest.mark.parametrize("form", TOTALS)
def test_found_costs_are_those_of_the_formulation_and_the_controller(found, form):
    # qdd + Kv e' + Kp e of a joint: two products; two differences and two sums
    table = found.costs.published[list(TOTALS).index(form)]
    for kind, total, own in zip(
        ("multiplications", "additions"), table.measured_total, (2, 4), strict=True
    ):
        assert int(row(found, f"{form}: {kind}")[2]) == total(6) + 6 * own


def test_counts_without_their_reasons_do_not_pass(found):
    table = found.costs.published[1]
    entries = [
        replace(compared, entry=replace(compared.entry, reasons=())) for compared in table.entries
    ]
    assert explained(table)
    unexplained = replace(table, entries=tuple(entries))
    assert not explained(unexplained)
    lagrange, _ = found.costs.published
    costs = replace(found.costs, published=PublishedCounts((lagrange, unexplained)))
    verdicts = [row.verdict for row in costs.comparisons()[:4]]
    assert verdicts[2:] == ["FAIL", "FAIL"]
    assert "FAIL" not in verdicts[:2]


def test_the_time_of_the_controller_is_the_printed_one(found):
    # 500 ns an addition, 3.3 us a multiplication, 450 ns to fetch for each
    multiplications, additions = (total(6) for total in TOTALS["(4.4)"])
    seconds = multiplications * 3.75e-6 + additions * 0.95e-6
    assert row(found, "(4.4) on a PDP-11/45")[1:3] == ("about 3 ms", f"{1e3 * seconds:.2f} ms")


def test_an_error_of_a_count_is_too_much(found):
    worse = found.sampled._replace(error=found.sampled.error * 2)
    assert found.passed
    assert not replace(found, sampled=worse).passed


def test_the_converter_makes_the_arm_tremble(found):
    smooth, coarse = (
        np.abs(np.diff(run.error[::2], 2, axis=0)).max(axis=0)
        for run in (found.exact, found.sampled)
    )
    assert (coarse > 1.5 * smooth).all()


def test_the_model_of_the_arm_has_its_rotors():
    arm = puma600()
    known = equidyn.robots.puma560()
    np.testing.assert_array_equal(arm.motor_inertia, known.motor_inertia)
    np.testing.assert_array_equal(arm.gear_ratio, known.gear_ratio)


def test_the_page_shows_what_was_moved(found):
    start, end = found.ends_table().rows
    assert start == ("start", "90", "0", "90", "0", "0", "0")
    assert end == ("end", "45", "30", "0", "45", "60", "90")
    first = found.sections()[0]
    assert first.heading == "The motion"
    assert "Kp = 100 and Kv = 20" in first.text[0]
    motion = found.motion()
    ends = np.array([(y["planned"][0], y["planned"][-1]) for y in motion.panels.values()]).T
    np.testing.assert_allclose(ends, [[90, 0, 90, 0, 0, 0], [45, 30, 0, 45, 60, 90]], atol=1e-9)
    assert motion.x[-1] == pytest.approx(3.0)
