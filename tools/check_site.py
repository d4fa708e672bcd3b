#!/usr/bin/env python3
"""Check the built pages of the site: `tools/check_site.py docs/_build/html`.

Every link within the site leads to an existing page and place, no page fetches anything from the
network, every picture has an alternative text, the font has every letter of formulas, no list of
pages at the left is empty, and every notebook shows its outputs, those of interactive cells too,
but where a library is too large for the site.
"""

import re
import sys
from collections.abc import Iterator
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from fontTools.ttLib import TTFont

from documenting.course import shown_without_results

# elements that a browser fetches by itself, by attribute; other links wait for a click
_FETCHED = {"script": "src", "img": "src", "iframe": "src", "link": "href", "source": "src"}
_PICTURE_FILE = re.compile(r"\.(png|svg)$")
# a cell of a notebook, and the call in it that makes sliders
_CELL = re.compile(r'<div class="cell[ "]')
_INTERACTIVE = re.compile(r"\bipywidgets\.interact")
_TAG = re.compile(r"<[^>]*>")
_FORMULA = re.compile(r"<math\b.*?</math>", re.DOTALL)
_FONT = "_static/mathematics.woff"
_PAGES_AT_THE_LEFT = re.compile(r'<nav class="bd-docs-nav.*?</nav>', re.DOTALL)
_IN_STYLE = re.compile(r"(?:url\(|@import)\s*[\"']?((?:https?:)?//[^\"')\s]+)")


class Page(HTMLParser):
    """Links, fetched resources and places of one page."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.fetched: list[str] = []
        self.places: set[str] = set()
        self.undescribed: list[str] = []
        self.text = path.read_text(encoding="utf-8")
        self.feed(self.text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Record the links, resources and places of a tag."""
        named = {name: value for name, value in attrs if value}
        self.places |= {named[name] for name in ("id", "name") if name in named}
        if tag == "a" and "href" in named:
            self.links.append(named["href"])
        alt = named.get("alt", "")
        if tag == "img" and (not alt or _PICTURE_FILE.search(alt)):
            self.undescribed.append(named.get("src", "")[:80])
        if tag in _FETCHED and _FETCHED[tag] in named and named.get("rel") != "canonical":
            self.fetched.append(named[_FETCHED[tag]])


def faults(site: Path) -> Iterator[str]:
    """Yield the faults of a site."""
    paths = [path for path in sorted(site.rglob("*.html")) if "_static" not in path.parts]
    pages = {path: Page(path) for path in paths}
    if not pages:
        yield f"{site}: no pages"
    font = _letters_of_font(site / _FONT)
    for path, page in pages.items():
        where = path.relative_to(site)
        yield from (f"{where}: fetches {it}" for it in page.fetched if urlsplit(it).netloc)
        yield from (f"{where}: fetches {it}" for it in _IN_STYLE.findall(page.text))
        local = [it for it in (*page.links, *page.fetched) if _is_local(it)]
        yield from (f"{where}: nothing is at {it}" for it in local if not _leads(path, it, pages))
        yield from (f"{where}: no text says what {it} shows" for it in page.undescribed)
        yield from (f"{where}: {it}" for it in _empty_sections(page.text))
        lacking = sorted(_letters_of_formulas(page.text) - font)
        yield from (f"{where}: {_FONT} has no {letter!r}" for letter in lacking)
        if any("<li" not in listed for listed in _PAGES_AT_THE_LEFT.findall(page.text)):
            yield f"{where}: an empty list of pages at the left"
        is_notebook = where.parent.name == "course" and where.stem != "index"
        empty = 'class="output' not in page.text and not shown_without_results(where.stem)
        if is_notebook and empty:
            yield f"{where}: a notebook without outputs"
    for path in sorted(site.rglob("*.css")):
        text = path.read_text(encoding="utf-8")
        yield from (f"{path.relative_to(site)}: fetches {it}" for it in _IN_STYLE.findall(text))


def _empty_sections(text: str) -> Iterator[str]:
    """Yield the interactive cells that show nothing, since a page has no script of widgets."""
    for cell in _CELL.split(text)[1:]:
        code, _, output = cell.partition('class="cell_output')
        if _INTERACTIVE.search(_TAG.sub("", code)) and "<img" not in output:
            yield f"an interactive cell without a picture: {_TAG.sub('', code).split()[-1]}"


def _letters_of_font(path: Path) -> set[str]:
    if not path.is_file():
        return set()
    with TTFont(path) as font:
        return set(map(chr, font.getBestCmap()))


def _letters_of_formulas(text: str) -> set[str]:
    formulas = "".join(_FORMULA.findall(text))
    return set("".join(unescape(_TAG.sub("", formulas)).split()))


def _is_local(link: str) -> bool:
    parts = urlsplit(link)
    return not (parts.scheme or parts.netloc)


def _leads(path: Path, link: str, pages: dict[Path, Page]) -> bool:
    """Return whether a link of a page leads to an existing place."""
    parts = urlsplit(link)
    target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
    if not parts.fragment or target not in pages:
        return target.is_file()
    return unquote(parts.fragment) in pages[target].places


def main() -> int:
    """Print the faults of the named site; exit status 1 where there is one."""
    found = list(faults(Path(sys.argv[1]).resolve()))
    print("\n".join(found) or "every link leads somewhere, and nothing is fetched from the network")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
