"""Notebooks become pages that need no scripts of widgets, and say what their pictures show."""

import json
import re
from base64 import b64encode
from pathlib import Path

import pytest

from documenting.course import numbered
from equidyn import Arm, robots
from equidyn.page.page import parts
from equidyn.studies.papers.equivalence import check_derivation
from oracles.scripts import NODE, evaluate

# with myst-nb, of the extra "docs"
notebooks = pytest.importorskip("documenting.notebooks")
nodes = notebooks.nodes
NOTE, VIEW, WIDE = notebooks.NOTE, notebooks.VIEW, notebooks.WIDE

NARROW, BROAD = (f'<svg height="1pt" width="{width}.5pt"/>'.encode() for width in (300, 700))
TEXT = "At small angles it swings."


def page(*outputs):
    """A page of a heading, a paragraph and a cell with these outputs, as myst-nb makes it."""
    document = nodes.document(None, None)
    cell = nodes.container("", nodes.container("", *outputs, classes=["cell_output"]))
    paragraph = nodes.paragraph("", TEXT)
    document += nodes.section("", nodes.title("", "Let it go"), paragraph, cell)
    return document


def raw(document):
    """Return what stands in the page as HTML."""
    return [node.astext() for node in document.findall(nodes.raw)]


def widgets(svg):
    """Return a slider and what it has drawn, in a box, as ipywidgets keeps them."""
    data = {"image/svg+xml": svg.decode()}
    return {
        "box": {"state": {"children": ["IPY_MODEL_slider", "IPY_MODEL_out"]}},
        "slider": {"state": {"value": 1}},
        "out": {"state": {"outputs": [{"output_type": "display_data", "data": data}]}},
    }


def view(model):
    """A widget, as myst-nb leaves it for a script that no page has."""
    return nodes.raw("", f'<script type="{VIEW}">{json.dumps({"model_id": model})}</script>')


def test_a_widget_is_replaced_by_what_it_has_drawn_and_a_note(tmp_path):
    document = page(view("box"))
    notebooks.finish(document, widgets(NARROW), tmp_path)
    (html,) = raw(document)
    picture = b64encode(NARROW).decode()
    source = f"data:image/svg+xml;base64,{picture}"
    assert html == f'<img alt="Let it go. {TEXT}" src="{source}">{NOTE}'


def cell_with(excerpt):
    """A page with an interactive cell whose metadata asks for parts of the laboratory."""
    document = page(nodes.raw("", "<b>τ</b>"))
    (cell,) = (each for each in document.findall(nodes.container) if not each["classes"])
    cell["classes"], cell["cell_metadata"] = ["cell"], {"excerpt": excerpt} if excerpt else {}
    return document


def test_an_interactive_cell_is_live_by_parts_of_the_laboratory(tmp_path, monkeypatch):
    monkeypatch.setattr(notebooks.excerpts, "MODULE", tmp_path)
    document = cell_with({"show": "arm,simulation", "title": "An arm", "robot": "scara"})
    notebooks.add_excerpts(document, "course/12_simulation")
    _, frame = raw(document)
    assert 'src="../_static/lab.html#show=arm,simulation&amp;robot=scara"' in frame
    document = cell_with(None)
    notebooks.add_excerpts(document, "course/12_simulation")
    assert len(raw(document)) == 1


def excerpt_of(notebook):
    """The metadata of the interactive cell of a notebook, and its other code."""
    path = Path(__file__).parents[2] / "notebooks" / f"{notebook}.ipynb"
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    code = [each for each in cells if each["cell_type"] == "code"]
    (asked,) = (each["metadata"]["excerpt"] for each in code if "excerpt" in each["metadata"])
    return asked, ["".join(each["source"]) for each in code]


@pytest.mark.parametrize("notebook", ["02_dh_conventions", "12_simulation", "14_computed_torque"])
def test_an_interactive_cell_names_known_parts_and_settings(notebook):
    asked, code = excerpt_of(notebook)
    assert sum("ipywidgets.interact" in each for each in code) == 1
    assert set(asked) <= {"show", "title", "height", *notebooks.excerpts.SETTINGS}
    assert set(asked["show"].split(",")) <= set(parts())
    assert asked.get("robot", "puma560") in robots.names()


def test_the_arm_of_an_excerpt_is_that_of_its_chapter():
    asked, code = excerpt_of("02_dh_conventions")
    made = {}
    exec("import numpy as np\nimport equidyn\n", made)
    (rows,) = (each for each in code if each.startswith("rows = "))
    exec(rows.partition("\n\n")[0], made)
    exec(rows[rows.index("bodies = ") :].partition("\nfor ")[0], made)
    arm = Arm.from_dh(**asked["arm"])
    assert arm == made["arms"]["standard"]
    assert asked["q"] == ",".join(map(str, made["q"]))


def test_a_packed_arm_is_read_by_the_scripts_of_the_laboratory():
    if NODE is None:
        pytest.skip("there is no Node on the path")
    arm = Arm.from_dh(**excerpt_of("02_dh_conventions")[0]["arm"])
    text = json.dumps(notebooks.excerpts.packed(arm))
    found = evaluate(("base/formats.js",), f"fromFragment({text})")
    assert Arm.from_dict(found) == arm


def test_a_widget_of_which_nothing_is_known_stops_the_build(tmp_path):
    with pytest.raises(KeyError):
        notebooks.finish(page(view("gone")), widgets(NARROW), tmp_path)


def test_what_is_no_widget_stays_as_it_is(tmp_path):
    document = page(nodes.raw("", "<b>τ</b>"))
    notebooks.finish(document, {}, tmp_path)
    assert raw(document) == ["<b>τ</b>"]


def test_symbols_of_equations_and_their_errata_become_formulas(tmp_path):
    check = check_derivation(robots.planar_2r())
    for table in check._tables():
        written = table._repr_html_()
        document = page(nodes.raw("", written))
        notebooks.finish(document, {}, tmp_path)
        (html,) = raw(document)
        words = re.sub(r"<math>.*?</math>", "", html, flags=re.DOTALL)
        assert re.findall(r">[^<>]*(?:\b\w\^|[A-Za-z]_|\bqdd?\b)[^<>]*<", words) == []
        # numbers of equations, residuals and words stay
        assert re.findall('right">.*?<', html) == re.findall('right">.*?<', written)
        assert '<td style="text-align: left">4.17</td>' in html
    (first, *_) = (row for row in check.errata_table().rows if row[1].startswith("R_0^{i-1}"))
    assert first[1] == "R_0^{i-1} at the left"
    assert re.search(r"</msubsup>\s*</math> at the left</td>", html)


def test_other_tables_keep_what_looks_like_a_symbol(tmp_path):
    table = (
        '<table>\n<caption>Arms</caption>\n<tr><td style="text-align: left">q_1</td></tr></table>\n'
    )
    document = page(nodes.raw("", table))
    notebooks.finish(document, {}, tmp_path)
    assert raw(document) == [table]


def test_polynomials_in_tables_become_formulas(tmp_path):
    document = page(
        nodes.raw("", "<tr><td>kane</td><td>1/2 n^2</td><td>n = 2</td><td>12</td></tr>")
    )
    notebooks.finish(document, {}, tmp_path)
    name, polynomial, *others = re.findall(r"<td>(.*?)</td>", raw(document)[0], re.DOTALL)
    assert (name, *others) == ("kane", "n = 2", "12")
    assert re.search(r"<mfrac.*<mn>1</mn>\s*<mn>2</mn>\s*</mfrac>.*<msup>", polynomial, re.DOTALL)


@pytest.mark.parametrize(("svg", "classes"), [(NARROW, []), (BROAD, [WIDE])])
def test_a_picture_is_described_and_a_wide_one_may_scroll(tmp_path, svg, classes):
    (tmp_path / "a1b2.svg").write_bytes(svg)
    document = page(nodes.image(uri="/a1b2.svg"))
    notebooks.finish(document, {}, tmp_path)
    (image,) = document.findall(nodes.image)
    assert image["alt"] == f"Let it go. {TEXT}"
    assert image["classes"] == classes


def test_a_description_that_somebody_wrote_stays(tmp_path):
    (tmp_path / "a1b2.png").write_bytes(NARROW)
    document = page(nodes.image(uri="/a1b2.png", alt="A pendulum"))
    notebooks.finish(document, {}, tmp_path)
    assert next(document.findall(nodes.image))["alt"] == "A pendulum"


def test_a_description_ends_with_a_whole_word():
    document = page()
    (output,) = document.findall(lambda node: "cell_output" in notebooks.classes(node))
    paragraph = next(document.findall(nodes.paragraph))
    paragraph.replace_self(nodes.paragraph("", "word " * 100))
    assert notebooks.description(output).endswith(" word ...")
    assert len(notebooks.description(output)) < 260


def test_a_chapter_has_the_number_of_its_file(tmp_path):
    path = tmp_path / "04_costs.ipynb"
    cells = [{"cell_type": "markdown", "source": ["# How many?\n", "\n", "Text"]}]
    path.write_text(json.dumps({"cells": cells}))
    assert json.loads(numbered(path))["cells"][0]["source"] == "# 4. How many?\n\nText"


def test_a_chapter_without_a_title_is_refused(tmp_path):
    path = tmp_path / "04_costs.ipynb"
    path.write_text(json.dumps({"cells": [{"cell_type": "markdown", "source": ["Text"]}]}))
    with pytest.raises(ValueError, match=r"04_costs\.ipynb: expected a title first"):
        numbered(path)
