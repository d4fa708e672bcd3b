"""The reference implementations of derivatives, kinematics and regressor, beside the kernels."""

import numpy as np
import pytest

from conftest import EPS, TOLERANCE
from equidyn import Arm, BaseMotion, _core, robots
from oracles.differences import rounded, torque_derivatives
from oracles.random_arms import random_arm, random_state

# arms of every length up to 12, with slides at either end, in either convention
SEEDS = range(0, 96, 5)


class Scene:
    """A random arm and random states of it, with loads or without."""

    def __init__(self, seed: int, *, loaded: bool):
        self.arm = Arm.from_dh(**random_arm(seed))
        rng = np.random.default_rng([seed, 5])
        self.x = rounded(random_state(rng, self.arm.n, (3,)))
        self.loads = {}
        if loaded:
            self.loads = {
                "tip_wrench": rng.uniform(-5, 5, (3, 6)),
                "base_motion": BaseMotion(*rng.uniform(-2, 2, (3, 3, 3))),
            }

    def derivatives(self) -> tuple:
        return reference(
            self.arm, "inverse_dynamics_derivatives", "spatial_vectors", self.x, **self.loads
        )


def reference(arm: Arm, quantity: str, method: str, operands, **options):
    return _core.evaluate(arm, quantity, tuple(operands), formulation=method, **options)


@pytest.fixture(params=[False, True], ids=["at rest", "ends"])
def scenes(request):
    return [Scene(seed, loaded=request.param) for seed in SEEDS]


def assert_same(found: np.ndarray, expected: np.ndarray, largest: float, arm: Arm) -> None:
    allowed = TOLERANCE["identity"] * EPS * largest
    assert np.abs(found - expected).max() <= allowed, arm.name


def test_spatial_derivatives_are_the_kernel_of_the_derivatives(scenes):
    for scene in scenes:
        found = scene.derivatives()
        kernel = scene.arm.inverse_dynamics_derivatives(*scene.x, **scene.loads)
        torque = np.abs(scene.arm.inverse_dynamics(*scene.x, **scene.loads)).max()
        for derivative, expected in zip(found, kernel, strict=True):
            # a single joint's torque does not depend on its rate
            largest = max(np.abs(expected).max(), torque)
            assert_same(derivative, expected, largest, scene.arm)


def test_the_regressor_of_partial_velocities_is_the_kernel(scenes):
    for scene in scenes:
        base = scene.loads.get("base_motion")
        kernel = scene.arm.regressor(*scene.x, base_motion=base)
        for convention in ("standard", "modified"):
            arm = scene.arm.to_convention(convention)
            expected = arm.regressor(*scene.x, base_motion=base)
            method = f"partial_velocities_{convention}_dh"
            found = reference(arm, "regressor", method, scene.x, base_motion=base)
            assert_same(found, expected, np.abs(kernel).max(), scene.arm)


def test_spatial_derivatives_are_those_of_newton_euler(scenes):
    for scene in scenes[::3]:
        found = scene.derivatives()
        torque = np.abs(scene.arm.inverse_dynamics(*scene.x, **scene.loads)).max()
        exact = torque_derivatives(scene.arm, scene.x, **scene.loads)
        for derivative, expected in zip(found, exact, strict=True):
            largest = max(np.abs(expected).max(), torque)
            assert_same(derivative, expected, largest, scene.arm)


def tool_kinematics(arm: Arm, q: np.ndarray, qd: np.ndarray) -> list[np.ndarray]:
    states = {"forward_kinematics": (q,), "jacobian": (q,), "jacobian_rate": (q, qd)}
    return [reference(arm, name, "link_frames", state) for name, state in states.items()]


def test_tool_kinematics_are_the_kernels(scenes):
    for scene in scenes:
        q, qd, _ = scene.x
        kernels = (
            scene.arm.forward_kinematics(q),
            scene.arm.jacobian(q),
            scene.arm.jacobian_rate(q, qd),
        )
        for found, expected in zip(tool_kinematics(scene.arm, q, qd), kernels, strict=True):
            assert_same(found, expected, max(1.0, np.abs(expected).max()), scene.arm)


def test_traced_and_evaluated_derivatives_agree():
    arm = robots.random_arm(5, seed=9, joints="RPRRP")
    state = tuple(random_state(np.random.default_rng(8), arm.n))
    method = "inverse_dynamics_derivatives", "spatial_vectors"
    graph = _core.trace(arm, *method, state)
    derivatives = np.ravel(reference(arm, *method, state))
    largest = np.abs(derivatives).max()
    np.testing.assert_allclose(graph["output_values"], derivatives, rtol=0, atol=1e-12 * largest)
    straight = robots.random_arm(4, seed=9, joints="RPRR", convention="modified")
    straight = straight.with_base(np.eye(4)).with_tool(np.eye(4))
    q, qd, _ = random_state(np.random.default_rng(8), 4)
    states = {"forward_kinematics": (q,), "jacobian": (q,), "jacobian_rate": (q, qd)}
    for (quantity, state), expected in zip(
        states.items(), tool_kinematics(straight, q, qd), strict=True
    ):
        graph = _core.trace(straight, quantity, "link_frames", state)
        values = np.reshape(graph["output_values"], expected.shape)
        np.testing.assert_allclose(values, expected, rtol=0, atol=1e-13)
