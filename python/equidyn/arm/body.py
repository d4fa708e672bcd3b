"""A rigid body: a link, or a load fixed to one."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from .. import _core
from ..validation import (
    BoolArray,
    FloatArray,
    float64_copy,
    frozen,
    real_array,
    require_finite,
    shown,
    vectors,
)

_OF_A_POINT = frozen(np.zeros((3, 3)))


class Body(NamedTuple):
    """Mass, centre of mass, and inertia tensor about it, in the axes of one frame.

    Or those of many bodies, along the same leading axes: (...), (..., 3) and (..., 3, 3).
    """

    mass: float | FloatArray
    com: FloatArray
    inertia: FloatArray

    def moved(self, frame: FloatArray) -> Body:
        """Return the body in the frame in which its own has the pose ``frame`` (..., 4, 4)."""
        from .products import product

        rotation, origin = frame[..., :3, :3], frame[..., :3, 3]
        tensor = product(rotation, self.inertia, rotation.swapaxes(-1, -2))
        place = product(rotation, self.com[..., np.newaxis])[..., 0]
        return Body(self.mass, place + origin, tensor)

    def joined(self, other: Body) -> Body:
        """Return the composite rigid body of the two."""
        mass = np.asarray(self.mass + other.mass)
        between = other.com - self.com
        share = np.divide(other.mass, mass, out=np.zeros(mass.shape), where=mass != 0)
        com = self.com + share[..., np.newaxis] * between
        inertia = self.inertia + other.inertia + steiner(self.mass * share, between)
        return Body(mass, com, inertia)


def checked_body(mass: ArrayLike, com: ArrayLike, inertia: ArrayLike | None) -> Body:
    """Validate user data of a body; without inertia it is a point mass."""
    checked_mass = float(real_array("mass", mass, (), "one number"))
    if checked_mass < 0:
        raise ValueError(f"mass: must not be negative, got {shown(checked_mass)}")
    tensor = _OF_A_POINT if inertia is None else _shaped(inertia)
    place = real_array("com", com, (3,), "a point")
    return Body(checked_mass, place, _core.checked_tensor("inertia", tensor))


def _shaped(inertia: ArrayLike) -> FloatArray:
    """Return a finite tensor, from a tensor or principal moments."""
    given = float64_copy("inertia", inertia)
    tensor = principal(given) if given.shape == (3,) else given
    return real_array("inertia", tensor, (3, 3), "a tensor")


def principal(moments: FloatArray) -> FloatArray:
    """Return the diagonal tensors (..., 3, 3) of principal moments (..., 3)."""
    tensors = np.zeros((*moments.shape, 3))
    tensors[..., range(3), range(3)] = moments
    return tensors


def clearly_positive(tensors: FloatArray, shift: FloatArray) -> BoolArray:
    """Tell which tensors (..., 3, 3) have principal moments above minus a shift (...).

    By Cholesky's pivots of tensor + shift, without roots, which are positive then. Of those whose
    least moment is within rounding errors of the limit, or that are not finite, none is.
    """
    xx, yy, zz = (tensors[..., k, k] + shift for k in range(3))
    yx, zx, zy = tensors[..., 1, 0], tensors[..., 2, 0], tensors[..., 2, 1]
    with np.errstate(all="ignore"):
        y = yx / xx
        second, between = yy - y * yx, zy - y * zx
        third = zz - zx / xx * zx - between / second * between
    positive: BoolArray = (xx > 0) & (second > 0) & (third > 0)
    return positive


def steiner(mass: ArrayLike, shift: ArrayLike) -> FloatArray:
    """Steiner term of inertia tensors about points at ``shift`` from the centre of mass."""
    m, r = np.asarray(mass, float), np.asarray(shift, float)
    squares = (r**2).sum(axis=-1)[..., np.newaxis, np.newaxis] * np.eye(3)
    tensor: FloatArray = m[..., np.newaxis, np.newaxis] * (
        squares - r[..., :, np.newaxis] * r[..., np.newaxis, :]
    )
    return tensor


def about_com(about_origin: ArrayLike, mass: ArrayLike, com: ArrayLike) -> FloatArray:
    """Shift inertia tensors (..., 3, 3) from frame origins to centres of mass."""
    tensors, masses = float64_copy("about_origin", about_origin), float64_copy("mass", mass)
    if tensors.shape[-2:] != (3, 3):
        raise ValueError(f"about_origin: last axes must be 3, 3, got shape {tensors.shape}")
    require_finite("about_origin", tensors)
    require_finite("mass", masses)
    return np.asarray(tensors - steiner(masses, vectors("com", com)))
