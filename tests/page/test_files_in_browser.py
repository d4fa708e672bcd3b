"""Files dropped on the laboratory, or chosen: an arm is taken whole, or not at all."""

import base64
import json
from pathlib import Path

import numpy as np
import pytest

from equidyn import Arm, robots
from equidyn.page import page
from oracles.browser import CHROMIUM, browser
from oracles.urdf_texts import random_tree
from page.test_page_in_browser import TOOLS, WATCH, ready

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on the path"),
    pytest.mark.skipif(not page.MODULE.exists(), reason="the module has not been built"),
    pytest.mark.filterwarnings("ignore::equidyn.ArmWarning"),
]

DATA = Path(__file__).parents[1] / "data"
UR5 = DATA / "robots/ur5.urdf"
BAXTER = DATA / "urdf/baxter.urdf"

# a file is read when the page has said something else
FILES = """
  window.said_of_files = () => ["[role=alert]", "[role=status]"]
    .map((each) => document.querySelector(`#editor .files > ${each}`).innerText).join("");
  window.silence = () =>
    document.querySelectorAll(".files > [role]").forEach((each) => each.replaceChildren());
  window.something_said = () => new Promise((done) => {
    const look = () => (said_of_files() ? frames_passed().then(done) : setTimeout(look, 5));
    look();
  });
  window.drop_files = (files) => {
    const dataTransfer = new DataTransfer();
    for (const [name, text] of files) {
      const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
      dataTransfer.items.add(new File([bytes], name));
    }
    silence();
    dispatchEvent(new DragEvent("drop", { dataTransfer, cancelable: true }));
    return something_said();
  };
  window.choose_link = (label, name) => {
    const lists = [...document.querySelectorAll("#editor .files label")];
    const list = lists.find((each) => each.textContent.startsWith(label)).querySelector("select");
    list.value = name;
    list.dispatchEvent(new Event("change"));
    return frames_passed();
  };
"""


@pytest.fixture(scope="module")
def tab(tmp_path_factory):
    """The laboratory in a browser."""
    path = tmp_path_factory.mktemp("lab") / "lab.html"
    robots.planar_2r().lab().save(path)
    with browser(tmp_path_factory.mktemp("profile"), WATCH) as opened:
        opened.open(path, 1280, 900)
        ready(opened)
        opened.run(TOOLS)
        opened.run(FILES)
        yield opened


@pytest.fixture
def lab(tab):
    """The laboratory, with an arm of its own; afterwards it has printed and fetched nothing."""
    tab.run("choose_robot('scara')")
    yield tab
    assert tab.run("said") == []
    assert tab.run("performance.getEntriesByType('resource').map((each) => each.name)") == []


def drop(lab, *files):
    """Drop files (name, bytes); return what is said of them."""
    given = [(name, base64.b64encode(content).decode()) for name, content in files]
    lab.run(f"drop_files({json.dumps(given)})")
    return lab.run("said_of_files()")


def arm_of(lab):
    """Return the arm that the page has."""
    return Arm.from_dict(json.loads(lab.run("JSON.stringify(state.description)")))


def assert_same(arm, expected):
    """Compare torques and names: a file is read as by Python."""
    state = np.random.default_rng(1).uniform(-2, 2, (3, 5, expected.n))
    tau = expected.inverse_dynamics(*state)
    assert np.abs(arm.inverse_dynamics(*state) - tau).max() < 1e-12 * np.abs(tau).max()
    assert (arm.name, arm.joint_names) == (expected.name, expected.joint_names)


@pytest.mark.parametrize("path", sorted(DATA.glob("robots/*.urdf")), ids=lambda path: path.stem)
def test_published_files_become_the_arms_of_python(lab, path):
    assert drop(lab, (path.name, path.read_bytes())).startswith(
        f"The arm was read from {path.name}"
    )
    assert_same(arm_of(lab), Arm.from_urdf(path))
    assert lab.run("problem()") == ""
    assert lab.run("state.arm !== null")


def test_an_arm_without_masses_has_kinematics_until_masses_are_typed(lab):
    arm = robots.load("irb140")
    drop(lab, ("arm.json", json.dumps(arm.to_dict()).encode()))
    said = "This arm has no masses: enter them in “Edit the arm” to see torques."
    assert lab.run("document.querySelector('.no-masses').textContent") == said
    visible = "[...document.querySelectorAll('.panel')].filter((each) => each.offsetHeight)"
    assert lab.run(f"{visible}.map(({{ id }}) => id)") == ["kinematics"]
    lab.run("document.getElementById('kinematics').scrollIntoView(), frames_passed(8)")
    rows = "[...document.querySelector('#kinematics table').tBodies[0].rows]"
    shown = lab.run(f"{rows}.map((row) => row.cells[4].textContent)")
    place = arm.forward_kinematics(lab.run("[...state.q]"))[:3, 3]
    assert np.abs(np.array([float(x.replace("\u2212", "-")) for x in shown]) - place).max() < 5e-4
    assert arm_of(lab).missing == arm.missing
    assert lab.run("labelled('mass of link 2').value") == ""
    lab.run("type_into('mass of link 2', '3')")
    assert lab.run("state.description.mass") == [0, 3, 0, 0, 0, 0]
    assert lab.run("labelled('mass of link 3').value") == "0"
    assert lab.run("document.querySelector('.no-masses').textContent") == ""
    tau = lab.run("[...document.querySelectorAll('.torque')].map((each) => Number(each.value))")
    assert max(map(abs, tau)) > 0.1
    assert lab.run(f"{visible}.length") > 5


def test_the_ends_of_a_chain_are_chosen(lab):
    said = drop(lab, ("baxter.urdf", BAXTER.read_bytes()))
    assert said.startswith("baxter.urdf: tip: the tree branches at 'torso' and 'right_arm_mount'")
    assert_same(arm_of(lab), robots.load("scara"))
    lab.run("choose_link('to link', 'left_gripper')")
    assert_same(arm_of(lab), Arm.from_urdf(BAXTER, tip="left_gripper"))
    assert "left out, with all links that they carry: the joints" in lab.run("said_of_files()")
    lab.run("choose_link('From link', 'left_upper_shoulder')")
    expected = Arm.from_urdf(BAXTER, base="left_upper_shoulder", tip="left_gripper")
    assert_same(arm_of(lab), expected)
    lab.run("choose_link('to link', 'head')")
    said = "baxter.urdf: tip: expected a link beyond 'left_upper_shoulder', got 'head'"
    assert lab.run("said_of_files()") == said
    assert_same(arm_of(lab), expected)


def test_json_and_code_are_taken(lab):
    arm = robots.stanford()
    assert drop(lab, ("a.json", json.dumps(arm.to_dict()).encode())).endswith("read from a.json.")
    assert_same(arm_of(lab), arm)
    code = "import equidyn\narm = equidyn.Arm.from_dh('standard', joints='R', a=[1], alpha=[0],"
    code += " d=[0], theta=[0], mass=[2], com=[(-0.5, 0, 0)], inertia=[(0, 0, 0.1)])"
    assert drop(lab, ("a.py", code.encode())).endswith("read from a.py.")
    assert arm_of(lab).mass == [2]


ROBOT = b'<robot name="r"><link name="a"/></robot>'
LAUGHS = b'<!DOCTYPE r [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><robot name="&b;"/>'
NAMES = '<robot name="\N{SNOWMAN}"><link name="&lt;img src=x onerror=said.push(1)>"/></robot>'

BAD = {
    "nothing": (b"", "expected a URDF, or an arm as JSON or Python code, got nothing"),
    "spaces": (b" \n\t", "expected a URDF, or an arm as JSON or Python code, got nothing"),
    "another text": (b"hello", "expected a call of Arm.from_dh, got other code"),
    "another object": (b"{}", "convention: key is missing"),
    "a picture": (b"\x89PNG\r\n\x1a\n\x00", "expected text, got bytes that are not UTF-8"),
    "too much": (b" " * (2**22 + 1), "expected at most 4 MiB, got 4 MiB"),
    "an alphabet": (b'<?xml version="1.0" encoding="x"?><robot/>', "unknown encoding 'x'"),
    "cut off": (b"<robot>\n<link", "not a URDF: broken XML, error on line 2"),
    "lines of comments": (b"<!--\n\n--><robot>\n<link", "not a URDF: broken XML, error on line 4"),
    "two roots": (ROBOT * 2, "not a URDF: broken XML, error on line 1"),
    "entity": (b'<robot name="&a;"/>', "not a URDF: broken XML, error on line 1"),
    "bomb": (LAUGHS, "not a URDF: <!DOCTYPE> is refused, because it can declare entities"),
    "bomb behind a comment": (b"<?a?><!-- -->\n" + LAUGHS, "not a URDF: <!DOCTYPE>"),
    "deep": (b"<a>" * 101 + b"</a>" * 101, "not a URDF: <a> is nested more than 100 deep"),
    "deeper": (b"<a>" * 100_000, "not a URDF: broken XML, error on line 1"),
    "prefixes": (
        b"<robot>%s</robot>" % b"".join(b"<a%d:b/>" % k for k in range(1000)),
        "not a URDF: 1000 prefixes are not declared",
    ),
    "comments": (b"<robot/>" + b"<!---->" * 500_000, "links: expected at least one, got none"),
    "open comments": (b"<!-- " * 800_000, "not a URDF: broken XML, error on line 1"),
    "xacro": (b"<robot><xacro:macro/></robot>", "<xacro:macro>: expected URDF, got xacro"),
    "a page": (
        b'<html xmlns="http://www.w3.org/1999/xhtml"><img src="x" onerror="said.push(1)"/>'
        b"<script>said.push(2)</script></html>",
        "not a URDF: expected <robot>, got <html>",
    ),
    "names": (NAMES.encode(), "tip: expected a movable joint between '<img src=x onerror"),
    "bytes of two": (NAMES.encode("utf-16"), "tip: expected a movable joint between '<img"),
    "half of the masses": (
        json.dumps({**robots.load("irb140").to_dict(), "mass": [1.0] * 6}).encode(),
        "com: key is missing; an arm has all of mass, com, inertia, or none of them",
    ),
    "many joints": (
        random_tree(1, n=13)[0].replace("'revolute'", "'prismatic'").encode(),
        "tip: the tree branches at 'link1'",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_files_are_said_by_name_and_nothing_is_lost(lab, name):
    content, message = BAD[name]
    lab.run("type_into('a of joint 1', '0.123')")
    before = lab.run("JSON.stringify(state.description)")
    assert drop(lab, (f"{name}.urdf", content)).startswith(f"{name}.urdf: {message}")
    assert lab.run("JSON.stringify(state.description)") == before
    assert lab.run("state.arm !== null")
    assert lab.run("labelled('a of joint 1').value") == "0.123"


def test_arms_of_more_joints_than_are_shown_are_said(lab):
    text, tip, _ = random_tree(1, n=31)
    drop(lab, ("r.urdf", text.encode()))
    lab.run(f"choose_link('to link', '{tip}')")
    said = "r.urdf: joints: expected 1 to 30 on this page, got 31"
    assert lab.run("said_of_files()") == said


def test_arms_that_the_module_refuses_are_said_beside_the_button(lab):
    plain = {**robots.planar_2r().to_dict(), "mass": [-1.0, 1.0]}
    said = drop(lab, ("a.json", json.dumps(plain).encode()))
    assert said == "a.json: mass: must not be negative, got -1 at link 1"
    assert_same(arm_of(lab), robots.load("scara"))
    assert lab.run("problem()") == ""


def test_undeclared_prefixes_are_read_as_by_python(lab):
    text = UR5.read_text("utf-8").replace("<link ", '<a:b c:d="1"/><link ', 1)
    drop(lab, ("ur5.urdf", text.encode()))
    assert_same(arm_of(lab), Arm.from_urdf(text))


def test_a_pasted_urdf_is_read(lab):
    lab.run(f"take_text({json.dumps(UR5.read_text('utf-8'))})")
    assert_same(arm_of(lab), Arm.from_urdf(UR5))
    lab.run(f"take_text({json.dumps(BAXTER.read_text('utf-8'))})")
    said = lab.run("document.querySelector('#text .problem').textContent")
    assert said.startswith("tip: the tree branches at 'torso'")
    assert_same(arm_of(lab), Arm.from_urdf(UR5))


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "iso-8859-1"])
def test_files_are_read_in_their_encodings(lab, encoding):
    declared = "iso-8859-1" if encoding.startswith("iso") else encoding[:6].rstrip("-")
    text = UR5.read_text("utf-8").replace('name="ur5"', 'name="bras d\u00e9pli\u00e9"', 1)
    text = f'<?xml version="1.0" encoding="{declared}"?>' + text[text.index("<robot") :]
    drop(lab, ("ur5.urdf", text.encode(encoding)))
    assert arm_of(lab).name == "bras d\u00e9pli\u00e9"


def test_one_file_at_a_time(lab):
    said = drop(lab, ("a.urdf", ROBOT), ("b.urdf", ROBOT))
    assert said == "expected one file, got 2"


def drag(lab, kind, path):
    data = {"items": [], "files": [str(path)], "dragOperationsMask": 1}
    lab.ask("Input.dispatchDragEvent", type=kind, x=300, y=300, data=data)


def test_a_file_is_dropped_within_a_frame(lab, tmp_path):
    shown = "document.body.classList.contains('dropping')"
    (tmp_path / "meshes").mkdir()
    for path, said in (
        (UR5, "The arm was read from ur5.urdf"),
        (tmp_path / "meshes", "expected a file, got the folder 'meshes'; meshes are not needed"),
    ):
        lab.run("silence()")
        assert lab.run(shown) is False
        drag(lab, "dragEnter", path)
        drag(lab, "dragOver", path)
        assert lab.run(shown) is True
        drag(lab, "drop", path)
        assert lab.run(shown) is False
        lab.run("something_said()")
        assert lab.run("said_of_files()").startswith(said)
    assert arm_of(lab).name == "ur5"


def test_a_dragged_text_is_left_to_the_browser(lab):
    script = """(() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.setData("text/plain", "0.5");
      return ["dragover", "drop"].map((kind) => dispatchEvent(
        new DragEvent(kind, { dataTransfer, cancelable: true })));
    })()"""
    assert lab.run(script) == [True, True]
    assert lab.run("document.body.classList.contains('dropping')") is False


def test_a_file_is_chosen_twice(lab):
    root = lab.ask("DOM.getDocument")["root"]["nodeId"]
    field = lab.ask("DOM.querySelector", nodeId=root, selector="input[type=file]")["nodeId"]
    for _ in range(2):
        lab.run("choose_robot('stanford')")
        lab.ask("DOM.setFileInputFiles", files=[str(UR5)], nodeId=field)
        lab.run("""new Promise((done) => {
          const look = () => (state.description.name === "ur5" ? done() : setTimeout(look, 5));
          look();
        })""")
        assert_same(arm_of(lab), Arm.from_urdf(UR5))
