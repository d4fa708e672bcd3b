"""Pictures of the README and the site, as SVG."""

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import matplotlib
import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import to_hex
from matplotlib.figure import Figure

import equidyn

from .times import Times

ARM = Path("docs/arm.svg")
BREAKDOWN = Path("docs/breakdown.svg")
TIME = Path("docs/time_against_n.svg")
FILES = (ARM, BREAKDOWN, TIME)
# curves and words of the pictures, which no version of matplotlib changes
CONTENTS = Path("tests/data/pictures.json")


def drawn(times: Times) -> dict[Path, str]:
    """Draw all pictures."""
    return {file: _svg(draw) for file, draw in _drawings(times).items()}


def contents(times: Times) -> dict[str, list[list[str | float]]]:
    """Return every curve and every word of each picture: its colour and text, and its numbers."""
    import matplotlib.pyplot as plt

    found = {}
    for file, draw in _drawings(times).items():
        figure = draw()
        found[file.stem] = [each for ax in figure.axes for each in _contents(ax)]
        plt.close(figure)
    return found


def written(times: Times) -> str:
    """Return the contents as a file has them, an artist a line."""
    pictures = (
        f'"{name}": [\n' + ",\n".join(json.dumps(each) for each in artists) + "\n]"
        for name, artists in contents(times).items()
    )
    return "{\n" + ",\n".join(pictures) + "\n}\n"


def _drawings(times: Times) -> dict[Path, Callable[[], Figure]]:
    return {ARM: arm, BREAKDOWN: breakdown, TIME: lambda: against_n(times)}


def _contents(ax: Any) -> list[list[str | float]]:
    """Describe a curve by how many points it has, their mean, and their root mean square."""
    lines = [
        (line.get_color(), np.array(line.get_data_3d() if ax.name == "3d" else line.get_data()))
        for line in ax.get_lines()
    ]
    described: list[list[str | float]] = []
    for colour, data in lines:
        numbers = [len(data.T), *data.mean(axis=1), *np.sqrt((data**2).mean(axis=1))]
        described.append([to_hex(colour), *(float(f"{number:.9g}") for number in numbers)])
    words = [*ax.texts, ax.title, ax.xaxis.label, ax.yaxis.label]
    return described + [[to_hex(w.get_color()), w.get_text()] for w in words if w.get_text()]


def arm() -> Figure:
    """Draw the PUMA 560 with its joint axes, frames, mass centres and inertia ellipsoids."""
    ax = equidyn.robots.puma560().draw([0, 0.7, 3.1, 0, 0.7, 0])
    return _figure(ax)


def breakdown() -> Figure:
    """Draw the torques of a motion, term by term."""
    puma = equidyn.robots.puma560()
    move = equidyn.quintic([0, -0.5, 0.5, 0, 0.4, 0], [1, 0.5, -0.6, 1, -0.3, 0.5], duration=1.5)
    t = move.times(151)
    return _figure(puma.breakdown(*move(t)).plot_over(t)[0])


def against_n(times: Times) -> Figure:
    """Draw the first race and the last against the number of joints, one below the other."""
    first, *_, last = times.timings()
    figure = Figure(figsize=(8.5, 13), layout="constrained")
    for timings, ax in zip((first, last), figure.subplots(2, 1), strict=True):
        timings.plot(ax)
    return figure


def _figure(ax: Axes) -> Figure:
    figure = ax.get_figure(root=True)
    assert figure is not None
    return figure


def _svg(draw: Callable[[], Figure]) -> str:
    """Return a picture as text, the same whenever it is drawn by the same version of matplotlib."""
    import matplotlib.pyplot as plt

    text = io.StringIO()
    # fixed names of shared definitions instead of random ones
    with matplotlib.rc_context({"svg.hashsalt": "equidyn", "backend": "Agg"}):
        figure = draw()
        figure.savefig(text, format="svg", bbox_inches="tight", metadata={"Date": None})
        plt.close(figure)
    return "\n".join(line.rstrip() for line in text.getvalue().splitlines()) + "\n"
