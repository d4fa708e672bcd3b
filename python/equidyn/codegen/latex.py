"""LaTeX equations."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable

from ..graph.graph import Graph, Operation
from .arguments import PARAMETERS, Argument, indices
from .closed_form import Angle, Monomial, Term, closed_form
from .formulas import Formulas, Notation
from .header import header
from .language import Language, Request
from .program import Program

# largest number of joints with a readable closed form
_MOST_JOINTS = 3

# terms on a line of a closed form
_LINE = 4

_JOINT_SYMBOLS = {"q": "q", "qd": r"\dot{q}", "qdd": r"\ddot{q}", "tau": r"\tau", "v": "v"}
_OF_JOINTS = {**_JOINT_SYMBOLS, "mass": "m", "a": "a", "a_y": "a_y", "d": "d"}
_VECTORS = {
    "tip_wrench": ("f", "n"),
    "base_motion": (r"\omega", r"\dot{\omega}", "a"),
    "gravity": ("g",),
}
_RESULTS = {
    "tau": r"\tau",
    "qdd": r"\ddot{q}",
    "Md": r"\dot{M}",
    "Jd": r"\dot{J}",
    "pose": "H",
    "poses": "H",
}
_RATIOS = {"tau": r"\tau", "q": "q", "qd": r"\dot{q}", "qdd": r"\ddot{q}"}

# the factors of a term that come first, in this order: positions, and what an arm is made of
_FIRST = {name: order for order, name in enumerate((*PARAMETERS[:6], "q"))}


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
        argument, _, number = name.removesuffix("]").partition("[")
        index = int(number)
        if argument in _OF_JOINTS:
            return self.variable(_OF_JOINTS[argument], index)
        if argument == "payload":
            return "m"
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
    order of evaluation.
    """
    notation = _Latex(request.digits)
    names = [name for result in program.results for name in _names(result)]
    if program.arm.n <= _MOST_JOINTS and not program.graph.operations().divisions:
        equations = _multiplied_out(program.graph, names, notation)
    else:
        formulas = Formulas(program.graph, notation)
        results = zip(names, formulas.outputs, strict=True)
        equations = [f"{name} &= {formula}" for name, formula in [*formulas.named, *results]]
    return "\n".join(
        [
            *(f"% {line}" for line in header(program)),
            r"\begin{aligned}",
            " \\\\\n".join(equations),
            r"\end{aligned}",
            "",
        ]
    )


def _names(result: Argument) -> list[str]:
    """Return the symbols of the elements of a result, joints numbered from 1."""
    above, _, below = result.name.partition("_")
    found = []
    for k in range(result.size):
        where = [index + 1 for index in indices(k, result.shape)]
        if below:
            row, column = where
            numerator, denominator = (_RATIOS[x.removeprefix("d")] for x in (above, below))
            found.append(rf"\partial {numerator}_{{{row}}} / \partial {denominator}_{{{column}}}")
            continue
        comma = "," if max(where, default=0) > 9 else ""
        index = f"_{{{comma.join(map(str, where))}}}" if where else ""
        found.append(f"{_RESULTS.get(result.name, result.name)}{index}")
    return found


def _multiplied_out(graph: Graph, names: list[str], notation: Notation) -> list[str]:
    """Return closed forms: terms in accelerations, then in velocities, then the rest."""
    equations = []
    for name, terms in zip(names, closed_form(graph), strict=True):
        by_motion = defaultdict(list)
        for term in terms:
            by_motion[_motion(term)].append(term)
        lines = [
            line
            for motion in sorted(by_motion, key=_reading_order)
            for line in _lines(by_motion[motion], motion, notation)
        ]
        first, *others = lines or ["0"]
        equations.append(f"{name} &= {first.removeprefix('+ ')}")
        equations += [rf"&\quad {{}} {line}" for line in others]
    return equations


def _motion(term: Term) -> Monomial:
    """Return the inputs of a term that come last: motion, wrench, gravity."""
    return tuple(name for name in term.monomial if _argument(name) not in _FIRST)


def _argument(name: str) -> str:
    return name.partition("[")[0]


def _reading_order(motion: Monomial) -> tuple[object, ...]:
    arguments = set(map(_argument, motion))
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
    if first := [name for name in term.monomial if _argument(name) in _FIRST]:
        first.sort(key=lambda name: _FIRST[_argument(name)])
        factors.append(_powers(first, notation))
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


LATEX = Language("LaTeX", "an aligned environment; joints are numbered from 1", write_latex)
