"""Plots that are honest and survive print: points, hatches, and names at the ends of curves."""

import io
from itertools import combinations

import numpy as np
import pytest
from matplotlib.figure import Figure

import equidyn
from equidyn.output.plots import draw_grouped_bars, draw_lines, draw_panels, draw_points
from equidyn.output.styles import HATCHES
from oracles.drawn_curves import drawn_curves

ARM = equidyn.robots.puma560()
TERMS = list(HATCHES)


def in_gray(figure):
    """The picture of a figure in gray, rows from the top, from 0 to 1."""
    file = io.BytesIO()
    figure.savefig(file, format="rgba", dpi=100)
    width, height = (round(100 * size) for size in figure.get_size_inches())
    pixels = np.frombuffer(file.getvalue(), np.uint8).reshape(height, width, 4)[..., :3] / 255
    return pixels @ [0.2126, 0.7152, 0.0722]


def shares_of_ink(figure, boxes):
    """The pattern of gray in each box (x0, y0, x1, y1) of pixels from the lower left."""
    gray = in_gray(figure)[::-1]
    return [gray[round(y0) : round(y1), round(x0) : round(x1)] for x0, y0, x1, y1 in boxes]


def test_parts_of_a_torque_have_patterns_in_gray():
    figure = Figure(figsize=(8, 4), dpi=100)
    bars = {name: np.array([1.0]) for name in TERMS}
    ax = draw_grouped_bars(bars, ["joint 1"], "torque", figure.add_subplot())
    figure.draw_without_rendering()
    boxes = [bar.get_window_extent().padded(-2).extents for bar in ax.patches]
    patterns = shares_of_ink(figure, boxes)
    assert len(patterns) == len(TERMS)
    height, width = (min(pattern.shape[k] for pattern in patterns) for k in (0, 1))
    for (one, a), (other, b) in combinations(zip(TERMS, patterns, strict=True), 2):
        apart = np.abs(a[:height, :width] - b[:height, :width]).mean()
        assert apart > 0.05, (one, other)


def test_legend_of_bars_does_not_lie_on_them():
    figure = Figure(figsize=(6, 4), layout="constrained")
    ax = draw_grouped_bars({name: np.ones(2) for name in TERMS}, "ab", "", figure.add_subplot())
    figure.draw_without_rendering()
    assert ax.get_legend().get_window_extent().y0 >= ax.get_window_extent().y1


@pytest.mark.parametrize("joints", [2, 6, 20])
def test_names_stand_at_the_ends_of_curves_and_apart(joints):
    x = np.linspace(0, 1, 50)
    curves = {f"joint {k}": np.sin(x * k) * (x < 0.9) for k in range(1, joints + 1)}
    ax = draw_lines(x, curves, ("x", "y"))
    ax.figure.draw_without_rendering()
    names = {text.get_text(): text.get_window_extent() for text in ax.texts if text.get_text()}
    assert list(names) == list(curves) == list(drawn_curves(ax))
    assert all(box.x0 > ax.get_window_extent().x1 for box in names.values())
    assert not any(one.overlaps(other) for one, other in combinations(names.values(), 2))
    assert ax.get_legend() is None


def test_a_curve_with_gaps_has_its_name_at_its_last_point():
    x, y = np.arange(5.0), np.array([0.0, 1.0, 2.0, np.nan, np.inf])
    ax = draw_lines(x, {"a": y, "nothing": np.full(5, np.nan)}, ("x", "y"))
    assert [text.xy for text in ax.texts if not text.get_text()] == [(2.0, 2.0)]
    assert [text.get_text() for text in ax.texts if text.get_text()] == ["a"]


def test_samples_beside_names_move_no_limits():
    x = np.array([10.0, 20.0])
    ax = draw_lines(x, {"a": np.array([100.0, 200.0])}, ("x", "y"))
    assert ax.get_xlim()[0] > 9
    assert ax.get_ylim()[0] > 90


def test_every_panel_names_its_curves_and_the_total_is_thick():
    t = np.linspace(0, 1, 20)
    parts = {"inertial": t, "gravity": 1 - t, "total": 1 + 0 * t}
    for ax in draw_panels(t, {"joint 1": parts, "joint 2": parts}, "time, s"):
        assert {text.get_text() for text in ax.texts} == {
            "",
            "inertial, M q̈",
            "gravity, G",
            "total, τ",
        }
        widths = {name: line.get_linewidth() for name, line in drawn_curves(ax).items()}
        assert widths["total"] > 2 * max(widths["inertial"], widths["gravity"])


def points_of(values, **options):
    """Axes with these values as points, as they are in a file."""
    ax = draw_points(values, "error", Figure(layout="constrained").add_subplot(), **options)
    ax.figure.draw_without_rendering()
    return ax


def test_values_without_a_logarithm_are_words():
    ax = points_of({"a": 1.0, "b": np.inf, "c": np.nan, "d": 0.0})
    words = {round(text.xy[1]): text.get_text() for text in ax.texts if text.get_text()}
    assert words == {1: "undetermined", 2: "undefined", 3: "0"}
    assert list(drawn_curves(ax)) == ["a"]
    assert points_of({"b": np.inf}).get_xscale() == "log"


@pytest.mark.parametrize("values", [[1.0], [90.0, 110.0], [3.0, 700.0], [1e-3, 1e6], [2e-9, 3e-9]])
def test_a_logarithmic_axis_has_labels_at_both_sides_of_a_factor(values):
    ax = points_of({str(k): value for k, value in enumerate(values)})
    low, high = ax.get_xlim()
    assert low < min(values) <= max(values) < high
    ticks = zip(ax.get_xticklabels(), ax.get_xticks(), strict=True)
    labels = [label for label, x in ticks if low <= x <= high]
    assert len(labels) >= 3
    assert all(label.get_text() for label in labels)
    boxes = [label.get_window_extent() for label in labels]
    assert not any(one.overlaps(other) for one, other in combinations(boxes, 2))


def test_identification_marks_a_hundred_percent():
    motion = equidyn.exciting_trajectory("planar_2r", duration=5.0, evaluations=1)
    arm, t = equidyn.robots.planar_2r(), motion.times(100)
    tau = arm.inverse_dynamics(*motion(t))
    tau = tau + np.random.default_rng(0).normal(scale=0.1, size=tau.shape)
    found = equidyn.identify(arm, *motion(t), tau)
    ax = found.plot(Figure().add_subplot())
    assert not ax.patches
    points = {name: line for name, line in drawn_curves(ax).items() if name in found.base.kept}
    percent = 100 * found.standard_deviations / abs(found.base.values)
    drawn = [line.get_xdata()[0] for line in points.values()]
    np.testing.assert_allclose(drawn, percent[np.isfinite(percent)])
    assert [100.0, 100.0] in [list(line.get_xdata()) for line in ax.lines]
    assert ax.get_xlim()[0] < 100 < ax.get_xlim()[1]
