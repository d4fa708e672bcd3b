"""What a check of an arm returns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

# so many are printed
_SHOWN = 20


@dataclass(frozen=True)
class Finding:
    """One doubtful thing about one link.

    Attributes
    ----------
    link : int
        Number of the link, or of its joint, counted from 1.
    what : str
        ``"triangle inequality"``, ``"zero mass"``, ``"unloaded joint"``, ``"driving friction"``,
        ``"large angle"``, ``"large length"``, ``"large mass"``, ``"large tensor"``,
        ``"tensor about origin"`` or ``"beyond limit"``.
    severity : str
        ``"note"``: the torques are what the data say; ``"severe"``: the mass matrix is singular, so
        that no torque determines the acceleration.
    message : str
        One sentence with the numbers.
    state : tuple of int, or None
        Of a joint that is beyond its limit: the index of the state along the leading axes of q.
    """

    link: int
    what: str
    severity: Literal["note", "severe"]
    message: str
    state: tuple[int, ...] | None = None

    def __str__(self) -> str:
        return f"{'link' if self.state is None else 'joint'} {self.link}: {self.message}"


class Findings(tuple[Finding, ...]):
    """A tuple of findings that prints one to a line."""

    __slots__ = ()

    def __str__(self) -> str:
        lines = [str(finding) for finding in self[:_SHOWN]]
        if len(self) > _SHOWN:
            lines.append(f"and {len(self) - _SHOWN} more")
        return "\n".join(lines) if self else "nothing doubtful"

    __repr__ = __str__
