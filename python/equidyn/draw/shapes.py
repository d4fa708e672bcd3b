"""Shapes of joints, frames and bodies, common to pictures and scenes."""

from __future__ import annotations

import numpy as np

from ..validation import FloatArray
from .posture import Joint

# sizes in lengths of the arm
FRAME, TOOL_FRAME = 0.07, 0.098
OVERHANG = 0.09
_BASE_RADIUS, _BASE_HEIGHT = 0.045, 0.045
_JOINT_RADIUS, _JOINT_LENGTH = 0.022, 0.075


def prism(letter: str) -> FloatArray:
    """Return the faces, shape (k, 4, 3), of the solid on a joint, of radius and length 1 along z.

    A cylinder for a revolute joint, a box for a prismatic one. All faces have four corners: with
    different numbers of corners matplotlib 3.11 reads uninitialised memory.
    """
    sides = 4 if letter == "P" else 20
    angles = 2 * np.pi * np.arange(sides) / sides
    ring = np.stack([np.cos(angles), np.sin(angles), np.zeros(sides)], axis=1)
    half = np.array([0.0, 0.0, 0.5])
    low, high = ring - half, ring + half
    mantle = np.stack([low, high, np.roll(high, -1, axis=0), np.roll(low, -1, axis=0)], axis=1)
    faces = [_lid(low, -half), _lid(high, half), mantle]
    return np.concatenate(faces)


def _lid(ring: FloatArray, middle: FloatArray) -> FloatArray:
    """Return a regular polygon as quadrangles, each from the centre over two sides."""
    closed = np.vstack([ring, ring[:1]])
    middles = np.broadcast_to(middle, (len(ring) // 2, 3))
    return np.stack([middles, closed[:-1:2], closed[1::2], closed[2::2]], axis=1)


def joint_place(joint: Joint, reach: float) -> FloatArray:
    """Return the matrix (4, 4) that places and scales the solid of a joint."""
    return joint.frame @ np.diag([*[_JOINT_RADIUS * reach] * 2, _JOINT_LENGTH * reach, 1.0])


def base_faces(frame: FloatArray, reach: float) -> FloatArray:
    """Return the faces, shape (k, 4, 3), of the foot below the origin of a base frame."""
    size = np.array([_BASE_RADIUS, _BASE_RADIUS, _BASE_HEIGHT]) * reach
    local = (prism("R") - np.array([0.0, 0.0, 0.5])) * size
    faces: FloatArray = local @ frame[:3, :3].T + frame[:3, 3]
    return faces


def ball() -> FloatArray:
    """Return a grid of points on the unit ball, shape (3, k, l)."""
    around, along = np.meshgrid(np.linspace(0, 2 * np.pi, 25), np.linspace(0, np.pi, 13))
    return np.array([np.cos(around) * np.sin(along), np.sin(around) * np.sin(along), np.cos(along)])


def segments(frame: FloatArray, length: float) -> FloatArray:
    """Return start and end of a frame's axes, shape (3, 2, 3)."""
    origin = frame[:3, 3]
    return np.array([[origin, origin + length * axis] for axis in frame[:3, :3].T])
