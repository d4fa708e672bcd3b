"""The functions of the core, made known to JAX."""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module
from pathlib import Path

from .. import _core
from ..output.extras import require_extra

HEADER = "xla/ffi/api/c_api.h"


@cache
def make_known() -> None:
    """Give JAX the functions of the core, under the names that `target` returns.

    Raises
    ------
    ImportError
        If JAX is not installed, or has a version of XLA's foreign function interface that the core
        does not know.
    """
    require_extra("jax", "jax")
    ffi = import_module("jax.ffi")
    require_known(version_in(Path(ffi.include_dir()) / HEADER))
    for quantity, (function, _) in _core.xla_functions().items():
        ffi.register_ffi_target(target(quantity), function, platform="cpu")


def target(quantity: str) -> str:
    """Return the name by which XLA knows the function of a quantity."""
    return f"equidyn_{quantity}"


def version_in(header: Path) -> tuple[int, int] | None:
    """Return the version of the interface that a header of XLA states, if it does."""
    try:
        text = header.read_text("utf-8")
    except OSError:
        return None
    stated = [re.search(rf"XLA_FFI_API_{part} (\d+)", text) for part in ("MAJOR", "MINOR")]
    major, minor = (int(found[1]) if found else -1 for found in stated)
    return None if -1 in (major, minor) else (major, minor)


def require_known(version: tuple[int, int] | None) -> None:
    """Raise an ImportError for a version of the interface that the core does not know."""
    major, (oldest, newest) = _core.xla_versions
    if version is not None and version[0] == major and oldest <= version[1] <= newest:
        return
    found = "an unknown one" if version is None else f"{version[0]}.{version[1]}"
    jaxlib = import_module("jaxlib").__version__
    raise ImportError(
        f"equidyn.jax: expected version {major}.{oldest} to {major}.{newest} of XLA's foreign "
        f"function interface, got {found} of jaxlib {jaxlib}: install another jax, or a newer "
        "equidyn"
    )
