"""Arms whose neighbouring axes are almost parallel, and frames on the normals of their axes."""

import warnings

import numpy as np

from equidyn import Arm, ArmWarning
from equidyn.arm.body import Body
from equidyn.arm.formats.serial_chain import serial_chain
from equidyn.arm.formats.tree.frames import denavit_hartenberg, screw

RIGHT = (0.0, np.pi / 2, np.pi)


class Tilted:
    """A chain of random joints whose axes deviate by a tilt from right angles.

    Attributes
    ----------
    placements : list of ndarray, shape (4, 4)
        Poses of the joints, each in the frame of the one before, as the text has them.
    joints : str
        Their kinds; all turn about, or slide along, z.
    text : str
        URDF.
    """

    def __init__(self, seed: int, tilt: float, n: int = 6) -> None:
        rng = np.random.default_rng([seed, 23])
        self.joints = "".join(rng.choice(["R", "R", "R", "P"], n))
        self.placements, parts = [], ['<robot name="tilted"><link name="l0"/>']
        for i, kind in enumerate(self.joints, start=1):
            roll = float(rng.choice(RIGHT) + tilt * rng.uniform(0.5, 1))
            pitch, yaw = float(tilt * rng.normal()), float(rng.uniform(-3, 3))
            xyz = rng.uniform(-1, 1, 3).tolist()
            pose = screw(yaw, 0.0, 2) @ screw(pitch, 0.0, 1) @ screw(roll, 0.0, 0)
            pose[:3, 3] = xyz
            self.placements.append(pose)
            rpy, kind = f"{roll!r} {pitch!r} {yaw!r}", "continuous" if kind == "R" else "prismatic"
            com = " ".join(map(repr, rng.uniform(-0.2, 0.2, 3).tolist()))
            parts.append(
                f'<link name="l{i}"><inertial><origin xyz="{com}"/><mass value="{2 / i!r}"/>'
                '<inertia ixx=".02" iyy=".03" izz=".02" ixy=".001" ixz="0" iyz=".002"/>'
                f'</inertial></link><joint name="j{i}" type="{kind}"><parent link="l{i - 1}"/>'
                f'<child link="l{i}"/><axis xyz="0 0 1"/><limit effort="1" velocity="1" '
                f'lower="-9" upper="9"/><origin xyz="{" ".join(map(repr, xyz))}" rpy="{rpy}"/>'
                "</joint>"
            )
        self.text = "".join([*parts, "</robot>"])

    @property
    def reach(self) -> float:
        """Length of the chain."""
        return sum(float(np.linalg.norm(pose[:3, 3])) for pose in self.placements)

    def pose(self, q: np.ndarray) -> np.ndarray:
        """Pose of the last link in one position."""
        pose = np.eye(4)
        for placement, kind, x in zip(self.placements, self.joints, q, strict=True):
            pose = pose @ placement @ (screw(x, 0.0, 2) if kind == "R" else screw(0.0, x, 2))
        return pose


# a cobot whose maker wrote its calibration into the file: axes 2, 3 and 4 are parallel but for 1 to
# 3 mrad
_ORIGINS = [
    ("0 0 0.16", "0 0 2e-6"),
    ("0.0002 0 0", "1.5711 0 1.5e-6"),
    ("-0.42 0 0", "0.0013 -0.0004 5e-6"),
    ("-0.39 -0.0005 0.132", "0.0029 -0.0011 -3e-6"),
    ("-7e-6 -0.0998 -4e-7", "1.57079 0 1e-6"),
    ("1e-5 0.0993 0.0001", "1.5717 3.141592653589793 3.141592"),
]
_BODIES = [
    (3.6, "0 -.02 0", (0.01, 0.01, 0.007)),
    (8.1, "-.21 0 .11", (0.015, 0.13, 0.13)),
    (2.2, "-.24 0 .03", (0.004, 0.05, 0.05)),
    (1.2, "0 -.016 -.002", (0.002, 0.002, 0.001)),
    (1.2, "0 .016 -.002", (0.002, 0.002, 0.001)),
    (0.2, "0 0 -.001", (1e-4, 1e-4, 1e-4)),
]
CALIBRATED = (
    '<robot name="cobot"><link name="link0"/>'
    + "".join(
        f'<link name="link{i}"><inertial><origin xyz="{com}"/><mass value="{mass}"/><inertia '
        f'ixx="{x}" iyy="{y}" izz="{z}" ixy="0" ixz="0" iyz="0"/></inertial></link>'
        f'<joint name="axis{i}" type="continuous"><parent link="link{i - 1}"/>'
        f'<child link="link{i}"/><axis xyz="0 0 1"/><origin xyz="{xyz}" rpy="{rpy}"/></joint>'
        for i, ((mass, com, (x, y, z)), (xyz, rpy)) in enumerate(
            zip(_BODIES, _ORIGINS, strict=True), start=1
        )
    )
    + "</robot>"
)


def on_normals(arm: Arm) -> Arm:
    """Return a modified arm in frames on its common normals, however far away these are."""
    links = serial_chain(arm).links
    frames = denavit_hartenberg(
        [link.placement for link in links],
        [np.eye(3)[2]] * arm.n,
        [link.prismatic for link in links],
        arm.tool,
        on_normals=True,
    )
    bodies = [
        Body(link.mass, link.com, link.inertia).moved(frame)
        for link, frame in zip(links, frames.links, strict=True)
    ]
    data = {name: [getattr(body, name) for body in bodies] for name in Body._fields}
    return arm._with(**frames.parameters, **data, base=frames.base, tool=frames.tool)


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
