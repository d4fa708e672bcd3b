"""Momentum, energies and the Coriolis matrix."""

from __future__ import annotations

from numpy.typing import ArrayLike

from .._validation import FloatArray
from .by_kernel import by_kernel


class Energies:
    """Momentum, energies and Coriolis matrix of an `equidyn.Arm`, by the kernels."""

    @by_kernel
    def coriolis_matrix(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        *,
        out: FloatArray | None = None,
        threads: int | None = None,
    ) -> FloatArray:
        """Coriolis matrix C by Christoffel symbols: C qd is the velocity-product torque.

        Parameters
        ----------
        q, qd, threads
            As in `inverse_dynamics`.
        out : ndarray of float64, shape (..., n, n), optional
            Array that receives the matrices.

        Returns
        -------
        ndarray of float64, shape (..., n, n)
            With this choice of C, the time derivative of the mass matrix less 2 C is
            skew-symmetric. ``out`` itself where given.

        Raises
        ------
        ValueError, TypeError
            As in `inverse_dynamics`.

        Examples
        --------
        >>> import numpy as np
        >>> from equidyn import robots
        >>> arm, q, qd = robots.puma560(), np.full(6, 0.3), np.arange(6.0)
        >>> velocity_torque = arm.bias(q, qd) - arm.gravity_torque(q)
        >>> bool(np.allclose(arm.coriolis_matrix(q, qd) @ qd, velocity_torque))
        True
        """

    @by_kernel
    def momentum(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        *,
        out: FloatArray | None = None,
        threads: int | None = None,
    ) -> FloatArray:
        """Generalised momentum M qd of the links, without rotors.

        Parameters
        ----------
        q, qd, out, threads
            As in `inverse_dynamics`.

        Returns
        -------
        ndarray of float64, shape (..., n)
            N m s at revolute joints, N s at prismatic ones; ``out`` itself where given.

        Raises
        ------
        ValueError, TypeError
            As in `inverse_dynamics`.
        """

    @by_kernel
    def kinetic_energy(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        *,
        out: FloatArray | None = None,
        threads: int | None = None,
    ) -> FloatArray:
        """Kinetic energy of the links, without rotors.

        Parameters
        ----------
        q, qd, threads
            As in `inverse_dynamics`.
        out : ndarray of float64, shape (...), optional
            Array that receives the energies.

        Returns
        -------
        ndarray of float64, shape (...)
            J; ``out`` itself where given.

        Raises
        ------
        ValueError, TypeError
            As in `inverse_dynamics`.

        Examples
        --------
        >>> from equidyn import robots
        >>> print(robots.planar_2r().kinetic_energy([0.0, 0.5], [1.0, -2.0]).round(3))
        1.3
        """

    @by_kernel
    def potential_energy(
        self, q: ArrayLike, *, out: FloatArray | None = None, threads: int | None = None
    ) -> FloatArray:
        """Potential energy of the links under gravity, zero at the origin of the world.

        Parameters
        ----------
        q, threads
            As in `inverse_dynamics`.
        out : ndarray of float64, shape (...), optional
            Array that receives the energies.

        Returns
        -------
        ndarray of float64, shape (...)
            J. Its gradient is `gravity_torque`. ``out`` itself where given.

        Raises
        ------
        ValueError, TypeError
            As in `inverse_dynamics`.

        Examples
        --------
        >>> import numpy as np
        >>> from equidyn import robots
        >>> arm = robots.planar_2r()
        >>> change = arm.potential_energy([1e-6, 0]) - arm.potential_energy([0, 0])
        >>> bool(np.isclose(change / 1e-6, arm.gravity_torque([0, 0])[0], rtol=1e-5))
        True
        """
