"""The pictures of the README and of the site's first page, as SVG."""

import io
from collections.abc import Callable
from pathlib import Path

import matplotlib
from matplotlib.axes import Axes
from matplotlib.figure import Figure

import equidyn
from equidyn.lab.time.result import Timing

from .times import Times

ARM = Path("docs/arm.svg")
BREAKDOWN = Path("docs/breakdown.svg")
TIME = Path("docs/time_against_n.svg")
FILES = (ARM, BREAKDOWN, TIME)


def drawn(times: Times) -> dict[Path, str]:
    """Draw all of them."""
    return {ARM: _svg(arm), BREAKDOWN: _svg(breakdown), TIME: _svg(lambda: against_n(times))}


def arm() -> Figure:
    """Draw the PUMA 560 with its joint axes, frames, mass centres and inertia ellipsoids."""
    ax = equidyn.robots.puma560().draw([0, 0.7, 3.1, 0, 0.7, 0])
    return _figure(ax)


def breakdown() -> Figure:
    """Draw what the torques of a motion are made of."""
    puma = equidyn.robots.puma560()
    move = equidyn.quintic([0, -0.5, 0.5, 0, 0.4, 0], [1, 0.5, -0.6, 1, -0.3, 0.5], duration=1.5)
    t = move.times(151)
    return _figure(puma.breakdown(*move(t)).plot_over(t)[0])


def against_n(times: Times) -> Figure:
    """Draw the times that were measured against the number of joints."""
    records = tuple(
        Timing(name, n, (time,))
        for name, points in times.nanoseconds.items()
        for n, time in points.items()
    )
    return _figure(equidyn.Timings(records, {}, "general arms").plot())


def _figure(ax: Axes) -> Figure:
    figure = ax.get_figure(root=True)
    assert figure is not None
    return figure


def _svg(draw: Callable[[], Figure]) -> str:
    """Return a picture as text, the same whenever it is drawn by the same version of matplotlib."""
    import matplotlib.pyplot as plt

    text = io.StringIO()
    # names instead of random ones for what is defined once and used again
    with matplotlib.rc_context({"svg.hashsalt": "equidyn", "backend": "Agg"}):
        figure = draw()
        figure.savefig(text, format="svg", bbox_inches="tight", metadata={"Date": None})
        plt.close(figure)
    return "\n".join(line.rstrip() for line in text.getvalue().splitlines()) + "\n"
