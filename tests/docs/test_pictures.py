"""The pictures of the README are those that the package draws."""

import re
from pathlib import Path

import matplotlib
import numpy as np
import pytest

from updating import pictures, times

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def drawn():
    """The pictures as they are drawn now."""
    return pictures.drawn(times.read((ROOT / times.FILE).read_text(encoding="utf-8")))


def coordinates(svg: str) -> np.ndarray:
    """Return every number with a point in the text of a picture, in points of a seventy-second."""
    return np.array(re.findall(r"-?\d+\.\d+", svg), dtype=float)


@pytest.mark.parametrize("file", pictures.FILES, ids=lambda file: file.stem)
def test_a_picture_that_is_kept_is_what_is_drawn(drawn, file):
    kept = (ROOT / file).read_text(encoding="utf-8")
    if f"Matplotlib v{matplotlib.__version__}," not in kept:
        pytest.skip("another version of matplotlib drew it")
    np.testing.assert_allclose(coordinates(drawn[file]), coordinates(kept), atol=0.01)


def test_the_readme_shows_three():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert {f"docs/{file.name}" for file in pictures.FILES} == set(
        re.findall(r"!\[[^]]*\]\((\S+)\)", readme)
    )
