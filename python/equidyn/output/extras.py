"""Optional dependencies, which single functions need."""

from __future__ import annotations

import importlib


def require_extra(extra: str, *modules: str) -> None:
    """Check that the modules of an optional extra of equidyn can be imported.

    Raises
    ------
    ImportError
        If one cannot; the message names the extra to install.
    """
    for module in modules:
        try:
            importlib.import_module(module)
        except ImportError as error:
            message = f"{module} is needed here: pip install 'equidyn[{extra}]'"
            raise ImportError(message) from error
