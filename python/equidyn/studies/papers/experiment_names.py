"""Names of the experiments, importable without their computations."""

from typing import Literal

ExperimentName = Literal["lee", "sasaki", "turney"]
