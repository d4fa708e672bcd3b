"""Hamilton's function and canonical equations, in joint positions and momenta."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from ..validation import FloatArray, finite_result

if TYPE_CHECKING:
    from ..arm import Arm


class Hamilton:
    """Hamiltonian mechanics of an `equidyn.Arm` on a base at rest."""

    def hamiltonian(
        self: Arm,
        q: ArrayLike,
        p: ArrayLike,
        *,
        motors: bool = False,
        threads: int | None = None,
    ) -> FloatArray:
        """Hamilton's function: the energy of the arm, by positions and momenta.

        Parameters
        ----------
        q : array_like, shape (..., n)
            Joint positions.
        p : array_like, shape (..., n)
            Generalised momenta M qd, as `momentum` has them: N m s, or N s at prismatic joints.
        motors : bool, optional
            Whether the rotors have their part of momentum and energy.
        threads : int, optional
            As in `inverse_dynamics`.

        Returns
        -------
        ndarray, shape (...)
            Kinetic energy p·inv(M)·p / 2 plus `potential_energy`, J.

        Raises
        ------
        ValueError, TypeError
            As in `forward_dynamics`.

        Examples
        --------
        >>> import numpy as np
        >>> from equidyn import robots
        >>> arm, q, qd = robots.puma560(), np.full(6, 0.3), np.arange(6.0)
        >>> energy = arm.kinetic_energy(q, qd) + arm.potential_energy(q)
        >>> bool(np.isclose(arm.hamiltonian(q, arm.momentum(q, qd)), energy))
        True
        """
        positions, momenta = self._state(q=q, p=p)
        velocities = self._velocity(positions, momenta, motors, threads)
        with np.errstate(over="ignore", invalid="ignore"):
            kinetic = np.einsum("...i,...i->...", momenta, velocities) / 2
            energy = kinetic + self.potential_energy(positions, threads=threads)
        return finite_result("hamiltonian", np.asarray(energy))

    def hamilton(
        self: Arm,
        q: ArrayLike,
        p: ArrayLike,
        tau: ArrayLike | None = None,
        *,
        motors: bool = False,
        threads: int | None = None,
    ) -> tuple[FloatArray, FloatArray]:
        """Hamilton's canonical equations: the rates of positions and momenta.

        Parameters
        ----------
        q, p, motors, threads
            As in `hamiltonian`.
        tau : array_like, shape (..., n), optional
            Joint torques or forces, N m or N; none by default.

        Returns
        -------
        qd, pd : ndarray, shape (..., n)
            The derivative of H by p, and tau minus that by q.

        Raises
        ------
        ValueError, TypeError
            As in `forward_dynamics`.

        Examples
        --------
        >>> import numpy as np
        >>> from equidyn import robots
        >>> arm, q, qd = robots.puma560(), np.full(6, 0.3), np.arange(6.0)
        >>> qdd = arm.forward_dynamics(q, qd, np.zeros(6))
        >>> rates = arm.hamilton(q, arm.momentum(q, qd))
        >>> bool(np.allclose(rates[0], qd))
        True
        >>> pd = arm.mass_matrix(q) @ qdd + arm.mass_matrix_rate(q, qd) @ qd
        >>> bool(np.allclose(rates[1], pd))
        True
        """
        positions, momenta, torques = self._state(
            q=q, p=p, tau=np.zeros(self.n) if tau is None else tau
        )
        velocities = self._velocity(positions, momenta, motors, threads)
        of_kinetic = self.transposed_coriolis_torque(
            positions, velocities, velocities, threads=threads
        )
        held = self.gravity_torque(positions, threads=threads)
        with np.errstate(over="ignore", invalid="ignore"):
            changes = torques - held + of_kinetic
        shape = changes.shape
        return np.broadcast_to(velocities, shape).copy(), finite_result("hamilton", changes)

    def _velocity(
        self: Arm, q: FloatArray, p: FloatArray, motors: bool, threads: int | None
    ) -> FloatArray:
        """Return inv(M) p: accelerations from rest by momenta as torques, without gravity."""
        weightless = self.with_gravity((0, 0, 0)) if self.gravity.any() else self
        still = np.zeros(self.n)
        return weightless.forward_dynamics(q, still, p, motors=motors, threads=threads)
