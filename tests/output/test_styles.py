"""Colours and marks: one meaning each, read as text, and told apart by the colour-blind."""

import re
from itertools import combinations
from pathlib import Path

import matplotlib
import numpy as np
import pytest

import equidyn
from equidyn.dynamics.breakdown import Breakdown
from equidyn.dynamics.registry import KERNEL, families, numbers
from equidyn.output import styles
from equidyn.output.styles import (
    AXES,
    BEYOND,
    COLOURS,
    FAMILIES,
    HATCHES,
    INK,
    MUTED,
    ON_DARK,
    PARTS,
    WITHIN,
    bar_styles,
    curve_styles,
    group_styles,
    line_styles,
)

# of the pictures of the course
FIGURES = Path(styles.__file__).with_name("figures.mplstyle")

NAMES = [formulation.name for formulation in equidyn.formulations()]
WHITE, DARK_PAPER = "#ffffff", "#17181b"

# how the colour-blind see linear RGB (Machado, Oliveira & Fernandes 2009, severity 1)
PROTANOPIA = [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
]
DEUTERANOPIA = [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.011820, 0.042940, 0.968881],
]
# linear sRGB to XYZ, each part of that of white (D65)
XYZ = [
    [0.4339, 0.3762, 0.1899],
    [0.2126, 0.7152, 0.0722],
    [0.0177, 0.1095, 0.8728],
]


def linear(colour):
    """The light of a colour, as red, green and blue from 0 to 1."""
    value = np.array(list(bytes.fromhex(colour.removeprefix("#")))) / 255
    return np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)


def contrast(one, other):
    """The contrast of two colours as WCAG 2 has it, from 1 to 21."""
    low, high = sorted(linear(colour) @ [0.2126, 0.7152, 0.0722] for colour in (one, other))
    return (high + 0.05) / (low + 0.05)


def lab(light):
    """Coordinates of a colour in CIELAB, where distances are as large as they look."""
    x, y, z = np.cbrt(np.maximum(np.array(XYZ) @ np.clip(light, 0, 1), 0))
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def distance(one, other, seen=np.eye(3)):  # noqa: B008
    return np.linalg.norm(lab(seen @ linear(one)) - lab(seen @ linear(other)))


@pytest.mark.parametrize("colour", [*COLOURS, MUTED, INK, *FAMILIES.values(), *PARTS.values()])
def test_words_can_be_read_in_every_colour_on_white_and_on_dark_pages(colour):
    assert contrast(colour, WHITE) >= 4.5
    assert contrast(ON_DARK[colour], DARK_PAPER) >= 4.5


def test_contrast_is_that_of_wcag():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)


def test_numbers_can_be_read_on_the_colours_of_a_heat_map():
    assert all(contrast(INK, colour) >= 4.5 for colour in (*WITHIN, BEYOND[0]))
    assert contrast(WHITE, BEYOND[1]) >= 4.5


@pytest.mark.parametrize("seen", [np.eye(3), PROTANOPIA, DEUTERANOPIA])
@pytest.mark.parametrize("colours", [COLOURS, AXES, [ON_DARK[c] for c in COLOURS]])
def test_colours_are_told_apart_by_the_colour_blind(colours, seen):
    for one, other in combinations(colours, 2):
        assert distance(one, other, np.array(seen)) > 12, (one, other)


def test_families_are_those_of_the_registry_and_of_others():
    known = {formulation.family for formulation in equidyn.formulations()}
    assert set(FAMILIES) == known | {"others", KERNEL}
    assert len(set(FAMILIES.values())) == len(FAMILIES)


def test_parts_are_those_of_a_breakdown():
    terms = set(Breakdown.__dataclass_fields__) - {"joints"}
    assert set(PARTS) == terms | {"velocity", "total"}
    assert len({PARTS[name] for name in terms}) == len(terms)


def test_a_formulation_looks_alike_whichever_are_drawn_beside_it():
    def styles(names):
        return curve_styles(names, families(names), numbers(names))

    every = styles(NAMES)
    assert len({(s["color"], s["marker"]) for s in every.values()}) == len(NAMES)
    for some in (NAMES[::2], NAMES[::-3], ["my_own", "kane"]):
        for name, style in styles(some).items():
            if name in every:
                assert style == every[name]
            else:
                assert style["color"] == FAMILIES["others"]


def test_a_method_of_a_quantity_keeps_its_colour_too():
    names = [method.name for method in equidyn.formulations("mass_matrix")]
    every = curve_styles(names, None, numbers(names, "mass_matrix"))
    assert len({(s["color"], str(s["linestyle"])) for s in every.values()}) == len(names)
    last = curve_styles(names[-1:], None, numbers(names[-1:], "mass_matrix"))
    assert last == {names[-1]: every[names[-1]]}


def test_marks_in_one_group_differ_whatever_their_families():
    group = dict.fromkeys(NAMES, "from the base")
    styles = curve_styles(NAMES, group, numbers(NAMES)).values()
    assert len({(style["fillstyle"], str(style["linestyle"])) for style in styles}) == len(NAMES)
    assert len({style["marker"] for style in styles}) == 1
    (colour,) = {style["color"] for style in styles}
    assert colour not in FAMILIES.values()


@pytest.mark.parametrize("count", [5, 8, 14])
def test_groups_differ_in_colour_and_in_mark(count):
    group_of = {f"curve {k}": f"group {k % count}" for k in range(3 * count)}
    looks = {}
    for curve, style in curve_styles(group_of, group_of).items():
        looks.setdefault(group_of[curve], set()).add((style["color"], style["marker"]))
    assert all(len(of_group) == 1 for of_group in looks.values())
    pairs = [look for of_group in looks.values() for look in of_group]
    assert len({mark for _, mark in pairs}) == count
    assert len({colour for colour, _ in pairs}) == min(count, 10)
    assert {colour for colour, _ in pairs[:5]}.isdisjoint(FAMILIES.values())


def test_families_beside_other_groups_keep_their_colours():
    styles = group_styles({"a": "Lagrange", "b": "wrong", "c": "Newton-Euler"})
    assert styles["Lagrange"]["color"] == FAMILIES["Lagrange"]
    assert len({style["color"] for style in styles.values()}) == 3
    assert len({style["marker"] for style in styles.values()}) == 3


@pytest.mark.parametrize("names", [list(PARTS), [f"joint {k}" for k in range(1, 9)]])
def test_curves_are_told_apart_in_gray(names):
    # colours of equal contrast on white are of equal luminance: dashes and widths tell them apart
    used = [name for name in names if name != "velocity"]  # centrifugal and Coriolis together
    styles = line_styles(used).values()
    assert len({(str(style["linestyle"]), style["linewidth"]) for style in styles}) == len(used)


def test_bars_are_told_apart_in_gray():
    hatches = [style["hatch"] for style in bar_styles(HATCHES).values()]
    assert len(set(hatches)) == len(HATCHES) == len(set(PARTS) - {"velocity", "total"})
    others = [style["hatch"] for style in bar_styles([f"arm {k}" for k in range(8)]).values()]
    assert len(set(others)) == 8


def test_a_part_of_a_torque_has_its_colour_and_other_curves_one_after_the_other():
    styles = line_styles(["gravity", "joint 1", "total", *(f"joint {k}" for k in range(2, 10))])
    assert styles["gravity"]["color"] == PARTS["gravity"]
    assert styles["total"]["color"] == INK
    joints = [styles[f"joint {k}"] for k in range(1, 10)]
    assert [style["color"] for style in joints] == [*COLOURS, COLOURS[0]]
    assert joints[0]["linestyle"] != joints[-1]["linestyle"]


def test_colours_stand_in_one_place():
    package = Path(equidyn.__file__).parent
    found = {
        str(path.relative_to(package))
        for path in package.rglob("*.py")
        if re.search(r"[\"']#[0-9a-fA-F]{6}[\"']", path.read_text(encoding="utf-8"))
    }
    # the report's is no colour but stands for that of the page
    assert found - {"output/page.py"} == {"output/styles.py"}


def test_figures_of_the_course_have_these_colours():
    style = matplotlib.rc_params_from_file(FIGURES, use_default_template=False)
    cycle = style["axes.prop_cycle"].by_key()["color"]
    assert ["#" + colour.strip("#") for colour in cycle] == list(COLOURS)
    others = {"#" + style[name].strip("#") for name in style if name.endswith("color")}
    assert others == {INK, MUTED}
