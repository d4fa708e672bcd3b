"""The picture of the README is the one that the package draws; the site draws its others."""

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import matplotlib
import numpy as np
import pytest

from documenting import races
from documenting.pictures import draw_motion
from updating import pictures, times

ROOT = Path(__file__).parents[2]

# twice the last digit, in points; one of 256 steps of a colour counts as less
_NEAR, _STEP = 0.02, 0.004

_NUMBER = r"-?\d+\.?\d*(?:e-?\d+)?"


def parts(svg):
    """The numbers of everything that is drawn, by what it is; in no order.

    Matplotlib draws what is farther away first. Rounding orders what is equally far away, and
    differs from one machine to another.
    """
    found = {}
    for element in ET.fromstring(svg).iter():
        *faces, rest = element.attrib.pop("d", "").split("z")
        shared = " ".join(
            value
            for name, value in sorted(element.items())
            if not re.search("href|clip-path|id$", name)
        )
        for path in faces or [rest]:
            text = f"{path} {shared}"
            colours = [_STEP * each for hexadecimal in re.findall(r"#([0-9a-f]{6})\b", text)
                       for each in bytes.fromhex(hexadecimal)]  # fmt: skip
            text = re.sub(r"#[0-9a-f]{6}\b", "colour", text)
            numbers = [float(number) for number in re.findall(_NUMBER, text)]
            kind = element.tag, re.sub(_NUMBER, "0", text)
            found.setdefault(kind, []).append(numbers + colours)
    return {kind: np.array(numbers) for kind, numbers in found.items()}


def require_same(one, other):
    """Check that each part of a picture is a part of the other, and as often."""
    one, other = parts(one), parts(other)
    assert {kind: len(each) for kind, each in one.items()} == {
        kind: len(each) for kind, each in other.items()
    }
    for kind in one:
        apart = np.abs(one[kind][:, np.newaxis] - other[kind]).max(axis=-1, initial=0.0)
        assert (apart.min(axis=0) <= _NEAR).all(), kind
        assert (apart.min(axis=1) <= _NEAR).all(), kind


def test_the_stored_picture_is_the_one_that_is_drawn():
    kept = (ROOT / pictures.FILE).read_text(encoding="utf-8")
    if f"Matplotlib {matplotlib.__version__} " not in kept:
        pytest.skip("another version of matplotlib drew the stored picture")
    require_same(pictures.drawn(), kept)


def test_a_line_that_moved_is_noticed_and_another_order_is_not():
    first = '<path d="M 1 2 L {} 4" style="stroke: #{}"/>'
    second = '<path d="M 5 6 L 7 8" style="stroke: #000000"/>'
    svg, other = f"<svg>{first}{second}</svg>", f"<svg>{second}{first}</svg>"
    require_same(svg.format(3, "112233"), other.format(3.004, "112234"))
    for changed in (other.format(3.1, "112233"), other.format(3, "11223f")):
        with pytest.raises(AssertionError):
            require_same(svg.format(3, "112233"), changed)
    with pytest.raises(AssertionError):
        require_same(svg.format(3, "112233"), svg.replace(second, "").format(3, "112233"))


def test_faces_of_one_colour_become_a_path_of_each_side_and_lines_stay():
    square, back = "M 0 0\nL 1.0004 0\nL 1 1\nz", "M 0 0\nL 1 1\nL 1 0\nz"
    faces = "".join(f'<g id="s"><path d="{d}" style="fill: #112233"/></g>' for d in (square, back))
    line = '<path d="M 0 0 L 1 1" style="stroke: #112233"/>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg"><metadata/>{faces}{faces}{line}{line}</svg>'
    lines = pictures.small(svg).splitlines()[1:-1]
    assert re.findall(r'd="(.*?)"', "\n".join(lines)) == [
        2 * "M0 0L1.00 0L1 1z",
        2 * "M0 0L1 1L1 0z",
        *2 * ["M0 0L1 1"],
    ]
    assert len(lines) == 4


def test_the_race_has_a_curve_of_each_formulation_and_the_motion_one_of_each_term(tmp_path):
    timed = times.read((ROOT / times.FILE).read_text(encoding="utf-8"))
    figure = races.draw(timed)
    for race, ax in zip((timed.races[0], timed.races[-1]), figure.axes, strict=True):
        assert len(ax.get_lines()) >= len(race.nanoseconds)
    draw_motion(tmp_path / "motion.svg")
    drawn = (tmp_path / "motion.svg").read_text(encoding="utf-8")
    terms = ("inertial, M q̈", "centrifugal, in C q̇", "coriolis, in C q̇", "gravity, G")
    assert all(f"<!-- {term} -->" in drawn for term in terms)


def shown(text):
    return set(re.findall(r"!\[[^]]*\]\((\S+)\)", text.read_text(encoding="utf-8")))


def test_the_readme_shows_the_arm_and_the_site_every_picture():
    assert shown(ROOT / "README.md") == {pictures.FILE.as_posix()}
    on_the_site = set().union(*map(shown, (ROOT / "docs").glob("*.md")))
    assert on_the_site >= {"recorded/time_against_n.svg", "recorded/breakdown.svg"}
