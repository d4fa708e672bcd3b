"""Equations of the texts say which rows of operations compute them."""

import pytest

from updating import equations

ALIGNED = r"""
\begin{aligned}
a &= b
  + c \\ % A_i; +f_i -> F
d &= e \\
f &= g % -> tau
\end{aligned}
"""


@pytest.mark.parametrize(
    ("tex", "found"),
    [
        (ALIGNED, [("A_i; +f_i", "F"), ("", ""), ("", "tau")]),
        ("\na = b\n", [("", "")]),
        ("\na = b\n  + c % T^t M T; tau -> tau\n", [("T^t M T; tau", "tau")]),
        ("\na = b % +tau_i -> tau\n", [("+tau_i", "tau")]),
        ("\na = b % da/dqdd, dal/dqdd\n", [("da/dqdd, dal/dqdd", "")]),
    ],
)
def test_the_comment_of_an_equation_has_rows_and_a_quantity(tex, found):
    assert equations.marks(tex) == found


def test_a_comment_is_not_set():
    pytest.importorskip("docutils")
    html = equations._html(f"so\n$${ALIGNED}$$")
    assert "%" not in html
    assert html.count("data-rows") == 1
    assert html.count("data-quantity") == 2
    assert '<mtr data-rows="A_i; +f_i" data-quantity="F">' in html


def test_equations_of_the_laboratory_are_those_of_the_texts():
    stored = (equations.ROOT / equations.FILE).read_text(encoding="utf-8")
    assert equations.written(stored) == stored, "tools/update.py sets the equations again"
