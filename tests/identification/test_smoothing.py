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


def test_ends_are_no_more_uncertain_than_told():
    noise = np.random.default_rng(2).normal(size=(401, 2000))
    spread = smooth(T[:401], noise, cutoff=CUTOFF).qdd.std(axis=1)
    assert spread[0] < 2.5 * spread[200]
    # half a period of the cutoff is ten samples
    assert np.all(spread[10:-10] < 1.25 * spread[200])


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
