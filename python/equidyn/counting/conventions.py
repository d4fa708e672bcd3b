"""Counting rules of operations, and the general arm that is counted by default."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..arm.arm import Arm
from ..graph.trace import Trace
from ..robots import ArmLike, load
from ..validation import choice, count, switch

ROTATIONS = {"factored": "rotations in two factors", "full": "full matrices"}
BASES = {
    "at rest": "base at rest",
    "tilted": "base at rest, gravity in any direction",
    "moving": "moving base",
}

RULES = (
    "free: negations, arithmetic among constants of the arm, sums with a structural 0, products "
    "with a structural 0, 1 or -1"
)

# more joints than fit into memory
_LONGEST = 100_000

# no component is 0, 1 or -1, and all differ
_TILTED_GRAVITY = (2.4, -3.9, -8.6)


@dataclass(frozen=True)
class Conventions:
    """Counting rules, in which publications differ.

    Attributes
    ----------
    rotations : {"factored", "full"}
        ``"factored"``: a rotation is applied as two plane rotations (8M 4A), and products of
        matrices exploit their structure. ``"full"``: its entries are formed, a vector is rotated by
        a full matrix (9M 6A), and 4x4 matrices are multiplied as if none of their entries were 0
        or 1 (64M 48A).
    base : {"at rest", "tilted", "moving"}
        ``"at rest"``: the base rests; gravity is that of the arm, along the first joint axis of the
        general arm. ``"tilted"``: it rests, and gravity has no special direction. ``"moving"``: it
        turns and accelerates in any way, so that no component of its motion is a structural 0.
    dead_code : bool
        Whether to count operations that no torque depends on.
    tip_wrench : bool
        Whether there is a wrench at the tip.
    friction : bool
        Whether there is viscous friction.
    """

    rotations: str = "factored"
    base: str = "at rest"
    dead_code: bool = False
    tip_wrench: bool = False
    friction: bool = False

    def __post_init__(self) -> None:
        choice("rotations", self.rotations, ROTATIONS)
        choice("base", self.base, BASES)
        for name in ("dead_code", "tip_wrench", "friction"):
            switch(name, getattr(self, name))

    def arm(self, arm: Arm) -> Arm:
        """Return an arm under the gravity of these rules."""
        return arm.with_gravity(_TILTED_GRAVITY) if self.base == "tilted" else arm

    def trace(self, arm: Arm, formulation: str, quantity: str = "inverse_dynamics") -> Trace:
        """Trace a formulation, or a method of another quantity, on an arm by these rules."""
        return Trace.of(
            self.arm(arm),
            formulation,
            quantity=quantity,
            full_matrices=self.rotations == "full",
            moving_base=self.base == "moving",
            tip_wrench=self.tip_wrench,
            friction=self.friction,
        )

    def __str__(self) -> str:
        return "; ".join(
            (
                ROTATIONS[self.rotations],
                BASES[self.base],
                f"dead code {'counted' if self.dead_code else 'removed'}",
                f"{'with' if self.tip_wrench else 'no'} tip wrench",
                *(("viscous friction",) if self.friction else ()),
            )
        )


def arm_of(arm_or_n: ArmLike | int) -> Arm:
    """Return the arm of an argument: the general one for a number of links."""
    if isinstance(arm_or_n, (int, np.integer)):
        return general_arm(int(arm_or_n) if not isinstance(arm_or_n, bool) else arm_or_n)
    return load(arm_or_n)


def general_arm(n: int) -> Arm:
    """Return the general revolute arm of n links, the usual arm of published counts.

    Every length, offset and twist, every mass, centre of mass and entry of an inertia tensor and
    every coefficient of viscous friction is a constant like any other; only the joint variables
    have no offsets. The base frame is the world, and gravity is along the first joint axis.

    Parameters
    ----------
    n : int
        Number of links.

    Returns
    -------
    Arm
        In standard DH; always the same one for an n.
    """
    rng = np.random.default_rng(count("n", n, largest=_LONGEST))
    axes = rng.uniform(-1, 1, (n, 3, 3))
    seconds = axes @ axes.transpose(0, 2, 1)
    return Arm.from_dh(
        "standard",
        joints="R" * n,
        a=rng.uniform(0.2, 0.8, n),
        alpha=rng.uniform(0.2, 1.4, n),
        # powers of two, so that d sin(alpha) cos(alpha) minus d cos(alpha) sin(alpha) is exactly 0
        d=2.0 ** -rng.integers(2, 6, n),
        theta=np.zeros(n),
        mass=rng.uniform(2, 5, n),
        com=rng.uniform(-0.4, 0.4, (n, 3)),
        inertia=np.trace(seconds, axis1=1, axis2=2)[:, None, None] * np.eye(3) - seconds,
        viscous=rng.uniform(0.1, 0.4, n),
        name=f"general revolute arm, n = {n}",
    )
