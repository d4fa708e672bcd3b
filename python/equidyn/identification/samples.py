"""Measured samples of a motion, and their weighted least squares."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ..arm.arm import Arm
from ..arm.checks.findings import warn
from ..motion.whole_turns import differenced_jump
from ..validation import FloatArray, float64_copy, require, require_finite, vectors
from .least_squares import Fit, fit

# estimates of the noise from the residuals of the previous fit: largest number, and relative change
# at which they have converged
_PASSES, _STEADY = 20, 1e-3

# least degrees of freedom of a joint for its noise, which is then known to one part in four
_LEAST_FREEDOM = 10

# least relative noise of measured torques; largest torque with a square that does not overflow
_ROUNDING, _LARGEST_TORQUE = 1e-15, 1e150


@dataclass(frozen=True)
class Samples:
    """Measured samples, one a row."""

    q: FloatArray
    qd: FloatArray
    qdd: FloatArray
    tau: FloatArray
    weights: FloatArray | None


def checked_samples(
    arm: Arm,
    q: ArrayLike,
    qd: ArrayLike,
    qdd: ArrayLike,
    tau: ArrayLike,
    weights: ArrayLike | None,
) -> Samples:
    """Return the measured arrays, checked, one sample per row."""
    given = {"q": q, "qd": qd, "qdd": qdd, "tau": tau}
    arrays = {name: vectors(name, value, arm.n) for name, value in given.items()}
    shape = arrays["tau"].shape
    sizes = np.abs(arrays["tau"]).ravel()
    require("tau", sizes <= _LARGEST_TORQUE, f"must not exceed {_LARGEST_TORQUE:g}", sizes, "entry")
    for name, array in arrays.items():
        if array.shape != shape:
            raise ValueError(f"{name}: expected the shape of tau, {shape}, got {array.shape}")
    rows = {name: array.reshape(-1, arm.n) for name, array in arrays.items()}
    warn("the samples", _jumps(arm, rows["q"], rows["qd"]))
    return Samples(**rows, weights=_weights(weights, shape))


def _jumps(arm: Arm, q: FloatArray, qd: FloatArray) -> list[str]:
    """Return a sentence on each joint with velocities made from jumps of its angle."""
    samples = {k: differenced_jump(q[:, k], qd[:, k]) for k in np.flatnonzero(arm.revolute)}
    return [
        f"qd: joint {k + 1} has {qd[sample, k]:.4g} rad/s in sample {sample + 1}, where q jumps by "
        "a whole turn: unwrap q before it is differentiated"
        for k, sample in samples.items()
        if sample is not None
    ]


def _weights(weights: ArrayLike | None, shape: tuple[int, ...]) -> FloatArray | None:
    """Return the weights, checked, one for each torque; None for None."""
    if weights is None:
        return None
    array = float64_copy("weights", weights)
    if array.shape not in (shape[-1:], shape):
        raise ValueError(
            f"weights: expected shape {shape[-1:]} or that of tau, {shape}, got {array.shape}"
        )
    require_finite("weights", array)
    require("weights", array.ravel() > 0, "must be positive", array.ravel(), "entry")
    return np.broadcast_to(array, shape).reshape(-1, shape[-1])


def moderate(name: str, torques: FloatArray) -> FloatArray:
    """Return torques after a check that their squares do not overflow."""
    largest = float(np.abs(torques).max(initial=0.0))
    if not largest <= _LARGEST_TORQUE:
        raise ValueError(f"{name}: torques must not exceed {_LARGEST_TORQUE:g}, got {largest:.3g}")
    return torques


def weighted_fit(W: FloatArray, rest: FloatArray, data: Samples) -> tuple[Fit, FloatArray]:
    """Fit the residual torques of the guess; return the noise of the joints (n,) too."""
    samples, n, b = moderate("q, qd, qdd", W).shape
    moderate("tau", rest)
    floor = _ROUNDING * (max(np.abs(data.tau).max(), np.abs(rest).max()) or 1.0)
    of_torques = np.ones((samples, n)) if data.weights is None else data.weights
    noise = np.zeros(n)
    for _ in range(_PASSES):
        found = fit((W * of_torques[..., np.newaxis]).reshape(-1, b), (rest * of_torques).ravel())
        left = rest - W @ found.solution
        freedom = samples - found.leverages.reshape(samples, n).sum(axis=0)
        squares = np.sum(left**2, axis=0) / np.maximum(freedom, 1.0)
        former, noise = noise, np.maximum(np.sqrt(squares), floor)
        if data.weights is not None or np.all(np.abs(noise - former) <= _STEADY * noise):
            break
        of_torques = np.broadcast_to(1.0 / noise, (samples, n))
    if data.weights is not None:
        given = np.mean(1.0 / data.weights, axis=0)
        return found, np.where(freedom < _LEAST_FREEDOM, given, noise)
    _require_freedom(freedom, samples)
    return found, noise


def _require_freedom(freedom: FloatArray, samples: int) -> None:
    """Check that each joint has enough degrees of freedom for its noise."""
    joint = int(np.argmin(freedom))
    if freedom[joint] < _LEAST_FREEDOM:
        raise ValueError(
            f"tau: expected enough samples for {_LEAST_FREEDOM} degrees of freedom of the noise of "
            f"each joint, got {samples}, {int(freedom[joint])} for joint {joint + 1}: measure "
            "more, or give weights"
        )
