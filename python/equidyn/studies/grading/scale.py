"""Sizes of the terms of an arm, by which a rounding of zero is told from a mistake."""

from __future__ import annotations

import numpy as np

from ...validation import FloatArray
from .model import Model

# rounding of a sum, as a part of the size of its terms
_ROUNDING = 1e-14

# scale of an entry, at least, as a part of the largest of all
_LEAST_SCALE = 1e-2


def size(largest: FloatArray, terms: FloatArray | float) -> FloatArray:
    """Return the largest number of a result, or the size of its terms where all is rounding.

    Parameters
    ----------
    largest : ndarray
        Largest magnitude of each entry of the right result.
    terms : ndarray, of a shape that broadcasts
        Size of the terms that add up to each entry, whether they cancel or not.
    """
    vanishes = np.all(largest <= _ROUNDING * np.asarray(terms))
    return np.asarray(terms if vanishes else np.max(largest))


def largest_right(largest: FloatArray, terms: FloatArray | float, tolerance: float) -> FloatArray:
    """Return the largest difference of each entry that is not wrong.

    It is the tolerance as a part of the entry, or of a hundredth of the largest entry; where every
    entry is zero, of a hundredth of its terms. It is never less than the rounding of the terms.
    """
    scale = np.maximum(largest, _LEAST_SCALE * size(largest, terms))
    allowed: FloatArray = np.maximum(tolerance * scale, _ROUNDING * np.asarray(terms))
    return allowed


def reach(model: Model, q: FloatArray) -> float:
    """Return a length that no part of the links exceeds, in m; one where they have no length."""
    travel = np.abs(q).max(axis=0)[~model.revolute]
    links = np.abs(model.a) + np.abs(model.a_y) + np.abs(model.d)
    return float(links.sum() + travel.sum() + np.linalg.norm(model.com, axis=1).max()) or 1.0


def inertia(model: Model, q: FloatArray) -> FloatArray:
    """Return the size (n, n) of the entries of mass matrices."""
    lever = _lever(model, q)
    tensors = np.abs(model.inertia).sum() * np.outer(model.revolute, model.revolute)
    sizes: FloatArray = model.mass.sum() * np.outer(lever, lever) + tensors
    return sizes + np.diag(model.motor_inertia)


def coriolis(model: Model, q: FloatArray, qd: FloatArray) -> FloatArray:
    """Return the size (m, n, n) of the entries of Coriolis matrices."""
    return inertia(model, q) * _turning(model, q, qd)[:, np.newaxis, np.newaxis]


def torque(model: Model, q: FloatArray, qd: FloatArray, qdd: FloatArray) -> FloatArray:
    """Return the size (m, n) of the terms of joint torques."""
    weight = model.mass.sum() * np.linalg.norm(model.gravity) * _lever(model, q)
    products = np.einsum("mij,mj->mi", coriolis(model, q, qd), np.abs(qd))
    dry = np.abs(model.coulomb).max(axis=1) + np.abs(model.breakaway).max(axis=1)
    drives = model.viscous * np.abs(qd) + dry
    sizes: FloatArray = weight + np.abs(qdd) @ inertia(model, q) + products + drives
    return sizes


def rows(model: Model, q: FloatArray, qd: FloatArray, qdd: FloatArray) -> dict[str, float]:
    """Return the size of the terms of each row of the recursion."""
    length, mass, tensors = reach(model, q), model.mass.sum(), np.abs(model.inertia).sum()
    w = _turning(model, q, qd).max()
    al = _turning(model, q, qdd).max() + w**2
    a = float(np.linalg.norm(model.gravity)) + length * al
    F, N = mass * a, tensors * al
    return {"w": w, "al": al, "a": a, "ac": a, "F": F, "N": N, "f": F, "n": length * F + N}


def pose(model: Model, q: FloatArray) -> float:
    """Return the size of the terms of positions of the tool, in m."""
    ends = np.linalg.norm(model.base[:3, 3]) + np.linalg.norm(model.tool[:3, 3])
    return reach(model, q) + float(ends)


def _lever(model: Model, q: FloatArray) -> FloatArray:
    """Return the way (n,) of the farthest part by a unit of each joint."""
    return np.where(model.revolute, reach(model, q), 1.0)


def _turning(model: Model, q: FloatArray, rates: FloatArray) -> FloatArray:
    """Return the sum (m,) of rates; those of prismatic joints as seen from the base."""
    total: FloatArray = np.abs(rates) @ np.where(model.revolute, 1.0, 1.0 / reach(model, q))
    return total
