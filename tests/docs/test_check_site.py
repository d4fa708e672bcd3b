"""Faults of built pages are found."""

import pytest

from check_site import faults
from documenting.fonts import write_mathematics

FINE = '<p id="here"><a href="#here">a</a> <a href="https://example.org">to be clicked</a></p>'
OUTPUT = '<div class="output">42</div>'
CODE = "<pre>@<i>ipywidgets</i>.<i>interact</i>(a=1)</pre>"


@pytest.fixture
def site(tmp_path):
    """A site of a page and a notebook, without faults."""
    (tmp_path / "course").mkdir()
    (tmp_path / "index.html").write_text(f'{FINE}<a href="course/one.html#top">b</a>')
    (tmp_path / "course" / "one.html").write_text(f'<h1 id="top">One</h1>{OUTPUT}')
    (tmp_path / "site.css").write_text("body { background: url(data:image/png;base64,AA) }")
    return tmp_path


def test_a_site_without_faults_has_none(site):
    assert list(faults(site)) == []


@pytest.mark.parametrize(
    ("html", "fault"),
    [
        ('<a href="nowhere.html">x</a>', "nothing is at nowhere.html"),
        ('<a href="course/one.html#gone">x</a>', "nothing is at course/one.html#gone"),
        ('<img src="gone.svg" alt="An arm">', "nothing is at gone.svg"),
        ('<img src="index.html">', "no text says what index.html shows"),
        ('<img src="index.html" alt="">', "no text says what index.html shows"),
        ('<img src="index.html" alt="_images/0a1b.png">', "no text says what index.html shows"),
        ('<script src="https://cdn.example.org/x.js"></script>', "fetches https://cdn"),
        ('<link rel="stylesheet" href="//fonts.example.org/x.css">', "fetches //fonts"),
        ('<style>@import "https://fonts.example.org/y.css"</style>', "fetches https://fonts"),
    ],
)
def test_a_fault_of_a_page_is_named(site, html, fault):
    (site / "page.html").write_text(html)
    assert any(found.startswith("page.html: ") and fault in found for found in faults(site))


def test_a_style_sheet_that_fetches_is_named(site):
    (site / "site.css").write_text("a { background: url('https://example.org/a.png') }")
    assert list(faults(site)) == ["site.css: fetches https://example.org/a.png"]


@pytest.mark.parametrize(("listed", "found"), [("<ul><li>One</li></ul>", 0), ("<p>Section</p>", 1)])
def test_an_empty_list_of_pages_is_named(site, listed, found):
    (site / "page.html").write_text(f'<nav class="bd-docs-nav bd-links">\n{listed}</nav>')
    expected = ["page.html: an empty list of pages at the left"][:found]
    assert list(faults(site)) == expected


def test_letters_of_formulas_that_the_font_lacks_are_named(site):
    (site / "_static").mkdir()
    write_mathematics(site / "_static" / "mathematics.woff")
    letters = "".join(f"<mi>{letter}</mi>" for letter in ("q", "&#x3c4;", "\N{SNOWMAN}"))
    (site / "page.html").write_text(f"<p>\N{CLOUD}<math>{letters}</math>", encoding="utf-8")
    assert list(faults(site)) == ["page.html: _static/mathematics.woff has no '\N{SNOWMAN}'"]


def test_a_notebook_that_was_not_executed_is_named(site):
    (site / "course" / "one.html").write_text('<h1 id="top">One</h1>')
    assert list(faults(site)) == ["course/one.html: a notebook without outputs"]


def test_a_notebook_whose_library_is_too_large_for_the_site_may_lack_outputs(site):
    (site / "course" / "18_learning.html").write_text("<h1>Learning</h1>")
    assert list(faults(site)) == []


def cells(*outputs):
    """Cells of a notebook that make sliders, with these outputs."""
    parts = (f'<div class="cell_output">{output}</div>' if output else "" for output in outputs)
    return OUTPUT + "".join(f'<div class="cell container">{CODE}{part}</div>' for part in parts)


@pytest.mark.parametrize("output", ["", "<script>{}</script>", "interactive(children=...)"])
def test_an_interactive_cell_that_shows_nothing_is_named(site, output):
    (site / "course" / "one.html").write_text(f'<h1 id="top">One</h1>{cells(output)}')
    (fault,) = faults(site)
    assert fault.startswith("course/one.html: an interactive cell without a picture")


def test_a_picture_stands_for_its_own_interactive_cell_only(site):
    picture = '<img src="data:image/png;base64,AA" alt="An arm">'
    page = site / "course" / "one.html"
    page.write_text(f'<h1 id="top">One</h1>{cells(picture, picture)}')
    assert list(faults(site)) == []
    page.write_text(f'<h1 id="top">One</h1>{cells("", picture)}')
    assert len(list(faults(site))) == 1


def test_a_folder_without_pages_is_no_site(tmp_path):
    assert "no pages" in next(faults(tmp_path))
