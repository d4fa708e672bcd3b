"""Jumps of an angle by whole turns: a drive that reports one turn makes them of a steady motion."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..validation import BoolArray, FloatArray

TURN = 2 * np.pi

# largest step, without the turns, that four samples a turn still tell from one the other way round
_LARGEST_STEP = TURN / 4

# rad, beyond which an angle has no digits within a turn
_FARTHEST = 1e15

# turns of a jump of which a drive counts no more
_MOST_TURNS = 2

# how many times better than the other one of two explanations must fit the steps beside a jump
_CLEAR = 4.0

# how many times faster than nearly all others a velocity is that was made of a jump
_SPIKE, _NEARLY_ALL = 8.0, 0.75


class WholeTurns(NamedTuple):
    """Steps of more than half a turn in the samples (m,) of one angle.

    Attributes
    ----------
    turns : ndarray, shape (m,)
        Turns that unwrapping adds to each sample.
    jumps, doubtful : ndarray of int
        Samples, counted from 0, after a jump by whole turns, and after a step that may be one.
    """

    turns: FloatArray
    jumps: list[int]
    doubtful: list[int]


def whole_turns(t: FloatArray, q: FloatArray, clear: float = _CLEAR) -> WholeTurns:
    """Tell jumps by whole turns from motion, by the velocities beside them.

    Parameters
    ----------
    t, q : ndarray, shape (m,)
        Times, in any unit, and angles, rad; nan where one is missing.
    clear : float, optional
        How many times better a jump must fit than a motion does.
    """
    places = np.flatnonzero(~np.isnan(q))
    turns = np.zeros(len(q))
    with np.errstate(over="ignore"):
        steps, times = np.clip(np.diff(q[places]), -_FARTHEST, _FARTHEST), np.diff(t[places])
    whole = np.rint(steps / TURN)
    long = whole != 0
    if not long.any():
        return WholeTurns(turns, [], [])
    rest = steps - TURN * whole
    with np.errstate(over="ignore", invalid="ignore"):
        motion, jump = (_misfit(each, steps / times, times, long) for each in (steps, rest))
    told = np.isfinite(motion)
    turned = (np.abs(whole) <= _MOST_TURNS) & (np.abs(rest) <= _LARGEST_STEP)
    jumps = long & told & turned & (clear * jump <= motion)
    moved = long & told & (_CLEAR * motion <= jump)
    # np.repeat, since a missing angle turns with the one before it
    turns[places[0] :] = np.repeat(
        -np.append(0.0, np.cumsum(np.where(jumps, whole, 0.0))),
        np.diff(np.append(places, len(q))),
    )
    after = places[1:]
    return WholeTurns(turns, after[jumps].tolist(), after[long & ~jumps & ~moved].tolist())


def _misfit(steps: FloatArray, rates: FloatArray, times: FloatArray, long: BoolArray) -> FloatArray:
    """Return how far steps are from those at the velocity before or after; inf without one."""
    count = np.arange(len(steps))
    before = np.maximum.accumulate(np.where(long, -1, count))
    after = np.minimum.accumulate(np.where(long, len(steps), count)[::-1])[::-1]
    misfit = np.full(len(steps), np.inf)
    for nearest in (before, after):
        known = (nearest >= 0) & (nearest < len(steps))
        near = rates[np.clip(nearest, 0, len(steps) - 1)]
        misfit = np.where(known, np.fmin(misfit, np.abs(steps - near * times)), misfit)
    return misfit


def differenced_jump(q: FloatArray, qd: FloatArray) -> int | None:
    """Return the sample, counted from 0, with a velocity made from a jump of its angle.

    Such a velocity has the sign of the jump, beside it, and is far above nearly all others.
    """
    with np.errstate(over="ignore"):
        steps = np.clip(np.diff(q), -_FARTHEST, _FARTHEST)
    whole = np.rint(steps / TURN)
    near = np.abs(steps - TURN * whole) <= _LARGEST_STEP
    jumps = (whole != 0) & (np.abs(whole) <= _MOST_TURNS) & near
    usual = float(np.sort(np.abs(qd))[int(_NEARLY_ALL * len(qd))]) if jumps.any() else 0.0
    if usual == 0.0:
        return None
    beside = np.stack([qd[:-1], qd[1:]]) * np.sign(steps)
    step = int(np.where(jumps, beside.max(axis=0), 0.0).argmax())
    if beside[:, step].max() <= _SPIKE * usual or not jumps[step]:
        return None
    return step + int(beside[:, step].argmax())
