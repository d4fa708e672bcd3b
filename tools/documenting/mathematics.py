"""TeX of plain-text mathematics: polynomials, symbols, sentences with symbols."""

import re

from equidyn.dynamics import Formulation

from .markdown import literal

_FRACTION = re.compile(r"(\d+)/(\d+) ?")

_GREEK = ("alpha", "delta", "mu", "omega", "rho", "sigma", "tau", "theta")
_LETTERS = {name: rf"{{\{name}}}" for name in _GREEK} | {"w": r"{\omega}"}
_WORDS = {"sum": r"\sum ", "x": r"\times ", "diag": r"\operatorname{diag}"}
_ACCENTS = {"bar": "bar", "\N{COMBINING MACRON}": "bar", "dd": "ddot", "d": "dot"}
_NAME_OR_SUBSCRIPT = re.compile(r"(?P<name>P\.E\.|[A-Za-z]+\N{COMBINING MACRON}?)|_(?P<index>\w+)")
_PARTIAL = re.compile(r"\bd(?=[TW]_|q_)")
_TRACE = re.compile(r"Tr\{([^{}]*)\}")
# seen by an observer who moves: d*r*/dt
_STAR = re.compile(r"(\w)\*")
# Featherstone's, with an index to the left of its letter
_OTHERWISE = {"iXp(i)": "{}^{i} X_{p(i)}"}

_OPERATORS = frozenset({"=", "+", "-", ">", "/", "x"})
# an index, or the argument of a function
_LONG = re.compile(r".*[_^∂].*|.*\w\*.*|[A-Zd]\(.*|\[\w.*|\(\w;\d\)|\([A-Z] \w\)")
# a letter but not the article, an index, names of a few letters
_SHORT = re.compile(r"[b-zA-HJ-Z]|[a-z][-+]\d|qdd?|dm|[-+]sum|P\.E\.|d[A-Z]?/dt|2?[γηλμω]")
_NAME_IN_CODE = re.compile(r"([a-z]{3,}_[a-z]{2,}(?:\.\w+|\(.*?\))?)")


def polynomial(text: str) -> str:
    """Return a printed `Polynomial` as TeX, with fractions set: 107/3 n is not 107/(3n)."""
    return _FRACTION.sub(r"\\tfrac{\1}{\2}\\,", text)


def order(entry: Formulation) -> str:
    """Return the order of a formulation as a formula."""
    tex = entry.order.replace("log", r"\log")
    return f"${tex}$"


def symbols(text: str) -> str:
    r"""Return symbols as TeX, such as `\bar{r}_{i}` of "rbar_i"."""
    if text in _OTHERWISE:
        return _OTHERWISE[text]
    text = _TRACE.sub(r"\\operatorname{Tr}\\{\1\\}", text.replace("^t", "^T"))
    if re.search(r"/ ?dq_", text):
        text = _PARTIAL.sub("∂", text)
    text = _STAR.sub(r"\1^*", _NAME_OR_SUBSCRIPT.sub(_symbol, text))
    return text.replace("∂", r"\partial ").replace("^*²", "^{*2}").replace("²", "^2")


def _symbol(found: re.Match[str]) -> str:
    name = found["name"]
    if name is None:
        return f"_{{{found['index']}}}"
    if name in _LETTERS or name in _WORDS:
        return _LETTERS.get(name) or _WORDS[name]
    for suffix, accent in _ACCENTS.items():
        letter = name.removesuffix(suffix)
        if letter != name and (len(letter) == 1 or letter in _LETTERS):
            return rf"\{accent}{{{_LETTERS.get(letter, letter)}}}"
    return rf"\mathrm{{{name}}}" if "." in name else name


def in_text(text: str) -> str:
    """Return a sentence with its symbols between dollars, and names in the code as code."""
    pieces = _NAME_IN_CODE.split(text)
    pieces[::2] = map(_with_symbols, pieces[::2])
    pieces[1::2] = map(literal, pieces[1::2])
    return "".join(pieces)


def _with_symbols(text: str) -> str:
    parts: list[str] = []
    run: list[str] = []
    for word in _words(text):
        before, symbol, after = _apart(word)
        is_symbol = bool(_LONG.fullmatch(symbol) or _SHORT.fullmatch(symbol))
        if run and (before or not (is_symbol or symbol in _OPERATORS)):
            parts.append(_between_dollars(run))
            run = []
        if not (is_symbol or run):
            parts.append(word)
        elif after:
            parts.append(before + _between_dollars([*run, symbol]) + after)
            run = []
        elif before:
            parts.append(before + _between_dollars([symbol]))
        else:
            run.append(symbol)
    return " ".join(parts + ([_between_dollars(run)] if run else []))


def _words(text: str) -> list[str]:
    """Return the words of a sentence; the brackets of a formula with their contents are one."""
    words: list[str] = []
    for word in text.split(" "):
        if words and _depth(words[-1]) > 0 and (_LONG.match(words[-1]) or _follows(words)):
            words[-1] += f" {word}"
        else:
            words.append(word)
    return words


def _follows(words: list[str]) -> bool:
    return len(words) > 1 and words[-2] in _OPERATORS


def _apart(word: str) -> tuple[str, str, str]:
    """Split a word into an opening bracket, its symbol, and the punctuation after it."""
    symbol = word.rstrip(",;:.") if word != "P.E." else word
    after = word[len(symbol) :]
    if symbol.startswith("(") and _depth(symbol) > 0:
        return "(", symbol[1:], after
    if symbol.endswith(")") and _depth(symbol) < 0:
        return "", symbol[:-1], f"){after}"
    return "", symbol, after


def _between_dollars(words: list[str]) -> str:
    return f"${symbols(' '.join(words))}$"


def _depth(text: str) -> int:
    """Return the number of brackets left open."""
    return sum(map(text.count, "([{")) - sum(map(text.count, ")]}"))
