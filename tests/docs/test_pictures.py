"""The pictures of the README and the site are those that the package draws."""

import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import matplotlib
import numpy as np
import pytest

from updating import pictures, times

ROOT = Path(__file__).parents[2]

# points of a seventy-second; one of 256 steps of a colour counts as less
_NEAR, _STEP = 0.01, 0.004

_NUMBER = r"-?\d+\.?\d*(?:e-?\d+)?"


@pytest.fixture(scope="module")
def timed():
    return times.read((ROOT / times.FILE).read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def drawn(timed):
    """The pictures as they are drawn now."""
    return pictures.drawn(timed)


def parts(svg):
    """The numbers of everything that is drawn, by what it is; in no order.

    Matplotlib draws what is farther away first, and of what is as far away whichever rounding
    says, which differs from one machine to another.
    """
    found = {}
    for element in ET.fromstring(svg).iter():
        text = " ".join(
            value
            for name, value in sorted(element.items())
            if not re.search("href|clip-path|id$", name)
        )
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


@pytest.mark.parametrize("file", pictures.FILES, ids=lambda file: file.stem)
def test_a_picture_that_is_kept_is_what_is_drawn(drawn, file):
    kept = (ROOT / file).read_text(encoding="utf-8")
    if f"Matplotlib v{matplotlib.__version__}," in kept:
        require_same(drawn[file], kept)


def test_curves_and_words_are_those_that_are_kept_in_any_version_of_matplotlib(timed):
    kept = json.loads((ROOT / pictures.CONTENTS).read_text(encoding="utf-8"))
    now = pictures.contents(timed)
    assert kept.keys() == now.keys()
    for name, artists in kept.items():
        assert len(artists) == len(now[name]) > 20, "tools/update.py draws the pictures again"
        for (colour, *numbers), (fresh_colour, *fresh) in zip(artists, now[name], strict=True):
            assert colour == fresh_colour
            if isinstance(fresh[0], str):
                assert numbers == fresh
            else:
                np.testing.assert_allclose(numbers, fresh, rtol=1e-7, atol=1e-7)


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


def shown(text):
    return set(re.findall(r"!\[[^]]*\]\((\S+)\)", text.read_text(encoding="utf-8")))


def test_the_readme_shows_the_arm_and_the_site_every_picture():
    assert shown(ROOT / "README.md") == {pictures.ARM.as_posix()}
    on_the_site = set().union(*map(shown, (ROOT / "docs").glob("*.md")))
    assert {file.name for file in pictures.FILES} <= on_the_site
