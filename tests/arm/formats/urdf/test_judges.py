"""Every chain of published files beside Pinocchio and MuJoCo, which read the files themselves."""

import sys
from pathlib import Path

import pytest

from .test_published_files import FOLDER

pytest.importorskip("pinocchio")
pytest.importorskip("mujoco")

from urdf_judges import chains, compare

FILES = sorted(path for path in FOLDER.glob("*.urdf") if path.stem != "ur3_without_links")
# example-robot-data, where it is installed
INSTALLED = sorted(
    path
    for folder in Path(sys.prefix).glob("lib/python*/site-packages/*/share/example-robot-data")
    for path in folder.rglob("*.urdf")
)


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_chain_of_a_published_file_is_as_others_have_it(path):
    text = path.read_text()
    for ends in chains(text):
        found = compare(text, ends)
        assert found.refusals == []
        assert found.beyond() == []
        for library in ("Pinocchio", "MuJoCo"):
            assert (f"{library} reads", "torque") in found.differences
            assert (f"{library} judges", "mass matrix") in found.differences


@pytest.mark.slow
@pytest.mark.parametrize("path", INSTALLED, ids=lambda path: path.stem)
def test_no_chain_of_an_installed_file_differs_without_reason(path):
    text = path.read_text(encoding="utf-8")
    for ends in chains(text):
        assert compare(text, ends).beyond() == []


def test_a_chain_begins_beyond_joints_that_no_arm_has_and_ends_before_those_that_follow():
    joints = (("a", "b", "floating"), ("b", "c", "revolute"), ("c", "d", "fixed"))
    lines = [
        f'<joint name="{child}" type="{kind}"><parent link="{parent}"/><child link="{child}"/>'
        "</joint>"
        for parent, child, kind in joints
    ]
    follower = '<mimic joint="c"/></joint>'.join(
        ['<joint name="e" type="prismatic"><parent link="d"/><child link="e"/>', ""]
    )
    [found] = chains(f"<robot>{''.join(lines)}{follower}</robot>")
    assert found == ("b", "d", ("c",))
