"""MathML of the site's formulas."""

import re
from fractions import Fraction
from functools import cache
from xml.etree import ElementTree

import pytest

import equidyn
from documenting import formulation_pages, mathematics
from equidyn.counting.polynomial import Polynomial
from updating import counts, times

# with Sphinx, of the extra "docs"
markup = pytest.importorskip("documenting.mathml").markup

ROOT = formulation_pages.ROOT
COUNTED = counts.read((ROOT / counts.FILE).read_text(encoding="utf-8"))
TIMED = times.read((ROOT / times.FILE).read_text(encoding="utf-8"))


def parsed(tex, as_block=False):
    """Return the tree of a formula."""
    return ElementTree.fromstring(markup(tex, as_block))


def texts(element):
    """Return the letters of a formula in their order."""
    return "".join(element.itertext()).split()


def test_a_fraction_stands_above_one_another():
    (fraction,) = parsed(r"12n^4 + \tfrac{107}{3}\,n^3").iter("mfrac")
    assert [part.text for part in fraction] == ["107", "3"]


def test_aligned_equations_are_displayed():
    tree = parsed(r"\begin{aligned} a &= \sum_{j=1}^n b \\ c &= d \end{aligned}", as_block=True)
    (table,) = tree.iter("mtable")
    assert table.get("displaystyle") == "true"
    assert [each.tag for each in tree.iter("munderover")] == ["munderover"]


def test_a_matrix_is_not_displayed():
    (table,) = parsed(r"\begin{pmatrix} 0 \\ e \end{pmatrix}").iter("mtable")
    assert table.get("displaystyle") is None


def test_the_letter_of_a_transpose_is_upright_and_apart_from_the_next_factor():
    tree = parsed(r"T^T M + (g; 0)^T \frac{a}{b} - T^T")
    raised = [power for power in tree if power.tag == "msup"]
    assert [power[-1].get("mathvariant") for power in raised] == ["normal"] * 3
    behind = [tree[list(tree).index(power) + 1 :][:1] for power in raised]
    assert [part[0].tag if part else None for part in behind] == ["mspace", "mspace", None]


def test_another_power_is_no_transpose():
    tree = parsed("n^3 M")
    assert tree[0][-1].get("mathvariant") is None
    assert not list(tree.iter("mspace"))


@pytest.mark.parametrize(("bar", "opening"), [("|", "lvert"), ("‖", "lVert")])
def test_both_bars_are_of_a_pair(bar, opening):
    tree = parsed(rf"\{opening} G \{opening.replace('l', 'r', 1)} T")
    bars = [each for each in tree if each.text == bar]
    assert [each.get("form") for each in bars] == ["prefix", "postfix"]
    assert {each.get("stretchy") for each in bars} == {"false"}


@pytest.mark.parametrize("letter", ["q", r"\dot q", r"\ddot q", r"\mu"])
@pytest.mark.parametrize("index", ["_i", "_{ij}", "_0^2"])
def test_a_subscript_does_not_hang_from_the_descender(letter, index):
    (subscript,) = parsed(letter + index)
    assert subscript.tag in ("msub", "msubsup")
    assert subscript[0].tag == "mpadded"
    assert subscript[0].get("depth") == "0"


def test_an_accent_stays_above_its_letter_alone():
    (subscript,) = parsed(r"\dot q_i^2")
    accented, index, power = subscript
    assert (accented[0].tag, index.text, power.text) == ("mover", "i", "2")


def test_the_argument_of_a_function_is_apart():
    tree = parsed(r"\cos q + \cos (q)")
    assert len(list(tree.iter("mspace"))) == 1
    assert [part.tag for part in tree][:3] == ["mi", "mspace", "mi"]


@cache
def page(name: str) -> str:
    """Return the page of a formulation; its steps are counted for it."""
    return formulation_pages.page(equidyn.formulations()[name], COUNTED, TIMED)


def read(polynomial: ElementTree.Element) -> Polynomial:
    """Return the polynomial that a reader of a formula sees."""
    coefficients: dict[int, Fraction] = {}
    sign, number, power = 1, Fraction(1), 0

    def end_of_term() -> None:
        coefficients[power] = coefficients.get(power, Fraction(0)) + sign * number

    for part in polynomial:
        if part.tag == "mo":
            if part is not polynomial[0]:
                end_of_term()
            sign, number, power = {"+": 1, "−": -1, "-": -1}[part.text], Fraction(1), 0
        elif part.tag == "mn":
            number = Fraction(part.text)
        elif part.tag == "mfrac":
            number = Fraction(int(part[0].text), int(part[1].text))
        elif part.tag == "mi":
            assert part.text == "n"
            power = 1
        elif part.tag == "msup":
            assert part[0].text == "n"
            power = int(part[1].text)
        else:
            assert part.tag == "mspace"
    end_of_term()
    return Polynomial.of([coefficients.get(k, Fraction(0)) for k in range(5)])


def formulas(text: str) -> list[str]:
    """Return the formulas of a page, those of code left out."""
    text = re.sub(r"^(`{3,}).*?^\1$", "", text, flags=re.DOTALL | re.MULTILINE)
    text = re.sub(r"`[^`\n]+`", "", text)
    return [one or other for one, other in re.findall(r"\$\$(.+?)\$\$|\$(.+?)\$", text, re.DOTALL)]


@pytest.mark.parametrize(
    "text", ["12n^4 + 107/3 n^3 + 65n^2 - 71/3 n - 16", "-1/2 n^2 - n", "116n - 24", "n^3"]
)
def test_a_polynomial_reads_as_it_was_written(text):
    assert read(ElementTree.fromstring(markup(mathematics.polynomial(text)))) == Polynomial.parse(
        text
    )


@pytest.mark.slow
def test_every_count_on_the_pages_is_the_one_that_was_counted():
    for entry in equidyn.formulations():
        count = COUNTED[counts.Conventions(), entry.name]
        shown = formulas(page(entry.name))
        for polynomial in (count.multiplications, count.additions):
            tex = mathematics.polynomial(polynomial)
            assert tex in shown
            assert read(ElementTree.fromstring(markup(tex))) == Polynomial.parse(polynomial)


def test_no_page_has_a_number_over_another_in_one_line():
    for entry in equidyn.formulations():
        assert not [each for each in formulas(page(entry.name)) if re.search(r"\d */ *\d", each)]


def test_every_formula_of_every_page_can_be_set():
    for entry in equidyn.formulations():
        found = formulas(page(entry.name))
        assert len(found) > 5
        assert all(markup(each) for each in found)
