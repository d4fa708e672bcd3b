"""A progress bar that is there only when it was asked for."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from .._validation import switch
from .visible import in_one_line


@contextmanager
def progress_bar(title: str, total: int, show: bool) -> Iterator[Callable[[str], None]]:
    """Show a bar of `total` steps.

    Parameters
    ----------
    title : str
        Stands before the bar.
    total : int
        Number of steps.
    show : bool
        Nothing is shown when false.

    Yields
    ------
    callable
        Call it with a few words when a step begins.
    """
    if not switch("progress", show):
        yield lambda _: None
        return
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.fields[step]}", style="dim", markup=False),
    )
    with Progress(*columns, transient=True) as bar:
        task = bar.add_task(title, total=total, step="")
        done = itertools.count()
        yield lambda step: bar.update(task, completed=next(done), step=in_one_line(step))
