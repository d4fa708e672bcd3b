"""All attacks, by name."""

from __future__ import annotations

from . import (
    files,
    functions,
    fuzz,
    guard,
    interrupts,
    inverses,
    leaks,
    magnitudes,
    models,
    motions,
    programs,
    same_results,
    tampering,
    trajectories,
)
from .worker import Attack

_MODULES = (
    *(fuzz, guard, tampering, magnitudes, functions, same_results),
    *(files, models, inverses, trajectories, motions, leaks, programs, interrupts),
)
ATTACKS: dict[str, Attack] = {
    attack.name: attack for module in _MODULES for attack in module.ATTACKS
}
