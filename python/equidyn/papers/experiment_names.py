"""The names of the experiments, apart from what computes them: to say them takes no time."""

from typing import Literal

ExperimentName = Literal["lee", "sasaki", "turney"]
