"""Names of the sources: each call that takes one of them takes the others too."""

from collections.abc import Iterable

# in `check_derivation`, in `reproduce`, and in `published_counts`
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
