"""Notebooks that need more than their neighbours."""

from importlib.util import find_spec

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


def shown_without_results(notebook: str) -> bool:
    """Tell whether the site may show a notebook, by its name, without results."""
    return LIBRARIES.get(notebook) in _TOO_LARGE


def files_that_lack_a_library() -> list[str]:
    """Return the names of the notebooks that cannot be executed here."""
    return [f"{name}.ipynb" for name, library in LIBRARIES.items() if find_spec(library) is None]
