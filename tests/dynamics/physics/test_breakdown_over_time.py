"""The terms of the torques along a motion, drawn: every joint its panel, the sum among them."""

import re

import numpy as np
import pytest
from matplotlib.figure import Figure

import equidyn
from equidyn import robots
from oracles.drawn_curves import drawn_curves

ARM = robots.planar_2r()
MOVE = equidyn.trapezoid([0.0, 0.3], [1.0, -0.5], duration=1.5)


def test_curves_are_the_terms_and_add_up_to_the_torque():
    t = MOVE.times(30)
    axes = ARM.breakdown(*MOVE(t)).plot_over(t, Figure().subplots(2))
    tau = ARM.inverse_dynamics(*MOVE(t))
    for j, ax in enumerate(axes):
        curves = {name: np.array(line.get_data()) for name, line in drawn_curves(ax).items()}
        assert set(curves) == {"inertial", "centrifugal", "coriolis", "gravity", "total"}
        np.testing.assert_allclose(curves["total"], [t, tau[:, j]], atol=1e-12)
        parts = sum(curve[1] for name, curve in curves.items() if name != "total")
        np.testing.assert_allclose(parts, tau[:, j], atol=1e-12)


@pytest.mark.parametrize(
    ("t", "message"),
    [
        (0.0, "t: expected one time for each state, (3,), got ()"),
        ([0.0, 1.0], "t: expected one time for each state, (3,), got (2,)"),
        ([0.0, 1.0, np.nan], "t: must be finite, got nan"),
    ],
)
def test_times_that_are_not_those_of_the_states_are_named(t, message):
    parts = ARM.breakdown(*MOVE([0.1, 0.2, 0.3]))
    with pytest.raises(ValueError, match=f"^{re.escape(message)}"):
        parts.plot_over(t)


def test_axes_say_the_unit_of_each_joint():
    arm = robots.random_arm(2, seed=1, joints="RP")
    parts = arm.breakdown([0.1, 0.2], [1, 2], [3, 4])
    assert parts.plot(Figure().add_subplot()).get_ylabel() == "torque, N m or N"
    assert parts.table().title == "torques of 2 joints, N m or N"
    over = arm.breakdown(*np.ones((3, 1, 2))).plot_over([0.0], Figure().subplots(2))
    assert [ax.get_ylabel() for ax in over] == ["joint 1, N m", "joint 2, N"]
    turning = ARM.breakdown(*np.ones((3, 2))).plot(Figure().add_subplot())
    assert turning.get_ylabel() == "torque, N m"
