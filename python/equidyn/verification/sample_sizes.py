"""How many states are tried: fewer where results are large, or a formulation is expensive.

Sizes depend on the number of joints and on exponents of costs alone, never on a clock: the same
call tries the same states on every machine.
"""

from __future__ import annotations

from ..dynamics.facts import FACTS
from ..dynamics.registry import degree
from ..implementations.implementation import Implementation

# limit of the states: more would add nothing, and fill the memory
LARGEST_SAMPLE = 1_000_000

# limit of the entries of all matrices, or all coefficients, together
_MOST_ENTRIES = 500_000

# limit of the states times n^d, where a formulation is of order n^d: a fraction of a second
_MOST_STEPS = 25_000_000

# states for mass matrices, of n torques each
_MASS_MATRICES = 10

# states for derived quantities, of which each takes some twelve torques in extended precision for
# each joint; limit of n³ times their number
_DERIVED, _MOST_DERIVED = 10, 100_000


def states_of_quantity(samples: int, n: int, quantity: str) -> int:
    """Return the number of tried states: fewer than asked for where their results are large."""
    axes = len(FACTS[quantity].shapes[0])
    return samples if axes == 1 else _at_most(samples, _MOST_ENTRIES, n**axes)


def states_of_subject(samples: int, n: int, subject: Implementation, calls: int = 1) -> int:
    """Return the number of states, the first ones of the sample, in which a subject is called.

    Fewer for a formulation of high order; the cost of a user's function is not known.
    """
    if subject.by_user:
        return samples
    each = calls * n ** degree(subject.name, subject.quantity)
    return _at_most(samples, _MOST_STEPS, each)


def states_of_mass_matrices(subject: Implementation, n: int) -> int:
    """Return the number of states in which mass matrices are made of the torques of a subject."""
    return states_of_subject(_MASS_MATRICES, n, subject, calls=n)


def states_of_derived(samples: int, n: int) -> int:
    """Return the number of states in which derived quantities are checked."""
    return _at_most(min(samples, _DERIVED), _MOST_DERIVED, n**3)


def _at_most(samples: int, most: int, each: int) -> int:
    return min(samples, max(1, most // each))
