"""Newton-Euler recursion of a model, with a coefficient before each of its terms."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...arm import steiner
from ...validation import FloatArray
from .frames import cross, link_frames, times, transposed
from .model import Model

Z = np.array([0.0, 0.0, 1.0])

# steps that a program may do otherwise
AXIS_OUTWARD = "axis outward"
AXIS_INWARD = "axis inward"
TRANSPOSED_OUTWARD = "rotations transposed outward"
TRANSPOSED_INWARD = "rotations transposed inward"
CARRIER = "carrier"
TENSOR_IN_BASE_AXES = "tensor in base axes"
TENSOR_TURNED_BACK = "tensor turned back"
COM_IN_BASE_AXES = "centre of mass in base axes"
TENSOR_IN_WORLD_AXES = "tensor in world axes"
TENSOR_TURNED_BACK_IN_WORLD = "tensor turned back in world axes"
COM_IN_WORLD_AXES = "centre of mass in world axes"

# steps as they are misprinted in the sources
SPIN_OF_OWN_LINK = "ω of the link itself"
FRAME_FOR_COM = "r for c in the acceleration"
MATRIX_OF_ALPHA_Z = "α_z for α_x"
MATRIX_OF_ALPHA_Z_IN_MOMENTS = "α_z for α_x in moments too"
TENSOR_ABOUT_FRAME_BEFORE = "tensor about the origin of frame i-1"
COM_HALFWAY = "c from the vector in frame i-1, in the acceleration"
COM_HALFWAY_INWARD = "c from the vector in frame i-1, in the moment"
OWN_ROTATION = "rotation of the link itself"
OWN_ROTATION_OF_MOMENTS = "rotation of the link itself, for moments"


@dataclass(frozen=True)
class Rows:
    """Intermediate results of the recursion in link-frame axes, each of shape (m, n, 3).

    Attributes
    ----------
    w, al : ndarray
        Angular velocities and accelerations.
    a, ac : ndarray
        Accelerations of the frame origins and centres of mass, minus gravity.
    F, N : ndarray
        Forces, and moments about the centres of mass, that move the links.
    f, n : ndarray
        Forces and moments that links exert on the next ones, about the origin of frame i-1 in the
        standard convention and of frame i in the modified one.
    tau : ndarray, shape (m, n)
        Joint torques.
    to_base : ndarray, shape (m, n, 3, 3)
        Rotations from link frames to the base frame.
    """

    w: FloatArray
    al: FloatArray
    a: FloatArray
    ac: FloatArray
    F: FloatArray
    N: FloatArray
    f: FloatArray
    n: FloatArray
    tau: FloatArray
    to_base: FloatArray


def newton_euler(model: Model, q: FloatArray, qd: FloatArray, qdd: FloatArray) -> Rows:
    """Run the recursion on states (m, n)."""
    recursion = _Recursion(model, q)
    recursion.outward(qd, qdd)
    recursion.inward()
    return Rows(
        **{name: np.stack(row, axis=1) for name, row in recursion.rows.items()},
        tau=np.stack(recursion.tau, axis=1) + _drives(model, qd, qdd),
        to_base=recursion.to_base,
    )


def _drives(model: Model, qd: FloatArray, qdd: FloatArray) -> FloatArray:
    """Torques of friction and of the motors' inertia."""

    def by_direction(both: FloatArray) -> FloatArray:
        return np.where(qd > 0, both[:, 0], np.where(qd < 0, both[:, 1], 0.0))

    near_rest = by_direction(model.breakaway) / (1 + (model.per_stribeck * qd) ** 2)
    dry = by_direction(model.coulomb) + near_rest
    torque: FloatArray = model.motor_inertia * qdd + model.viscous * qd + dry
    return torque


class _Recursion:
    """One run of the recursion."""

    def __init__(self, model: Model, q: FloatArray) -> None:
        self.model = model
        self.standard = model.convention == "standard"
        self.R, self.p = link_frames(model, q)
        self.to_base = np.stack(list(_products(self.R)), axis=1)
        self.to_world = model.base[:3, :3] @ self.to_base
        self.r = times(transposed(self.R), self.p)
        self.com = self._coms()
        self.inertia = self._tensors()
        self.rows: dict[str, list[Any]] = {name: [None] * model.n for name in _ROWS}
        self.tau: list[Any] = [None] * model.n

    def outward(self, qd: FloatArray, qdd: FloatArray) -> None:
        """Motion of each link from that of the one before; force and moment that cause it."""
        model, rows = self.model, self.rows
        back = transposed(self.R)
        if TRANSPOSED_OUTWARD in model.departures:
            back = self.R
        w = al = np.zeros((len(qd), 3))
        a = np.tile(-(model.base[:3, :3].T @ model.gravity), (len(qd), 1))
        for i in range(model.n):
            k = _Factors(model, i)
            s = self._axis(i, AXIS_OUTWARD)
            r, c, tensor = self.r[:, i], self.com[:, i], self.inertia[:, i]
            rate, change = s * qd[:, i, np.newaxis], s * qdd[:, i, np.newaxis]
            w_before, al_before = times(back[:, i], w), times(back[:, i], al)
            w, al = w_before, k.carried_al * al_before
            if model.revolute[i]:
                w = w_before + k.spin * rate
                turning = cross(w_before, rate)
                if SPIN_OF_OWN_LINK in model.departures and self.standard:
                    turning = times(back[:, i], cross(w, Z * qd[:, i, np.newaxis]))
                al = al + k.cross_spin * turning + k.spin_change * change
            on_link = self.standard != (CARRIER in model.departures)
            wr, alr = (w, al) if on_link else (w_before, al_before)
            a = k.carried_a * times(back[:, i], a)
            a = (
                a
                + k.tangential * self._tangential(alr, r)
                + k.centripetal * cross(wr, cross(wr, r))
            )
            if not model.revolute[i]:
                a = a + k.slide_coriolis * 2.0 * cross(w, rate) + k.slide_change * change
            c = self._accelerated(i, c)
            ac = a + k.tangential_com * self._tangential(al, c)
            ac = ac + k.centripetal_com * cross(w, cross(w, c))
            F = model.mass[i] * ac
            N = k.euler * times(tensor, al) + k.gyroscopic * cross(w, times(tensor, w))
            if MATRIX_OF_ALPHA_Z_IN_MOMENTS in model.departures:
                N = N + _of_alpha_z(al, tensor)
            for name, row in zip(
                ("w", "al", "a", "ac", "F", "N"), (w, al, a, ac, F, N), strict=True
            ):
                rows[name][i] = row

    def inward(self) -> None:
        """Force and moment at each joint, projected on its axis."""
        model, rows = self.model, self.rows
        f_next = n_next = np.zeros_like(rows["F"][0])
        reach = np.zeros_like(f_next)  # no joint after the last
        forth = np.broadcast_to(np.eye(3), self.R[:, 0].shape)
        for i in reversed(range(model.n)):
            k = _Factors(model, i)
            F, N = rows["F"][i], rows["N"][i]
            reach = self.r[:, i] if self.standard else reach
            of_force, of_moment = self._rotations(i, forth)
            f_beyond = times(of_force, f_next)
            lever = times(transposed(of_force), cross(reach, f_beyond))
            f = F + k.force_beyond * f_beyond
            com = -0.5 * self.p[:, i] if COM_HALFWAY_INWARD in model.departures else self.com[:, i]
            moment = N + k.lever_of_mass * cross(com, F)
            moment = moment + k.moment_beyond * times(of_moment, n_next)
            if self.standard:
                moment = moment + k.lever_of_frame * cross(self.r[:, i], F)
            moment = moment + k.lever_of_force * times(of_moment, lever)
            rows["f"][i], rows["n"][i] = f, moment
            along = moment if model.revolute[i] else f
            self.tau[i] = (along * self._axis(i, AXIS_INWARD)).sum(axis=-1)
            forth = self.R[:, i]
            if TRANSPOSED_INWARD in model.departures:
                forth = transposed(forth)
            f_next, n_next, reach = f, moment, self.p[:, i]

    def _rotations(self, i: int, forth: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Rotations of force and moment from link i+1: those of link i itself where misprinted."""
        own, departures = self.R[:, i], self.model.departures
        of_force = own if OWN_ROTATION in departures else forth
        return of_force, own if OWN_ROTATION_OF_MOMENTS in departures else of_force

    def _tangential(self, al: FloatArray, v: FloatArray) -> FloatArray:
        """Tangential acceleration α × v, by a matrix that may be misprinted."""
        product = cross(al, v)
        if MATRIX_OF_ALPHA_Z in self.model.departures:
            product = product + ((al[:, 2] - al[:, 0]) * v[:, 1])[:, np.newaxis] * Z
        return product

    def _accelerated(self, i: int, c: FloatArray) -> FloatArray:
        """Vector from the frame origin that the acceleration of the centre of mass is of."""
        if FRAME_FOR_COM in self.model.departures:
            return self.r[:, i]
        return -0.5 * self.p[:, i] if COM_HALFWAY in self.model.departures else c

    def _axis(self, i: int, departure: str) -> FloatArray:
        """Axis of joint i in frame i: z of frame i-1 in the standard convention, else its own."""
        own = self.standard == (departure in self.model.departures)
        return Z if own else self.R[:, i, 2]

    def _coms(self) -> FloatArray:
        coms = np.broadcast_to(self.model.com, self.p.shape)
        if COM_IN_BASE_AXES in self.model.departures:
            return times(transposed(self.to_base), coms)
        if COM_IN_WORLD_AXES in self.model.departures:
            return times(transposed(self.to_world), coms)
        return coms

    def _tensors(self) -> FloatArray:
        tensors = np.broadcast_to(self.model.inertia, self.R.shape)
        if TENSOR_ABOUT_FRAME_BEFORE in self.model.departures:
            return tensors + steiner(self.model.mass, self.com + self.r)
        for turn, unturned, turned_back in (
            (self.to_base, TENSOR_IN_BASE_AXES, TENSOR_TURNED_BACK),
            (self.to_world, TENSOR_IN_WORLD_AXES, TENSOR_TURNED_BACK_IN_WORLD),
        ):
            if unturned in self.model.departures:
                return transposed(turn) @ tensors @ turn
            if turned_back in self.model.departures:
                return transposed(turn) @ (transposed(turn) @ tensors @ turn) @ turn
        return tensors


def _of_alpha_z(al: FloatArray, tensor: FloatArray) -> FloatArray:
    """Return what α_z for α_x adds to the moment, the vector of A K with K = tr(I)/2 E - I."""
    off = al[:, 2] - al[:, 0]
    middle = 0.5 * np.trace(tensor, axis1=-2, axis2=-1) - tensor[:, 1, 1]
    added: FloatArray = np.stack([off * middle, off * tensor[:, 1, 0], 0.0 * off], axis=-1)
    return added


_ROWS = ("w", "al", "a", "ac", "F", "N", "f", "n")


class _Factors:
    """Coefficients of the terms at one joint, as attributes."""

    def __init__(self, model: Model, joint: int) -> None:
        self._model, self._joint = model, joint

    def __getattr__(self, term: str) -> Any:
        return self._model.factor(term, self._joint)


def _products(rotations: FloatArray) -> list[FloatArray]:
    """Products of the first, the first two, ... of rotations (m, n, 3, 3)."""
    products = [rotations[:, 0]]
    for i in range(1, rotations.shape[1]):
        products.append(products[-1] @ rotations[:, i])
    return products
