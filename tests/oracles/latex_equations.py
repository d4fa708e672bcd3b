"""Equations in LaTeX, read as formulas of Python."""

import re

import numpy as np

# an equation goes on over lines; a fraction is read when its subscripts have no braces any more
IN_PYTHON = (
    (r"\\begin\{bmatrix\}\n((?:.*\n)*?)\\end\{bmatrix\}", lambda found: in_brackets(found[1])),
    (r" \\\\\n&\\quad \{\} ", " "),
    (r"\\operatorname\{sgn\}", "sgn"),
    (r" \\cdot 10\^\{(-?\d+)\}", r"e\1"),
    (r"\\(omega|tau|alpha|theta)", r"\1"),
    (r"\\ddot\{(\w+)\}", r"\1dd"),
    (r"\\dot\{(\w+)\}", r"\1d"),
    (r"_\{(\w+),(\w+)\}", r"_\1_\2"),
    (r"_\{(\w+)\}", r"_\1"),
    (r"\^\{(\d+)\}", r"**\1"),
    (r"\\frac\{([^{}]*)\}\{([^{}]*)\}", r"((\1)/(\2))"),
    (r"\\partial (\w+) / \\partial (\w+)", r"partial_\1_by_\2"),
    (r"(\d)(q|alpha|theta)_", r"\1*\2_"),
    (r"\\(cos|sin) (\([^()]*\)|[\d*]*(?:q|t|alpha|theta)_\d+)", r"\1(\2)"),
    (r"\\,", "*"),
)

OF_JOINTS = {
    "mass": "m",
    **{name: name for name in ("q", "qd", "qdd", "tau", "v", "a", "a_y", "d")},
    **{name: name for name in ("alpha", "theta")},
}
VECTORS = {"tip_wrench": "f n", "base_motion": "omega omegad a", "gravity": "g"}
WHOLE = {"payload": "m", "g": "g"}
OF_LINKS = {"com": "c", "inertia": "I"}


def in_brackets(rows):
    """The rows of a matrix as a list, row after row."""
    cells = [cell for row in rows.strip().split(" \\\\\n") for cell in row.split(" & ")]
    return f"[{', '.join(cells)}]"


def symbols(name, values):
    """The numbers of an argument by the symbols of its elements."""
    if name in WHOLE:
        return {WHOLE[name]: values[0]}
    if name in OF_JOINTS:
        return {f"{OF_JOINTS[name]}_{joint}": x for joint, x in enumerate(values, 1)}
    if name in VECTORS:
        places = [f"{vector}_{axis}" for vector in VECTORS[name].split() for axis in "xyz"]
        return dict(zip(places, values, strict=True))
    return {
        f"{OF_LINKS[name]}_{link + 1}{''.join('xyz'[axis] for axis in axes)}": x
        for (link, *axes), x in np.ndenumerate(values)
    }


def evaluate(source, given):
    """The values of all equations of an aligned environment, each of which may use earlier ones.

    A matrix gives its entries, row after row.
    """
    text = source.partition("\\begin{aligned}\n")[2].partition("\n\\end{aligned}")[0]
    for pattern, replacement in IN_PYTHON:
        text = re.sub(pattern, replacement, text)
    names = {"cos": np.cos, "sin": np.sin, "sgn": np.sign}
    for name, values in given.items():
        names |= symbols(name, values)
    found = []
    for equation in text.split(" \\\\\n"):
        left, formula = equation.split(" &= ")
        value = eval(formula, {}, names)
        found += value if isinstance(value, list) else [value]
        names[left] = value
    return np.array(found)
