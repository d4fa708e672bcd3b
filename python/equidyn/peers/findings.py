"""Known errors in releases of other libraries, each with a case that shows it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..arm import Arm


@dataclass(frozen=True)
class Finding:
    """Known error of a library.

    Attributes
    ----------
    library, version : str
        The library and its release.
    calls : tuple of str
        The functions with wrong results.
    concerns : callable
        Returns whether results for an arm are wrong.
    statement : str
        The error in one sentence.
    case : str
        Code that needs only that library, and leaves both results in ``wrong`` and ``right``.
    """

    library: str
    version: str
    calls: tuple[str, ...]
    concerns: Callable[[Arm], bool]
    statement: str
    case: str


FINDINGS = (
    Finding(
        library="Robotics Toolbox",
        version="1.5.0",
        calls=("rne", "gravload", "accel"),
        concerns=lambda arm: not arm.revolute[0] and arm.n > 1,
        statement=(
            "its C code turns gravity wrongly where the first of several joints slides and "
            "gravity is not along it"
        ),
        case="""\
from roboticstoolbox import DHRobot, PrismaticDH, RevoluteDH

links = [PrismaticDH(theta=1, m=1), RevoluteDH(a=1, m=1)]
robot = DHRobot(links, gravity=[0, -9.81, 0])
still = [0, 0], [0, 0], [0, 0]
wrong, right = robot.rne(*still), robot.rne_python(*still)
""",
    ),
)


def finding(library: str, version: str, call: str, arm: Arm) -> Finding | None:
    """Return the known error of a call of a library on an arm, if there is one."""
    known = (f for f in FINDINGS if (f.library, f.version) == (library, version))
    return next((f for f in known if call in f.calls and f.concerns(arm)), None)
