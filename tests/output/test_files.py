"""Files are written whole or not at all; what cannot be read gets one clear error."""

import csv
import errno
import io
import os
import re
import stat
import subprocess
import sys
from datetime import datetime, timezone
from pathlib import Path
from types import SimpleNamespace

import pytest

import equidyn
from equidyn import Arm, robots
from equidyn.counting.conventions import Conventions
from equidyn.counting.operation_polynomials import polynomials_of_each
from equidyn.output import files, machine
from equidyn.output.files import read_csv, read_json, write_csv, write_json, write_text
from equidyn.studies.benchmark import Benchmark
from equidyn.timing.timings import Timing, Timings

OLD = "what was there before\n"

# every result that saves itself
RESULTS = {
    "arm.json": lambda: robots.planar_2r(),
    "timings.json": lambda: Timings((Timing("kane", 2, (1.0,)),), {}, ""),
    "timings.csv": lambda: Timings((Timing("kane", 2, (1.0,)),), {}, ""),
    "counts.json": lambda: equidyn.count_operations(robots.planar_2r()),
    "counts.csv": lambda: equidyn.count_operations(robots.planar_2r()),
    "polynomials.csv": lambda: polynomials_of_each(["kane"], Conventions()),
    "verification.json": lambda: equidyn.verify(robots.planar_2r(), 2, 0, ["kane"]),
    "benchmark.json": lambda: Benchmark((), "", {}, {}),
    "torque.c": lambda: equidyn.generate(robots.planar_2r()),
}


@pytest.fixture
def file(tmp_path):
    """A file, alone in its folder."""
    path = tmp_path / "a.json"
    path.write_text(OLD)
    return path


def full(*_):
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_failed_write_leaves_the_old_file_alone(file, monkeypatch, step):
    monkeypatch.setattr(os, step, full)
    with pytest.raises(OSError, match="No space left on device") as caught:
        write_text(file, "new")
    assert str(caught.value).endswith(f": {str(file)!r}")
    assert file.read_text() == OLD
    assert os.listdir(file.parent) == [file.name]


def test_an_interrupted_write_leaves_the_old_file_alone(file, monkeypatch):
    def interrupt(_):
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_text(file, "new")
    assert file.read_text() == OLD
    assert os.listdir(file.parent) == [file.name]


@pytest.mark.skipif(os.name != "posix", reason="a system without limits")
@pytest.mark.parametrize("name", ["arm.json", "timings.csv"])
def test_a_real_device_that_takes_no_more_leaves_the_old_file_alone(tmp_path, name):
    (tmp_path / name).write_text(OLD)
    program = """
import resource, sys
from equidyn import robots
from equidyn.counting.conventions import Conventions
from equidyn.counting.operation_polynomials import polynomials_of_each
from equidyn.timing.timings import Timing, Timings
resource.setrlimit(resource.RLIMIT_FSIZE, (100, resource.RLIM_INFINITY))
arm, timings = robots.planar_2r(), Timings((Timing("kane", 2, (1.0,) * 100),), {}, "")
try:
    (arm if sys.argv[1].endswith("arm.json") else timings).save(sys.argv[1])
except OSError as error:
    print(error.filename)
"""
    command = [sys.executable, "-c", program, str(tmp_path / name)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout == f"{tmp_path / name}\n"
    assert (tmp_path / name).read_text() == OLD
    assert os.listdir(tmp_path) == [name]


@pytest.mark.parametrize("name", RESULTS)
def test_whatever_is_saved_is_written_whole(tmp_path, monkeypatch, name):
    # the description that is saved has the time in it
    now = datetime.now(timezone.utc)
    monkeypatch.setattr(machine, "datetime", SimpleNamespace(now=lambda _: now))
    result, path = RESULTS[name](), tmp_path / name
    result.save(path)
    written = path.read_bytes()
    path.write_text(OLD)
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(OSError, match="No space left"):
            result.save(path)
    assert path.read_text() == OLD
    result.save(path)
    assert path.read_bytes() == written
    assert os.listdir(tmp_path) == [name]


def test_what_is_written_is_on_the_disk_before_it_takes_the_place_of_the_old_file(
    file, monkeypatch
):
    seen, replace = [], os.replace
    monkeypatch.setattr(os, "fsync", lambda _: seen.append("on the disk"))

    def watched(*names):
        seen.append("in its place")
        replace(*names)

    monkeypatch.setattr(os, "replace", watched)
    write_text(file, "new")
    assert seen == ["on the disk", "in its place"]
    assert file.read_text() == "new"


@pytest.mark.skipif(os.name != "posix", reason="a system without these permissions")
def test_an_existing_file_keeps_its_permissions_and_a_new_one_has_the_usual_ones(file):
    file.chmod(0o640)
    write_text(file, "new")
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    new, usual = file.with_name("new.json"), file.with_name("usual.json")
    write_text(new, "new")
    usual.write_text("new")
    assert new.stat().st_mode == usual.stat().st_mode


def test_a_file_that_may_not_be_written_is_not_replaced(file):
    file.chmod(0o440)
    if os.access(file, os.W_OK):
        pytest.skip("this user may write everything")
    with pytest.raises(PermissionError):
        write_text(file, "new")
    assert file.read_text() == OLD


@pytest.mark.skipif(os.name != "posix", reason="links need rights of their own")
def test_a_link_stays_a_link_and_what_it_points_to_is_written(tmp_path, file):
    (tmp_path / "folder").mkdir()
    link = tmp_path / "folder" / "link.json"
    link.symlink_to(file)
    write_text(link, "new")
    assert link.is_symlink()
    assert file.read_text() == "new"
    assert os.listdir(link.parent) == ["link.json"]


@pytest.mark.skipif(os.name != "posix", reason="links need rights of their own")
def test_a_link_to_nothing_makes_what_it_points_to(tmp_path):
    link = tmp_path / "link.json"
    link.symlink_to("target.json")
    write_text(link, "new")
    assert link.is_symlink()
    assert (tmp_path / "target.json").read_text() == "new"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="a system without pipes")
def test_a_pipe_stays_what_it_is(tmp_path):
    """As a device does, none of which a test should put at risk."""
    pipe = tmp_path / "pipe.json"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_text(pipe, "new")
    assert os.read(reader, 10) == b"new"
    os.close(reader)
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_folders_that_are_missing_or_in_the_way_are_named(tmp_path):
    with pytest.raises(FileNotFoundError) as caught:
        write_text(tmp_path / "none" / "a.json", "new")
    assert caught.value.filename == str(tmp_path / "none" / "a.json")
    with pytest.raises(OSError, match=r"directory|denied") as caught:
        write_text(tmp_path, "new")
    assert caught.value.filename == str(tmp_path)


def test_names_as_long_as_they_may_be_can_be_written(tmp_path):
    path = tmp_path / ("a" * 250 + ".json")
    write_text(path, "new")
    assert path.read_text() == "new"


def test_json_comes_back_the_same(tmp_path):
    content = {"a": [1, 2.5, None, True], "ω": {"b": "ü"}}
    write_json(tmp_path / "a.json", content)
    assert read_json(tmp_path / "a.json") == content


def test_csv_comes_back_the_same_as_strings(tmp_path):
    about = {"arm": "a: b", "flags": " -O3", "none": ""}
    records = [{"name": "a, b", "n": 1}, {"name": 'the "c"', "n": 2.5}]
    write_csv(tmp_path / "a.csv", about, records)
    expected = [{key: str(value) for key, value in record.items()} for record in records]
    assert read_csv(tmp_path / "a.csv") == (about, expected)


def test_an_editor_that_strips_the_ends_of_lines_does_no_harm(tmp_path):
    write_csv(tmp_path / "a.csv", {"none": ""}, [{"n": 1}])
    text = (tmp_path / "a.csv").read_text()
    (tmp_path / "a.csv").write_text("\n".join(line.rstrip() for line in text.splitlines()))
    assert read_csv(tmp_path / "a.csv") == ({"none": ""}, [{"n": "1"}])


BAD_JSON = {
    "empty": (b"", "Expecting value"),
    "cut": (b'{"a": [1, 2', "Expecting"),
    "text": (b"arm", "Expecting value"),
    "bytes": (b"\xff\xfe\x00", "codec can't decode"),
    "twice": (b'{"a": {"b": 1, "b": 2}}', "duplicate key 'b'"),
    "deep": (b"[" * 1_000_000, "nested too deep"),
    "deep and whole": (b'{"a":' * 1_000_000 + b"1" + b"}" * 1_000_000, "nested too deep"),
    "long": (b"1" * 10_000, "integer string conversion"),
}


@pytest.mark.parametrize(("content", "message"), BAD_JSON.values(), ids=BAD_JSON)
def test_what_is_no_json_says_why(tmp_path, content, message):
    (tmp_path / "a.json").write_bytes(content)
    with pytest.raises(ValueError, match=f"^not a JSON file: .*{message}"):
        read_json(tmp_path / "a.json")
    with pytest.raises(ValueError, match=f"a.json: not a JSON file: .*{message}"):
        Arm.load(tmp_path / "a.json")


def _pipe(folder):
    os.mkfifo(folder / "pipe")
    return folder / "pipe"


ENDLESS = {"device": lambda _: Path("/dev/zero"), "pipe": _pipe}


@pytest.mark.skipif(os.name != "posix", reason="no such files")
@pytest.mark.parametrize("special", ENDLESS.values(), ids=ENDLESS)
@pytest.mark.parametrize(
    "load", [Arm.load, Arm.from_urdf, robots.load, Benchmark.load, Timings.load]
)
def test_what_may_have_no_end_is_not_read(tmp_path, special, load):
    # a file may be called by any name
    path = tmp_path / "a.json"
    path.symlink_to(special(tmp_path))
    pattern = rf"^{re.escape(str(path))}: .*expected a regular file, got a device or a pipe$"
    with pytest.raises(ValueError, match=pattern):
        load(path)


@pytest.mark.parametrize("load", [Arm.load, Arm.from_urdf, robots.load])
def test_a_folder_is_an_error_of_the_system_that_names_it(tmp_path, load):
    with pytest.raises(OSError, match=re.escape(str(tmp_path))):
        load(tmp_path)


def test_a_disk_that_fails_while_a_file_is_read_is_named(tmp_path, monkeypatch):
    robots.planar_2r().save(tmp_path / "arm.json")

    def fail(*_):
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(files, "_without_waiting", fail)
    with pytest.raises(OSError, match=r"arm\.json") as caught:
        Arm.load(tmp_path / "arm.json")
    assert caught.value.errno == errno.EIO


@pytest.mark.parametrize("suffix", [".json", ".csv"])
def test_a_file_that_is_too_large_is_not_read(tmp_path, monkeypatch, suffix):
    monkeypatch.setattr(files, "LARGEST", 2**20)
    path = tmp_path / f"a{suffix}"
    path.write_bytes(b" " * 2**20 + b"x")
    with pytest.raises(ValueError, match=r"not a (JSON|CSV) file: more than 1 MiB$"):
        equidyn.timing.Timings.load(path)


BAD_CSV = {
    "bytes": (b"\xff\xfe\x00", "codec can't decode"),
    "short row": (b"# a: 1\nn,time\n1,2\n3\n", "row 2: expected 2 values, got 1"),
    "long row": (b"n,time\n1,2,3\n", "row 1: expected 2 values, got 3"),
    "column twice": (b"n,n\n1,2\n", "duplicate key 'n'"),
    "key twice": (b"# a: 1\n# a: 2\nn\n1\n", "duplicate key 'a'"),
    "long value": (b"n\n" + b"1" * 200_000, "field larger than field limit"),
}


@pytest.mark.parametrize(("content", "message"), BAD_CSV.values(), ids=BAD_CSV)
def test_what_is_no_csv_says_why(tmp_path, content, message):
    (tmp_path / "a.csv").write_bytes(content)
    with pytest.raises(ValueError, match=f"^not a CSV file: .*{message}"):
        read_csv(tmp_path / "a.csv")


@pytest.mark.parametrize("kind", [ValueError, TypeError])
def test_errors_of_the_content_name_the_file(kind):
    with pytest.raises(kind, match=r"^a\.json: n: expected 1$"), files.naming("a.json"):
        raise kind("n: expected 1")
    what = "not a file of arms"
    with pytest.raises(kind, match=rf"^a\.json: {what}: n$"), files.naming("a.json", what):
        raise kind("n")


# formulas of spreadsheets, and tables of other programs

FORMULAS = [
    *(
        "=1+1",
        "=HYPERLINK('http://x')",
        '=HYPERLINK("http://x","y")',
        "+1+1",
        "-2+3",
        "-x",
        "@SUM(1)",
    ),
    *(
        "\t=1+1",
        "\r=1+1",
        "\n=1",
        "\tx",
        " =1+1",
        "\uff1d1+1",
        "\uff0b1",
        "\uff201",
        "=cmd|' /C calc'!A0",
    ),
    *("'=1+1", "''=1+1", "#1, and a comment", "'#", '"=1"', "-55n + 3"),
]
HARMLESS = [
    *(
        "-1.5",
        "+inf",
        "-inf",
        "nan",
        "1e-3",
        "-",
        "+",
        "@",
        "=",
        "",
        "'",
        "'x",
        "it's",
        "a=b",
        "x, y",
    ),
    *("newton_euler", "107n - 72", "[1]", "{}"),
]


def computed_by_a_spreadsheet(cell):
    return cell.strip()[:1] in tuple("=+-@\uff1d\uff0b\uff0d\uff20") or cell[:1] in tuple("\t\r\n")


@pytest.mark.parametrize("name", FORMULAS)
def test_names_are_no_formulas_in_a_spreadsheet_and_come_back_the_same(tmp_path, name):
    timings = Timings((Timing(name, 2, (1.0, 2.0), 0.5), Timing("kane", 2, (3.0,))), {}, "arms")
    timings.save(tmp_path / "x.csv")
    text = (tmp_path / "x.csv").read_bytes().decode()
    table = [row for row in csv.reader(io.StringIO(text, newline="")) if row[0][:1] != "#"]
    assert len(table) == 4
    assert not any(computed_by_a_spreadsheet(cell) for row in table for cell in row)
    assert Timings.load(tmp_path / "x.csv") == timings


@pytest.mark.parametrize("text", HARMLESS)
def test_text_that_is_no_formula_is_written_as_it_is(tmp_path, text):
    write_csv(tmp_path / "x.csv", {}, [{"name": text, "number": -1.5}])
    content = (tmp_path / "x.csv").read_bytes().decode()
    assert next(iter(list(csv.reader(io.StringIO(content, newline="")))[1:])) == [text, "-1.5"]
    assert read_csv(tmp_path / "x.csv")[1] == [{"name": text, "number": "-1.5"}]


@pytest.mark.parametrize("name", ["x,=1+1", 'x,=HYPERLINK("http://x")', "x;@SUM(1)", 'a ", "-1+1'])
def test_the_lines_before_the_table_have_no_formula_either(tmp_path, name):
    about = {"arm": name, "numbers": [0.1, -0.2], "flags": "-O3 -DNDEBUG"}
    write_csv(tmp_path / "x.csv", about, [{"name": "kane"}])
    lines = (tmp_path / "x.csv").read_text().splitlines()
    for delimiter in ",;\t":
        cells = [cell for row in csv.reader(lines, delimiter=delimiter) for cell in row]
        assert not any(cell.strip()[:1] in {"=", "@"} for cell in cells)
        assert not any(cell.strip().startswith("-1+1") for cell in cells)
    assert read_csv(tmp_path / "x.csv")[0] == {key: str(value) for key, value in about.items()}
    # what is harmless stays as it is
    assert lines[1:3] == ["# numbers: [0.1, -0.2]", "# flags: -O3 -DNDEBUG"]


def test_headings_are_no_formulas_either(tmp_path):
    write_csv(tmp_path / "x.csv", {}, [{"=1+1": 2}])
    assert (tmp_path / "x.csv").read_text() == "'=1+1\n2\n"


def test_a_table_of_another_program_is_read(tmp_path):
    path = tmp_path / "x.csv"
    path.write_bytes(b"\xef\xbb\xbfname; n; time;\r\n\r\n kane;2;1,5;\r\nother;3;-2e-3;\r\n\r\n")
    rows = [
        {"name": " kane", "n": "2", "time": "1.5"},
        {"name": "other", "n": "3", "time": "-2e-3"},
    ]
    assert read_csv(path) == ({}, rows)
