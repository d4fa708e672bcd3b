"""The arm: its data, checked once; what is doubtful about them; how they are saved and shown."""

from .arm import Arm
from .checks.findings import ArmWarning, Finding, Findings

__all__ = ["Arm", "ArmWarning", "Finding", "Findings"]


def __dir__() -> list[str]:
    return sorted(__all__)
