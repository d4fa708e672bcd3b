"""Names of the sources, importable without their equations and computations."""

from collections.abc import Iterable
from typing import Literal

# those whose derivations are checked, and those whose experiments are reproduced
DerivationName = Literal[
    "turney_mudge_lee", "lee_chung_mudge_turney", "sasaki", "angeles", "modified_dh_tutorial"
]
ExperimentName = Literal["lee", "sasaki", "turney"]

# each call takes the names of the others: `check_derivation`, `reproduce`, `published_counts`
_NAMES = (
    ("turney_mudge_lee", "turney", "Turney, Mudge & Lee 1980"),
    ("lee_chung_mudge_turney", "lee", "Lee, Chung, Mudge & Turney 1982"),
    ("sasaki",),
    ("angeles", "Angeles"),
    ("modified_dh_tutorial",),
    ("walker_orin", "Walker & Orin 1982"),
)


def same_source(name: str, options: Iterable[str]) -> str:
    """Return the option that names the same source; the name itself where there is none."""
    names = next((names for names in _NAMES if name in names), ())
    return next((option for option in options if option in names), name)
