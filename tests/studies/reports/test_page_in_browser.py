"""The page in a browser: nothing is cut, everything can be read, light, dark and on paper."""

import re

import pytest

import equidyn
from equidyn.output.page import page
from equidyn.output.styles import ON_DARK, PARTS
from equidyn.robots import puma560
from oracles.browser import CHROMIUM, browser

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on the path"),
]

# every table and picture that is wider than the box that it stands in
CUT = """(() => {
  for (const folded of document.querySelectorAll("details")) folded.open = true;
  return [...document.querySelectorAll(".wide")].filter((box) =>
    box.scrollWidth > box.clientWidth + 1).map((box) => box.getAttribute("aria-label"));
})()"""

# every polynomial of a table that takes more than a line
FOLDED = """(() => {
  for (const folded of document.querySelectorAll("details")) folded.open = true;
  return [...document.querySelectorAll("td:has(i)")].filter((cell) => {
    const text = document.createRange();
    text.selectNodeContents(cell);
    return text.getBoundingClientRect().height > 36;
  }).map((cell) => cell.textContent);
})()"""

# every text whose contrast to what is behind it is less than 4.5, those on the heat map apart,
# whose cells have colours of their own
PALE = """(() => {
  const numbers = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const linear = (x) => (x / 255 <= 0.04045 ? x / 3294.6 : ((x / 255 + 0.055) / 1.055) ** 2.4);
  const light = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  const behind = (element) => {
    for (; element; element = element.parentElement) {
      const [r, g, b, alpha = 1] = numbers(getComputedStyle(element).backgroundColor);
      if (alpha > 0.5) return [r, g, b];
    }
    return [255, 255, 255];
  };
  for (const folded of document.querySelectorAll("details")) folded.open = true;
  const pale = {};
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (words.nextNode()) {
    const element = words.currentNode.parentElement;
    const text = words.currentNode.textContent.trim();
    if (!text || element.closest("script, style, defs, noscript, option, .heat")) continue;
    const svg = element.namespaceURI.endsWith("svg");
    const [r, g, b, alpha = 1] = numbers(getComputedStyle(element)[svg ? "fill" : "color"]);
    const under = behind(element);
    const mixed = [r, g, b].map((x, k) => alpha * x + (1 - alpha) * under[k]);
    const [less, more] = [light(mixed), light(under)].sort((x, y) => x - y);
    if ((more + 0.05) / (less + 0.05) < 4.5) pale[`${mixed} on ${under}`] = text;
  }
  return pale;
})()"""


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    """The page of an arm of six joints with long tables."""
    path = tmp_path_factory.mktemp("page") / "report.html"
    options = {"samples": 2, "n": (1, 2, 10, 30), "repetitions": 1, "seconds": 1e-5}
    equidyn.report(puma560(), **options).save(path)
    return path


@pytest.fixture(scope="module")
def tab(tmp_path_factory):
    """A tab of a browser."""
    with browser(tmp_path_factory.mktemp("profile")) as opened:
        yield opened


def test_nothing_is_cut_in_a_window_of_1280_pixels(report, tab):
    tab.open(report, 1280, 900)
    assert tab.run(CUT) == []


def test_polynomials_stand_in_one_line_on_a_telephone(report, tab):
    tab.open(report, 390, 844)
    assert tab.run(FOLDED) == []


@pytest.mark.parametrize("width", [390, 768, 1280, 1440])
def test_the_page_itself_never_scrolls_sideways(report, tab, width):
    tab.open(report, width, 900)
    scrolls = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert tab.run(scrolls) <= 0


SEEN = """[".beside", ".contents"].map((name) => document.querySelector(name).checkVisibility())"""


@pytest.mark.parametrize(("width", "seen"), [(390, [0, 1]), (1280, [1, 0]), (1440, [1, 0])])
def test_the_contents_are_beside_the_sections_or_folded_above_them(report, tab, width, seen):
    tab.open(report, width, 900)
    assert tab.run(SEEN) == seen
    assert tab.run("document.querySelector('.contents').open") is False
    tab.run("document.querySelector('#section-7').scrollIntoView()")
    place = tab.run("document.querySelector('.beside').getBoundingClientRect().toJSON()")
    sections = tab.run("document.querySelector('.beside ~ div').getBoundingClientRect().right")
    if seen[0]:
        # still in the window, and over nothing
        assert 0 < place["top"] < place["bottom"] <= 900
        assert place["left"] >= sections


def test_the_contents_are_not_printed(report, tab):
    tab.open(report, 1280, 1000)
    tab.ask("Emulation.setEmulatedMedia", media="print")
    assert tab.run(SEEN) == [False, False]
    tab.ask("Emulation.setEmulatedMedia", media="")


def test_a_bar_is_on_the_screen_of_a_telephone(report, tab):
    tab.open(report, 390, 844)
    ends = tab.run("""[...document.querySelectorAll("td.bar")].map((cell) =>
      cell.cellIndex === 1 ? cell.getBoundingClientRect().left + 8 + 56 : 0)""")
    assert 0 < max(ends) < 390


def test_nothing_is_cut_on_paper(report, tab):
    tab.open(report, 718, 1000)  # A4 less its margins
    tab.ask("Emulation.setEmulatedMedia", media="print")
    assert tab.run(CUT) == []
    tab.ask("Emulation.setEmulatedMedia", media="")


def test_folded_tables_are_printed(report, tab):
    tab.open(report, 718, 1000)
    tab.ask("Emulation.setEmulatedMedia", media="print")
    heights = """[...document.querySelectorAll("details:not([open]):has(table)")].map(
      (folded) => folded.getBoundingClientRect().height)"""
    assert min(tab.run(heights)) > 60
    tab.ask("Emulation.setEmulatedMedia", media="")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_has_a_contrast_of_4_5(report, tab, scheme):
    tab.open(report, 1280, 900, [("prefers-color-scheme", scheme)])
    assert tab.run(PALE) == {}


def test_the_heat_map_is_as_blue_on_a_dark_page_as_on_a_light_one(report, tab):
    seen = {}
    for scheme in ("light", "dark"):
        tab.open(report, 1280, 900, [("prefers-color-scheme", scheme)])
        script = """(() => {
          const heat = document.querySelector(".heat svg");
          const cells = heat.querySelectorAll("path[style*='fill']");
          const filter = getComputedStyle(heat).filter.match(/[\\d.]+/);
          return [filter ? Number(filter[0]) : 1, [...cells].map((x) => getComputedStyle(x).fill)];
        })()"""
        seen[scheme] = tab.run(script)
    assert seen["light"][0] == 1
    assert 0.8 < seen["dark"][0] <= 1
    assert seen["light"][1] == seen["dark"][1]


def test_colours_are_those_of_every_picture(report):
    text = report.read_text(encoding="utf-8")
    style = text[: text.index("</style>")]
    for light, dark in ON_DARK.items():
        assert style.count(f"--c{light[1:]}: {light};") == 1
        assert style.count(f"--c{light[1:]}: {dark};") == 1
    for part in ("inertial", "velocity", "gravity"):
        assert f"--{part}: var(--c{PARTS[part][1:]});" in style
    curves = text[text.index('class="curves"') :]
    assert re.findall(r"stroke: (?:#0872b5|#bd5200|#008071)", curves) == []


def test_a_page_of_another_template_has_the_same_colours(tmp_path):
    template = tmp_path / "small.html.jinja"
    template.write_text("{{ palette() }}", encoding="utf-8")
    assert "prefers-color-scheme: dark" in page(template)
