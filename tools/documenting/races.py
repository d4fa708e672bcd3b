"""The races of the formulations, one state and a batch, as a part of a page."""

from pathlib import Path

from equidyn.output.files import write_text
from updating import readme, times

from .markdown import dropdown, table

ROOT = Path(__file__).resolve().parents[2]


def write(page: Path) -> None:
    """Write what was measured, from its file."""
    write_text(page, text(times.read((ROOT / times.FILE).read_text(encoding="utf-8"))))


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
