"""Closed form of a graph: its outputs expanded into sums of products.

A torque is a sum of products of joint velocities, their signs, accelerations and cosines and sines
of joint angles. With cos x = (e^ix + e^-ix) / 2 a product of such functions becomes a sum of
functions of sums of angles, so that cos q1 cos q2 - sin q1 sin q2 becomes cos(q1 + q2), and equal
functions have equal terms.
"""

from __future__ import annotations

import cmath
from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from ..graph.graph import Graph, Operation

# names of inputs and their integer multiples in an angle, sorted by name
Angle = tuple[tuple[str, int], ...]

# factors of a product: names of inputs, or of their signs ("sgn qd[0]"), sorted
Monomial = tuple[str, ...]

# coefficients by (monomial, angle), of monomial e^(i angle)
Polynomial = dict[tuple[Monomial, Angle], complex]

# largest residue of cancelled terms, relative to the largest coefficient of all outputs
_ROUNDING = 1e-13


class Term(NamedTuple):
    """A coefficient times inputs times the cosine or sine of an angle.

    Attributes
    ----------
    coefficient : float
        Not zero.
    monomial : tuple of str
        Names of the inputs, or of their signs, sorted.
    function : Operation
        ``COSINE`` or ``SINE``; the cosine of no angle is 1.
    angle : tuple of (str, int)
        Names of inputs and their integer multiples in the sum; the first is positive.
    """

    coefficient: float
    monomial: Monomial
    function: Operation
    angle: Angle


def closed_form(graph: Graph) -> list[list[Term]]:
    """Expand the outputs of a graph.

    Returns
    -------
    list of list of Term
        The terms of each output, grouped by monomial, simple angles first.
    """
    made: dict[int, Polynomial] = {0: {}}
    for node in graph.live():
        operation, left, right, value, name = graph.nodes[node]
        match operation:
            case Operation.NUMBER:
                made[node] = {((), ()): value}
            case Operation.INPUT:
                made[node] = {((name,), ()): 1.0}
            case Operation.ADD:
                made[node] = _sum(_signed(made, left), _signed(made, right))
            case Operation.MULTIPLY:
                made[node] = _product(_signed(made, left), _signed(made, right))
            case Operation.COSINE:
                made[node] = _cosine(made[left], 0.0)
            case Operation.SINE:
                made[node] = _cosine(made[left], -cmath.pi / 2)
            case Operation.SIGN:
                made[node] = {((f"{operation.value} {graph.nodes[left].name}",), ()): 1.0}
    outputs = [_signed(made, output) for output in graph.outputs]
    smallest = _ROUNDING * max((abs(c) for output in outputs for c in output.values()), default=0.0)
    return [list(_real_terms(output, smallest)) for output in outputs]


def _signed(made: dict[int, Polynomial], x: int) -> Polynomial:
    if x >= 0:
        return made[x]
    return {key: -coefficient for key, coefficient in made[-x].items()}


def _sum(x: Polynomial, y: Polynomial) -> Polynomial:
    result = defaultdict(complex, x)
    for key, coefficient in y.items():
        result[key] += coefficient
    return result


def _product(x: Polynomial, y: Polynomial) -> Polynomial:
    result: Polynomial = defaultdict(complex)
    for (x_monomial, x_angle), x_coefficient in x.items():
        for (y_monomial, y_angle), y_coefficient in y.items():
            monomial = tuple(sorted(x_monomial + y_monomial))
            result[monomial, _added(x_angle, y_angle)] += x_coefficient * y_coefficient
    return result


def _added(x: Angle, y: Angle) -> Angle:
    total = dict(x)
    for name, multiple in y:
        total[name] = total.get(name, 0) + multiple
    return tuple(sorted((name, multiple) for name, multiple in total.items() if multiple))


def _cosine(angle: Polynomial, phase: float) -> Polynomial:
    """Return the cosine of a phase plus an angle: a sum of inputs, and a number or none."""
    phase += angle.get(((), ()), 0.0).real
    inputs = {monomial[0]: round(c.real) for (monomial, _), c in angle.items() if monomial}
    opposite = {name: -multiple for name, multiple in inputs.items()}
    forwards = cmath.exp(1j * phase) / 2
    return {
        ((), tuple(sorted(inputs.items()))): forwards,
        ((), tuple(sorted(opposite.items()))): forwards.conjugate(),
    }


def _real_terms(x: Polynomial, smallest: float) -> Iterator[Term]:
    """Combine the terms of opposite angles, and drop those that are not above the smallest."""
    for monomial, angle in sorted(x, key=lambda key: (key[0], len(key[1]), key[1])):
        if angle and angle[0][1] < 0:
            continue
        coefficient = x[monomial, angle] * (2 if angle else 1)
        for function, part in (
            (Operation.COSINE, coefficient.real),
            (Operation.SINE, -coefficient.imag),
        ):
            if abs(part) > smallest:
                yield Term(part, monomial, function, angle)
