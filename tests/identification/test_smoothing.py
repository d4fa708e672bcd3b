"""Smoothing has a known spectrum and no delay, up to the ends, for whatever times."""

import numpy as np
import pytest

from equidyn import smooth

T = np.linspace(0, 20, 2001)
CUTOFF = 5.0


def amplitudes(signal, frequency, t=T, inner=slice(300, -300)):
    """Return the parts of sine and cosine of a frequency in a signal, away from its ends."""
    phase = 2 * np.pi * frequency * t[inner]
    basis = np.column_stack([np.sin(phase), np.cos(phase)])
    return np.linalg.lstsq(basis, signal[inner], rcond=None)[0]


@pytest.mark.parametrize("frequency", [0.3, 1.0, 2.0, 5.0, 8.0])
def test_a_frequency_keeps_its_phase_and_the_part_that_is_told(frequency):
    rate, kept = 2 * np.pi * frequency, 1 / (1 + (frequency / CUTOFF) ** 6)
    found = smooth(T, np.sin(rate * T), cutoff=CUTOFF)
    for signal, of_sine, of_cosine in (
        (found.q, kept, 0),
        (found.qd, 0, kept * rate),
        (found.qdd, -kept * rate**2, 0),
    ):
        sine, cosine = amplitudes(signal, frequency)
        size = max(abs(of_sine), abs(of_cosine))
        assert sine == pytest.approx(of_sine, abs=1e-3 * size)
        assert cosine == pytest.approx(of_cosine, abs=1e-3 * size)


def test_noise_of_high_frequency_is_gone():
    assert np.abs(amplitudes(smooth(T, np.sin(60 * np.pi * T), cutoff=CUTOFF).q, 30.0)).max() < 1e-5


def test_times_need_not_be_even():
    rng = np.random.default_rng(1)
    t = np.sort(T + rng.uniform(-0.004, 0.004, T.size))
    even, uneven = (smooth(x, np.sin(2 * np.pi * x), cutoff=CUTOFF) for x in (T, t))
    for a, b in zip(even, uneven, strict=True):
        there = np.interp(t, T, a)
        assert np.abs(there - b)[100:-100].max() < 2e-3 * np.abs(a).max()


def test_a_sample_counts_by_the_time_that_it_stands_for():
    """Two samples close together, then none for long: the spectrum is that of all times."""
    t = np.sort(np.concatenate([T[::2], T[::2] + 0.001]))
    found = smooth(t, np.sin(2 * np.pi * CUTOFF * t), cutoff=CUTOFF)
    assert amplitudes(found.q, CUTOFF, t)[0] == pytest.approx(0.5, abs=5e-3)


def test_a_parabola_stays_itself_up_to_the_ends():
    found = smooth(T, 1 + 2 * T - 3 * T**2, cutoff=CUTOFF)
    np.testing.assert_allclose(found.q, 1 + 2 * T - 3 * T**2, atol=1e-7)
    np.testing.assert_allclose(found.qd, 2 - 6 * T, atol=1e-7)
    np.testing.assert_allclose(found.qdd, -6, atol=1e-6)


@pytest.mark.parametrize("cutoff", [1.0, 5.0, 20.0])
def test_ends_are_no_more_uncertain_than_told(cutoff):
    """Results are linear in the samples: unit samples give the part of each, so the spread."""
    spreads = [np.linalg.norm(x, axis=1) for x in smooth(T[:401], np.eye(401), cutoff=cutoff)]
    for spread, told in zip(spreads, (2.5, 4.3, 2.5), strict=True):
        assert spread.max() < told * spread[200]
        assert cutoff > 1 or spread.max() > 0.95 * told * spread[200]
    half = round(50 / cutoff)
    assert np.all(spreads[2][half:-half] < 1.25 * spreads[2][200])


def test_every_sample_counts_as_much_and_the_ends_do_too():
    """Where all is stiff the signal is the least-squares parabola of equal weights."""
    found = smooth([0, 1, 2, 3], [0, 1, 0, 1], cutoff=0.1)
    np.testing.assert_allclose(found.q, [0.2, 0.4, 0.6, 0.8], atol=2e-3)
    t = np.sort(np.random.default_rng(4).uniform(0, 30, 40))
    steps = np.diff(t)
    weights = (np.append(steps[0], steps) + np.append(steps, steps[-1])) / 2
    q = np.random.default_rng(5).normal(size=40)
    best = np.polynomial.Polynomial.fit(t, q, 2, w=np.sqrt(weights))
    np.testing.assert_allclose(smooth(t, q, cutoff=1e-4).q, best(t), atol=3e-4)


def test_many_samples_are_treated_as_few_are():
    t = 0.01 * np.arange(45_000)
    q = np.sin(t)
    whole, part = (smooth(t[:k], q[:k], cutoff=CUTOFF) for k in (45_000, 19_000))
    for a, b in zip(whole, part, strict=True):
        np.testing.assert_allclose(a[:18_000], b[:18_000], atol=1e-9)
    np.testing.assert_allclose(whole.qdd[200:-200], -q[200:-200], atol=1e-4)


@pytest.mark.parametrize(
    ("of_t", "of_q"),
    [(1e150, 1), (1e300, 1), (1, 1e150), (1, 1e-300), (1e-100, 1e-200), (1e9, 1e305)],
)
def test_numbers_of_any_size_are_smoothed_alike(of_t, of_q):
    plain = smooth(T[:101], np.cos(T[:101]), cutoff=CUTOFF)
    scaled = smooth(of_t * T[:101], of_q * np.cos(T[:101]), cutoff=CUTOFF / of_t)
    for order, (a, b) in enumerate(zip(plain, scaled, strict=True)):
        expected = a * of_q
        for _ in range(order):
            expected = expected / of_t
        np.testing.assert_allclose(b, expected, rtol=1e-6, atol=1e-9 * np.abs(expected).max())


def test_times_too_short_for_derivatives_are_named():
    with pytest.raises(ValueError, match=r"^t: derivatives leave the range .* got 9e-300 s$"):
        smooth(1e-300 * np.arange(10), np.arange(10) ** 2 % 7, cutoff=1e-3)


def test_missing_samples_are_bridged_and_do_no_harm_to_other_signals():
    q = np.column_stack([np.sin(T), np.cos(T)])
    whole = smooth(T, q, cutoff=CUTOFF)
    q[3::7, 0] = np.nan
    q[300:305, 0] = np.nan
    found = smooth(T, q, cutoff=CUTOFF)
    for a, b in zip(whole, found, strict=True):
        np.testing.assert_allclose(a[:, 1], b[:, 1], atol=1e-9)
        np.testing.assert_allclose(a[:, 0], b[:, 0], atol=2e-3)


def test_signals_do_not_mix_and_shapes_stay():
    q = np.random.default_rng(3).normal(size=(50, 2, 3))
    found = smooth(T[:50], q, cutoff=CUTOFF)
    assert found.qdd.shape == (50, 2, 3)
    alone = smooth(T[:50], q[:, 1, 2], cutoff=CUTOFF)
    np.testing.assert_allclose(found.qdd[:, 1, 2], alone.qdd, rtol=1e-9)


def test_late_and_slow_times_are_as_good():
    late = smooth(T + 1024.0, np.sin(T), cutoff=CUTOFF).qdd
    np.testing.assert_allclose(late, smooth(T, np.sin(T), cutoff=CUTOFF).qdd, atol=1e-6)
    slow = smooth(1e6 * T, np.sin(T), cutoff=CUTOFF / 1e6).qdd
    np.testing.assert_allclose(1e12 * slow, smooth(T, np.sin(T), cutoff=CUTOFF).qdd, atol=1e-6)


def test_a_cutoff_far_below_the_motion_leaves_a_parabola():
    found = smooth(T, np.sin(T), cutoff=1e-40)
    assert np.ptp(found.qdd) < 1e-6
    best = np.polynomial.Polynomial.fit(T, np.sin(T), 2)
    np.testing.assert_allclose(found.q, best(T), atol=1e-2)


@pytest.mark.parametrize(
    ("t", "q", "cutoff", "message"),
    [
        (T, np.zeros(5), 5, "q: expected 2001 samples, one for each time, got shape"),
        (T[:2], np.zeros(2), 5, "t: expected at least 3 times"),
        (T[::-1], T, 5, "t: must increase"),
        ([0, 1, 1, 2], [0] * 4, 0.1, "t: must increase, got 0 at step 2"),
        (T, T, 0, "cutoff: must be positive"),
        (T, T, 51, "q: 0.01 s without a sample, .* more than half a period of the cutoff"),
        (T, T, 1e300, "more than half a period of the cutoff"),
        (T, np.where((T < 3) | (T > 3.5), T, np.nan), 5, "q: 0.52 s without .* 2.99 s after"),
        (T, np.where(T > 1, T, np.nan), 5, "q: 1.01 s without a sample, .* 0"),
        (T, np.full(T.size, np.nan), 5, "q: expected at least 3 samples of a signal, got 0"),
        (T, np.where(T > 1, T, np.inf), 5, "q: must be finite, got inf"),
        (np.array([0, np.nan, 2]), np.zeros(3), 0.1, "t: must be finite"),
    ],
)
def test_bad_input_is_named(t, q, cutoff, message):
    with pytest.raises(ValueError, match=message):
        smooth(t, q, cutoff=cutoff)
