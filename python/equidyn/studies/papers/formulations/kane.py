"""Kane's equations, in frame 0.

Partial velocities are slopes of the links' frames, and torques Lagrange's; an acceleration of the
base replaces gravity.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ....validation import FloatArray
from ..derivation.algebra import total, upto
from ..derivation.lagrange import lagrange_torque
from ..derivation.paths import axis, centre, origin, rotation, spin
from ..derivation.reading import Reading, Section
from ..derivation.symbols import Symbols
from ..derivation.varying import cross
from .partial_velocities import of_all_joints, of_point, of_turning

section = Section()


@section.equation("tau_r", "inertia forces along the partial velocities are the torque")
def _torque(s: Symbols, r: int, read: Reading) -> Iterator[FloatArray]:
    def along(i: int) -> FloatArray:
        R, w = rotation(s, i).now, spin(s, i)
        inertia = R @ s.Ic[i] @ R.T
        force = s.m[i] * (centre(s, i).rate.rate.now + s.gz)
        moment = inertia @ w.rate.now + cross(w.now, inertia @ w.now)
        return np.asarray(force @ of_point(s, i, r, s.rb[i]) + moment @ of_turning(s, i, r))

    yield lagrange_torque(s, r)
    yield total(along(i) for i in range(r, s.n + 1))


@section.equation("w_ir", "the axis of a revolute joint is a partial angular velocity")
def _partial_angular_velocity(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    axes = [axis(s, r).now if s.turns[r] else np.zeros(3) for r in upto(i)]
    yield of_all_joints(s, [of_turning(s, i, r) for r in upto(i)])
    yield of_all_joints(s, axes)


@section.equation("v_ir", "and the centre of mass moves about it, or along a prismatic one")
def _partial_velocity(s: Symbols, i: int, read: Reading) -> Iterator[FloatArray]:
    def by_axis(r: int) -> FloatArray:
        e, lever = axis(s, r).now, (centre(s, i) - origin(s, r - 1)).now
        return cross(e, lever) if s.turns[r] else e

    yield of_all_joints(s, [of_point(s, i, r, s.rb[i]) for r in upto(i)])
    yield of_all_joints(s, [by_axis(r) for r in upto(i)])
