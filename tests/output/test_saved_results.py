"""Files of every format that was ever written still load, and damaged ones get one clear error."""

import json
import re
import warnings
from contextlib import suppress
from itertools import cycle
from pathlib import Path

import numpy as np
import pytest

from equidyn import Arm, ArmWarning, robots
from equidyn.studies import Benchmark
from equidyn.timing import Timings

SAVED = Path(__file__).parents[1] / "data/saved"
LOADERS = {
    "arm_1.json": Arm.load,
    "benchmark_2.json": Benchmark.load,
    "timings_1.json": Timings.load,
    "timings_1.csv": Timings.load,
}
IN_JSON = [name for name in LOADERS if name.endswith(".json")]

# what no leaf of a file expects, or some do not
VALUES = [None, True, -1, 10**400, float("nan"), "text", [], {}]
# what no place of a text expects
PIECES = ["1e999", "-1e999", "NaN", "9", '"', "[", "}", "\0", "\ufeff", "[" * 9999]


@pytest.mark.parametrize("name", LOADERS)
def test_files_of_former_versions_load_and_are_written_the_same(tmp_path, name):
    LOADERS[name](SAVED / name).save(tmp_path / name)
    assert (tmp_path / name).read_text() == (SAVED / name).read_text()


def test_an_arm_that_was_saved_without_names_of_joints_has_the_usual_ones(tmp_path):
    before = (SAVED / "arm_1.json").read_text()
    line = '  "joint_names": ["joint_1", "joint_2"],\n'
    assert line in before
    (tmp_path / "arm.json").write_text(before.replace(line, ""))
    assert Arm.load(tmp_path / "arm.json") == Arm.load(SAVED / "arm_1.json")


def test_files_of_former_versions_hold_what_was_measured():
    assert Arm.load(SAVED / "arm_1.json") == robots.planar_2r()
    benchmark = Benchmark.load(SAVED / "benchmark_2.json")
    row = benchmark.rows[2]
    assert (str(row.line), row.batch, row.layer) == ("equidyn kernel, sse2, C++", 1, "C++")
    assert row.nanoseconds == (118.35433070865106, 120.16535433061924)
    assert (benchmark.core.operations, benchmark.versions) == (
        {"inverse dynamics": 117},
        {"Fake": "1.0"},
    )
    in_json, in_csv = (Timings.load(SAVED / f"timings_1.{form}") for form in ("json", "csv"))
    assert in_json == in_csv
    assert in_csv.at("kane", 2).nanoseconds == (374.38551859094287, 374.3405088062851)
    assert in_csv.machine["flags"] == " -O3 -DNDEBUG"


def places(data, place=()):
    """Yield the way to all in nested dictionaries, and to the first and last entries of lists."""
    yield place
    if isinstance(data, (dict, list)):
        keys = list(data) if isinstance(data, dict) else sorted({0, len(data) - 1} if data else ())
        for key in keys:
            yield from places(data[key], (*place, key))


def changed(data, place, change):
    """Return a copy in which what holds a place has been changed there."""
    copied = json.loads(json.dumps(data))
    holder = copied
    for key in place[:-1]:
        holder = holder[key]
    change(holder, place[-1])
    return copied


def damaged(text):
    """Yield the texts of files in which one thing is different."""
    data = json.loads(text)
    for place in list(places(data))[1:]:
        yield json.dumps(changed(data, place, lambda holder, key: holder.pop(key)))
        for value in VALUES:
            put = lambda holder, key, value=value: holder.__setitem__(key, value)  # noqa: E731
            yield json.dumps(changed(data, place, put))
    for line in text.splitlines(keepends=True):
        yield text.replace(line, line + line)
        yield text.replace(line, "")
    for length in range(0, len(text), 200):
        yield text[:length]
    for place, piece in zip(range(0, len(text), 37), cycle(PIECES), strict=False):
        yield text[:place] + piece + text[place:]


def refusal(load, path, whole):
    """Return the message with which a file is refused, or nothing if its content can be used."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ArmWarning)
            result = load(path)
    except (ValueError, TypeError) as error:
        return str(error)
    # to print one takes longer than all else here
    assert result == whole or str(result)
    if isinstance(result, Arm):
        with suppress(ValueError):  # overflow
            assert np.isfinite(result.inverse_dynamics(*np.full((3, result.n), 0.5))).all()
    return ""


@pytest.mark.parametrize("name", IN_JSON)
def test_damaged_files_are_named_or_can_be_used(tmp_path, name):
    path, text, whole = tmp_path / name, (SAVED / name).read_text(), LOADERS[name](SAVED / name)
    refused = 0
    for content in damaged(text):
        path.write_text(content)
        message = refusal(LOADERS[name], path, whole)
        assert not message or re.match(rf"{re.escape(str(path))}: .+", message)
        assert len(message) < 1000
        refused += bool(message)
    assert refused > 100


def test_damaged_tables_are_named_or_can_be_used(tmp_path):
    path, text = tmp_path / "timings.csv", (SAVED / "timings_1.csv").read_text()
    whole, refused = Timings.load(SAVED / "timings_1.csv"), 0
    for cell in set(re.findall(r"[^,\n]+", text)):
        for value in ("", "text", "0", "nan", "1,2", '"', "\0"):
            path.write_text(text.replace(cell, value, 1))
            message = refusal(Timings.load, path, whole)
            assert not message or message.startswith(f"{path}: not a file of timings (")
            refused += bool(message)
    assert refused > 100
