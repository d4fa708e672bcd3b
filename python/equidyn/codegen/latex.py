"""LaTeX equations of the joint torques."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable

from ..graph.graph import Graph, Operation
from .closed_form import Angle, Monomial, Term, closed_form
from .formulas import Formulas, Notation
from .header import header
from .program import Program

# largest number of joints with a readable closed form
_MOST_JOINTS = 3

# terms on a line of a closed form
_LINE = 4

_TORQUE = r"\tau"
_JOINT_SYMBOLS = {"q": "q", "qd": r"\dot{q}", "qdd": r"\ddot{q}"}
_VECTORS = {
    "tip_wrench": ("f", "n"),
    "base_motion": (r"\omega", r"\dot{\omega}", "a"),
    "gravity": ("g",),
}
_SCALARS = {"payload": "m"}


class _Latex(Notation):
    times = r"\,"

    def __init__(self, digits: int) -> None:
        self._digits = digits

    def number(self, value: float) -> str:
        """Write a number, with a power of ten if it is far from one."""
        mantissa, _, exponent = f"{value:.{self._digits}g}".partition("e")
        return rf"{mantissa} \cdot 10^{{{int(exponent)}}}" if exponent else mantissa

    def input(self, name: str) -> str:
        """Write an input with the number of its joint or the name of its axis, or its sign."""
        if name.startswith(f"{Operation.SIGN.value} "):
            return self.function(Operation.SIGN, self.input(name.partition(" ")[2]))
        argument, _, index = name.removesuffix("]").partition("[")
        if argument in _JOINT_SYMBOLS:
            return self.variable(_JOINT_SYMBOLS[argument], int(index))
        if argument in _SCALARS:
            return _SCALARS[argument]
        vector, axis = divmod(int(index), 3)
        return f"{_VECTORS[argument][vector]}_{'xyz'[axis]}"

    def variable(self, letter: str, index: int) -> str:
        return f"{letter}_{{{index + 1}}}"

    def function(self, operation: Operation, argument: str) -> str:
        if operation is Operation.SIGN:
            return rf"\operatorname{{sgn}}({argument})"
        return rf"\{operation.value} " + (f"({argument})" if " " in argument else argument)


def write_latex(program: Program, digits: int) -> str:
    """Write the torques of a program as an ``aligned`` environment.

    In closed form for arms of up to three joints; for longer ones as formulas in order of
    evaluation.
    """
    notation = _Latex(digits)
    if program.arm.n <= _MOST_JOINTS:
        equations = _multiplied_out(program.graph, notation)
    else:
        equations = _step_by_step(program.graph, notation)
    return "\n".join(
        [
            *(f"% {line}" for line in header(program)),
            r"\begin{aligned}",
            " \\\\\n".join(equations),
            r"\end{aligned}",
            "",
        ]
    )


def _step_by_step(graph: Graph, notation: Notation) -> list[str]:
    formulas = Formulas(graph, notation)
    torques = [(notation.variable(_TORQUE, k), text) for k, text in enumerate(formulas.outputs)]
    return [f"{name} &= {formula}" for name, formula in [*formulas.named, *torques]]


def _multiplied_out(graph: Graph, notation: Notation) -> list[str]:
    """Return closed forms: terms in accelerations, then in velocities, then the rest."""
    equations = []
    for k, terms in enumerate(closed_form(graph)):
        by_motion = defaultdict(list)
        for term in terms:
            by_motion[_motion(term)].append(term)
        lines = [
            line
            for motion in sorted(by_motion, key=_reading_order)
            for line in _lines(by_motion[motion], motion, notation)
        ]
        first, *others = lines or ["0"]
        equations.append(f"{notation.variable(_TORQUE, k)} &= {first.removeprefix('+ ')}")
        equations += [rf"&\quad {{}} {line}" for line in others]
    return equations


def _motion(term: Term) -> Monomial:
    """Return the inputs of a term that are not positions: motion, wrench, gravity."""
    return tuple(name for name in term.monomial if not name.startswith("q["))


def _reading_order(motion: Monomial) -> tuple[object, ...]:
    arguments = {name.partition("[")[0] for name in motion}
    kind = 0 if "qdd" in arguments else 1 if arguments == {"qd"} else 2
    return kind, len(motion), motion


def _lines(terms: list[Term], motion: Monomial, notation: Notation) -> list[str]:
    """Write the terms with a common motion factor, in parentheses if they are several."""
    if len(terms) == 1 or not motion:
        texts = [_signed(term.coefficient, _term(term, motion, notation)) for term in terms]
    else:
        sign = terms[0].coefficient
        texts = [_signed(sign * t.coefficient, _term(t, (), notation)) for t in terms]
        texts[0] = _signed(sign, f"({texts[0].removeprefix('+ ')}")
        texts[-1] += f"){notation.times}{_powers(motion, notation)}"
    return [" ".join(texts[start : start + _LINE]) for start in range(0, len(texts), _LINE)]


def _signed(value: float, text: str) -> str:
    return f"{'+' if value > 0 else '-'} {text}"


def _term(term: Term, motion: Monomial, notation: Notation) -> str:
    """Write a term without its sign: coefficient, positions, function of angles, motion."""
    factors = []
    if positions := [name for name in term.monomial if name.startswith("q[")]:
        factors.append(_powers(positions, notation))
    if term.angle:
        factors.append(notation.function(term.function, _angle(term.angle, notation)))
    if motion:
        factors.append(_powers(motion, notation))
    coefficient = notation.number(abs(term.coefficient))
    if coefficient != "1" or not factors:
        factors.insert(0, coefficient)
    return notation.times.join(factors)


def _powers(names: Iterable[str], notation: Notation) -> str:
    exponents = Counter(names)
    return notation.times.join(
        notation.input(name) + (f"^{{{power}}}" if power > 1 else "")
        for name, power in exponents.items()
    )


def _angle(angle: Angle, notation: Notation) -> str:
    text = "".join(
        f" {'+' if multiple > 0 else '-'} {abs(multiple) if abs(multiple) > 1 else ''}"
        f"{notation.input(name)}"
        for name, multiple in angle
    )
    return text.removeprefix(" + ")
