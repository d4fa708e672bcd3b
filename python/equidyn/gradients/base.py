"""What loads an arm at its ends, as differentiable operands: gravity is a motion of the base."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ..dynamics.base_and_link_motion import BaseMotion

if TYPE_CHECKING:
    from ..arm import Arm

PARTS = ("angular_velocity", "angular_acceleration", "linear_acceleration")

# length of the last axis of each operand, and what it is
WIDTHS = {
    "tip_wrench": (6, "force and moment"),
    "gravity": (3, "a vector"),
    **{f"base_motion: {name}": (3, "a vector") for name in PARTS},
}


class Ends(NamedTuple):
    """Arguments of a function.

    Attributes
    ----------
    tip_wrench, base_motion, gravity : optional
        As in `equidyn.jax.inverse_dynamics`.
    """

    tip_wrench: Any = None
    base_motion: Any = None
    gravity: Any = None

    def arrays(self, array: Callable[[str, Any], Any]) -> dict[str, Any]:
        """Return the arrays of a library by name, with `array` of each name and value.

        Raises
        ------
        ValueError, TypeError
            For another shape, or what is no motion of a base.
        """
        given = {"tip_wrench": self.tip_wrench, "gravity": self.gravity}
        if self.base_motion is not None:
            parts = zip(PARTS, _parts_of(self.base_motion), strict=True)
            given |= {f"base_motion: {name}": part for name, part in parts}
        arrays = {name: array(name, x) for name, x in given.items() if x is not None}
        for name, x in arrays.items():
            width, meaning = WIDTHS[name]
            if tuple(x.shape[-1:]) != (width,):
                raise ValueError(
                    f"{name}: last axis must be {width} ({meaning}), got shape {tuple(x.shape)}"
                )
        return arrays


def _parts_of(base_motion: Any) -> Sequence[Any]:
    """Return the three arrays of a motion of the base."""
    if isinstance(base_motion, BaseMotion):
        return base_motion.as_tuple()
    if isinstance(base_motion, (tuple, list)) and len(base_motion) == len(PARTS):
        return base_motion
    raise TypeError(
        f"base_motion: expected a BaseMotion or a tuple of {', '.join(PARTS)}, got "
        f"{type(base_motion).__name__}"
    )


def with_gravity_in_base(library: Any, arm: Arm, arrays: dict[str, Any]) -> dict[str, Any]:
    """Return operands with gravity as a part of the motion of the base, for an arm without its own.

    A base that accelerates by -g loads the joints as gravity g does.

    Parameters
    ----------
    library : module
        Of functions of these arrays.
    arm : Arm
        The arm, on its base.
    arrays : dict
        Operands by name, of one type, with gravity in the world.
    """
    arrays = dict(arrays)
    g = arrays.pop("gravity")
    entries = [g[..., k : k + 1] for k in range(3)]
    # entry by entry: a library may compute a product of matrices in less precision
    turned = [
        sum(float(x) * entry for x, entry in zip(column, entries, strict=True) if x != 0)
        for column in arm.base[:3, :3].T
    ]
    weight = library.concatenate(turned, -1)
    *rotation, acceleration = (f"base_motion: {name}" for name in PARTS)
    for name in rotation:
        arrays.setdefault(name, library.zeros_like(g))
    own = arrays.pop(acceleration, None)
    return {**arrays, acceleration: -weight if own is None else own - weight}
