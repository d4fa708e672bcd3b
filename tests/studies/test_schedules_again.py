"""Steps on several processors, derived a second time: by the clock, by trying all, by powers."""

from itertools import combinations

import numpy as np
import pytest

from conftest import FORMULATIONS
from equidyn.counting.conventions import Conventions, general_arm
from equidyn.graph.tasks import Tasks
from equidyn.graph.trace import Operation
from equidyn.studies.papers.turney_mudge_lee_1980.simultaneous_steps import simultaneous_steps

COSTLY = (Operation.ADD, Operation.SUBTRACT, Operation.MULTIPLY)
N = 4


def by_the_clock(operands, durations, processor):
    """Steps of processors that each do their tasks in order, told by a clock that ticks."""
    queues = {}
    for task, own in enumerate(processor):
        queues.setdefault(own, []).append(task)
    ended, busy_until, now = {}, dict.fromkeys(queues, 0), 0
    while queues:
        started = True
        # what takes no time may let others start at the same tick
        while started:
            started = False
            for own, queue in list(queues.items()):
                task = queue[0]
                ready = all(ended.get(other, np.inf) <= now for other in operands[task])
                if ready and busy_until[own] <= now:
                    ended[task] = busy_until[own] = now + durations[task]
                    started = True
                    queue.pop(0)
                    if not queue:
                        del queues[own]
        now += 1
    return max(ended.values())


def operations_of(trace):
    """Operands of each node that the torques of a trace depend on."""
    needed, open_ = set(), [node for node in trace.output_nodes.tolist() if node >= 0]
    while open_:
        node = open_.pop()
        if node not in needed:
            needed.add(node)
            open_ += [x for x in (int(trace.left[node]), int(trace.right[node])) if x >= 0]
    order = sorted(needed)
    place = {node: k for k, node in enumerate(order)}
    operands = [
        [place[x] for x in (int(trace.left[node]), int(trace.right[node])) if x >= 0]
        for node in order
    ]
    return order, operands


@pytest.mark.parametrize("by_row", [True, False])
def test_simultaneous_steps_are_those_that_a_clock_tells(by_row):
    trace = Conventions("full", "moving").trace(general_arm(N), "modified_newton_euler")
    order, operands = operations_of(trace)
    kinds = trace.operation[order]
    # what is no multiplication and no addition waits for nobody but its operand
    rows = [
        int(trace.row[node]) if by_row and kind in COSTLY else ("alone", node)
        for node, kind in zip(order, kinds, strict=True)
    ]
    taking = ([Operation.MULTIPLY], [Operation.ADD, Operation.SUBTRACT], COSTLY)
    steps = [
        by_the_clock(operands, np.isin(kinds, kinds_that_take).astype(int), rows)
        for kinds_that_take in taking
    ]
    shown = simultaneous_steps().rows[1 if by_row else 2][1:]
    assert steps == [eval(polynomial.replace("n", f"*{N}")) for polynomial in shown]


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_levels_are_those_that_are_left_when_what_is_done_is_taken_away(formulation):
    """Kahn's way: in every step all that waits for nothing is done, and nobody waits for it."""
    trace = Conventions().trace(general_arm(2), formulation)
    tasks = Tasks.as_written(trace)
    left, levels = set(range(len(tasks))), []
    while left:
        done = {task for task in left if not {tasks.left[task], tasks.right[task]} & left}
        levels.append(len(done))
        left -= done
    assert tasks.levels == levels
    order, _ = operations_of(trace)
    assert len(tasks) == np.isin(trace.operation[order], COSTLY).sum()


def random_tasks(rng, size):
    """Tasks that wait for some of those before them."""
    operands = [sorted(rng.integers(-1, task, 2).tolist()) for task in range(size)]
    left, right = (list(column) for column in zip(*operands, strict=True))
    return Tasks(left, right, rng.random(size) < 0.5)


def random_tree(rng, size):
    """Tasks each of which but the last is needed by just one, and that wait for two at most."""
    left, right = [-1] * size, [-1] * size
    for task in reversed(range(size - 1)):
        free = [k for k in range(task + 1, size) if left[k] < 0 or right[k] < 0]
        needed_by = free[rng.integers(len(free))]
        (left if left[needed_by] < 0 else right)[needed_by] = task
    return Tasks(left, right, np.ones(size, dtype=bool))


def fewest_steps(tasks, processors):
    """Try every schedule, step by step, all together."""
    states, steps = {frozenset()}, 0
    while len(tasks) not in map(len, states):
        following = set()
        for done in states:
            ready = [
                k
                for k in range(len(tasks))
                if k not in done and {tasks.left[k], tasks.right[k]} <= done | {-1}
            ]
            for chosen in combinations(ready, min(processors, len(ready))):
                following.add(done | set(chosen))
        states, steps = following, steps + 1
    return steps


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("processors", [2, 3])
def test_on_trees_no_schedule_takes_fewer_steps(seed, processors):
    """Hu's theorem: where nothing is needed twice, the longest path first is the best rule."""
    tasks = random_tree(np.random.default_rng(seed), 11)
    assert tasks.steps(processors) == fewest_steps(tasks, processors)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("processors", [2, 3])
def test_elsewhere_it_takes_few_more(seed, processors):
    """Graham's bound of every rule that lets no processor wait for nothing."""
    tasks = random_tasks(np.random.default_rng(seed), 10)
    best = fewest_steps(tasks, processors)
    assert best <= tasks.steps(processors) <= (2 - 1 / processors) * best


@pytest.mark.parametrize("seed", range(8))
def test_the_critical_path_is_the_power_at_which_waiting_ends(seed):
    """A task waits for another along k others where the k-th power of "waits for" is not zero."""
    size = 30
    tasks = random_tasks(np.random.default_rng(seed), size)
    waits = np.zeros((size + 1, size + 1), dtype=int)
    waits[range(size), tasks.left] = waits[range(size), tasks.right] = 1
    # entry -1 stands for operations without successors
    waits = waits[:size, :size]
    power, steps = np.eye(size, dtype=int), 0
    while power.any():
        power, steps = np.minimum(power @ waits, 1), steps + 1
    assert tasks.critical_path() == tasks.steps(None) == len(tasks.levels) == steps
