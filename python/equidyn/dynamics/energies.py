"""Momentum, energies, the Coriolis matrix and its products, the rate of the mass matrix."""

from __future__ import annotations

from numpy.typing import ArrayLike

from ..validation import FloatArray
from .by_kernel import by_kernel


class Energies:
    """Momentum, energies and Coriolis terms of `equidyn.Arm` and `equidyn.Arms`, by the kernels."""

    @by_kernel
    def coriolis_matrix(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        *,
        out: FloatArray | None = None,
        threads: int | None = None,
    ) -> FloatArray:
        """Coriolis matrix C by Christoffel symbols, O(n²): C qd is the velocity-product torque.

        Parameters
        ----------
        q, qd, threads
            As in `inverse_dynamics`.
        out : ndarray of float64, shape (..., n, n), optional
            Array that receives the matrices.

        Returns
        -------
        ndarray of float64, shape (..., n, n)
            With this choice of C, the time derivative of the mass matrix minus 2 C is
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
    def coriolis_torque(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        v: ArrayLike,
        *,
        out: FloatArray | None = None,
        threads: int | None = None,
    ) -> FloatArray:
        """Product C(q, qd) v of the Coriolis matrix with joint velocities, O(n).

        Passivity-based controllers use it with a reference velocity v that differs from qd. C is
        that of `coriolis_matrix`, so that C(q, qd) v = C(q, v) qd.

        Parameters
        ----------
        q, qd, out, threads
            As in `inverse_dynamics`.
        v : array_like, shape (..., n)
            Joint velocity, rad/s or m/s.

        Returns
        -------
        ndarray of float64, shape (..., n)
            Joint torque (N m) or force (N), without gravity; ``out`` itself if given.

        Raises
        ------
        ValueError, TypeError
            As in `inverse_dynamics`.

        References
        ----------
        A. De Luca, L. Ferrajoli, A Modified Newton-Euler Method for Dynamic Computations in Robot
        Fault Detection and Control, IEEE International Conference on Robotics and Automation, 2009.

        Examples
        --------
        >>> import numpy as np
        >>> from equidyn import robots
        >>> arm, q, qd, v = robots.puma560(), np.full(6, 0.3), np.arange(6.0), np.ones(6)
        >>> bool(np.allclose(arm.coriolis_torque(q, qd, v), arm.coriolis_matrix(q, qd) @ v))
        True
        """

    @by_kernel
    def transposed_coriolis_torque(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        v: ArrayLike,
        *,
        out: FloatArray | None = None,
        threads: int | None = None,
    ) -> FloatArray:
        """Product of the transposed Coriolis matrix C(q, qd) with joint velocities v, O(n).

        The transposed matrix times qd is the gradient of the kinetic energy with respect to q. With
        it the momentum changes at the rate of `momentum_observer`: the torques, minus those of
        gravity, plus this product.

        Parameters
        ----------
        q, qd, v, out, threads
            As in `coriolis_torque`.

        Returns
        -------
        ndarray of float64, shape (..., n)
            Joint torque (N m) or force (N), without gravity; ``out`` itself if given.

        Raises
        ------
        ValueError, TypeError
            As in `inverse_dynamics`.

        Examples
        --------
        >>> import numpy as np
        >>> from equidyn import robots
        >>> arm, q, qd, v = robots.puma560(), np.full(6, 0.3), np.arange(6.0), np.ones(6)
        >>> product = arm.coriolis_matrix(q, qd).T @ v
        >>> bool(np.allclose(arm.transposed_coriolis_torque(q, qd, v), product))
        True
        """

    @by_kernel
    def mass_matrix_rate(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        *,
        out: FloatArray | None = None,
        threads: int | None = None,
    ) -> FloatArray:
        """Time derivative of the mass matrix at joint velocities qd, O(n²).

        Parameters
        ----------
        q, qd, threads
            As in `inverse_dynamics`.
        out : ndarray of float64, shape (..., n, n), optional
            Array that receives the matrices.

        Returns
        -------
        ndarray of float64, shape (..., n, n)
            Symmetric, the units of `mass_matrix` per second: the sum of the Coriolis matrix and its
            transpose. ``out`` itself where given.

        Raises
        ------
        ValueError, TypeError
            As in `inverse_dynamics`.

        Examples
        --------
        >>> import numpy as np
        >>> from equidyn import robots
        >>> arm, q, qd = robots.planar_2r(), np.array([0.1, 0.5]), np.array([1.0, -2.0])
        >>> change = arm.mass_matrix(q + 1e-6 * qd) - arm.mass_matrix(q)
        >>> bool(np.allclose(change / 1e-6, arm.mass_matrix_rate(q, qd), rtol=1e-4, atol=1e-5))
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
            N m s at revolute joints, N s at prismatic ones; ``out`` itself if given.

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
            J; ``out`` itself if given.

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

    @by_kernel
    def operational_space_inertia(
        self, q: ArrayLike, *, out: FloatArray | None = None, threads: int | None = None
    ) -> FloatArray:
        """Operational-space inertia of the tool, in world axes.

        Parameters
        ----------
        q, threads
            As in `inverse_dynamics`.
        out : ndarray of float64, shape (..., 6, 6), optional
            Array that receives the inertias.

        Returns
        -------
        ndarray of float64, shape (..., 6, 6)
            The inverse of J inv(M) J^T, linear part first: kg, kg m, kg m²; ``out`` itself where
            given.

        Raises
        ------
        ValueError
            If the tool cannot move in all six directions: the rank is named. Arms of fewer than six
            joints never can. If a joint moves no mass, as in `forward_dynamics`.
        ValueError, TypeError
            As in `inverse_dynamics`.

        References
        ----------
        O. Khatib, A Unified Approach for Motion and Force Control of Robot Manipulators: The
        Operational Space Formulation, IEEE Journal of Robotics and Automation 3, 1987.
        """
