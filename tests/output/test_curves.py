"""Pictures of curves: every curve is told from the others, and every name can be read."""

import itertools

import numpy as np
import pytest
from matplotlib.figure import Figure

import equidyn
from equidyn.dynamics.registry import families
from equidyn.output.curves import curves_size, draw_against_n, mark_points
from equidyn.output.ends import _spread
from equidyn.output.styles import FAMILIES
from equidyn.output.ticks import with_room
from equidyn.timing.timings import Timing
from oracles.drawn_curves import drawn_curves

NAMES = [formulation.name for formulation in equidyn.formulations()]


def drawn(curves, size, **options):
    """Axes with these curves, as they are in a file."""
    figure = Figure(figsize=size, layout="constrained")
    ax = draw_against_n(curves, "cost", figure.add_subplot(), **options)
    figure.draw_without_rendering()
    return ax


def bundle(spread=1.02, early=()):
    """Curves of all formulations that end close to each other, some of them before the others."""
    return {
        name: {n: spread**k * n for n in ((1, 2, 5) if name in early else (1, 2, 5, 20, 100))}
        for k, name in enumerate(NAMES)
    }


def names_in(ax):
    """The texts that name curves, with the room that they take."""
    return {t.get_text(): t.get_window_extent() for t in ax.texts if t.get_text() in NAMES}


@pytest.mark.slow
@pytest.mark.parametrize("size", [curves_size(len(NAMES)), (6, 3.4), (5, 8)])
@pytest.mark.parametrize("early", [(), NAMES[::3]], ids=["all end together", "some end early"])
@pytest.mark.parametrize("spread", [1.0, 1.3])
def test_names_of_curves_never_overlap(size, early, spread):
    names = names_in(drawn(bundle(spread, early), size, groups=families(NAMES)))
    assert set(names) == set(NAMES)
    for one, other in itertools.combinations(names.values(), 2):
        assert not one.overlaps(other)


def test_names_stand_in_the_order_of_the_ends():
    names = names_in(drawn(bundle(1.3), curves_size(len(NAMES))))
    heights = [names[name].y0 for name in NAMES]
    assert heights == sorted(heights)


def test_labels_make_room_for_each_other_and_keep_their_order():
    spread = _spread([0.5, 0.1, 0.51, 0.52], 0.1)
    assert spread[1] == pytest.approx(0.1)
    assert spread[0] < spread[2] < spread[3]
    assert np.diff(sorted(spread)).min() >= 0.1 - 1e-9


def test_labels_stay_beside_the_axes_where_they_have_room():
    spread = sorted(_spread([0.0, 0.0, 1.0, 1.0, 1.0], 0.2))
    assert spread[0] >= 0.0
    assert spread[-1] <= 1.0
    assert np.diff(spread).min() >= 0.2 - 1e-9


def look(line):
    """Style of a curve."""
    return line.get_color(), line.get_marker(), line._dash_pattern


def test_families_have_colours_and_members_have_marks_and_lines():
    ax = drawn(bundle(), (8, 6), groups=families(NAMES))
    lines = {line.get_label(): line for line in ax.get_lines() if line.get_label() in NAMES}
    assert len({str(look(line)) for line in lines.values()}) == len(NAMES)
    colours = {name: line.get_color() for name, line in lines.items()}
    kin = {
        f.family: {colours[g.name] for g in equidyn.formulations() if g.family == f.family}
        for f in equidyn.formulations()
    }
    assert all(len(of_family) == 1 for of_family in kin.values())
    assert len(set.union(*kin.values())) == len(kin) == 3
    legend = {text.get_text() for text in ax.get_legend().get_texts()}
    assert legend == set(kin)


def test_the_sample_before_a_name_looks_like_its_curve():
    ax = drawn(bundle(), (8, 6), groups=families(NAMES))
    curves = [line for line in ax.get_lines() if line.get_label() in NAMES]
    samples = [line for line in ax.get_lines() if line.get_label() == "_sample"]
    assert [str(look(line)) for line in curves] == [str(look(line)) for line in samples]


@pytest.mark.parametrize(
    ("name", "family"),
    [
        ("newton_euler", "Newton-Euler"),
        ("minimal_newton_euler", "Newton-Euler"),
        ("recursive_lagrangian_3x3", "Lagrange"),
        ("lagrange_euler_literal", "Lagrange"),
        ("kane", "Kane, Gibbs, complement"),
        ("natural_orthogonal_complement", "Kane, Gibbs, complement"),
        ("my_own", "others"),
    ],
)
def test_formulations_are_of_the_family_of_their_principle(name, family):
    assert families([name]) == {name: family}


@pytest.mark.parametrize(("power", "guide"), [(1, "n"), (2, "n²"), (3, "n³"), (4, "n⁴")])
def test_guides_have_the_slope_that_they_name(power, guide):
    ax = drawn({"a": {1: 1.0, 100: 1e9}}, (8, 5))
    (label,) = (text for text in ax.texts if text.get_text() == guide)
    guides = [line.get_xydata() for line in ax.get_lines() if line.get_linestyle() == ":"]
    slopes = {slope(*xy): xy for xy in guides}
    (found,) = (s for s in slopes if s == pytest.approx(power))
    assert slope(slopes[found][0], label.xy) == pytest.approx(power)


def slope(start, end):
    return np.log(end[1] / start[1]) / np.log(end[0] / start[0])


def test_no_guide_is_named_on_a_curve():
    curves = bundle() | {"cubic": {1: 1.0, 10: 1e3, 100: 1e6}}
    ax = drawn(curves, (8, 6))
    named = [text for text in ax.texts if text.get_text() in ("n", "n²", "n³", "n⁴")]
    assert len(named) == 4
    for text in named:
        box = text.get_window_extent()
        for points in curves.values():
            x, y = ax.transData.transform(list(points.items())).T
            places = np.linspace(box.x0, box.x1, 5)
            heights = np.interp(places, x, y)
            assert not ((box.y0 < heights) & (heights < box.y1)).any(), text.get_text()


def numbers_below(ax):
    """The numbers that are written below the axis, with the room that they take."""
    labels = [label for label in ax.get_xticklabels() if label.get_text()]
    return {label.get_text(): label.get_window_extent() for label in labels}


@pytest.mark.parametrize(
    ("sizes", "written"),
    [
        ((1, 2, 4, 8, 16, 32), "1 2 4 8 16 32"),
        ((1, 2, 3, 6, 12, 24, 48), "1 2 3 6 12 24 48"),
        ((6, 7), "6 7"),
        ((1, 10, 100, 1000, 10_000, 1_000_000), "1 10 100 1,000 10⁴ 10⁶"),
    ],
)
def test_numbers_stand_where_curves_were_measured(sizes, written):
    ax = drawn({"a": {n: 10.0 * n for n in sizes}}, (8, 5))
    assert list(numbers_below(ax)) == written.split()


@pytest.mark.parametrize("width", [3, 5, 9])
def test_numbers_that_would_touch_are_left_out_and_the_ends_are_kept(width):
    sizes = range(1, 41)
    ax = drawn({"a": {n: 10.0 * n for n in sizes}}, (width, 4))
    numbers = numbers_below(ax)
    assert {"1", "2", "10", "40"} <= set(numbers)
    assert len(ax.get_xticks()) == 40
    for one, other in itertools.pairwise(numbers.values()):
        assert one.x1 < other.x0


def test_the_ends_keep_their_labels_where_a_rounder_neighbour_has_no_room_beside_them():
    texts = ["1", "2", "3", "5", "7"]
    assert with_room([1, 2, 3, 5, 7], [0.0, 2.0, 4.0, 6.0, 6.5], texts) == [0, 1, 2, 4]
    assert with_room([3, 4, 5, 7], [0.0, 0.5, 3.0, 6.0], ["3", "4", "5", "7"]) == [0, 2, 3]
    # of two between, the rounder one
    assert with_room([1, 7, 10, 90], [0.0, 3.0, 3.5, 9.0], ["1", "7", "10", "90"]) == [0, 2, 3]


def test_times_of_one_arm_are_points_the_shortest_first():
    records = [Timing(f, 6, (t, t + 5)) for f, t in (("kane", 800.0), ("newton_euler", 93.0))]
    ax = equidyn.timing.Timings(tuple(records), {}, "an arm").plot(Figure().add_subplot())
    assert [label.get_text() for label in ax.get_yticklabels()] == ["newton_euler", "kane"]
    points = drawn_curves(ax).values()
    assert [(*line.get_xdata(), *line.get_ydata()) for line in points] == [(93.0, 0), (800.0, 1)]
    colours = [line.get_color() for line in points]
    assert colours == [FAMILIES["Newton-Euler"], FAMILIES["Kane, Gibbs, complement"]]
    assert len({line.get_marker() for line in points}) == 2
    assert [text.get_text() for text in ax.texts] == ["93.0 ns", "800 ns", "one state at a time"]
    assert ax.yaxis_inverted()
    # a bar on a logarithmic axis would begin nowhere
    assert ax.get_xscale() == "log"
    assert not ax.patches


def test_points_are_marked_where_they_are():
    ax = drawn(bundle(), (8, 6))
    assert not ax.collections
    mark_points(ax, [(1.5, 30.0), (70.0, 40.0)])
    (rings,) = ax.collections
    np.testing.assert_array_equal(rings.get_offsets(), [(1.5, 30.0), (70.0, 40.0)])


def test_families_are_explained_only_where_they_are_given():
    assert drawn(bundle(), (8, 6)).get_legend() is None
