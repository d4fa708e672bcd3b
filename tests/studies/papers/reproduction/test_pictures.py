"""What the pages of the experiments are asked to show of an arm is what they show."""

import json
import re
from html import unescape

import numpy as np
import pytest
from matplotlib import pyplot
from matplotlib.figure import Figure

from equidyn import robots, trapezoid
from equidyn.page.page import MODULE
from equidyn.studies.papers.reproduction.pictures import Curves, MovingArm, poses

ARM = robots.planar_2r()
Q = np.array([0.123, 0.456])

moves = pytest.mark.skipif(not MODULE.exists(), reason="the module has not been built")


def shown(**given):
    """Name and title of the frame of an arm, and what its page is told."""
    frame = str(
        MovingArm(**{"name": "fall", "arm": ARM, "panels": (), "description": ""} | given).frame
    )
    name, title = re.search(r'<iframe id="(.*?)" title="(.*?)"', frame).groups()
    told = re.search(r'<script id="data"[^>]*>(.*?)</script>', unescape(frame), re.DOTALL)
    return name, title, json.loads(told[1])


@moves
def test_an_arm_stands_where_it_is_put():
    _, _, told = shown(q=Q)
    assert told["state"] == {"q": Q.tolist()}
    assert told["motion"] is None
    _, _, told = shown()
    assert told["state"] is None


@moves
def test_an_arm_plays_its_motion():
    move = trapezoid(Q, -Q, duration=2.0)
    _, _, told = shown(motion=move)
    times = np.array(told["motion"]["t"])
    assert times[[0, -1]].tolist() == [0.0, 2.0]
    for name, values in zip(("q", "qd", "qdd"), move(times), strict=True):
        np.testing.assert_allclose(told["motion"][name], values, rtol=0, atol=1e-12)


@moves
def test_name_description_and_panels_are_those_of_the_frame():
    name, title, told = shown(name="swing", description="it swings", panels=("torques",))
    assert (name, title) == ("swing", "it swings")
    assert told["show"] == ["arm", "torques"]
    assert shown()[2]["show"] == ["arm"]


def test_poses_are_drawn_side_by_side_on_one_scale_under_their_names():
    picture = poses(ARM, {"start": Q, "goal": -Q}, "both")
    assert (picture.caption, picture.grid) == ("both", (1, 2))
    assert "start, goal" in picture.description
    figure = Figure()
    axes = [figure.add_subplot(1, 2, k, projection=picture.projection) for k in (1, 2)]
    picture.draw(axes)
    assert [ax.get_title() for ax in axes] == ["start", "goal"]
    assert axes[0].get_ylim() == axes[1].get_ylim()
    exchanged = poses(ARM, {"start": -Q, "goal": Q}, "both")
    assert exchanged.drawing != picture.drawing


def test_a_bound_is_drawn_on_both_sides_of_zero():
    x = np.linspace(0, 1, 5)
    panels = {"error": {"joint 1": x - 0.5}}
    for bound, lines in ((None, set()), (0.25, {-0.25, 0.25})):
        (ax,) = Curves(x, panels, ("t", "e"), bound=bound).draw()
        levels = [set(np.asarray(line.get_ydata(), dtype=float)) for line in ax.lines]
        assert set().union(*(each for each in levels if len(each) == 1)) - {0.0} == lines
        pyplot.close(ax.figure)
