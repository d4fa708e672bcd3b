"""The file of the laboratory: what Python puts into it."""

import json
import re
from graphlib import CycleError
from pathlib import Path

import pytest

from equidyn import Arm, cli, robots
from equidyn.draw.recursion import in_characters
from equidyn.dynamics.recursion import equations
from equidyn.page import page
from equidyn.page import robots as offered
from oracles.web_page import Page

FOLDER = Path(page.__file__).parent / "web"
TOP_LEVEL = re.compile(
    r"^(?:export )?(?:const|let|class|(?:async )?function\*?) (\w+|\[.*?\])", re.MULTILINE
)


def data_of(html):
    """The data in a page."""
    return json.loads(re.search(r'<script id="data"[^>]*>(.*?)</script>', html, re.DOTALL)[1])


@pytest.mark.usefixtures("built")
def test_the_page_is_well_formed_and_refers_to_nothing_outside():
    seen = Page(robots.puma560().lab().to_html())
    assert seen.open == []
    assert seen.loads == ["data:,"]
    assert len(seen.names) == len(set(seen.names))


@pytest.mark.usefixtures("built")
def test_the_arm_and_its_state_are_in_the_page():
    arm = robots.scara()
    data = data_of(arm.lab([0.1, 0.2, 0.3, 0.4], qdd=[1, 2, 3, 4]).to_html())
    assert Arm.from_dict(data["description"]) == arm
    expected = {"q": [0.1, 0.2, 0.3, 0.4], "qd": [0, 0, 0, 0], "qdd": [1, 2, 3, 4]}
    assert data["state"] == expected


@pytest.mark.usefixtures("built")
def test_a_script_in_a_name_stays_a_name():
    name = "</script><script>alert(1)</script>@@module@@ <!--"
    html = robots.planar_2r().with_name(name).lab().to_html()
    assert name not in html
    assert data_of(html)["description"]["name"] == name
    assert Page(html).open == []


@pytest.mark.usefixtures("built")
def test_a_page_is_the_same_each_time():
    lab = robots.planar_2r().lab()
    assert lab.to_html() == lab.to_html()


@pytest.mark.usefixtures("built")
def test_an_excerpt_holds_the_parts_that_are_asked_for():
    description = robots.scara().to_dict()
    html = page.page_of(description, show=["counts", "arm"])
    assert data_of(html)["show"] == ["counts", "arm"]
    assert '<body class="lab excerpt">' in html
    assert Page(html).open == []
    assert data_of(page.page_of(description))["show"] is None
    assert '<body class="lab">' in page.page_of(description)


def test_parts_are_those_of_the_page_and_its_panels():
    panels = re.findall(r"\w+Panel(?=,)", page._read(page._PANELS))
    assert len(set(page.parts())) == len(page.parts())
    assert page.parts()[:4] == ["arm", "recursion", "editor", "text"]
    assert len(panels) == len(page.parts()) - 4


@pytest.mark.parametrize(
    ("show", "error", "said"),
    [
        (["arm", "count"], ValueError, "show: there is no 'count'; did you mean 'counts'"),
        ([], ValueError, "show: expected one or more of arm, .*got none"),
        ("arm", TypeError, "show: expected several parts of the page, got the string 'arm'"),
        (7, TypeError, "show: expected several parts of the page, got int"),
        ([None], TypeError, "show: expected a string, got NoneType"),
    ],
)
def test_parts_that_are_not_there_are_refused(show, error, said):
    with pytest.raises(error, match=said):
        page.page_of(robots.scara().to_dict(), show=show)


def test_without_the_module_one_sentence_says_what_to_do(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(page, "MODULE", tmp_path / "none.wasm")
    file = tmp_path / "lab.html"
    assert cli.main(["lab", "planar_2r", "-o", str(file)]) == 2
    said = capsys.readouterr().err
    assert "EQUIDYN_LAB=1 pip install ." in said
    assert len(said.splitlines()) == 1
    assert not file.exists()


@pytest.mark.usefixtures("built")
def test_the_command_writes_the_page_of_a_robot(monkeypatch, tmp_path, capsys):
    monkeypatch.chdir(tmp_path)
    assert cli.main(["lab", "scara"]) == 0
    html = Path("equidyn-scara-lab.html").read_text(encoding="utf-8")
    assert data_of(html)["description"]["name"] == robots.scara().name
    assert "equidyn-scara-lab.html" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("call", "error", "said"),
    [
        (lambda: robots.scara().lab([0.0]), ValueError, "q: "),
        (lambda: robots.scara().lab(qd=[0.0] * 4), TypeError, "qd: expected together with q"),
        (
            lambda: robots.random_arm(31, seed=0).lab(),
            ValueError,
            "arm: expected 1 to 30 .*got 31",
        ),
    ],
)
def test_bad_input_is_refused(call, error, said):
    with pytest.raises(error, match=said):
        call()


@pytest.mark.filterwarnings("ignore::equidyn.ArmWarning")
def test_robots_of_the_page_are_those_of_the_package():
    offers = offered.robots()
    assert next(iter(offers)) == "puma560"
    assert {"planar_2r", "rods", "scara", "ur5e", "stanford"} < set(offers)
    for name, description in offers.items():
        assert Arm.from_dict(description) == robots.load(name)


@pytest.mark.parametrize("convention", ["standard", "modified"])
@pytest.mark.parametrize("joints", ["RRRR", "PPPP", "RPPR", "PRRP"])
def test_equations_of_the_page_are_those_of_the_recursion(convention, joints):
    written = page._recursion()
    arm = robots.random_arm(4, seed=0, joints=joints, convention=convention)
    for each in equations(arm):
        found = written[convention][joints[each.link - 1]][each.quantity]
        text = found["equation"]
        for letter, link in zip("bka", (each.link - 1, each.link, each.link + 1), strict=True):
            text = text.replace(f"_{letter}", f"_{link}")
        assert text == in_characters(f"{each.symbol} = {each.right}")
        operands = {(name, each.link + offset) for name, offset in found["operands"]}
        assert {(name, k) for name, k in operands if 1 <= k <= arm.n} == set(each.operands)
        assert (found["unit"], found["kind"], found["number"]) == (
            each.unit, each.kind, each.number,
        )  # fmt: skip


def test_no_two_modules_define_the_same_name():
    code = "".join(re.sub(r"String.raw`[^`]*`", "", page._read(file)) for file in page._modules())
    names = [name for each in TOP_LEVEL.findall(code) for name in re.findall(r"\w+", each)]
    assert len(names) == len(set(names)) > 300


def test_a_circle_of_imports_is_refused(monkeypatch):
    text = {"start.js": "vectors", "vectors.js": "start"}
    read = {name: f'import {{ x }} from "./{other}.js";\n' for name, other in text.items()}
    monkeypatch.setattr(page, "_read", read.__getitem__)
    with pytest.raises(CycleError, match="cycle"):
        page._modules()


def test_a_module_comes_after_those_that_it_imports():
    modules = page._modules()
    for k, name in enumerate(modules):
        assert set(page._imports(name)) <= set(modules[:k])


FLOORS = {"base": {"base"}, "arm": {"base", "arm"}, "panels": {"base", "arm", "panels"}}


def test_modules_import_from_the_floors_below():
    for name in page._modules():
        folder, file = name.rpartition("/")[::2]
        below = {each.rpartition("/")[0] for each in page._imports(name)}
        assert not folder or below <= FLOORS[folder], file


def test_every_module_is_in_the_page():
    there = {file.relative_to(FOLDER).as_posix() for file in FOLDER.rglob("*.js")}
    assert there == set(page._modules())
