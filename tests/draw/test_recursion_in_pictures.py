"""The recursion as a table, as records and as a sequence of pictures."""

import re

import numpy as np
import pytest
from matplotlib.figure import Figure

from equidyn import robots

ARM = robots.planar_2r()
STATE = ([0.3, 0.5], [1.0, 2.0], [0.5, -1.0])
STEPS = ARM.recursion(*STATE)


def test_it_is_a_sequence_that_prints_as_a_table():
    assert len(STEPS) == len(list(STEPS)) == 18
    assert str(STEPS[6]) == "ω_2 = R_2ᵀ (ω_1 + q̇_2 z) = (0.0000, 0.0000, 3.0000) rad/s"
    lines = str(STEPS).splitlines()
    assert "Newton-Euler recursion: planar 2R" in lines[0]
    assert sum("(3.20)" in line for line in lines) == 2
    assert STEPS[-1].value[0] == pytest.approx(ARM.inverse_dynamics(*STATE)[0], rel=1e-12)


def test_small_and_large_vectors_are_shown_by_powers_of_ten():
    wrist = robots.puma560().recursion(*np.full((3, 6), 0.1))
    (torque,) = (step for step in wrist if step.symbol == r"\tau_{6}")
    (shown,) = torque.numbers
    assert float(shown) == pytest.approx(torque.value[0], rel=1e-3)
    fast = robots.puma560().recursion([0] * 6, [1e5] * 6, [0] * 6)
    assert all(len(number) <= 12 for step in fast for number in step.numbers)
    still = robots.puma560().recursion(*np.zeros((3, 6)))
    assert still[0].numbers == ["0.0000"] * 3


def test_records_have_a_number_each(tmp_path):
    records = STEPS.to_records()
    assert len(records) == 16 * 3 + 2
    assert {record["component"] for record in records} == {"x", "y", "z", None}
    STEPS.save(tmp_path / "steps.csv")
    assert "ω_2 = R_2ᵀ (ω_1 + q̇_2 z)" in (tmp_path / "steps.csv").read_text(encoding="utf-8")


def arrows(ax):
    from matplotlib.patches import FancyArrowPatch

    return [patch for patch in ax.patches if isinstance(patch, FancyArrowPatch)]


def space():
    figure = Figure((6.4, 6.0), layout="constrained")
    return figure.add_subplot(projection="3d")


def test_a_picture_has_the_equation_its_numbers_and_its_arrows():
    k = next(k for k, step in enumerate(STEPS) if step.symbol == "f_{1}")
    ax = STEPS.draw(k, space())
    title = ax.get_title()
    assert title.startswith(f"step {k + 1} of 18\n$f_{{1}} = F_{{1}} + R_{{2}} f_{{2}}$   (3.19)\n")
    numbers = [float(each) for each in re.findall(r"-?\d+\.\d{4}", title)]
    np.testing.assert_allclose(numbers, STEPS[k].value, atol=5e-5)
    assert title.endswith(" N, in frame 1")
    words = {text.get_text() for text in ax.texts}
    assert {"$f_{1}$", "$F_{1}$", "$f_{2}$"} <= words
    # the result alone is not faint
    assert sorted(arrow.get_alpha() for arrow in arrows(ax)) == [0.4, 0.4, 1.0]


@pytest.mark.parametrize("name", ["puma560", "planar_rp"])
def test_each_link_is_seen_from_near_by_an_eye_that_does_not_turn(name):
    arm = robots.load(name)
    steps = arm.recursion(*np.random.default_rng(1).uniform(-1, 1, (3, arm.n)))
    rooms, eyes = {}, set()
    for k in [*range(0, len(steps), 4)][:12]:
        ax = steps.draw(k, space())
        rooms.setdefault(steps[k].link, []).append([*ax.get_xlim(), *ax.get_ylim(), *ax.get_zlim()])
        eyes.add((ax.elev, ax.azim))
        lines = {line.get_label(): line for line in ax.get_lines()}
        assert lines[f"body {steps[k].link}"].get_alpha() is None
        assert all(lines[f"link {i}"].get_alpha() < 0.3 for i in range(1, arm.n + 1))
    assert len(eyes) == 1
    for room in rooms.values():
        np.testing.assert_allclose(room, [room[0]] * len(room), rtol=1e-9, atol=1e-12)
    assert len({tuple(room[0]) for room in rooms.values()}) == len(rooms) > 1


@pytest.mark.slow
def test_a_player_shows_all_steps(tmp_path):
    player = ARM.recursion(*STATE).animate()
    assert repr(player) == "<Recursion of 18 pictures>"
    player.save(tmp_path / "steps.html")
    page = (tmp_path / "steps.html").read_text(encoding="utf-8")
    assert len(re.findall(r"frames\[\d+\] = \"data:image/webp;base64", page)) == 18


@pytest.mark.slow
def test_no_legend_of_a_player_leaves_the_picture():
    player = robots.load("stanford").recursion(*np.full((3, 6), 0.4)).animate()
    (ax,) = player.figure.axes
    assert ax.get_title().startswith("step 1 of 54")
    for k in range(0, 54, 5):
        player.draw(k, ax)
        player.figure.draw_without_rendering()
        assert ax.get_legend().get_window_extent().y0 >= 0


@pytest.mark.parametrize("step", [-1, 18])
def test_a_step_that_is_none_is_named(step):
    with pytest.raises(ValueError, match=r"^step: must be at "):
        STEPS.draw(step)
    with pytest.raises(TypeError, match=r"^step: expected an integer"):
        STEPS.draw(1.5)


@pytest.mark.filterwarnings("ignore::equidyn.ArmWarning")
def test_an_arm_at_rest_without_weight_can_be_drawn():
    arm = robots.planar_2r().with_gravity([0, 0, 0]).with_name("$\\frac{1}{$")
    steps = arm.recursion([0, 0], [0, 0], [0, 0])
    for k in (0, 4, 17):
        ax = steps.draw(k, space())
        ax.figure.draw_without_rendering()
        assert not arrows(ax)
