"""Recorded benchmarks: one as a picture and a table of ratios, all of them as parts of a page."""

from collections.abc import Iterable
from pathlib import Path

import equidyn
from equidyn.output.files import write_text
from equidyn.output.text import in_time
from equidyn.peers.equidyn import LIBRARY, OUT_FLOAT32
from equidyn.studies.benchmark import Row

from .markdown import code_block, pairs, table

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "records"
# that of docs/records which has the task in batches of every size
FILE = FOLDER / "amd_epyc.json"
TASK = "inverse dynamics"
# the call of equidyn for many states
_CALL = "out="
_CONDITIONS = ("processor", "instruction_set", "compiler")
# numbers of states, with their names
BATCHES = {1: "one state", 1024: "each of 1,024 states", 4096: "each of 4,096 states"}


def write(folder: Path) -> None:
    """Write `benchmark.svg`, `benchmark.md`, and `records.md`, whose newest part is the first."""
    recorded = equidyn.studies.Benchmark.load(FILE)
    figure = recorded.plot(TASK).figure
    figure.savefig(folder / "benchmark.svg", bbox_inches="tight", metadata={"Date": None})
    write_text(folder / "benchmark.md", ratios(recorded))
    records = {path: equidyn.studies.Benchmark.load(path) for path in FOLDER.glob("*.json")}
    newest_first = sorted(records, key=lambda path: _date(records[path]), reverse=True)
    write_text(
        folder / "records.md", "\n".join(part(path.name, records[path]) for path in newest_first)
    )


def ratios(recorded: equidyn.studies.Benchmark) -> str:
    """Return the table of ratios, and the conditions of the measurement."""
    all_ratios = recorded.ratio_table()
    head = all_ratios.columns[2:]
    rows = [row[2:] for row in all_ratios.rows if row[:2] == (TASK, _CALL)]
    shown = [k for k in range(len(head)) if any(row[k] for row in rows)]
    machine = ", ".join(recorded.machine[name] for name in _CONDITIONS)
    above = unrest(recorded.of(TASK))
    versions = ", ".join(" ".join(pair) for pair in recorded.versions.items())
    return f"""How many times longer others take than equidyn (`{_CALL}`), by the states in a call:

{table([head[k] for k in shown], ([row[k] for k in shown] for row in rows))}
{recorded.arm}, one thread; {machine}; {versions}; {_date(recorded)}. Medians are up to {above:.0%}
above minima.
"""


def part(file: str, record: equidyn.studies.Benchmark) -> str:
    """Return what the page says of one record."""
    machine, settings = record.machine, record.settings
    load = machine["load"]
    about = (
        ("robot", f"{record.arm}; SHA-256 of its data: `{settings.digest}`"),
        ("machine", f"{machine['processor']}, {machine['processors']} processors; {load} processes "
         "ran or waited in the minute before; medians are up to "
         f"{unrest(record.rows):.0%} above minima"),
        ("single threads", f"on core {machine['core']}, whose governor is {machine['governor']}"),
        ("equidyn", f"{machine['equidyn']}, {machine['instruction_set']}, {machine['compiler']}, "
         f"`{machine['flags'].strip()}`"),
        ("others", ", ".join(" ".join(pair) for pair in record.versions.items()) or "none"),
        ("system", f"{machine['system']}; Python {machine['python']}, NumPy {machine['numpy']}"),
        ("every round", f"{{download}}`{file} </{FOLDER.name}/{file}>`"),
    )  # fmt: skip
    slower = [line for line in record.ratio_table().footnote.splitlines() if "below 1" in line]
    return (
        f"## {machine['processor']}, {machine['instruction_set']}, {_date(record)}\n\n"
        f"{pairs(about)}\n{code_block('bash', settings.command)}\n"
        f"{''.join(_comparison(record, batch) for batch in BATCHES)}"
        "On one thread; times are medians of the rounds, ratios those of the ratios in each round. "
        f"Of all ratios of the record:\n\n{''.join(f'- {line}{chr(10)}' for line in slower)}"
    )


def unrest(rows: Iterable[Row]) -> float:
    """Return by how much a median is above its minimum, at most."""
    return max(row.median_ns / row.minimum_ns - 1 for row in rows)


def _date(record: equidyn.studies.Benchmark) -> str:
    return record.machine["date"].partition("T")[0]


def _comparison(record: equidyn.studies.Benchmark, batch: int) -> str:
    """Return a table of the fastest calls of equidyn and of the others, a line for each task.

    Nothing, if no task of the record has this number of states.
    """
    head = (f"{BATCHES[batch]}: task", "equidyn", "fastest other", "its time", "ratio")
    cells = {task: _compared(record.of(task), batch) for task in record.tasks}
    lines = [(task, *cells[task]) for task in cells if any(cells[task])]
    return table(head, lines) + "\n" if lines else ""


def _compared(rows: tuple[Row, ...], batch: int) -> tuple[str, str, str, str]:
    there = [
        row
        for row in rows
        if (row.batch, row.threads, row.layer) == (batch, 1, "Python") and row.call != OUT_FLOAT32
    ]
    own = [row for row in there if row.library == LIBRARY]
    others = [row for row in there if row.library != LIBRARY]
    if not own:
        return "", "", "", ""
    ours = _fastest(own)
    if not others:
        return _time(ours), "", "", ""
    other = _fastest(others)
    ratio = f"×{ours.times_faster_than(other):.3g}"
    return _time(ours), other.contestant, _time(other), ratio


def _time(row: Row) -> str:
    """Write a median whose unit stays beside its number."""
    return in_time(row.median_ns).replace(" ", "\N{NO-BREAK SPACE}")


def _fastest(rows: list[Row]) -> Row:
    return min(rows, key=lambda row: row.median_ns)
