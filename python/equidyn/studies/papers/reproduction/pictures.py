"""Pictures on the pages of the papers' experiments, still and moving."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ....output.page import picture
from ....output.plots import draw_grid, grid_of, grid_size
from ....page.frame import frame
from ....validation import FloatArray

if TYPE_CHECKING:
    from markupsafe import Markup
    from matplotlib.axes import Axes

    from ....arm import Arm
    from ....motion import MotionLike

# times at which a motion is sampled; interpolated linearly between
_SAMPLES = 201


@dataclass(frozen=True)
class Picture:
    """A picture on the page.

    Attributes
    ----------
    name : str
        One word, unique on the page.
    draw : callable
        Function that draws into the axes, or into a list of them where there are several.
    size : tuple of float
        Width and height, inches.
    description : str
        Alternative text.
    caption : str
        Text below it.
    grid : tuple of int
        Rows and columns of axes.
    projection : str or None
        "3d" for a picture in space.
    """

    name: str
    draw: Callable[[Any], Any]
    size: tuple[float, float]
    description: str
    caption: str
    grid: tuple[int, int] = (1, 1)
    projection: str | None = None

    @property
    def drawing(self) -> Markup:
        """Markup of the picture."""
        kind: dict[str, Any] = {"grid": self.grid, "projection": self.projection}
        return picture(self.draw, self.size, self.name, self.description, **kind)


@dataclass(frozen=True)
class MovingArm:
    """The arm of an experiment on the page, computed where that is read.

    Attributes
    ----------
    name : str
        One word, unique on the page.
    arm : Arm
        The arm.
    panels : tuple of str
        The parts of the laboratory below it, as `equidyn.page.page.page_of` takes them.
    description : str
        Alternative text of the frame.
    q : ndarray, shape (n,), optional
        Its first position, at rest, rad or m; without a motion.
    motion : trajectory, Motion or tuple, optional
        A motion that can be played, as `equidyn.Arm.lab` takes it.
    """

    name: str
    arm: Arm
    panels: tuple[str, ...]
    description: str
    q: FloatArray | None = None
    motion: MotionLike | None = None

    @property
    def frame(self) -> Markup:
        """Markup of the frame."""
        state = None if self.q is None else {"q": self.q.tolist()}
        rows = {} if self.motion is None else self.arm._in_motion(self.motion, _SAMPLES)
        motion = {name: values.tolist() for name, values in rows.items()} or None
        shown = ("arm", *self.panels)
        return frame(self.arm, self.name, self.description, state, shown, motion=motion)


@dataclass(frozen=True)
class Curves:
    """Curves over the same abscissas, in small pictures.

    Attributes
    ----------
    x : ndarray, shape (m,)
        Abscissas.
    panels : mapping of str to mappings of str to ndarray, shape (m,)
        Ordinates by the name of the curve, by the title of the picture.
    labels : tuple of two str
        Labels of the axes.
    bound : float or None
        Distance of thin lines on both sides of zero.
    """

    x: FloatArray
    panels: Mapping[str, Mapping[str, FloatArray]]
    labels: tuple[str, str]
    bound: float | None = None

    def draw(self, axes: Sequence[Axes] | None = None) -> Sequence[Axes]:
        """Draw the curves, each panel into axes of its own."""
        return draw_grid(self.x, self.panels, self.labels, axes, bound=self.bound)

    def picture(self, name: str, description: str, caption: str) -> Picture:
        """Return the curves as a picture on a page."""
        count = len(self.panels)
        grid = grid_of(count)
        return Picture(name, self.draw, grid_size(count), description, caption, grid)


def poses(arm: Arm, positions: Mapping[str, FloatArray], caption: str) -> Picture:
    """Return the picture of an arm in several positions, by their names, all on one scale."""

    def draw(axes: Sequence[Any]) -> None:
        for ax, (title, q) in zip(axes, positions.items(), strict=True):
            arm.draw(q, ax=ax, masses=False, around=positions.values())
            ax.set_title(title)

    count = len(positions)
    description = f"The arm in {count} positions: {', '.join(positions)}"
    return Picture("arm", draw, (4.6 * count, 4.6), description, caption, (1, count), "3d")
