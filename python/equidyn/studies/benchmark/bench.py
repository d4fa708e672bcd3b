"""Benchmark of equidyn against other libraries: same arm and states, one process, in turns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from ... import _core
from ...arm import Arm
from ...implementations import Function, candidates_of
from ...output.interrupted import bringing
from ...output.machine import describe_machine
from ...output.progress import progress_bar
from ...peers import TASKS, Call, calls_for, participants, random_inputs, tool_directions
from ...robots import ArmLike, load
from ...validation import brief, choice, count, positive, several
from .admission import Admission
from .benchmark import Benchmark
from .candidate_calls import call_of
from .conditions import conditions
from .contestants import SINGLE_STATES
from .meters import CoreMeters
from .rows import CPP, LAYERS, PYTHON, CoreFigures
from .settings import Settings, digest, name_of
from .turns import take_turns

_DEFAULT = Settings()

# largest numbers of rounds, and of seconds of a turn
_MOST_ROUNDS, _LONGEST_TURN = 1_000_000, 3600.0

# largest numbers of states at once, and of threads: more would fill the memory
_LARGEST_BATCH, _MOST_THREADS = 10_000_000, 1024


def bench(
    arm: ArmLike = "puma560",
    sizes: Sequence[int] = _DEFAULT.sizes,
    *,
    threads: Sequence[int] = _DEFAULT.threads,
    rounds: int = _DEFAULT.rounds,
    seconds: float = _DEFAULT.seconds,
    max_seconds: float = _DEFAULT.max_seconds,
    tasks: Iterable[str] | None = None,
    layers: Iterable[str] = LAYERS,
    peers: Iterable[str] | None = None,
    further: Iterable[Call] = (),
    candidates: Mapping[str, Function] | None = None,
    seed: int = 0,
    progress: bool = False,
) -> Benchmark:
    """Time equidyn against the other libraries that are installed.

    Each call has to agree with equidyn before it is timed; its first turn follows at once. Then all
    take turns, round after round, so that a disturbance of the machine affects all of them: those
    of one thread on one core, by the processor time of that thread; those of several threads on all
    cores, by wall-clock time. After Ctrl-C the times until then are the `so_far` of the
    `KeyboardInterrupt`.

    Parameters
    ----------
    arm : Arm, str or path_like, optional
        The arm, or its name or file as `equidyn.robots.load` takes them.
    sizes : sequence of int
        Numbers of states that are computed at once, or in a Python loop where a library has no
        batches; single calls are always timed.
    threads : sequence of int
        Numbers of threads, for the calls that take them.
    rounds : int
        Repetitions per contestant.
    seconds : float
        Length of a turn; at least one call is made.
    max_seconds : float
        Batches on which one call, or loop, takes longer than this are left out.
    tasks : iterable of str, optional
        Some of "inverse dynamics", "bias", "gravity", "mass matrix", "forward dynamics",
        "derivatives", "poses and Jacobians", "Jacobian rate", "regressor", "Coriolis matrix",
        "kinetic energy", "potential energy", "forward dynamics derivatives",
        "inverse dynamics jvp", "inverse dynamics vjp", "forward dynamics jvp",
        "forward dynamics vjp", "Coriolis torque", "operational-space inertia" and
        "inverse kinematics" (both of tools that move in six directions), "simulation" (100 steps
        of 0.1 ms), and "inverse dynamics of many arms" and "forward dynamics of many arms" (a model
        for each state, with masses that vary by 2 %); by default all that the arm has.
    layers : iterable of str
        Some of "Python" (equidyn and the others, called from Python) and "C++" (equidyn's kernels
        inside C++, for every instruction set of the machine, beside its peak of multiply-adds).
    peers : iterable of str, optional
        Names of other libraries, those of the modules in ``equidyn.peers``, such as
        "pinocchio"; by default all. Those that are not installed are named in the result.
    further : iterable of equidyn.studies.benchmark.Call
        Calls of further libraries.
    candidates : mapping of str to callable, optional
        Functions of your own that compute torques, as `equidyn.verify` takes them: rows of the task
        "inverse dynamics" and the layer "Python".
    seed : int
        Seed of the states.
    progress : bool
        Show a progress bar.

    Returns
    -------
    Benchmark
        Times of every contestant, with the machine; prints, plots and saves itself.

    Raises
    ------
    ValueError, TypeError
        If a number is not positive, a task, layer or peer unknown, or no task or layer chosen; if
        the tool moves in too few directions for a task that is asked for; if a candidate does not
        compute a state of the arm.

    Examples
    --------
    >>> import equidyn
    >>> result = equidyn.bench(
    ...     sizes=[8],
    ...     threads=[1],
    ...     rounds=1,
    ...     seconds=1e-5,
    ...     tasks=["gravity"],
    ...     layers=["Python"],
    ...     peers=[],
    ... )
    >>> [(row.call, row.batch) for row in result.rows]
    [('new array', 1), ('new array', 8), ('out=', 1), ('out=', 8)]
    """
    arm = load(arm)
    if not isinstance(arm, Arm):
        raise TypeError(f"arm: expected an Arm, got {type(arm).__name__}")
    asked_sizes = _counts("sizes", sizes, _LARGEST_BATCH)
    batches = [1, *(size for size in asked_sizes if size > 1)]
    numbers_of_threads = _counts("threads", threads, _MOST_THREADS)
    rounds = count("rounds", rounds, largest=_MOST_ROUNDS)
    seed = count("seed", seed, smallest=0)
    seconds = positive("seconds", seconds, largest=_LONGEST_TURN)
    max_seconds = positive("max_seconds", max_seconds)
    chosen, left_out = _tasks_of(arm, tasks)
    asked = _chosen("layers", layers, LAYERS)
    before = conditions()
    others = participants(arm, peers if PYTHON in asked else (), numbers_of_threads[-1])
    calls = [call for name in chosen for call in calls_for(arm, TASKS[name]) if PYTHON in asked]
    own = [call_of(one, arm) for one in candidates_of(candidates) if PYTHON in asked]
    calls += [call for call in (*others.calls, *_checked(further), *own) if call.task in chosen]
    with_kernels = [name for name in chosen if TASKS[name].kernel]
    instruction_sets = _core.instruction_sets() if CPP in asked else []
    kernels = [(name, simd) for name in with_kernels for simd in instruction_sets]
    meters = CoreMeters(numbers_of_threads, seconds) if kernels else None
    inputs = random_inputs(arm, max(batches[-1], SINGLE_STATES), seed, chosen)
    settings = Settings(
        name_of(arm),
        digest(arm),
        tuple(asked_sizes),
        tuple(numbers_of_threads),
        rounds,
        seconds,
        max_seconds,
        () if tasks is None else tuple(chosen),
        tuple(asked),
        others.names,
        seed,
    )
    admission = Admission(arm, inputs, seconds, max_seconds)

    def measured(*notes: str) -> Benchmark:
        return Benchmark(
            admission.rows(),
            f"{arm.name or 'arm'}, {arm.n} joints {arm.joints}",
            {**describe_machine(), **before},
            others.versions,
            (*others.notes, *left_out, *admission.notes, *notes),
            meters.figures(arm) if meters else CoreFigures(),
            settings,
        )

    def so_far() -> Benchmark | None:
        return measured(f"interrupted: {reached[-1]}") if admission.contestants else None

    reached: list[str] = []
    with (
        progress_bar("benchmark", len(calls) + len(kernels) + rounds, progress) as step,
        bringing(so_far),
    ):

        def begin(part: str) -> None:
            reached.append(part)
            step(part)

        machine = meters.all if meters else ()
        take_turns(machine, (1,), begin)
        for call in calls:
            begin(f"agreement of {call.library} {call.name}")
            admission.validate(call, batches, numbers_of_threads)
        for name, simd in kernels:
            begin(f"agreement of the kernel for {name}, {simd}")
            admission.validate_kernel(name, simd, batches)
        take_turns((*admission.contestants, *machine), range(2, rounds + 1), begin)
    return measured()


def _tasks_of(arm: Arm, given: Iterable[str] | None) -> tuple[list[str], list[str]]:
    """Return the tasks that are timed, and notes about those that the arm does not have."""
    chosen = _chosen("tasks", given, TASKS)
    missing = {
        name: f"{name} takes a tool that moves in {TASKS[name].directions} directions, "
        f"got {tool_directions(arm)}"
        for name in chosen
        if not TASKS[name].suits(arm)
    }
    if missing and given is not None:
        raise ValueError(f"tasks: {next(iter(missing.values()))}")
    return [name for name in chosen if name not in missing], list(missing.values())


def _chosen(name: str, given: Iterable[str] | None, known: Iterable[str]) -> list[str]:
    values = known if given is None else several(name, given, "names")
    chosen = [choice(name, value, known) for value in values]
    if not chosen:
        raise ValueError(f"{name}: expected at least one of {', '.join(known)}, got none")
    return chosen


def _checked(further: Iterable[Call]) -> list[Call]:
    calls = several("further", further, "calls")
    for call in calls:
        if not isinstance(call, Call):
            raise TypeError(f"further: expected calls (Call), got {type(call).__name__}")
        choice("further", call.task, TASKS)
    return calls


def _counts(name: str, values: Sequence[int], largest: int) -> list[int]:
    """Return different positive integers in growing order."""
    numbers = several(name, values, "integers")
    integers = all(isinstance(x, (int, np.integer)) and not isinstance(x, bool) for x in numbers)
    if not numbers or not integers or min(numbers) < 1:
        raise ValueError(f"{name}: expected integers, 1 or more, got {brief(values)}")
    return sorted({count(name, value, largest=largest) for value in numbers})
