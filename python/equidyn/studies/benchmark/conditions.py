"""The conditions of a benchmark when it begins: what else its machine does, and on which core."""

from __future__ import annotations

import os
from pathlib import Path

from ...peers import chosen_core

# clock of a core, if Linux allows reading it
_GOVERNOR = "/sys/devices/system/cpu/cpu{}/cpufreq/scaling_governor"


def conditions() -> dict[str, str]:
    """Return processors, the core of single threads, its governor, and the mean load before."""
    core = chosen_core()
    return {
        "processors": str(os.cpu_count()),
        "core": "any" if core is None else str(core),
        "governor": "unknown" if core is None else _governor(core),
        "load": _load(),
    }


def _governor(core: int) -> str:
    try:
        return Path(_GOVERNOR.format(core)).read_text(encoding="utf-8").strip()
    except OSError:
        return "unknown"


def _load() -> str:
    """Return the mean number of processes that ran or waited in the last minute."""
    try:
        return f"{os.getloadavg()[0]:.2f}"
    # AttributeError: Windows has no such number
    except (AttributeError, OSError):
        return "unknown"
