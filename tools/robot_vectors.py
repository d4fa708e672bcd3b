#!/usr/bin/env python3
"""Compute reference results of the zoo's robots by Pinocchio and MuJoCo, from their sources.

tests/data/robots holds the numbers of each source as they were published: a URDF, or a table of
Denavit-Hartenberg parameters in dh.json. The libraries read them without equidyn; their poses,
torques and mass matrices are written to vectors.json.

With --renew, only the digests of the zoo's files are written, to digests.json. A digest is renewed
only for a robot whose numbers were changed on purpose, in the same commit; that commit changes the
source in tests/data/robots too, or says why it does not.
"""

import argparse
import hashlib
import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree

import numpy as np
from numpy.typing import NDArray

from equidyn.arm.formats.urdf.source import Ends, Source
from equidyn.output.files import write_text
from equidyn.peers.reading import READERS
from equidyn.peers.reading.chain import Reading
from equidyn.peers.taking_part import PEERS

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "tests/data/robots"
VECTORS, DIGESTS, TABLES = FOLDER / "vectors.json", FOLDER / "digests.json", FOLDER / "dh.json"
ZOO = ROOT / "python/equidyn/robots/zoo"

STATES = 2
DECIMALS = 12
# tolerances, relative to the largest element, and why: digits of the published numbers
TOLERANCES = {
    **dict.fromkeys(
        ("ur3", "ur5", "ur10", "ur3e", "ur5e", "ur10e", "ur16e"),
        (1e-9, "right angles are published with ten digits"),
    ),
    "sawyer": (1e-10, "right angles are published with eleven digits"),
    "baxter": (5e-6, "angles published as 0.7854 are read as eighths of a turn"),
    "gen3": (2e-5, "right angles are published as 1.5708"),
}
EXACT = (1e-12, "rounding")

Array = NDArray[np.float64]


class Published(NamedTuple):
    """URDF of a robot, the ends of its chain, and whether it has bodies."""

    text: str
    ends: Ends
    bodies: bool


def main(argv: Sequence[str] | None = None) -> None:
    """Write the vectors, or the digests that are named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--renew", nargs="+", metavar="NAME", help="renew only digests of these")
    options = parser.parse_args(argv)
    if options.renew:
        digests = {**json.loads(DIGESTS.read_text()), **{x: digest(x) for x in options.renew}}
        write_text(DIGESTS, _written(dict(sorted(digests.items()))))
    else:
        write_text(VECTORS, _written({name: vectors(name) for name in names()}))


def digest(name: str) -> str:
    """Return the digest of all numbers in a file of the zoo, with their names."""
    arm = json.loads((ZOO / f"{name}.json").read_text(encoding="utf-8"), parse_int=float)["arm"]
    return hashlib.sha256(json.dumps(arm, sort_keys=True).encode()).hexdigest()[:16]


def names() -> list[str]:
    """Return the robots that have a source."""
    return sorted([*tables(), *(path.stem for path in FOLDER.glob("*.urdf"))])


def tables() -> dict[str, Any]:
    """Return the published tables of Denavit-Hartenberg parameters, by the robots' names."""
    found: dict[str, Any] = json.loads(TABLES.read_text(encoding="utf-8"))
    return found


def vectors(name: str) -> dict[str, Any]:
    """Compute the results of a robot by Pinocchio, and by MuJoCo where it takes the bodies.

    Raises
    ------
    AssertionError
        If the two differ.
    """
    source = read(name)
    rng = np.random.default_rng(len(source.ends.joints))
    shape = 3, STATES, len(source.ends.joints)
    states = rng.uniform(-2, 2, shape).round(3)
    readings = _readings(source)
    computed = [_computed(reading, states, source.bodies) for reading in readings.values()]
    for other in computed[1:]:
        for key, expected in computed[0].items():
            scale = np.abs(expected).max()
            np.testing.assert_allclose(other[key], expected, rtol=0, atol=1e-12 * scale)
    tolerance, reason = TOLERANCES.get(name, EXACT)
    return {
        "computed by": ", ".join(readings),
        "tolerance": tolerance,
        "reason": reason,
        **dict(zip(("q", "qd", "qdd"), states, strict=True)),
        **computed[0],
    }


def read(name: str) -> Published:
    """Return the source of a robot."""
    if name in tables():
        table = tables()[name]
        joints = tuple(f"joint_{i}" for i in range(len(table["joints"])))
        return Published(urdf(table), Ends("base", "tool", joints), "inertia" in table)
    text = (FOLDER / f"{name}.urdf").read_text(encoding="utf-8")
    return Published(text, ends(text), bodies=True)


def ends(text: str) -> Ends:
    """Return the ends of a URDF that is one chain, from its first link to its last."""
    robot = ElementTree.fromstring(text)
    moving = [x.get("name", "") for x in robot.findall("joint") if x.get("type") != "fixed"]
    return Ends("base", robot.findall("link")[-1].get("name", ""), tuple(moving))


def urdf(table: Mapping[str, Any]) -> str:
    """Return the URDF of an arm whose links are given by Denavit-Hartenberg parameters."""
    standard = table["convention"] == "standard"
    lines = ['<robot name="table"><link name="base"/>']
    place, parent = np.array(table.get("base", np.eye(4))), "base"
    for i, kind in enumerate(table["joints"]):
        about_z = _screw(2, table["theta"][i], table["d"][i])
        about_x = _screw(0, table["alpha"][i], table["a"][i])
        # joint i moves along z of the frame before its link (standard), or of its own (modified)
        if standard:
            body = about_z @ about_x
        else:
            place, body = place @ about_x @ about_z, np.eye(4)
        joint = "revolute" if kind == "R" else "prismatic"
        lines += [
            f'<joint name="joint_{i}" type="{joint}">{_origin(place)}<parent link="{parent}"/>',
            f'<child link="link_{i}"/><axis xyz="0 0 1"/>',
            '<limit lower="-9" upper="9" effort="0" velocity="0"/></joint>',
            f'<link name="link_{i}">{_inertial(table, i, body)}</link>',
        ]
        place, parent = body, f"link_{i}"
    place = place @ np.array(table.get("tool", np.eye(4)))
    lines += [
        f'<joint name="to_tool" type="fixed">{_origin(place)}<parent link="{parent}"/>',
        '<child link="tool"/></joint><link name="tool"/></robot>',
    ]
    return "".join(lines)


def _inertial(table: Mapping[str, Any], i: int, frame: Array) -> str:
    """Return the inertial element of a link; frame: of the link, in the axes of the joint."""
    if "inertia" not in table:
        return ""
    tensor = table["inertia"][i]
    centre = frame.copy()
    centre[:3, 3] += frame[:3, :3] @ table["com"][i]
    entries = " ".join(
        f'i{"xyz"[j]}{"xyz"[k]}="{tensor[j][k]}"' for j in range(3) for k in range(j, 3)
    )
    mass = f'<mass value="{table["mass"][i]}"/>'
    return f"<inertial>{_origin(centre)}{mass}<inertia {entries}/></inertial>"


def _origin(pose: Array) -> str:
    """Return the origin element of a pose: R = Rz(yaw) Ry(pitch) Rx(roll)."""
    R = pose[:3, :3]
    roll, pitch = np.arctan2(R[2, 1], R[2, 2]), np.arctan2(-R[2, 0], np.hypot(R[0, 0], R[1, 0]))
    yaw = np.arctan2(R[1, 0], R[0, 0])
    xyz, rpy = (" ".join(repr(float(x)) for x in row) for row in (pose[:3, 3], (roll, pitch, yaw)))
    return f'<origin xyz="{xyz}" rpy="{rpy}"/>'


def _screw(axis: int, angle: float, shift: float) -> Array:
    """Return the rotation about an axis of the frame with a translation along it."""
    pose = np.eye(4)
    u, v = (axis + 1) % 3, (axis + 2) % 3
    pose[u, u] = pose[v, v] = np.cos(angle)
    pose[v, u], pose[u, v] = np.sin(angle), -np.sin(angle)
    pose[axis, 3] = shift
    return pose


def _readings(source: Published) -> dict[str, Reading]:
    """Return the readings of a source, by library and version."""
    found = {}
    for name, reader in READERS.items():
        peer = PEERS[name]
        with suppress(ValueError):  # MuJoCo takes only bodies that can exist
            found[f"{peer.library} {peer.version}"] = reader(Source(source.text, source.ends))
    return found


def _computed(reading: Reading, states: Array, bodies: bool) -> dict[str, Array]:
    """Return the results of all states, by their names in the file."""
    rest = np.zeros(states.shape[-1])
    moving = [reading.answers(q, qd, qdd, rest) for q, qd, qdd in zip(*states, strict=True)]
    found = {"tool_pose": np.array([each.pose for each in moving])}
    if bodies:
        held = [reading.answers(q, rest, rest, rest).torque for q in states[0]]
        found["gravity_torque"] = np.array(held)
        found["torque"] = np.array([each.torque for each in moving])
        found["mass_matrix"] = np.array([each.mass_matrix for each in moving])
    return found


def _written(content: Any, indent: str = "") -> str:
    """Return JSON with a line for each row of numbers."""
    if isinstance(content, np.ndarray):
        content = (content.round(DECIMALS) + 0.0).tolist()
    deeper = indent + " "
    if isinstance(content, Mapping):
        lines = [f"{json.dumps(key)}: {_written(x, deeper)}" for key, x in content.items()]
        brackets = "{}"
    elif isinstance(content, list) and isinstance(content[0], list):
        lines = [_written(x, deeper) for x in content]
        brackets = "[]"
    else:
        return json.dumps(content)
    end = "" if indent else "\n"
    return f"{brackets[0]}\n{deeper}" + f",\n{deeper}".join(lines) + f"\n{indent}{brackets[1]}{end}"


if __name__ == "__main__":
    main()
