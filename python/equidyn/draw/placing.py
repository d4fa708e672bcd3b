"""Places of arrows outside of a body, and of their symbols, so that none lies on another.

Lengths are points of print, in the picture, y upwards. The page has the same rules in `placing.js`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from ..validation import FloatArray

# directions of shifts and of symbols
_TURNS = 2 * np.pi * np.arange(12) / 12

# distances from the point of application to the arrow, and from an arrow to its symbol
_AWAY = (14.0, 24.0, 36.0, 52.0, 74.0, 104.0, 140.0)
_BESIDE = (4.0, 9.0, 16.0, 27.0, 44.0)

# distance between points along lines, and least distances between arrows, of leaders, of symbols
_STEP, _CLEAR, _CLEAR_OF_LEADER, _MARGIN = 6.0, 9.0, 4.0, 2.5

# penalties: outside, or a symbol on another; a point on a symbol, on an arrow, on a leader; a point
# further away; off the line of action, with the tip at the body; a symbol off the arrow's line; a
# point further from the place in the last picture
_NEVER, _ON_SYMBOL, _ON_ARROW, _ON_LEADER = 1e4, 12.0, 6.0, 2.0
_FURTHER, _OFF_LINE, _TIP_AT_BODY, _TURNED, _MOVED = 0.05, 1.5, 0.5, 0.6, 0.3

# penalties of a symbol beside the tip, the middle and the start of a free and of a bound arrow
_AT_FREE, _AT_BOUND = (0.0, 1.0, 2.0), (1.0, 0.0, 2.0)

# best places of an arrow for which a place of its symbol is looked for; places that are looked at
# together; digits of penalties, so that rounding decides nothing
_TRIED, _AT_A_TIME, _DIGITS = 6, 24, 9


class Wanted(NamedTuple):
    """An arrow from its point of application, (2,), and the size of its symbol, (2,).

    A bound one stays at its point; a free one is shifted out of the body. In a motion it stays near
    the shifts that it had in the last picture, if there was one, shape (2, 2).
    """

    point: FloatArray
    along: FloatArray
    size: FloatArray
    bound: bool = False
    last: FloatArray | None = None


class Place(NamedTuple):
    """Where an arrow starts, the middle of its symbol, and the end of its leader, (2,) each."""

    start: FloatArray
    symbol: FloatArray
    leader: FloatArray

    def shifts(self, wanted: Wanted) -> FloatArray:
        """Return the shifts of the arrow from its point, and of its symbol from the tip, (2, 2)."""
        return np.array([self.start - wanted.point, self.symbol - self.start - wanted.along])


class _Taken:
    """What is drawn already: points along arrows, leaders and the body, and boxes of symbols."""

    def __init__(self, body: Sequence[FloatArray], window: FloatArray) -> None:
        self.window = window
        self.body = np.vstack([np.empty((0, 2)), *map(sampled, body)])
        self.arrows = self.leaders = np.empty((0, 2))
        self.boxes = np.empty((0, 2, 2))

    def covered(self, boxes: FloatArray, own: FloatArray) -> FloatArray:
        """Return the penalty of each box of a symbol, (c, 2, 2), beside the points of its arrow."""
        low, high = boxes[:, 0] - _MARGIN, boxes[:, 1] + _MARGIN
        lines = np.vstack([self.arrows, self.leaders, own])
        points = np.vstack([self.body, lines])
        weights = np.repeat([_ON_ARROW, _ON_SYMBOL], [len(self.body), len(lines)])
        x, y = points.T
        inside = (x > low[:, :1]) & (x < high[:, :1]) & (y > low[:, 1:]) & (y < high[:, 1:])
        apart = (low[:, None] >= self.boxes[:, 1]) | (self.boxes[:, 0] >= high[:, None])
        outside = (low < self.window[0]).any(axis=-1) | (high > self.window[1]).any(axis=-1)
        on_symbols = (~apart.any(axis=-1)).sum(axis=-1)
        return np.asarray(inside @ weights + _NEVER * (on_symbols + outside))

    def in_boxes(self, points: FloatArray) -> FloatArray:
        """Return how many of the points of each line, shape (c, k, 2), lie on symbols."""
        low, high = self.boxes[:, 0] - _MARGIN, self.boxes[:, 1] + _MARGIN
        at = points[:, :, None]
        return np.asarray(((at > low) & (at < high)).all(axis=-1).sum(axis=(1, 2)))


def placed(
    wanted: Sequence[Wanted],
    body: Sequence[FloatArray],
    window: FloatArray,
    boxes: Sequence[FloatArray] = (),
) -> list[Place]:
    """Return the places of arrows and symbols: the longest are placed first.

    Parameters
    ----------
    wanted : sequence of Wanted
        The arrows.
    body : sequence of ndarray, shape (k, 2)
        Lines of the body, which arrows keep clear of.
    window : ndarray, shape (2, 2)
        Lower left and upper right corner of what can be used.
    boxes : sequence of ndarray, shape (2, 2)
        Corners of texts that are there already.
    """
    taken = _Taken(body, window)
    taken.boxes = np.array([*boxes]).reshape(-1, 2, 2)
    bound = [sampled(np.array([w.point, w.point + w.along])) for w in wanted if w.bound]
    taken.arrows = np.vstack([taken.arrows, *bound])
    order = sorted(range(len(wanted)), key=lambda k: (not wanted[k].bound, -_length(wanted[k])))
    found: dict[int, Place] = {}
    for k in order:
        found[k] = place = _best(wanted[k], taken)
        arrow = np.array([place.start, place.start + wanted[k].along])
        taken.arrows = np.vstack([taken.arrows, sampled(arrow)])
        taken.leaders = np.vstack(
            [taken.leaders, sampled(np.array([wanted[k].point, place.leader]))]
        )
        box = place.symbol + np.array([-0.5, 0.5])[:, None] * wanted[k].size
        taken.boxes = np.vstack([taken.boxes, box[None]])
    return [found[k] for k in range(len(wanted))]


def _length(wanted: Wanted) -> float:
    return float(np.hypot(*wanted.along))


def _best(wanted: Wanted, taken: _Taken) -> Place:
    """Return the best place of an arrow, with that of its symbol."""
    starts, leaders, costs = _arrows(wanted)
    order = np.argsort(costs, kind="stable")
    for seen in range(_AT_A_TIME, len(costs) + _AT_A_TIME, _AT_A_TIME):
        now = order[seen - _AT_A_TIME : seen]
        costs[now] += _crossed(starts[now], leaders[now], wanted, taken)
        looked_at, others = np.sort(order[:seen]), order[seen : seen + 1]
        first = looked_at[np.argsort(costs[looked_at].round(_DIGITS), kind="stable")[:_TRIED]]
        # the penalties of the others do not become less
        if (costs[first[-1:]] < costs[others]).all():
            break
    best, least = None, np.inf
    for c in first:
        if costs[c] >= least:
            break
        symbol, cost = _symbol(starts[c], leaders[c], wanted, taken)
        if costs[c] + cost < least - 10.0**-_DIGITS:
            best, least = Place(starts[c], symbol, leaders[c]), float(costs[c] + cost)
    assert best is not None
    return best


def _arrows(wanted: Wanted) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return possible starts, the ends of their leaders, shape (c, 2), and their penalties.

    The penalties are those of the place alone.
    """
    point, along = wanted.point, wanted.along
    if wanted.bound:
        return point[None], point[None], np.zeros(1)
    angle = np.arctan2(along[1], along[0])
    turned = np.stack([np.cos(angle + _TURNS), np.sin(angle + _TURNS)], axis=-1)
    shifts = (np.array(_AWAY)[:, None, None] * turned).reshape(-1, 2)
    ends = point + shifts
    # the arrow starts beside the body, or its tip is there
    starts, leaders = np.vstack([ends, ends - along]), np.vstack([ends, ends])
    off = np.tile(1 - np.abs(np.cos(_TURNS)), 2 * len(_AWAY))
    costs = _FURTHER * np.repeat(np.tile(_AWAY, 2), len(_TURNS)) + _OFF_LINE * off
    costs += np.repeat([0.0, _TIP_AT_BODY], len(ends))
    if wanted.last is not None:
        costs += _MOVED * np.linalg.norm(starts - point - wanted.last[0], axis=-1)
    return starts, leaders, costs


def _crossed(starts: FloatArray, leaders: FloatArray, wanted: Wanted, taken: _Taken) -> FloatArray:
    """Return the penalty of each place of an arrow for what arrow and leader lie on, (c,)."""
    if wanted.bound:
        return np.zeros(len(starts))
    shares = np.linspace(0, 1, _number(wanted.along))[:, None]
    arrow = starts[:, None] + shares * wanted.along
    costs = _ON_ARROW * (_near(arrow, taken.body, _CLEAR) + _near(arrow, taken.arrows, _CLEAR))
    costs += _ON_LEADER * _near(arrow, taken.leaders, _CLEAR_OF_LEADER)
    costs += _ON_SYMBOL * taken.in_boxes(arrow)
    # the leader leaves the body, and crosses no arrow
    shares = np.linspace(0, 1, _number(np.array([_AWAY[-1], 0.0])))[2:, None]
    leader = wanted.point + shares * (leaders - wanted.point)[:, None]
    costs += _ON_ARROW * _near(leader, taken.arrows, _CLEAR_OF_LEADER)
    costs += _ON_SYMBOL * taken.in_boxes(leader)
    outside = (arrow < taken.window[0] + _MARGIN) | (arrow > taken.window[1] - _MARGIN)
    return np.asarray(costs + _NEVER * outside.any(axis=(1, 2)))


def _symbol(
    start: FloatArray, leader: FloatArray, wanted: Wanted, taken: _Taken
) -> tuple[FloatArray, float]:
    """Return the best middle of the symbol of an arrow, and its penalty."""
    along, size = wanted.along, wanted.size
    angle = np.arctan2(along[1], along[0])
    around = angle + _TURNS
    directions = np.stack([np.cos(around), np.sin(around)], axis=-1)
    # the box of the symbol keeps its distance in every direction
    room = 0.5 * (np.abs(directions) * size).sum(axis=-1)
    away = room + np.array(_BESIDE)[:, None]
    rings = away[..., None] * directions
    anchors = start + np.array([1.0, 0.5, 0.0])[:, None] * along
    middles = (anchors[:, None, None] + rings).reshape(-1, 2)
    costs = np.repeat(_AT_BOUND if wanted.bound else _AT_FREE, rings.size // 2)
    costs += np.tile((_FURTHER * away + _TURNED * (1 - np.cos(_TURNS))).ravel(), 3)
    if wanted.last is not None:
        costs += _MOVED * np.linalg.norm(middles - start - along - wanted.last[1], axis=-1)
    boxes = middles[:, None] + np.array([-0.5, 0.5])[:, None] * size
    ends = (start, start + along), (wanted.point, leader)
    costs += taken.covered(boxes, np.vstack([sampled(np.array(pair)) for pair in ends]))
    best = int(np.argmin(costs.round(_DIGITS)))
    return middles[best], float(costs[best])


def _near(lines: FloatArray, points: FloatArray, distance: float) -> FloatArray:
    """Return how many points of each line, shape (c, k, 2), have another one within a distance."""
    if not len(points):
        return np.zeros(len(lines))
    x, y = (lines[..., j, None] - points[:, j] for j in (0, 1))
    return np.asarray((x * x + y * y < distance**2).any(axis=-1).sum(axis=-1))


def _number(along: FloatArray) -> int:
    return 2 + int(np.hypot(*along) / _STEP)


def sampled(line: FloatArray) -> FloatArray:
    """Return points along a line of several corners, shape (k, 2)."""
    pieces = [line[:1]]
    for start, end in pairwise(line):
        pieces.append(start + np.linspace(0, 1, _number(end - start))[1:, None] * (end - start))
    return np.vstack(pieces)
