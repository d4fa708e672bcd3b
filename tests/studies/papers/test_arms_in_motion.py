"""The arms on the pages of the experiments play the motions of these, and take their torques."""

import numpy as np
import pytest

from equidyn.page.page import MODULE
from equidyn.studies.papers.lee_chung_mudge_turney_1982.experiment.tracking import planned
from oracles.browser import CHROMIUM, browser

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on the path"),
    pytest.mark.skipif(not MODULE.exists(), reason="the module has not been built"),
]

INSIDE = "document.querySelector('iframe').contentWindow"
READY = f"""new Promise((done) => {{
  document.querySelector("iframe").scrollIntoView();
  const ready = () => {INSIDE}.document.documentElement?.dataset.ready;
  const look = () => (ready() ? done() : setTimeout(look, 10));
  look();
}})"""
ON = f"""(() => {{
  const buttons = [...{INSIDE}.document.querySelectorAll(".player button")];
  buttons.find(({{ textContent }}) => textContent === "Step ½ s").click();
}})()"""
TORQUES = f"""new Promise((done) => {{
  {INSIDE}.document.getElementById("torques").scrollIntoView();
  const look = () => {{
    const found = [...{INSIDE}.document.querySelectorAll("#torques data.total")];
    if (!found.length) return setTimeout(look, 10);
    const read = () => done(found.map(({{ value }}) => Number(value)));
    requestAnimationFrame(() => requestAnimationFrame(read));
  }};
  look();
}})"""


def shown(tab):
    """Position, velocity, acceleration and torques that the frame shows."""
    state = [np.array(tab.run(f"[...{INSIDE}.eval('state.{x}')]")) for x in ("q", "qd", "qdd")]
    return *state, np.array(tab.run(TORQUES))


@pytest.mark.parametrize("name", ["lee", "sasaki"])
def test_the_arm_plays_the_motion_of_the_experiment(name, reproduced, tmp_path):
    found = reproduced(name)
    motion, times = (planned(), (0.0, 1.5)) if name == "lee" else (found.line, (0.0, 0.5, 1.0))
    found.save(tmp_path / "page.html")
    with browser(tmp_path / "profile") as tab:
        tab.evaluate_in_frames()
        tab.open(tmp_path / "page.html", 1280, 900)
        tab.run(READY)
        time = 0.0
        for until in times:
            while time < until:
                tab.run(ON)
                time += 0.5
            *state, torque = shown(tab)
            for values, expected in zip(state, motion(until), strict=True):
                np.testing.assert_allclose(values, expected, rtol=0, atol=1e-10)
            expected = found.arm.inverse_dynamics(*motion(until))
            np.testing.assert_allclose(torque, expected, rtol=0, atol=1e-9)
            if name == "sasaki":
                row = int(np.argmin(np.abs(found.t - until)))
                np.testing.assert_allclose(torque, found.torque[row], rtol=0, atol=1e-9)
