"""Quantities keep their digits where axes are nearly parallel and common normals far away."""

import pytest

import equidyn
from equidyn.lab.rounding.arms import nearly_parallel


@pytest.mark.parametrize("angle", [1e-1, 1e-2, 1e-4, 1e-6, 1e-8])
@pytest.mark.parametrize("n", [3, 6])
def test_what_kernels_compute_is_exact_to_a_hundred_digits_but_for_rounding(angle, n):
    arm = nearly_parallel(n, angle, seed=n)
    vectors = equidyn.test_vectors(arm, 4)
    q, qd, qdd, tau = vectors.states.values()
    dtau_dq, dtau_dqd = arm.inverse_dynamics_derivatives(q, qd, qdd)
    results = {
        "mass_matrix": arm.mass_matrix(q),
        "coriolis_matrix": arm.coriolis_matrix(q, qd),
        "inverse_dynamics": arm.inverse_dynamics(q, qd, qdd),
        "forward_dynamics": arm.forward_dynamics(q, qd, tau),
        "dtau_dq": dtau_dq,
        "dtau_dqd": dtau_dqd,
    }
    equidyn.judge_results(arm, results, tolerance=20).assert_passed()
