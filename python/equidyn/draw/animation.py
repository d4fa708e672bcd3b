"""Animation of an arm, or another sequence of pictures, in a notebook or in a file."""

from __future__ import annotations

import base64
import io
import os
import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from .._validation import FloatArray
from ..output.extras import require_extra
from ..output.files import write_text
from ..output.styles import MUTED
from .arrows import Diagram, points_of, scale_of
from .picture import draw_posture, new_space
from .posture import Posture

if TYPE_CHECKING:
    from matplotlib.animation import FuncAnimation

# dots an inch: forty frames take one to two megabytes
_DOTS = 72

# largest embedded animation, megabytes
_MEGABYTES = 200.0

# an embedded picture of matplotlib, in lines of a JavaScript string
_PICTURE = re.compile(r'data:image/png;base64,([^"]+)')

# style sheets and icons that matplotlib fetches for its buttons, and characters in their place
_STYLES = re.compile(r'<link rel="stylesheet"\s+href="http[^"]+">')
_ICON = re.compile(r'<i class="fa fa-([^"]+)"></i>')
_ON_BUTTONS = {
    "minus": "\u2212",
    "fast-backward": "|\u25c0",
    "step-backward": "\u25c1",
    "play fa-flip-horizontal": "\u25c0",
    "pause": "||",
    "play": "\u25b6",
    "step-forward": "\u25b7",
    "fast-forward": "\u25b6|",
    "plus": "+",
}


class Pictures(ABC):
    """Sequence of pictures; a notebook plays it, and `save` writes it to a file.

    Parameters
    ----------
    number : int
        Number of pictures.
    pictures_a_second : float
        Number of pictures a second.
    fullest : int
        Index of the picture whose texts need most room, by which all are laid out.
    """

    def __init__(self, number: int, pictures_a_second: float, fullest: int = 0) -> None:
        require_extra("plot", "matplotlib")
        self.number = number
        self._fullest = fullest
        # matplotlib's types know whole ones alone
        self.pictures_a_second: Any = pictures_a_second

    @abstractmethod
    def draw(self, k: int, ax: Any) -> None:
        """Draw picture k in place of the last one."""

    @cached_property
    def figure(self) -> Any:
        """The matplotlib figure of all pictures, with the first one drawn."""
        import matplotlib.pyplot as plt

        space = new_space()
        figure: Any = space.figure
        # closed, or a notebook would show the figure beside the animation
        plt.close(figure)
        figure.set_dpi(_DOTS)
        self.draw(self._fullest, space)
        # the axes are fixed while the arm moves
        figure.draw_without_rendering()
        figure.set_layout_engine("none")
        if self._fullest:
            self.draw(0, space)
        return figure

    @cached_property
    def animation(self) -> FuncAnimation:
        """The animation as a matplotlib object."""
        from matplotlib.animation import FuncAnimation

        (ax,) = self.figure.axes
        return FuncAnimation(
            self.figure,
            lambda k: self.draw(k, ax),
            frames=self.number,
            init_func=lambda: None,
            interval=1000 / self.pictures_a_second,
        )

    def to_html(self) -> str:
        """Return a player of the pictures as an HTML fragment."""
        import matplotlib as mpl

        with mpl.rc_context({"animation.embed_limit": _MEGABYTES}):
            html: str = self.animation.to_jshtml(fps=self.pictures_a_second, default_mode="loop")
        html = _PICTURE.sub(lambda found: _smaller(found[1]), _STYLES.sub("", html))
        return _ICON.sub(lambda found: _ON_BUTTONS.get(found[1], found[0]), html)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a page (.html), or another format of matplotlib by suffix, such as .gif."""
        if Path(path).suffix == ".html":
            write_text(path, f'<!DOCTYPE html>\n<meta charset="utf-8">\n{self.to_html()}\n')
        else:
            self.animation.save(Path(path), fps=self.pictures_a_second)

    def _repr_html_(self) -> str:
        return self.to_html()


class Animation(Pictures):
    """Animation of an arm in motion.

    Parameters
    ----------
    times : ndarray, shape (k,)
        Times of the pictures, evenly spaced, s.
    postures : sequence of Posture
        Postures of the arm at these times.
    title : str
        Title above the pictures.
    diagrams : sequence of Diagram
        Vectors of each posture; empty without vectors.
    options : dict
        Further options of `draw_posture`.
    """

    def __init__(
        self,
        times: FloatArray,
        postures: Sequence[Posture],
        title: str,
        *,
        diagrams: Sequence[Diagram] = (),
        **options: bool,
    ) -> None:
        lasts = float(times[-1] - times[0])
        super().__init__(len(times), (len(times) - 1) / lasts if lasts > 0 else 1.0)
        self.times, self._postures = times, postures
        self._title, self._options = title, options
        self._diagrams = diagrams
        self._ways = np.array([posture.tool[:3, 3] for posture in postures])

    def draw(self, k: int, ax: Any) -> None:
        """Draw picture k in place of the last one: the arm, and the path of its tool so far."""
        ax.clear()
        title = f"{self._title}\n{self.times[k]:.2f} s".lstrip()
        options = {**self._options, **(self._arrows(k) if self._diagrams else {})}
        draw_posture(self._postures[k], ax, title=title, around=self._postures, **options)
        ax.plot(*self._ways[: k + 1].T, color=MUTED, linewidth=1.2)

    def _arrows(self, k: int) -> dict[str, Any]:
        """Return the vectors of picture k, their scale, and the room that those of all take."""
        return {"diagram": self._diagrams[k], **self._common}

    @cached_property
    def _common(self) -> dict[str, Any]:
        """The scale of all pictures, and the points of all their arrows."""
        reach = max(posture.reach() for posture in self._postures)
        scale = scale_of(self._diagrams, reach)
        points = [points_of(scale.arrows(diagram), reach) for diagram in self._diagrams]
        return {"scale": scale, "room": np.vstack(points)}

    def __repr__(self) -> str:
        return f"<Animation of {len(self.times)} pictures in {np.ptp(self.times):g} s>"


def _smaller(written: str) -> str:
    """Return a PNG in base64 as a lossless WebP, less than half as large."""
    from PIL import Image

    with Image.open(io.BytesIO(base64.b64decode(written.replace("\\", "")))) as picture:
        file = io.BytesIO()
        picture.convert("RGB").save(file, "webp", lossless=True)
    return f"data:image/webp;base64,{base64.b64encode(file.getvalue()).decode('ascii')}"
