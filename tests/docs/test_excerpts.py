"""Parts of the laboratory in pages of the site."""

import re
from html import unescape
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from equidyn.lab_page.page import parts

excerpts = pytest.importorskip("documenting.excerpts")

DOCS = Path(__file__).parents[2] / "docs"
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
    html = excerpts.frame("arm,counts", options, "course/10_simulation")
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
    assert "without the laboratory" in html
    assert "<iframe" not in html


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


def test_the_first_page_moves():
    assert "```{excerpt} arm" in (DOCS / "index.md").read_text(encoding="utf-8")
