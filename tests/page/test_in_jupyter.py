"""The laboratory in JupyterLab: page and kernel follow each other, and nobody else has a say."""

import json

import numpy as np
import pytest

from equidyn import robots
from equidyn.page import page
from oracles.browser import CHROMIUM, browser
from oracles.jupyter import notebook, until

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on the path"),
    pytest.mark.skipif(not page.MODULE.exists(), reason="the module has not been built"),
]
nbconvert = pytest.importorskip("nbconvert")
nbformat = pytest.importorskip("nbformat")
pytest.importorskip("anywidget")
pytest.importorskip("jupyterlab")

CELLS = (
    "from equidyn import robots\nlab = robots.puma560().lab([0, 0.7, -1.2, 0, 0.5, 0])\nlab",
    "other = robots.scara().lab()\nother",
    "lab",
)

Q = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]

TYPE = """(() => {
  const field = document.querySelector('[aria-label="mass of link 2"]');
  field.focus();
  field.value = "12.5";
  field.dispatchEvent(new Event("input", { bubbles: true }));
})()"""

# until the messages before have been heard
HEARD = """new Promise((done) => {
  addEventListener("message", ({ data }) => data === "last" && done());
  postMessage("last", origin);
})"""


class Pages:
    """The pages in the cells of a notebook."""

    def __init__(self, opened):
        self.notebook, self.ask, self.tab, self.wait = opened, opened.ask, opened.tab, opened.wait

    def begin(self):
        """Run the cells, and wait until pages and kernel have heard each other."""
        self.notebook.run_all()
        self.wait("document.querySelectorAll('iframe').length === 3")
        for cell in range(3):
            self.shows(cell, "document.querySelector('.byline')?.textContent.includes('kernel')")
        until(lambda: self.ask("print(other.q is not None)") == "True\n", "it chose a position")

    def run(self, cell, script):
        """Return the value of an expression in the page of a cell."""
        window = f"document.querySelectorAll('iframe')[{cell}].contentWindow"
        return self.tab.run(f"{window}.eval({json.dumps(script)})")

    def shows(self, cell, expression):
        """Wait until an expression is true in the page of a cell."""
        window = f"document.querySelectorAll('iframe')[{cell}].contentWindow"
        self.wait(f"{window}.eval({json.dumps(expression)})")

    def state(self, name="lab"):
        """Return the position that the kernel has."""
        return np.array(json.loads(self.ask(f"import json; print(json.dumps([*{name}.q]))")))

    def settles(self, q, name="lab"):
        """Wait until the kernel has a position."""
        until(lambda: np.array_equal(self.state(name), q), f"{name} is at {q}")

    def move(self, cell, q):
        """Move the arm of a page, as its sliders do."""
        self.run(cell, f"(setState({{ q: Float64Array.from({q}) }}), 0)")


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    """A notebook with two laboratories, one of them in two cells."""
    path = tmp_path_factory.mktemp("notebook") / "labs.ipynb"
    made = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(each) for each in CELLS])
    made.metadata.kernelspec = {"name": "python3", "display_name": "", "language": "python"}
    nbformat.write(made, path)
    return path


@pytest.fixture(scope="module")
def pages(tmp_path_factory, file):
    """The pages of the notebook, ready, and heard by the kernel."""
    with (
        browser(tmp_path_factory.mktemp("profile")) as tab,
        notebook(tab, file) as opened,
    ):
        tab.evaluate_in_frames()
        found = Pages(opened)
        found.begin()
        yield found


def test_what_is_moved_in_the_page_is_read_in_the_kernel(pages):
    others = pages.state("other")
    pages.move(0, Q)
    pages.settles(Q)
    pages.shows(2, f"JSON.stringify([...state.q]) === JSON.stringify({Q})")  # the other cell
    assert np.array_equal(pages.state("other"), others)


def test_what_is_set_in_the_kernel_moves_the_page(pages):
    assert pages.ask("lab.q = [0.5] * 6; lab.qd = [1, 2, 3, 4, 5, 6]; lab.qdd = [7] * 6") == ""
    pages.shows(0, "state.q.every((x) => x === 0.5) && state.qdd[5] === 7 && state.qd[5] === 6")
    pages.shows(2, "state.q.every((x) => x === 0.5)")
    pages.settles([0.5] * 6)


def test_an_arm_goes_there_and_back(pages):
    assert pages.ask("other.arm = robots.load('stanford')") == ""
    pages.shows(1, "state.arm?.n === 6 && state.q.length === 6")
    pages.run(1, TYPE)
    pages.shows(1, "state.description.mass[1] === 12.5")
    pages.move(1, Q)
    pages.settles(Q, "other")
    arm = robots.load("stanford").to_dict()
    arm["mass"][1] = 12.5
    same = f"other.arm == Arm.from_dict(json.loads({json.dumps(arm)!r}))"
    assert pages.ask(f"from equidyn import Arm; print({same})") == "True\n"


def test_an_arm_that_is_wrong_is_not_handed_over(pages):
    arm = "import json; print(json.dumps(lab.arm.to_dict()))"
    before = json.loads(pages.ask(arm))
    pages.run(
        0, "(setState({ description: { ...state.description, mass: [-1, 1, 1, 1, 1, 1] } }), 0)"
    )
    pages.shows(0, "state.arm === null && page.problem")
    pages.move(0, Q)
    pages.run(0, "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    pages.tab.run(HEARD)
    pages.run(2, HEARD)
    assert pages.run(2, "state.arm !== null")
    assert json.loads(pages.ask(arm)) == before
    pages.ask("lab.q = [0.3] * 6")
    pages.shows(0, "state.q[0] === 0.3 && state.description.mass[0] === -1")
    pages.move(0, Q)
    pages.run(0, f"(setState({{ description: {json.dumps(before)} }}), 0)")
    pages.settles(Q)


def test_a_listener_is_called_once_a_picture_at_most(pages):
    assert (
        pages.ask("seen = []; note = lambda lab: seen.append(float(lab.q[0])); lab.on_change(note)")
        == ""
    )
    pages.run(
        0,
        """(async () => {
      for (let k = 1; k <= 500; k++) {
        setState({ q: Float64Array.from([k, 0, 0, 0, 0, 0]) });
        if (k % 10 === 0) await new Promise(requestAnimationFrame);
      }
    })()""",
    )
    pages.settles([500, 0, 0, 0, 0, 0])
    seen = json.loads(pages.ask("lab.on_change(note, remove=True); print(seen)"))
    assert 1 <= len(seen) <= 51
    assert seen == sorted(seen)
    assert seen[-1] == 500


def test_what_a_listener_sets_moves_the_page(pages):
    assert pages.ask("def held(lab): lab.q = [min(x, 1) for x in lab.q]\nlab.on_change(held)") == ""
    pages.move(0, [2, 0.5, 2, 2, 2, 2])
    for cell in (0, 2):
        pages.shows(cell, "JSON.stringify([...state.q]) === '[1,0.5,1,1,1,1]'")
    pages.settles([1, 0.5, 1, 1, 1, 1])
    assert pages.ask("lab.on_change(held, remove=True)") == ""


def test_messages_of_others_are_not_heard(pages):
    pages.move(0, Q)
    pages.settles(Q)
    description = json.dumps(robots.puma560().to_dict())
    state = "q: Array(6).fill(9), qd: Array(6).fill(9), qdd: Array(6).fill(9)"
    other = f"{{ description: {description}, {state} }}"
    # of the notebook itself to the kernel, and of the page of one laboratory to that of another
    pages.tab.run(
        "(window.postMessage({ channel: document.querySelector('iframe').dataset.channel, "
        f"shown: {other} }}, origin), 0)"
    )
    pages.run(
        1, "(parent.document.querySelector('iframe').contentWindow.postMessage({ channel: "
        f"parent.document.querySelector('iframe').dataset.channel, shown: {other} }}, origin), 0)"
    )  # fmt: skip
    pages.tab.run(HEARD)
    pages.run(0, HEARD)
    assert pages.run(0, "[...state.q]") == Q
    assert np.array_equal(pages.state(), Q)


def test_a_page_whose_kernel_has_ended_goes_on(pages):
    pages.tab.run(
        "(window.said = [], addEventListener('error', ({ message }) => said.push(message)))"
    )
    pages.notebook.restart()
    pages.move(0, [0.25] * 6)
    pages.shows(0, "state.q[0] === 0.25 && !document.querySelector('.problem:not(:empty)')")
    pages.shows(2, "state.q[0] === 0.25")
    assert pages.tab.run("said") == []
    pages.begin()


def test_a_saved_notebook_has_each_page_once_and_shows_it(pages, file, tmp_path):
    pages.notebook.save()
    assert file.read_text(encoding="utf-8").count("&lt;script id=&quot;module") == 3
    html, _ = nbconvert.HTMLExporter().from_filename(file)
    assert html.count("&lt;script id=&quot;module") == 3
    exported = tmp_path / "labs.html"
    exported.write_text(html, encoding="utf-8")
    with browser(tmp_path / "profile") as tab:
        tab.ask("Page.enable")
        tab.open(exported)
        ready = "each.contentDocument.documentElement.dataset.ready"
        until(
            lambda: tab.run(f"[...document.querySelectorAll('iframe')].every((each) => {ready})"),
            "the pages are ready",
        )
