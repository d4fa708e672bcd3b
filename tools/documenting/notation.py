"""Meaning of the letters in the equations of a page, from the common notation."""

import re

from .markdown import table

# letters that have the meaning of their source on these pages, which define them
OWN = {
    "generalized_dalembert": "c_",
    "gibbs_appell": "S_",
    "lagrange_euler": "K_",
    "lie_group": "F_ I_ J_ S_ T_ T_0 c_",
    "link_newton_euler": "J_",
    "modified_newton_euler": "K_",
    "natural_orthogonal_complement": "T_",
    "newton_euler_angeles": "Q_ c_ f_ n_",
    "newton_euler_sasaki_scalar": "J_",
    "recursive_lagrangian_3x3": "e_",
    "recursive_lagrangian_4x4": "A_",
    "spatial_newton_euler": "I_ S_ a_ f_",
    "waters": "A_",
}
_FORMULA = re.compile(r"\$\$(.+?)\$\$|\$(.+?)\$", re.DOTALL)
_COMMENT = re.compile(r" *%.*")
_ROW = re.compile(r"^\| (\$.+?) \| (.+) \|$", re.MULTILINE)
_NO_LETTERS = re.compile(r"\\(?:operatorname|text|mathrm|begin|end)\{.*?\}|\\partial\b")
_POWER = re.compile(r"\^(?:\{[^{}]*\}|\\?\w)")
_LETTER = re.compile(
    r"(\\(?:hat|bar|dot|ddot) *)?(\\[a-z]+|[A-Za-z])(?:_(?:\{([^{}]*)\}|(\\?\w)))?"
)


def letters(tex: str) -> list[str]:
    """Return the letters of a formula, with accents, and "_", "_0" or "_n" for an index."""
    plain = _POWER.sub("", _NO_LETTERS.sub("", tex))
    found = []
    for accent, letter, long, short in _LETTER.findall(plain):
        index = long or short
        kind = "_0" if index.startswith("0") else "_n" if index == "n+1" else "_" if index else ""
        found.append(accent.strip() + letter + kind)
    return found


def formulas(text: str) -> list[str]:
    """Return the formulas of a page, without comments."""
    return [_COMMENT.sub("", one or other) for one, other in _FORMULA.findall(text)]


def rows(notation: str) -> list[tuple[str, str, list[str]]]:
    """Return symbols and meaning of each row of the notation, and the letters that it explains."""
    return [
        (symbols, meaning, [letters(each)[0] for each in formulas(symbols)])
        for symbols, meaning in _ROW.findall(notation)
    ]


def section(name: str, equations: str, notation: str) -> str:
    """Return the rows of the notation that the equations of a formulation use."""
    used = {letter for tex in formulas(equations) for letter in letters(tex)}
    used -= {"n", "i", *OWN.get(name, "").split()}
    found = [(symbols, what) for symbols, what, named in rows(notation) if used.intersection(named)]
    return f"\nTheir symbols:\n\n{table(('symbol', 'meaning'), found)}"
