"""Source code of every formulation at run time: symbols, equations, reference."""

import re

import pytest

import equidyn
from equidyn.dynamics import text

NUMBERED = re.compile(r"\(\d+\.\d+[a-z]?\)")


@pytest.fixture(params=equidyn.formulations(), ids=lambda formulation: formulation.name)
def formulation(request):
    """Each formulation in turn."""
    return request.param


def test_the_header_is_that_of_the_formulation(formulation):
    assert formulation.path.name == f"{formulation.name}.hpp"
    assert formulation.text == formulation.path.read_text(encoding="utf-8")
    assert f'.name = "{formulation.name}"' in formulation.text


def test_the_source_is_cited_in_full(formulation):
    authors = set(re.findall(r"[A-Z][a-z]{3,}", formulation.reference))
    cited = authors & set(re.findall(r"[A-Z][a-z]{3,}", formulation.citation))
    # a tutorial without authors, and Appell's equations as another source has them
    assert cited or formulation.name in ("newton_euler_modified_dh", "minimal_newton_euler")
    assert len(formulation.citation) > len(formulation.reference)
    assert "\n" not in formulation.citation


def test_symbols_are_explained(formulation):
    if formulation.name == "minimal_newton_euler":
        assert "regrouping" in repr(formulation)
        return
    heading, *rows = formulation.symbols.splitlines()
    assert "meaning" in heading
    assert len(rows) >= 4
    assert not any("///" in row for row in rows)


def test_what_is_printed_holds_symbols_equations_and_source(formulation):
    page = repr(formulation)
    assert page.startswith(f"{formulation.name}: {formulation.title}\n{formulation.reference}")
    assert all(line in page for line in formulation.symbols.splitlines())
    assert " ".join(page.split()).count(formulation.citation) == 1
    for numbers, line in formulation.equations:
        assert line in " ".join(page.split())
        assert numbers in page
    assert "static void inverse_dynamics(" in page
    assert page.endswith(str(formulation.path))


def test_numbered_equations_have_their_numbers_and_no_prose(formulation):
    for numbers, line in formulation.equations:
        assert NUMBERED.search(numbers)
        assert line == line.strip()
        assert not line.startswith("//")


def test_the_equations_of_newton_and_euler_are_all_there():
    numbers = "".join(number for number, _ in equidyn.formulations()["newton_euler"].equations)
    assert set(NUMBERED.findall(numbers)) >= {f"(3.{k})" for k in range(15, 22)}


def test_a_notebook_emphasises_the_numbered_lines(formulation):
    page = formulation._repr_html_()
    assert page.count("<mark>") >= bool(formulation.equations)
    assert "PerLink<T>" not in page
    assert "PerLink&lt;T&gt;" in page


def test_without_headers_the_missing_file_is_named(monkeypatch, tmp_path):
    monkeypatch.setattr(text, "_PLACES", (tmp_path,))
    text.headers_of.cache_clear()
    with pytest.raises(FileNotFoundError, match=r"formulations/kane\.hpp: not a header of equidyn"):
        _ = equidyn.formulations()["kane"].path
