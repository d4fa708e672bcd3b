"""Optional progress bar."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from ..validation import switch
from .text import in_one_line

_STAGE: ContextVar[str] = ContextVar("stage", default="")


@contextmanager
def stage(name: str) -> Iterator[None]:
    """Prefix the titles of progress bars within the block with a stage such as 2/8."""
    token = _STAGE.set(f"{name} ")
    try:
        yield
    finally:
        _STAGE.reset(token)


@contextmanager
def progress_bar(title: str, total: int, show: bool) -> Iterator[Callable[[str], None]]:
    """Show a progress bar of `total` steps.

    Parameters
    ----------
    title : str
        Text before the bar.
    total : int
        Number of steps.
    show : bool
        Whether to show the bar.

    Yields
    ------
    callable
        To be called at the start of each step with a short description.
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
