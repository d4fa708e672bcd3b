"""Verification of quantities beside the torques, each against what defines it.

Christoffel symbols and the rate of the mass matrix come from the kinetic energy by complex step,
derivatives of torques from differences in extended precision. Accelerations are compared by the
torques that they take, as in `forward_dynamics`; there the scale is that of a product with the
inverse of the mass matrix.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..arm.states import States, random_motion, with_moving_base, with_tip_wrench
from ..validation import FloatArray
from . import claims, mass_matrix, physics, torque_derivatives
from .claims import Claim
from .sample_sizes import states_of_derived
from .singularity import is_singular
from .trials import Extended, disagreement, largest, loads_of
from .verification import Check

if TYPE_CHECKING:
    from ..arm.arm import Arm

# arms of fewer joints cannot move the tool in all directions
_DIRECTIONS = 6

Found = Iterator[tuple[str, Claim, float]]

# derivatives of torques in extended precision by q, qd and qdd, (m, n, n) each
Derivatives = tuple[Extended, Extended, Extended]


def checks_of_derived(arm: Arm, samples: int, seed: int) -> tuple[list[Check], list[str]]:
    """Return the checks of quantities beside the torques, and remarks on those left out."""
    rng = np.random.default_rng(seed)
    count = states_of_derived(samples, arm.n)
    free = random_motion(arm, count, rng)
    states = torque_derivatives.without_rounding(
        arm, with_moving_base(with_tip_wrench(free, rng), rng)
    )
    tangents = rng.uniform(-1.0, 1.0, (4, count, arm.n))
    found = [*_of_kinetic_energy(arm, states, tangents[0])]
    found += _of_derivatives(arm, states, tangents)
    remarks = []
    if arm.n >= _DIRECTIONS:
        try:
            found += _of_the_tool(arm, states.q)
        except ValueError as error:
            remarks.append(
                f"operational_space_inertia: not checked, since equidyn refuses: {error}"
            )
    return [Check(*each, states=count) for each in found], remarks


def _of_kinetic_energy(arm: Arm, states: States, v: FloatArray) -> Found:
    """Yield the residuals of the Coriolis matrix, its products, and the rate of the mass matrix."""
    q, qd = states.q, states.qd
    symbols = physics.christoffel_symbols(arm, q)
    C = np.einsum("mijk,mk->mij", symbols, qd)
    of_v = _times(C, v)
    rate = physics.kinetic_matrix_rate(arm, q, qd)
    scale = max(largest(C), largest(symbols, physics.kinetic_matrix(arm, q)) * largest(qd))
    found = arm.coriolis_matrix(q, qd)
    yield "coriolis_matrix", claims.CORIOLIS, disagreement(found, C, scale)
    skew = rate - 2 * found
    yield "coriolis_matrix", claims.SKEW, disagreement(skew, -skew.swapaxes(-1, -2), scale)
    product = arm.coriolis_torque(q, qd, v)
    yield "coriolis_torque", claims.CORIOLIS, disagreement(product, of_v, max(scale, largest(of_v)))
    product, of_v = arm.transposed_coriolis_torque(q, qd, v), _times(C.swapaxes(-1, -2), v)
    residual = disagreement(product, of_v, max(scale, largest(of_v)))
    yield "transposed_coriolis_torque", claims.CORIOLIS, residual
    found = arm.mass_matrix_rate(q, qd)
    yield "mass_matrix_rate", claims.RATE, disagreement(found, rate, scale)


def _of_derivatives(arm: Arm, states: States, tangents: FloatArray) -> Found:
    """Yield the residuals of derivatives, of torques and of accelerations."""
    by_q = torque_derivatives.by_position(arm, states)
    by_qd = torque_derivatives.by_velocity(arm, states)
    M = mass_matrix.extended_mass_matrix(arm, states.q)
    yield from _of_torques(arm, states, (by_q, by_qd, M), tangents)
    if not is_singular(arm, states.q):
        yield from _of_accelerations(arm, states, (by_q, by_qd, M), tangents)


def _of_torques(arm: Arm, states: States, exact: Derivatives, tangents: FloatArray) -> Found:
    by_q, by_qd, M = exact
    operands, loads = (states.q, states.qd, states.qdd), loads_of(states)
    # rounding of the terms that cancel
    scales = largest(by_q, arm.inverse_dynamics(*operands, **loads)), largest(by_qd, M), largest(M)

    derivatives = arm.inverse_dynamics_derivatives(*operands, **loads)
    worst = max(map(disagreement, derivatives, exact[:2], scales))
    yield "inverse_dynamics_derivatives", claims.DERIVATIVES, worst
    *changes, cotangent = tangents
    product = arm.inverse_dynamics_jvp(*operands, *changes, **loads)
    terms = np.array([_times(J, change) for J, change in zip(exact, changes, strict=True)])
    worst = disagreement(product, terms.sum(axis=0), max(*scales, largest(terms)))
    yield "inverse_dynamics_jvp", claims.DERIVATIVES, worst
    gradients = arm.inverse_dynamics_vjp(*operands, cotangent, **loads)
    expected = [_times(J.swapaxes(-1, -2), cotangent) for J in exact]
    worst = max(map(disagreement, gradients, expected, scales))
    yield "inverse_dynamics_vjp", claims.DERIVATIVES, worst


def _of_accelerations(arm: Arm, states: States, exact: Derivatives, tangents: FloatArray) -> Found:
    by_q, by_qd, M = exact
    loads = loads_of(states)
    tau = arm.inverse_dynamics(states.q, states.qd, states.qdd, **loads)
    operands = states.q, states.qd, tau
    derivatives = arm.forward_dynamics_derivatives(*operands, **loads)
    amplified = np.abs(M) @ np.abs(derivatives[2])

    def scale(*torques: NDArray[Any]) -> float:
        return max(float(np.max(_times(amplified, np.abs(torque)))) for torque in torques)

    claim, one = claims.OF_ACCELERATIONS, np.broadcast_to(np.eye(arm.n), M.shape)
    scales = scale(by_q, tau[..., np.newaxis]), scale(by_qd, M), scale(one)
    expected = (-by_q, -by_qd, one)
    worst = max(
        disagreement(_times(M, derivatives[k]), expected[k], scales[k]) for k in range(len(scales))
    )
    yield "forward_dynamics_derivatives", claim, worst

    dq, dqd, dtau, cotangent = tangents
    product = arm.forward_dynamics_jvp(*operands, dq, dqd, dtau, **loads)
    torque = dtau - _times(by_q, dq) - _times(by_qd, dqd)
    worst = disagreement(_times(M, product), torque, max(scales))
    yield "forward_dynamics_jvp", claim, worst

    of_q, of_qd, of_tau = arm.forward_dynamics_vjp(*operands, cotangent, **loads)
    worst = max(
        disagreement(_times(M, of_tau), cotangent, scales[2]),
        *(
            disagreement(found, -_times(J.swapaxes(-1, -2), of_tau), largest(of_tau) * size)
            for found, J, size in zip((of_q, of_qd), exact[:2], scales[:2], strict=True)
        ),
    )
    yield "forward_dynamics_vjp", claim, worst


def _of_the_tool(arm: Arm, q: FloatArray) -> Found:
    """Yield the residual of the operational-space inertia, in units without metres."""
    found = arm.operational_space_inertia(q)
    J, M = physics.tool_jacobian(arm, q), physics.kinetic_matrix(arm, q)
    inverse = np.linalg.inv(M)
    mobility = J @ inverse @ J.swapaxes(-1, -2)
    rounded = np.abs(inverse) @ np.abs(M) @ np.abs(inverse)
    terms = np.abs(J) @ rounded @ np.abs(J).swapaxes(-1, -2) @ np.abs(found)
    unit = np.sqrt(np.einsum("kii->ki", mobility))
    per_unit = unit[:, np.newaxis, :] / unit[:, :, np.newaxis]
    one = np.broadcast_to(np.eye(_DIRECTIONS), found.shape)
    residual = disagreement(mobility @ found * per_unit, one, float(np.max(terms * per_unit)))
    yield "operational_space_inertia", claims.OF_THE_TOOL, residual


def _times(matrices: NDArray[Any], vectors: NDArray[Any]) -> NDArray[Any]:
    """Products of matrices (m, n, n) with vectors, (m, n) or (m, n, k)."""
    if vectors.ndim == matrices.ndim:
        return np.asarray(matrices @ vectors)
    return np.asarray((matrices @ vectors[..., np.newaxis])[..., 0])
