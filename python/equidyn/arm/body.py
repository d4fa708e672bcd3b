"""One rigid body: a link, or a load that is fixed to one."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from .._validation import FloatArray, float64_copy, real_array, require_inertia, shown, vectors


class Body(NamedTuple):
    """Mass, centre of mass, and inertia tensor about it, in the axes of one frame."""

    mass: float
    com: FloatArray
    inertia: FloatArray

    def moved(self, frame: FloatArray) -> Body:
        """Return the same body as seen from where its frame has the pose ``frame`` (4, 4)."""
        rotation, origin = frame[:3, :3], frame[:3, 3]
        return Body(self.mass, rotation @ self.com + origin, rotation @ self.inertia @ rotation.T)

    def joined(self, other: Body) -> Body:
        """Return the body that the two form together."""
        mass = self.mass + other.mass
        between = other.com - self.com
        share = other.mass / mass if mass else 0.0
        com = self.com + share * between
        inertia = self.inertia + other.inertia + steiner(self.mass * share, between)
        return Body(mass, com, inertia)


def checked_body(mass: ArrayLike, com: ArrayLike, inertia: ArrayLike | None) -> Body:
    """Return a body of the data that a user gave; no inertia makes it a point."""
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
        require_inertia("inertia", tensor[np.newaxis], item="")[0],
    )


def principal(moments: FloatArray) -> FloatArray:
    """Return the tensors (..., 3, 3) that have these principal moments (..., 3) along the axes."""
    tensors = np.zeros((*moments.shape, 3))
    tensors[..., range(3), range(3)] = moments
    return tensors


def steiner(mass: ArrayLike, shift: ArrayLike) -> FloatArray:
    """Return what inertia tensors gain about points that lie ``shift`` from the centre of mass."""
    m, r = np.asarray(mass, float), np.asarray(shift, float)
    squares = (r**2).sum(axis=-1)[..., np.newaxis, np.newaxis] * np.eye(3)
    tensor: FloatArray = m[..., np.newaxis, np.newaxis] * (
        squares - r[..., :, np.newaxis] * r[..., np.newaxis, :]
    )
    return tensor


def about_com(about_origin: ArrayLike, mass: ArrayLike, com: ArrayLike) -> FloatArray:
    """Return the tensors about centres of mass that belong to tensors (..., 3, 3) about origins."""
    tensors = float64_copy("about_origin", about_origin)
    if tensors.shape[-2:] != (3, 3):
        raise ValueError(f"about_origin: last axes must be 3, 3, got shape {tensors.shape}")
    shift = steiner(float64_copy("mass", mass), vectors("com", com))
    return np.asarray(tensors - shift)
