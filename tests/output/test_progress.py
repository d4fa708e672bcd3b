"""Bars of progress, and the stages of longer work."""

import io

import pytest
import rich.progress
from rich.console import Console

from equidyn.output.progress import progress_bar, stage


@pytest.fixture
def titles(monkeypatch):
    """The titles of the bars that are shown from now on."""
    titles = []
    original = rich.progress.Progress.add_task

    def add_task(bar, description, **options):
        titles.append(description)
        return original(bar, description, **options)

    monkeypatch.setattr(rich.progress.Progress, "add_task", add_task)
    monkeypatch.setattr("rich.get_console", lambda: Console(file=io.StringIO()))
    return titles


def test_a_bar_begins_with_the_stage_that_it_belongs_to(titles):
    for name in ("1/2:", "2/2:"):
        with stage(name), progress_bar("timing", 1, show=True) as step:
            step("first")
    with progress_bar("timing", 1, show=True):
        pass
    assert titles == ["1/2: timing", "2/2: timing", "timing"]


def test_a_stage_that_fails_leaves_no_trace(titles):
    with pytest.raises(ValueError, match="no"), stage("1/2:"):
        raise ValueError("no")
    with progress_bar("timing", 1, show=True):
        pass
    assert titles == ["timing"]
