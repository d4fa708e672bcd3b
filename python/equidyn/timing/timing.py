"""Timing of evaluations inside C++, and of their growth with the number of joints."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from time import thread_time

import numpy as np

from .. import _core
from ..arm.arm import Arm
from ..arm.states import random_motion
from ..dynamics.facts import FACTS
from ..dynamics.names import QuantityName
from ..dynamics.registry import chosen_names, kernel_name, refusals
from ..dynamics.registry import formulations as registry
from ..implementations.implementation import Function, Implementation, candidates_of
from ..output.interrupted import bringing
from ..output.machine import describe_machine
from ..output.progress import progress_bar
from ..robots import ArmLike
from ..robots.family import Family
from ..validation import count, positive, switch
from .arms import chosen_arms
from .in_python import TurnsInPython
from .timings import Timing, Timings

__all__ = ["Timings", "time_formulations"]

# states in a cycle: too many for branch prediction to learn, few enough to stay in the cache
_STATES = 16

# largest numbers of turns, and of seconds of a turn
_MOST_REPETITIONS, _LONGEST_TURN = 1_000_000, 3600.0

# numbers in the results of a batch: larger ones are left out, to limit memory
_LARGEST_RESULTS = 2**24


def time_formulations(
    n: Sequence[int] | None = None,
    formulations: Iterable[str] | None = None,
    repetitions: int = 25,
    *,
    quantity: QuantityName | str = "inverse_dynamics",
    batch: int | None = None,
    kernel: bool | None = None,
    seconds: float = 0.001,
    max_seconds: float = 1.0,
    seed: int = 0,
    family: Family | None = None,
    arm: ArmLike | None = None,
    candidates: Mapping[str, Function] | None = None,
    progress: bool = False,
) -> Timings:
    """Time the formulations inside C++: on arms of growing length, or on one arm.

    All formulations are measured by the same path, one state at a time or in batches: compiled
    with the same flags, given states and returning results in the same way. The production kernel
    of `equidyn.Arm` is a row of its own. The result says how all were compiled.

    Each repetition goes through every n and every formulation, so that a disturbance of the machine
    affects all of them, and none in all of its turns. The minimum of the repetitions is the cost of
    the code; the median shows how quiet the machine was.

    Parameters
    ----------
    n : sequence of int, optional
        Numbers of joints; some from 1 to 100 by default.
    formulations : iterable of str, optional
        Names of formulations; by default, all that take the arms.
    repetitions : int
        Repetitions per formulation and n.
    quantity : str
        The computed quantity: a name that `equidyn.formulations` takes.
    batch : int, optional
        States in a call, on one thread, by the functions that evaluate a batch with
        ``formulation=``; one state at a time by default. Times are those of one state. Sizes at
        which the results of a batch are more than 2^24 numbers are left out.
    kernel : bool, optional
        Whether the production kernel, which computes the quantity where no formulation is named,
        is timed beside them; by default, if no formulations are named here.
    seconds : float
        Length of a turn; at least one evaluation is made.
    max_seconds : float
        A formulation that takes more processor time than this at some n, all turns together, is not
        tried at any greater n.
    seed : int
        Seed of the arms and of their states.
    family : callable, optional
        Makes the arm of n joints; `equidyn.robots.random_arm(n, seed)` by default.
    arm : Arm, str or path_like, optional
        The only arm to time them on, or its name, instead of a family.
    candidates : mapping of str to callable, optional
        Functions of your own, as `equidyn.verify` takes them: timed as what they are, in a loop in
        Python, whose own cost is in the result, and marked so. A closed form takes `arm`, its own.
    progress : bool
        Show a progress bar.

    Returns
    -------
    Timings
        Records of every formulation and n, with the machine; prints, plots and saves itself.

    Raises
    ------
    ValueError
        If a formulation or quantity is unknown; if a formulation asked for by name does not take an
        arm; if a number is not positive; if `family` returns an arm of another n; if `arm` is given
        beside `n` or `family`; for forward dynamics, if the mass matrix is singular; if a candidate
        does not compute a state of every arm; if the results of the batch are too large at every n.

    Examples
    --------
    >>> import equidyn
    >>> timings = equidyn.time_formulations(n=(1, 2), repetitions=1, seconds=1e-4)
    >>> timings.at("newton_euler", 2).minimum > 0
    True
    """
    seed = count("seed", seed, smallest=0)
    arms, described = chosen_arms(n, family, arm, seed)
    registry(quantity)  # raises for an unknown quantity
    names = None if formulations is None else chosen_names(formulations, quantity)
    repetitions, seconds = checked_turns(repetitions, seconds)
    max_seconds = positive("max_seconds", max_seconds)
    batch = 1 if batch is None else count("batch", batch, largest=_LARGEST_RESULTS)
    own = candidates_of(candidates, quantity)
    with_kernel = names is None if kernel is None else switch("kernel", kernel)
    further = [*([kernel_name(quantity)] if with_kernel else []), *(one.name for one in own)]
    benches = [_Bench(one, seed, quantity, batch, own) for one in _fitting(arms, quantity, batch)]

    def measured() -> Timings:
        records = tuple(record for bench in benches for record in bench.records())
        any_method = registry(quantity)[0].name
        code = _core.timed_code(benches[0].arm, quantity, any_method, batch)
        return Timings(records, {**describe_machine(), **code}, described, quantity, batch)

    with (
        progress_bar("timing", repetitions * len(benches), progress) as step,
        bringing(lambda: measured() if any(bench.nanoseconds for bench in benches) else None),
    ):
        _take_turns(benches, names, further, repetitions, seconds, max_seconds, step)
    return measured()


def _fitting(arms: list[Arm], quantity: str, batch: int) -> list[Arm]:
    """Return the arms of which the results of a batch are not too large.

    Raises
    ------
    ValueError
        If there are none.
    """
    axes = len(FACTS[quantity].shapes[0])
    fitting = [arm for arm in arms if batch * arm.n**axes <= _LARGEST_RESULTS or batch == 1]
    if not fitting:
        most = max(1, _LARGEST_RESULTS // min(arm.n for arm in arms) ** axes)
        raise ValueError(f"batch: expected at most {most} states of these arms, got {batch}")
    return fitting


def checked_turns(repetitions: int, seconds: float) -> tuple[int, float]:
    """Return number and length of the turns of each formulation, checked."""
    return (
        count("repetitions", repetitions, largest=_MOST_REPETITIONS),
        positive("seconds", seconds, largest=_LONGEST_TURN),
    )


def _take_turns(
    benches: list[_Bench],
    asked: list[str] | None,
    further: list[str],
    repetitions: int,
    seconds: float,
    max_seconds: float,
    step: Callable[[str], None],
) -> None:
    """Time every formulation, and what is further timed, on every arm, turn after turn."""
    quantity = benches[0].quantity
    names = chosen_names(asked, quantity)
    for repetition in range(repetitions):
        for bench in benches:
            step(f"n = {bench.arm.n}")
            if repetition == 0:
                refused = refusals(bench.arm, quantity) if asked is None else {}
                suited = [name for name in names if name not in refused]
                spent = bench.first_turns([*suited, *further], seconds)
                slow = {name for name in spent if spent[name] * repetitions > max_seconds}
                names, further = ([x for x in some if x not in slow] for some in (names, further))
            else:
                bench.take_turns(seconds)


class _Bench:
    """Formulations, the production kernel and candidates that take turns on one arm."""

    def __init__(
        self, arm: Arm, seed: int, quantity: str, batch: int, candidates: Sequence[Implementation]
    ) -> None:
        self.arm = arm
        self.quantity = quantity
        self._together = batch > 1
        states = batch if self._together else _STATES
        x = random_motion(arm, states, np.random.default_rng(seed))
        tau = arm.inverse_dynamics(x.q, x.qd, x.qdd)
        values = {"q": x.q, "qd": x.qd, "qdd": x.qdd, "tau": tau}
        self.operands = tuple(values[operand] for operand in FACTS[quantity].operands)
        if quantity == "forward_dynamics":
            arm.forward_dynamics(*self.operands)  # refuses singular arms
        self.own = {
            one.name: TurnsInPython(one, arm, self.operands, self._together) for one in candidates
        }
        self.nanoseconds: dict[str, list[float]] = {}
        self._loops: dict[str, float] = {}

    def first_turns(self, names: list[str], seconds: float) -> dict[str, float]:
        """Time these formulations, and store them; return the processor time of each turn."""
        spent = {}
        for name in names:
            start = thread_time()
            self.nanoseconds[name] = [self._turn(name, seconds)]
            spent[name] = thread_time() - start
            if name in self.own:
                self._loops[name] = self.own[name].loop(seconds)
        return spent

    def take_turns(self, seconds: float) -> None:
        """Time the same formulations once more."""
        for name, times in self.nanoseconds.items():
            times.append(self._turn(name, seconds))

    def records(self) -> list[Timing]:
        """Return the measured records."""
        return [
            Timing(name, self.arm.n, tuple(times), self._loops.get(name, 0.0))
            for name, times in self.nanoseconds.items()
        ]

    def _turn(self, name: str, seconds: float) -> float:
        if name in self.own:
            return self.own[name].time(seconds)
        given = (self.operands, seconds, self._together)
        if name == kernel_name(self.quantity):
            nanoseconds, *_ = _core.time_production_kernel(self.arm, self.quantity, *given)
        else:
            nanoseconds, _ = _core.time_method(self.arm, self.quantity, name, *given)
        return float(nanoseconds)
