"""Parameter estimation by weighted least squares from measured motions and torques."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from ..arm.arm import Arm
from ..arm.parameters.base_parameters import BaseParameters, base_parameters_of
from ..arm.parameters.parameters import ArmParameters, parameters_of
from ..robots import ArmLike, load
from ..validation import FloatArray, switch
from .identification import Identification
from .samples import checked_samples, moderate, weighted_fit
from .scales import least_change, parameter_scales


def identify(
    arm: ArmLike,
    q: ArrayLike,
    qd: ArrayLike,
    qdd: ArrayLike,
    tau: ArrayLike,
    *,
    friction: bool = False,
    motors: bool = False,
    weights: ArrayLike | None = None,
) -> Identification:
    """Identify the parameters of an arm from measured motions and torques.

    Weighted least squares for the base parameters. The inertial data of the given arm only fill
    parameters that the data do not determine; missing data of friction and motors count as zero.
    The `arm` of the result is physically consistent: each link has a positive mass and a
    physically possible tensor.

    Parameters
    ----------
    arm : Arm, str or path_like
        The arm, n joints, or its name or file as for `equidyn.robots.load`: geometry, gravity, and
        an initial guess of the parameters.
    q, qd, qdd : array_like, shape (..., n)
        Joint position, velocity, acceleration in every sample, as in `Arm.inverse_dynamics`.
    tau : array_like, shape (..., n)
        Measured joint torque (N m) or force (N).
    friction, motors : bool, optional
        Whether to identify viscous and Coulomb friction, and rotor inertias.
    weights : array_like, shape (n,) or (..., n), optional
        Inverse standard deviations of the torques. By default those of the joints, and with them
        all uncertainties, are estimated from the residuals.

    Returns
    -------
    Identification
        Prints as a table.

    Raises
    ------
    ValueError, TypeError
        If arrays differ in shape or are not finite, or there are fewer torques than parameters; if
        weights are to be estimated, and a joint has too few degrees of freedom for its noise.

    Warns
    -----
    ArmWarning
        If velocities were made of jumps of an angle by whole turns.

    Notes
    -----
    Velocities and accelerations are taken as exact: filter positions forwards and backwards before
    differentiation, and the torques with the same filter.

    References
    ----------
    C. G. Atkeson, C. H. An, J. M. Hollerbach, Estimation of Inertial Parameters of Manipulator
    Loads and Links, The International Journal of Robotics Research 5(3), 1986; M. Gautier, Dynamic
    Identification of Robots with Power Model, IEEE ICRA 1997.

    Examples
    --------
    A robot, and torques measured with noise of 0.1 N m along an excitation trajectory; the initial
    guess of its parameters is 50 % too large:

    >>> import equidyn
    >>> robot = equidyn.robots.planar_2r()
    >>> guess = robot.with_parameters(1.5 * np.asarray(robot.parameters()))
    >>> motion = equidyn.exciting_trajectory(guess, duration=5.0)
    >>> q, qd, qdd = motion(motion.times(500))
    >>> noise = np.random.default_rng(0).normal(scale=0.1, size=q.shape)
    >>> found = equidyn.identify(guess, q, qd, qdd, robot.inverse_dynamics(q, qd, qdd) + noise)
    >>> truth = robot.base_parameters().values
    >>> bool(np.all(np.abs(found.base.values - truth) < 4 * found.standard_deviations))
    True

    Validation with the torques of another motion:

    >>> other = equidyn.exciting_trajectory(guess, duration=5.0, seed=1)
    >>> q, qd, qdd = other(other.times(500))
    >>> tau = robot.inverse_dynamics(q, qd, qdd) + noise
    >>> found.validate(q, qd, qdd, tau).passed
    True
    """
    arm = load(arm)
    friction, motors = switch("friction", friction), switch("motors", motors)
    data = checked_samples(arm, q, qd, qdd, tau, weights)
    guess = parameters_of(arm, friction, motors)
    base = base_parameters_of(arm, arm.regressor, guess, friction, motors)
    if data.tau.size <= len(base):
        raise ValueError(
            f"tau: expected more torques than the {len(base)} base parameters, got "
            f"{data.tau.size}: {len(data.tau)} samples of {arm.n} joints"
        )
    Y = arm.regressor(data.q, data.qd, data.qdd, friction=friction, motors=motors)
    W = moderate("q, qd, qdd", np.ascontiguousarray(Y[..., list(base.structural.kept)]))
    rest = data.tau - W @ base.values
    found, noise = weighted_fit(W, rest, data)
    return Identification(
        given=arm,
        base=replace(base, parameters=_filled(arm, base, found.solution)),
        standard_deviations=np.where(
            found.determined, np.sqrt(np.diagonal(found.covariance)), np.inf
        ),
        covariance=found.covariance,
        information=found.information,
        noise=noise,
        condition_number=found.condition_number,
        not_identifiable=tuple(np.array(base.kept)[~found.determined].tolist()),
        samples=len(data.tau),
        friction=friction,
        motors=motors,
    )


def _filled(arm: Arm, base: BaseParameters, change: FloatArray) -> ArmParameters:
    """Return the parameters with this change of base parameters that change least."""
    scales = parameter_scales(arm, base.parameters.units)
    values = base.parameters.values + least_change(base, scales, change)
    values.setflags(write=False)
    return replace(base.parameters, values=values)
