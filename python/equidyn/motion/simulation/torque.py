"""Motor torques over time: constant, or a series of samples."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from ...validation import FloatArray, float64_copy, require, require_finite, vectors

TorqueFunction: TypeAlias = Callable[[float, FloatArray, FloatArray], ArrayLike]
KnownTorqueLike: TypeAlias = ArrayLike | tuple[ArrayLike, ArrayLike]
TorqueLike: TypeAlias = KnownTorqueLike | TorqueFunction

TorqueOfRows: TypeAlias = Callable[[FloatArray, Any, FloatArray], FloatArray]

# s, the largest magnitude of a time: the difference of two larger ones may overflow
LATEST = 1e300

# fraction of a step below which two times count as equal
_SAME_TIME = 1e-9

# instants of a step: start, middle, end
_POINTS = np.array([0.0, 0.5, 1.0])


class Torque(Protocol):
    """Torques that do not depend on the state."""

    @property
    def leading(self) -> tuple[int, ...]:
        """Leading axes of the torques."""

    def at(self, times: FloatArray) -> FloatArray:
        """Return the torques (..., m, n) at times (m,)."""

    def arrays(self, leading: tuple[int, ...]) -> dict[str, FloatArray]:
        """Return the arrays that the core reads, for a batch of these leading axes."""

    def instants(self, begin: int, stop: int, step: float) -> dict[str, Any]:
        """Return sample and interpolation weight of each instant of some steps."""

    def by_row(self, leading: tuple[int, ...]) -> TorqueOfRows:
        """Return a function that gives torques (m, n) of a batch.

        Of times (m,), rows (m,), and slack (m,), the time around a jump that counts as reached:
        positive after it, negative before it.
        """


class ConstantTorque:
    """Constant torque.

    Parameters
    ----------
    torque : ndarray, shape (..., n)
        Joint torques, N m or N.
    """

    def __init__(self, torque: FloatArray) -> None:
        self._torque = torque
        self.leading = torque.shape[:-1]

    def at(self, times: FloatArray) -> FloatArray:
        """Return the torques (..., m, n) at times (m,)."""
        shape = (*self.leading, len(times), self._torque.shape[-1])
        return np.broadcast_to(self._torque[..., np.newaxis, :], shape)

    def arrays(self, leading: tuple[int, ...]) -> dict[str, FloatArray]:
        """Return the arrays that the core reads; none for a zero torque."""
        return {"tau": rows_of(self._torque, leading)} if self._torque.any() else {}

    def instants(self, begin: int, stop: int, step: float) -> dict[str, Any]:
        """Return no instants: a constant needs none."""
        count = (stop - begin) * len(_POINTS)
        return {"sample": np.zeros(count, np.int64), "part": np.zeros(count)}

    def by_row(self, leading: tuple[int, ...]) -> TorqueOfRows:
        """Return a function of times and rows of a batch."""
        torque = rows_of(self._torque, leading)
        shape = (int(np.prod(leading)), torque.shape[-1])
        whole = np.broadcast_to(torque, shape)
        return lambda _, rows, __: np.asarray(whole[rows])


class TorqueSeries:
    """Torque samples over time, interpolated linearly, constant beyond the first and last.

    Two samples at one time are a jump: a step that ends there takes the first, one that starts
    there the last.

    Parameters
    ----------
    times : ndarray, shape (m,)
        Times that do not fall, s.
    torque : ndarray, shape (..., m, n)
        N m or N.
    """

    def __init__(self, times: FloatArray, torque: FloatArray) -> None:
        if len(times) == 1:  # interpolation needs two samples
            times, torque = np.repeat(times, 2), np.repeat(torque, 2, axis=-2)
        self._times, self._torque = times, torque
        self.leading = torque.shape[:-2]

    def at(self, times: FloatArray) -> FloatArray:
        """Return the torques (..., m, n) at times (m,), after a jump."""
        sample, part = self._between(times, slack_after(times))
        before, after = self._torque[..., sample, :], self._torque[..., sample + 1, :]
        torque: FloatArray = before + part[:, np.newaxis] * (after - before)
        return torque

    def arrays(self, leading: tuple[int, ...]) -> dict[str, FloatArray]:
        """Return the arrays that the core reads."""
        return {"series": rows_of(self._torque, leading, axes=2), "series_times": self._times}

    def instants(self, begin: int, stop: int, step: float) -> dict[str, Any]:
        """Return the sample before each instant, and the interpolation weight of the next."""
        times = (np.arange(begin, stop)[:, np.newaxis] + _POINTS) * step
        slack = slack_within(times, step, _POINTS)
        sample, part = self._between(times.ravel(), slack.ravel())
        return {"sample": sample.astype(np.int64), "part": part}

    def by_row(self, leading: tuple[int, ...]) -> TorqueOfRows:
        """Return a function of times and rows of a batch."""
        torque = rows_of(self._torque, leading, axes=2)
        whole = np.broadcast_to(torque, (int(np.prod(leading)), *torque.shape[1:]))

        def at(times: FloatArray, rows: Any, slack: FloatArray) -> FloatArray:
            sample, part = self._between(times, slack)
            before, after = whole[rows, sample], whole[rows, sample + 1]
            between: FloatArray = before + part[:, np.newaxis] * (after - before)
            return between

        return at

    def _between(self, times: FloatArray, slack: FloatArray) -> tuple[Any, FloatArray]:
        """Return the samples before times plus slack, and the weights of the next ones."""
        last = len(self._times) - 2
        sample = np.clip(np.searchsorted(self._times, times + slack, "right") - 1, 0, last)
        start, end = self._times[sample], self._times[sample + 1]
        way = np.where(end > start, end - start, 1.0)
        part = (np.clip(times, start, end) - start) / way
        return sample, np.where(end > start, part, times + slack > start)


def known_torque(torque: KnownTorqueLike | None, n: int) -> Torque:
    """Check a torque given as None, an array, or a pair of times and torques, and return it."""
    if torque is None:
        return ConstantTorque(np.zeros(n))
    if not isinstance(torque, tuple):
        return ConstantTorque(vectors("torque", torque, n))
    if len(torque) != 2:
        raise ValueError(f"torque: expected a pair of times and torques, got {len(torque)} items")
    times, samples = float64_copy("torque, times", torque[0]), vectors("torque", torque[1], n)
    if times.ndim != 1 or not len(times):
        raise ValueError(f"torque: expected times of shape (m,), got shape {times.shape}")
    require_finite("torque, times", times)
    within = f"must be within {LATEST:.0e} s of zero"
    require("torque, times", np.abs(times) <= LATEST, within, times, "sample")
    if (np.diff(times) < 0).any():
        first = int(np.argmax(np.diff(times) < 0))
        raise ValueError(
            f"torque: times must not fall, got {times[first]:g} before {times[first + 1]:g}"
        )
    if samples.shape[-2:] != (len(times), n):
        raise ValueError(
            f"torque: last axes must be {(len(times), n)} (times, joints), got {samples.shape}"
        )
    return TorqueSeries(times, samples)


def rows_of(array: FloatArray, leading: tuple[int, ...], axes: int = 1) -> FloatArray:
    """Return one row for each state of a batch, or a single one common to all."""
    own = array.shape[array.ndim - axes :]
    if array.size == np.prod(own):
        return np.ascontiguousarray(array.reshape(1, *own))
    return np.ascontiguousarray(np.broadcast_to(array, leading + own).reshape(-1, *own))


def slack_within(times: FloatArray, step: float, part: ArrayLike) -> FloatArray:
    """Return the slack of times at a part of a step: its start is after a jump, its end before."""
    slack: FloatArray = (_SAME_TIME * step + slack_after(times)) * (1 - 2 * np.asarray(part))
    return slack


def slack_after(times: FloatArray) -> FloatArray:
    """Return the rounding errors of times that are after a jump."""
    slack: FloatArray = 4 * np.spacing(np.abs(times))
    return slack
