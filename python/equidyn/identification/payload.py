"""Identification of a payload: mass, centre of mass and inertia tensor at the tool."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from ..arm.arm import Arm
from ..arm.checks.findings import warn
from ..arm.parameters.base_parameters import random_regressor
from ..arm.parameters.parameters import PER_LINK
from ..arm.parameters.pseudo_inertia import OF_PARAMETER, links_of
from ..robots import ArmLike, load
from ..validation import FloatArray, switch
from .least_squares import Fit
from .payload_result import UNITS, PayloadIdentification
from .physical import misfit, nearest_parameters, within_rounding
from .samples import Samples, checked_samples, weighted_fit
from .scales import parameter_scales

# radius of gyration of the reference body for undetermined parameters, in lengths of the arm
_COMPACT = 0.1

# relative size of rounding errors in the rank of a regressor
_NEGLIGIBLE = 1e-9


def identify_payload(
    arm: ArmLike,
    q: ArrayLike,
    qd: ArrayLike,
    qdd: ArrayLike,
    tau: ArrayLike,
    *,
    unloaded: Sequence[ArrayLike] | None = None,
    friction: bool = False,
    motors: bool = False,
    weights: ArrayLike | None = None,
) -> PayloadIdentification:
    """Identify a payload from a measured motion: mass, centre of mass and inertia tensor.

    Weighted least squares for the ten inertial parameters of a body at the tool, from the torques
    that exceed those of the arm without load. If no body has the parameters found, or the motion
    does not determine all of them, the result is the body that predicts the torques best; where the
    data leave a choice, one like a compact body at the tool.

    Parameters
    ----------
    arm : Arm, str or path_like
        The arm without load, n joints, or its name or file as for `equidyn.robots.load`; for
        example the `arm` of an `Identification`.
    q, qd, qdd : array_like, shape (..., n)
        Joint position, velocity, acceleration in every sample, as in `Arm.inverse_dynamics`.
    tau : array_like, shape (..., n)
        Measured joint torque (N m) or force (N), with the load.
    unloaded : sequence of four array_like, shape (..., n), optional
        Positions, velocities, accelerations and torques of the same motion without load, sample by
        sample: errors of the model of the arm then cancel.
    friction, motors : bool, optional
        Whether the arm has its friction and motor inertia, as in `Arm.inverse_dynamics`.
    weights : array_like, shape (n,) or (..., n), optional
        Inverse standard deviations of the torques (of the differences, with ``unloaded``). By
        default those of the joints, and with them all uncertainties, are estimated from the
        residuals.

    Returns
    -------
    PayloadIdentification
        Prints as a table; its ``arm`` is the arm with the load.

    Raises
    ------
    ValueError, TypeError
        If arrays differ in shape or are not finite; if weights are to be estimated, and a joint has
        too few samples for its noise.

    Warns
    -----
    ArmWarning
        If no body predicts the torques as the estimate does, up to noise and rounding; if
        velocities were made of jumps of an angle by whole turns.

    Notes
    -----
    The arm is taken as exact: without ``unloaded``, errors of its model appear in the load.

    References
    ----------
    C. G. Atkeson, C. H. An, J. M. Hollerbach, Estimation of Inertial Parameters of Manipulator
    Loads and Links, The International Journal of Robotics Research 5(3), 1986.

    Examples
    --------
    A load of 1.5 kg, and torques with noise of 0.1 N m:

    >>> import equidyn
    >>> arm = equidyn.robots.load("ur5e")
    >>> loaded = arm.with_payload(1.5, com=[0.02, 0, 0.08], inertia=[0.004, 0.004, 0.002])
    >>> rng = np.random.default_rng(0)
    >>> q, qd, qdd = rng.uniform(-2, 2, (3, 500, 6))
    >>> tau = loaded.inverse_dynamics(q, qd, qdd) + rng.normal(scale=0.1, size=q.shape)
    >>> found = equidyn.identify_payload(arm, q, qd, qdd, tau)
    >>> print(f"{found.mass:.2f} kg, ± {found.standard_deviations['mass']:.3f}")
    1.50 kg, ± 0.001
    >>> found.com.round(2)
    array([0.02, 0.  , 0.08])
    >>> bool(np.allclose(found.arm.mass, loaded.mass, atol=0.01))
    True
    """
    arm = load(arm)
    drives = switch("friction", friction), switch("motors", motors)
    data = checked_samples(arm, q, qd, qdd, tau, weights)
    rest = _excess(arm, data, drives)
    if unloaded is not None:
        rest = rest - _excess(arm, _without_load(arm, unloaded, np.shape(tau)), drives)
    # from parameters at the tool to those at the last link
    to_link = links_of(arm.tool @ OF_PARAMETER @ arm.tool.T).T
    W = arm.regressor(data.q, data.qd, data.qdd)[..., -PER_LINK:] @ to_link
    found, noise = weighted_fit(W, rest, data)
    scales = parameter_scales(arm, UNITS)
    values = _physical(found, scales)
    warn("the payload", misfit(found.information @ values, found.information @ found.solution))
    every = random_regressor(arm, arm.regressor)[:, -PER_LINK:] @ (to_link * scales)
    return PayloadIdentification(
        given=arm,
        parameters=values,
        covariance=found.covariance,
        information=found.information,
        scales=scales,
        noise=noise,
        condition_number=found.condition_number,
        observable=int(np.linalg.matrix_rank(every, _NEGLIGIBLE * np.abs(every).max())),
        samples=len(data.tau),
    )


def _excess(arm: Arm, data: Samples, drives: tuple[bool, bool]) -> FloatArray:
    """Return measured torques minus those of the arm."""
    friction, motors = drives
    own = arm.inverse_dynamics(data.q, data.qd, data.qdd, friction=friction, motors=motors)
    return np.asarray(data.tau - own)


def _without_load(arm: Arm, given: Sequence[ArrayLike], shape: tuple[int, ...]) -> Samples:
    """Return the samples of the motion without load, checked."""
    if not isinstance(given, (list, tuple)) or len(given) != 4:
        raise TypeError("unloaded: expected the four arrays (q, qd, qdd, tau)")
    q, qd, qdd, tau = given
    try:
        data = checked_samples(arm, q, qd, qdd, tau, None)
    except (ValueError, TypeError) as error:
        raise type(error)(f"unloaded: {error}") from None
    if np.shape(tau) != shape:
        raise ValueError(
            f"unloaded: expected the shape of tau, {shape}, got {np.shape(tau)}: the same motion, "
            "sample by sample"
        )
    return data


def _physical(found: Fit, scales: FloatArray) -> FloatArray:
    """Return the estimate (10,), or the parameters of the body that predicts the same."""
    estimate = found.solution / scales
    whole = len(found.information) == PER_LINK
    x = within_rounding(estimate, PER_LINK, 0) if whole or not estimate.any() else None
    if x is None:
        compact = links_of(np.diag([_COMPACT**2] * 3 + [1.0]))
        W, r = found.information * scales, found.information @ found.solution
        x = nearest_parameters(W, r, compact, estimate, PER_LINK, 0)
    return np.asarray(x * scales)
