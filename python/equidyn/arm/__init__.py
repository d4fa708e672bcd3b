"""The arm: its validated data, checks for suspect data, file formats, parameters and display."""

from .arm import Arm
from .checks.findings import ArmWarning, Finding, Findings

__all__ = ["Arm", "ArmWarning", "Finding", "Findings"]


def __dir__() -> list[str]:
    return sorted(__all__)
