"""The family tree of the formulations: whose idea each of them continues, and what it costs.

`docs/texts/family_tree.csv` has a line for each formulation. Its column `from` names those whose
idea it continues, separated by semicolons.
"""

import csv
from pathlib import Path
from typing import NamedTuple

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Arc

import equidyn
from equidyn.counting.conventions import Conventions
from equidyn.output.files import write_text
from equidyn.output.styles import FAMILIES, INK, MUTED
from equidyn.output.text import in_time
from updating.counts import Counts
from updating.times import N, Times

from .markdown import table
from .mathematics import order

TEXTS = Path(__file__).resolve().parents[2] / "docs" / "texts"


class Line(NamedTuple):
    """A formulation, and where its idea comes from."""

    name: str
    authors: str
    year: int
    parents: tuple[str, ...]
    idea: str


def read() -> list[Line]:
    """Return the lines, the oldest first; those of a year in the order of the file."""
    with (TEXTS / "family_tree.csv").open(encoding="utf-8", newline="") as file:
        lines = [
            Line(
                row["name"],
                row["authors"],
                int(row["year"]),
                tuple(filter(None, row["from"].split(";"))),
                row["idea"],
            )
            for row in csv.DictReader(file)
        ]
    return sorted(lines, key=lambda line: line.year)


def write(folder: Path, counted: Counts, timed: Times) -> None:
    """Write the page and its picture."""
    lines = read()
    draw(lines, counted, folder / "family_tree.svg")
    draw_table_7_3(folder / "table_7_3.svg")
    text = (TEXTS / "family_tree.md").read_text(encoding="utf-8")
    write_text(folder / "family_tree.md", text.replace("COSTS", costs(lines, counted, timed)))


def costs(lines: list[Line], counted: Counts, timed: Times) -> str:
    """Return the table of all lines."""
    rows = []
    for line in lines:
        entry = equidyn.formulations()[line.name]
        parents = " and ".join(f"[{each}]({each}.md)" for each in line.parents)
        idea = line.idea + (f"; continues {parents}" if parents else "")
        operations = str(sum(counted[Conventions(), line.name].at(N)))
        measured = [in_time(time) if (time := race.at(line.name)) else "" for race in timed.races]
        what = f"{line.authors} {line.year}: [{line.name}]({line.name}.md)"
        rows.append((what, idea, order(entry), operations, *measured))
    titles = [race.title for race in timed.races]
    head = ("formulation", "its idea", "grows as", f"operations, $n = {N}$", *titles)
    return table(head, rows)


def draw(lines: list[Line], counted: Counts, path: Path) -> None:
    """Draw a line for each formulation: arcs from its parents, and its operations."""
    figure = Figure(figsize=(9, 0.29 * len(lines) + 0.8), layout="constrained")
    tree, cost = figure.subplots(1, 2, sharey=True, width_ratios=(1.5, 1))
    _draw_tree(tree, lines)
    _draw_costs(cost, lines, counted)
    figure.savefig(path, metadata={"Date": None})


def draw_table_7_3(path: Path) -> None:
    """Draw the comparison of algorithms in the book of Angeles, as published and as counted."""
    tables = {each.printed.place: each for each in equidyn.studies.published_counts("Angeles")}
    figure = tables["Table 7.3"].plot().figure
    figure.savefig(path, metadata={"Date": None}, bbox_inches="tight")


def _draw_tree(ax: Axes, lines: list[Line]) -> None:
    places = {line.name: place for place, line in enumerate(lines)}
    entries = equidyn.formulations()
    for line in lines:
        own = places[line.name]
        colour = FAMILIES[entries[line.name].family]
        for parent in line.parents:
            height = own - places[parent]
            middle = (0.0, own - height / 2)
            arc = Arc(middle, 0.14 * height, height, theta1=90, theta2=270, color=colour)
            ax.add_patch(arc)
        ax.plot(0, own, "o", color=colour, markersize=5)
        ax.text(0.12, own, str(line.year), va="center", color=MUTED)
        ax.text(0.5, own, line.name, va="center", color=INK)
    longest = max(places[line.name] - places[each] for line in lines for each in line.parents)
    ax.set_xlim(-0.07 * longest - 0.1, 2.6)
    ax.set_ylim(len(lines) - 0.4, -0.6)
    ax.axis("off")


def _draw_costs(ax: Axes, lines: list[Line], counted: Counts) -> None:
    entries = equidyn.formulations()
    for place, line in enumerate(lines):
        operations = sum(counted[Conventions(), line.name].at(N))
        colour = FAMILIES[entries[line.name].family]
        ax.plot((1, operations), (place, place), color=MUTED, alpha=0.3, linewidth=0.8)
        ax.plot(operations, place, "o", color=colour, markersize=5)
        ax.annotate(
            f"{operations:,}, {order(entries[line.name])}",
            (operations, place),
            (6, 0),
            textcoords="offset points",
            va="center",
            fontsize="small",
        )
    ax.set_xscale("log")
    ax.set_xlim(500, 3e5)
    ax.set_xlabel(f"operations for n = {N}, and their growth")
    ax.tick_params(left=False, labelleft=False)
    ax.spines[["top", "right", "left"]].set_visible(False)
