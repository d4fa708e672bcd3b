"""The largest and smallest numbers in arms and states, and arms without mass where it counts."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np

from equidyn import Arm, BaseMotion, robots

from .arms import extreme_table
from .judge import judge_refusal
from .methods import METHODS
from .worker import Attack, Turn

_NAMES = ("must be finite", "the arm", "mass", "inertia", "com", "too large", "overflow")
_MOVES_NOTHING = 1e12


def attempt(turn: Turn) -> None:
    """Try one of the theorems below."""
    turn.random.choice((_extreme_arm, _extreme_arm, _gantry, _weightless, _extreme_motion))(turn)


def _extreme_arm(turn: Turn) -> None:
    """Scale what an arm is made of: results are finite or refused."""
    random = turn.random
    arm = robots.random_arm(random.choice((1, 2, 4)), random.randrange(99), motors=True)
    data = arm.to_dict()
    for key in random.sample(("mass", "inertia", "com", "a", "d", "gravity", "motor_inertia"), 2):
        data[key] = (np.array(data[key]) * 10.0 ** random.uniform(-320, 308)).tolist()
    if random.random() < 0.3:
        data["gear_ratio"] = [10.0 ** random.uniform(-300, 300)] * arm.n
    try:
        extreme = Arm.from_dict(data)
    except (ValueError, TypeError) as error:
        judge_refusal(turn, "from_dict", error, (*data, "finite"))
        return
    state = extreme_table(random, 3, arm.n) if random.random() < 0.5 else np.full((3, arm.n), 0.5)
    _finite_or_refused(turn, extreme, list(state), {})


def _extreme_motion(turn: Turn) -> None:
    """Move the base violently: results are finite or refused."""
    arm = robots.random_arm(3, turn.random.randrange(99), "RPR")
    base = BaseMotion(*extreme_table(turn.random, 3, 3))
    wrench = extreme_table(turn.random, 1, 6)[0]
    options = {"base_motion": base, "tip_wrench": wrench}
    _finite_or_refused(turn, arm, [np.full(3, 0.5)] * 3, options)


def _finite_or_refused(turn: Turn, arm: Arm, state: list[Any], options: dict[str, Any]) -> None:
    random = turn.random
    method = random.choice(METHODS)
    given = {name: value for name, value in options.items() if name in method.options}
    if "formulation" in method.options and random.random() < 0.5:
        given["formulation"] = random.choice(("kane", "lagrange_euler", "newton_euler"))
    if "motors" in method.options and arm.motor_inertia is not None:
        given["motors"] = random.random() < 0.5
    place = " ".join([method.name, "of an extreme arm or motion", *given])
    turn.calls += 1
    try:
        result = method.of(arm)(*state[: len(method.operands)], **given)
    except BaseException as error:
        judge_refusal(turn, place, error, _NAMES)
        return
    parts = result if isinstance(result, tuple) else (result,)
    if not all(np.isfinite(part).all() for part in parts):
        turn.found("not finite", place, parts[0])


def _gantry(turn: Turn) -> None:
    """Move a gantry, be it ever so far: gravity loads its slides alike."""
    random = turn.random
    n = random.choice((1, 2, 3))
    zero = np.zeros(n)
    arm = Arm.from_dh(
        "standard", joints="P" * n, a=zero, alpha=[np.pi / 2] * n, d=zero, theta=zero,
        mass=[random.uniform(0.1, 9) for _ in range(n)],
        com=np.zeros((n, 3)), inertia=np.zeros((n, 3, 3)),
    )  # fmt: skip
    q = extreme_table(random, 1, n)[0]
    turn.calls += 2
    try:
        found = arm.gravity_torque(q)
    except BaseException as error:
        turn.found("refuses a finite result", "gravity_torque of a gantry", f"{error} {q}")
        return
    if not np.allclose(found, arm.gravity_torque(zero), rtol=1e-12, atol=1e-12):
        turn.found("depends on the position", "gravity_torque of a gantry", (q, found))


def _weightless(turn: Turn) -> None:
    """Ask for the acceleration of a joint that moves nothing, however rounding hides it."""
    random = turn.random
    arm = _arm_whose_last_link_weighs_nothing(random)
    state = [np.array([random.uniform(-3, 3) for _ in range(arm.n)]) for _ in range(3)]
    turn.calls += 1
    try:
        qdd = arm.forward_dynamics(*state)
    except BaseException as error:
        judge_refusal(turn, "forward_dynamics of a massless link", error, ("joint",))
        return
    if np.abs(qdd).max() > _MOVES_NOTHING or not np.isfinite(qdd).all():
        turn.found("an acceleration that there is not", "forward_dynamics", np.abs(qdd).max())


def _arm_whose_last_link_weighs_nothing(random: Random) -> Arm:
    n = random.choice((1, 2, 3, 6))
    data = robots.random_arm(n, random.randrange(10_000), "R" * n).to_dict()
    first = random.randrange(n)
    for k in range(first, n):
        data["mass"][k] = 0.0
        data["inertia"][k] = np.zeros((3, 3)).tolist()
    if first == 0 or random.random() < 0.5:
        return Arm.from_dict(data)
    # or a point mass on the axis of the last joint, in a frame where rounding moves it off
    data["mass"][-1] = random.uniform(0.1, 5)
    alpha, a, d = data["alpha"][-1], data["a"][-1], data["d"][-1]
    along = random.uniform(-1, 1)
    data["com"][-1] = [-a, (along - d) * np.sin(alpha), (along - d) * np.cos(alpha)]
    return Arm.from_dict(data)


ATTACKS = (Attack("magnitudes", "the largest and smallest numbers", attempt, 0.1, 3000, 50_000),)
