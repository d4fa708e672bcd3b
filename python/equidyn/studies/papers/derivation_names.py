"""Names of the sources whose derivations are checked, importable without their equations."""

from typing import Literal

DerivationName = Literal[
    "turney_mudge_lee", "lee_chung_mudge_turney", "sasaki", "angeles", "modified_dh_tutorial"
]
