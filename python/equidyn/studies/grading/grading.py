"""Grading of a student's function on an arm."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...output.text import in_one_line
from ...robots import ArmLike, load
from ...validation import choice, count, positive, switch, text
from ...verification import first_wrong
from .explain import explanations
from .items import Item
from .marking import Marking
from .remarks import few_digits, remarks, sufficient_tolerance
from .rows import first_wrong_row
from .student import Answers, Student
from .tasks import TASKS, Task
from .tasks.torques import InverseDynamics

if TYPE_CHECKING:
    from ...arm import Arm

# largest difference that is not wrong, by default
TOLERANCE = 1e-5

# most random states: more would add nothing
_MOST_SAMPLES = 1000


def grade(
    f: Any,
    arm: ArmLike,
    *,
    quantity: str = "inverse_dynamics",
    friction: bool = False,
    motors: bool = False,
    samples: int = 8,
    seed: int = 0,
    tolerance: float = TOLERANCE,
    name: str | None = None,
) -> Marking:
    """Grade a student's function: points by item, and what is wrong.

    Differences of its results isolate gravity, each entry of the mass matrix, each velocity
    coefficient and friction. Some hundred mistakes, at all joints or at one, are put into the right
    algorithm; one is named only where its effect is the whole output of the function, in every
    state. Where none is, two together are tried.

    Parameters
    ----------
    f : callable or expression
        ``f(q, qd, qdd)`` or ``f(arm, q, qd, qdd)``, of one state, arrays of shape (n,); of arrays
        (m, n), where it takes no single state; or of numbers, ``f(q1, q2, qd1, ...)``. Other
        quantities take ``q``, the Coriolis matrix ``q, qd``. An expression, matrix or nested list
        of SymPy has symbols ``q1``, ``qd1``, ``qdd1``. A function may return its intermediate rows
        too, as ``(tau, rows)`` or in a dictionary with ``"tau"``: of ``w``, ``al``, ``a``, ``ac``,
        ``F``, ``N``, ``f``, ``n``, each of shape (n, 3).
    arm : Arm, str or path_like
        The arm, or its name or file as `equidyn.robots.load` takes them.
    quantity : str
        "inverse_dynamics", "gravity_torque", "mass_matrix", "coriolis_matrix" (of any
        factorisation), "coriolis_coefficients", "kinetic_energy", "potential_energy" (up to a
        constant), "forward_dynamics", "forward_kinematics" (a pose or a position) or "jacobian"
        (whole, or its linear part), with the arguments of the methods of `Arm`.
    friction, motors : bool
        Whether torques have to include them, as in `Arm.inverse_dynamics`.
    samples : int
        Number of random states.
    seed : int
        Seed of the random states.
    tolerance : float
        Largest difference that is not wrong, as a part of the largest torque of the joint: by
        default one that float32 and difference quotients keep. Where every torque is zero, a
        hundredth of this part of the terms that cancel, such as m g l.
    name : str, optional
        Name of the function in tables; by default its own.

    Returns
    -------
    Marking
        True in a condition when everything is right; prints as tables.

    Raises
    ------
    ValueError
        If the quantity is unknown, the function raises in the first state (its error is the cause)
        or returns a wrong shape, or the expression has other symbols.
    TypeError
        If `f` is no function of these operands.

    Examples
    --------
    >>> import equidyn
    >>> arm = equidyn.robots.puma560()
    >>> def forgetful(arm, q, qd, qdd):
    ...     return arm.inverse_dynamics(q, 0 * qd, qdd)
    >>> print(equidyn.grade(forgetful, arm).explanations[0])
    the torque of the velocities C q̇ is missing
    """
    positive("tolerance", tolerance)
    task = task_of(load(arm), quantity, friction, motors, samples, seed)
    student = Student.of(
        str(getattr(f, "__name__", "f")) if name is None else text("name", name), f, task
    )
    with np.errstate(all="ignore"):
        answers = student.answers()
    return judged(task, answers, student.name, quantity, seed, tolerance)


def task_of(
    arm: Arm, quantity: str, friction: bool, motors: bool, samples: int = 8, seed: int = 0
) -> Task:
    """Return the task that a function is marked by; arguments as of `grade`."""
    return TASKS[choice("quantity", quantity, TASKS)](
        arm,
        count("samples", samples, smallest=2, largest=_MOST_SAMPLES),
        np.random.default_rng(count("seed", seed, smallest=0)),
        switch("friction", friction),
        switch("motors", motors),
    )


@np.errstate(all="ignore")
def judged(
    task: Task,
    answers: Answers,
    name: str,
    quantity: str,
    seed: int = 0,
    tolerance: float = TOLERANCE,
) -> Marking:
    """Return the marking of the answers of a function."""
    results, reading = task.completed(answers.results)
    right = task.like(task.expected(), results)
    allowed = task.allowed(right, tolerance)
    got = task.compared(results)
    items = task.items(got, right, allowed)
    passed = all(item.passed for item in items)
    rounded = () if passed else few_digits(got, right)
    notes = [*filter(None, [reading]), *remarks(task, answers)]
    if np.isfinite(got).all():
        notes += task.notes(results)
    if rounded:
        sufficient = sufficient_tolerance(items, tolerance)
        notes.append(f"with a tolerance of {sufficient} everything is right")
    return Marking(
        arm=task.arm,
        quantity=quantity,
        name=name,
        seed=seed,
        items=items,
        explanations=rounded
        or (() if passed else explanations(task, got, right, results, allowed)),
        wrong_row=first_wrong_row(task.model, task.operands, answers.rows)
        if isinstance(task, InverseDynamics) and answers.rows
        else None,
        failure=first_wrong(
            ~(np.abs(got - right) <= allowed),
            right,
            got,
            dict(zip(task.names, task.operands, strict=True)),
            axis="entry",
        ),
        notes=tuple(notes),
        title=task.title,
    )


def as_a_whole(task: Task, fault: str, name: str, quantity: str, seed: int = 0) -> Marking:
    """Return the marking of what is right as a whole, or has a fault and no points."""
    right = task.expected()
    whole = task.items(right, right, task.allowed(right, TOLERANCE))
    return Marking(
        arm=task.arm,
        quantity=quantity,
        name=name,
        seed=seed,
        items=(Item(task.title, (), sum(item.out_of for item in whole), in_one_line(fault)),),
        title=task.title,
    )
