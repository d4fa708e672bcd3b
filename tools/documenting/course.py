"""Notebooks of the course: their numbered titles, and the libraries that some of them need."""

import json
from importlib.util import find_spec
from pathlib import Path

# of notebooks that need more than their neighbours
LIBRARIES = {
    "02_dh_conventions": "ipywidgets",
    "12_simulation": "ipywidgets",
    "14_computed_torque": "ipywidgets",
    "20_batches_and_threads": "distributed",
    "17_optimal_control": "casadi",
    "18_learning": "jax",
}

# too large to be installed for the site alone, which shows their chapters without results
_TOO_LARGE = ("casadi", "jax")


def numbered(path: Path) -> str:
    """Return a notebook with the number of its file in its title: "# 4. How many ...".

    Raises
    ------
    ValueError
        If it does not begin with a title.
    """
    notebook = json.loads(path.read_text(encoding="utf-8"))
    first = "".join(notebook["cells"][0]["source"])
    if not first.startswith("# "):
        raise ValueError(f"{path.name}: expected a title first, got {first[:40]!r}")
    number = int(path.name.partition("_")[0])
    notebook["cells"][0]["source"] = f"# {number}. {first.removeprefix('# ')}"
    return json.dumps(notebook, ensure_ascii=False)


def shown_without_results(notebook: str) -> bool:
    """Tell whether the site may show a notebook, by its name, without results."""
    return LIBRARIES.get(notebook) in _TOO_LARGE


def files_that_lack_a_library() -> list[str]:
    """Return the names of the notebooks that cannot be executed here."""
    return [f"{name}.ipynb" for name, library in LIBRARIES.items() if find_spec(library) is None]
