"""What panels take from Python: styles, equations that are those of the site, and lines of code."""

import importlib
import json
import re
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

import equidyn
from equidyn.output.page import palette
from equidyn.page.panel_data import EQUATIONS, panel_data
from equidyn.robots import puma560, uniform_chain

ROOT = Path(__file__).parents[2]
NAMES = [entry.name for entry in equidyn.formulations()]


@pytest.fixture(scope="module")
def data():
    return panel_data()


@pytest.fixture(scope="module")
def updating():
    sys.path.insert(0, str(ROOT / "tools"))
    try:
        yield importlib.import_module("updating.equations")
    finally:
        sys.path.remove(str(ROOT / "tools"))


def test_every_formulation_has_a_style_of_its_own(data):
    assert list(data["styles"]) == NAMES
    styles = [tuple(each.values()) for each in data["styles"].values()]
    assert len(set(styles)) == len(NAMES)


def test_colours_are_variables_of_the_page(data):
    for style in data["styles"].values():
        assert f"{style['colour'].removeprefix('var(').removesuffix(')')}: #" in palette()


@pytest.mark.parametrize("name", NAMES)
def test_equations_are_those_of_the_site(name, updating):
    stored = json.loads(EQUATIONS.read_text(encoding="utf-8"))
    assert list(stored) == NAMES
    assert stored[name]["source"] == updating.source_of(name)
    formulas = len(
        re.findall(r"\$\$.+?\$\$|\$.+?\$", stored[name]["source"]["equations"], re.DOTALL)
    )
    assert "".join(stored[name]["blocks"]).count("<math") == formulas > 0


@pytest.mark.parametrize("name", NAMES)
def test_equations_and_symbols_are_well_formed(name, data):
    found = data["equations"][name]
    for text in (*found["blocks"], *(cell for row in found["symbols"] for cell in row)):
        ElementTree.fromstring(f"<root>{text}</root>")
        assert "$" not in text
    assert found["symbols"]


@pytest.mark.parametrize("name", NAMES)
def test_most_operations_stand_on_a_line_of_the_code(name, data):
    arm = uniform_chain(3) if equidyn.formulations()[name].restriction else puma560()
    steps = equidyn.count_operations(arm, name).steps
    labels = {label for file in data["files"][name] for _, label in data["code"][file]}
    seen = [step for label, step in steps.items() if label in labels]
    share = sum(step.multiplications for step in seen)
    assert share >= 0.3 * sum(step.multiplications for step in steps.values())


def test_lines_of_code_are_without_labels(data):
    for lines in data["code"].values():
        assert not any(
            "@@" in text or 'row("' in text or "EQUIDYN_STEP" in text
            for text, _ in lines
            if "Row<T>" not in text
        )


def test_it_is_plain_data(data):
    assert json.loads(json.dumps(data))["styles"] == data["styles"]
