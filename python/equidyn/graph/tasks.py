"""Task graph of operations, its critical path, and schedules on several processors."""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ..validation import BoolArray
from .graph import Graph
from .graph import Operation as GraphOperation
from .trace import Operation, Trace

# operand without a task to wait for
_START = -1


@dataclass(frozen=True, eq=False)
class Tasks:
    """Multiplications, additions and divisions of the results of an arm, in order.

    Each takes one step. Changes of sign take none; nor do cosines and sines, which the papers do
    not count.

    Attributes
    ----------
    left, right : list of int
        The earlier tasks that a task waits for; -1 for none.
    is_multiplication : ndarray of bool
        Whether a task is a multiplication or division; otherwise it is an addition.
    """

    left: list[int]
    right: list[int]
    is_multiplication: BoolArray

    @classmethod
    def as_written(cls, trace: Trace) -> Tasks:
        """Return the tasks of a formulation on which torques depend."""
        operands = zip(trace.left.tolist(), trace.right.tolist(), strict=True)
        products = np.isin(trace.operation, (Operation.MULTIPLY, Operation.DIVIDE))
        return cls._collected(operands, is_task(trace), products)

    @classmethod
    def shared(cls, graph: Graph) -> Tasks:
        """Return the tasks of a graph, with common subexpressions computed once."""
        operands = ((abs(node.left), abs(node.right)) for node in graph.nodes)
        kinds = np.array([node.operation for node in graph.nodes], dtype=object)
        live = np.zeros(len(kinds), dtype=np.bool_)
        live[graph.live()] = True
        is_multiplication = (kinds == GraphOperation.MULTIPLY) | (kinds == GraphOperation.DIVIDE)
        is_addition = kinds == GraphOperation.ADD
        return cls._collected(operands, live & (is_multiplication | is_addition), is_multiplication)

    @classmethod
    def _collected(
        cls, operands: Iterable[tuple[int, int]], is_task: BoolArray, is_multiplication: BoolArray
    ) -> Tasks:
        """Return the tasks among nodes with these operands, contracting all other nodes."""
        # the last entry is that of node -1, any constant
        source = [_START] * (len(is_task) + 1)
        left: list[int] = []
        right: list[int] = []
        for node, (task, (a, b)) in enumerate(zip(is_task.tolist(), operands, strict=True)):
            if task:
                source[node] = len(left)
                left.append(source[a])
                right.append(source[b])
            else:
                # a change of sign, a cosine or a sine passes on the task of its operand
                source[node] = source[a]
        return cls(left, right, is_multiplication[is_task])

    def __len__(self) -> int:
        return len(self.left)

    def critical_path(
        self, counted: BoolArray | None = None, processor: Sequence[int] | None = None
    ) -> int:
        """Return the least number of steps on any number of processors: the critical path.

        Parameters
        ----------
        counted : ndarray of bool, optional
            Mask of the tasks that take a step; by default all do.
        processor : sequence of int, optional
            The processor of each task, which runs its tasks one by one, in order; by default every
            task has a processor of its own.
        """
        return max(self._ends(counted, processor), default=0)

    @cached_property
    def levels(self) -> list[int]:
        """Return the number of tasks with earliest step 1, 2, ..."""
        return [int(number) for number in np.bincount(self._ends())[1:]]

    def steps(self, processors: int | None) -> int:
        """Return the number of steps on this many processors, by list scheduling.

        In every step the processors run those ready tasks that have the longest paths to a torque.

        Parameters
        ----------
        processors : int or None
            Number of processors; None for as many as tasks.
        """
        if processors is None or processors >= max(self.levels, default=0):
            return self.critical_path()
        heights, successors = self._heights, self._successors
        operands = zip(self.left, self.right, strict=True)
        waiting = [(left != _START) + (right != _START) for left, right in operands]
        ready = [(-heights[task], task) for task, number in enumerate(waiting) if number == 0]
        heapq.heapify(ready)
        steps = 0
        while ready:
            steps += 1
            taken = [heapq.heappop(ready)[1] for _ in range(min(processors, len(ready)))]
            for task in taken:
                for successor in successors[task]:
                    waiting[successor] -= 1
                    if waiting[successor] == 0:
                        heapq.heappush(ready, (-heights[successor], successor))
        return steps

    def _ends(
        self, counted: BoolArray | None = None, processor: Sequence[int] | None = None
    ) -> list[int]:
        """Return the earliest step of each task."""
        durations = [1] * len(self) if counted is None else counted.astype(int).tolist()
        ends = [0] * (len(self) + 1)
        busy: dict[int, int] = defaultdict(int)
        for task, duration in enumerate(durations):
            end = max(ends[self.left[task]], ends[self.right[task]])
            if processor is not None:
                end = max(end, busy[processor[task]])
                busy[processor[task]] = end + duration
            ends[task] = end + duration
        return ends[:-1]

    @cached_property
    def _heights(self) -> list[int]:
        """Number of steps from the start of each task to the end of the last that needs it."""
        heights = [1] * (len(self) + 1)
        for task in range(len(self) - 1, -1, -1):
            for operand in (self.left[task], self.right[task]):
                heights[operand] = max(heights[operand], heights[task] + 1)
        return heights[:-1]

    @cached_property
    def _successors(self) -> list[list[int]]:
        """Tasks that wait for each task; those that need it twice are listed twice."""
        successors: list[list[int]] = [[] for _ in range(len(self) + 1)]
        for task, (left, right) in enumerate(zip(self.left, self.right, strict=True)):
            successors[left].append(task)
            successors[right].append(task)
        return successors[:-1]


def is_task(trace: Trace) -> BoolArray:
    """Return the mask of the nodes of a trace that are tasks of `Tasks.as_written`."""
    counted = (Operation.ADD, Operation.SUBTRACT, Operation.MULTIPLY, Operation.DIVIDE)
    mask: BoolArray = trace.live & np.isin(trace.operation, counted)
    return mask
