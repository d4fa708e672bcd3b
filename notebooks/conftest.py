"""Which notebooks are left out where what they show is not installed, and how they are executed."""

from importlib.util import find_spec

from documenting.kernels import look_for_replies

look_for_replies()

NEEDS = {
    "07_dh_conventions": "ipywidgets",
    "10_simulation": "ipywidgets",
    "11_computed_torque": "ipywidgets",
    "15_batches_and_threads": "distributed",
}

collect_ignore = [f"{name}.ipynb" for name, library in NEEDS.items() if find_spec(library) is None]
