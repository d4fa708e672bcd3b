"""Folders of the C++ headers and of the CMake package."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).parent
_DIRECTORY = _PACKAGE / "cmake"

# headers are installed with the package; in a checkout they are beside it
HEADER_FOLDERS = (_PACKAGE / "include", _PACKAGE.parents[1] / "cpp" / "include")


def cmake_dir() -> str:
    """Return the folder of the package that CMake finds: headers, and the production kernels.

    Returns
    -------
    str
        For ``-Dequidyn_DIR=...``; ``find_package(equidyn CONFIG REQUIRED)`` then defines
        ``equidyn::headers``, every formulation as a header, and ``equidyn::kernels``, with the
        compiled kernels too. Both need Eigen, of the system or as the wheel ``cmeel-eigen``.

    Raises
    ------
    FileNotFoundError
        Where equidyn is not installed, but used from its source tree.
    """
    if not _DIRECTORY.is_dir():
        raise FileNotFoundError(
            f"{_DIRECTORY}: missing; install equidyn with pip (a source tree has no such folder)"
        )
    return str(_DIRECTORY)
