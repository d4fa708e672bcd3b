"""View of a link free of the others: from near, its arrows outside of it; the same for a motion."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from ..validation import FloatArray
from .arrows import LONGEST, Arrow, Diagram, Scale, scale_of
from .placing import Place, Wanted, placed
from .posture import Posture
from .sight import ELEVATION, Sight, clear_sight, sight_of

# half the side of the picture, in half lengths of the body, and least one, in lengths of the arm
_AROUND, _LEAST = 2.1, 0.05

# longest arrow, and lengths of the axes of frames and of joints, in half sides of the picture
_LONGEST, _SOLIDS = 0.62, 1.7

# arrows shorter than this part of the longest do not turn the view
_SHORT = 0.03

# opacity of the other links
FAINT = 0.18


class FreeView(NamedTuple):
    """View of a link in one state or in several.

    Attributes
    ----------
    sight : Sight
        Direction of view.
    middle : ndarray, shape (3,)
        Middle of the picture, m.
    half : float
        Half the side of the picture, m.
    scale : Scale
        Scale of the arrows.
    arrows : list of list of Arrow
        The arrows of each state, at their points of application.
    """

    sight: Sight
    middle: FloatArray
    half: float
    scale: Scale
    arrows: list[list[Arrow]]

    def size(self, reach: float) -> float:
        """Return the length of an arm, m, whose joints and frames suit the picture."""
        return min(reach, self.half * _SOLIDS)


def view_of(
    postures: Sequence[Posture],
    diagrams: Sequence[Diagram],
    *,
    around: Iterable[Posture] = (),
    masses: bool = False,
) -> FreeView:
    """Return one view of a link in all states, with the arrows at their points of application.

    Parameters
    ----------
    postures, diagrams : sequence of Posture, sequence of Diagram
        Posture of the arm, and vectors on the link, in each state.
    around : iterable of Posture, optional
        Further configurations in which the link is in the picture.
    masses : bool, optional
        Whether the ellipsoid of the link is in the picture.
    """
    reach = max(seen.reach() for seen in postures)
    bodies = [(seen, diagram.body) for seen, diagram in zip(postures, diagrams, strict=True)]
    points = [vector.point for diagram in diagrams for vector in diagram.vectors]
    for seen, k in [*bodies, *((seen, diagrams[0].body) for seen in around)]:
        points += [*seen.bodies[k], seen.centres[k]]
        if masses:
            axes = seen.ellipsoids[k].T
            points += [*(seen.centres[k] + axes), *(seen.centres[k] - axes)]
    middle = (np.min(points, axis=0) + np.max(points, axis=0)) / 2
    farthest = max(float(np.linalg.norm(point - middle)) for point in points)
    half = max(_AROUND * farthest, _LEAST * reach)
    scale = scale_of(diagrams, reach, half * _LONGEST / LONGEST)
    arrows = [scale.arrows(diagram) for diagram in diagrams]
    lengths = [np.linalg.norm(arrow.along) for each in arrows for arrow in each]
    longest = float(max(lengths, default=0.0))
    ends = [np.array([arrow.start, arrow.tip]) for each in arrows for arrow in each]
    lines = [
        [a.along for a in each if np.linalg.norm(a.along) > _SHORT * longest]
        + [*np.diff(seen.bodies[k], axis=0)]
        for each, (seen, k) in zip(arrows, bodies, strict=True)
    ]
    sight = clear_sight(sight_of(postures, ELEVATION, ends), lines)
    return FreeView(sight, middle, max(half, longest / _LONGEST), scale, arrows)


class Paper(NamedTuple):
    """Picture of the world on paper.

    Attributes
    ----------
    at : function
        Takes points of the world, shape (k, 3), to points of print, shape (k, 2).
    across : ndarray, shape (2, 3)
        Directions across the line of sight.
    step : float
        A length beside which the picture is large, m.
    """

    at: Callable[[FloatArray], FloatArray]
    across: FloatArray
    step: float

    def moved(self, point: FloatArray, shift: FloatArray) -> FloatArray:
        """Return a point, (3,), moved across the line of sight by points of print, (2,)."""
        steps = self.at(point + self.step * np.vstack([np.zeros(3), self.across]))
        shares = np.linalg.solve((steps[1:] - steps[0]).T, shift)
        moved: FloatArray = point + self.step * shares @ self.across
        return moved


class Placed(NamedTuple):
    """An arrow where it is drawn, the middle of its symbol, and its leader, (2, 3), in the world.

    The leader of an arrow at its point of application has no length.
    """

    arrow: Arrow
    symbol: FloatArray
    leader: FloatArray
    wanted: Wanted
    place: Place


def arrows_on_paper(
    arrows: Sequence[Arrow],
    lines: Sequence[FloatArray],
    paper: Paper,
    window: FloatArray,
    size_of: Callable[[str], FloatArray],
    *,
    boxes: Sequence[FloatArray] = (),
    bound: bool = False,
    before: Sequence[Placed] = (),
) -> list[Placed]:
    """Place arrows outside of a body, and their symbols, so that none lies on another.

    Parameters
    ----------
    arrows : sequence of Arrow
        The arrows at their points of application; positions stay there.
    lines : sequence of ndarray, shape (k, 3)
        Lines of the body.
    paper : Paper
        The picture.
    window, boxes
        As of `placed`.
    size_of : function
        Returns width and height of a symbol, points of print, shape (2,).
    bound : bool, optional
        Whether all arrows stay at their points.
    before : sequence of Placed, optional
        The arrows of the picture before, beside which these ones stay if they can.
    """
    last: Mapping[str, Placed] = {each.arrow.symbol: each for each in before}
    wanted = []
    for arrow in arrows:
        point, tip = paper.at(np.array([arrow.start, arrow.tip]))
        one = Wanted(point, tip - point, size_of(arrow.symbol), bound or arrow.kind == "position")
        if arrow.symbol in last:
            one = one._replace(last=last[arrow.symbol].place.shifts(last[arrow.symbol].wanted))
        wanted.append(one)
    found = []
    places = placed(wanted, [paper.at(line) for line in lines], window, boxes)
    for arrow, one, place in zip(arrows, wanted, places, strict=True):
        start, symbol, end = (
            paper.moved(arrow.start, np.asarray(each) - one.point)
            for each in (place.start, place.symbol, place.leader)
        )
        drawn = arrow._replace(start=start)
        found.append(Placed(drawn, symbol, np.array([arrow.start, end]), one, place))
    return found
