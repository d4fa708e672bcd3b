"""An arm in motion, as pictures that follow one another: in a notebook, or in a file."""

from __future__ import annotations

import base64
import io
import os
import re
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from .._validation import FloatArray
from ..output.extras import require_extra
from ..output.files import write_text
from ..output.styles import MUTED
from .picture import draw_posture, new_space
from .posture import Posture

if TYPE_CHECKING:
    from matplotlib.animation import FuncAnimation

# dots an inch: forty pictures take one to two megabytes
_DOTS = 72

# so many megabytes are a page still
_MEGABYTES = 200.0

# as matplotlib writes one, in lines of a string of JavaScript
_PICTURE = re.compile(r'data:image/png;base64,([^"]+)')

# what matplotlib fetches from the network to draw its buttons, and what stands on them instead
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


class Animation:
    """Pictures of an arm at several times; a notebook plays them, and `save` writes them.

    Parameters
    ----------
    times : ndarray, shape (k,)
        When, evenly spaced, s.
    postures : sequence of Posture
        How the arm is seen then.
    title : str
        What stands above the pictures.
    options : dict
        What else `draw_posture` takes.
    """

    def __init__(
        self, times: FloatArray, postures: Sequence[Posture], title: str, **options: bool
    ) -> None:
        require_extra("plot", "matplotlib")
        self.times, self._postures = times, postures
        self._title, self._options = title, options
        self._ways = np.array([posture.tool[:3, 3] for posture in postures])

    @property
    def pictures_a_second(self) -> Any:  # a float, though matplotlib's types know whole ones alone
        """How many there are, so that the motion takes the time that it takes."""
        lasts = float(self.times[-1] - self.times[0])
        return (len(self.times) - 1) / lasts if lasts > 0 else 1.0

    @cached_property
    def figure(self) -> Any:
        """The figure of matplotlib in which all pictures are drawn; at first it is the first."""
        import matplotlib.pyplot as plt

        space = new_space()
        figure: Any = space.figure
        # what plays it shows it: no empty figure beside
        plt.close(figure)
        figure.set_dpi(_DOTS)
        self.draw(0, space)
        # the axes keep their place while the arm moves
        figure.draw_without_rendering()
        figure.set_layout_engine("none")
        return figure

    def draw(self, k: int, ax: Any) -> None:
        """Draw picture k in place of what there is: the arm, and the way that its tool took."""
        ax.clear()
        title = f"{self._title}\n{self.times[k]:.2f} s".lstrip()
        draw_posture(self._postures[k], ax, title=title, around=self._postures, **self._options)
        ax.plot(*self._ways[: k + 1].T, color=MUTED, linewidth=1.2)

    @cached_property
    def animation(self) -> FuncAnimation:
        """The pictures, as matplotlib animates them."""
        from matplotlib.animation import FuncAnimation

        (ax,) = self.figure.axes
        return FuncAnimation(
            self.figure,
            lambda k: self.draw(k, ax),
            frames=len(self.times),
            init_func=lambda: None,
            interval=1000 / self.pictures_a_second,
        )

    def to_html(self) -> str:
        """Return the pictures, with buttons to play them, as a part of a page."""
        import matplotlib as mpl

        with mpl.rc_context({"animation.embed_limit": _MEGABYTES}):
            html: str = self.animation.to_jshtml(fps=self.pictures_a_second, default_mode="loop")
        html = _PICTURE.sub(lambda found: _smaller(found[1]), _STYLES.sub("", html))
        return _ICON.sub(lambda found: _ON_BUTTONS.get(found[1], found[0]), html)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a page (.html), or what matplotlib animates for the suffix, such as .gif."""
        if Path(path).suffix == ".html":
            write_text(path, f'<!DOCTYPE html>\n<meta charset="utf-8">\n{self.to_html()}\n')
        else:
            self.animation.save(Path(path), fps=self.pictures_a_second)

    def __repr__(self) -> str:
        return f"<Animation of {len(self.times)} pictures in {np.ptp(self.times):g} s>"

    def _repr_html_(self) -> str:
        return self.to_html()


def _smaller(written: str) -> str:
    """Return the same picture, of a PNG in base64, as it takes less than half the room."""
    from PIL import Image

    with Image.open(io.BytesIO(base64.b64decode(written.replace("\\", "")))) as picture:
        file = io.BytesIO()
        picture.convert("RGB").save(file, "webp", lossless=True)
    return f"data:image/webp;base64,{base64.b64encode(file.getvalue()).decode('ascii')}"
