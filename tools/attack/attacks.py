"""All ideas, by name."""

from __future__ import annotations

from . import (
    drawings,
    environment,
    faults,
    files,
    forks,
    functions,
    fuzz,
    guard,
    half_made,
    identification,
    instruction_sets,
    interpreters,
    interrupts,
    leaks,
    limits,
    magnitudes,
    motions,
    mujoco_models,
    poses,
    special_files,
    tampering,
    texts,
    threads,
    trajectories,
)
from .turn import Attack

_MODULES = (
    *(fuzz, guard, tampering, half_made, magnitudes, functions, files, instruction_sets),
    *(poses, texts, drawings, trajectories, motions, identification),
    *(limits, special_files, mujoco_models),
    *(threads, leaks, forks, environment, interpreters, faults, interrupts),
)
ATTACKS: dict[str, Attack] = {module.ATTACK.name: module.ATTACK for module in _MODULES}
