"""Animation of an arm, or another sequence of pictures, in a notebook or in a file."""

from __future__ import annotations

import base64
import io
import os
import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..output.files import write_text
from ..output.progress import progress_bar
from ..output.styles import MUTED
from ..validation import FloatArray
from .arrows import Diagram, points_of, scale_of
from .free_body import FreePicture
from .free_view import view_of
from .picture import Picture, new_space
from .posture import Posture

if TYPE_CHECKING:
    from matplotlib.animation import FuncAnimation

# dots an inch: forty frames take one to two megabytes
_DOTS = 72

# options of WebP: a sixth larger than the smallest lossless pictures, in a third of the time
_FAST = {"method": 1, "quality": 0}

# largest embedded animation, megabytes
_MEGABYTES = 200.0

# an embedded picture of matplotlib, in lines of a JavaScript string
_PICTURE = re.compile(r'data:image/png;base64,[^"]+')

# formats of files, by what writes them
_BY_PILLOW = (".gif", ".webp", ".apng")
_BY_FFMPEG = (".mp4", ".webm", ".mov", ".mkv", ".avi")

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
        Index of the picture with the widest texts; it determines the layout.
    """

    def __init__(self, number: int, pictures_a_second: float, fullest: int = 0) -> None:
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
        figure.set_layout_engine(None)
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

    def to_html(self, *, progress: bool = False) -> str:
        """Return a player of the pictures as an HTML fragment, optionally with a progress bar."""
        import matplotlib as mpl
        from matplotlib.animation import FuncAnimation
        from matplotlib.figure import Figure

        # the player of matplotlib, with small pictures that ours replace
        blank = FuncAnimation(
            Figure((0.1, 0.1)), lambda _: None, frames=self.number, init_func=lambda: None
        )
        with mpl.rc_context({"animation.embed_limit": _MEGABYTES}):
            html: str = blank.to_jshtml(fps=self.pictures_a_second, default_mode="loop")
        pictures = iter(self._encoded(progress=progress))
        html = _PICTURE.sub(lambda _: next(pictures), _STYLES.sub("", html))
        return _ICON.sub(lambda found: _ON_BUTTONS.get(found[1], found[0]), html)

    def _encoded(self, *, progress: bool) -> list[str]:
        """Return the pictures as addresses of data, each encoded while the next one is drawn."""
        from matplotlib.backends.backend_agg import FigureCanvasAgg

        (ax,) = self.figure.axes
        canvas: Any = FigureCanvasAgg(self.figure)
        with progress_bar("pictures", self.number, progress) as step, ThreadPoolExecutor(1) as pool:
            encoded = []
            for k in range(self.number):
                step(f"{k + 1} of {self.number}")
                self.draw(k, ax)
                canvas.draw()
                encoded.append(pool.submit(_address, np.array(canvas.buffer_rgba())))
            return [each.result() for each in encoded]

    def save(self, path: str | os.PathLike[str], *, progress: bool = False) -> None:
        """Write the pictures to a file, in a format by its suffix.

        Parameters
        ----------
        path : str or path
            A page (.html), a moving picture (.gif, .webp, .apng) or a film, which ffmpeg writes
            (.mp4, .webm, .mov, .mkv, .avi).
        progress : bool, optional
            Whether to show a progress bar.

        Raises
        ------
        ValueError
            For another suffix.
        RuntimeError
            If a film is asked for and ffmpeg is not installed.
        """
        suffix = Path(path).suffix.lower()
        if suffix == ".html":
            page = f'<!DOCTYPE html>\n<meta charset="utf-8">\n{self.to_html(progress=progress)}\n'
            write_text(path, page)
            return
        writer = _writer(suffix, path)
        with progress_bar("pictures", self.number, progress) as step:
            self.animation.save(
                Path(path),
                writer=writer,
                fps=self.pictures_a_second,
                progress_callback=lambda k, _: step(f"{k + 1} of {self.number}"),
            )

    def _repr_html_(self) -> str:
        return self.to_html()


class Animation(Pictures):
    """Animation of an arm in motion.

    Parameters
    ----------
    times : ndarray, shape (k,)
        Times of the pictures, evenly spaced, s.
    postures : sequence of Posture
        Poses of the arm at these times.
    title : str
        Title above the pictures.
    diagrams : sequence of Diagram
        Vectors of each pose; empty without vectors.
    options : dict
        Whether to draw frames and masses, as options of `Picture`.
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
        self._title, self._options = title, dict[str, Any](options)
        self._diagrams = diagrams
        self._picture: _Moving | FreePicture | None = None

    def draw(self, k: int, ax: Any) -> None:
        """Draw picture k in place of the last one."""
        if self._picture is None or self._picture.ax is not ax:
            ax.clear()
            self._picture = self._new_picture(ax)
        link = self._diagrams[0].link if self._diagrams else None
        name = self._title if link is None else f"{self._title}, link {link}".removeprefix(", ")
        self._picture.show(k, f"{name}\n{self.times[k]:.2f} s".lstrip())

    def _new_picture(self, ax: Any) -> _Moving | FreePicture:
        given = self._postures, self._diagrams
        if not self._diagrams or self._diagrams[0].link is None:
            return _Moving(*given, ax, **self._options)
        view = view_of(*given, masses=self._options.get("masses", False))
        return FreePicture(view, *given, ax, **self._options)

    def __repr__(self) -> str:
        return f"<Animation of {len(self.times)} pictures in {np.ptp(self.times):g} s>"


class _Moving:
    """Picture of a moving arm, with the path of its tool so far."""

    def __init__(
        self,
        postures: Sequence[Posture],
        diagrams: Sequence[Diagram],
        ax: Any,
        **options: Any,
    ) -> None:
        self.ax, self._postures, self._diagrams = ax, postures, diagrams
        if diagrams:
            reach = max(posture.reach() for posture in postures)
            scale = scale_of(diagrams, reach)
            points = [points_of(scale.arrows(diagram), reach) for diagram in diagrams]
            options |= {"diagram": diagrams[0], "scale": scale, "room": np.vstack(points)}
        self._picture = Picture(postures[0], ax, around=postures, **options)
        self._picture.show(postures[0], "", diagrams[0] if diagrams else None)
        # above the arm
        (self._way,) = ax.plot([], [], [], color=MUTED, linewidth=1.2)
        self._ways = np.array([posture.tool[:3, 3] for posture in postures])

    def show(self, k: int, title: str) -> None:
        """Replace the picture by that of time k."""
        self._picture.show(self._postures[k], title, self._diagrams[k] if self._diagrams else None)
        self._way.set_data_3d(*self._ways[: k + 1].T)


def _address(pixels: Any) -> str:
    """Return a picture, shape (h, w, 4), as lossless WebP in an address of data."""
    from PIL import Image

    file = io.BytesIO()
    Image.fromarray(pixels).convert("RGB").save(file, "webp", lossless=True, **_FAST)
    return f"data:image/webp;base64,{base64.b64encode(file.getvalue()).decode('ascii')}"


def _writer(suffix: str, path: str | os.PathLike[str]) -> str:
    """Return the name of matplotlib's writer of files with a suffix."""
    from matplotlib.animation import writers

    if suffix in _BY_PILLOW:
        return "pillow"
    if suffix not in _BY_FFMPEG:
        expected = ", ".join((".html", *_BY_PILLOW, *_BY_FFMPEG))
        raise ValueError(f"path: expected a suffix of {expected}, got {os.fspath(path)!r}")
    if not writers.is_available("ffmpeg"):
        raise RuntimeError(
            f"ffmpeg is needed for {suffix}: install it, by apt, brew, winget or conda "
            "('conda install ffmpeg'), or save as .gif, .webp or .html"
        )
    return "ffmpeg"
