"""Table of the motion of the links of an arm, and of the wrenches on them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..output.tables import Table
from ..output.text import without_noise
from ..validation import FloatArray

if TYPE_CHECKING:
    from .base_and_link_motion import LinkMotion

# headings of the columns of a table, by the fields of a `LinkMotion`; the first have room first
_HEADINGS = {
    "angular_velocity": "angular velocity\nrad/s",
    "angular_acceleration": "angular acceleration\nrad/s²",
    "com_acceleration": "acceleration of the\ncentre of mass - g, m/s²",
    "force": "force on the link\nN",
    "moment": "moment on the link\nN m",
    "com_velocity": "velocity of the\ncentre of mass, m/s",
    "com_position": "place of the\ncentre of mass, m",
    "origin_acceleration": "acceleration of the\norigin - g, m/s²",
    "origin_velocity": "velocity of the\norigin, m/s",
    "origin_position": "place of the\norigin, m",
}


def link_motion_table(motion: LinkMotion) -> Table:
    """Return a table with a row for each link; of many states, root mean squares."""
    states, links = motion.force[..., 0, 0].size, motion.force.shape[-2]
    columns = [_components(getattr(motion, name)) for name in _HEADINGS]
    many = f", root mean square of {states} states" if states != 1 else ""
    return Table(
        title=f"motion of {links} links and wrenches on them{many}",
        columns=("link", *_HEADINGS.values()),
        align="r" * (1 + len(columns)),
        rows=tuple((str(k), *each) for k, each in enumerate(zip(*columns, strict=True), 1)),
        footnote="x, y, z in the axes of the frame of each link",
        optional=tuple(reversed(_HEADINGS.values())),
    )


def _components(field: FloatArray) -> list[str]:
    """Return the vectors of a field in words, one for each link."""
    states: FloatArray = field.reshape(-1, *field.shape[-2:])
    if not len(states):
        return ["-"] * field.shape[-2]
    shown = states[0] if len(states) == 1 else np.sqrt(np.mean(states**2, axis=0))
    return ["  ".join(f"{x:.3g}" for x in vector) for vector in without_noise(shown)]
