"""Friction of joints with a Stribeck effect, from velocities and torques."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from ..arm.arm import Arm
from ..dynamics.joint_names import joint_labels
from ..output.tables import Table
from ..output.tabular import Exported, Tabular
from ..output.text import unit_of
from ..robots import ArmLike, load
from ..validation import FloatArray, positive, require, switch, vectors
from .least_squares import fit
from .samples import checked_samples, moderate

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# Stribeck velocities that are tried, relative to the largest velocity; passes of refinement
_SLOWEST, _FASTEST, _TRIED, _PASSES = 1e-3, 0.5, 40, 4

# velocity below which a joint rests; a thousandth of it can still be squared
_REST = 1e-150

# parameters of a joint, by motion forwards and backwards
_LINEAR = ("viscous", "coulomb+", "coulomb-", "breakaway+", "breakaway-")


@dataclass(frozen=True, eq=False, repr=False)
class JointFriction(Tabular, Exported):
    """Friction of joints, the result of `equidyn.identify_friction`.

    Friction is ``viscous qd + coulomb + breakaway exp(-(qd / stribeck)**2)`` in forward motion, the
    same with other coefficients in backward motion, and zero at rest.

    Attributes
    ----------
    given : Arm
        The arm.
    viscous : ndarray, shape (n,)
        Viscous friction on the joint side, N m s or N s/m.
    coulomb, breakaway : ndarray, shape (n, 2)
        Coulomb friction forwards and backwards, the second normally negative, and the additional
        friction near rest, N m or N.
    stribeck : ndarray, shape (n,)
        Velocities at which 1/e of the breakaway friction is left, rad/s or m/s.
    deviations : ndarray, shape (n, 5)
        Standard deviations of viscous, Coulomb and breakaway friction in this order, for the
        Stribeck velocity found; infinite if undetermined.
    noise : ndarray, shape (n,)
        Standard deviation of the torques of each joint.
    samples : int
        Number of samples.
    """

    given: Arm
    viscous: FloatArray
    coulomb: FloatArray
    breakaway: FloatArray
    stribeck: FloatArray
    deviations: FloatArray
    noise: FloatArray
    samples: int

    def torque(self, qd: ArrayLike) -> FloatArray:
        """Compute the friction at given velocities, for a feedforward.

        Parameters
        ----------
        qd : array_like, shape (..., n)
            Joint velocities.

        Returns
        -------
        ndarray, shape (..., n)
            Friction torques, N m or N.
        """
        rates = vectors("qd", qd, self.given.n)
        columns = np.stack(
            [
                _columns(rate, vs)
                for rate, vs in zip(rates.reshape(-1, self.given.n).T, self.stribeck, strict=True)
            ],
            axis=1,
        )
        return np.asarray(np.einsum("mnk,nk->mn", columns, self._linear).reshape(rates.shape))

    @property
    def arm(self) -> Arm:
        """The arm with the viscous and Coulomb friction, without the Stribeck effect."""
        ratio = np.ones(self.given.n) if self.given.gear_ratio is None else self.given.gear_ratio
        return self.given.with_friction(
            self.viscous / ratio**2, self.coulomb / np.abs(ratio)[:, np.newaxis]
        )

    @property
    def _linear(self) -> FloatArray:
        return np.column_stack([self.viscous, self.coulomb, self.breakaway])

    def table(self) -> Table:
        """Return a table of the coefficients, a row for each joint."""
        rows = []
        for k, joint in enumerate(joint_labels(self.given)):
            pairs = zip(self._linear[k], self.deviations[k], strict=True)
            cells = [f"{v:.4g} ± {s:.1g}" if np.isfinite(s) else "?" for v, s in pairs]
            rows.append((joint, *cells, f"{self.stribeck[k]:.3g}", f"{self.noise[k]:.3g}"))
        return Table(
            title=f"friction from {self.samples} samples",
            columns=("joint", *_LINEAR, "stribeck", "noise"),
            align="l" + "r" * (len(_LINEAR) + 2),
            rows=tuple(rows),
            footnote=f"{unit_of(self.given.joints, 'N m, rad/s', 'N, m/s')}, on the joint side",
        )

    def to_records(self) -> list[dict[str, Any]]:
        """Return a record for each joint; None for undetermined deviations."""
        return [
            {
                "joint": joint,
                **dict(zip(_LINEAR, self._linear[k].tolist(), strict=True)),
                **{
                    f"deviation of {name}": float(sigma) if np.isfinite(sigma) else None
                    for name, sigma in zip(_LINEAR, self.deviations[k], strict=True)
                },
                "stribeck": float(self.stribeck[k]),
                "noise": float(self.noise[k]),
            }
            for k, joint in enumerate(self.given.joint_names)
        ]

    def plot(self, speed: float | None = None, ax: Axes | None = None) -> Axes:
        """Plot friction over velocity, a curve for each joint.

        Parameters
        ----------
        speed : float, optional
            Largest velocity; by default ten times the largest Stribeck velocity.
        ax : matplotlib axes, optional
            Axes to draw on; a new figure by default.

        Returns
        -------
        matplotlib axes
        """
        from ..output.plots import draw_lines

        top = 10 * float(self.stribeck.max()) if speed is None else positive("speed", speed)
        half = np.geomspace(1e-3, 1.0, 200) * top
        rate = np.concatenate([-half[::-1], half])
        torque = self.torque(np.repeat(rate[:, np.newaxis], self.given.n, axis=1))
        names = joint_labels(self.given)
        curves = {f"joint {name}": torque[:, k] for k, name in enumerate(names)}
        joints = self.given.joints
        labels = (
            f"velocity, {unit_of(joints, 'rad/s', 'm/s')}",
            f"friction, {unit_of(joints, 'N m', 'N')}",
        )
        return draw_lines(rate, curves, labels, ax)


def identify_friction(
    arm: ArmLike,
    q: ArrayLike,
    qd: ArrayLike,
    qdd: ArrayLike,
    tau: ArrayLike,
    *,
    motors: bool = False,
) -> JointFriction:
    """Identify viscous, Coulomb and Stribeck friction of each joint from a measured motion.

    Least squares for the torques that exceed those of the arm without friction. They are not linear
    in the Stribeck velocity, which is searched for each joint: the one with the smallest residual.

    Parameters
    ----------
    arm : Arm, str or path_like
        The arm, n joints, or its name or file as for `equidyn.robots.load`, as of `identify`; its
        own friction does not count.
    q, qd, qdd, tau : array_like, shape (..., n)
        Samples as for `identify`. A Stribeck effect shows in slow motions, forwards and backwards.
    motors : bool, optional
        Whether the arm has its motor inertia, as in `Arm.inverse_dynamics`.

    Returns
    -------
    JointFriction
        Prints as a table, and plots; its `torque` is the friction at any velocity.

    Raises
    ------
    ValueError, TypeError
        If arrays differ in shape or are not finite, or are too few; if a joint does not move.

    Warns
    -----
    ArmWarning
        If velocities were made of jumps of an angle by whole turns.

    References
    ----------
    B. Armstrong-Hélouvry, P. Dupont, C. Canudas de Wit, A Survey of Models, Analysis Tools and
    Compensation Methods for the Control of Machines with Friction, Automatica 30(7), 1994.

    Examples
    --------
    >>> import equidyn
    >>> arm = equidyn.robots.planar_2r()
    >>> qd = np.random.default_rng(0).uniform(-1, 1, (400, 2))
    >>> q, qdd = np.sin(qd), np.cos(qd)
    >>> friction = 2 * qd + np.sign(qd) * (3 + 1.5 * np.exp(-((qd / 0.1) ** 2)))
    >>> tau = arm.inverse_dynamics(q, qd, qdd) + friction
    >>> found = equidyn.identify_friction(arm, q, qd, qdd, tau)
    >>> found.stribeck.round(3), found.breakaway[0].round(3)
    (array([0.1, 0.1]), array([ 1.5, -1.5]))
    """
    arm = load(arm)
    data = checked_samples(arm, q, qd, qdd, tau, None)
    if len(data.tau) <= len(_LINEAR) + 1:
        needed = len(_LINEAR) + 2
        raise ValueError(f"tau: expected at least {needed} samples, got {len(data.tau)}")
    fastest = np.abs(data.qd).max(axis=0)
    require("qd", fastest > _REST, "every joint must move", fastest, "joint")
    own = arm.inverse_dynamics(data.q, data.qd, data.qdd, motors=switch("motors", motors))
    rest, _ = moderate("tau", data.tau - own), moderate("qd", data.qd)
    joints = [_joint(data.qd[:, k], rest[:, k]) for k in range(arm.n)]
    linear, deviations, stribeck, noise = (np.array(each) for each in zip(*joints, strict=True))
    return JointFriction(
        given=arm,
        viscous=linear[:, 0],
        coulomb=linear[:, 1:3],
        breakaway=linear[:, 3:],
        stribeck=stribeck,
        deviations=deviations,
        noise=noise,
        samples=len(data.tau),
    )


def _columns(qd: FloatArray, stribeck: float) -> FloatArray:
    """Return the derivatives (m, 5) of the friction of a joint by its coefficients."""
    forwards, backwards = (qd > 0).astype(float), (qd < 0).astype(float)
    near = np.exp(-((qd / stribeck) ** 2))
    return np.column_stack([qd, forwards, backwards, forwards * near, backwards * near])


def _joint(qd: FloatArray, tau: FloatArray) -> tuple[FloatArray, FloatArray, float, float]:
    """Return coefficients, deviations, Stribeck velocity and noise of a joint."""
    top = float(np.abs(qd).max())

    def left(velocity: float) -> float:
        W = _columns(qd, velocity)
        return float(np.sum((tau - W @ fit(W, tau).solution) ** 2))

    grid = top * np.geomspace(_SLOWEST, _FASTEST, _TRIED)
    for _ in range(_PASSES):
        best = int(np.argmin([left(velocity) for velocity in grid]))
        lower, upper = grid[max(best - 1, 0)], grid[min(best + 1, len(grid) - 1)]
        stribeck, grid = float(grid[best]), np.geomspace(lower, upper, _TRIED)
    found = fit(_columns(qd, stribeck), tau)
    freedom = len(tau) - len(found.information) - 1
    noise = np.sqrt(left(stribeck) / freedom)
    spread = noise * np.sqrt(np.diagonal(found.covariance))
    return found.solution, np.where(found.determined, spread, np.inf), stribeck, float(noise)
