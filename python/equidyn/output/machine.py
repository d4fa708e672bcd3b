"""Description of the machine of a measurement."""

from __future__ import annotations

import platform
from datetime import datetime, timezone
from pathlib import Path

import numpy as np

from .. import _core


def describe_machine() -> dict[str, str]:
    """Return processor, system, versions, compiler and flags, and the current time."""
    from .. import __version__

    return {
        "processor": _processor(),
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "equidyn": __version__,
        "python": platform.python_version(),
        "numpy": np.__version__,
        **{key: str(value) for key, value in _core.build_info().items()},
        "date": datetime.now(timezone.utc).isoformat(timespec="seconds"),
    }


def _processor() -> str:
    """Return the name of the processor; on Linux from /proc/cpuinfo."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or "unknown"
