"""The readable texts of derivatives, kinematics and the regressor compute what the kernels do."""

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

    @property
    def core_loads(self) -> dict:
        """The loads as the core reads them."""
        if not self.loads:
            return {}
        return {**self.loads, "base_motion": self.loads["base_motion"].as_tuple()}


@pytest.fixture(params=[False, True], ids=["at rest", "ends"])
def scenes(request):
    return [Scene(seed, loaded=request.param) for seed in SEEDS]


def assert_same(found: np.ndarray, expected: np.ndarray, largest: float, arm: Arm) -> None:
    allowed = TOLERANCE["identity"] * EPS * largest
    assert np.abs(found - expected).max() <= allowed, arm.name


def test_spatial_derivatives_are_the_kernel_of_the_derivatives(scenes):
    for scene in scenes:
        found = _core.spatial_derivatives(scene.arm, *scene.x, **scene.core_loads)
        kernel = scene.arm.inverse_dynamics_derivatives(*scene.x, **scene.loads)
        torque = np.abs(scene.arm.inverse_dynamics(*scene.x, **scene.loads)).max()
        for derivative, expected in zip(found, kernel, strict=True):
            # a single joint's torque does not depend on its rate
            largest = max(np.abs(expected).max(), torque)
            assert_same(derivative, expected, largest, scene.arm)


def test_the_regressor_of_partial_velocities_is_the_kernel(scenes):
    for scene in scenes:
        base = {key: scene.core_loads[key] for key in scene.core_loads if key == "base_motion"}
        found = _core.kane_regressor(scene.arm, *scene.x, **base)
        kernel = scene.arm.regressor(*scene.x, base_motion=scene.loads.get("base_motion"))
        assert_same(found, kernel, np.abs(kernel).max(), scene.arm)


def test_spatial_derivatives_are_those_of_newton_euler(scenes):
    for scene in scenes[::3]:
        found = _core.spatial_derivatives(scene.arm, *scene.x, **scene.core_loads)
        torque = np.abs(scene.arm.inverse_dynamics(*scene.x, **scene.loads)).max()
        exact = torque_derivatives(scene.arm, scene.x, **scene.loads)
        for derivative, expected in zip(found, exact, strict=True):
            largest = max(np.abs(expected).max(), torque)
            assert_same(derivative, expected, largest, scene.arm)


def test_tool_kinematics_are_the_kernels(scenes):
    for scene in scenes:
        q, qd, _ = scene.x
        kernels = (
            scene.arm.forward_kinematics(q),
            scene.arm.jacobian(q),
            scene.arm.jacobian_rate(q, qd),
        )
        for found, expected in zip(_core.tool_kinematics(scene.arm, q, qd), kernels, strict=True):
            assert_same(found, expected, max(1.0, np.abs(expected).max()), scene.arm)


def test_traced_and_evaluated_derivatives_agree():
    arm = robots.random_arm(5, seed=9, joints="RPRRP")
    q, qd, effort = random_state(np.random.default_rng(8), arm.n)
    graph = _core.trace_spatial_derivatives(arm, q, qd, effort)
    derivatives = np.ravel(_core.spatial_derivatives(arm, q, qd, effort))
    largest = np.abs(derivatives).max()
    np.testing.assert_allclose(graph["output_values"], derivatives, rtol=0, atol=1e-12 * largest)
    straight = robots.random_arm(4, seed=9, joints="RPRR", convention="modified")
    straight = straight.with_base(np.eye(4)).with_tool(np.eye(4))
    q, qd, _ = random_state(np.random.default_rng(8), 4)
    pose, *jacobians = _core.tool_kinematics(straight, q, qd)
    columns = [*pose[:3, :3].T.ravel(), *pose[:3, 3]]
    for what, expected in zip(
        ("pose", "jacobian", "jacobian_rate"), (columns, *map(np.ravel, jacobians)), strict=True
    ):
        graph = _core.trace_tool_kinematics(straight, q, qd, what)
        np.testing.assert_allclose(graph["output_values"], expected, rtol=0, atol=1e-13)
