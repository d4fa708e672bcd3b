"""An arm in motion: the right postures at the right times, in one frame, as a page that plays."""

import re

import numpy as np
import pytest

import equidyn
from equidyn import robots
from equidyn.motion.sampled import sampled

pytest.importorskip("matplotlib")

ARM = robots.planar_2r()
MOVE = equidyn.trapezoid([0.0, 0.3], [1.0, -0.5], duration=1.5, start_time=2.0)


def test_pictures_are_those_of_the_motion_in_its_time():
    animation = ARM.animate(MOVE, samples=7)
    np.testing.assert_allclose(animation.times, np.linspace(2.0, 3.5, 7))
    assert animation.pictures_a_second == pytest.approx(4.0)
    (ax,) = animation.figure.axes
    limits = []
    for k, q in enumerate(MOVE(animation.times)[0]):
        animation.draw(k, ax)
        limits.append([ax.get_xlim(), ax.get_ylim(), ax.get_zlim()])
        way = np.array(ax.lines[-1].get_data_3d())
        assert way.shape == (3, k + 1)
        np.testing.assert_allclose(way[:, -1], ARM.forward_kinematics(q)[:3, 3])
        assert ax.get_title().endswith(f"{animation.times[k]:.2f} s")
    # the arm moves, not what is around it
    np.testing.assert_allclose(limits, [limits[0]] * len(limits), rtol=1e-12)


def test_times_and_positions_are_a_motion_too():
    t = np.array([0.0, 1.0, 3.0])
    q = np.array([[0.0, 1.0], [1.0, 1.0], [1.0, 3.0]])
    times, between = sampled((t, q), 2, 4)
    np.testing.assert_allclose(times, [0, 1, 2, 3])
    np.testing.assert_allclose(between, [[0, 1], [1, 1], [1, 2], [1, 3]])
    # wherever it starts
    times, between = sampled((t - 7.5, q), 2, 4)
    np.testing.assert_allclose(times, [-7.5, -6.5, -5.5, -4.5])
    np.testing.assert_allclose(between, [[0, 1], [1, 1], [1, 2], [1, 3]])


def test_a_simulated_motion_is_a_motion_too():
    motion = ARM.simulate([0.4, 0.3], [0.0, 0.0], duration=0.5)
    times, between = sampled(motion, 2, 6)
    np.testing.assert_allclose(times, np.linspace(0, 0.5, 6))
    np.testing.assert_array_equal(between[[0, -1]], motion.q[[0, -1]])
    assert repr(ARM.animate(motion, samples=6)) == "<Animation of 6 pictures in 0.5 s>"


def test_of_several_simulated_motions_one_must_be_chosen():
    motion = ARM.simulate(np.zeros((3, 1, 2)), [0.0, 0.0], duration=0.1)
    message = "motion: expected one simulated motion, got several, of shape (3, 1): choose one, as"
    with pytest.raises(ValueError, match=f"^{re.escape(message)}") as refused:
        ARM.animate(motion)
    (chosen,) = re.findall(r"choose one, as (.*)", str(refused.value))
    assert chosen == "(motion.t, motion.q[0, 0])"
    assert repr(ARM.animate((motion.t, motion.q[0, 0]), samples=4)).endswith("4 pictures in 0.1 s>")


@pytest.mark.slow
def test_a_page_plays_it(tmp_path):
    animation = ARM.animate(MOVE, samples=3)
    animation.save(tmp_path / "motion.html")
    page = (tmp_path / "motion.html").read_text(encoding="utf-8")
    assert page.startswith("<!DOCTYPE html>")
    assert "://" not in page
    assert page.count("<button title=") == 9
    assert "fa-" not in page
    assert len(re.findall(r"frames\[\d\] = \"data:image/webp;base64", page)) == 3
    assert "data:image/webp" in animation._repr_html_()
    assert repr(animation) == "<Animation of 3 pictures in 1.5 s>"


def test_a_motion_without_time_is_one_picture_for_long():
    still = equidyn.trapezoid([0, 0], [0, 0], acceleration=1.0)
    assert ARM.animate(still, samples=2).pictures_a_second == 1


@pytest.mark.parametrize(
    ("motion", "message"),
    [
        (equidyn.trapezoid([0.0], [1.0], duration=1), "expected one of 2 joints, got one of 1"),
        (3.0, "expected a trajectory, a simulated motion, or times and positions, got float"),
        (([0, 1], [0, 1]), r"expected times \(k,\) and positions \(k, 2\), got shapes"),
        (([0, 0], [[0, 1]] * 2), "times must increase, got 0 at time 2"),
        (([0, 1], [[0, np.nan]] * 2), "must be finite, got nan"),
    ],
)
def test_what_is_no_motion_of_the_arm_is_named(motion, message):
    with pytest.raises((ValueError, TypeError), match=f"^motion: {message}"):
        ARM.animate(motion)
