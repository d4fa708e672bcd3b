"""The chain of a URDF as other libraries read it, by readers of their own."""

from __future__ import annotations

from collections.abc import Callable

from ...arm.arm import Arm
from ...arm.formats.urdf import read_urdf
from ...arm.formats.urdf.source import Source
from .by_mujoco import MujocoReading
from .by_pinocchio import PinocchioReading
from .chain import Reading

# by the names of the libraries in `peers`
READERS: dict[str, Callable[[Source], Reading]] = {
    "pinocchio": PinocchioReading,
    "mujoco": MujocoReading,
}


def exactly_read(source: Source) -> Arm:
    """Return the arm as equidyn reads it with the digits of all angles, as the others do."""
    base, tip, _ = source.ends
    chain = read_urdf(source.text, base, tip, exact=True, locked=source.locked, mimic="independent")
    return Arm._quietly(chain.data)
