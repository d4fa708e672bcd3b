"""Named methods evaluate batches in the lanes of registers, with the bits of one state alone."""

import numpy as np
import pytest

import equidyn
from equidyn import Arm, BaseMotion, _core, robots
from equidyn.dynamics.facts import FACTS
from equidyn.dynamics.registry import refusals
from oracles import random_arms

# more than two registers of eight, and a part of one
ROWS = 21

ARMS = {
    "puma560": robots.puma560(),
    "stanford": robots.stanford(),
    "standard": Arm.from_dh(**{**random_arms.random_arm(3, 5), "convention": "standard"}),
    "modified": Arm.from_dh(**{**random_arms.random_arm(4, 3), "convention": "modified"}),
    "one joint": Arm.from_dh(**random_arms.random_arm(5, 1)),
}
OPERANDS = {name: FACTS[name].operands for name in _core.methods()}
every_arm = pytest.mark.parametrize("name", ARMS)
every_quantity = pytest.mark.parametrize("quantity", OPERANDS)


def methods(arm: Arm, quantity: str) -> list[str]:
    refused = refusals(arm, quantity)
    names = [method.name for method in equidyn.formulations(quantity)]
    return [name for name in names if name not in refused]


def states(arm: Arm, quantity: str, rows: int = ROWS) -> list[np.ndarray]:
    values = np.random.default_rng(7).uniform(-3, 3, (len(OPERANDS[quantity]), rows, arm.n))
    values[0, rows // 2] *= 1e5  # beyond what is reduced by the package's own sine
    return list(values)


def loads(arm: Arm, quantity: str) -> dict[str, np.ndarray | BaseMotion | bool]:
    if quantity not in ("inverse_dynamics", "forward_dynamics"):
        return {}
    rng = np.random.default_rng(8)
    motion = BaseMotion(*rng.uniform(-2, 2, (3, ROWS, 3)))
    drives = {"friction": arm.viscous is not None, "motors": arm.motor_inertia is not None}
    return {"tip_wrench": rng.uniform(-5, 5, (ROWS, 6)), "base_motion": motion, **drives}


def one_row(given, row: int):
    if isinstance(given, BaseMotion):
        return BaseMotion(
            given.angular_velocity[row], given.angular_acceleration[row],
            given.linear_acceleration[row],
        )  # fmt: skip
    return given[row] if isinstance(given, np.ndarray) else given


@every_quantity
@every_arm
def test_a_row_of_a_batch_has_the_bits_that_it_has_alone(name, quantity):
    arm, options = ARMS[name], loads(ARMS[name], quantity)
    evaluate, x = getattr(arm, quantity), states(arm, quantity)
    for method in methods(arm, quantity):
        batch = evaluate(*x, formulation=method, **options)
        for row in range(ROWS):
            of_row = {key: one_row(value, row) for key, value in options.items()}
            alone = evaluate(*(operand[row] for operand in x), formulation=method, **of_row)
            np.testing.assert_array_equal(batch[row], alone, err_msg=f"{method}, row {row}")


@every_quantity
def test_results_do_not_depend_on_threads_layout_or_length_of_a_batch(quantity):
    arm = ARMS["puma560"]
    evaluate, x = getattr(arm, quantity), states(arm, quantity)
    strided = [np.repeat(operand, 2, axis=1)[:, ::2] for operand in x]
    for method in methods(arm, quantity):
        batch = evaluate(*x, formulation=method)
        out = np.empty_like(batch)
        assert evaluate(*x, formulation=method, threads=3, out=out) is out
        np.testing.assert_array_equal(out, batch)
        np.testing.assert_array_equal(evaluate(*strided, formulation=method), batch)
        for rows in (2, 3, 5, 8, 9):
            first = evaluate(*(operand[:rows] for operand in x), formulation=method)
            np.testing.assert_array_equal(first, batch[:rows])


def test_one_row_serves_all_states():
    arm = ARMS["stanford"]
    q, qd, qdd = states(arm, "inverse_dynamics")
    broadcast = arm.inverse_dynamics(q, qd[0], qdd, formulation="kane")
    written = arm.inverse_dynamics(q, np.tile(qd[0], (ROWS, 1)), qdd, formulation="kane")
    np.testing.assert_array_equal(broadcast, written)


@pytest.mark.parametrize("n", [128, 129])
def test_long_arms_agree_with_the_kernel(n):
    arm = robots.random_arm(n, seed=1)
    x = np.random.default_rng(1).uniform(-1, 1, (3, 9, n))
    tau = arm.inverse_dynamics(*x)
    named = arm.inverse_dynamics(*x, formulation="newton_euler")
    np.testing.assert_allclose(named, tau, rtol=0, atol=1e-11 * abs(tau).max())
    alone = arm.inverse_dynamics(*x[:, 4], formulation="newton_euler")
    np.testing.assert_array_equal(named[4], alone)
