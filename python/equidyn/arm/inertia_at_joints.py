"""Joints of an arm that move no inertia in any position: its mass matrix is singular."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from .arm import Arm


@np.errstate(over="ignore")
def singular_joints(arm: Arm, *, motors: bool = False, held: bool = False) -> list[int]:
    """Return the joints, from 1, whose motion moves no inertia beyond errors of the arm's data.

    By the criterion of the dynamics, in one position without special angles or lengths.

    Parameters
    ----------
    arm : Arm
        The arm.
    motors : bool, optional
        Whether the inertia of the motors counts.
    held : bool, optional
        Whether the joints beyond each are held; otherwise they yield, as in forward dynamics.
    """
    size = np.abs([arm.a, arm.a_y, arm.d]).sum() + np.abs(arm.com).max(initial=0.0)
    q = np.random.default_rng(0).uniform(-1.0, 1.0, arm.n)
    return arm._singular_joints(q * np.where(arm.revolute, np.pi, size or 1.0), motors, held=held)
