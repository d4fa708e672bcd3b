"""Physically consistent parameters that fit an estimate best, by an interior-point method.

It minimises |W x - r|^2 / 2 + weight D(x), with a weight so small that D decides only what W does
not determine. D compares the pseudo-inertias J of the links with given ones, J0:

    D = sum of tr(J0^-1 J) - log det J  over the links,
        sum of y/y0 - log y             over the motors,
        sum of (z - z0)^2 / 2           over parameters of any sign.

It depends on no unit and no frame, and is unbounded at the boundary of the positive semidefinite
cone, where a body becomes impossible. The primal-dual method of Nesterov and Todd solves
J Z = weight, where Z is the derivative of all terms but the logarithms: in coordinates S of the
change J -> G (D + S) G^t, where J = G D G^t and Z = G^-t D G^-1 with D diagonal, each of its steps
is a least-squares problem.

References
----------
T. Lee, P. M. Wensing, F. C. Park, Geometric Robot Dynamic Identification: A Convex Programming
Approach, IEEE Transactions on Robotics 36(2), 2020: the divergence. M. J. Todd, K. C. Toh,
R. H. Tutuncu, On the Nesterov-Todd Direction in Semidefinite Programming, SIAM Journal on
Optimization 8(3), 1998: the coordinates.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..arm.parameters.parameters import PER_LINK
from ..arm.parameters.pseudo_inertia import links_of
from ..validation import FloatArray

# largest excess of |W x - r|^2 over its minimum, for each eigenvalue, or relative
_EXCESS, _EXCESS_PART = 1e-3, 1e-8

# target of a step as a fraction of the mean product J Z; largest fraction of the distance to the
# boundary; ratio of product and weight at convergence; largest number of steps
_INSIDE, _NEAR, _MOST_STEPS = 0.95, 1.1, 100

# rounding errors of W x, relative to the sum of the magnitudes of its terms
_ROUNDING = 10 * np.finfo(float).eps


def _symmetric_basis() -> FloatArray:
    """Return the orthonormal basis (10, 4, 4) of the symmetric matrices."""
    basis = []
    for row, column in zip(*np.triu_indices(4), strict=True):
        unit = np.zeros((4, 4))
        unit[row, column] = unit[column, row] = 1.0 if row == column else np.sqrt(0.5)
        basis.append(unit)
    return np.array(basis)


_BASIS = _symmetric_basis()


@dataclass(frozen=True, eq=False)
class Bodies:
    """Parameters of links and drives within the cone.

    Attributes
    ----------
    factors : ndarray, shape (n, 4, 4)
        Factors L of the pseudo-inertias L L^t of the links.
    drives : ndarray, shape (k,)
        Parameters of motors and friction that must be positive.
    others : ndarray, shape (f,)
        Parameters of any sign.
    """

    factors: FloatArray
    drives: FloatArray
    others: FloatArray

    @property
    def parameters(self) -> FloatArray:
        """Parameters of links (10 n), drives and others in one row."""
        J = self.factors @ self.factors.swapaxes(1, 2)
        return np.concatenate([links_of(J).ravel(), self.drives, self.others])

    @property
    def order(self) -> int:
        """Number of eigenvalues that must be positive."""
        return self.factors[:, 0].size + self.drives.size


@dataclass(frozen=True, eq=False)
class _Point:
    """Bodies, and the dual variables Z of their links, M M^t, and drives."""

    bodies: Bodies
    factors: FloatArray
    drives: FloatArray

    @property
    def product(self) -> float:
        """Mean eigenvalue of J Z."""
        links = np.sum((self.factors.swapaxes(1, 2) @ self.bodies.factors) ** 2)
        return float(links + self.drives @ self.bodies.drives) / self.bodies.order


@dataclass(frozen=True, eq=False)
class _Frame:
    """Coordinates of a change: J by G S G^t, drives by y s, others by s.

    Attributes
    ----------
    links, dual : ndarray, shape (n, 4, 4)
        G and G^-t.
    drives : ndarray, shape (k,)
        y.
    D, d : ndarray, shape (n, 4) and (k,)
        Links and drives in these coordinates, equal to their Z.
    """

    links: FloatArray
    dual: FloatArray
    drives: FloatArray
    D: FloatArray
    d: FloatArray

    @classmethod
    def at(cls, point: _Point) -> _Frame:
        """Return the coordinates in which bodies and Z are equal diagonals."""
        bodies = point.bodies
        U, D, Vt = np.linalg.svd(point.factors.swapaxes(1, 2) @ bodies.factors)
        root = np.sqrt(D)[:, np.newaxis]
        d = np.sqrt(bodies.drives * point.drives)
        links, dual = bodies.factors @ Vt.swapaxes(1, 2) / root, point.factors @ U / root
        return cls(links, dual, bodies.drives / d, D, d)

    def split(self, rows: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Split rows in the order of the parameters: those of each link, drives, others."""
        first = PER_LINK * len(self.links)
        second = first + len(self.drives)
        links = rows[:first].reshape(len(self.links), PER_LINK, *rows.shape[1:])
        return links, rows[first:second], rows[second:]

    def columns(self, W: FloatArray) -> FloatArray:
        """Return the derivative of W x by the coordinates."""
        G = self.links
        changes = links_of(np.einsum("nij,kjl,nml->nkim", G, _BASIS, G))
        links, drives, others = self.split(W.T)
        of_links = np.einsum("npr,nkp->rnk", links, changes)
        return np.hstack(
            [of_links.reshape(len(W), changes[..., 0].size), drives.T * self.drives, others.T]
        )

    def gradient(self, given: Bodies, others: FloatArray, weight: float, aim: float) -> FloatArray:
        """Return the derivative of D, with its logarithms times aim, the rest times weight."""
        L = np.linalg.solve(given.factors, self.links)
        links = weight * L.swapaxes(1, 2) @ L - aim * _diagonals(1.0 / self.D)
        drives = weight * self.drives / given.drives - aim / self.d
        entries = np.einsum("nij,kij->nk", links, _BASIS).ravel()
        return np.concatenate([entries, drives, weight * (others - given.others)])

    def changes(self, step: FloatArray, aim: float) -> tuple[FloatArray, ...]:
        """Return changes of links, their Z, motors and friction, their Z, and others."""
        entries, drives, others = self.split(step)
        links = np.einsum("nk,kij->nij", entries, _BASIS)
        of_links = _diagonals(aim / self.D - self.D) - links
        return links, of_links, drives, aim / self.d - self.d - drives, others

    def possible(self, step: FloatArray, aim: float) -> float:
        """Return the largest fraction of a step, at most 1, that stays inside the cone."""
        links, of_links, drives, of_drives, _ = self.changes(step, aim)
        root = np.sqrt(self.D)
        rates = np.stack([links, of_links]) / root[:, :, np.newaxis] / root[:, np.newaxis]
        lowest = np.linalg.eigvalsh(rates).min()
        lowest = min(lowest, np.min([drives / self.d, of_drives / self.d], initial=0.0))
        return min(1.0, _INSIDE / max(-float(lowest), _INSIDE))

    def moved(self, step: FloatArray, aim: float, part: float, others: FloatArray) -> _Point:
        """Return the point after a fraction of a step."""
        links, of_links, drives, of_drives, change = (
            part * entry for entry in self.changes(step, aim)
        )
        D = _diagonals(self.D)
        bodies = Bodies(
            self.links @ np.linalg.cholesky(D + links),
            self.drives * (self.d + drives),
            others + change,
        )
        dual = self.dual @ np.linalg.cholesky(D + of_links)
        return _Point(bodies, dual, (self.d + of_drives) / self.drives)


def nearest_bodies(W: FloatArray, r: FloatArray, given: Bodies) -> Bodies:
    """Return the bodies that minimise |W x - r|; of several, the nearest to the given ones.

    Parameters
    ----------
    W, r : ndarray, shape (k, p) and (k,)
        Equations in units of the noise, of full rank; columns in the order of `Bodies.parameters`.
    given : Bodies
        Bodies of the order of magnitude of the solution.
    """
    misfit = float(np.linalg.norm(W @ given.parameters - r))
    size = max(misfit, 1.0) / np.sqrt(given.order)
    inverse = np.linalg.inv(given.factors).swapaxes(1, 2)
    point = _Point(given, size * inverse, size**2 / given.drives)
    for _ in range(_MOST_STEPS):
        x = point.bodies.parameters
        rounding = _ROUNDING * float(np.linalg.norm(np.abs(W) @ np.abs(x)))
        misfit = float(np.linalg.norm(W @ x - r))
        weight = max(_EXCESS / given.order, _EXCESS_PART * misfit**2 / given.order, rounding**2)
        part, point = _step(W, r, given, point, weight)
        if part == 1.0 and point.product < _NEAR * weight:
            break
    return point.bodies


def _step(
    W: FloatArray, r: FloatArray, given: Bodies, point: _Point, weight: float
) -> tuple[float, _Point]:
    """Return the fraction of a step that was possible, and the point after it."""
    frame, bodies = _Frame.at(point), point.bodies
    A, others = frame.columns(W), bodies.others
    damping = np.ones(A.shape[1])
    damping[len(damping) - len(others) :] = np.sqrt(weight)
    # QR: near the boundary columns differ too much in size for normal equations
    Q, R = np.linalg.qr(np.vstack([A, np.diag(damping)]))
    left = W @ bodies.parameters - r

    def solution(aim: float) -> FloatArray:
        gradient = frame.gradient(given, others, weight, aim) / damping
        return -np.linalg.solve(R, Q.T @ np.concatenate([left, gradient]))

    # centring by the length of the predictor step (Mehrotra)
    ahead = frame.possible(solution(weight), weight)
    aim = max(weight, (1.0 - ahead) ** 2 * point.product)
    step = solution(aim)
    part = frame.possible(step, aim)
    return part, frame.moved(step, aim, part, others)


def _diagonals(D: FloatArray) -> FloatArray:
    return np.asarray(D[:, :, np.newaxis] * np.eye(4))
