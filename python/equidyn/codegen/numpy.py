"""NumPy code of inverse dynamics."""

from __future__ import annotations

import keyword
from collections.abc import Iterable
from textwrap import wrap

from ..graph.graph import Operation
from .ends import Argument, elements
from .formulas import CodeNotation, Formulas
from .header import header
from .program import Program

# width of a list of names, which leaves room for indentation
_WIDTH = 80

# np and float are used by the code itself
PYTHON_RESERVED = frozenset(("np", "float", "__debug__", *keyword.kwlist))


class _NumPy(CodeNotation):
    times = " * "

    def input(self, name: str) -> str:
        return _local(name)

    def function(self, operation: Operation, argument: str) -> str:
        return f"np.{'sign' if operation is Operation.SIGN else operation.value}({argument})"


def write_numpy(program: Program, name: str) -> str:
    """Write a program as a function of this name, whose leading axes broadcast."""
    formulas = Formulas(program.graph, _NumPy())
    arguments, used = program.arguments, program.used()
    names = ", ".join(argument.name for argument in arguments)
    body = [
        f'"""Return the joint torques, shape (..., {program.arm.n}); leading axes broadcast."""',
        f"vectors = [np.asarray(x, dtype=float) for x in ({names})]",
        "leading = np.broadcast_shapes(*(x.shape[:-1] for x in vectors))",
        f"{names} = (np.moveaxis(x, -1, 0) for x in vectors)",
        *(line for argument in arguments for line in _unpacked(argument, used)),
        "",
        *(f"{variable} = {formula}" for variable, formula in formulas.named),
        "",
        f"tau = np.empty((*leading, {program.arm.n}))",
        *(f"tau[..., {k}] = {formula}" for k, formula in enumerate(formulas.outputs)),
        "return tau",
    ]
    lines = [
        *(f"# {line}" for line in header(program)),
        "import numpy as np",
        "",
        "",
        f"def {name}({names}):",
        *(f"    {line}".rstrip() for line in body),
        "",
    ]
    return "\n".join(lines)


def _local(element: str) -> str:
    """Return the local variable of an element of an argument: "qd0" for "qd[0]"."""
    return element.replace("[", "").replace("]", "")


def _unpacked(argument: Argument, used: Iterable[str]) -> list[str]:
    """Return the lines that unpack an argument into its used local variables."""
    names = ", ".join(_local(name) if name in used else "_" for name in elements(argument))
    if argument.size == 1:
        return [f"({names},) = {argument.name}"]
    if len(names) <= _WIDTH:
        return [f"{names} = {argument.name}"]
    return ["(", *(f"    {line}" for line in wrap(f"{names},", _WIDTH)), f") = {argument.name}"]
