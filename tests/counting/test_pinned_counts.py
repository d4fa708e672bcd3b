"""Recorded operation counts are those of the code and of the README.

The counts are what the code took once: they tell of a change. Whether they are right is told by the
counts that others printed (published/test_comparison.py) and by those that are known in advance.
"""

from itertools import product
from pathlib import Path

import pytest

import equidyn
import update
from equidyn.counting.conventions import Conventions
from updating import counts, pictures, readme, times

ROOT = Path(__file__).parents[2]
PINNED = counts.read((ROOT / counts.FILE).read_text())
TIMES = times.read((ROOT / times.FILE).read_text())

NAMES = [entry.name for entry in equidyn.formulations()]

RECORD = "after an intended change, tools/update.py records operations and README"


@pytest.mark.parametrize("formulation", NAMES)
def test_operations_of_every_formulation_are_pinned(formulation):
    for conventions in counts.PINNED:
        pinned = PINNED.get((conventions, formulation))
        assert counts.measured(formulation, conventions) == pinned, f"{conventions}: {RECORD}"


def test_nothing_else_is_pinned():
    assert list(PINNED) == list(product(counts.PINNED, NAMES)), RECORD
    for race in TIMES.races:
        assert set(race.nanoseconds) <= {*NAMES, times.KERNEL, times.NOTHING}


def test_the_readme_shows_every_formulation_as_it_is_pinned():
    text = (ROOT / readme.FILE).read_text()
    assert readme.with_table(text, PINNED, TIMES) == text, RECORD
    assert all(f"| `{name}` |" in text for name in NAMES)


def test_a_formulation_that_was_not_timed_has_no_time():
    races = (race._replace(nanoseconds={**race.nanoseconds, "kane": {}}) for race in TIMES.races)
    table = readme.table(PINNED, TIMES._replace(races=tuple(races)))
    kane = next(line for line in table.splitlines() if "`kane`" in line)
    assert kane.endswith("A |" + "  |" * len(TIMES.races))
    assert "An empty cell waits" in table


def test_a_readme_without_a_place_for_the_table_is_refused():
    with pytest.raises(ValueError, match=r"README.md: expected one place .*, got 0"):
        readme.with_table("no table", PINNED, TIMES)


@pytest.fixture
def tree(tmp_path, monkeypatch):
    """A copy of what is kept up to date; one count has changed since."""
    for file in update.FILES:
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_text((ROOT / file).read_text())
    changed = {**PINNED, (Conventions(), "kane"): counts.Count("7n^2 + 1", "6n^2", 2)}
    monkeypatch.setattr(counts, "all_measured", lambda: changed)
    monkeypatch.setattr(pictures, "drawn", (ROOT / pictures.FILE).read_text)
    monkeypatch.setattr(update, "ROOT", tmp_path)
    return tmp_path


@pytest.mark.slow
def test_a_check_tells_what_is_stale_and_writes_nothing(tree, capsys):
    assert update.main(["--check"]) == 1
    out = capsys.readouterr().out
    assert "+default,kane,7n^2 + 1,6n^2,2" in out
    assert "253 M + 216 A" in out
    assert counts.read((tree / counts.FILE).read_text()) == PINNED


@pytest.mark.slow
def test_an_update_leaves_nothing_stale(tree, capsys):
    assert update.main([]) == 0
    assert "| 253 M + 216 A |" in (tree / readme.FILE).read_text()
    capsys.readouterr()
    assert update.main(["--check"]) == 0
    assert capsys.readouterr().out == ""
