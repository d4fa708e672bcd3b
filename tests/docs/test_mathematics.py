"""Plain-text mathematics becomes TeX of the same meaning."""

import re

import pytest

import equidyn
from documenting import errata, mathematics, symbols
from equidyn.studies.papers.equivalence import PAPERS

HEADERS = {each.path.name: each for entry in equidyn.formulations() for each in entry.headers}


@pytest.mark.parametrize(
    ("plain", "tex"),
    [
        ("R_{i-1}^i", "R_{i-1}^i"),
        ("rbar_i", r"\bar{r}_{i}"),
        ("w_i, wd_i", r"{\omega}_{i}, \dot{\omega}_{i}"),
        ("cdd_i", r"\ddot{c}_{i}"),
        ("Tr{A K sigma^t}", r"\operatorname{Tr}\{A K {\sigma}^T\}"),
        ("dT_0^q / dq_j", r"\partial T_{0}^q / \partial q_{j}"),
        ("-∂P.E./∂q_i", r"-\partial \mathrm{P.E.}/\partial q_{i}"),
    ],
)
def test_symbols_of_plain_letters_are_those_of_the_source(plain, tex):
    assert mathematics.symbols(plain).replace("{{", "{").replace("}}", "}") == tex


@pytest.mark.parametrize(
    ("plain", "marked"),
    [
        ("about a point of link i-1, in frame i", "about a point of link $i-1$, in frame $i$"),
        ("acceleration of a vector b is A b", "acceleration of a vector $b$ is $A b$"),
        ("(origin i-1); O_{n+1}: origin n", "(origin $i-1$); $O_{n+1}$: origin $n$"),
        ("pseudo-inertia, see trace_form.hpp", "pseudo-inertia, see `trace_form.hpp`"),
        ("[0; e_j], zero for j > i", "$[0; e_{j}]$, zero for $j > i$"),
        ("qd_j in the first sum", r"$\dot{q}_{j}$ in the first sum"),
        ("λ j* - ω_2 k*, with d*²r*/dt²", r"$λ j^* - ω_{2} k^*$, with $d^{*2}r^*/dt^2$"),
        ("the dots of ω on A^T dA/dt", r"the dots of $ω$ on $A^T dA/dt$"),
        ("-1/2 [a; d η]", r"-1/2 $[a; d η]$"),
    ],
)
def test_symbols_within_a_sentence_are_formulas_and_words_stay_words(plain, marked):
    assert mathematics.in_text(plain) == marked


@pytest.mark.parametrize("name", HEADERS)
def test_every_symbol_of_a_header_has_its_row(name):
    text = HEADERS[name].symbols
    found = symbols.tables(text)
    code = re.findall(r"`([^`]+)`", found)
    lines = [line for line in text.splitlines() if line.strip() and "meaning" not in line]
    starts = [line for line in lines if re.match(r"  \S|  +\S+(, \S+)* {2,}\S", line)]
    assert len(found.splitlines()) >= len(starts)
    assert all(any(word in line for line in lines) for word in code)
    assert "^" not in re.sub(r"\$.*?\$|`.*?`", "", found)
    assert "_" not in re.sub(r"\$.*?\$|`.*?`", "", found)


def test_units_stand_in_their_own_column():
    shown = symbols.tables(HEADERS["newton_euler.hpp"].symbols)
    assert (
        "| $\\bar{a}_{i}$ | `ab` | acceleration of the centre of mass, minus $g$ | m/s² |" in shown
    )


def test_a_meaning_of_two_lines_is_one():
    shown = symbols.tables(HEADERS["newton_euler.hpp"].symbols)
    assert "here about origin $i-1$, in the paper about the centre of mass | N m |" in shown


def test_errata_show_the_right_line_under_the_printed_one():
    rows = errata.section(equidyn.formulations()["lagrange_euler"]).splitlines()
    printed = rows.index(r"| 2.9 | printed | $\dot{q}_{j}$ in the first sum |")
    assert rows[printed + 1] == r"|  | right | $\ddot{q}_{j}$ |"


def test_errata_have_no_symbols_outside_of_formulas():
    for paper in PAPERS.values():
        for equation in paper.equations:
            for row in errata.of_equation(equation):
                words = re.sub(r"\$.*?\$", "", " ".join(row[1:]))
                assert not re.search(r"[_^{}ωατσδφγηλμ∂*ᵗ]| x ", words), row
