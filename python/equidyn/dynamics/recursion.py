"""The Newton-Euler recursion, equation by equation, with the numbers of one state.

  standard DH      Turney, Mudge & Lee 1980, section 3, with its equation numbers
  modified DH      tutorial (modified DH), sections 3.1.5 to 3.3, by the names of `check_derivation`

  source           here                 meaning, in axes of frame i
  w_i, alpha_i     omega, alpha         angular velocity, angular acceleration of link i
  a_i              a                    acceleration of origin i, minus gravity: a_0 = -g
  abar_i           abar                 of the centre of mass, minus gravity
  F_i, N_i         F, N                 resultant force and moment about the centre of mass
  f_i, n_i         f, n                 force and moment by link i-1 on link i
  tau_i            tau                  torque or force of joint i

Prismatic joints and the wrench at the tip are added as in the formulations of these sources.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..validation import FloatArray, finite_result
from .link_vectors import LinkVector

if TYPE_CHECKING:
    from ..arm import Arm

# letter in equations, kind of vector and unit, in the order of evaluation: outwards, then inwards
_OUTWARDS = {
    "omega": (r"\omega", "omega", "rad/s"),
    "alpha": (r"\alpha", "alpha", "rad/s²"),
    "a": ("a", "acceleration", "m/s²"),
    "abar": (r"\bar{a}", "acceleration", "m/s²"),
    "F": ("F", "inertia", "N"),
    "N": ("N", "inertia", "N m"),
}
_INWARDS = {
    "f": ("f", "force", "N"),
    "n": ("n", "moment", "N m"),
    "tau": (r"\tau", "moment", "N m"),
}
QUANTITIES = _OUTWARDS | _INWARDS

_NUMBERS = {
    "omega": "(3.15)", "alpha": "(3.16)", "a": "(3.17)", "abar": "(3.18)", "F": "(3.9)",
    "N": "(3.10)", "f": "(3.19)", "n": "(3.20)", "tau": "(3.21)",
}  # fmt: skip
_OF_MODIFIED = {
    "omega": "(3.1.5e)", "alpha": "(3.1.5h)", "a": "(3.1.5i)", "abar": "(3.1.5j)", "F": "(3.2a)",
    "N": "(3.2b)", "f": "(3.2a)", "n": "(3.2b)",
}  # fmt: skip


class Equation(NamedTuple):
    """An equation of the recursion.

    Attributes
    ----------
    quantity : str
        What it computes, a key of `QUANTITIES`.
    link : int
        Number of the link, from 1.
    right : str
        Its right side, in LaTeX.
    number : str
        Its number in the source.
    operands : tuple of (str, int)
        Quantities and links that it uses, of the recursion.
    unit : str
        Unit of its result.
    """

    quantity: str
    link: int
    right: str
    number: str
    operands: tuple[tuple[str, int], ...]
    unit: str

    @property
    def symbol(self) -> str:
        """Symbol of its result, in LaTeX."""
        return f"{QUANTITIES[self.quantity][0]}_{{{self.link}}}"

    @property
    def kind(self) -> str:
        """Kind of vector of its result."""
        kind = QUANTITIES[self.quantity][1]
        return "force" if self.quantity == "tau" and self.unit == "N" else kind


def equations(arm: Arm) -> list[Equation]:
    """Return the equations in the order of evaluation: outwards by link, then inwards."""
    outwards = [(name, i) for i in range(1, arm.n + 1) for name in _OUTWARDS]
    inwards = [(name, i) for i in range(arm.n, 0, -1) for name in _INWARDS]
    return [_equation(arm, name, i) for name, i in (*outwards, *inwards)]


def _equation(arm: Arm, name: str, i: int) -> Equation:
    standard, turns = arm.convention == "standard", bool(arm.revolute[i - 1])
    b, k = (f"_{{{each}}}" for each in (i - 1, i))
    outward = _in_standard(turns, b, k) if standard else _in_modified(turns, b, k)
    after = f"_{{{i + 1}}}"
    lever, step = (f"(r{k} + c{k})", f"r{k}") if standard else (f"c{k}", f"P{after}")
    axis = rf"\hat{{z}}{k}" if standard else "z"
    right = outward | {
        "abar": rf"\alpha{k} \times c{k} + \omega{k} \times (\omega{k} \times c{k}) + a{k}",
        "F": rf"m{k} \bar{{a}}{k}",
        "N": rf"I{k} \alpha{k} + \omega{k} \times I{k} \omega{k}",
        "f": f"F{k} + R{after} f{after}",
        "n": rf"N{k} + {lever} \times F{k} + {step} \times R{after} f{after} + R{after} n{after}",
        "tau": rf"{axis} \cdot {'n' if turns else 'f'}{k}",
    }
    return Equation(
        name,
        i,
        right[name],
        (_NUMBERS if standard else _OF_MODIFIED | {"tau": f"(3.3{'a' if turns else 'b'})"})[name],
        tuple(_operands(arm, name, i)),
        "N" if name == "tau" and not turns else QUANTITIES[name][2],
    )


def _in_standard(turns: bool, b: str, k: str) -> dict[str, str]:
    """Return the right sides of the motion of link k behind link b, frames at the far ends."""
    R, fixed = f"R{k}^T", rf"\alpha{k} \times r{k} + \omega{k} \times (\omega{k} \times r{k})"
    if turns:
        return {
            "omega": rf"{R} (\omega{b} + \dot{{q}}{k} z)",
            "alpha": rf"{R} (\alpha{b} + \omega{b} \times \dot{{q}}{k} z + \ddot{{q}}{k} z)",
            "a": f"{fixed} + {R} a{b}",
        }
    slide = rf"2 \omega{b} \times \dot{{q}}{k} z + \ddot{{q}}{k} z"
    return {
        "omega": rf"{R} \omega{b}",
        "alpha": rf"{R} \alpha{b}",
        "a": f"{fixed} + {R} (a{b} + {slide})",
    }


def _in_modified(turns: bool, b: str, k: str) -> dict[str, str]:
    """Return the right sides of the motion of link k behind link b, frames at the joints."""
    R = f"R{k}^T"
    moved = rf"a{b} + \alpha{b} \times P{k} + \omega{b} \times (\omega{b} \times P{k})"
    if turns:
        swing = rf"{R} \omega{b} \times \dot{{q}}{k} z + \ddot{{q}}{k} z"
        return {
            "omega": rf"{R} \omega{b} + \dot{{q}}{k} z",
            "alpha": rf"{R} \alpha{b} + {swing}",
            "a": f"{R} ({moved})",
        }
    slide = rf"2 \omega{k} \times \dot{{q}}{k} z + \ddot{{q}}{k} z"
    return {
        "omega": rf"{R} \omega{b}",
        "alpha": rf"{R} \alpha{b}",
        "a": f"{R} ({moved}) + {slide}",
    }


def _operands(arm: Arm, name: str, i: int) -> Iterator[tuple[str, int]]:
    """Yield the quantities of the recursion that an equation uses, without those of the base."""
    standard, turns = arm.convention == "standard", bool(arm.revolute[i - 1])
    before = {
        "omega": ("omega",),
        "alpha": ("alpha", "omega") if turns else ("alpha",),
        "a": ("a",) if standard and turns else ("a", "omega") if standard
        else ("a", "alpha", "omega"),
    }  # fmt: skip
    same = {
        "a": ("alpha", "omega") if standard else ("omega",) * (not turns),
        "abar": ("alpha", "omega", "a"),
        "F": ("abar",),
        "N": ("alpha", "omega"),
        "f": ("F",),
        "n": ("N", "F"),
        "tau": ("n",) if turns else ("f",),
    }
    yield from ((each, i - 1) for each in before.get(name, ()) if i > 1)
    yield from ((each, i) for each in same.get(name, ()))
    yield from ((each, i + 1) for each in {"f": "f", "n": "fn"}.get(name, "") if i < arm.n)


class Evaluated(NamedTuple):
    """Results of all equations in one state.

    Attributes
    ----------
    values : dict
        Of each quantity and link, its components in axes of the link's frame (3,); of tau, (1,).
    vectors : dict
        The same as vectors in the world, at the points where they are drawn.
    """

    values: dict[tuple[str, int], FloatArray]
    vectors: dict[tuple[str, int], LinkVector]


def evaluate(
    arm: Arm, q: FloatArray, qd: FloatArray, qdd: FloatArray, tip_wrench: FloatArray
) -> Evaluated:
    """Evaluate the equations in one state, as they are written.

    Parameters
    ----------
    arm : Arm
        The arm.
    q, qd, qdd : ndarray, shape (n,)
        The state.
    tip_wrench : ndarray, shape (6,)
        Force and moment by the last link on the environment, in tool-frame axes.

    Raises
    ------
    ValueError
        If a result overflows.
    """
    frames = np.concatenate([arm.base[np.newaxis], arm.link_poses(q)])
    # overflows are reported by name below
    with np.errstate(over="ignore", invalid="ignore"):
        values = _outwards(arm, frames, qd, qdd)
        values |= _inwards(arm, frames, values, tip_wrench)
    vectors = {}
    for equation in equations(arm):
        key = name, link = equation.quantity, equation.link
        finite_result(f"recursion: {name} of link {link}", values[key])
        vectors[key] = _in_world(arm, frames, equation, values[key])
    return Evaluated({key: values[key] for key in vectors}, vectors)


_Values = dict[tuple[str, int], FloatArray]


def _outwards(arm: Arm, frames: FloatArray, qd: FloatArray, qdd: FloatArray) -> _Values:
    """Evaluate the motion of each link, and the force and moment that it takes."""
    cross = np.cross
    standard, z = arm.convention == "standard", np.array([0.0, 0.0, 1.0])
    w, al, a = np.zeros(3), np.zeros(3), -frames[0, :3, :3].T @ arm.gravity
    values: _Values = {}
    for i in range(1, arm.n + 1):
        R, step = _step(frames, i)
        m, c, inertia = arm.mass[i - 1], arm.com[i - 1], arm.inertia[i - 1]
        rate, acceleration = qd[i - 1] * z, qdd[i - 1] * z
        turn, turned = (rate, acceleration) if arm.revolute[i - 1] else (0 * z, 0 * z)
        slide, slid = rate - turn, acceleration - turned
        if standard:
            r = R.T @ step
            at = a + 2 * cross(w, slide) + slid
            w, al = R.T @ (w + turn), R.T @ (al + cross(w, turn) + turned)
            a = cross(al, r) + cross(w, cross(w, r)) + R.T @ at
        else:
            a = R.T @ (a + cross(al, step) + cross(w, cross(w, step)))
            al = R.T @ al + cross(R.T @ w, turn) + turned
            w = R.T @ w + turn
            a = a + 2 * cross(w, slide) + slid
        abar = cross(al, c) + cross(w, cross(w, c)) + a
        found = (w, al, a, abar, m * abar, inertia @ al + cross(w, inertia @ w))
        values |= {(name, i): value for name, value in zip(_OUTWARDS, found, strict=True)}
    return values


def _inwards(arm: Arm, frames: FloatArray, values: _Values, tip_wrench: FloatArray) -> _Values:
    """Evaluate the forces and moments from link to link, and the torques."""
    cross, standard = np.cross, arm.convention == "standard"
    tool = arm.tool[:3, :3]
    # the wrench at the tip, in the last frame and about its origin
    f, n = tool @ tip_wrench[:3], tool @ tip_wrench[3:]
    n = n + cross(arm.tool[:3, 3], f)
    found: _Values = {}
    for i in range(arm.n, 0, -1):
        R, step = _step(frames, i)
        F, N, c = values["F", i], values["N", i], arm.com[i - 1]
        if standard:
            r = R.T @ step
            n = N + cross(r + c, F) + cross(r, f) + n
        else:
            after = _step(frames, i + 1)[1] if i < arm.n else np.zeros(3)
            n = N + cross(c, F) + cross(after, f) + n
        f = F + f
        axis = R.T[:, 2] if standard else np.array([0.0, 0.0, 1.0])
        along = axis @ (n if arm.revolute[i - 1] else f)
        found |= {("f", i): f, ("n", i): n, ("tau", i): np.array([along])}
        # rotated into the frame before
        f, n = R @ f, R @ n
    return found


def _step(frames: FloatArray, i: int) -> tuple[FloatArray, FloatArray]:
    """Return rotation and origin of frame i in axes of frame i - 1."""
    before = frames[i - 1, :3, :3].T
    return before @ frames[i, :3, :3], before @ (frames[i, :3, 3] - frames[i - 1, :3, 3])


def _in_world(arm: Arm, frames: FloatArray, equation: Equation, value: FloatArray) -> LinkVector:
    """Return a result as a vector in the world: of the joint, of the origin, or of the mass."""
    i, pose = equation.link, frames[equation.link]
    joint = frames[i - 1] if arm.convention == "standard" else pose
    if equation.quantity == "a":
        point = pose[:3, 3]
    elif equation.quantity in ("abar", "F", "N"):
        point = pose[:3, :3] @ arm.com[i - 1] + pose[:3, 3]
    else:
        point = joint[:3, 3]
    along = joint[:3, 2] * value if equation.quantity == "tau" else pose[:3, :3] @ value
    return LinkVector(equation.kind, equation.symbol, equation.unit, i, point, along)
