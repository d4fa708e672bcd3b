"""Arms as URDF, for libraries that read nothing else."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import numpy as np

from .in_base_frame import in_base_frame, unnamed

if TYPE_CHECKING:
    from ..arm.arm import Arm

TOOL = "tool"

# without an inertial element, which some libraries need
_BASE = '<link name="base"/>'
_MASSLESS_BASE = (
    '<link name="base"><inertial><origin xyz="0 0 0" rpy="0 0 0"/><mass value="0"/>'
    '<inertia ixx="0" ixy="0" ixz="0" iyy="0" iyz="0" izz="0"/></inertial></link>'
)


def upright(arm: Arm) -> Arm:
    """Return the arm without limits in a world with z up, against gravity.

    The torques are the same. A URDF does not say gravity: its libraries take it to be along -z.
    """
    arm = in_base_frame(arm)
    strength = float(np.linalg.norm(arm.gravity))
    if not strength:
        return arm
    up = -arm.gravity / strength
    least = np.eye(3)[np.argmin(np.abs(up))]
    across = np.cross(up, least) / np.linalg.norm(np.cross(up, least))
    base = np.eye(4)
    base[:3, :3] = across, np.cross(up, across), up
    return arm.with_base(base).with_gravity((0.0, 0.0, -strength))


def urdf(arm: Arm) -> str:
    """Return an arm as URDF; what that cannot say is left out."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return unnamed(arm).to_urdf().replace(_BASE, _MASSLESS_BASE)


@contextmanager
def urdf_file(arm: Arm) -> Iterator[str]:
    """Yield the path of a URDF of the arm, which is there until the end of the block."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "arm.urdf")
        path.write_text(urdf(arm), encoding="utf-8")
        yield str(path)
