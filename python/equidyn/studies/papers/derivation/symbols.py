"""Numerical values of all symbols of the derivations, for one arm in one state.

Turney, Mudge & Lee, section 1; Lee et al., section 2, write A for R, J^r for J and J for J^a. The
indices of an array are those of the symbol, in the order that the second column shows; index 0 is
the base. Frames are in the standard DH convention, and what the papers call ϑ is q here.

The papers have revolute joints. A prismatic joint turns nothing: its z and its Q are zero, as is
the 3x3 block of the 4x4 matrix Q by which T is differentiated.

  paper             code          meaning
  R_j^i             R[j, i]       maps a vector from frame i to frame j                        (1.1)
  R_i^j z_j         z[i, j]       z axis of frame j, of revolute joint j+1, in frame i; else zero
                    x[i, j]       the same of a prismatic joint; zero for a revolute one
  Q_i^j             Q[i, j]       Q_i^j b = R_i^j z_j x b                                      (1.8)
  ϑ_i, φ_i          angle, twist  of Denavit and Hartenberg, [i] each; φ is α in Lee et al.   (1.10)
  d_i, a_i          offset, length   similarly; angle and offset with the position of the joint
  r_i, r̄_i          r[i], rb[i]   origin i-1 to origin i; centre of mass; in frame i          (1.14)
  ∂T_0^i/∂q_j       dT[i, j]      zero for j > i; its blocks are dR (1.11) and dp             (1.18)
  ∂²T_0^i/∂q_j∂q_k  d2T[i, j, k]  zero for j or k > i; its blocks are d2R (1.12) and d2p      (1.19)
  I_i               Ic[i]         inertia tensor about the centre of mass
  J_i, J_i^a        J[i], Ja[i]   second moments about origin i; with first moments and mass  (1.28)
  g z_0             gz            acceleration of the base that replaces gravity, any direction
  r̄_i^a, g z_0^a    rba[i], gza   with the fourth component of a point, of a direction
  ω_i α_i a_i ā_i   w al a ab     motion of link i, in frame i                        (3.15 to 3.18)
                    turns[j]      whether joint j is revolute
                    command       command of a controller; qdd is the resulting acceleration
                    unit, rate    [j] each, changes of ordinary size of joint j and of its velocity
  b_i               viscous[i]    coefficient of viscous friction, at the joint
  T_0^i             T[i]          maps an augmented vector from frame i to frame 0            (1.13)
                    frames(q)     the same of any angles, by the screws of Denavit and Hartenberg
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ....arm import require_dh, screw
from ....validation import FloatArray
from .algebra import from_one, skew, total
from .command import Command
from .outward_pass import outward_pass
from .units import SI, Units, own_units

if TYPE_CHECKING:
    from ....arm import Arm

# of one check: the state, and the one that comes of dots in wrong places, each in two units
STATES = 4


@dataclass(frozen=True, eq=False)
class Symbols:
    """Values of the symbols of the table above."""

    n: int
    turns: NDArray[np.bool_]
    q: FloatArray
    qd: FloatArray
    qdd: FloatArray
    command: Command
    unit: FloatArray
    rate: FloatArray
    m: FloatArray
    Ic: FloatArray
    J: FloatArray
    Ja: FloatArray
    angle: FloatArray
    twist: FloatArray
    offset: FloatArray
    length: FloatArray
    r: FloatArray
    rb: FloatArray
    rba: FloatArray
    gz: FloatArray
    gza: FloatArray
    R: FloatArray
    z: FloatArray
    x: FloatArray
    Q: FloatArray
    dT: FloatArray
    d2T: FloatArray
    w: FloatArray
    al: FloatArray
    a: FloatArray
    ab: FloatArray
    T: FloatArray
    viscous: FloatArray
    frames: Callable[[FloatArray], FloatArray]

    @property
    def dR(self) -> FloatArray:
        """Derivatives of R_0^i."""
        return self.dT[..., :3, :3]

    @property
    def dp(self) -> FloatArray:
        """Derivatives of p_0^i."""
        return self.dT[..., :3, 3]

    @property
    def d2R(self) -> FloatArray:
        """Second derivatives of R_0^i."""
        return self.d2T[..., :3, :3]

    @property
    def d2p(self) -> FloatArray:
        """Second derivatives of p_0^i."""
        return self.d2T[..., :3, 3]

    def integral(self, i: int, f: Callable[[FloatArray], FloatArray]) -> FloatArray:
        """Integral of f(d) over the mass of link i, d from origin i, for f of second degree.

        Seven points replace the link, with its mass, centre of mass and second moments, hence the
        same integral: two on each principal axis, as far out as the link is large, and one in the
        middle.
        """
        com = self.rb[i]
        moments, axes = np.linalg.eigh(self.J[i] - self.m[i] * np.outer(com, com))
        spread = moments.sum()
        square = spread / self.m[i] if spread > 0 and self.m[i] > 0 else 1.0
        masses, radius = moments / square, np.sqrt(square)
        pairs = (
            mass / 2 * (f(com + radius * axis) + f(com - radius * axis))
            for mass, axis in zip(masses, axes.T, strict=True)
        )
        return np.asarray((self.m[i] - masses.sum()) * f(com) + total(pairs))


def symbols(
    arm: Arm, q: FloatArray, qd: FloatArray, command: Command, units: Units = SI
) -> Symbols:
    """Evaluate all symbols for an arm in the standard convention, all joints from index 1.

    In these units, as the state and the command are.
    """
    require_dh(arm, "arm")
    turns, own = np.array([False, *arm.revolute]), own_units(arm)
    joint = units.of_joints(turns)
    unit = own.of_joints(turns) / joint
    angle, offset = _joint_parameters(arm, turns, q, units)
    twist, length = from_one(arm.alpha), from_one(arm.a / units.length)
    T, r = _frames(angle, twist, offset, length)
    R = np.einsum("jba,ibc->jiac", T[:, :3, :3], T[:, :3, :3])
    z, x = _axes(R, turns)
    dT, d2T = _derivatives(T, turns)
    m, rb = from_one(arm.mass / units.mass), from_one(arm.com / units.length)
    Ic = from_one(arm.inertia / units.inertia)
    J, Ja = _second_moments(m, rb, Ic)
    qdd = command.acceleration
    gz = -arm.base[:3, :3].T @ arm.gravity / units.acceleration
    w, al, a, ab = outward_pass(R, z, x, r, rb, qd, qdd, gz)
    return Symbols(
        n=arm.n,
        turns=turns,
        q=q,
        qd=qd,
        qdd=qdd,
        command=command,
        unit=unit,
        rate=unit * (units.time / own.time),
        m=m,
        Ic=Ic,
        J=J,
        Ja=Ja,
        angle=angle,
        twist=twist,
        offset=offset,
        length=length,
        r=r,
        rb=rb,
        rba=np.column_stack([rb, np.ones(arm.n + 1)]),
        gz=gz,
        gza=np.append(gz, 0.0),
        R=R,
        z=z,
        x=x,
        Q=np.apply_along_axis(skew, -1, z),
        dT=dT,
        d2T=d2T,
        w=w,
        al=al,
        a=a,
        ab=ab,
        T=T,
        viscous=from_one(_viscous(arm)) * joint**2 / (units.inertia / units.time),
        frames=_screws(arm, turns, units),
    )


def _viscous(arm: Arm) -> FloatArray:
    """Coefficients of viscous friction of the motors, seen from the joints, (n,)."""
    motor = np.zeros(arm.n) if arm.viscous is None else arm.viscous
    return motor if arm.gear_ratio is None else motor * arm.gear_ratio**2


def _joint_parameters(
    arm: Arm, turns: NDArray[np.bool_], q: FloatArray, units: Units
) -> tuple[FloatArray, FloatArray]:
    """Return theta_i and d_i at positions of the joints, (n + 1,) each."""
    return (
        from_one(arm.theta) + np.where(turns, q, 0.0),
        from_one(arm.d / units.length) + np.where(turns, 0.0, q),
    )


def _frames(
    angle: FloatArray, twist: FloatArray, offset: FloatArray, length: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """T_0^i (n + 1, 4, 4) and r_i (n + 1, 3)."""
    T, r = [np.eye(4)], [np.zeros(3)]
    parameters = np.column_stack([length, twist, offset, angle])
    for a, alpha, d, theta in parameters[1:]:
        ct, st, ca, sa = np.cos(theta), np.sin(theta), np.cos(alpha), np.sin(alpha)
        step = np.eye(4)
        step[:3, :3] = [[ct, -ca * st, sa * st], [st, ca * ct, -sa * ct], [0.0, sa, ca]]  # (1.10)
        r.append(np.array([a, d * sa, d * ca]))
        step[:3, 3] = step[:3, :3] @ r[-1]  # (1.14)
        T.append(T[-1] @ step)  # (1.15)
    return np.array(T), np.array(r)


def _screws(arm: Arm, turns: NDArray[np.bool_], units: Units) -> Callable[[FloatArray], FloatArray]:
    """T_0^i (n + 1, 4, 4), as each joint turns about, or slides along, the z axis before it."""
    lengths = arm.a / units.length
    along_x = [screw(alpha, a, axis=0) for alpha, a in zip(arm.alpha, lengths, strict=True)]

    def frames(q: FloatArray) -> FloatArray:
        T = [np.eye(4)]
        angle, offset = _joint_parameters(arm, turns, q, units)
        for d, theta, fixed in zip(offset[1:], angle[1:], along_x, strict=True):
            T.append(T[-1] @ screw(theta, d, axis=2) @ fixed)
        return np.array(T)

    return frames


def _axes(R: FloatArray, turns: NDArray[np.bool_]) -> tuple[FloatArray, FloatArray]:
    """R_i^j z_j (n + 1, n + 1, 3) of revolute joints and of prismatic ones, else zero."""
    # no joint has the z axis of the last frame
    turning, sliding = np.append(turns[1:], True), np.append(~turns[1:], False)
    z = R[..., 2]
    return z * turning[:, np.newaxis], z * sliding[:, np.newaxis]


def _derivatives(T: FloatArray, turns: NDArray[np.bool_]) -> tuple[FloatArray, FloatArray]:
    """First and second derivatives of T_0^i, by matrix products, as (1.11) and (1.12)."""
    n = len(T) - 1
    joint = np.arange(n + 1)
    axes, points, turning = T[:-1, :3, 2], T[:-1, :3, 3], turns[1:, np.newaxis]
    # turns, or shifts, everything beyond joint j: T_0^{j-1} Q_{j-1}^{j-1} T_{j-1}^0
    D = np.zeros_like(T)
    D[1:, :3, :3] = [skew(axis) for axis in axes * turning]
    D[1:, :3, 3] = np.where(turning, -np.cross(axes, points), axes)
    dT = D @ T[:, np.newaxis]
    dT[joint[:, np.newaxis] < joint] = 0.0
    # of two joints the factor of the lower one is on the left
    inner, outer = np.minimum.outer(joint, joint), np.maximum.outer(joint, joint)
    d2T = D[inner] @ D[outer] @ T[:, np.newaxis, np.newaxis]
    d2T[joint[:, np.newaxis, np.newaxis] < outer] = 0.0
    return dT, d2T


def _second_moments(m: FloatArray, rb: FloatArray, Ic: FloatArray) -> tuple[FloatArray, FloatArray]:
    """J_i (n + 1, 3, 3) by (1.27), solved for J, and J_i^a (n + 1, 4, 4)."""
    trace = np.trace(Ic, axis1=1, axis2=2)
    first = m[:, np.newaxis] * rb
    Ja = np.zeros((len(m), 4, 4))
    Ja[:, :3, :3] = (
        np.multiply.outer(trace / 2, np.eye(3)) - Ic + np.einsum("ij,ik->ijk", first, rb)
    )
    Ja[:, :3, 3] = Ja[:, 3, :3] = first
    Ja[:, 3, 3] = m
    return Ja[:, :3, :3], Ja
