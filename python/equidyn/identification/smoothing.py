"""Zero-phase smoothing of measured signals, with derivatives, by a spline.

The spline x minimises the integral of (y - x)^2 plus that of (x''' / w^3)^2, which is the filter
1 / (1 + (f / cutoff)^6): that of a Butterworth filter of third order, run forwards and backwards,
but without its transients at the ends, and for any times. It is a quintic spline on knots much
closer than a period of the cutoff, for any rate of the samples: so equations are well
conditioned, and banded.

C. H. Reinsch, Smoothing by Spline Functions, Numerische Mathematik 10, 1967; P. Craven, G. Wahba,
Smoothing Noisy Data with Spline Functions, Numerische Mathematik 31, 1979: the filter.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..arm.checks.findings import warn
from ..motion.whole_turns import TURN, whole_turns
from ..validation import BoolArray, FloatArray, float64_copy, positive, require, require_finite

# degree of the spline, which is the size of a block of its banded equations, too
_DEGREE = 5

# cells of the spline in a period of the cutoff frequency
_CELLS = 8

# samples, or cells, that are treated at once
_PART = 20_000

# stiffness of a spline that is a parabola, up to rounding
_STIFFEST = 1e9

# required ratio of the fits of a whole turn and of a motion, because a signal may not be an angle
_VERY_CLEAR = 16.0

# samples that a parabola needs
_FEWEST = 3


class Smoothed(NamedTuple):
    """A smooth signal and its derivatives, each of the shape of the samples.

    Attributes
    ----------
    q, qd, qdd : ndarray, shape (m, ...)
        Signal, first and second derivative.
    """

    q: FloatArray
    qd: FloatArray
    qdd: FloatArray


def smooth(t: ArrayLike, q: ArrayLike, *, cutoff: float) -> Smoothed:
    """Smooth measured positions, or other signals, and differentiate them twice, without delay.

    A signal of frequency f keeps the part ``1 / (1 + (f / cutoff)**6)`` of its amplitude, and its
    phase. Derivatives are those of the smooth signal. Times need not be evenly spaced, and samples
    may be missing.

    Parameters
    ----------
    t : array_like, shape (m,)
        Times, s, increasing.
    q : array_like, shape (m, ...)
        Samples of one or several signals; nan where one is missing.
    cutoff : float
        Frequency at which half the amplitude is kept, Hz.

    Returns
    -------
    Smoothed
        Signal, first and second derivative, at every time.

    Raises
    ------
    ValueError, TypeError
        If times do not increase, shapes do not match or samples are infinite; if samples are
        further apart than half a period of the cutoff frequency.

    Warns
    -----
    ArmWarning
        If a signal jumps by whole turns, as an angle between 0 and 360 degrees does.

    Notes
    -----
    Torques pass the same filter, ``smooth(t, tau, cutoff=cutoff).q``, so that they belong to the
    same motion. Within half a period of the cutoff from the ends, where there are samples on one
    side only, results are less certain than in the middle: at the ends, the errors of positions and
    accelerations are up to 2.5 times, those of velocities up to 4.3 times as large.

    Examples
    --------
    A motion of 0.5 Hz, with noise of 1 mrad, sampled a hundred times a second:

    >>> import numpy as np
    >>> from equidyn import smooth
    >>> t = np.linspace(0, 10, 1001)
    >>> noise = np.random.default_rng(0).normal(scale=1e-3, size=t.size)
    >>> q, qd, qdd = smooth(t, np.sin(np.pi * t) + noise, cutoff=4.0)
    >>> error = qdd + np.pi**2 * np.sin(np.pi * t)
    >>> bool(np.std(error[100:-100]) < 0.02 * np.pi**2)
    True
    """
    found = smoothed(t, q, cutoff)
    warn("jumps that `smooth` takes for motion", _jumps(np.asarray(t, np.float64), q))
    return found


def _jumps(t: FloatArray, q: ArrayLike) -> list[str]:
    """Return a sentence on the first signal that jumps only by whole turns."""
    for number, signal in enumerate(np.reshape(np.asarray(q, np.float64), (len(t), -1)).T, start=1):
        for turn, period in ((TURN, ""), (360.0, ", period=360")):
            found = whole_turns(t, signal * (TURN / turn), _VERY_CLEAR)
            if found.jumps and not found.doubtful:
                return [
                    f"q: signal {number} jumps by a whole turn at t = {t[found.jumps[0]]:.6g}: an "
                    f"angle is made continuous by np.unwrap(q, axis=0{period}), or by read_log"
                ]
    return []


def smoothed(t: ArrayLike, q: ArrayLike, cutoff: float) -> Smoothed:
    """Smooth signals that do not jump by whole turns, as `smooth`."""
    times, frequency = _times(t), positive("cutoff", cutoff)
    samples = float64_copy("q", q)
    if samples.shape[:1] != times.shape:
        raise ValueError(
            f"q: expected {times.size} samples, one for each time, got shape {samples.shape}"
        )
    signals = samples.reshape(times.size, -1)
    given = ~np.isnan(signals)
    require_finite("q", np.where(given, signals, 0.0).reshape(samples.shape))
    _require_dense(times, times[-1], frequency)
    spline = _Spline(times, frequency)
    found = np.empty((3, *signals.shape))
    # signals that lack the same samples share their equations
    patterns: dict[bytes, list[int]] = {}
    for k, pattern in enumerate(given.T):
        patterns.setdefault(pattern.tobytes(), []).append(k)
    with np.errstate(all="ignore"):
        for alike in patterns.values():
            found[:, :, alike] = spline.smoothed(signals[:, alike], given[:, alike[0]])
    if not np.isfinite(found[0]).all():
        raise ValueError(f"q: too large to be smoothed, got {np.abs(signals[given]).max():.6g}")
    if not np.isfinite(found).all():
        raise ValueError(
            f"t: derivatives leave the range of numbers in so short a time, got {times[-1]:.6g} s"
        )
    return Smoothed(*found.reshape(3, *samples.shape))


def _times(t: ArrayLike) -> FloatArray:
    """Return checked times, from zero on."""
    times = float64_copy("t", t)
    if times.ndim != 1 or times.size < _FEWEST:
        raise ValueError(f"t: expected at least {_FEWEST} times, shape (m,), got {times.shape}")
    require_finite("t", times)
    steps = np.diff(times)
    require("t", steps > 0, "must increase", steps, "step")
    return np.asarray(times - times[0])


def _require_dense(t: FloatArray, end: float, cutoff: float) -> None:
    """Check that no time up to the end is far from those of samples (m,)."""
    longest, lacking = 0.5 / cutoff, np.diff(t, prepend=0.0, append=end)
    if lacking.max() > longest:
        place = t[max(int(lacking.argmax()) - 1, 0)]
        raise ValueError(
            f"q: {lacking.max():.3g} s without a sample, {place:.6g} s after the first time, are "
            f"more than half a period of the cutoff, {longest:.3g} s"
        )


def _parts(count: int) -> list[slice]:
    """Return slices of a long array, short enough for Ctrl-C between them."""
    return [slice(k, k + _PART) for k in range(0, count, _PART)]


def _pieces() -> FloatArray:
    """Return the polynomials (6, 6) of the B-splines in one cell of uniform knots, by powers."""
    pieces = [np.ones(1)]
    for p in range(1, _DEGREE + 1):
        former = [np.zeros(1), *pieces, np.zeros(1)]
        pieces = [
            np.polyadd(
                np.polymul(former[i], np.array([1.0, p - i]) / p),
                np.polymul(former[i + 1], np.array([-1.0, i + 1.0]) / p),
            )
            for i in range(p + 1)
        ]
    return np.array(pieces)[:, ::-1]


def _slope(pieces: FloatArray) -> FloatArray:
    """Return the derivatives of polynomials (k, powers), by powers."""
    return np.asarray(pieces[:, 1:] * np.arange(1, pieces.shape[1]))


class _Spline:
    """Smoothing splines over given times.

    Parameters
    ----------
    times : ndarray, shape (m,)
        Times, s, from zero on.
    cutoff : float
        Hz.
    """

    def __init__(self, times: FloatArray, cutoff: float) -> None:
        self._times, self._cutoff = times, cutoff
        self._cells = max(1, int(np.ceil(times[-1] * cutoff * _CELLS)))
        self._width = times[-1] / self._cells
        cell = np.minimum((times / self._width).astype(np.intp), self._cells - 1)
        self._first, self._place = cell, times / self._width - cell

    def smoothed(self, signals: FloatArray, given: BoolArray) -> FloatArray:
        """Return signals (m, k) with two derivatives, (3, m, k), from samples of a mask (m,)."""
        weights = self._weights(given) / self._width
        size = self._cells + _DEGREE
        bands, right = _Banded(size), np.zeros((size, signals.shape[1]))
        known = np.where(given[:, np.newaxis], signals, 0.0)
        for part in _parts(len(weights)):
            B = self._values(0, part)
            bands.add(self._first[part], np.einsum("m,mi,mj->mij", weights[part], B, B))
            entries = weights[part, np.newaxis, np.newaxis] * B[..., np.newaxis]
            np.add.at(right, self._columns(part), entries * known[part, np.newaxis])
        rough = _slope(_slope(_slope(_pieces())))
        powers = np.arange(rough.shape[1])
        gram = rough @ (1.0 / (1 + powers[:, np.newaxis] + powers)) @ rough.T
        stiffness = min((2 * np.pi * self._cutoff * self._width) ** -6, _STIFFEST)
        for part in _parts(self._cells):
            cells = np.arange(self._cells)[part]
            bands.add(cells, np.tile(stiffness * gram, (len(cells), 1, 1)))
        solution, found = bands.solve(right), np.empty((3, *signals.shape))
        for part in _parts(len(weights)):
            coefficients = solution[self._columns(part)]
            for r in range(3):
                found[r, part] = np.einsum("mi,mik->mk", self._values(r, part), coefficients)
        return found

    def _columns(self, part: slice) -> NDArray[np.intp]:
        """Return the places (m, 6) of the B-splines that are not zero at some of the times."""
        return np.asarray(self._first[part, np.newaxis] + np.arange(_DEGREE + 1))

    def _values(self, derivative: int, part: slice) -> FloatArray:
        """Return the values (m, 6) of a derivative of the B-splines that are not zero there."""
        pieces = _pieces()
        for _ in range(derivative):
            pieces = _slope(pieces) / self._width
        powers = np.vander(self._place[part], pieces.shape[1], increasing=True)
        return np.asarray(powers @ pieces.T)

    def _weights(self, given: BoolArray) -> FloatArray:
        """Return the time that each sample stands for, s; zero for missing ones."""
        t = self._times[given]
        if t.size < _FEWEST:
            raise ValueError(f"q: expected at least {_FEWEST} samples of a signal, got {t.size}")
        _require_dense(t, self._times[-1], self._cutoff)
        steps = np.diff(t)
        weights = np.zeros(given.size)
        weights[given] = (np.append(steps[0], steps) + np.append(steps, steps[-1])) / 2
        return weights


class _Banded:
    """Symmetric positive definite band matrix in blocks; its half bandwidth is the degree."""

    def __init__(self, size: int) -> None:
        self._size, blocks = size, -(-size // _DEGREE)
        self._diagonal = np.zeros((blocks, _DEGREE, _DEGREE))
        self._below = np.zeros((blocks, _DEGREE, _DEGREE))
        # rows beyond the matrix, which fill the last block
        spare = np.arange(size, blocks * _DEGREE) % _DEGREE
        self._diagonal[-1, spare, spare] = 1.0

    def add(self, first: NDArray[np.intp], matrices: FloatArray) -> None:
        """Add matrices (m, 6, 6) on the diagonal, from these rows on."""
        for i in range(_DEGREE + 1):
            for j in range(_DEGREE + 1):
                row, column = first + i, first + j
                block, of_column = row // _DEGREE, column // _DEGREE
                for part, kept in (
                    (self._diagonal, block == of_column),
                    (self._below, block == of_column + 1),
                ):
                    place = block[kept], row[kept] % _DEGREE, column[kept] % _DEGREE
                    np.add.at(part, place, matrices[kept, i, j])

    def solve(self, right: FloatArray) -> FloatArray:
        """Solve for right sides (size, k), by elimination of blocks."""
        blocks = len(self._diagonal)
        known = np.zeros((blocks * _DEGREE, right.shape[1]))
        known[: self._size] = right
        rest = known.reshape(blocks, _DEGREE, -1)
        pivots = self._diagonal.copy()
        for k in range(1, blocks):
            factor = np.linalg.solve(pivots[k - 1], self._below[k].T).T
            pivots[k] -= factor @ self._below[k].T
            rest[k] -= factor @ rest[k - 1]
        found = np.empty_like(rest)
        found[-1] = np.linalg.solve(pivots[-1], rest[-1])
        for k in range(blocks - 2, -1, -1):
            left = rest[k] - self._below[k + 1].T @ found[k + 1]
            found[k] = np.linalg.solve(pivots[k], left)
        return np.asarray(found.reshape(len(known), -1)[: self._size])
