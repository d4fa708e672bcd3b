"""Picture and table of the recorded benchmark: building the site measures nothing."""

from pathlib import Path

import equidyn
from equidyn.output.files import write_text

from .markdown import table
from .records import FOLDER

# that of docs/records which has the task in batches of every size
FILE = FOLDER / "amd_epyc.json"
TASK = "inverse dynamics"
# the call of equidyn for many states
_CALL = "out="
_CONDITIONS = ("processor", "instruction_set", "compiler")


def write(folder: Path) -> None:
    """Write `benchmark.svg` and `benchmark.md`."""
    recorded = equidyn.studies.Benchmark.load(FILE)
    figure = recorded.plot(TASK).figure
    figure.savefig(folder / "benchmark.svg", bbox_inches="tight", metadata={"Date": None})
    write_text(folder / "benchmark.md", text(recorded))


def text(recorded: equidyn.studies.Benchmark) -> str:
    """Return the table of ratios, and the conditions of the measurement."""
    ratios = recorded.ratio_table()
    head = ratios.columns[2:]
    rows = [row[2:] for row in ratios.rows if row[:2] == (TASK, _CALL)]
    shown = [k for k in range(len(head)) if any(row[k] for row in rows)]
    machine = ", ".join(recorded.machine[name] for name in _CONDITIONS)
    day = recorded.machine["date"].partition("T")[0]
    unrest = max(row.median_ns / row.minimum_ns - 1 for row in recorded.of(TASK))
    versions = ", ".join(" ".join(pair) for pair in recorded.versions.items())
    return f"""How many times longer others take than equidyn (`{_CALL}`), by the states in a call:

{table([head[k] for k in shown], ([row[k] for k in shown] for row in rows))}
{recorded.arm}, one thread; {machine}; {versions}; {day}. Medians are up to {unrest:.0%} above
minima.
"""
