"""Operands that change others while they are converted, and objects that were never finished."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

import equidyn
from equidyn import Arm, BaseMotion, _core, robots

from .guard import guarded
from .judge import judge_refusal
from .methods import METHODS
from .worker import Attack, Turn

# --- operands that change others ----------------------------------------------------------------

# so large that the memory which is given back is gone at once
_ROWS = 20_000
_METHODS = tuple(method for method in METHODS if len(method.operands) > 1)
_NAMES = ("q", "qd", "qdd", "tau", "leading axes", "tip_wrench", "out")


class Tampering:
    """Does something to an array before it gives its own."""

    def __init__(self, values: NDArray[Any], victim: Any, change: Callable[[Any], Any]) -> None:
        self._values, self._victim, self._change = values, victim, change

    def __array__(self, dtype: Any = None, copy: Any = None) -> NDArray[Any]:
        self._change(self._victim)
        return self._values


def _reshape(victim: NDArray[Any]) -> None:
    victim.shape = (victim.size,)


def _narrow(victim: NDArray[Any]) -> None:
    victim.shape = (victim.size, 1)


def _widen(victim: NDArray[Any]) -> None:
    victim.shape = (1, victim.size)


def _retype(victim: NDArray[Any]) -> None:
    victim.dtype = np.dtype("f4")


def _to_objects(victim: NDArray[Any]) -> None:
    victim.dtype = np.dtype("i8")


def _stride(victim: NDArray[Any]) -> None:
    victim.strides = tuple(0 for _ in victim.strides)


_CHANGES: dict[str, Callable[[NDArray[Any]], Any]] = {
    "shrinks": lambda victim: victim.resize((1, victim.shape[-1]), refcheck=False),
    "grows": lambda victim: victim.resize((3 * len(victim), victim.shape[-1]), refcheck=False),
    "empties": lambda victim: victim.resize((0, victim.shape[-1]), refcheck=False),
    "reshapes": _reshape,
    "narrows": _narrow,
    "widens": _widen,
    "retypes": _retype,
    "makes integers of": _to_objects,
    "strides": _stride,
    "fills with nan": lambda victim: victim.fill(np.nan),
    "locks": lambda victim: victim.setflags(write=False),
}
# of memory that the array itself owns
_RESIZES = ("shrinks", "grows", "empties")


def tamper(turn: Turn) -> None:
    """Let the last operand change an earlier one, or out, or call the same arm."""
    random = turn.random
    turn.calls += 1
    arm, method = robots.planar_2r(), random.choice(_METHODS)
    rows = random.choice((_ROWS, _ROWS, 7))
    kind = random.choice(tuple(_CHANGES))
    make = np.empty if kind in _RESIZES else guarded
    operands: list[Any] = [make((rows, 2)) for _ in method.operands]
    for operand in operands:
        operand.fill(0.5)
    given: dict[str, Any] = {}
    victim, change = random.choice(operands[:-1]), _CHANGES[kind]
    if method.results == 1 and "out" in method.options and random.random() < 0.3:
        victim = given["out"] = np.empty((rows, *method.shapes(2, {})))
    last = random.choice((np.full((rows, 2), 0.5), np.full(2, 0.5)))
    if random.random() < 0.1:
        kind, change = "calls", lambda _: _call_others(arm)
    operands[-1] = Tampering(last, victim, change)
    place = f"{method.name}: an operand that {kind} another"
    try:
        result = method.of(arm)(*operands, **given)
    except BaseException as error:
        judge_refusal(turn, place, error, _NAMES, large=True)
        return
    parts = result if isinstance(result, tuple) else (result,)
    if not np.isfinite(parts[0]).all():
        turn.found("not finite", place, parts[0].shape)
    if kind in ("narrows", "widens", "reshapes") and len(parts[0]) != rows:
        turn.found("reads what has another shape by now", place, parts[0].shape)


def _call_others(arm: Any) -> None:
    state = np.full((40, 2), 0.25)
    for method in METHODS:
        if arm.n >= method.joints:
            method.of(arm)(*(state for _ in method.operands))
    arm.inverse_dynamics(state[0], state[0], state[0], formulation="kane")


# --- objects that were never finished -----------------------------------------------------------


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
    lambda arm: _core.trace(arm, "mass_matrix", "unit_accelerations", (np.zeros(2),)),
)
_NO_NAMES = ("", "newton", "x" * 3000, "kane\0", "\ud800", None, 7, "mass_matrix", "bias")
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


def use_half_made(turn: Turn) -> None:
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
        number, name = random.randrange(len(_CORE)), random.choice(_NO_NAMES)
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


ATTACKS = (
    Attack("tampering", "operands that change others", tamper, 0.001, 200, 2000),
    Attack("half-made", "objects that were never finished", use_half_made, 0.002, 600, 5000),
)
