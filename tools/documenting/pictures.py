"""Pictures of pages: the cost of one formulation among all, and the torques of a motion."""

from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.figure import Figure

import equidyn
from equidyn.counting.conventions import Conventions
from equidyn.counting.polynomial import Polynomial
from equidyn.dynamics.registry import formulations
from equidyn.output.styles import FAMILIES, MUTED
from equidyn.output.ticks import mark_numbers
from updating.counts import Counts
from updating.times import KERNEL, SIZES, Times

Points = dict[int, float]


def draw(name: str, counted: Counts, timed: Times, path: Path) -> None:
    """Draw the curves of a formulation in colour, those of the others in grey."""
    figure = Figure(figsize=(8, 3.2), layout="constrained")
    axes = figure.subplots(1, 2)
    _draw(axes[0], name, operations(counted), "multiplications and additions")
    microseconds = {
        each: {n: time / 1e3 for n, time in points.items()}
        for each, points in timed.races[0].nanoseconds.items()
        if each != KERNEL
    }
    _draw(axes[1], name, microseconds, "time of one state, µs")
    figure.savefig(path, metadata={"Date": None})


def draw_motion(path: Path) -> None:
    """Draw the torques of a motion, term by term."""
    puma = equidyn.robots.puma560()
    move = equidyn.quintic([0, -0.5, 0.5, 0, 0.4, 0], [1, 0.5, -0.6, 1, -0.3, 0.5], duration=1.5)
    t = move.times(151)
    figure = puma.breakdown(*move(t)).plot_over(t)[0].figure
    figure.savefig(path, bbox_inches="tight", metadata={"Date": None})


def operations(counted: Counts) -> dict[str, Points]:
    """Return the operations of each formulation at the timed numbers of joints."""
    found: dict[str, Points] = {}
    for (rules, name), count in counted.items():
        if rules == Conventions():
            both = Polynomial.parse(count.multiplications) + Polynomial.parse(count.additions)
            found[name] = {n: float(both(n)) for n in SIZES if count.holds(n)}
    return found


def _draw(ax: Axes, chosen: str, curves: dict[str, Points], quantity: str) -> None:
    for name, points in curves.items():
        style = {"color": MUTED, "alpha": 0.35, "linewidth": 0.8}
        if name == chosen:
            style = {"color": FAMILIES[formulations()[name].family], "linewidth": 2, "zorder": 3}
        ax.loglog(list(points), list(points.values()), **style)
    mark_numbers(ax, SIZES)
    ax.minorticks_off()
    ax.set_xlabel("number of joints n")
    ax.set_ylabel(quantity)
    ax.spines[["top", "right"]].set_visible(False)
