"""URDF handed over to the module by the scripts of the page: the arms and the words of Python."""

from pathlib import Path

import numpy as np
import pytest

import equidyn
from arm.formats.urdf.test_bad_files import TENSOR
from arm.formats.urdf.test_flaws import robot as flawed
from arm.formats.urdf.test_locked_joints import robot as with_gripper
from arm.formats.urdf.test_transmissions import MOTORS
from equidyn import Arm
from equidyn.arm.formats.urdf.markup import parsed
from oracles.scripts import FOLDER
from oracles.urdf_texts import random_tree
from page.conftest import WITH_MODULE

pytestmark = [*WITH_MODULE, pytest.mark.filterwarnings("ignore::equidyn.ArmWarning")]

ROBOTS = Path(__file__).parents[1] / "data/robots"
MARKUP = FOLDER / "base/markup.js"

# sines, arc tangents and lengths of the module differ from those of Python by a rounding
ROUNDINGS = 64 * np.finfo(float).eps

READ = """
globalThis.Node = { TEXT_NODE: 3 };
const { flatElements } = await import(given.markup);
const flat = (root) => flatElements(root);
return given.asked.map(({ root, base, tip }) => {
  let found;
  const problem = told(() => { found = lab.readUrdf(flat(root), base ?? "", tip ?? ""); });
  return problem || found;
});
"""


def node(element):
    """Return an element as the document of a browser has it."""
    return {
        "tagName": element.tag,
        "attributes": [{"name": name, "value": x} for name, x in element.attrib.items()],
        "firstChild": {"nodeType": 3, "data": element.text} if element.text else None,
        "children": [node(each) for each in element],
    }


@pytest.fixture
def compared(lab, monkeypatch):
    """Return a function that compares what page and Python make of texts, base and tip links."""
    remarks = []
    monkeypatch.setattr(Arm, "_warn_of", lambda _, lines, __: remarks.append(lines))

    def by_python(text, base, tip):
        try:
            return Arm.from_urdf(text, base=base, tip=tip)
        except ValueError as error:
            return str(error)

    def compare(*asked):
        trees = [{"root": node(parsed(text)), "base": b, "tip": t} for text, b, t in asked]
        found = lab(READ, {"markup": MARKUP.as_uri(), "asked": trees})
        for each, arguments in zip(found, asked, strict=True):
            remarks.clear()
            arm = by_python(*arguments)
            assert_same(each, arm, remarks)
        return found

    return compare


def assert_same(found, arm, remarks):
    if isinstance(arm, str):
        assert found == arm
        return
    if isinstance(found, str):
        # the page needs the tensors
        assert arm.missing == ("inertia",)
        assert [line for line in remarks[0] if line.startswith(f"{found}; ")] != []
        return
    assert remarks == [found["remarks"]]
    described = Arm.from_dict({"format": "equidyn arm 1", **found["description"]})
    said, expected = described.to_dict(), arm.to_dict()
    assert said.keys() == expected.keys()
    assert described.missing == arm.missing
    reach = np.abs([arm.a, arm.a_y, arm.d]).sum() + np.abs(arm.tool[:3, 3]).max() + 1
    sizes = dict.fromkeys(("a", "a_y", "d", "base", "tool", "com"), reach)
    if not arm.missing:
        sizes |= {"mass": arm.mass.sum(), "inertia": np.abs(arm.inertia).max()}
    for key, value in expected.items():
        if key == "frames":
            for (*one, pose), (*other, right) in zip(said[key], value, strict=True):
                assert one == other
                assert_close(pose, right, reach)
        elif key in sizes or key in ("alpha", "theta"):
            assert_close(said[key], value, sizes.get(key, 1))
        else:
            assert said[key] == value


def assert_close(found, expected, size):
    np.testing.assert_allclose(found, expected, rtol=0, atol=ROUNDINGS * size)


def test_published_files_are_read(compared):
    found = compared(*[(f.read_text("utf-8"), None, None) for f in sorted(ROBOTS.glob("*.urdf"))])
    assert sum(isinstance(each, dict) for each in found) >= 4


def test_random_trees_and_their_ends_are_read(compared):
    trees = [random_tree(seed, special=seed % 3 > 0) for seed in range(6)]
    compared(*[(text, base, tip) for text, tip, _ in trees for base in (None, "link0", "link1")])


HINGE = (
    '<robot name="r"><link name="a"/><link name="b"><inertial><mass value="{mass}"/>'
    '<origin xyz="{com}"/><inertia {tensor}/></inertial></link>'
    '<joint name="{name}" type="{kind}"><parent link="a"/><child link="b"/>'
    '<origin xyz="{xyz}" rpy="{rpy}"/><axis xyz="{axis}"/>{inside}</joint></robot>'
)
USUAL = {
    "mass": "1", "com": "0 0 0", "tensor": TENSOR, "name": "j", "kind": "revolute",
    "xyz": "0.1 0.2 0.3", "rpy": "0 0 0", "axis": "0 0 1", "inside": "",
}  # fmt: skip
HOSTILE = [
    {"name": "__proto__"},
    {"name": "it's &quot;so&quot;\\"},
    {"name": "&lt;script&gt;alert(1)&lt;/script&gt;"},
    {"name": "\u00e9l\u00e9ment \U0001f9be&#10;"},
    {"name": "w" * 500, "kind": "\u00e9" * 70},
    {"axis": "1e300 1e300 0"},
    {"axis": "0 1e-300 0"},
    {"rpy": "90 0 0"},
    {"rpy": "1.5708 -3.1416 0.785"},
    {"rpy": "+1.57 0.52 1.6"},
    {"xyz": " 1 ", "axis": "0 0 1"},
    {"xyz": "4e-324 1.7976931348623157e308 -0"},
    {"xyz": "0.1\u00a00.30000000000000004 123456789.12345678"},
    {"mass": "1e999"},
    {"mass": "1e-999"},
    {"mass": ""},
    {"mass": "0x10"},
    {"mass": "1_0"},
    {"mass": "\u0661"},
    {"mass": "-1234565"},
    {"mass": "-0.0001234565"},
    {"kind": "prismatic", "axis": "1 1 1"},
    {"inside": '<limit effort="0" velocity="1e10" lower="-1e9" upper="2"/>'},
    {"inside": '<limit upper="1"/><dynamics damping="0.5" friction="0.25"/>'},
]


def test_hostile_and_odd_numbers_and_names_are_taken_or_refused_as_by_python(compared):
    compared(*[(HINGE.format(**{**USUAL, **odd}), None, None) for odd in HOSTILE])


def test_texts_within_elements_are_read(compared):
    """Those of transmissions are the reductions of motors."""
    compared(*[(text, None, None) for text in MOTORS.values()])


def test_links_that_are_not_there_are_told_as_by_python(compared):
    asked = ("hnad", "Left", "lefft", "l", "it's", "\u00e9l\u00e9ment", "w" * 80, "kuka")
    compared(*[(with_gripper(), None, tip) for tip in asked])


def test_links_of_a_tree_can_be_listed_where_no_arm_is_in_it(lab):
    text = flawed().replace('"revolute"', '"floating"')
    script = READ.replace("return given", "return lab.urdfLinks(flat(given.asked[0].root)); given")
    given = {"markup": MARKUP.as_uri(), "asked": [{"root": node(parsed(text))}]}
    found = lab(script, given)
    links = [each.get("name") for each in parsed(text) if each.tag == "link"]
    parents = [each.get("link") for each in parsed(text).iter("parent")]
    assert found["links"] == links
    assert found["leaves"] == [name for name in links if name not in parents]


def test_digits_of_numbers_are_those_of_python(lab):
    rng = np.random.default_rng(4)
    ties = [100000.5, 100001.5, -1000025.0, 0.5, 2.5, 1234565.0, 99999.95, 999999.5, 9999995.0]
    numbers = [0.0, -0.0, 1e-5, 1e-4, 1e6, 5e-324, 1.7976931348623157e308, *ties]
    numbers += (rng.uniform(-9, 9, 300) * 10.0 ** rng.integers(-300, 300, 300)).tolist()
    script = """const host = lab.host();
    const of = (x, all) => lab.withMemory((_, room) => {
      const pointer = room(4);
      host.write_number(x, all, pointer);
      return lab.text(pointer);
    });
    return given.map((x) => [of(Number(x), false), of(Number(x), true)])"""
    found = lab(script, [repr(x) for x in numbers])
    assert [six for six, _ in found] == [f"{x:.6g}" for x in numbers]
    every = [float(text) for _, text in found]
    assert [x.hex() for x in every] == [x.hex() for x in numbers]


def test_memory_grows_little_over_ten_thousand_errors(lab):
    given = {
        "markup": MARKUP.as_uri(),
        "asked": [{"root": node(parsed(with_gripper()))}],
        "arm": {**equidyn.robots.planar_2r().to_dict(), "mass": [1, -1]},
    }
    script = READ.replace(
        "return given.asked.map",
        """const elements = flat(given.asked[0].root);
        const size = () => lab.core.memory.buffer.byteLength;
        const wrong = [() => lab.readUrdf(elements, "nobody"), () => lab.arm(given.arm)];
        return wrong.map((call) => {
          told(call);
          const [before, words] = [size(), told(call)];
          for (let k = 0; k < 10000; ++k) told(call);
          return [told(call) === words, size() - before];
        });
        given.asked.map""",
    )
    found = lab(script, given)
    assert all(same for same, _ in found)
    of_urdf, of_arm = (grown / 10_000 for _, grown in found)
    # the calls that errors end free nothing on their way
    assert of_urdf < 16 * 1024
    assert of_arm < 4 * 1024
