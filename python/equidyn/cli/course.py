"""The notebooks of the course, copied out of the package."""

from __future__ import annotations

from pathlib import Path

from ..output.files import write_bytes

# in an installed package, and in a checkout
_PACKAGE = Path(__file__).parents[1]
_PLACES = (_PACKAGE / "course", _PACKAGE.parents[1] / "notebooks")

SITE = _PACKAGE.parents[1] / "docs" / "_build" / "html" / "course" / "index.html"


def chapters() -> list[Path]:
    """Return the notebooks, in their order.

    Raises
    ------
    FileNotFoundError
        If the package was installed without them.
    """
    for place in _PLACES:
        if found := sorted(place.glob("*.ipynb")):
            return found
    raise FileNotFoundError(f"{_PLACES[0]}: there are no notebooks; install equidyn with pip")


def copy_course(folder: Path, *, force: bool = False) -> list[Path]:
    """Copy the notebooks into a folder, which is created if it is missing.

    Parameters
    ----------
    folder : Path
        The folder.
    force : bool
        Whether to overwrite existing notebooks.

    Returns
    -------
    list of Path
        The copies.

    Raises
    ------
    ValueError
        If one exists, without `force`; nothing is written then.
    """
    copies = {folder / path.name: path for path in chapters()}
    there = [copy for copy in copies if copy.exists()]
    if there and not force:
        raise ValueError(
            f"{there[0]}: exists, and may have changes of yours; choose another folder, or "
            f"overwrite {len(there)} of {len(copies)} notebooks with --force"
        )
    folder.mkdir(parents=True, exist_ok=True)
    for copy, path in copies.items():
        write_bytes(copy, path.read_bytes())
    return list(copies)
