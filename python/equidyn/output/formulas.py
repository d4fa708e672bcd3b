"""Formulas in the text of a table: which parts are one, and these in LaTeX.

A part is a formula where text would be typeset wrong: a polynomial in n, a letter with an index or
a power, a number with a sign or a power of ten. Names such as mass_matrix, options such as -O3 and
ranges such as 1-4 are text.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

# the text is decomposed (NFD), so that an accent follows its letter
_ACCENTS = {
    "\u0300": r"\grave",
    "\u0301": r"\acute",
    "\u0302": r"\hat",
    "\u0303": r"\tilde",
    "\u0304": r"\bar",
    "\u0307": r"\dot",
    "\u0308": r"\ddot",
}
_GREEK = "\u0391-\u03a9\u03b1-\u03c9\u03d1"
_LETTER = rf"[A-Za-z{_GREEK}][{''.join(_ACCENTS)}]?"

# letters of which LaTeX has no command, or one of another name
_SPECIAL = {
    **dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΧο", "ABEZHIKMNOPTXo", strict=True)),
    "ϑ": r"\vartheta",
    "ς": r"\varsigma",
}

# names of velocity and acceleration in plain text
_DOTTED = {"qd": r"\dot{q}", "qdd": r"\ddot{q}"}
_SPELLED = ("alpha", "beta", "gamma", "delta", "theta", "lambda", "mu", "rho", "tau", "phi")
_NAMES = "|".join((*_DOTTED, *_SPELLED))

_WORD = rf"[A-Za-z0-9{_GREEK}]"
_INSIDE = rf"[A-Za-z0-9{_GREEK}+*/, -]+"
_INDEX = rf"_(?:\{{{_INSIDE}\}}|{_WORD}{{1,3}}(?!{_WORD}))"
_POWER = rf"\^(?:\{{{_INSIDE}\}}|\({_INSIDE}\)|[-+]?{_WORD}+)"
_SCRIPTS = rf"(?:{_INDEX}(?:{_POWER})?|{_POWER})"

# indices are set as letters, other words of three letters upright: max
_LETTERS_OF_INDICES = frozenset("ijklmnxyz")

_NUMBER = r"\d+(?:\.\d+)?"
_COEFFICIENT = rf"{_NUMBER}(?:/\d+)?"
_TERM = rf"(?:{_COEFFICIENT} ?)?n(?:\^\d+)?(?![\w^]|-[A-Za-z])"

# no word, number or path goes on before or behind
_START = rf"(?<!{_WORD})(?<![_.^/}})\]-])"
_END = rf"(?!{_WORD}|[_^]|\.{_WORD})"
_SIGN = r"[-\u2212+]"

_KINDS = {
    "polynomial": rf"{_START}[-+]?{_TERM}(?: ?[-+] ?(?:{_TERM}|{_COEFFICIENT}{_END}))*"
    rf"(?: (?:[<>=≥≤]|>=|<=) {_NUMBER}{_END})?",
    "power_of_ten": rf"{_START}{_SIGN}?{_NUMBER}e[-+]?\d+{_END}",
    "signed": rf"{_START}{_SIGN}{_NUMBER}{_END}",
    "symbol": rf"(?<!{_WORD})(?<![_.^])(?:{_NAMES}|{_LETTER}){_SCRIPTS}{_END}",
    "scripts": rf"(?<=[)\]}}]){_SCRIPTS}{_END}|(?<={_WORD}){_POWER}{_END}",
    "accented": f"[{_GREEK}][{''.join(_ACCENTS)}]",
    "raised": "[\u00b2\u00b3\u00b9\u2070-\u207f\u1d40\u1d57]+",
    "lowered": "[\u2080-\u208e]+",
    # between terms, or as the sign of a letter; -O3 is an option
    "minus": rf"(?<=\S )-(?= \S)|(?:(?<=[=(,\[])|(?<=[=(,\[] ))-(?={_LETTER}(?!\w|-))"
    rf"|(?<![^\s(\[=,])-(?={_LETTER}_|\u2202)",
}
_FORMULA = re.compile("|".join(f"(?P<{kind}>{pattern})" for kind, pattern in _KINDS.items()))


def with_formulas(text: str, plain: Callable[[str], str]) -> str:
    """Write the formulas of a text in the math mode of LaTeX, and all else by a function."""
    parts: list[str] = []
    end = 0
    for found in _FORMULA.finditer(text):
        parts += [plain(text[end : found.start()]), f"${_in_math_mode(found)}$"]
        end = found.end()
    return "".join([*parts, plain(text[end:])])


def _in_math_mode(found: re.Match[str]) -> str:
    text = found[0].replace("\u2212", "-")
    match found.lastgroup:
        case "polynomial":
            terms = re.sub(r"\^(\d+)", r"^{\1}", text)
            return re.sub(r"(\d+)/(\d+)", r"\\frac{\1}{\2}", _with_relation(terms))
        case "power_of_ten":
            number, power = text.split("e")
            return rf"{number} \times 10^{{{int(power)}}}" if int(power) else number
        case "symbol" | "scripts" | "accented":
            return _with_scripts(text)
        case "raised" | "lowered" as kind:
            mark = "^" if kind == "raised" else "_"
            return f"{mark}{{{unicodedata.normalize('NFKC', text).replace(chr(0x2212), '-')}}}"
        case _:
            return text


def _with_relation(text: str) -> str:
    for signs, command in ((">=|≥", r"\\geq"), ("<=|≤", r"\\leq")):
        text = re.sub(signs, command, text)
    return text


def _with_scripts(text: str) -> str:
    base, *scripts = re.split(r"([_^])", text)
    marks = [
        f"{mark}{{{_script(content.strip('{}()'))}}}"
        for mark, content in zip(scripts[::2], scripts[1::2], strict=True)
    ]
    name = f"\\{base}" if base in _SPELLED else _letters(base)
    return _DOTTED.get(base, name) + "".join(marks)


def _script(text: str) -> str:
    upright = len(text) > 2 and text.isalpha() and not _LETTERS_OF_INDICES.issuperset(text)
    return rf"\mathrm{{{text}}}" if upright and text.isascii() else _letters(text)


def _letters(text: str) -> str:
    """Write Greek letters and accents as commands."""
    commands = re.sub(f"[{_GREEK}]", lambda letter: greek(letter[0]) + " ", text)
    accents = "".join(_ACCENTS)
    return re.sub(
        rf"(\\\w+ |\w)([{accents}])",
        lambda found: f"{_ACCENTS[found[2]]}{{{found[1].strip()}}}",
        commands,
    ).strip()


def greek(letter: str) -> str:
    r"""Return the command of a Greek letter, or the Latin letter that looks the same."""
    if letter in _SPECIAL:
        return _SPECIAL[letter]
    name = unicodedata.name(letter).split()[-1].replace("LAMDA", "LAMBDA")
    return "\\" + (name.lower() if letter.islower() else name.capitalize())
