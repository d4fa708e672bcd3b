#!/usr/bin/env python3
"""Attacks the installed package: hostile calls, in processes that may die of them.

The exit status is 1 where anything was found; each finding is printed with the command that shows
it again.
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

if __package__ in (None, ""):  # run as a folder
    sys.path[0] = str(Path(__file__).resolve().parent.parent)

from attack.attacks import ATTACKS
from attack.supervisor import Process, Tally, run
from attack.worker import Attack, Block

# the calls of one lap through all attacks, of which a round by the clock has many
_LAP = 200_000


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=0, help="what everything is drawn from")
    parser.add_argument("--calls", type=int, default=100_000, help="about how many calls")
    parser.add_argument("--minutes", type=float, help="how long, instead of how many calls")
    parser.add_argument("--only", action="append", choices=ATTACKS, help="this attack alone")
    parser.add_argument("--processes", type=int, default=2, help="how many at a time")
    parser.add_argument("--replay", metavar="SEED:INDEX", help="one attempt of --only once more")
    options = parser.parse_args(argv)
    if options.replay and not options.only:
        parser.error("--replay: which attack? give --only too")
    chosen = [ATTACKS[name] for name in options.only or ATTACKS]

    if options.replay:
        seed, index = (int(number) for number in options.replay.split(":"))
        blocks = iter([Block(each.name, seed, index, index + 1) for each in chosen])
    elif options.minutes:
        blocks = _for_minutes(chosen, options.seed, options.minutes)
    else:
        blocks = _lap(chosen, options.seed, options.calls, 0)

    tally, console, start = Tally(), Console(), time.monotonic()
    # Ctrl-C ends a round; what was found until then is told
    with suppress(KeyboardInterrupt), _progress(tally, console) as look:
        run(blocks, options.processes, tally, look)
    _print_summary(tally, time.monotonic() - start, console)
    return int(bool(tally.first))


def _lap(chosen: Sequence[Attack], seed: int, calls: int, lap: int) -> Iterator[Block]:
    """Yield the blocks of all attacks, those of one attack behind each other."""
    for attack in chosen:
        attempts = attack.attempts(calls)
        first, end = lap * attempts, (lap + 1) * attempts
        while first < end:
            last = min(end, (first // attack.block + 1) * attack.block)
            yield Block(attack.name, seed, first, last)
            first = last


def _for_minutes(chosen: Sequence[Attack], seed: int, minutes: float) -> Iterator[Block]:
    """Yield laps until the time is over."""
    end = time.monotonic() + 60 * minutes
    for lap in count():
        for block in _lap(chosen, seed, _LAP, lap):
            if time.monotonic() > end:
                return
            yield block


@contextmanager
def _progress(tally: Tally, console: Console) -> Iterator[Callable[[list[Process]], None]]:
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


def _print_summary(tally: Tally, seconds: float, console: Console) -> None:
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


if __name__ == "__main__":
    sys.exit(main())
