"""Tables fit the terminal that they are printed in, and cut no name and no number."""

import io
import re
import sys
from functools import cache

import pytest
from rich.cells import cell_len
from rich.console import Console

import equidyn
from equidyn import robots
from equidyn.output.tables import Table
from equidyn.output.text import with_powers
from equidyn.studies.papers.turney_mudge_lee_1980.simultaneous_steps import simultaneous_steps
from equidyn.timing.timings import Timing, Timings

NAMES = [formulation.name for formulation in equidyn.formulations()]
WIDTH = 80


def printed(item: object, width: int = WIDTH) -> str:
    """Text of an item in a terminal."""
    text = io.StringIO()
    Console(file=text, width=width, color_system=None).print(item)
    return text.getvalue()


def names_in(text: str) -> set[str]:
    """The formulations that are named in full."""
    return set(NAMES) & set(text.split())


def general() -> equidyn.Arm:
    """An arm that every formulation takes, without zeros that would shorten numbers."""
    return robots.uniform_chain(3, length=0.123456789, mass=1.23456789)


TABLES = {
    "formulations": equidyn.formulations,
    "verify": lambda: equidyn.verify(general(), samples=3),
    "count": lambda: equidyn.count_operations(general()),
    "parallel_steps": lambda: equidyn.studies.parallel_steps(general(), processors=(1, 2, None)),
    "rounding": lambda: equidyn.rounding_error(general(), n=(1, 2), samples=2),
    "time": lambda: equidyn.time_formulations((1, 2, 3), repetitions=1, seconds=1e-5),
}


@pytest.mark.parametrize("make", TABLES.values(), ids=TABLES)
def test_in_80_columns_every_formulation_is_named_in_full(make):
    result = make()
    text = printed(result)
    assert "…" not in text
    assert max(map(cell_len, text.splitlines())) <= WIDTH
    assert names_in(text) == names_in(str(result)) != set()


OTHERS = {
    "arm": robots.puma560,
    "tensors": lambda: robots.random_arm(3, seed=0).table(inertia=True),
    "steps": lambda: equidyn.count_operations(6, "newton_euler"),
    "polynomial": lambda: equidyn.operation_polynomial("lagrange_euler"),
    "published": equidyn.studies.published_counts,
    "closed form": lambda: equidyn.counting.closed_form_terms("puma560"),
    "unit accelerations": equidyn.counting.unit_acceleration_costs,
    "derivation": lambda: equidyn.studies.check_derivation(robots.planar_2r()),
    "simultaneous": simultaneous_steps,
    "claims": lambda: equidyn.verify(robots.planar_2r(), samples=2).claims_table(),
}
# made once, for several tests
TABLES, OTHERS = ({name: cache(make) for name, make in x.items()} for x in (TABLES, OTHERS))


@pytest.mark.parametrize("make", OTHERS.values(), ids=OTHERS)
def test_other_tables_fit_80_columns_too(make):
    lines = printed(make()).splitlines()
    assert max(map(cell_len, lines)) <= WIDTH
    assert not any("…" in line for line in lines)


def test_the_agreement_of_all_formulations_has_every_row_in_80_columns_and_all_in_100():
    """The matrix is symmetric: columns that are left out stand in the rows, but for a few pairs."""
    verification = equidyn.verify(general(), samples=3)
    assert len(verification.subjects) == len(NAMES)
    lines = printed(verification.agreement_table()).splitlines()
    assert [line.split()[1] for line in lines[3 : 3 + len(NAMES)]] == NAMES
    assert lines[-1].split(": ")[1].count(";") < 6
    text = printed(verification.agreement_table(), 100)
    assert "no room for" not in text
    assert len(text.splitlines()) == len(NAMES) + 4


def right(arm, q, qd, qdd):
    return arm.inverse_dynamics(q, qd, qdd)


def with_candidates() -> object:
    """More rows than there are formulations."""
    candidates = {"mine": right, "another_function_of_mine": right}
    return equidyn.verify(general(), samples=2, candidates=candidates)


def of_many_sizes() -> object:
    """Times at more numbers of joints than fit into a terminal."""
    records = (Timing(name, n, (100.0 * n,)) for name in NAMES for n in range(1, 13))
    return Timings(tuple(records), {}, "arms")


MANY = {**TABLES, **OTHERS, "candidates": with_candidates, "sizes": of_many_sizes}


@pytest.mark.parametrize("make", MANY.values(), ids=MANY)
def test_names_are_the_last_to_go(make):
    result = make()
    tables = [result] if isinstance(result, Table) else getattr(result, "_tables", list)()
    for width in (80, 60, 44):
        text = printed(result, width)
        assert "…" not in text
        assert max(map(cell_len, text.splitlines())) <= width
        for table in tables:
            k = next(k for k, heading in enumerate(table.columns) if heading)
            words = {with_powers(word) for row in table.rows for word in row[k].split()}
            assert words <= set(printed(table, width).split())


def test_rows_of_ones_own_keep_their_names_and_their_verdicts():
    verification = with_candidates()
    for width in (80, 60):
        text = printed(verification.agreement_table(), width)
        assert {"mine", "another_function_of_mine"} <= set(text.split())
        assert "no room for: " in text
        assert text.splitlines()[-1].endswith(f"; {len(NAMES) + 2}")
        checks = printed(verification.checks_table(), width).splitlines()
        assert sum(line.split()[-1] == "pass" for line in checks) == len(NAMES) + 2


def test_every_size_that_was_timed_is_in_tables_for_paper_and_said_in_a_terminal():
    timings = of_many_sizes()
    headings = [f"n = {n}" for n in range(1, 13)]
    assert list(timings.table().columns[1:]) == headings
    for text in (timings.to_latex(), timings.to_markdown(), timings._repr_html_(), str(timings)):
        assert all(re.search(rf"{heading}\b", text) for heading in headings)
    assert {record["n"] for record in timings.to_records()} == set(range(1, 13))
    for width in (100, 80, 60):
        shown, said = printed(timings.table(), width).split("no room for: ")
        left_out = " ".join(said.split()).split("; ")
        assert [heading for heading in headings if heading not in shown] == left_out
        # the first and the last, with others spread between them
        assert {"n = 1", "n = 12"}.isdisjoint(left_out)
    of_80 = printed(timings.table(), 80).split("no room for")[0]
    assert re.findall(r"n = (\d+)", of_80) == ["1", "2", "3", "4", "6", "8", "12"]
    assert list(timings.table((3, 5)).columns) == ["formulation", "n = 3", "n = 5"]


def test_the_table_of_costs_says_of_which_n_it_is():
    assert of_many_sizes().cost_table().title.endswith(", n = 1")
    of_one = Timings((Timing("kane", 3, (1.0,)),), {}, "PUMA 560")
    assert of_one.cost_table().title == "Time per evaluation: PUMA 560, n = 3"


def test_what_finds_no_room_is_named_and_the_optional_goes_first():
    table = Table(
        title="t",
        columns=("", "name", "remark", "n"),
        align="rlcr",
        rows=(("1", "a_name_of_20_letters", "12345678", "100"),),
        optional=("remark",),
    )
    assert "no room for: remark" in printed(table, 34)
    assert "no room for: remark; n" in printed(table, 24)
    assert "a_name_of_20_letters" in printed(table, 24)
    of_21 = [line.rstrip() for line in printed(table, 21).splitlines()]
    assert of_21[1:] == ["name", "─" * 20, "a_name_of_20_letters", "no room for: remark;", "n"]
    assert "no room for" not in printed(table, 35)


def test_text_folds_between_words_and_numbers_do_not():
    table = Table("t", ("text", "time", "sum"), "lrR", (("one two", "3 µs", "12n^2 + 5n"),))
    lines = [line.rstrip() for line in printed(table, 16).splitlines()]
    assert lines[-2:] == ["one   3 µs  12n²", "two         + 5n"]


def test_powers_of_n_are_raised_in_print_and_left_to_the_page_in_html():
    table = Table("t", ("order",), "l", (("1/2 n^2 + 3n^10",), ("bin^2",)), footnote="from n^3 on")
    assert "1/2 n² + 3n¹⁰" in str(table)
    assert "bin^2" in str(table)
    assert "from n³ on" in str(table)
    assert "1/2 n^2 + 3n^10" in table._repr_html_()


def test_in_html_a_failure_is_red_without_a_style_sheet():
    html = Table("t", ("name", "verdict"), "lc", (("a", "pass"), ("b", "FAIL")))._repr_html_()
    assert html.count("color:") == 1
    (failed,) = (line for line in html.splitlines() if "FAIL" in line)
    assert "color: light-dark(#b3261e, #ff9d94); font-weight: 700" in failed
    # a page's style sheet has its own
    assert '<td class="fail"' in failed
    assert '<td class="pass"' in html


def test_in_html_an_empty_heading_is_no_heading():
    rows = (("1", "a"),)
    assert "<thead" not in Table("t", ("", ""), "ll", rows)._repr_html_()
    assert "<thead" not in equidyn.robots.about("panda").table()._repr_html_()
    html = Table("t", ("", "name"), "ll", rows)._repr_html_()
    assert html.count("<th ") == 1
    assert "name</th></tr></thead>" in html


def test_print_and_repr_fold_in_a_terminal_and_nowhere_else(monkeypatch):
    monkeypatch.setenv("COLUMNS", str(WIDTH))
    wide = equidyn.formulations()
    assert max(map(cell_len, str(wide).splitlines())) > WIDTH
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    assert max(map(cell_len, str(wide).splitlines())) <= WIDTH
    assert max(map(cell_len, repr(wide).splitlines())) <= WIDTH
