"""All ideas, by name."""

from __future__ import annotations

from . import fuzz
from .turn import Attack

ATTACKS: dict[str, Attack] = {module.ATTACK.name: module.ATTACK for module in (fuzz,)}
