"""Chains of the published files, as the tool that judges all of them does it."""

import pytest

from .test_published_files import FOLDER

pytest.importorskip("pinocchio")
pytest.importorskip("mujoco")

from urdf_judges.chains import chains
from urdf_judges.comparing import compare

FILES = sorted(path for path in FOLDER.glob("*.urdf") if path.stem != "ur3_without_links")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_chain_of_a_published_file_is_as_others_have_it(path):
    text = path.read_text()
    found = compare(text, chains(text)[-1])
    assert found.refusals == []
    assert found.beyond(explained=True) + found.beyond(explained=False) == []
    for library in ("Pinocchio", "MuJoCo"):
        assert (f"{library} reads", "torque") in found.differences
        assert (f"{library} judges", "mass matrix") in found.differences


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
