"""The letters beside the equations of a formulation are those that it uses, with one meaning."""

import re

import pytest

import equidyn
from documenting import formulation_pages, notation

TEXT = (formulation_pages.TEXTS / "notation.md").read_text(encoding="utf-8")
NAMES = [entry.name for entry in equidyn.formulations()]


def listed(name):
    """Return the symbols that stand below the equations of a formulation."""
    text = formulation_pages.with_notation(name, formulation_pages.text_by_hand(name))
    table = text.partition("Their symbols:")[2].partition("\n## When")[0]
    return re.findall(r"^\| (\$.+?) \|", table, re.MULTILINE)


@pytest.mark.parametrize(
    ("tex", "letters"),
    [
        (r"\hat z_i = R_i^T z", [r"\hatz_", "R_", "z"]),
        (r"\bar\sigma_r", [r"\bar\sigma_"]),
        (r"R_0^i + f_{n+1} + T_{i-1}^i", ["R_0", "f_n", "T_"]),
        (r"\operatorname{Tr} \frac{\partial T_0^m}{\partial q_j}", [r"\frac", "T_0", "q_"]),
    ],
)
def test_letters_of_a_formula_are_read(tex, letters):
    assert notation.letters(tex) == letters


@pytest.mark.parametrize("name", NAMES)
def test_the_equations_of_a_formulation_have_their_letters_below_them(name):
    equations = formulation_pages.text_by_hand(name).partition("\n## When")[0]
    used = {letter for tex in notation.formulas(equations) for letter in notation.letters(tex)}
    own = set(notation.OWN.get(name, "").split())
    shown = listed(name)
    assert len(shown) >= 3
    for symbols, _, explained in notation.rows(TEXT):
        assert (symbols in shown) == bool((used - own - {"n", "i"}).intersection(explained))


def test_what_the_review_missed_has_its_line():
    assert {r"$\sigma_i$, $\bar\sigma_i$", "$R_i$, $T_{i-1}^i$", "$r_i$", "$m_i$, $c_i$"} <= set(
        listed("newton_euler")
    )
    assert "$A_i$" in listed("newton_euler")


def test_the_energy_of_gibbs_is_no_first_moment():
    assert not [symbols for symbols in listed("gibbs_appell") if "S_i" in symbols]


@pytest.mark.parametrize("name", notation.OWN)
def test_a_letter_that_means_something_else_occurs_on_its_page_and_in_the_notation(name):
    equations = formulation_pages.text_by_hand(name).partition("\n## When")[0]
    used = {letter for tex in notation.formulas(equations) for letter in notation.letters(tex)}
    explained = {letter for _, _, named in notation.rows(TEXT) for letter in named}
    assert set(notation.OWN[name].split()) <= used & explained
