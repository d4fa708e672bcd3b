"""Dynamics of an arm: torques, mass matrix, accelerations, derivatives, by the fastest kernels."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..validation import FloatArray, switch
from .base_and_link_motion import BaseMotion
from .by_kernel import FLOAT64, by_kernel
from .names import CoriolisCoefficientsName, FormulationName, ForwardDynamicsName, MassMatrixName
from .registry import resolve

if TYPE_CHECKING:
    from ..arm import Arm, Arms
    from .by_kernel import Precision, Real


class Dynamics:
    """The dynamics of an `equidyn.Arm`, or of `equidyn.Arms`.

    Calls go to the kernels directly, in a fraction of a microsecond, with all options, if arguments
    are float64 arrays (float32 arrays, with ``dtype=np.float32``) whose rows are evenly spaced in
    memory, broadcast or not, or one state as arrays of any strides, lists or tuples. Other dtypes,
    and batches of irregular strides, take a few microseconds longer.

    Results are finite, whatever the method, formulation and precision. Where a result is not, the
    method raises a ValueError with the cause: an operand that is not finite, by name and index, or
    else an overflow, by the index of the result. Finite results never raise, however large they
    are; operands that are not finite always do, even if no result depends on them.
    """

    @by_kernel
    def inverse_dynamics(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        qdd: ArrayLike,
        *,
        formulation: FormulationName | str | None = None,
        tip_wrench: ArrayLike | None = None,
        base_motion: BaseMotion | None = None,
        friction: bool = False,
        motors: bool = False,
        dtype: Precision[Real] = FLOAT64,
        out: NDArray[Real] | None = None,
        threads: int | None = None,
    ) -> NDArray[Real]:
        """Joint torques of a motion.

        Parameters
        ----------
        q, qd, qdd : array_like, shape (..., n)
            Joint position, velocity, acceleration: rad, rad/s, rad/s² at revolute joints, m, m/s,
            m/s² at prismatic ones. Leading axes broadcast against each other.
        formulation : str, optional
            A name of `equidyn.formulations`, all with the same torques; by default the cheapest
            one.
        tip_wrench : array_like, shape (..., 6), optional
            Force (N), then moment (N m), exerted BY the last link ON the environment, at the origin
            of the tool frame and in its axes. Leading axes broadcast.
        base_motion : BaseMotion, optional
            Motion of the base frame; by default it is at rest. Leading axes broadcast.
        friction : bool, optional
            Whether to add G² B qd, and ``|G| Tc`` by direction of motion, zero at rest.
        motors : bool, optional
            Whether to add G² Jm qdd.
        dtype : dtype_like, optional
            Precision of computation and result: float64, or float32, which is nearly twice as fast
            on large batches. With up to twelve joints the error of a torque is below 1e-6 of the
            largest one in a batch of like motions, and mostly 2e-7 of the largest one of its own
            state: more, some 1e-5 and beyond, where the torques of that state nearly cancel. Arms
            that would lose digits, since axes are nearly parallel, are computed in float64, and
            the results rounded. All arguments are converted to it. The other `formulations`,
            forward dynamics and derivatives compute in float64 only.
        out : ndarray of dtype, shape (..., n), optional
            Array that receives the torques. If the call fails, its contents are unspecified.
        threads : int, optional
            Largest number of threads; by default the value of the environment variable
            ``EQUIDYN_THREADS``, or the number of processors. Small batches take fewer: a thread
            is not woken for less than it costs. The torques do not depend on it.

        Returns
        -------
        ndarray of dtype, shape (..., n)
            Joint torque (N m) or force (N); ``out`` itself if given.

        Raises
        ------
        ValueError, TypeError
            "qd: last axis must be 6 (joints of the arm), got shape (100, 7)"; "qd: must be finite,
            got nan at index (3, 2)"; "inverse_dynamics: overflow, got inf at index (3, 0): ...".

        Examples
        --------
        >>> import numpy as np
        >>> from equidyn import robots
        >>> arm = robots.planar_2r()
        >>> arm.inverse_dynamics(q=[0, 0], qd=[0, 0], qdd=[0, 0]).round(2)
        array([50.77,  7.9 ])

        Four positions and one acceleration, at rest:

        >>> q = np.linspace((0, 0), (1, 1), 4)
        >>> arm.inverse_dynamics(q, np.zeros(2), [0.5, 0], formulation="lagrange_euler").shape
        (4, 2)
        """

    @by_kernel
    def bias(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        *,
        tip_wrench: ArrayLike | None = None,
        base_motion: BaseMotion | None = None,
        friction: bool = False,
        dtype: Precision[Real] = FLOAT64,
        out: NDArray[Real] | None = None,
        threads: int | None = None,
    ) -> NDArray[Real]:
        """Joint torques at zero acceleration: Coriolis, centrifugal and gravity torques.

        The h of tau = M(q) qdd + h(q, qd), including tip wrench and base motion.

        Parameters
        ----------
        q, qd, tip_wrench, base_motion, friction, dtype, out, threads
            As in `inverse_dynamics`.

        Returns
        -------
        ndarray of dtype, shape (..., n)
            Joint torque (N m) or force (N); ``out`` itself if given.

        Raises
        ------
        ValueError, TypeError
            As in `inverse_dynamics`.

        Examples
        --------
        >>> import numpy as np
        >>> from equidyn import robots
        >>> arm, q, qd, qdd = robots.planar_2r(), [0.1, 0.2], [1.0, -2.0], [3.0, 4.0]
        >>> tau = arm.mass_matrix(q) @ qdd + arm.bias(q, qd)
        >>> bool(np.allclose(tau, arm.inverse_dynamics(q, qd, qdd)))
        True
        """

    @by_kernel
    def gravity_torque(
        self,
        q: ArrayLike,
        *,
        dtype: Precision[Real] = FLOAT64,
        out: NDArray[Real] | None = None,
        threads: int | None = None,
    ) -> NDArray[Real]:
        """Gravity torques: joint torques that hold the arm at rest.

        Parameters
        ----------
        q, dtype, out, threads
            As in `inverse_dynamics`.

        Returns
        -------
        ndarray of dtype, shape (..., n)
            Joint torque (N m) or force (N); ``out`` itself if given.

        Raises
        ------
        ValueError, TypeError
            As in `inverse_dynamics`.

        Examples
        --------
        >>> from equidyn import robots
        >>> robots.planar_2r().gravity_torque([0.0, 0.0]).round(2)
        array([50.77,  7.9 ])
        """

    @by_kernel
    def mass_matrix(
        self,
        q: ArrayLike,
        *,
        formulation: MassMatrixName | FormulationName | str | None = None,
        motors: bool = False,
        dtype: Precision[Real] = FLOAT64,
        out: NDArray[Real] | None = None,
        threads: int | None = None,
    ) -> NDArray[Real]:
        """Mass matrix M, full and symmetric; of the links alone, unless rotors are asked for.

        Parameters
        ----------
        q : array_like, shape (..., n)
            Joint position.
        formulation : str, optional
            A name of ``equidyn.formulations("mass_matrix")``; by default, a kernel by composite
            rigid bodies (Walker & Orin 1982, method 3). With a name of `equidyn.formulations`,
            column j is the torque of a unit acceleration of joint j by that formulation, without
            gravity ("strobing": Turney, Mudge & Lee 1980, end of section 3).
        motors : bool, optional
            Whether to add G² Jm to the diagonal: the matrix of `inverse_dynamics` and
            `forward_dynamics` with ``motors=True``.
        dtype : dtype_like, optional
            As in `inverse_dynamics`; with a formulation, float64 only.
        out : ndarray of dtype, shape (..., n, n), optional
            Array that receives the matrices.
        threads : int, optional
            As in `inverse_dynamics`.

        Returns
        -------
        ndarray of dtype, shape (..., n, n)
            kg m² between revolute joints, kg m between a revolute and a prismatic joint, kg between
            prismatic joints; ``out`` itself if given.

        Raises
        ------
        ValueError, TypeError
            As in `inverse_dynamics`.

        Examples
        --------
        >>> from equidyn import robots
        >>> robots.planar_2r().mass_matrix([0.0, 0.5]).round(3)
        array([[5.426, 1.188],
               [1.188, 0.482]])
        >>> robots.planar_2r().mass_matrix([0.0, 0.5], formulation="trace_form").round(3)
        array([[5.426, 1.188],
               [1.188, 0.482]])
        >>> geared = robots.planar_2r().with_motors([1e-4, 2e-4], gear_ratio=[100.0, 100.0])
        >>> geared.mass_matrix([0.0, 0.5], motors=True).round(3)
        array([[6.426, 1.188],
               [1.188, 2.482]])
        """

    @by_kernel
    def forward_dynamics(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        tau: ArrayLike,
        *,
        formulation: ForwardDynamicsName | FormulationName | str | None = None,
        tip_wrench: ArrayLike | None = None,
        base_motion: BaseMotion | None = None,
        friction: bool = False,
        motors: bool = False,
        out: FloatArray | None = None,
        threads: int | None = None,
    ) -> FloatArray:
        """Joint accelerations from joint torques.

        Parameters
        ----------
        q, qd, tip_wrench, base_motion, out, threads
            As in `inverse_dynamics`.
        tau : array_like, shape (..., n)
            Joint torque (N m) or force (N), by the motors on the joints.
        formulation : str, optional
            A name of ``equidyn.formulations("forward_dynamics")``; by default, a kernel by
            articulated bodies (Featherstone 1983), O(n). With a name of `equidyn.formulations`,
            n runs at unit accelerations by that formulation give M, one more at zero acceleration
            gives the other torques, and elimination the accelerations ("strobing": Turney, Mudge &
            Lee 1980, section 7, which recommends "modified_newton_euler").
        friction : bool, optional
            Whether to subtract friction from the torques.
        motors : bool, optional
            Whether to include rotor inertia.

        Returns
        -------
        ndarray of float64, shape (..., n)
            Joint acceleration, rad/s² or m/s²; ``out`` itself if given.

        Raises
        ------
        ValueError, TypeError
            As in `inverse_dynamics`; ValueError too where a joint moves no mass, or none beyond
            rounding errors of the arm's data: "forward_dynamics: joint 4 has no acceleration in
            state (12,): ...".

        Examples
        --------
        >>> from equidyn import robots
        >>> arm = robots.planar_2r()
        >>> qdd = arm.forward_dynamics([0.1, 0.2], [1.0, -2.0], [3.0, 4.0])
        >>> arm.inverse_dynamics([0.1, 0.2], [1.0, -2.0], qdd).round(9)
        array([3., 4.])
        >>> strobed = arm.forward_dynamics(
        ...     [0.1, 0.2], [1.0, -2.0], [3.0, 4.0], formulation="modified_newton_euler"
        ... )
        >>> bool(abs(strobed - qdd).max() < 1e-12)
        True
        """

    @by_kernel
    def coriolis_coefficients(
        self,
        q: ArrayLike,
        *,
        formulation: CoriolisCoefficientsName | FormulationName | str | None = None,
        out: FloatArray | None = None,
        threads: int | None = None,
    ) -> FloatArray:
        """Coriolis and centrifugal coefficients C^i_jk.

        The velocity-product torque of joint i is the sum over j and k of C^i_jk qd_j qd_k, with
        C^i_jk = C^i_kj. These are the coefficients of Lagrange's equation in trace form; C^i_jk
        with j = k is centrifugal.

        Parameters
        ----------
        q : array_like, shape (..., n)
            Joint position.
        formulation : str, optional
            A name of ``equidyn.formulations("coriolis_coefficients")``; by default, a kernel by the
            joint rates' part in the acceleration of every link, with the links beyond a joint as
            one body. With a name of `equidyn.formulations`, by the torques of unit velocities of
            one and two joints by that formulation, without gravity ("strobing").
        out : ndarray of float64, shape (..., n, n, n), optional
            Array that receives the coefficients.
        threads : int, optional
            As in `inverse_dynamics`.

        Returns
        -------
        ndarray of float64, shape (..., n, n, n)
            Axes i, j, k; ``out`` itself if given.

        Raises
        ------
        ValueError, TypeError
            As in `inverse_dynamics`.

        References
        ----------
        For unit velocities, Turney, Mudge & Lee 1980, end of section 3, whose rule for j != k lacks
        the subtraction of the two runs with a single joint moving.

        Examples
        --------
        >>> import numpy as np
        >>> from equidyn import robots
        >>> arm, q, qd = robots.puma560(), [0, 0.7, 3, 0, 0.7, 0], np.arange(6.0)
        >>> C = arm.coriolis_coefficients(q)
        >>> tau = arm.inverse_dynamics(q, qd, 0 * qd) - arm.inverse_dynamics(q, 0 * qd, 0 * qd)
        >>> bool(np.allclose(C @ qd @ qd, tau))
        True
        """

    @by_kernel
    def inverse_dynamics_derivatives(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        qdd: ArrayLike,
        *,
        tip_wrench: ArrayLike | None = None,
        base_motion: BaseMotion | None = None,
        friction: bool = False,
        out: tuple[FloatArray, FloatArray] | None = None,
        threads: int | None = None,
    ) -> tuple[FloatArray, FloatArray]:
        """Differentiate the joint torques with respect to q and to qd: exact, analytic, O(n²).

        The derivative with respect to qdd is the mass matrix.

        Parameters
        ----------
        q, qd, qdd, base_motion, threads
            As in `inverse_dynamics`.
        tip_wrench : array_like, shape (..., 6), optional
            As in `inverse_dynamics`; constant in the axes of the tool.
        friction : bool, optional
            Whether to add the derivative of friction. That of Coulomb friction is zero, except at
            reversals.
        out : tuple of two ndarray of float64, shape (..., n, n), optional
            Arrays that receive the derivatives.

        Returns
        -------
        dtau_dq, dtau_dqd : ndarray of float64, shape (..., n, n)
            Row i: torque of joint i; column j: position, or velocity, of joint j.

        Raises
        ------
        ValueError, TypeError
            As in `inverse_dynamics`.

        References
        ----------
        S. Singh, R. Russell, P. Wensing, Efficient Analytical Derivatives of Rigid-Body Dynamics
        using Spatial Vector Algebra, IEEE Robotics and Automation Letters 7, 2022.

        Examples
        --------
        >>> import numpy as np
        >>> from equidyn import robots
        >>> arm, q, qd, qdd = robots.planar_2r(), np.array([0.1, 0.2]), np.ones(2), np.ones(2)
        >>> dtau_dq, dtau_dqd = arm.inverse_dynamics_derivatives(q, qd, qdd)
        >>> step = np.array([0, 1e-6])
        >>> change = arm.inverse_dynamics(q + step, qd, qdd) - arm.inverse_dynamics(q, qd, qdd)
        >>> bool(np.allclose(change / 1e-6, dtau_dq[:, 1], rtol=1e-4))
        True
        """

    @by_kernel
    def regressor(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        qdd: ArrayLike,
        *,
        base_motion: BaseMotion | None = None,
        friction: bool = False,
        motors: bool = False,
        out: FloatArray | None = None,
        threads: int | None = None,
    ) -> FloatArray:
        """Regressor Y of the joint torques with respect to `Arm.parameters`, O(n²).

        The torque is exactly linear in the parameters of links, friction and motors:
        ``tau = Y @ parameters``. Y does not depend on them, so it needs no friction data. It is not
        linear in breakaway friction.

        Parameters
        ----------
        q, qd, qdd, base_motion
            As in `inverse_dynamics`.
        friction : bool, optional
            Whether to append the columns of friction: three per joint.
        motors : bool, optional
            Whether to append the columns of the rotors: one per joint.
        out : ndarray of float64, shape (..., n, p), optional
            Array that receives the matrices.
        threads : int, optional
            As in `inverse_dynamics`.

        Returns
        -------
        ndarray of float64, shape (..., n, p)
            Row i: torque of joint i; columns in the order of `Arm.parameters`; ``out`` itself where
            given.

        Raises
        ------
        ValueError, TypeError
            As in `inverse_dynamics`; for the columns of friction if the arm has breakaway friction.

        References
        ----------
        C. G. Atkeson, C. H. An, J. M. Hollerbach, Estimation of Inertial Parameters of Manipulator
        Loads and Links, The International Journal of Robotics Research 5(3), 1986.

        Examples
        --------
        >>> import numpy as np
        >>> from equidyn import robots
        >>> arm = robots.planar_2r()
        >>> Y = arm.regressor([0.1, 0.2], [1.0, -2.0], [0.5, 0.5])
        >>> tau = arm.inverse_dynamics([0.1, 0.2], [1.0, -2.0], [0.5, 0.5])
        >>> bool(np.allclose(Y @ arm.parameters(), tau))
        True
        """

    @by_kernel
    def regressor_vjp(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        qdd: ArrayLike,
        cotangent: ArrayLike,
        *,
        base_motion: BaseMotion | None = None,
        friction: bool = False,
        motors: bool = False,
        out: FloatArray | None = None,
        threads: int | None = None,
    ) -> FloatArray:
        """Vector-Jacobian product of inverse dynamics by the parameters, O(n).

        A cotangent times the regressor, without the regressor itself, which has n p numbers.
        Breakaway friction does not depend on the parameters.

        Parameters
        ----------
        q, qd, qdd, base_motion, friction, motors, threads
            As in `regressor`.
        cotangent : array_like, shape (..., n)
            Cotangent of the torques.
        out : ndarray of float64, shape (..., p), optional
            Array that receives the products.

        Returns
        -------
        ndarray of float64, shape (..., p)
            The cotangent times the derivatives with respect to `Arm.parameters`; ``out`` itself
            where given.

        Raises
        ------
        ValueError, TypeError
            As in `inverse_dynamics`.

        Examples
        --------
        >>> import numpy as np
        >>> from equidyn import robots
        >>> arm, x, w = robots.planar_2r(), np.ones((3, 2)), np.array([1.0, -2.0])
        >>> bool(np.allclose(arm.regressor_vjp(*x, w), w @ arm.regressor(*x)))
        True
        """

    def _named(self, formulation: str, quantity: str) -> str:
        """Validate the option formulation."""
        return resolve(formulation, quantity)

    def _reflected_motor_inertia(self: Arm | Arms) -> FloatArray:
        """Joint-side rotor inertia, G² Jm."""
        assert self.motor_inertia is not None
        ratio = 1.0 if self.gear_ratio is None else self.gear_ratio
        return np.asarray(ratio * ratio * self.motor_inertia)

    def _friction_torque(self: Arm | Arms, qd: FloatArray) -> FloatArray:
        """Friction torque at velocities (..., n), as `equidyn.Arm.with_friction` states it."""
        ratio = np.ones(self.n) if self.gear_ratio is None else self.gear_ratio
        friction = np.zeros(qd.shape)
        if self.viscous is not None:
            friction += ratio**2 * self.viscous * qd
        if self.coulomb is not None:
            friction += _by_direction(qd, np.abs(ratio)[:, np.newaxis] * self.coulomb)
        if self.breakaway is not None and self.stribeck is not None:
            near_rest = _by_direction(qd, np.abs(ratio)[:, np.newaxis] * self.breakaway)
            friction += near_rest / (1 + (qd * (np.abs(ratio) / self.stribeck)) ** 2)
        return friction

    def _drives(self: Arm | Arms, friction: object, motors: object) -> tuple[bool, bool]:
        """Validate the options friction and motors, which need data of the arm."""
        given = (self.viscous, self.coulomb, self.breakaway)
        has_friction = any(each is not None for each in given)
        return (
            _switch("friction", friction, has_friction, _NO_FRICTION),
            _switch("motors", motors, self.motor_inertia is not None, _NO_MOTORS),
        )


_NO_FRICTION = (
    "the arm has no friction data; give viscous or coulomb to Arm.from_dh or arm.with_friction"
)
_NO_MOTORS = "the arm has no motor data; give motor_inertia to Arm.from_dh or arm.with_motors"


def _switch(name: str, value: object, available: bool, remedy: str) -> bool:
    """Validate a switch that needs data of the arm when on."""
    wanted = switch(name, value)
    if wanted and not available:
        raise ValueError(f"{name}: {remedy}")
    return wanted


def _by_direction(qd: FloatArray, friction: FloatArray) -> FloatArray:
    """Return the friction (..., n, 2) of the directions of velocities, zero at rest."""
    return np.where(qd > 0, friction[..., 0], 0) + np.where(qd < 0, friction[..., 1], 0)
