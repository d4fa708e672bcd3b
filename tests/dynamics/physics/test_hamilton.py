"""Hamilton's function and canonical equations: derivatives, motions, and what a step conserves."""

import numpy as np
import pytest

import equidyn
from equidyn import Arm, robots
from oracles.random_arms import random_arm, random_state

ARMS = [Arm.from_dh(**random_arm(seed)) for seed in range(12)]
STEP = 1e-6


def state(arm, seed=1):
    q, qd, tau = random_state(np.random.default_rng(seed), arm.n)
    return q, arm.momentum(q, qd), tau


@pytest.mark.parametrize("arm", ARMS, ids=lambda arm: arm.joints)
def test_the_rates_are_the_derivatives_of_the_function(arm):
    q, p, tau = state(arm)
    rates = arm.hamilton(q, p, tau)
    steps = STEP * np.eye(arm.n)
    by_q = arm.hamiltonian(q + steps, p) - arm.hamiltonian(q - steps, p)
    by_p = arm.hamiltonian(q, p + steps) - arm.hamiltonian(q, p - steps)
    for found, expected in zip(rates, (by_p, 2 * STEP * tau - by_q), strict=True):
        largest = np.abs(arm.hamiltonian(q, p)) + np.abs(found).max()
        np.testing.assert_allclose(found, expected / (2 * STEP), atol=1e-8 * largest)


@pytest.mark.parametrize("motors", [False, True])
def test_the_equations_are_those_of_forward_dynamics(motors):
    for arm in ARMS:
        geared = arm.with_motors(np.linspace(0.1, 0.3, arm.n))
        q, qd, tau = random_state(np.random.default_rng(2), arm.n, (3,))
        M = geared.mass_matrix(q) + motors * np.diag(np.linspace(0.1, 0.3, arm.n))
        p = np.einsum("kij,kj->ki", M, qd)
        found_qd, pd = geared.hamilton(q, p, tau, motors=motors)
        qdd = geared.forward_dynamics(q, qd, tau, motors=motors)
        rate = M @ qdd[..., np.newaxis] + geared.mass_matrix_rate(q, qd) @ qd[..., np.newaxis]
        condition = np.linalg.cond(M).max()
        np.testing.assert_allclose(found_qd, qd, atol=1e-14 * condition)
        scale = np.abs(M).max() * np.abs(qdd).max()
        np.testing.assert_allclose(pd, rate[..., 0], atol=1e-14 * condition * scale)


def test_a_state_alone_and_in_a_batch_and_bad_ones():
    arm = robots.planar_2r()
    q, p = np.array([[0.1, 0.2], [0.3, 0.4]]), np.array([1.0, 2.0])
    together = arm.hamilton(q, p)
    for k in range(2):
        np.testing.assert_array_equal(np.array(arm.hamilton(q[k], p)), np.array(together)[:, k])
        assert arm.hamiltonian(q[k], p) == arm.hamiltonian(q, p)[k]
    with pytest.raises(ValueError, match="p: last axis must be 2"):
        arm.hamiltonian(q, [1.0, 2.0, 3.0])
    with pytest.raises(ValueError, match="leading axes"):
        arm.hamilton(q, np.ones((3, 2)))
    with pytest.raises(ValueError, match="motor"):
        arm.hamiltonian(q, p, motors=True)


ARM = robots.planar_2r()


def flow(x, step=0.05):
    """Positions and momenta after a step from (q, p), of each row of x (m, 4)."""
    q, p = x[:, :2], x[:, 2:]
    motion = ARM.simulate(q, ARM.hamilton(q, p)[0], step, step, method="implicit_midpoint")
    q, qd = motion.q[:, -1], motion.qd[:, -1]
    return np.concatenate([q, ARM.momentum(q, qd)], axis=1)


def test_a_step_keeps_the_symplectic_form():
    x = np.array([0.4, 0.3, 2.0, -1.0])
    steps = 1e-5 * np.eye(4)
    # rows are the columns of the Jacobian of the step
    turned = (flow(x + steps) - flow(x - steps)) / 2e-5
    form = np.kron([[0, 1], [-1, 0]], np.eye(2))
    np.testing.assert_allclose(turned @ form @ turned.T, form, atol=1e-7)


def test_a_step_is_undone_by_a_step_of_negative_velocities():
    start = np.array([[0.4, 0.3, 2.0, -1.0]])
    back = flow(flow(start) * [1, 1, -1, -1]) * [1, 1, -1, -1]
    np.testing.assert_allclose(back, start, atol=1e-12)


def energy_errors(method):
    """Largest errors of the energy in the first and in the last quarter of a swing of 12 s."""
    motion = ARM.simulate([0.0, 0.0], [0, 0], 12.0, 0.05, method=method)
    errors = np.abs(motion.energy - motion.energy[0])
    return errors[:60].max(), errors[-60:].max()


def test_energy_oscillates_and_does_not_drift():
    early, late = energy_errors("implicit_midpoint")
    assert late < 1.5 * early
    early, late = energy_errors("rk4")
    assert late > 3 * early


def test_all_loads_enter_a_step():
    """With all options the rule is of second order, against short steps of fourth order."""
    arm = robots.planar_2r().with_motors([0.1, 0.2]).with_friction([0.3, 0.4])
    rng = np.random.default_rng(5)
    q, qd, tau = rng.uniform(-1, 1, (3, 2))
    base = equidyn.BaseMotion(*rng.uniform(-1, 1, (3, 3)))
    loads = {"tip_wrench": rng.uniform(-1, 1, 6), "base_motion": base, "motors": True}
    loads |= {"torque": tau, "friction": True}
    exact = arm.simulate(q, qd, 0.08, 1e-3, record=0, **loads)
    errors = []
    for step in (0.02, 0.01):
        found = arm.simulate(q, qd, 0.08, step, record=0, method="implicit_midpoint", **loads)
        errors.append(np.abs(found.q - exact.q).max())
    assert 3.5 < errors[0] / errors[1] < 4.5


def test_a_step_that_is_too_long_is_refused():
    with pytest.raises(
        ValueError, match=r"step: 0\.2 s is too long for the implicit midpoint rule at"
    ):
        ARM.simulate([0.4, 0.3], [0, 0], 2.0, 0.2, method="implicit_midpoint")
