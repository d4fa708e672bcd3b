"""A progress bar that is there only when it was asked for."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from .._validation import switch
from .text import in_one_line

_STAGE: ContextVar[str] = ContextVar("stage", default="")


@contextmanager
def stage(name: str) -> Iterator[None]:
    """Let the bars that are shown meanwhile begin with the stage of longer work: 2/8."""
    token = _STAGE.set(f"{name} ")
    try:
        yield
    finally:
        _STAGE.reset(token)


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
        task = bar.add_task(_STAGE.get() + title, total=total, step="")
        done = itertools.count()
        yield lambda step: bar.update(task, completed=next(done), step=in_one_line(step))
