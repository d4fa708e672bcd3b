"""Every time and factor of a formulation that is printed is one of docs/times.json."""

import re
from pathlib import Path

import pytest

import equidyn
from documenting import formulation_pages, races
from equidyn.counting.conventions import Conventions
from equidyn.output.text import in_time
from updating import counts, readme, times

ROOT = Path(__file__).parents[2]
TIMED = times.read((ROOT / times.FILE).read_text(encoding="utf-8"))
COUNTED = counts.read((ROOT / counts.FILE).read_text(encoding="utf-8"))
README = (ROOT / readme.FILE).read_text(encoding="utf-8")
RACES = {race.title: race for race in TIMED.races}

# pages by hand that speak of formulations, where no time stands but what is made of the file
BY_HAND = [
    *(ROOT / "docs" / f"{name}.md" for name in ("index", "gallery", "teaching", "your_own")),
    *(ROOT / "docs" / "texts").rglob("*.md"),
]
A_TIME = re.compile(r"\d ?(ns|µs|nanoseconds|microseconds)\b|\d times (as|less|faster|slower)")


def made(text):
    """What stands between the markers of a text."""
    return text.partition("<!-- made by")[2].partition("<!-- end of what is made")[0]


@pytest.fixture(scope="module")
def table():
    """The columns of times of the README's table, by the name of the race and of the row."""
    lines = [line.strip("| ").split(" | ") for line in made(README).splitlines() if "|" in line]
    head, _, *rows = lines
    names = [row[0].strip("`*") for row in rows]
    return {
        title: dict(zip(names, (row[head.index(title)] for row in rows), strict=True))
        for title in RACES
    }


def test_there_are_two_races_one_state_and_a_batch():
    first, *others = TIMED.races
    assert first.states == 1
    assert others
    assert all(race.states == 1024 for race in others)
    assert len({race.code["instruction_set"] for race in others}) == len(others)


def test_times_of_the_table_are_those_of_the_file(table):
    names = [*(f.name for f in equidyn.formulations()), times.KERNEL]
    for title, race in RACES.items():
        assert list(table[title]) == names
        for name, cell in table[title].items():
            assert cell == in_time(race.at(name))


def test_factors_of_the_text_are_ratios_of_the_table(table):
    """From the cells as they are printed, three digits each."""

    def ns(cell):
        number, unit = cell.split()
        return float(number) * {"ns": 1, "µs": 1e3, "ms": 1e6}[unit]

    orders = {f.name: f.order for f in equidyn.formulations() if not f.restriction}
    for title in RACES:
        (line,) = re.findall(rf"^- {title}: .*", made(README), re.MULTILINE | re.IGNORECASE)
        cells = {name: ns(cell) for name, cell in table[title].items() if name in orders}
        cheapest, *_ = re.findall(r"`(\w+)` is the cheapest, ([\d.]+ [nµm]s)", line)
        assert min(cells, key=cells.get) == cheapest[0]
        assert table[title][cheapest[0]] == cheapest[1]
        last, of_last, of_lagrange, of_kernel = re.findall(
            r"`(\w+)`, the slowest of order n, takes ([\d.]+) times as long, `lagrange_euler` "
            r"([\d.]+) times\. The production kernel is ([\d.]+) times as fast",
            line,
        )[0]
        linear = [name for name in cells if orders[name] == "n"]
        assert last == max(linear, key=cells.get)
        for factor, one, other in (
            (of_last, cells[last], cells[cheapest[0]]),
            (of_lagrange, cells["lagrange_euler"], cells[cheapest[0]]),
            (of_kernel, cells["minimal_newton_euler"], ns(table[title][times.KERNEL])),
        ):
            assert float(factor) == pytest.approx(one / other, rel=0.01, abs=0.06)


def test_gains_of_a_batch_are_the_ratios_of_both_races():
    one, *others = TIMED.races
    names = [f.name for f in equidyn.formulations()]
    for many in others:
        (line,) = re.findall(rf"^- A state of a {many.title} is .*", made(README), re.MULTILINE)
        least, first, most, last = re.findall(r"([\d.]+) \(`(\w+)`\) to ([\d.]+) times \(`(\w+)`\)", line)[0]  # fmt: skip  # noqa: E501
        gains = {name: one.at(name) / many.at(name) for name in names}
        assert (gains[first], gains[last]) == (min(gains.values()), max(gains.values()))
        assert (least, most) == (f"{gains[first]:.1f}", f"{gains[last]:.1f}")
        for first, second in re.findall(r"`(\w+)` before `(\w+)`", line):
            assert one.at(first) > one.at(second)
            assert many.at(first) < many.at(second)


def test_nothing_by_hand_prints_a_time():
    outside = README.replace(made(README), "")
    for name, text in (("README", outside), *((p.name, p.read_text("utf-8")) for p in BY_HAND)):
        assert not A_TIME.search(text), f"{name}: {A_TIME.search(text)}"


@pytest.mark.parametrize("name", [f.name for f in equidyn.formulations()])
def test_the_page_of_a_formulation_has_its_own_time_in_each_race(name):
    text = formulation_pages.page(equidyn.formulations()[name], COUNTED, TIMED)
    for title, race in RACES.items():
        (row,) = (line for line in text.splitlines() if line.startswith(f"| {title} |"))
        cells = [cell.strip() for cell in row.strip("|").split("|")]
        assert cells[1] == in_time(race.at(name))
        assert cells[3] == in_time(race.at(times.KERNEL))
        assert cells[4] == race.code["formulations"]


def test_the_page_of_speed_has_every_time_and_the_crossovers_of_both_races():
    text = races.text(TIMED)
    for title, race in RACES.items():
        assert f"{{dropdown}} Crossovers: {title}" in text
        for name, points in race.nanoseconds.items():
            if name != times.NOTHING:
                assert all(in_time(time) in text for time in points.values())


def test_a_page_tells_whether_time_follows_operations():
    """Of a formulation of order n; the others have no such table."""
    name = "tensor_newton_euler"
    linear = [f.name for f in equidyn.formulations() if f.order == "n" and not f.restriction]
    lines = formulation_pages.time_of_an_operation(name, COUNTED, TIMED).splitlines()
    rows = [line.strip("| ").split(" | ") for line in lines if "$n = 24$" in line]
    assert len(rows) == len(TIMED.races)
    for race, (_, each, factor, alone, rest) in zip(TIMED.races, rows, strict=True):
        assert rest == in_time(race.at(times.NOTHING, 24))
        operations = {one: sum(COUNTED[Conventions(), one].at(24)) for one in linear}
        own = {one: race.at(one, 24) / operations[one] for one in linear}
        assert each == f"{own[name]:.3f} ns"
        assert factor == f"{own[name] / min(own.values()):.2f}"
        assert float(alone) != float(factor)
    assert formulation_pages.time_of_an_operation("kane", COUNTED, TIMED) == ""


def test_what_is_stored_comes_back():
    assert times.read(times.written(TIMED)) == TIMED
