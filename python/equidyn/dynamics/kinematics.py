"""Kinematics of an arm: poses, Jacobians and inverse kinematics, by the fastest kernels."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import ArrayLike

from ..validation import FloatArray
from .by_kernel import by_kernel
from .by_name import options_by_name

if TYPE_CHECKING:
    from ..arm import Arm, Arms
    from .dexterity import Manipulability
    from .inverse_kinematics import InverseKinematics


@cache
def _solver() -> Callable[..., InverseKinematics]:
    """Return the function behind `inverse_kinematics`, loaded once: import takes a microsecond."""
    from .inverse_kinematics import solve

    return solve


class KinematicsByKernel:
    """The kinematics of an `equidyn.Arm`, or of `equidyn.Arms`, by the kernels."""

    @by_kernel
    def forward_kinematics(
        self,
        q: ArrayLike,
        *,
        of: str | None = None,
        out: FloatArray | None = None,
        threads: int | None = None,
    ) -> FloatArray:
        """Pose of the tool frame in the world.

        ``base @ A_1(q_1) @ ... @ A_n(q_n) @ tool``, with the A_i of the arm's convention.

        Parameters
        ----------
        q : array_like, shape (..., n)
            Joint position, rad or m.
        of : str, optional
            Another frame than that of the tool, by name: one of `frames`, or that of a link.
        out : ndarray of float64, shape (..., 4, 4), optional
            Array that receives the poses.
        threads : int, optional
            As in `inverse_dynamics`.

        Returns
        -------
        ndarray of float64, shape (..., 4, 4)
            Rotation matrix, and origin in m: the point ``v`` of the tool frame is
            ``pose[:3, :3] @ v + pose[:3, 3]`` in the world. ``out`` itself where given.

        Raises
        ------
        ValueError, TypeError
            As in `inverse_dynamics`.

        Examples
        --------
        >>> from equidyn import robots
        >>> robots.planar_2r().forward_kinematics([0.0, 0.0])[:3, 3]
        array([1.8, 0. , 0. ])
        """

    @by_kernel
    def link_poses(
        self, q: ArrayLike, *, out: FloatArray | None = None, threads: int | None = None
    ) -> FloatArray:
        """Poses of all link frames in the world.

        In the standard convention frame i is at the far end of link i, in the modified one on joint
        i; the arm's centres of mass and inertia tensors refer to these frames.

        Parameters
        ----------
        q, threads
            As in `forward_kinematics`.
        out : ndarray of float64, shape (..., n, 4, 4), optional
            Array that receives the poses.

        Returns
        -------
        ndarray of float64, shape (..., n, 4, 4)
            Of links 1 to n; the last one times ``tool`` is `forward_kinematics`. ``out`` itself
            where given.

        Raises
        ------
        ValueError, TypeError
            As in `inverse_dynamics`.

        Examples
        --------
        >>> from equidyn import robots
        >>> robots.planar_2r().link_poses([0.0, 0.0])[:, :3, 3]
        array([[1. , 0. , 0. ],
               [1.8, 0. , 0. ]])
        """

    @by_kernel
    def jacobian(
        self,
        q: ArrayLike,
        *,
        frame: Literal["world", "tool"] = "world",
        of: str | None = None,
        out: FloatArray | None = None,
        threads: int | None = None,
    ) -> FloatArray:
        """Geometric Jacobian of the tool: linear velocity of its origin, then angular.

        Parameters
        ----------
        q, threads
            As in `forward_kinematics`.
        frame : {"world", "tool"}, optional
            Axes of the components; velocities are relative to the world either way.
        of : str, optional
            Another frame than that of the tool, by name: one of `frames`, or that of a link; joints
            beyond it do not move it.
        out : ndarray of float64, shape (..., 6, n), optional
            Array that receives the Jacobians.

        Returns
        -------
        ndarray of float64, shape (..., 6, n)
            J of ``(v, w) = J qd``: v in m/s, w in rad/s. In tool axes, ``J.T @ tip_wrench`` is the
            joint torque of that wrench, exerted BY the last link ON the environment. ``out`` itself
            where given.

        Raises
        ------
        ValueError, TypeError
            As in `inverse_dynamics`; ValueError for another frame.

        References
        ----------
        D. E. Whitney, The Mathematics of Coordinated Control of Prosthetic Arms and Manipulators,
        Journal of Dynamic Systems, Measurement, and Control 94, 1972.

        Examples
        --------
        >>> from equidyn import robots
        >>> robots.planar_2r().jacobian([0.0, 0.0])[[0, 1, 5]]
        array([[0. , 0. ],
               [1.8, 0.8],
               [1. , 1. ]])
        """

    @by_kernel
    def pose_and_jacobian(
        self,
        q: ArrayLike,
        *,
        frame: Literal["world", "tool"] = "world",
        of: str | None = None,
        out: tuple[FloatArray, FloatArray] | None = None,
        threads: int | None = None,
    ) -> tuple[FloatArray, FloatArray]:
        """Pose of the tool and its Jacobian, cheaper than by two calls.

        Tracking a pose needs both, as `inverse_kinematics` does.

        Parameters
        ----------
        q, threads
            As in `forward_kinematics`.
        frame : {"world", "tool"}, optional
            Axes of the Jacobian; the pose is relative to the world either way.
        of : str, optional
            Another frame than that of the tool, by name: one of `frames`, or that of a link; joints
            beyond it do not move it.
        out : tuple of two ndarrays of float64, shapes (..., 4, 4) and (..., 6, n), optional
            Arrays that receive poses and Jacobians.

        Returns
        -------
        pose : ndarray of float64, shape (..., 4, 4)
            As from `forward_kinematics`, to the last bit.
        jacobian : ndarray of float64, shape (..., 6, n)
            As from `jacobian`, to the last bit.

        Raises
        ------
        ValueError, TypeError
            As in `jacobian`.

        Examples
        --------
        >>> from equidyn import robots
        >>> pose, J = robots.planar_2r().pose_and_jacobian([0.0, 0.0])
        >>> pose[:3, 3], J[1]
        (array([1.8, 0. , 0. ]), array([1.8, 0.8]))
        """

    @by_kernel
    def jacobian_rate(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        *,
        frame: Literal["world", "tool"] = "world",
        of: str | None = None,
        out: FloatArray | None = None,
        threads: int | None = None,
    ) -> FloatArray:
        """Time derivative of the Jacobian.

        With it, accelerations of the tool are ``J qdd + Jd qd``, in axes of the world.

        Parameters
        ----------
        q, frame, threads
            As in `jacobian`.
        qd : array_like, shape (..., n)
            Joint velocity. Leading axes broadcast against each other.
        of : str, optional
            Another frame than that of the tool, by name: one of `frames`, or that of a link; joints
            beyond it do not move it.
        out : ndarray of float64, shape (..., 6, n), optional
            Array that receives the derivatives.

        Returns
        -------
        ndarray of float64, shape (..., 6, n)
            Derivatives of the entries that `jacobian` returns; in tool axes, of the components
            along these rotating axes. ``out`` itself where given.

        Raises
        ------
        ValueError, TypeError
            As in `jacobian`.

        Examples
        --------
        >>> import numpy as np
        >>> from equidyn import robots
        >>> arm, q, qd, step = robots.puma560(), np.arange(6.0), np.ones(6), 1e-6
        >>> change = arm.jacobian(q + step * qd) - arm.jacobian(q - step * qd)
        >>> bool(np.allclose(change / (2 * step), arm.jacobian_rate(q, qd), atol=1e-8))
        True
        """

    @options_by_name
    def inverse_kinematics(
        self: Arm | Arms,
        pose: ArrayLike,
        *,
        start: ArrayLike | None = None,
        only: Literal["position", "orientation"] | None = None,
        mask: ArrayLike | None = None,
        solutions: Literal["one", "all"] = "one",
        path: bool = False,
        seed: int = 0,
        tolerance: float = 1e-10,
        out: FloatArray | None = None,
        threads: int | None = None,
    ) -> InverseKinematics:
        """Joint positions, within the limits of the arm, that bring the tool to a pose.

        By damped least squares, from `start`, then from up to 99 random positions until one
        converges. The positions of a pose are the same alone and in any batch.

        Parameters
        ----------
        pose : array_like, shape (..., 4, 4)
            Desired pose of the tool frame in the world.
        start : array_like, shape (..., n), optional
            Initial guess, which mostly leads to a solution nearby; by default the middle of the
            limits, or zero. Leading axes broadcast against those of `pose`, or of its paths.
        only : {"position", "orientation"}, optional
            Part of the pose to reach: by default all of it, which takes six joints or more; either
            part takes three.
        mask : array_like of bool, shape (6,), optional
            Components of the pose to reach, instead: x, y and z, and the rotations about them, in
            axes of the world.
        solutions : {"one", "all"}, optional
            ``"all"``: for one pose, and an arm of no more joints than components, the distinct
            solutions found from a thousand starts, the nearest to `start` first. Positions that
            differ by whole turns are one solution.
        path : bool, optional
            Whether poses along the last leading axis follow each other: each but the first starts
            at the positions found for the one before; where those of the two before differ by less
            than 0.25 (rad or m) in every joint, and the components leave the joints no freedom, as
            far beyond them.
        seed : int, optional
            Seed of the random positions.
        tolerance : float, optional
            Largest residual of a reached pose: root of the sum of the squares of distance (m) and
            angle (rad).
        out : ndarray of float64, shape (..., n), optional
            Array that receives the positions.
        threads : int, optional
            As in `inverse_dynamics`.

        Returns
        -------
        InverseKinematics
            Joint positions (..., n), whether each pose was reached, residual, and number of steps;
            of all solutions, a row each.
            A pose out of reach is no error: the positions are the nearest found.

        Raises
        ------
        ValueError, TypeError
            If a pose is not rigid: "pose: rotation must be orthonormal ...".

        References
        ----------
        S. K. Chan, P. D. Lawrence, General Inverse Kinematics with the Error Damped Pseudoinverse,
        IEEE International Conference on Robotics and Automation, 1988.

        T. Sugihara, Solvability-Unconcerned Inverse Kinematics by the Levenberg-Marquardt Method,
        IEEE Transactions on Robotics 27, 2011.

        Examples
        --------
        >>> import numpy as np
        >>> from equidyn import robots
        >>> arm = robots.puma560()
        >>> pose = arm.forward_kinematics([0.1, 0.7, 3.0, 0.2, 0.7, 0.1])
        >>> found = arm.inverse_kinematics(pose)
        >>> bool(found.converged), bool(np.allclose(arm.forward_kinematics(found.q), pose))
        (True, True)
        >>> len(arm.with_limits(None).inverse_kinematics(pose, solutions="all").q)
        8
        """
        return _solver()(
            self,
            pose,
            start=start,
            only=only,
            mask=mask,
            solutions=solutions,
            path=path,
            seed=seed,
            tolerance=tolerance,
            out=out,
            threads=threads,
        )


class Kinematics(KinematicsByKernel):
    """The kinematics of an `equidyn.Arm`."""

    @options_by_name
    def manipulability(
        self: Arm, q: ArrayLike, *, only: Literal["position", "orientation"] | None = None
    ) -> Manipulability:
        """Compute the manipulability of the tool: Yoshikawa's measure, the ellipsoid of velocities.

        Parameters
        ----------
        q : array_like, shape (..., n)
            Joint position, rad or m.
        only : {"position", "orientation"}, optional
            Part of the pose; by default all of it, which mixes m/s and rad/s.

        Returns
        -------
        Manipulability
            Measure (...), singular values (..., 6) and directions (..., 6, 6) in axes of the world;
            of a part 3 instead of 6.

        Raises
        ------
        ValueError, TypeError
            As in `jacobian`.

        References
        ----------
        T. Yoshikawa, Manipulability of Robotic Mechanisms, The International Journal of Robotics
        Research 4(2), 1985.

        Examples
        --------
        >>> from equidyn import robots
        >>> arm = robots.ur5e()
        >>> stretched = arm.manipulability([0.0, -1.0, 0.0, 0.3, 0.5, 0.0])
        >>> print(stretched.measure.round(6), stretched.velocities.round(2))
        0.0 [2.08 1.43 0.77 0.51 0.23 0.  ]
        """
        from .dexterity import manipulability

        return manipulability(self, q, only)

    def hessian(self: Arm, q: ArrayLike) -> FloatArray:
        """Compute the derivatives of the Jacobian of the tool by the joint positions.

        Parameters
        ----------
        q : array_like, shape (..., n)
            Joint position, rad or m.

        Returns
        -------
        ndarray of float64, shape (..., n, 6, n)
            ``H[k]`` is the derivative of ``jacobian(q)``, in axes of the world, by q_k:
            ``jacobian_rate(q, qd)`` is the sum of ``qd[k] * H[k]``.

        Raises
        ------
        ValueError, TypeError
            As in `jacobian`.

        Examples
        --------
        >>> import numpy as np
        >>> from equidyn import robots
        >>> arm, q, qd = robots.puma560(), np.arange(6.0), np.ones(6)
        >>> rate = np.tensordot(qd, arm.hessian(q), 1)
        >>> bool(np.allclose(rate, arm.jacobian_rate(q, qd)))
        True
        """
        from .dexterity import hessian

        return hessian(self, q)

    def random_configuration(
        self: Arm, rng: np.random.Generator | int, size: int | tuple[int, ...] | None = None
    ) -> FloatArray:
        """Draw random joint positions, uniform within the limits.

        Parameters
        ----------
        rng : Generator or int
            Source of random numbers, ``np.random.default_rng(seed)``, or its seed.
        size : int or tuple of int, optional
            How many; one by default.

        Returns
        -------
        ndarray of float64, shape (n,) or (..., n)
            Where a joint has no limits, within half a turn or one metre either way.

        Examples
        --------
        >>> from equidyn import robots
        >>> robots.ur5e().random_configuration(1, size=100).shape
        (100, 6)
        """
        from .joint_range import random_positions

        return random_positions(self, rng, size)
