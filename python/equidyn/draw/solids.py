"""Triangle meshes of unit solids, and the matrices that place them."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..validation import FloatArray

# vertices (k, 3), and triangles as indices (m, 3)
Solid: TypeAlias = tuple[NDArray[np.float32], NDArray[np.uint32]]

# sides of a cylinder
_SIDES = 16


def of_faces(faces: FloatArray) -> Solid:
    """Return the mesh of faces with four corners, shape (k, 4, 3)."""
    corners = np.arange(4 * len(faces), dtype=np.uint32).reshape(-1, 4)
    triangles = np.concatenate([corners[:, [0, 1, 2]], corners[:, [0, 2, 3]]])
    return faces.reshape(-1, 3).astype(np.float32), triangles


def of_grid(grid: FloatArray) -> Solid:
    """Return the mesh of a surface given as a grid, shape (3, k, m)."""
    _, k, m = grid.shape
    corner = (np.arange(k - 1)[:, np.newaxis] * m + np.arange(m - 1)).ravel()
    one = np.stack([corner, corner + 1, corner + m], axis=1)
    other = np.stack([corner + 1, corner + m + 1, corner + m], axis=1)
    triangles = np.concatenate([one, other]).astype(np.uint32)
    return grid.reshape(3, -1).T.astype(np.float32), triangles


def rod() -> Solid:
    """Return the mesh of a cylinder of radius 1 from the origin to z = 1, open at its ends."""
    angles, heights = np.meshgrid(np.linspace(0, 2 * np.pi, _SIDES + 1), [0.0, 1.0])
    return of_grid(np.array([np.cos(angles), np.sin(angles), heights]))


def cone() -> Solid:
    """Return the mesh of a cone of radius 1 at the origin, with its tip at z = 1."""
    angles, radii = np.meshgrid(np.linspace(0, 2 * np.pi, _SIDES + 1), [0.0, 1.0, 0.0])
    heights = np.broadcast_to([[0.0], [0.0], [1.0]], angles.shape)
    return of_grid(np.array([radii * np.cos(angles), radii * np.sin(angles), heights]))


def triad(radius: float) -> Solid:
    """Return rods of length 1 along x, y and z, in this order, with equal numbers of vertices."""
    vertices, triangles = rod()
    along_z = vertices * np.array([radius, radius, 1.0], dtype=np.float32)
    # a cyclic permutation of the axes is a rotation
    along = [np.roll(along_z, shift, axis=1) for shift in (1, 2, 0)]
    shifted = [triangles + np.uint32(k * len(vertices)) for k in range(3)]
    return np.concatenate(along), np.concatenate(shifted)


def rod_places(ends: FloatArray, radius: float, least: float) -> FloatArray | None:
    """Return the matrices that place a rod between two points, one for each time.

    They can be interpolated between times: the ends are then interpolated, too, and the rod does
    not spin.

    Parameters
    ----------
    ends : ndarray, shape (k, 2, 3)
        The two points at k times.
    radius : float
        Radius of the rod.
    least : float
        Least visible length; a shorter rod is drawn at this length.

    Returns
    -------
    ndarray, shape (k, 4, 4), or None
        None if no two points are at this distance.
    """
    spans = ends[:, 1] - ends[:, 0]
    lengths = np.linalg.norm(spans, axis=1)
    longest = int(lengths.argmax())
    if lengths[longest] <= least:
        return None
    along = spans[longest] / lengths[longest]
    across = np.cross(along, np.eye(3)[np.abs(along).argmin()])
    places = np.tile(np.eye(4), (len(ends), 1, 1))
    for place, start, span, length in zip(places, ends[:, 0], spans, lengths, strict=True):
        if length > least:
            along = span / length
            across = across - along * (along @ across)
        across /= np.linalg.norm(across)
        place[:3, 0], place[:3, 1] = radius * across, radius * np.cross(along, across)
        place[:3, 2], place[:3, 3] = max(length, least) * along, start
    return places
