"""The same file, read by other libraries."""

import numpy as np
import pytest

import equidyn
from equidyn import Arm
from equidyn.verification import judges

pytest.importorskip("pinocchio")
pytest.importorskip("mujoco")

HINGES = """
<robot name="hinges">
  <link name="wall"/>
  {links}
  <joint name="lift" type="prismatic">
    <origin xyz="0.1 0 0.2" rpy="0.3 1.57 0"/>
    <parent link="wall"/> <child link="rod"/> <axis xyz="0 0.6 0.8"/>
    <limit lower="-1" upper="1" effort="9" velocity="2"/>
  </joint>
  <joint name="swing" type="continuous">
    <origin xyz="0 0.3 0" rpy="0 0.2 0.7"/>
    <parent link="rod"/> <child link="tip"/> <axis xyz="1 0 0"/>
  </joint>
</robot>"""
BODY = """
  <link name="{name}">
    <inertial>
      <origin xyz="0.1 0 -0.5" rpy="0.1 0.2 0.3"/> <mass value="{mass}"/>
      <inertia ixx="0.3" iyy="0.2" izz="0.15" ixy="0.01" ixz="0.02" iyz="-0.03"/>
    </inertial>
  </link>"""
FILE = HINGES.format(links=BODY.format(name="rod", mass=2) + BODY.format(name="tip", mass=1))
PEERS = ("pinocchio", "mujoco")


def read() -> Arm:
    with pytest.warns(equidyn.ArmWarning, match=r"1\.57"):
        return Arm.from_urdf(FILE)


def own_readings(arm: Arm) -> list[judges.Opinion]:
    found = equidyn.verify(arm, samples=5, formulations=["newton_euler"], peers=PEERS)
    assert bool(found) == found.peers.passed
    return [one for one in found.peers.opinions if one.library.startswith("the same file")]


def test_an_arm_of_a_file_is_judged_by_the_readers_of_others():
    opinions = own_readings(read())
    assert {one.library for one in opinions} == {
        "the same file read by Pinocchio",
        "the same file read by MuJoCo",
    }
    assert len(opinions) == 8
    # 1.57 is no right angle to them, and equidyn is compared as it reads all digits
    assert max(one.difference for one in opinions) < 1e-13


def test_a_misread_file_is_noticed(monkeypatch):
    as_it_is = judges.exactly_read
    monkeypatch.setattr(judges, "exactly_read", lambda source: as_it_is(source).with_payload(0.1))
    assert {one.verdict for one in own_readings(read()) if "dynamics" in one.quantity} == {"FAIL"}


def test_an_arm_that_was_changed_is_no_longer_that_of_the_file():
    arm = read()
    assert own_readings(arm.with_gravity(np.zeros(3))) == []
    assert own_readings(arm.with_payload(1.0)) == []


def test_what_another_library_refuses_is_a_note():
    impossible = FILE.replace('ixx="0.3"', 'ixx="0.355"')
    with pytest.warns(equidyn.ArmWarning):
        arm = Arm.from_urdf(impossible)
    found = equidyn.verify(arm, samples=5, formulations=["newton_euler"], peers=["mujoco"])
    assert any(line.startswith("the same file read by MuJoCo: ") for line in found.peers.notes)
