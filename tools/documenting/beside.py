"""Operations of a formulation beside those of another one with the same equations, row by row."""

import equidyn
from equidyn.counting.operation_polynomials import OperationPolynomial
from equidyn.counting.polynomial import Polynomial

from .markdown import table
from .mathematics import polynomial

# a formulation whose equations another one has too, that other one, and the heading of both
BESIDE = {"newton_euler_base_frame": ("newton_euler", "What link frames save")}

_NOTHING = (Polynomial(()), Polynomial(()))


def section(name: str, n: int) -> str:
    """Return the section on what another formulation saves; empty where there is none."""
    if name not in BESIDE:
        return ""
    other, heading = BESIDE[name]
    here, there = equidyn.operation_polynomial(name), equidyn.operation_polynomial(other)
    saved = [f"${polynomial(str(a - b))}$" for a, b in zip(here.total, there.total, strict=True)]
    fewer, of = sum(here.at(n)[:2]) - sum(there.at(n)[:2]), sum(here.at(n)[:2])
    title = equidyn.formulations()[other].title
    return f"""## {heading}

[{title}]({other}.md) has the same equations. Multiplications (M) and additions (A) of both, by the
rules above, row by row:

{table(("step", "M here", "A here", "M there", "A there"), _rows(here, there))}
It saves {saved[0]} multiplications and {saved[1]} additions, at $n = {n}$ {fewer} of {of}
operations. The rows that take more for each joint, and how many more: here
{_growing(here, there)}; there {_growing(there, here)}.
"""


def _rows(*both: OperationPolynomial) -> list[tuple[str, ...]]:
    """Return the rows that one of the two has, and their sums."""
    names = dict.fromkeys(name for each in both for name in each.steps)
    pairs = {name: [each.steps.get(name, _NOTHING)[:2] for each in both] for name in names}
    pairs["total"] = [each.total[:2] for each in both]
    return [
        (name, *(f"${polynomial(str(amount))}$" for pair in found for amount in pair))
        for name, found in pairs.items()
        if any(amount.coefficients for pair in found for amount in pair)
    ]


def _growing(one: OperationPolynomial, other: OperationPolynomial) -> str:
    """List the rows of one that grow faster than those of the other, with their surplus a joint."""
    surplus = {name: _a_joint(one, name) - _a_joint(other, name) for name in one.steps}
    dearest = sorted(surplus, key=lambda name: -surplus[name])
    return ", ".join(f"{name} ({surplus[name]})" for name in dearest if surplus[name] > 0)


def _a_joint(found: OperationPolynomial, name: str) -> int:
    """Return the operations that one joint more adds to a row of a formulation of order n."""
    both = sum(found.steps.get(name, _NOTHING)[:2], Polynomial(()))
    return int(both(1) - both(0))
