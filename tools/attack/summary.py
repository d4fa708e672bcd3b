"""What a round did and found, for people."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from .attacks import ATTACKS
from .supervisor import Process, Tally

if TYPE_CHECKING:
    from collections.abc import Callable


@contextmanager
def progress(tally: Tally, console: Console) -> Iterator[Callable[[list[Process]], None]]:
    """Show what goes on: attempts of each attack, calls and findings of all."""
    columns = (TextColumn("{task.description}"), BarColumn(None), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("attack", total=None)

        def look(running: list[Process]) -> None:
            calls = sum(tally.calls.values()) + sum(each.place[1] for each in running)
            names = ", ".join(sorted({each.block.attack for each in running}))
            text = f"{calls:,} calls, {len(tally.first)} findings: {names}"
            bar.update(task, description=text)

        yield look


def print_summary(tally: Tally, seconds: float, console: Console) -> None:
    """Print a line an attack, and each finding with the command that shows it again."""
    table = Table(title="attack")
    for heading in ("attack", "what"):
        table.add_column(heading)
    for heading in ("attempts", "calls", "calls/s", "findings"):
        table.add_column(heading, justify="right")
    for name, attack in ATTACKS.items():
        if not tally.seconds[name]:
            continue
        found = sum(key[0] == name for key in tally.first)
        pace = tally.calls[name] / tally.seconds[name]
        figures = (tally.attempts[name], tally.calls[name], round(pace), found)
        table.add_row(name, attack.title, *(f"{figure:,}" for figure in figures))
    console.print(table)
    calls = sum(tally.calls.values())
    console.print(f"{calls:,} calls in {seconds:.0f} s, {len(tally.first)} findings")
    for key, finding in tally.first.items():
        times = f" ({tally.times[key]:,} times)" if tally.times[key] > 1 else ""
        console.print(f"\n{finding.attack}: {finding.place}: {finding.kind}{times}", markup=False)
        console.print(f"    {finding.what}", markup=False)
        console.print(f"    {finding.replay}", markup=False, soft_wrap=True)
