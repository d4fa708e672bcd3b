"""The page of recorded benchmarks: of each file what was measured, and how to repeat it."""

from dataclasses import replace

import pytest

import equidyn
from documenting import records
from equidyn.robots import load
from equidyn.studies.benchmark import Row
from equidyn.studies.benchmark.settings import digest

FILES = sorted(records.FOLDER.glob("*.json"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_part_has_the_command_the_robot_and_the_machine(path):
    record = equidyn.studies.Benchmark.load(path)
    text = records.part(path.name, record)
    for said in (record.settings.command, record.settings.digest, record.machine["processor"]):
        assert said in text
    for library, version in record.versions.items():
        assert f"{library} {version}" in text
    for task in record.tasks:
        assert f"| {task} |" in text
    assert f"</records/{path.name}>" in text


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_the_robot_of_a_record_has_the_data_that_it_had_then(path):
    record = equidyn.studies.Benchmark.load(path)
    assert record.settings.digest == digest(load(record.settings.robot))


def record_of(*rows):
    known = equidyn.studies.Benchmark.load(FILES[0])
    return replace(known, rows=rows)


def row(library, call, *nanoseconds, batch=1, **options):
    return Row("bias", library, call, batch, 1, nanoseconds, **options)


def test_the_fastest_of_each_are_compared():
    text = records.part(
        "a.json",
        record_of(
            row("equidyn", "new array", 30.0, 40.0, 30.0),
            row("equidyn", "out=", 20.0, 10.0, 20.0),
            row("equidyn", "out=, float32", 1.0, 1.0, 1.0),
            row("Slow", "call", 90.0, 90.0, 90.0),
            row("Fast", "call", 60.0, 20.0, 80.0),
            row("equidyn", "out=", 5.0, 5.0, 5.0, batch=1024),
            row("Fast", "call", 4.0, 4.0, 4.0, batch=1024, looped=True),
        ),
    )
    assert "| bias | 20.0\N{NO-BREAK SPACE}ns | Fast call | 60.0\N{NO-BREAK SPACE}ns | ×3 |" in text
    own, other = "5.00\N{NO-BREAK SPACE}ns", "4.00\N{NO-BREAK SPACE}ns"
    assert f"| bias | {own} | Fast call in a loop | {other} | ×0.8 |" in text
    assert "- below 1: bias, out= against Fast call (loop): 1,024\n" in text
    assert "medians are up to 200% above minima" in text


def test_the_newest_comes_first(tmp_path, monkeypatch):
    known = record_of(row("equidyn", "out=", 20.0))
    for name, day in (("a", "2001-05-01"), ("b", "2003-05-01"), ("c", "2002-05-01")):
        machine = {**known.machine, "date": f"{day}T00:00:00+00:00"}
        replace(known, machine=machine).save(tmp_path / f"{name}.json")
    monkeypatch.setattr(records, "FOLDER", tmp_path)
    records.write(tmp_path)
    text = (tmp_path / "records.md").read_text()
    assert [line[-10:] for line in text.splitlines() if line.startswith("## ")] == [
        "2003-05-01",
        "2002-05-01",
        "2001-05-01",
    ]
