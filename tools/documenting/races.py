"""Picture and tables of the races of the formulations: one state, and a batch."""

from pathlib import Path

from matplotlib.figure import Figure

from equidyn.output.files import write_text
from updating import readme, times

from .markdown import dropdown, table

ROOT = Path(__file__).resolve().parents[2]


def write(folder: Path) -> None:
    """Write `time_against_n.svg` and `races.md` from the stored times."""
    timed = times.read((ROOT / times.FILE).read_text(encoding="utf-8"))
    draw(timed).savefig(folder / "time_against_n.svg", metadata={"Date": None})
    write_text(folder / "races.md", text(timed))


def draw(timed: times.Times) -> Figure:
    """Draw the first race and the last against the number of joints, one below the other."""
    first, *_, last = timed.timings()
    figure = Figure(figsize=(8.5, 13), layout="constrained")
    for timings, ax in zip((first, last), figure.subplots(2, 1), strict=True):
        timings.plot(ax)
    return figure


def text(timed: times.Times) -> str:
    """Return what the races say, and of each race all times, and where the order changes."""
    parts = [readme.conditions(timed) + "\n", readme.results(timed)]
    for race, timings in zip(timed.races, timed.timings(), strict=True):
        crossovers = timings.crossovers().table()
        all_times = timings.table()
        parts += [
            dropdown(f"All times: {race.title}", table(all_times.columns, all_times.rows)),
            dropdown(
                f"Crossovers: {race.title}",
                f"{crossovers.title}.\n\n{table(crossovers.columns, crossovers.rows)}",
            ),
        ]
    return "\n".join(parts)
