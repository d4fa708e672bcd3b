"""The page of a view in a browser: every segment of every link is seen in the link's colour."""

import io

import numpy as np
import pytest

import equidyn
from equidyn import robots
from oracles.browser import CHROMIUM, browser
from oracles.drawn_links import segments_drawn

pytest.importorskip("k3d")
Image = pytest.importorskip("PIL.Image")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here"),
]

LOADED = """new Promise(done => {
  const ask = () => window.K3DInstance?.then
    ? K3DInstance.then(scene => { window.scene = scene; setTimeout(done, 200); })
    : setTimeout(ask, 20);
  ask();
})"""

PIXELS = """(points => points.map(point => {
  const camera = scene.getWorld().camera;
  const seen = camera.position.clone().fromArray(point).project(camera);
  const { clientWidth, clientHeight } = document.getElementById('canvasTarget');
  return [(seen.x + 1) / 2 * clientWidth, (1 - seen.y) / 2 * clientHeight];
}))"""

ONLY = """(ids => {
  scene.getWorld().K3DObjects.children.forEach(each => {
    each.visible = ids.includes(Number(each.K3DIdentifier));
  });
  scene.render();
})"""

WITHIN_TEN_SECONDS = """new Promise(done => {
  const ask = (left) => %s || !left ? done(left > 0) : setTimeout(ask, 50, left - 1);
  ask(200);
})"""

STILL = [("prefers-reduced-motion", "reduce")]

Q = np.array([0.3, -0.6, 0.4, -0.8, 0.5, 0.1, 0.2])


@pytest.fixture(scope="module")
def chromium(tmp_path_factory):
    with browser(tmp_path_factory.mktemp("chromium"), webgl=True) as tab:
        yield tab


def picture(chromium):
    """The picture in the window, once it changes no more."""
    before, now = b"", chromium.picture()
    while before != now:
        chromium.run("new Promise(done => setTimeout(done, 100))")
        before, now = now, chromium.picture()
    return np.asarray(Image.open(io.BytesIO(now)).convert("RGB")) / 255


def require_links(chromium, view, drawn):
    """Show one link alone after the other: it is in the middle of all its segments."""
    for k, segments in drawn.items():
        parts = [s.id for s in view.plot.objects if s.name and s.name.startswith(f"link {k},")]
        chromium.run(f"{ONLY}({parts})")
        middles = [segment.mean(axis=0) for segment in segments]
        pixels = chromium.run(f"{PIXELS}({[middle.tolist() for middle in middles]})")
        shown = picture(chromium)
        for x, y in pixels:
            assert shown[round(y), round(x)].max() < 0.8, f"link {k} is not at {x:.0f}, {y:.0f}"


@pytest.mark.parametrize("name", ["ur5e", "scara"])
def test_every_segment_of_every_link_is_seen_still_and_in_motion(name, chromium, tmp_path):
    arm = robots.load(name)
    q = Q[: arm.n]
    page = tmp_path / "arm.html"
    view = arm.view(q)
    view.save(page)
    chromium.open(page, 700, 500)
    chromium.run(LOADED)
    require_links(chromium, view, segments_drawn(arm, q))

    move = equidyn.trapezoid(0.8 * q, 1.2 * q, duration=1.0)
    view = arm.view(motion=move, samples=11)
    view.save(page)
    chromium.open(page, 700, 500, media=STILL)
    chromium.run(LOADED)
    for t in (0.3, 1.0):
        chromium.run(f"scene.setTime({t})")
        require_links(chromium, view, segments_drawn(arm, move(t)[0]))


@pytest.mark.parametrize("width", [240, 390, 1280])
def test_the_arm_is_in_the_window_and_the_page_does_not_scroll(width, chromium, tmp_path):
    arm = robots.load("ur5e")
    page = tmp_path / "arm.html"
    arm.view().save(page)
    chromium.open(page, width, 844)
    chromium.run(LOADED)
    joints = np.concatenate([arm.base[np.newaxis], arm.link_poses(np.zeros(6))])[:, :3, 3]
    pixels = np.array(chromium.run(f"{PIXELS}({joints.tolist()})"))
    assert (pixels >= 0.05 * width).all()
    assert (pixels <= [0.95 * width, 0.95 * 844]).all()
    scrolled = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
    assert chromium.run(scrolled) == [width, 844]
    assert not chromium.run("document.querySelectorAll('.lil-gui, #time').length")


def test_a_motion_is_played_by_a_button_and_waits_for_it_where_less_motion_is_wanted(
    chromium, tmp_path
):
    page = tmp_path / "arm.html"
    robots.planar_2r().view(motion=equidyn.trapezoid([0, 0], [1, 1], duration=2.0), samples=5).save(
        page
    )
    time, button = "scene.parameters.time", "document.querySelector('#time button')"
    chromium.open(page, 390, 500, media=STILL)
    chromium.run(LOADED)
    assert chromium.run(f"new Promise(done => setTimeout(done, 300)).then(() => {time})") == 0
    chromium.run(f"{button}.click()")
    assert chromium.run(WITHIN_TEN_SECONDS % f"{time} > 0")
    assert chromium.run(f"{button}.ariaLabel") == "pause"
    slider = "document.querySelector('#time input')"
    chromium.run(f"{slider}.value = 1; {slider}.dispatchEvent(new Event('input'))")
    assert chromium.run(WITHIN_TEN_SECONDS % f"{time} === 1")
    assert chromium.run("document.querySelector('#time output').textContent") == "1.00 s"
    assert not chromium.run("document.querySelectorAll('.lil-gui').length")

    chromium.open(page, 390, 500)
    chromium.run(LOADED)
    assert chromium.run(WITHIN_TEN_SECONDS % f"{time} > 0")
