"""Parameters drawn from the distribution of an estimate, physically possible ones."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from ..arm.parameters.parameters import parameters_of
from ..validation import FloatArray
from .physical import physical_parameters
from .scales import least_change, parameter_scales

if TYPE_CHECKING:
    from .identification import Identification


def drawn_parameters(found: Identification, size: int, seed: int) -> FloatArray:
    """Return physical parameters (size, p) for random base parameters.

    They differ least from those of the identified arm; where these are impossible, they are those
    of the bodies that predict as the random ones do, or nearly so.
    """
    values, axes = np.linalg.eigh(found.covariance)
    root = axes * np.sqrt(np.maximum(values, 0.0))
    scales = parameter_scales(found.given, found.base.parameters.units)
    guess, identified = (
        parameters_of(arm, found.friction, found.motors).values for arm in (found.given, found.arm)
    )
    off = found.base.values - found.base.structural.matrix @ identified
    random = np.random.default_rng(seed)
    rows = np.empty((size, len(identified)))
    for row in rows:  # one by one: the first ones do not depend on their number
        change = off + root @ random.standard_normal(len(root))
        drawn = identified + least_change(found.base, scales, change)
        base = replace(found.base, parameters=replace(found.base.parameters, values=drawn))
        row[:] = physical_parameters(found.given, guess, base, found.information)
    return rows
