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
