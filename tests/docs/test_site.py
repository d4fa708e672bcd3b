"""The site as a whole: chapters, links, a benchmark, and what is needed to build it."""

import ast
import json
import re
import sys
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

import equidyn
from documenting import course, downloads, records

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))


def imported(path: Path) -> set[str]:
    """Return the modules that a notebook imports, without those of Python itself."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    code = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    code = re.sub("(?m)^%.*", "", code)
    found = set()
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module.partition(".")[0])
    return found - set(sys.stdlib_module_names) - {"equidyn"}


def required(name: str) -> set[str]:
    """Return what an extra or a group of this tree installs, what it takes from extras included."""
    project = pytest.importorskip("tomllib").loads((ROOT / "pyproject.toml").read_text("utf-8"))
    lists = {**project["project"]["optional-dependencies"], **project["dependency-groups"]}
    found = set(map(bare, project["project"]["dependencies"]))
    for requirement in lists[name]:
        found.add(bare(requirement))
        if within := re.match(r"equidyn\[(.*?)\]", requirement):
            found |= set().union(*map(required, within[1].split(",")))
    return found


def bare(requirement: str) -> str:
    """Return the name of a requirement, without versions and extras."""
    return re.match(r"[\w.-]+", requirement)[0].lower().replace("_", "-")


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_what_builds_the_site_has_what_its_notebooks_import(path):
    distributions = packages_distributions()
    # without one of these, a notebook is shown without results
    wanted = imported(path) - {course.LIBRARIES.get(path.stem)}
    missing = wanted - set(distributions)
    assert not missing, "not installed here"
    for module in wanted:
        assert {each.lower().replace("_", "-") for each in distributions[module]} & required("docs")


def test_the_course_leads_to_every_chapter_once_by_its_number():
    page = (ROOT / "docs" / "texts" / "course.md").read_text(encoding="utf-8")
    links = re.findall(r"\[(\d+)\. [^]]+\]\((\S+)\)", page)
    assert sorted(file for _, file in links) == [path.name for path in NOTEBOOKS]
    assert all(int(number) == int(file.partition("_")[0]) for number, file in links)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_readers_see_no_assert_and_all_chapters_draw_alike(path):
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    hidden = [cell for cell in code if "remove-cell" in cell["metadata"].get("tags", [])]
    assert all(cell["metadata"]["jupyter"] == {"source_hidden": True} for cell in hidden)
    seen = "\n".join("".join(cell["source"]) for cell in code if cell not in hidden)
    assert not any(isinstance(node, ast.Assert) for node in ast.walk(ast.parse(seen)))
    if "plt." in seen:
        assert hidden[0] is code[0]
        assert 'plt.style.use("equidyn.output.figures")' in "".join(hidden[0]["source"])


def test_no_two_chapters_begin_alike():
    titles = [json.loads(path.read_text("utf-8"))["cells"][0]["source"][0] for path in NOTEBOOKS]
    assert len({title[:20] for title in titles}) == len(titles)


def test_every_card_of_the_first_page_is_a_link_and_holds_no_other():
    page = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    cards = re.findall(r":::\{grid-item-card\} .*?\n(.*?)^:::$", page, re.DOTALL | re.MULTILINE)
    assert len(cards) == 3
    for card in cards:
        target = re.search(r"^:link: (\S+)$", card, re.MULTILINE)[1]
        assert (ROOT / "docs" / f"{target}.md").exists() or target.endswith("/index")
        assert "](" not in card


def test_the_laboratory_of_the_site_is_opened_where_there_is_one(tmp_path, monkeypatch):
    monkeypatch.setattr(downloads, "MODULE", tmp_path / "none.wasm")
    downloads.write_laboratory(tmp_path, tmp_path / "part.md")
    assert "lacks the WebAssembly module" in (tmp_path / "part.md").read_text(encoding="utf-8")
    assert not (tmp_path / "lab.html").exists()


def test_the_page_of_benchmarks_shows_ratios_that_were_recorded():
    recorded = equidyn.studies.Benchmark.load(records.FILE)
    text = records.ratios(recorded)
    own, other = (
        next(row for row in recorded.of(records.TASK) if (row.call, row.batch) == (call, 1024))
        for call in ("out=", "rneaInParallel")
    )
    ratios = sorted(b / a for a, b in zip(own.nanoseconds, other.nanoseconds, strict=True))
    row = next(line for line in text.splitlines() if "rneaInParallel" in line)
    assert f"x{ratios[len(ratios) // 2]:.1f}" in row
    assert recorded.machine["processor"] in text
    assert "Pinocchio 4" in text


def test_the_page_of_benchmarks_has_no_internal_goals():
    page = (ROOT / "docs" / "benchmarks.md").read_text(encoding="utf-8")
    assert "recorded/benchmark.svg" in page
    assert not re.search(r"\bgoals?\b", page)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("arm.inverse_dynamics(q, qd, qdd)", "equidyn.Arm.inverse_dynamics"),
        ('Arm.from_dh("standard", ...)', "equidyn.Arm.from_dh"),
        ("arm.gear_ratio**2 * arm.motor_inertia", "equidyn.Arm.gear_ratio"),
        ("equidyn.robots.puma560", "equidyn.robots.puma560"),
        ("quintic", "equidyn.quintic"),
        ("...", ""),
    ],
)
def test_the_name_that_code_begins_with_is_found(text, name):
    pages = pytest.importorskip("documenting.pages")
    assert pages.full_name(text) == name


def test_a_description_of_a_page_is_how_its_text_begins():
    pages = pytest.importorskip("documenting.pages")
    nodes = pages.nodes
    document = nodes.document(None, None)
    cell = nodes.entry("", nodes.paragraph("", "a cell of a table"))
    begins = nodes.paragraph("", 'One "of" each, ' + "everywhere " * 30)
    document += nodes.section("", nodes.title("", "Conventions"), cell, begins)
    context = {"metatags": ""}
    pages.describe(None, "conventions", "page.html", context, document)
    (content,) = re.findall(r'<meta name="description" content="(.*)">', context["metatags"])
    assert content.startswith("One &quot;of&quot; each, everywhere")
    assert content.endswith("everywhere ...")
    assert len(content) < 180
