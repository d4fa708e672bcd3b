"""A rigid body: a link, or a load fixed to one; bodies that would be wider than the arm."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from .._validation import (
    ROUNDING,
    FloatArray,
    float64_copy,
    real_array,
    require_finite,
    require_inertia,
    shown,
    vectors,
)

# moments below this part of mass times squared reach of the arm change nothing
_TELLING = 1e-5

# where the data of the arm say little of its reach, m
_USUAL_REACH = 1.0


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
        require_inertia("inertia", tensor[np.newaxis], item="")[0],
    )


def principal(moments: FloatArray) -> FloatArray:
    """Return the diagonal tensors (..., 3, 3) of principal moments (..., 3)."""
    tensors = np.zeros((*moments.shape, 3))
    tensors[..., range(3), range(3)] = moments
    return tensors


def nearest_tensors(inertia: FloatArray) -> FloatArray:
    """Return the inertia tensors of bodies that are nearest to given ones, (..., 3, 3).

    The second moments Tr(I)/2 E - I of a body have no negative principal value; what is negative
    becomes 0. Tensors of bodies stay as they are, bit for bit.
    """
    largest = np.abs(inertia).max(axis=(-2, -1), keepdims=True)
    unit = np.where(largest > 0, largest, 1.0)  # the sum of huge moments would overflow
    values, axes = np.linalg.eigh(_traces(inertia / unit) / 2 * np.eye(3) - inertia / unit)
    moments = (axes * np.maximum(values, 0.0)[..., np.newaxis, :]) @ axes.swapaxes(-1, -2)
    bodies = values[..., :1, np.newaxis] >= -ROUNDING
    return np.where(bodies, inertia, unit * (_traces(moments) * np.eye(3) - moments))


def _traces(matrices: FloatArray) -> FloatArray:
    traces: FloatArray = np.trace(matrices, axis1=-2, axis2=-1)
    return traces[..., np.newaxis, np.newaxis]


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


def known_reach(joints: str, lengths: float, further: float) -> float:
    """Return a bound of the reach of an arm, m: of its links, and of what its last joint carries.

    At least 1 m where slides, or a single joint, leave it unknown.
    """
    known = len(joints) > 1 and "P" not in joints and lengths > 0
    return lengths + further if known else max(_USUAL_REACH, lengths + further)


def wide_bodies(mass: ArrayLike, inertia: ArrayLike, reach: float, total: float) -> dict[int, str]:
    """Return what is suspect of bodies that are wider than the arm, by their indices.

    Parameters
    ----------
    mass : array_like, shape (m,)
        kg.
    inertia : array_like, shape (m, 3, 3)
        About the centres of mass, kg m².
    reach, total : float
        Reach, m, and mass, kg, of the whole arm.
    """
    masses = np.asarray(mass, float)
    moments = np.linalg.eigvalsh(np.asarray(inertia, float))[:, 2]
    with np.errstate(over="ignore"):  # tiny masses, huge arms
        wide = moments > np.maximum(masses * (1 + ROUNDING), _TELLING * total) * np.square(reach)
        return {int(k): _suspicion(masses[k], moments[k]) for k in np.flatnonzero(wide)}


def _suspicion(mass: float, moment: float) -> str:
    """Say how far from an axis a body would have to be."""
    if mass == 0:
        return f"{shown(moment)} kg m² without any mass: a placeholder?"
    return (
        f"{shown(moment)} kg m² is the moment of {shown(mass)} kg that lie "
        f"{shown(np.sqrt(moment / mass))} m from an axis: kg mm², or a placeholder?"
    )
