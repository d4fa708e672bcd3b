"""LaTeX equations."""

from __future__ import annotations

from fractions import Fraction

from ..graph.graph import Operation
from .arguments import indices, split
from .closed_form import closed_form
from .formulas import Formulas, Notation
from .header import header
from .language import Language, Request
from .latex_matrix import equations
from .latex_terms import in_lines
from .program import Program

# largest number of joints with a readable closed form
_MOST_JOINTS = 3

# denominators, and the largest numerator, of numbers that are written as fractions
_DENOMINATORS, _LARGEST = (2, 3, 4, 6, 8, 12), 5

_JOINT_SYMBOLS = {"q": "q", "qd": r"\dot{q}", "qdd": r"\ddot{q}", "tau": r"\tau", "v": "v"}
_OF_JOINTS = {
    **_JOINT_SYMBOLS,
    "alpha": r"\alpha",
    "theta": r"\theta",
    "mass": "m",
    "a": "a",
    "a_y": "a_y",
    "d": "d",
}
_WHOLE = {"payload": "m", "g": "g"}
_VECTORS = {
    "tip_wrench": ("f", "n"),
    "base_motion": (r"\omega", r"\dot{\omega}", "a"),
    "gravity": ("g",),
}


class _Latex(Notation):
    times = r"\,"

    def __init__(self, digits: int) -> None:
        self._digits = digits

    def number(self, value: float) -> str:
        """Write a number, with a power of ten if it is far from one; a half as a fraction."""
        numerator, denominator = Fraction(value).limit_denominator(12).as_integer_ratio()
        is_fraction = denominator in _DENOMINATORS and numerator <= _LARGEST
        if is_fraction and numerator / denominator == value:
            return self.quotient(str(numerator), str(denominator))
        mantissa, _, exponent = f"{value:.{self._digits}g}".partition("e")
        return rf"{mantissa} \cdot 10^{{{int(exponent)}}}" if exponent else mantissa

    def input(self, name: str) -> str:
        """Write an input with the number of its joint or the name of its axis, or its sign."""
        if name.startswith(f"{Operation.SIGN.value} "):
            return self.function(Operation.SIGN, self.input(name.partition(" ")[2]))
        argument, index = split(name)
        if argument in _OF_JOINTS:
            return self.variable(_OF_JOINTS[argument], index)
        if argument in _WHOLE:
            return _WHOLE[argument]
        if argument == "com":
            return f"c_{{{index // 3 + 1}{'xyz'[index % 3]}}}"
        if argument == "inertia":
            link, row, column = indices(index, (index // 9 + 1, 3, 3))
            return f"I_{{{link + 1}{'xyz'[row]}{'xyz'[column]}}}"
        vector, axis = divmod(index, 3)
        return f"{_VECTORS[argument][vector]}_{'xyz'[axis]}"

    def variable(self, letter: str, index: int) -> str:
        return f"{letter}_{{{index + 1}}}"

    def quotient(self, numerator: str, denominator: str) -> str:
        return rf"\frac{{{numerator}}}{{{denominator}}}"

    def function(self, operation: Operation, argument: str) -> str:
        if operation is Operation.SIGN:
            return rf"\operatorname{{sgn}}({argument})"
        return rf"\{operation.value} " + (f"({argument})" if " " in argument else argument)


def write_latex(program: Program, request: Request) -> str:
    """Write the results of a program as an ``aligned`` environment.

    In closed form for arms of up to three joints, unless they are quotients; else as formulas in
    order of evaluation. Results of two axes are matrices, if their entries are short or have names.
    """
    notation = _Latex(request.digits)
    lines: list[str] = []
    if program.arm.n <= _MOST_JOINTS and not program.graph.operations().divisions:
        entries = [in_lines(terms, notation) for terms in closed_form(program.graph)]
    else:
        formulas = Formulas(program.graph, notation)
        lines = [f"{name} &= {formula}" for name, formula in formulas.named]
        entries = [[formula] for formula in formulas.outputs]
    results = [equations(result, own) for result, own in program.by_result(entries)]
    lines += [line for each in results for line in each.of_entries]
    lines += [line for each in results for line in each.of_result]
    return "\n".join(
        [
            *(f"% {line}" for line in header(program)),
            r"\begin{aligned}",
            " \\\\\n".join(lines),
            r"\end{aligned}",
            "",
        ]
    )


LATEX = Language(
    "LaTeX", "an aligned environment; joints are numbered from 1", write_latex, symbolic=True
)
