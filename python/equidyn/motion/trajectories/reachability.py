"""The highest rates of a path within limits, found by toppra."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..._validation import FloatArray


class Terms(NamedTuple):
    """At all samples of the path: a u + b x + c are within the limits, and x is below a bound.

    x is the square of the rate of the path, and u its acceleration.
    """

    a: FloatArray
    b: FloatArray
    c: FloatArray
    limits: FloatArray
    bound: FloatArray


def highest_rates(s: FloatArray, terms: Terms) -> FloatArray:
    """Return the highest rates of the path at its samples, from rest to rest, by toppra."""
    from toppra import algorithm
    from toppra.constraint import LinearConstraint
    from toppra.constraint.linear_constraint import canlinear_colloc_to_interpolate

    class Limits(LinearConstraint):  # type: ignore[misc]  # toppra has no types
        """The terms, at the end of each part of the path as at its beginning."""

        def compute_constraint_params(self, path: Any, gridpoints: FloatArray) -> Any:
            both = np.eye(len(terms.limits))
            F, g = np.vstack([both, -both]), np.tile(terms.limits, 2)
            given = canlinear_colloc_to_interpolate(
                terms.a, terms.b, terms.c, F, g, None, None, gridpoints, identical=True
            )
            bound = np.stack([np.zeros_like(terms.bound), terms.bound], axis=1)
            return (*given[:5], None, bound)

    class Interval:
        """All that is asked of the path itself."""

        path_interval = np.array([s[0], s[-1]])
        dof = len(terms.limits)

    constraint = Limits()
    constraint.identical = True
    found = algorithm.TOPPRA([constraint], Interval(), gridpoints=s)
    _, rates, _ = found.compute_parameterization(0.0, 0.0)
    if rates is None or not np.isfinite(rates).all():
        raise ValueError("path: toppra finds no motion along it within these limits")
    return np.asarray(rates)
