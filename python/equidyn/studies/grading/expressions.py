"""SymPy expressions of a student as functions of the state."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from ...arm.arm import Arm

# orders of derivatives, by the letters that say them: dq1, qdot_1, q1dd, \ddot{q}_1
_ORDERS = {"": 0, "d": 1, "dot": 1, "p": 1, "dd": 2, "ddot": 2, "pp": 2}
_DOTS = "(|d|dot|p|dd|ddot|pp)"
_VARIABLE = re.compile(rf"{_DOTS}(?:q|th|theta|θ|ϑ){_DOTS}(\d+){_DOTS}")

_OPERANDS = ("q", "qd", "qdd")

# most symbols that an error names
_NAMED = 5


def is_expression(value: Any, axes: int = 3) -> bool:
    """Return whether a value is an expression or matrix of SymPy, or a nested list of them."""
    if "sympy" not in sys.modules or callable(value):
        return False
    import sympy

    if isinstance(value, np.ndarray):
        value = value.ravel().tolist()
    if isinstance(value, (list, tuple)):
        return axes > 0 and any(is_expression(entry, axes - 1) for entry in value)
    return isinstance(value, (sympy.Basic, sympy.MatrixBase))


def values_of(name: str, expression: Any, arm: Arm, operands: Sequence[str]) -> Callable[..., Any]:
    """Return the function that computes an expression, matrix or nested list from a state.

    Parameters
    ----------
    name : str
        Name of the expression in messages.
    expression : expression, matrix or nested sequence of SymPy
        Of symbols of joints such as q1, qd1, qdd1 in any usual spelling, or of functions of time
        and their derivatives. Parameters are numbers, or symbols as those of `equidyn.generate`.
    arm : Arm
        The arm: the values of such parameters.
    operands : sequence of str
        Names of the operands of the function.

    Raises
    ------
    ValueError
        If it has other symbols.
    """
    import sympy

    is_matrix = isinstance(expression, sympy.MatrixBase)
    entries = np.array(expression.tolist() if is_matrix else expression, dtype=object)
    formulas = _at_an_instant(sympy.Matrix(entries.ravel().tolist()))
    symbols = sorted(formulas.free_symbols, key=str)
    variables = _variables(map(str, symbols), arm.n, operands)
    parameters = _parameters(arm)
    formulas = formulas.subs({x: parameters[x.name] for x in symbols if x.name in parameters})
    unknown = [str(x) for x in symbols if x.name not in variables and x.name not in parameters]
    if unknown:
        named = ", ".join(unknown[:_NAMED]) + (", ..." if len(unknown) > _NAMED else "")
        joints = ", ".join(f"{operand}1" for operand in operands)
        raise ValueError(
            f"{name}: expected an expression of {joints} and so on, got the symbols {named}: "
            "replace them by numbers"
        )
    compute = sympy.lambdify(
        [x for x in symbols if x.name in variables], formulas.T.tolist()[0], "numpy"
    )

    def of_state(*state: Any) -> Any:
        numbers = [state[operand][joint] for operand, joint in variables.values()]
        return np.array(compute(*numbers)).reshape(entries.shape)

    return of_state


def _variables(names: Iterable[str], n: int, operands: Sequence[str]) -> dict[str, tuple[int, int]]:
    """Return operand and joint of each name of a joint variable, in the same order."""
    found = {}
    for name in names:
        said = _VARIABLE.fullmatch(re.sub(r"[\\{}_ ^]", "", name))
        if said is None:
            continue
        order = sum(_ORDERS[said[group]] for group in (1, 2, 4))
        if order < len(operands) and _OPERANDS[order] in operands:
            found[name] = (order, int(said[3]))
    first = 0 if any(number == 0 for _, number in found.values()) else 1
    return {
        name: (order, number - first)
        for name, (order, number) in found.items()
        if number - first in range(n)
    }


def _at_an_instant(formulas: Any) -> Any:
    """Return formulas with symbols instead of functions of time and their derivatives."""
    import sympy
    from sympy.core.function import AppliedUndef

    rates = {
        rate: sympy.Symbol("d" * int(rate.derivative_count) + str(rate.expr.func))
        for rate in formulas.atoms(sympy.Derivative)
    }
    now = formulas.xreplace(rates)
    return now.xreplace({x: sympy.Symbol(str(x.func)) for x in now.atoms(AppliedUndef)})


def _parameters(arm: Arm) -> dict[str, float]:
    """Return the values of the symbols of `equidyn.generate`, and of a scalar g."""
    values = {"g": float(np.linalg.norm(arm.gravity))}
    values |= {f"g_{axis}": float(arm.gravity[k]) for k, axis in enumerate("xyz")}
    for link in range(arm.n):
        number = link + 1
        values |= {f"{name}_{number}": float(getattr(arm, name)[link]) for name in ("a", "d")}
        if not arm.missing:
            values[f"m_{number}"] = float(arm.mass[link])
            values |= {f"c_{number}{x}": float(arm.com[link, k]) for k, x in enumerate("xyz")}
            values |= {
                f"I_{number}{x}{y}": float(arm.inertia[link, j, k])
                for j, x in enumerate("xyz")
                for k, y in enumerate("xyz")
            }
    return values
