"""Small pictures in a grid: each curve in its own, each name once."""

import matplotlib
import numpy as np
import pytest

matplotlib.use("agg")
from equidyn.output.plots import draw_grid, grid_of, grid_size

X = np.linspace(0, 1, 5)


def panels(count):
    """As many panels, of two curves each, the second the higher."""
    return {f"panel {k}": {"low": X * k, "high": X * k + 1} for k in range(count)}


@pytest.mark.parametrize(("count", "shape"), [(1, (1, 1)), (2, (1, 2)), (5, (3, 2)), (6, (3, 2))])
def test_every_panel_has_a_place(count, shape):
    assert grid_of(count) == shape
    assert shape[0] * shape[1] >= count
    assert grid_size(count) < grid_size(count + 2)
    axes = draw_grid(X, panels(count), ("time", "height"))
    assert [ax.get_title(loc="left") for ax in axes] == list(panels(count))
    for k, ax in enumerate(axes):
        np.testing.assert_array_equal(ax.lines[0].get_ydata(), X * k)
    matplotlib.pyplot.close(axes[0].figure)


def test_names_stand_once_above_and_have_one_colour():
    axes = draw_grid(X, panels(4), ("time", "height"))
    (legend,) = axes[0].figure.legends
    assert [label.get_text() for label in legend.get_texts()] == ["low", "high"]
    assert len({ax.lines[0].get_color() for ax in axes}) == 1
    assert axes[0].lines[0].get_color() != axes[0].lines[1].get_color()
    matplotlib.pyplot.close(axes[0].figure)


def test_labels_stand_at_the_edges_and_bounds_on_both_sides():
    axes = draw_grid(X, panels(4), ("time", "height"), bound=0.5)
    assert [ax.get_xlabel() for ax in axes] == ["", "", "time", "time"]
    assert [ax.get_ylabel() for ax in axes] == ["height", "", "height", ""]
    levels = [line.get_ydata()[0] for line in axes[0].lines[2:]]
    assert levels == [-0.5, 0.5]
    matplotlib.pyplot.close(axes[0].figure)
