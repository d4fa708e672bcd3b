"""Closed loop of computed torque, e'' + Kv e' + Kp e = 0: definiteness, rank and poles.

Joints that no gain couples are treated separately, so that rounding errors of one are not compared
with the numbers of another.
"""

from __future__ import annotations

from math import copysign, sqrt

import numpy as np

from ...validation import ROUNDING, ComplexArray, FloatArray

_EPS = float(np.finfo(np.float64).eps)

# rounding errors of gains and of what is computed from them, in eps for each further joint
_ERRORS = 8.0

# damping ratio above which the squared frequency is below the digits of the squared damping
_ALL_DAMPING = 1e8


def joint_groups(*gains: FloatArray) -> list[list[int]]:
    """Return the joints, from 0, in groups that gains (n, n) couple, directly or through others."""
    coupled = np.any([(gain != 0) | (gain.T != 0) for gain in gains], axis=0)
    left, groups = set(range(len(coupled))), []
    while left:
        group: list[int] = []
        found = {min(left)}
        while found:
            group += found
            left -= found
            found = {joint for joint in left if coupled[joint, group].any()}
        groups.append(sorted(group))
    return groups


def parts(kp: FloatArray, kv: FloatArray) -> list[tuple[FloatArray, FloatArray]]:
    """Return the gains within each group of joints that they couple."""
    groups = [np.ix_(group, group) for group in joint_groups(kp, kv)]
    return [(kp[group], kv[group]) for group in groups]


def rounding(n: int) -> float:
    """Return the rounding error of an eigenvalue or singular value (n, n), relative to the size."""
    return _ERRORS * (n - 1) * _EPS


def size_of(matrix: FloatArray) -> float:
    """Return the largest magnitude of an entry; 1 for a matrix of zeros."""
    return float(np.abs(matrix).max()) or 1.0


def is_symmetric(gains: FloatArray) -> bool:
    """Whether gains (n, n) are symmetric within rounding of their data."""
    part = gains / size_of(gains)
    return bool(np.abs(part - part.T).max() <= ROUNDING)


def eigenvalues(gains: FloatArray) -> list[FloatArray]:
    """Return the eigenvalues of symmetric gains (n, n), rising, in each group of joints."""
    found = []
    for part, _ in parts(gains, gains):
        size = size_of(part)
        found.append(np.asarray(np.linalg.eigvalsh(part / size) * size, dtype=np.float64))
    return found


def is_definite(gains: FloatArray) -> bool:
    """Whether all eigenvalues of symmetric gains (n, n) are positive."""
    return all(x[0] > rounding(len(x)) * abs(x).max() for x in eigenvalues(gains))


def is_semidefinite(gains: FloatArray) -> bool:
    """Whether no eigenvalue of symmetric gains (n, n) is negative."""
    return all(x[0] >= -rounding(len(x)) * abs(x).max() for x in eigenvalues(gains))


def rank(kp: FloatArray, kv: FloatArray) -> int:
    """Return the rank of [Kv, Kp Kv, ..., Kp^(n-1) Kv], of symmetric gains (n, n).

    It is n minus the rows of [Kp - λ, Kv] that vanish, in any directions, for the eigenvalues λ of
    Kp (the test of Popov, Belevitch & Hautus): powers of Kp would lose digits. Gains that differ
    by rounding from those of a lower rank are of that rank.
    """
    return sum(_rank_of_coupled(_symmetric(p), _symmetric(v)) for p, v in parts(kp, kv))


def _symmetric(gains: FloatArray) -> FloatArray:
    part = gains / size_of(gains)
    symmetric: FloatArray = (part + part.T) / 2
    return symmetric


def _rank_of_coupled(kp: FloatArray, kv: FloatArray) -> int:
    n, tolerance = len(kp), rounding(len(kp))
    squares = np.linalg.eigvalsh(kp)
    # values equal to rounding error count as one
    apart = np.flatnonzero(np.diff(squares) > 2 * tolerance) + 1
    missing = 0
    for equal in np.split(squares, apart):
        rows = np.hstack([kp - equal.mean() * np.eye(n), kv])
        vanishing = np.linalg.svd(rows, compute_uv=False) <= tolerance + np.ptp(equal)
        missing += min(int(vanishing.sum()), len(equal))
    return n - missing


@np.errstate(over="ignore")
def poles(kp: FloatArray, kv: FloatArray) -> ComplexArray:
    """Return the poles (2n,), 1/s, the zeros of det(λ² + Kv λ + Kp); infinite for overflow."""
    return np.concatenate([_poles_of_coupled(*part) for part in parts(kp, kv)])


def _poles_of_coupled(kp: FloatArray, kv: FloatArray) -> ComplexArray:
    if len(kp) == 1:
        return _poles_of_joint(float(kp[0, 0]), float(kv[0, 0]))
    frequency, matrix = _companion(kp, kv)
    return np.asarray(frequency * np.linalg.eigvals(matrix), dtype=np.complex128)


def _poles_of_joint(kp: float, kv: float) -> ComplexArray:
    """Return the roots of λ² + kv λ + kp, without cancellation."""
    frequency = sqrt(abs(kp)) or abs(kv) or 1.0
    square, half = kp / frequency / frequency, kv / frequency / 2
    if half * half < square:
        height = sqrt(square - half * half)
        pair = [complex(-half, height), complex(-half, -height)]
        return np.array([frequency * pole for pole in pair])
    root = abs(half) if abs(half) > _ALL_DAMPING else sqrt(half * half - square)
    larger = -half - copysign(root, half)
    smaller = square / larger if larger else 0.0
    return np.array([complex(frequency * larger), complex(frequency * smaller)])


def _companion(kp: FloatArray, kv: FloatArray) -> tuple[float, FloatArray]:
    """Return a frequency and a matrix (2n, 2n): its eigenvalues times the frequency are poles."""
    n, frequency = len(kp), max(sqrt(np.abs(kp).max()), float(np.abs(kv).max())) or 1.0
    forces = [-kp / frequency / frequency, -kv / frequency]
    return frequency, np.block([[np.zeros((n, n)), np.eye(n)], forces])


def is_stable(kp: FloatArray, kv: FloatArray) -> bool:
    """Whether all poles are to the left of the imaginary axis, by more than rounding error."""
    return all(_is_stable_of_coupled(*part) for part in parts(kp, kv))


def _is_stable_of_coupled(kp: FloatArray, kv: FloatArray) -> bool:
    if len(kp) == 1:
        return bool(kp[0, 0] > 0 and kv[0, 0] > 0)
    _, matrix = _companion(kp, kv)
    found = np.linalg.eigvals(matrix)
    if found.real.max() >= 0:
        return False
    # the least change of the matrix that takes a pole to the axis, looked for at their heights
    heights = np.unique(np.abs(found.imag))[:, np.newaxis, np.newaxis]
    changes = np.linalg.svd(matrix - 1j * heights * np.eye(len(matrix)), compute_uv=False)[:, -1]
    return bool(changes.min() > rounding(len(matrix)) * np.linalg.norm(matrix, 2))
