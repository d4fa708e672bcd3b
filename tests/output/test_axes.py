"""Axes given to a plot: drawn on, or named in an error before anything is drawn."""

import re

import numpy as np
import pytest
from matplotlib.figure import Figure

import equidyn
from equidyn.robots import planar_2r

ONE = ["newton_euler"]

# one for each of the functions that draw
RESULTS = {
    "verify": lambda: equidyn.verify(planar_2r(), 2, formulations=ONE),
    "time": lambda: equidyn.time_formulations((1, 2), ONE, 1, seconds=1e-6),
    "derivation": lambda: equidyn.studies.check_derivation(planar_2r()),
    "bench": lambda: equidyn.bench(
        planar_2r(), (1,), rounds=1, seconds=1e-6, layers=["Python"], peers=[]
    ),
    "breakdown": lambda: planar_2r().breakdown(*np.ones((3, 2))),
    "simulation": lambda: planar_2r().simulate([0, 0], [0, 0], duration=0.1, step=0.05),
}


@pytest.mark.parametrize("make", RESULTS.values(), ids=RESULTS)
def test_what_is_no_axes_is_named_and_axes_are_drawn_on(make):
    result = make()
    for wrong, got in (([], "list"), (0, "int"), ("ax", "str"), (Figure(), "Figure")):
        with pytest.raises(TypeError, match=rf"^ax: expected matplotlib axes, got {got}$"):
            result.plot(ax=wrong)
    for projection in ("3d", "polar"):
        ax = Figure().add_subplot(projection=projection)
        with pytest.raises(TypeError, match=r"^ax: expected rectilinear matplotlib axes, got"):
            result.plot(ax=ax)
    ax = Figure().add_subplot()
    assert result.plot(ax=ax) is ax
    assert len(ax.get_children()) > len(Figure().add_subplot().get_children())


MOTION = equidyn.trapezoid([0.0, 0.0], [1.0, 0.5], duration=1)
FALL = planar_2r().simulate([0, 0], [0, 0], duration=0.1, step=0.05)

LABELLED = {
    "trajectory": lambda: MOTION.plot(),
    "terms": lambda: planar_2r().breakdown(*MOTION([0.1, 0.2])).plot_over([0.1, 0.2]),
    "poles": lambda: [equidyn.stability(9, 6).plot()],
    **{
        f"simulated {name}": lambda name=name: [FALL.plot(name)]
        for name in ("q", "qd", "torque", "energy")
    },
}
UNITS = re.compile(r"(time|frequency), (s|Hz)|.+, (rad|N m|J|1/s)(/s|/s²)?( or m(/s|/s²)?)?")


@pytest.mark.parametrize("draw", LABELLED.values(), ids=LABELLED)
def test_units_follow_the_quantity_after_a_comma(draw):
    axes = draw()
    for label in (axes[-1].get_xlabel(), *(ax.get_ylabel() for ax in axes)):
        assert UNITS.fullmatch(label), label


def test_what_are_no_panels_is_named():
    motion = equidyn.trapezoid([0.0], [1.0], duration=1)
    column = Figure().subplots(3, 1, squeeze=False)
    assert list(motion.plot(column)) == list(column[:, 0])
    with pytest.raises(TypeError, match=r"^axes: expected 3, one above the other, got Axes$"):
        motion.plot(column[0, 0])
    with pytest.raises(TypeError, match=r"^axes: expected matplotlib axes, got int$"):
        motion.plot([0, 1, 2])
    with pytest.raises(ValueError, match=r"^axes: expected 3, one above the other, got 1$"):
        motion.plot(column[:1])
