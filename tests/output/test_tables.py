"""Tables fit the terminal that they are printed in, and cut no name and no number."""

import io
import sys

import pytest
from rich.cells import cell_len
from rich.console import Console

import equidyn
from equidyn import robots
from equidyn.output.tables import Table
from equidyn.papers.turney_mudge_lee_1980.simultaneous_steps import simultaneous_steps

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
    "parallel_steps": lambda: equidyn.parallel_steps(general(), processors=(1, 2, None)),
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
    "published": equidyn.published_counts,
    "closed form": lambda: equidyn.closed_form_terms("puma560"),
    "unit accelerations": equidyn.unit_acceleration_costs,
    "derivation": lambda: equidyn.check_derivation(robots.planar_2r()),
    "simultaneous": simultaneous_steps,
    "claims": lambda: equidyn.verify(robots.planar_2r(), samples=2).claims_table(),
}


@pytest.mark.parametrize("make", OTHERS.values(), ids=OTHERS)
def test_other_tables_fit_80_columns_too(make):
    lines = printed(make()).splitlines()
    assert max(map(cell_len, lines)) <= WIDTH
    assert not any("…" in line for line in lines)


def test_the_agreement_of_all_formulations_fits_80_columns_without_losing_one():
    verification = equidyn.verify(general(), samples=3)
    assert len(verification.subjects) == len(NAMES)
    text = printed(verification.agreement_table())
    assert "no room for" not in text
    assert len(text.splitlines()) == len(NAMES) + 4


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


def test_print_and_repr_fold_in_a_terminal_and_nowhere_else(monkeypatch):
    monkeypatch.setenv("COLUMNS", str(WIDTH))
    wide = equidyn.formulations()
    assert max(map(cell_len, str(wide).splitlines())) > WIDTH
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    assert max(map(cell_len, str(wide).splitlines())) <= WIDTH
    assert max(map(cell_len, repr(wide).splitlines())) <= WIDTH
