"""An arm of a file whose angles have so few digits that parallel axes are nearly parallel."""

import warnings

from equidyn import Arm, ArmWarning
from oracles.on_normals import on_normals


def with_angles_of_few_digits(*pitches: str) -> Arm:
    """Four joints, the last three parallel but for the digits of their angles, on the normals."""
    places = [("0 0 .1", "0 0 0"), (".02 0 .05", "1.5708 0 0")]
    places += [("-.38 0 0", f"0 {pitches[0]} 0"), (".4 0 0", f"0 {pitches[1]} 0")]
    centres = [".02 .01 0", "-.2 -.01 0", ".2 0 -.03", ".06 .05 0"]
    text = '<robot name="arm"><link name="l0"/>'
    for i, ((xyz, rpy), centre) in enumerate(zip(places, centres, strict=True), start=1):
        text += (
            f'<link name="l{i}"><inertial><origin xyz="{centre}"/><mass value="1.1"/><inertia '
            'ixx=".002" iyy=".02" izz=".02" ixy="0" ixz="0" iyz="0"/></inertial></link>'
            f'<joint name="j{i}" type="continuous"><parent link="l{i - 1}"/><child link="l{i}"/>'
            f'<axis xyz="0 0 1"/><origin xyz="{xyz}" rpy="{rpy}"/>'
            '<dynamics damping="0.3" friction="0.2"/></joint>'
        )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ArmWarning)
        arm = Arm.from_urdf(text + "</robot>", exact=True).with_motors([0.1] * 4)
    return on_normals(arm)
