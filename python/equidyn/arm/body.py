"""A rigid body: a link, or a load fixed to one."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from .. import _core
from ..validation import FloatArray, float64_copy, real_array, require_finite, shown, vectors


class Body(NamedTuple):
    """Mass, centre of mass, and inertia tensor about it, in the axes of one frame."""

    mass: float
    com: FloatArray
    inertia: FloatArray

    def moved(self, frame: FloatArray) -> Body:
        """Return the body in the frame in which its own frame has the pose ``frame`` (4, 4)."""
        from .products import product

        rotation, origin = frame[:3, :3], frame[:3, 3]
        tensor = product(rotation, self.inertia, rotation.T)
        return Body(self.mass, product(rotation, self.com) + origin, tensor)

    def joined(self, other: Body) -> Body:
        """Return the composite rigid body of the two."""
        mass = self.mass + other.mass
        between = other.com - self.com
        share = other.mass / mass if mass else 0.0
        com = self.com + share * between
        inertia = self.inertia + other.inertia + steiner(self.mass * share, between)
        return Body(mass, com, inertia)


def checked_body(mass: ArrayLike, com: ArrayLike, inertia: ArrayLike | None) -> Body:
    """Validate user data of a body; without inertia it is a point mass."""
    checked_mass = float(real_array("mass", mass, (), "one number"))
    if checked_mass < 0:
        raise ValueError(f"mass: must not be negative, got {shown(checked_mass)}")
    point = np.zeros((3, 3))
    given = float64_copy("inertia", point if inertia is None else inertia)
    tensor = principal(given) if given.shape == (3,) else given
    tensor = real_array("inertia", tensor, (3, 3), "a tensor")
    return Body(
        checked_mass,
        real_array("com", com, (3,), "a point"),
        _core.checked_tensor("inertia", tensor),
    )


def principal(moments: FloatArray) -> FloatArray:
    """Return the diagonal tensors (..., 3, 3) of principal moments (..., 3)."""
    tensors = np.zeros((*moments.shape, 3))
    tensors[..., range(3), range(3)] = moments
    return tensors


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
