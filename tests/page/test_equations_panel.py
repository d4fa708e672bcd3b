"""Equations light the lines of code that compute them, and arrows on the arm."""

import json
import re

import pytest

import equidyn
from equidyn import robots
from equidyn.dynamics.recursion import QUANTITIES, equations
from equidyn.page import page
from equidyn.page.panel_data import panel_data
from oracles.browser import CHROMIUM, browser
from oracles.scripts import NODE, evaluate
from page.test_page_in_browser import TOOLS, WATCH, ready

NAMES = [entry.name for entry in equidyn.formulations()]
PANEL = ("panels/equations.js",)


@pytest.fixture(scope="module")
def data():
    return panel_data()


def marks(data, name):
    """Return rows and quantity of each marked equation of a formulation."""
    blocks = "".join(data["equations"][name]["blocks"])
    found = []
    for attributes in re.findall(r"<(?:mtr|math)((?: [\w-]+=\"[^\"]*\")*)>", blocks):
        rows = re.search(r' data-rows="([^"]*)"', attributes)
        quantity = re.search(r' data-quantity="([^"]*)"', attributes)
        if rows or quantity:
            found.append((rows[1].split("; ") if rows else [], quantity and quantity[1]))
    return found


@pytest.mark.parametrize("name", NAMES)
def test_an_equation_names_rows_of_the_code_beside_it(data, name):
    own, *shared = data["files"][name]
    places = {label for _, label in data["code"][own]}
    places |= {f"+{label}" for file in shared for _, label in data["code"][file]}
    found = marks(data, name)
    assert found, "no equation lights anything"
    for rows, quantity in found:
        assert set(rows) <= places - {"", "+"}
        assert quantity is None or quantity in QUANTITIES


def test_most_rows_of_the_headers_are_in_an_equation(data):
    for name in ("newton_euler", "newton_euler_base_frame", "recursive_lagrangian_4x4"):
        own, *_ = data["files"][name]
        labels = {label for _, label in data["code"][own]} - {"", "tip wrench"}
        assert labels <= {row for rows, _ in marks(data, name) for row in rows}


def test_every_step_of_the_minimal_kernel_is_in_an_equation(data):
    _, *kernel = data["files"]["minimal_newton_euler"]
    labels = {f"+{label}" for file in kernel for _, label in data["code"][file] if label}
    found = marks(data, "minimal_newton_euler")
    assert {row for rows, _ in found for row in rows} == labels
    assert "+F_i, N_i" in labels
    # its forces are those of regrouped moments, and no arrow on the arm is one of them
    assert [quantity for _, quantity in found if quantity] == ["omega", "alpha", "a", "tau"]


@pytest.mark.skipif(NODE is None, reason="there is no Node on the path")
@pytest.mark.parametrize("n", [1, 2, 6])
def test_a_step_of_the_recursion_is_found_by_quantity_and_link(n):
    steps = [(each.quantity, each.link) for each in equations(robots.random_arm(n, seed=1))]
    recursion = json.dumps({name: page._recursion()[name] for name in ("outwards", "inwards")})
    calls = ", ".join(f"stepOf('{name}', {link}, {n}, R)" for name, link in steps)
    links = ", ".join(f"linkOfStep({k + 1}, {n}, R)" for k in range(len(steps)))
    found = evaluate(
        PANEL, f"(() => {{ const R = {recursion}; return [[{calls}], [{links}]]; }})()"
    )
    assert found == [list(range(1, len(steps) + 1)), [link for _, link in steps]]


@pytest.mark.slow
def test_an_equation_that_is_pointed_at_lights_its_lines_and_its_arrow(tmp_path):
    if CHROMIUM is None or not page.MODULE.exists():
        pytest.skip("there is no Chromium on the path, or the module has not been built")
    path = tmp_path / "lab.html"
    html = page.page_of(robots.puma560().to_dict(), show=["arm", "recursion", "equations"])
    path.write_text(html, encoding="utf-8")
    with browser(tmp_path / "profile", WATCH) as tab:
        tab.open(path, 1280, 2000)
        ready(tab)
        tab.run(TOOLS)
        tab.run("setState({ qd: new Float64Array(6).fill(1) }), frames_passed(6)")
        row = "document.querySelector('#equations [data-quantity=\"omega\"]')"
        over = "new PointerEvent('pointerover', { bubbles: true })"
        lit = "[...document.querySelectorAll('#equations tr.lit')].map((x) => x.dataset.place)"
        step = "document.querySelector('.steps output').textContent"
        assert tab.run(lit) == []
        # what is pointed at stays where it is
        top = tab.run(f"{row}.getBoundingClientRect().top")
        tab.run(f"{row}.dispatchEvent({over}), frames_passed(3)")
        assert tab.run(f"{row}.getBoundingClientRect().top") == top
        assert set(tab.run(lit)) == {"+omega_i"}
        assert tab.run(step) == "13 of 54"
        assert tab.run("document.querySelectorAll('.stage-picture polyline.vector.omega').length")
        leave = "new PointerEvent('pointerleave')"
        tab.run(f"document.querySelector('.equations').dispatchEvent({leave}), frames_passed(3)")
        assert tab.run(lit) == []
        assert tab.run(step) == "off"
        tab.run(f"{row}.focus(), {row}.dispatchEvent(new MouseEvent('click', {{ bubbles: true }}))")
        tab.run("frames_passed(3)")
        assert tab.run("document.querySelector('#equations tr.lit').closest('details').open")
        assert tab.run(f"document.activeElement === {row}")
        assert tab.run("said") == []
