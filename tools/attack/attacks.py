"""All attacks, by name."""

from __future__ import annotations

from . import fuzz, guard, interrupts, inverses, leaks, many_arms, motions, same_results
from .worker import Attack

_MODULES = (fuzz, many_arms, guard, same_results, inverses, motions, leaks, interrupts)
ATTACKS: dict[str, Attack] = {
    attack.name: attack for module in _MODULES for attack in module.ATTACKS
}
