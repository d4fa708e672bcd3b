"""Notebooks that need more than their neighbours."""

from importlib.util import find_spec

LIBRARIES = {
    "07_dh_conventions": "ipywidgets",
    "10_simulation": "ipywidgets",
    "11_computed_torque": "ipywidgets",
    "15_batches_and_threads": "distributed",
    "17_optimal_control": "casadi",
    "18_learning": "jax",
}


def files_that_lack_a_library() -> list[str]:
    """Return the names of the notebooks that cannot be executed here."""
    return [f"{name}.ipynb" for name, library in LIBRARIES.items() if find_spec(library) is None]
