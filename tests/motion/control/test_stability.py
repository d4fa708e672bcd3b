"""Gains of computed torque are stable where the criterion, or the poles, say so."""

import json

import matplotlib
import mpmath
import numpy as np
import pytest

import equidyn
from equidyn import ComputedTorque, robots, stability
from equidyn.motion.control import closed_loop

ARM = robots.puma560()
FREQUENCIES = np.diag([10.0, 20.0, 30.0, 40.0, 50.0, 60.0])
ON_THE_SUM = np.ones((6, 6))


def turned(seed, *matrices):
    """Return matrices in other coordinates, exactly symmetric."""
    n = len(matrices[0])
    Q, _ = np.linalg.qr(np.random.default_rng(seed).normal(size=(n, n)))
    parts = [Q @ matrix @ Q.T for matrix in matrices]
    return [(part + part.T) / 2 for part in parts]


def exact_poles(kp, kv):
    """Return the eigenvalues of the companion matrix, in 60 digits."""
    n = len(kp)
    with mpmath.workdps(60):
        companion = mpmath.zeros(2 * n)
        for i in range(n):
            companion[i, n + i] = 1
            for j in range(n):
                companion[n + i, j], companion[n + i, n + j] = -kp[i, j], -kv[i, j]
        return [complex(x) for x in mpmath.eig(companion, left=False, right=False)]


def test_damping_of_the_sum_of_all_velocities_is_enough_for_joints_of_different_frequencies():
    found = stability(FREQUENCIES, ON_THE_SUM)
    assert found
    assert (found.rank, found.criterion) == (6, "conditions (a)-(c)")
    assert all(condition.holds for condition in found.conditions)
    # the eigenvalues in 60 digits
    assert found.poles.real.max() == pytest.approx(max(x.real for x in exact_poles(
        FREQUENCIES, ON_THE_SUM)), rel=1e-9)  # fmt: skip
    same = stability(100, ON_THE_SUM)
    assert not same
    assert same.rank == 1
    assert [condition.holds for condition in same.conditions] == [True, True, False]
    assert (abs(same.poles.real) < 1e-12).sum() == 10


@pytest.mark.parametrize("seed", range(8))
def test_the_rank_is_the_number_of_modes_that_are_damped(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(2, 8))
    frequencies = rng.choice([1.0, 4.0, 9.0, 1e4], n)
    dampers = int(rng.integers(0, n + 1))
    B = rng.normal(size=(n, dampers))
    kp, kv = turned(seed, np.diag(frequencies), B @ B.T)
    # of each frequency, as many modes as dampers that are not alike there
    expected = sum(min(int((frequencies == x).sum()), dampers) for x in set(frequencies))
    found = stability(kp, kv)
    assert found.rank == expected
    assert found.stable == (expected == n)
    undamped = (abs(found.poles.real) < 1e-7 * abs(found.poles).max()).sum()
    assert undamped >= 2 * (n - expected)


@pytest.mark.parametrize("seed", range(6))
def test_stable_are_those_whose_poles_in_sixty_digits_are_in_the_left_half_plane(seed):
    rng = np.random.default_rng([seed, 1])
    n = int(rng.integers(1, 5))
    kp, kv = rng.normal(size=(2, n, n)) + rng.uniform(0, 3) * np.eye(n)
    if seed % 2:
        kp, kv = kp @ kp.T, kv + kv.T
    found, exact = stability(kp, kv), exact_poles(kp, kv)
    assert found.stable == (max(x.real for x in exact) < 0)
    for pole in found.poles:
        assert min(abs(pole - x) for x in exact) < 1e-6 * abs(found.poles).max()


def test_the_smallest_difference_of_frequencies_counts_and_rounding_does_not():
    one = np.ones((2, 2))
    assert stability(np.diag([1.0, 1.0 + 1e-10]), one).stable
    assert not stability(np.diag([1.0, 1.0 + 2e-16]), one).stable
    for seed in range(5):
        kp, kv = turned(seed, np.diag([1.0, 1.0, 2.0]), np.ones((3, 3)))
        assert stability(kp, kv).rank == 2
        kp, kv = turned(seed, np.diag([1.0, 1.0 + 1e-9, 2.0]), np.ones((3, 3)))
        assert stability(kp, kv).rank == 3
        # a mode that is not damped stays so, beside one of nearly its frequency
        kp, kv = turned(seed, np.diag([1.0, 1.0 + 1e-12, 2.0]), np.diag([0.0, 1.0, 1.0]))
        assert stability(kp, kv).rank == 2


def test_gains_couple_joints_through_others():
    chain = 2 * np.eye(4) - np.diag(np.ones(3), 1) - np.diag(np.ones(3), -1)
    assert closed_loop.joint_groups(chain) == [[0, 1, 2, 3]]
    assert closed_loop.joint_groups(np.eye(3), np.eye(3)[::-1]) == [[0, 2], [1]]
    # a damper at the end of a chain of springs damps it whole
    assert stability(chain, np.diag([0.0, 0.0, 0.0, 1.0])).rank == 4


def test_a_pole_on_the_imaginary_axis_is_not_stable_wherever_rounding_takes_it():
    skewed = np.eye(3) + np.diag([0.5, 0.5], 1)
    for seed in range(20):
        Q, _ = np.linalg.qr(np.random.default_rng([seed, 4]).normal(size=(3, 3)))
        S = Q @ skewed
        kp = S @ np.diag([0.0, 1.0, 3.0]) @ np.linalg.inv(S)
        assert not stability(kp, np.eye(3)).stable
        assert stability(kp + 1e-6 * np.eye(3), np.eye(3)).stable


def test_units_of_joints_that_are_not_coupled_do_not_matter():
    kp, kv = [1e20, 1e-10, 4.0], [1e10, 1e-5, 2.0]
    assert stability(kp, kv).stable
    np.testing.assert_allclose(
        sorted(abs(stability(kp, kv).poles)), [1e-5, 1e-5, 2, 2, 1e10, 1e10], rtol=1e-14
    )
    assert not stability(kp, [1e10, 0.0, 2.0]).stable
    assert stability(kp, [1e10, 0.0, 2.0]).rank == 2
    # also where they are matrices
    ComputedTorque(robots.planar_2r(), [0, 0], kp=np.diag([1e20, 1e-10]), kv=np.diag([1e9, 1.0]))


@pytest.mark.parametrize(
    ("kp", "kv", "expected"),
    [
        (100.0, 20.0, [-10, -10]),
        (25.0, 6.0, [-3 + 4j, -3 - 4j]),
        (1e-10, 1e10, [-1e-20, -1e10]),
        (1e-300, 1e150, [0, -1e150]),
        (-4.0, 0.0, [2, -2]),
        (0.0, 3.0, [0, -3]),
        (0.0, 0.0, [0, 0]),
        (1e300, 2e150, [-1e150, -1e150]),
    ],
)
def test_the_poles_of_a_joint_are_the_roots_of_its_equation(kp, kv, expected):
    found = stability(kp, kv)
    np.testing.assert_allclose(found.poles, expected, rtol=1e-14)
    assert found.stable == (kp > 0 and kv > 0)


@pytest.mark.parametrize(
    ("kp", "kv", "stable", "criterion"),
    [
        ([[4, 1], [1, 4]], [[1, 3], [-3, 1]], True, "poles"),  # gyroscopic torques do no work
        ([[4, 1], [-1, 4]], 0.1, False, "poles"),  # circulatory ones do
        ([[4, 1], [-1, 4]], 1.0, True, "poles"),
        ([[4, 1], [-1, 4]], 0.0, False, "poles"),
        ([[-1, 0.1], [0.1, 4]], 9.0, False, "poles"),
        ([[1, 2], [2, 4]], 9.0, False, "poles"),  # a direction without a spring
        ([[4, 1], [1, 9]], [[2, 1], [1, 0.3]], True, "poles"),  # of mixed sign
        ([[4, 1], [1, 9]], [[2, 1], [1, -3]], False, "poles"),
        ([[4, 1], [1, 9]], [[0, 0], [0, 1]], True, "conditions (a)-(c)"),
        ([[4, 0], [0, 9]], [[0, 0], [0, 1]], False, "conditions (a)-(c)"),
        # a pole of multiplicity two that has one eigenvector
        ([[1, 1], [0, 1]], [[2, 1], [0, 2]], True, "poles"),
    ],
)
def test_what_the_criterion_does_not_cover_is_judged_by_poles(kp, kv, stable, criterion):
    found = stability(kp, kv)
    assert (found.stable, found.criterion) == (stable, criterion)
    full = [np.array(gain, float) * (np.eye(2) if np.ndim(gain) == 0 else 1) for gain in (kp, kv)]
    assert (max(x.real for x in exact_poles(*full)) < -1e-20) == stable


@pytest.mark.parametrize("seed", range(20))
def test_a_controller_takes_what_is_stable(seed):
    """Of symmetric gains whose Kp is positive definite, and Kv positive semidefinite."""
    rng = np.random.default_rng([seed, 2])
    kp = np.diag(rng.choice([9.0, 16.0, 25.0], 6))
    B = rng.normal(size=(6, rng.integers(1, 4)))
    kv = B @ B.T
    if stability(kp, kv):
        ComputedTorque(ARM, np.zeros(6), kp=kp, kv=kv)
        return
    with pytest.raises(ValueError, match=r"kp, kv: not stable: .* must be of rank 6, got \d:"):
        ComputedTorque(ARM, np.zeros(6), kp=kp, kv=kv)


def test_the_error_of_an_arm_dies_out_by_damping_of_the_sum_alone():
    arm = robots.planar_2r()
    gains = {"kp": np.diag([20.0, 60.0]), "kv": 3 * np.ones((2, 2))}
    control = ComputedTorque(arm, np.zeros(2), **gains)
    slowest = stability(**gains).poles.real.max()
    motion = arm.simulate([0.1, -0.05], [0, 0], 8.0, 2e-3, torque=control, record=0)
    assert abs(motion.q).max() < 0.3 * np.exp(8 * slowest)
    alike = {"kp": 20.0, "kv": 3 * np.ones((2, 2))}
    with pytest.raises(ValueError, match="some motion is undamped"):
        ComputedTorque(arm, np.zeros(2), **alike)


@pytest.mark.parametrize("delay", [0.0, 0.004])
def test_sampled_loops_are_those_that_a_controller_takes(delay):
    for period in (0.004, 0.02, 0.2):
        found = stability(FREQUENCIES, ON_THE_SUM, period=period, delay=delay)
        assert len(found.poles) == (18 if delay else 12)
        assert found.criterion == "poles of the sampled loop"
        options = {"kp": FREQUENCIES, "kv": ON_THE_SUM, "period": period, "delay": delay}
        if found:
            ComputedTorque(ARM, np.zeros(6), **options)
            continue
        with pytest.raises(ValueError, match="kp, kv: not stable when sampled every"):
            ComputedTorque(ARM, np.zeros(6), **options)
    short = stability(FREQUENCIES, ON_THE_SUM, period=1e-6).poles
    continuous = np.exp(1e-6 * stability(FREQUENCIES, ON_THE_SUM).poles)
    for pole in continuous:
        assert abs(short - pole).min() < 1e-9


@pytest.mark.parametrize("delay", [0.0, 0.5])
@pytest.mark.parametrize("period", [0.5, 0.01, 0.001])
def test_a_sampled_loop_with_a_direction_without_a_spring_is_not_stable(period, delay):
    assert not stability(0, 0.5 / period, period=period, delay=delay * period)
    for seed in range(10):
        rng = np.random.default_rng([seed, 5])
        springs, kv = rng.uniform(0.01, 0.06, 3) / period**2, 0.4 / period * np.eye(3)
        options = {"period": period, "delay": delay * period}
        kp, loose = turned(seed, np.diag(springs), np.diag(springs * [0, 1, 1]))
        assert stability(kp, kv, **options)
        found = stability(loose, kv, **options)
        assert not found
        assert np.abs(found.poles - 1).min() < 1e-9
        # nor is one without spring and damper, whose two poles at 1 rounding moves far
        _, adrift = turned(seed, np.eye(3), np.diag(0.4 / period * np.array([0.0, 1, 1])))
        assert not stability(loose, adrift, **options)


@pytest.mark.parametrize("period", [0.5, 0.01])
def test_a_sampled_joint_is_stable_between_the_bounds_of_its_damping_and_not_on_them(period):
    kp = 0.5 / period**2
    for kv, stable in ((period * kp / 2, False), (2 / period, False), (1 / period, True)):
        assert stability(kp, kv, period=period).stable == stable
        assert stability(kp, kv * (1 + 1e-9), period=period).stable == (kv < 2 / period)
        assert stability(kp, kv * (1 - 1e-9), period=period).stable == (kv > period * kp / 2)


def test_time_constants_are_those_of_errors_that_die_out():
    for gains, expected in (
        ((100, 20), {"0.1"}),  # a double pole at -10
        ((16, 10), {"0.5", "0.125"}),  # at -2 and -8
        ((25, 6), {"0.3333"}),  # a pair at -3 and 4i
        ((-8, 2), {"0.25", "-0.5"}),  # at -4 and at 2, which grows
    ):
        rows = stability(*gains).poles_table().rows
        assert {row[4] for row in rows} == expected
    ratios = {row[3] for row in stability(25, 6).poles_table().rows}
    assert ratios == {"0.6"}


def test_a_result_prints_and_is_saved(tmp_path):
    text = str(stability(FREQUENCIES, ON_THE_SUM))
    for part in (
        "6 joints: stable, by conditions (a)-(c)",
        "6 of 6",
        "eigenvalues 0 to 6",
        "holds",
    ):
        assert part in text
    assert "-0.07364 ± 7.544i" in text
    text = str(stability(100, ON_THE_SUM))
    for part in ("not stable", "1 of 6", "eigenvalues 100 ", "0 ± 10i", "fails"):
        assert part in text
    text = str(stability(4, [[1, 3], [-3, 1]]))
    assert "2 joints: stable, by poles" in text
    assert "not symmetric" in text
    sampled = stability(100, 20, period=0.01, delay=0.005)
    assert "1 joint, sampled every 0.01 s, 0.005 s late: stable" in str(sampled)
    assert "magnitude" in str(sampled)
    stability(100, 20).save(tmp_path / "poles.json")
    saved = json.loads((tmp_path / "poles.json").read_text())
    assert saved["stable"] is True
    assert saved["records"] == [{"real": -10.0, "imaginary": 0.0, "magnitude": 10.0}] * 2


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ((np.nan, 1), ValueError, "kp: must be finite"),
        ((1, [1, np.inf]), ValueError, "kv: must be finite"),
        ((np.ones((2, 3)), 1), ValueError, r"kp: expected one number, .* got shape \(2, 3\)"),
        (([], []), ValueError, r"kp: expected one number, .* \(1, 1\), got shape \(0,\)$"),
        ((np.ones(2), np.ones(3)), ValueError, r"kp: expected .* \(3,\), .* got shape \(2,\)"),
        (([], 1), ValueError, "kp: expected one number"),
        ((np.ones((0, 0)), 1), ValueError, "kp: expected one number"),
        ((np.ones((2, 2, 2)), 1), ValueError, "kp: expected one number"),
        (("stiff", 1), TypeError, "kp: expected real numbers"),
        ((None, 1), TypeError, "kp: expected real numbers"),
        ((1, 1j), TypeError, "kv: expected real numbers"),
    ],
)
def test_bad_gains_are_named(arguments, error, message):
    with pytest.raises(error, match=message):
        stability(*arguments)


def test_a_bad_period_or_delay_is_named():
    with pytest.raises(ValueError, match="period: must be positive"):
        stability(1, 1, period=0)
    with pytest.raises(ValueError, match="delay: only a sampled controller"):
        stability(1, 1, delay=0.1)


@pytest.mark.parametrize(
    ("kv", "message"),
    [
        (-1.0, "kv: must not be negative"),
        ([1.0, -1e-300], r"kv: must not be negative .* at joint 2"),
        ([[1.0, 2.0], [2.0, 1.0]], "kv: must be positive semidefinite .* got an eigenvalue of -1"),
        (0.0, "kp, kv: not stable: .* must be of rank 2, got 0"),
        ([1.0, 0.0], "kp, kv: not stable: .* must be of rank 2, got 1"),
    ],
)
def test_damping_that_feeds_or_misses_a_joint_is_refused(kv, message):
    with pytest.raises(ValueError, match=message):
        ComputedTorque(robots.planar_2r(), [0, 0], kp=100, kv=kv)


@pytest.mark.parametrize("kind", [equidyn.PD, equidyn.SlotineLi])
def test_other_controllers_still_ask_for_damping_of_every_joint(kind):
    with pytest.raises(ValueError, match="kv: must be positive definite"):
        kind(robots.planar_2r(), [0, 0], kp=[100, 50], kv=np.ones((2, 2)))


def test_a_slow_pole_beside_a_fast_one_is_not_shown_on_the_axis():
    assert "largest real part 0 1/s, up to rounding" in str(stability(1, 1e17))
    assert "up to rounding" not in str(stability(100, 0))


def test_numbers_at_the_ends_of_the_range_are_judged():
    with np.errstate(all="raise", under="ignore"):
        assert stability(1e308, 1e154).stable
        assert stability(5e-324, 5e-324).stable
        assert stability(1e-300 * FREQUENCIES, 1e-150 * ON_THE_SUM).rank == 6
        assert not stability(1e300 * np.ones((2, 2)), 1e150).stable


def test_poles_are_drawn_in_the_complex_plane():
    matplotlib.use("agg")
    found = stability(100, ON_THE_SUM)
    ax = found.plot()
    (crosses,) = (line for line in ax.get_lines() if line.get_marker() == "x")
    drawn = np.add(crosses.get_xdata(), 1j * np.asarray(crosses.get_ydata()))
    assert len(drawn) == 4  # five of a pair are at one place
    assert sorted(text.get_text() for text in ax.texts) == ["5 poles", "5 poles", "not stable"]
    left, right = ax.get_xlim()
    assert left < found.poles.real.min() < 0 < right
    (shaded,) = ax.patches
    assert shaded.get_path().get_extents().x0 == 0
    ax = stability(100, 20, period=0.01).plot()
    assert ax.get_aspect() == 1
    ax.figure.canvas.draw()
    colours = np.asarray(ax.figure.canvas.buffer_rgba())
    for point, white in (((0.1, 0.2), True), ((-0.6, -0.7), True), ((0.8, 0.8), False)):
        x, y = np.rint(ax.transData.transform(point)).astype(int)
        assert (colours[len(colours) - y, x, :3] == 255).all() == white
