"""Objects that were made without being made: by __new__, by copies of them, by pickle."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np

import equidyn
from equidyn import Arm, BaseMotion, _core, robots

from .methods import METHODS
from .turn import Attack, Turn


class _OwnArm(Arm):
    """A subclass that leaves out what Arm.__init__ refuses anyway."""


def _restored() -> Any:
    arm = Arm.__new__(Arm)
    arm.__setstate__({}) if hasattr(arm, "__setstate__") else None
    return arm


_ARMS: tuple[Callable[[], Any], ...] = (
    lambda: Arm.__new__(Arm),
    lambda: _OwnArm.__new__(_OwnArm),
    lambda: _core.Arm.__new__(_core.Arm),
    lambda: copy.copy(Arm.__new__(Arm)),
    lambda: pickle.loads(pickle.dumps(Arm.__new__(Arm))),
    _restored,
)
# what a half-made object may say of itself
_ACCEPTED = (TypeError, ValueError, AttributeError, KeyError)
_FUNCTIONS: tuple[Callable[[Any], Any], ...] = (
    repr,
    hash,
    pickle.dumps,
    copy.deepcopy,
    lambda arm: arm == robots.planar_2r(),
    lambda arm: arm.n,
    lambda arm: arm.check(),
    lambda arm: arm.table(),
    lambda arm: arm.to_dict(),
    lambda arm: arm.with_payload(1.0),
    lambda arm: arm.to_convention("modified"),
    lambda arm: equidyn.verify(arm, samples=1),
    lambda arm: equidyn.generate(arm),
    lambda arm: equidyn.count_operations(arm, "kane"),
    lambda arm: _core.refusal(arm, "kane"),
    lambda arm: _core.evaluate(arm, "gravity_torque", (np.zeros(2),)),
    lambda arm: _core.trace_form_coefficients(arm, np.zeros(2)),
    lambda arm: _core.orthogonal_complement(arm, np.zeros(2), np.zeros(2)),
    lambda arm: _core.link_motion(arm, *np.zeros((3, 2)), None, None),
    lambda arm: _core.evaluate(
        arm, "forward_dynamics", tuple(np.zeros((3, 2))), formulation="articulated_bodies"
    ),
    lambda arm: _core.time_method(arm, "mass_matrix", "kane", (np.zeros(2),), 1e-9),
    lambda arm: _core.trace(arm, "mass_matrix", "strobed", (np.zeros(2),)),
)
_NAMES = ("", "newton", "x" * 3000, "kane\0", "\ud800", None, 7, "mass_matrix", "bias")
# private functions of the core with names that they must not trust
_CORE: tuple[Callable[[Any, Any], Any], ...] = (
    lambda arm, name: _core.evaluate(arm, name, (np.zeros((1, 2)),)),
    lambda arm, name: _core.evaluate(arm, "inverse_dynamics", (np.zeros((1, 2)),)),
    lambda arm, name: _core.evaluate(arm, "mass_matrix", (np.zeros((1, 2)),), formulation=name),
    lambda arm, name: _core.inverse_dynamics_extended(arm, name, *np.zeros((3, 1, 2)), None, None),
    lambda arm, name: _core.refusal(arm, name),
    lambda arm, name: _core.evaluate_kernel(arm, name, (*np.zeros((3, 1, 2)),), 1, "sse2"),
    lambda arm, name: _core.evaluate_kernel(arm, "bias", (*np.zeros((2, 1, 2)),), 1, name),
    lambda arm, name: _core.evaluate_kernel(arm, "mass_matrix", (np.zeros((1, 2)),), -1, "sse2"),
    lambda arm, name: _core.evaluate_kernel(arm, "mass_matrix", (np.zeros((1, 2)),), 0, "sse2"),
    lambda arm, name: _core.measure_peak(name, 1e-9),
    lambda arm, name: _core.time_method(arm, name, name, tuple(np.zeros((3, 2))), 1e-9),
    lambda arm, name: _core.time_method(arm, "mass_matrix", name, (np.zeros((0, 2)),), 1e-9),
    lambda arm, name: _core.trace(arm, "mass_matrix", name, (np.zeros(2),)),
    lambda arm, name: _core.register_base_motion_type(type("T", (), {})),
    lambda arm, name: _core.fast_path(name),
    lambda arm, name: arm._reframed(name),
)


def attempt(turn: Turn) -> None:
    """Use something that was never finished, or a name that there is not."""
    random = turn.random
    turn.calls += 1
    kind = random.randrange(4)
    if kind == 0:
        arm, method = random.choice(_ARMS), random.choice(METHODS)
        state = [np.zeros(random.choice((1, 2, 6)))] * len(method.operands)
        _use(turn, method.name, lambda: getattr(arm(), method.name)(*state))
    elif kind == 1:
        arm, number = random.choice(_ARMS), random.randrange(len(_FUNCTIONS))
        _use(turn, f"function {number}", lambda: _FUNCTIONS[number](arm()), strict=False)
    elif kind == 2:
        motion, method = BaseMotion.__new__(BaseMotion), random.choice(METHODS)
        if "base_motion" in method.options:
            state = [np.zeros(2)] * len(method.operands)
            call = getattr(robots.planar_2r(), method.name)
            _use(turn, f"{method.name}, half a motion", lambda: call(*state, base_motion=motion))
    else:
        number, name = random.randrange(len(_CORE)), random.choice(_NAMES)
        arm_2r = robots.planar_2r()
        _use(turn, f"core function {number}", lambda: _CORE[number](arm_2r, name), strict=False)


def _use(turn: Turn, place: str, call: Callable[[], Any], strict: bool = True) -> None:
    try:
        result = call()
    except _ACCEPTED:
        return
    except BaseException as error:
        turn.found(f"raises {type(error).__name__}", place, error)
        return
    if strict:
        turn.found("answers though it was never made", place, type(result))


ATTACK = Attack("half-made", "objects that were never finished", attempt, 0.002, 600, 5000)
