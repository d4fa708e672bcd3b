"""An arm in motion: the right poses at the right times, in one frame, as a page that plays."""

import io
import re

import numpy as np
import pytest
import rich.progress
from rich.console import Console

import equidyn
from equidyn import robots
from equidyn.motion.sampled import sampled

ARM = robots.planar_2r()
SCARA = robots.load("scara")
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
    # from any start
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


def contents(ax):
    """Everything that is drawn: lines, faces and words, in their order."""
    faces = [np.asarray(solid._vec) for solid in ax.collections if hasattr(solid, "_vec")]
    points = [np.asarray(dots._offsets3d) for dots in ax.collections if hasattr(dots, "_offsets3d")]
    arrows = [arrow._ends for arrow in ax.patches]
    in_space = (getattr(line, "get_data_3d", line.get_data) for line in ax.get_lines())
    lines = [np.array(data()) for data in in_space]
    words = sorted(text.get_text() for text in (*ax.texts, ax.title))
    legend = [text.get_text() for text in ax.legend_.get_texts()] if ax.legend_ else []
    return [*faces, *points, *arrows, *lines], words, legend


@pytest.mark.parametrize(
    ("arm", "given"),
    [
        (ARM, {}),
        (ARM, {"link": 2}),
        (SCARA, {"masses": True, "frames": True}),
        (SCARA, {"vectors": ["omega", "velocity"]}),
    ],
)
def test_what_is_moved_is_what_would_be_drawn_anew(arm, given):
    move = equidyn.trapezoid(np.zeros(arm.n), np.linspace(0.2, 0.7, arm.n), duration=1.0)
    moved, anew = (arm.animate(move, samples=5, **given) for _ in range(2))
    (ax,) = moved.figure.axes
    for k in (3, 1, 4, 4):
        moved.draw(k, ax)
        (fresh,) = anew.figure.axes
        anew._picture = None
        anew.draw(k, fresh)
        (shapes, *texts), (expected, *words) = contents(ax), contents(fresh)
        assert texts == words
        assert len(shapes) == len(expected)
        for one, other in zip(shapes, expected, strict=True):
            np.testing.assert_allclose(one, other, rtol=1e-12, atol=1e-12)


def test_solids_are_shaded_as_they_stand():
    moved = ARM.animate(MOVE, samples=5)
    (ax,) = moved.figure.axes
    number = len(ax.collections)
    before = [solid.get_facecolor() for solid in ax.collections]
    moved.draw(4, ax)
    assert len(ax.collections) == number
    after = [solid.get_facecolor() for solid in ax.collections]
    assert any(not np.array_equal(one, other) for one, other in zip(before, after, strict=True))


def test_a_film_without_ffmpeg_is_refused_before_anything_is_drawn(tmp_path, monkeypatch):
    from matplotlib.animation import FFMpegWriter

    monkeypatch.setattr(FFMpegWriter, "isAvailable", classmethod(lambda cls: False))
    animation = ARM.animate(MOVE, samples=3)
    for name in ("motion.mp4", "motion.WEBM"):
        with pytest.raises(RuntimeError, match=r"^ffmpeg is needed for \.(mp4|webm): install it"):
            animation.save(tmp_path / name)
    with pytest.raises(
        ValueError, match=r"^path: expected a suffix of \.html, .*got 'motion\.pdf'"
    ):
        animation.save("motion.pdf")
    assert "figure" not in vars(animation)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("suffix", [".gif", ".webp"])
def test_a_moving_picture_has_all_pictures(suffix, tmp_path):
    image = pytest.importorskip("PIL.Image")
    file = tmp_path / f"motion{suffix}"
    ARM.animate(MOVE, samples=4).save(file)
    with image.open(file) as pictures:
        assert pictures.n_frames == 4


@pytest.mark.parametrize("suffix", [".gif", ".html"])
def test_a_progress_bar_counts_the_pictures(suffix, tmp_path, monkeypatch):
    bars = []
    original = rich.progress.Progress.update

    def update(bar, task, **fields):
        bars.append((bar.tasks[0].total, fields["completed"], fields["step"]))
        return original(bar, task, **fields)

    monkeypatch.setattr(rich.progress.Progress, "update", update)
    monkeypatch.setattr("rich.get_console", lambda: Console(file=io.StringIO()))
    animation = ARM.animate(MOVE, samples=3)
    animation.save(tmp_path / f"one{suffix}")
    assert not bars
    animation.save(tmp_path / f"other{suffix}", progress=True)
    assert bars == [(3, k, f"{k + 1} of 3") for k in range(3)]
    with pytest.raises(TypeError, match=r"^progress: expected True or False"):
        animation.save(tmp_path / f"third{suffix}", progress=1.5)


def test_a_motion_without_time_is_one_picture_for_long():
    still = equidyn.trapezoid([0, 0], [0, 0], acceleration=1.0)
    assert ARM.animate(still, samples=2).pictures_a_second == 1


@pytest.mark.parametrize(
    ("motion", "message"),
    [
        (equidyn.trapezoid([0.0], [1.0], duration=1), "expected 2 joints, got 1"),
        (3.0, "expected a trajectory, a simulated motion, or times and positions, got float"),
        (([0, 1], [0, 1]), r"expected times \(k,\) and positions \(k, 2\), got shapes"),
        (([0, 0], [[0, 1]] * 2), "times must increase, got 0 at time 2"),
        (([0, 1], [[0, np.nan]] * 2), "must be finite, got nan"),
    ],
)
def test_what_is_no_motion_of_the_arm_is_named(motion, message):
    with pytest.raises((ValueError, TypeError), match=f"^motion: {message}"):
        ARM.animate(motion)
