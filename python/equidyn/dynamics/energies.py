"""What an arm in motion has: momentum and energies, and the matrix of its Coriolis torques."""

from __future__ import annotations

from numpy.typing import ArrayLike

from .._validation import FloatArray
from .by_kernel import by_kernel


class Energies:
    """The energies of an `equidyn.Arm`: calls go to the kernels as those of its dynamics do."""

    @by_kernel
    def coriolis_matrix(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        *,
        out: FloatArray | None = None,
        threads: int | None = None,
    ) -> FloatArray:
        """Coriolis matrix C by Christoffel symbols: C qd is the torque that the rates take.

        Parameters
        ----------
        q, qd, threads
            As in `inverse_dynamics`.
        out : ndarray of float64, shape (..., n, n), optional
            Where the matrices are written.

        Returns
        -------
        ndarray of float64, shape (..., n, n)
            With this choice of C, the rate of the mass matrix less 2 C is skew-symmetric. ``out``
            itself where given.

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
        """Generalised momentum M qd of the links, without motors.

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
        """Kinetic energy of the links, without motors.

        Parameters
        ----------
        q, qd, threads
            As in `inverse_dynamics`.
        out : ndarray of float64, shape (...), optional
            Where the energies are written.

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
            Where the energies are written.

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
