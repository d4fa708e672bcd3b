"""An arm in frames on its common normals, however far away these are."""

import numpy as np

from equidyn import Arm
from equidyn.arm.body import Body
from equidyn.arm.formats.serial_chain import serial_chain
from equidyn.arm.formats.tree.frames import denavit_hartenberg


def on_normals(arm: Arm) -> Arm:
    """Return a modified arm in Denavit-Hartenberg frames."""
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
