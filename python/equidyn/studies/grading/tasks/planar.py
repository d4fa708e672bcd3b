"""Planar poses (x, y, φ) and Jacobians of them, completed to those in space."""

from __future__ import annotations

import numpy as np

from ....validation import FloatArray

# relative size of what is zero but for rounding
_ZERO = 1e-9

# the coordinates in the plane normal to each axis, and the signs that its angle may have: about y,
# the angle of x towards z is negative
_PLANES = {2: ([0, 1], (1.0,)), 1: ([0, 2], (1.0, -1.0)), 0: ([1, 2], (1.0,))}


def in_space(positions: FloatArray, right: FloatArray) -> tuple[FloatArray, str]:
    """Return vectors (m, 2) or (m, 3) as poses, where they are those of an arm in a plane.

    Parameters
    ----------
    positions : ndarray, shape (m, 2) or (m, 3)
        Positions, or with the angle of the tool.
    right : ndarray, shape (m, 4, 4)
        The right poses: what `positions` leaves out is right.

    Returns
    -------
    results : ndarray, shape (m, 2), (m, 3) or (m, 3, 4)
        The positions, or poses.
    remark : str
        How the numbers are read; empty where they are positions in space.
    """
    size = positions.shape[1]
    normal = _normal(right)
    # a coordinate that does not move is that along the normal
    if normal is None or (normal < size and _is_constant(positions[:, normal])):
        return positions, ""
    plane, signs = _PLANES[normal]
    names = "".join("xyz"[k] for k in plane)
    if size == 2:
        completed = right[:, :3, 3].copy()
        completed[:, plane] = positions
        return (positions, "") if normal == 2 else (completed, f"the numbers are read as {names}")
    poses = right[:, :3].copy()
    poses[:, plane, 3] = positions[:, :2]
    # the first axis of the tool that lies in the plane
    axis = int(np.argmax(np.hypot(*right[0, plane, :3]) > 0.5))
    angle = np.arctan2(*right[:, plane[::-1], axis].T)
    turns = [_within_half_a_turn(sign * positions[:, 2] - angle) for sign in signs]
    turn = min(turns, key=lambda each: float(np.abs(each).sum()))[:, np.newaxis]
    first, second = (right[:, k, :3] for k in plane)
    poses[:, plane[0], :3] = np.cos(turn) * first - np.sin(turn) * second
    poses[:, plane[1], :3] = np.sin(turn) * first + np.cos(turn) * second
    return poses, f"the third number is read as the angle φ of the tool in the plane {names}"


def all_rows(rows: FloatArray, right: FloatArray) -> tuple[FloatArray, str]:
    """Return matrices (m, 2, n) or (m, 3, n) as Jacobians, where they are those of a planar arm.

    Parameters
    ----------
    rows : ndarray, shape (m, 2, n) or (m, 3, n)
        Rows of linear velocities, or with that of the angle.
    right : ndarray, shape (m, 6, n)
        The right Jacobians: what `rows` leaves out is right.

    Returns
    -------
    results : ndarray, shape (m, 2, n), (m, 3, n) or (m, 6, n)
        The linear velocities, or all rows.
    remark : str
        How the rows are read; empty where they are linear velocities in space.
    """
    size = rows.shape[1]
    still = np.abs(right).max(axis=(0, 2)) <= _ZERO * np.abs(right).max()
    normals = [k for k, (plane, _) in _PLANES.items() if still[[k, *(3 + i for i in plane)]].all()]
    # a coordinate that does not move is that along the normal
    if not normals or (normals[0] < size and np.abs(rows[:, normals[0]]).max() <= _ZERO):
        return rows, ""
    plane, signs = _PLANES[normals[0]]
    names = ", ".join(f"v{'xyz'[k]}" for k in plane)
    completed = right.copy()
    completed[:, plane] = rows[:, :2]
    if size == 2:
        return (
            (rows, "") if normals[0] == 2 else (completed[:, :3], f"the rows are read as {names}")
        )
    angular = 3 + normals[0]
    turned = [sign * rows[:, 2] for sign in signs]
    completed[:, angular] = min(
        turned, key=lambda each: float(np.abs(each - right[:, angular]).sum())
    )
    return completed, f"the rows are read as {names}, ω{'xyz'[normals[0]]}"


def _normal(poses: FloatArray) -> int | None:
    """Return the axis of the world about which the tool turns, and along which it never moves."""
    for axis in _PLANES:
        if _is_constant(poses[:, axis]):
            return axis
    return None


def _is_constant(values: FloatArray) -> bool:
    spread = np.ptp(values, axis=0).max()
    return bool(spread <= _ZERO * max(1.0, np.abs(values).max()))


def _within_half_a_turn(angle: FloatArray) -> FloatArray:
    return angle - 2.0 * np.pi * np.round(angle / (2.0 * np.pi))
