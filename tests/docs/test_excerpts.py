"""Parts of the laboratory in pages of the site."""

import re
from html import unescape
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

import equidyn
from documenting import formulation_pages, free_bodies
from equidyn.page.page import parts
from updating import counts

excerpts = pytest.importorskip("documenting.excerpts")

DOCS = Path(__file__).parents[2] / "docs"
COUNTED = counts.read((DOCS.parent / counts.FILE).read_text(encoding="utf-8"))
TITLE = {"title": 'An arm & its "torques"'}
DIRECTIVE = re.compile(r"^```\{excerpt\} (\S+)\n((?::\w+: .*\n)*)```$", re.MULTILINE)


@pytest.fixture
def built(monkeypatch, tmp_path):
    """A site with a laboratory."""
    (tmp_path / "equidyn.wasm").touch()
    monkeypatch.setattr(excerpts, "MODULE", tmp_path / "equidyn.wasm")


def address(html):
    """Return the path of the address of a frame, and what its fragment sets."""
    found = urlsplit(unescape(re.search(r' src="([^"]*)"', html)[1]))
    return found.path, parse_qs(found.fragment)


@pytest.mark.usefixtures("built")
def test_a_frame_leads_from_its_page_to_the_parts():
    options = {**TITLE, "robot": "ur5e", "q": "0,1,-2", "height": 12.5}
    html = excerpts.frame("arm,counts", options, "course/12_simulation")
    path, fragment = address(html)
    assert path == "../_static/lab.html"
    assert fragment == {"show": ["arm,counts"], "robot": ["ur5e"], "q": ["0,1,-2"]}
    assert "height: 12.5rem" in html
    assert address(excerpts.frame("arm", TITLE, "index"))[0] == "_static/lab.html"


@pytest.mark.usefixtures("built")
def test_a_frame_says_what_it_shows_with_scripts_and_without():
    html = excerpts.frame("arm", TITLE, "index")
    said = "An arm &amp; its &quot;torques&quot;"
    assert f'title="{said}"' in html
    assert said in html.partition("<noscript>")[2]
    assert 'loading="lazy"' in html


def test_a_site_without_the_module_says_so(monkeypatch, tmp_path):
    monkeypatch.setattr(excerpts, "MODULE", tmp_path / "none.wasm")
    html = excerpts.frame("arm", TITLE, "index")
    assert "lacks the WebAssembly module" in html
    assert "<iframe" not in html


@pytest.mark.usefixtures("built")
def test_a_robot_that_the_laboratory_does_not_list_goes_as_an_arm():
    _, fragment = address(excerpts.frame("arm", {**TITLE, "robot": "stanford_general"}, "index"))
    assert fragment["arm"] == [excerpts.packed(equidyn.robots.load("stanford_general"))]
    assert "robot" not in fragment
    with pytest.raises(ValueError, match="no 'pumma560'"):
        excerpts.frame("arm", {**TITLE, "robot": "pumma560"}, "index")


def test_a_part_that_is_not_there_stops_the_build():
    with pytest.raises(ValueError, match=r"excerpt: expected parts out of arm, .*got 'hand'"):
        excerpts.frame("arm,hand", TITLE, "index")


@pytest.mark.parametrize("page", sorted(DOCS.glob("*.md")), ids=lambda page: page.stem)
def test_excerpts_of_the_pages_have_a_title_and_known_settings(page):
    text = page.read_text(encoding="utf-8")
    found = DIRECTIVE.findall(text)
    assert len(found) == text.count("{excerpt}")
    for show, options in found:
        names = set(re.findall(r"^:(\w+):", options, re.MULTILINE))
        assert set(show.split(",")) <= set(parts())
        assert "title" in names
        assert names <= {"title", "height", *excerpts.SETTINGS}


@pytest.mark.parametrize("entry", equidyn.formulations(), ids=lambda entry: entry.name)
def test_the_page_of_a_formulation_shows_it_on_an_arm(entry):
    text = formulation_pages.on_an_arm(entry) + formulation_pages.measured(entry, COUNTED)
    found = DIRECTIVE.findall(text)
    assert found[0][0] == "arm,recursion,equations"
    assert len(found) == (1 if entry.restriction else 2)
    for show, options in found:
        assert set(show.split(",")) <= set(parts())
        assert f":formulation: {entry.name}\n" in options
    assert entry.restriction or ":formulations: " in found[1][1]


def test_operations_are_shown_beside_those_of_the_cheapest():
    kane = formulation_pages.measured(equidyn.formulations()["kane"], COUNTED)
    assert ":formulations: kane,minimal_newton_euler\n" in kane


def test_free_body_diagrams_are_drawn_where_the_pages_show_them(tmp_path):
    free_bodies.draw_all(tmp_path)
    shown = {free_bodies.of_formulation(entry).file for entry in equidyn.formulations()}
    assert {path.name for path in tmp_path.iterdir()} == shown
    by_name = {each.name: free_bodies.of_formulation(each) for each in equidyn.formulations()}
    assert by_name["newton_euler"].vectors == ()
    assert by_name["link_newton_euler"].convention == "modified"
    assert "velocity" in by_name["lagrange_euler"].vectors
    assert "inertia" in by_name["kane"].vectors


def test_the_first_page_moves():
    assert "```{excerpt} arm" in (DOCS / "index.md").read_text(encoding="utf-8")
