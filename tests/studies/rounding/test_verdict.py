"""Verdict of a rounding measurement: the formulation that loses digits first, and the reason."""

from typing import get_args

import matplotlib
import numpy as np
import pytest

import equidyn
from equidyn.dynamics.names import QuantityName
from equidyn.studies.rounding import RoundingErrors, RoundingRecord
from equidyn.studies.rounding.verdict import _REASONS, ALIKE, KEPT, NOT_TOLD_APART, UNEXPLAINED

PLACES = tuple(10**k for k in range(7))

ABOUT_FRAMES = {
    "inertia: second moments about the frame",
    "inertia: a tensor about the frame",
}


@pytest.fixture(scope="module", params=[0, 3])
def measured(request):
    return equidyn.rounding_error(n=(1, 3, 8), samples=10, seed=request.param)


def synthetic(sweep="frame", **powers):
    """Errors that grow from 1 eps by a power of x."""
    records = [
        RoundingRecord(sweep, name, x, float(x) ** power, 0.0)
        for name, power in powers.items()
        for x in PLACES
    ]
    return RoundingErrors(tuple(records), "none", 1, 0)


def test_every_trait_of_a_formulation_that_loses_digits_has_a_reason():
    listed = [f for quantity in get_args(QuantityName) for f in equidyn.formulations(quantity)]
    traits = {trait for f in listed for trait in (f.inertia, f.positions)}
    assert traits == {*_REASONS, "from frame to frame"}


def test_with_the_number_of_joints_all_errors_grow_alike_and_little(measured):
    (group,) = measured.groups("joints")
    assert group.name == ALIKE
    few, many = (
        np.array([measured.of("joints", name)[k].error for name in measured.formulations])
        for k in (0, -1)
    )
    assert few.max() < 3
    assert np.log(few).mean() < np.log(many).mean()
    assert many.max() < 15


@pytest.mark.parametrize("sweep", ["frame", "parallel", "lift", "turns"])
def test_the_farther_the_more_digits_are_lost_by_those_who_lose_any(measured, sweep):
    for name in measured.formulations:
        at = [record.error for record in measured.of(sweep, name)]
        if at[-1] > 100:
            assert all(far > 2 * near for near, far in zip(at[2:], at[4:], strict=False)), name
        else:
            assert max(at) < 10, name


def test_a_frame_far_away_costs_twice_the_digits_where_moments_are_about_it(measured):
    found = {group.name: group for group in measured.groups("frame")}
    for name, group in found.items():
        expected = 2 if name in ABOUT_FRAMES else 1
        assert group.power == pytest.approx(expected, abs=0.35), name
    worst = measured.groups("frame")[0]
    assert worst.name in ABOUT_FRAMES
    assert "x²" in worst.reason or "squares of x" in worst.reason
    assert found["inertia: a tensor about the centre of mass"].digits < worst.digits - 4


def test_of_nearly_parallel_axes_none_suffers(measured):
    (group,) = measured.groups("parallel")
    assert set(group.formulations) == set(measured.formulations)
    assert group.reason == KEPT
    assert measured.first("parallel") is None


def test_on_a_lift_only_positions_from_the_base_suffer(measured):
    worst, other = measured.groups("lift")
    from_base = {f.name for f in equidyn.formulations() if f.positions == "from the base"}
    assert set(worst.formulations) == from_base
    assert worst.power == pytest.approx(1, abs=0.35)
    assert other.reason == KEPT


def test_of_many_turns_all_suffer_alike(measured):
    (group,) = measured.groups("turns")
    assert (group.name, len(group.formulations)) == (ALIKE, len(measured.formulations))
    assert group.power == pytest.approx(1, abs=0.35)


def test_the_first_is_found_between_two_places():
    found = synthetic(lagrange_euler=2.0, newton_euler=1.0, kane=0.0)
    name, x = found.first("frame")
    assert (name, round(x, 6)) == ("lagrange_euler", round(10**1.5, 6))
    assert found.worst("frame") == "lagrange_euler"
    assert synthetic(kane=0.2).first("frame") is None


def test_a_power_that_is_not_the_predicted_one_is_not_explained():
    for power, expected in ((2.0, False), (2.5, True), (1.5, True)):
        group = synthetic(lagrange_euler=power, newton_euler=0.0).groups("frame")[0]
        assert group.formulations == ("lagrange_euler",)
        assert (group.reason == UNEXPLAINED) == expected


def test_what_no_question_tells_apart_is_said_to_be_so():
    found = synthetic(newton_euler=2.0, newton_euler_lee=0.0, gibbs_appell=0.0)
    (group,) = found.groups("frame")
    assert (group.name, group.reason) == (NOT_TOLD_APART, UNEXPLAINED)


def test_the_power_is_that_of_the_second_half():
    records = [RoundingRecord("lift", "kane", x, max(1.0, x / 100), 0.0) for x in PLACES]
    found = RoundingErrors(tuple(records), "none", 1, 0)
    assert found.exponent("lift", "kane") == pytest.approx(1.0)


def test_what_is_not_a_number_counts_as_all_digits_lost():
    records = [
        RoundingRecord("lift", name, x, e, 0.0)
        for x in PLACES
        for name, e in (("kane", np.inf), ("newton_euler", 1.0))
    ]
    found = RoundingErrors(tuple(records), "none", 1, 0)
    worst, other = found.groups("lift")
    assert (round(worst.digits, 1), other.digits) == (15.7, 0.0)
    assert found.first("lift") == ("kane", 1.0)


def test_tables_say_who_is_first_and_why(measured):
    text = str(measured)
    assert "C_i - O_j: positions that grow as x are subtracted" in text
    assert all(name in text for name in measured.formulations)
    assert measured._repr_html_().count("<table>") == 3
    (row,) = (row for row in measured.first_table().rows if row[0] == "joints")
    assert row[1] == "none"


def test_a_single_place_has_no_power():
    found = equidyn.rounding_error(sweeps=["joints"], n=(2,), samples=2)
    assert np.isnan(found.exponent("joints", "kane"))
    assert found.reasons_table().rows[0][4] == "-"


def test_curves_have_the_colour_that_the_legend_gives_their_group(measured):
    matplotlib.use("Agg")
    from matplotlib import pyplot

    ax = measured.plot(sweep="frame")
    legend = {
        t.get_text(): line.get_color()
        for t, line in zip(ax.get_legend().get_texts(), ax.get_legend().get_lines(), strict=True)
    }
    drawn = {line.get_label(): line.get_color() for line in ax.get_lines()}
    for group in measured.groups("frame"):
        assert {drawn[name] for name in group.formulations} == {legend[group.name]}
    assert "lengths of the arm" in ax.get_xlabel()
    pyplot.close(ax.figure)


def test_the_picture_is_of_the_series_that_tells_most_apart():
    matplotlib.use("Agg")
    from matplotlib import pyplot

    ax = equidyn.rounding_error(sweeps=["turns", "lift"], samples=2).plot()
    assert ax.get_xlabel().startswith("height above the base")
    with pytest.raises(ValueError, match=r"^sweep: there is no 'frame'"):
        equidyn.rounding_error(sweeps=["turns"], samples=2).plot(sweep="frame")
    pyplot.close(ax.figure)
