"""Every experiment is one page that needs nothing else, and says what was found."""

import re
from dataclasses import replace
from typing import get_args

import pytest

import equidyn
from equidyn import cli
from equidyn.page.page import MODULE
from equidyn.studies.papers.names import ExperimentName
from oracles.web_page import Page


@pytest.fixture(scope="module", params=get_args(ExperimentName))
def found(request, reproduced):
    """Each of them."""
    return reproduced(request.param)


@pytest.fixture(scope="module")
def text(found):
    """The page as text."""
    return found.html()


@pytest.fixture(scope="module")
def page(text):
    """The page as a browser reads it."""
    return Page(text)


@pytest.mark.slow
def test_page_is_well_formed(page):
    assert page.open == []
    assert len(page.names) == len(set(page.names))


def test_page_loads_nothing(page, text):
    assert all(reference.startswith("#") for reference in page.loads)
    assert {reference[1:] for reference in page.loads} <= set(page.names)
    assert not {"link", "object", "img"} & set(page.tags)
    assert not any("src" in attributes for _, attributes in page.elements)
    assert "@import" not in text
    assert all(target.startswith("#") for target in re.findall(r"url\(([^)]*)\)", text))


def test_the_arm_is_on_the_page_to_move(page):
    frames = [dict(attributes) for tag, attributes in page.elements if tag == "iframe"]
    assert len(frames) == MODULE.exists()
    assert all({"srcdoc", "title"} <= set(frame) for frame in frames)


def plain(cell):
    """A cell without what typesetting adds to it and takes away."""
    return re.sub(r"[\s^]", "", cell.replace("−", "-").replace("⁄", "/"))


def test_page_holds_every_table_of_the_terminal(found, page):
    on_page = {tuple(plain(cell) for cell in table) for table in page.tables}
    for table in found._tables():
        cells = (table.title, *table.columns, *(cell for row in table.rows for cell in row))
        assert tuple(map(plain, cells)) in on_page, table.title


def test_page_says_what_was_found_and_what_is_assumed(found, page):
    assert found.passed
    assert "Reproduced." in page.text
    for words in (found.title, found.question, found.source, found.summary, *found.remarks):
        assert words in page.text
    assert f"equidyn reproduce {found.name}" in page.text
    for section in found.sections():
        assert section.heading in page.text


def test_pictures_are_in_the_ink_of_the_page_and_have_words(found, page, text):
    pictures = [dict(attributes) for tag, attributes in page.elements if tag == "svg"]
    assert len(pictures) == page.tags.count("figure") >= 2
    assert all(attributes["aria-label"] for attributes in pictures)
    assert "currentColor" in text
    assert "#010203" not in text
    # a small picture for each figure of the paper, with its name
    for name in found.curves().panels:
        assert name in page.text


def test_command_writes_the_page_where_it_runs(found, text, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(type(found), "html", lambda _: text)
    monkeypatch.setattr(equidyn.studies, "reproduce", {found.name: found}.__getitem__)
    assert cli.main(["reproduce", found.name]) == 0
    (written,) = tmp_path.iterdir()
    assert written.name == f"equidyn-{found.name}.html"
    assert written.read_text(encoding="utf-8") == text
    out = capsys.readouterr().out
    assert all(str(table) in out for table in found._tables())
    assert f"The page is in equidyn-{found.name}.html" in out


def test_command_writes_data_where_a_file_of_data_is_named(found, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(equidyn.studies, "reproduce", {found.name: found}.__getitem__)
    path = tmp_path / "data.csv"
    assert cli.main(["reproduce", found.name, "-o", str(path)]) == 0
    lines = [line for line in path.read_text().splitlines() if not line.startswith("#")]
    assert len(lines) == 1 + len(found.curves().x)
    assert f"The data are in {path}" in capsys.readouterr().out


def test_what_was_not_found_again_is_said_and_exits_with_1(reproduced, tmp_path, monkeypatch):
    found = reproduced("sasaki")
    other = replace(found, acceleration=2 * found.acceleration)
    monkeypatch.setattr(equidyn.studies, "reproduce", lambda _: other)
    monkeypatch.setattr(type(other), "sections", lambda _: ())
    path = tmp_path / "page.html"
    assert cli.main(["reproduce", "sasaki", "-o", str(path)]) == 1
    page = Page(path.read_text(encoding="utf-8"))
    assert "Not fully reproduced." in page.text
    assert any("FAIL" in table for table in page.tables)


def test_a_place_that_cannot_be_written_is_one_line(reproduced, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(equidyn.studies, "reproduce", reproduced)
    monkeypatch.setattr(type(reproduced("sasaki")), "html", lambda _: "")
    (tmp_path / "equidyn-sasaki.html").mkdir()
    assert cli.main(["reproduce", "sasaki"]) == 2
    captured = capsys.readouterr()
    assert captured.err == "equidyn: equidyn-sasaki.html: Is a directory\n"
    assert captured.out == ""


@pytest.mark.parametrize(
    ("name", "message"),
    [("saski", "name: there is no 'saski'; did you mean 'sasaki'"), (3, "name: expected")],
)
def test_other_names_are_refused(name, message):
    with pytest.raises((ValueError, TypeError), match=message):
        equidyn.studies.reproduce(name)
