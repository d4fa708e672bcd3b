"""Bars in tables: as long as the numbers beside them, on one scale, cut where one is far longer."""

import re

import pytest

from equidyn.output.bars import Bars
from equidyn.output.tables import Table

ROWS = {"kane": (3, 1), "newton_euler": (2, 2), "own": (40, 4), "waters": (4, 0)}
TABLE = Table("Costs", ("name", "M", "A"), "lrr", tuple((n, *map(str, c)) for n, c in ROWS.items()))
COLUMNS = {"M": [m for m, _ in ROWS.values()], "A": [a for _, a in ROWS.values()]}
GROUPS = {"kane": "Kane, Gibbs, complement", "newton_euler": "Newton-Euler", "own": "others",
          "waters": "Lagrange"}  # fmt: skip


def cells(html):
    """Class, share and text of each cell with a bar."""
    return re.findall(r'class="(bar.*?)" style="--share: (.*?); .*?>(\d+)<', html)


def test_bars_have_one_scale_and_the_longest_is_cut():
    bars = Bars(COLUMNS, GROUPS)
    # ranked: 0, 1, 2, 2, 3, 4, 4, 40
    assert (bars.end, bars.cut) == (9.0, True)
    found = cells(bars.drawn_in(TABLE))
    assert [text for _, _, text in found] == [str(c) for costs in ROWS.values() for c in costs]
    for kind, share, text in found:
        assert float(share) == pytest.approx(min(int(text) / 9.0, 1.0), abs=1e-3)
        assert kind == ("bar cut" if text == "40" else "bar")


def test_bars_of_one_column_leave_the_others():
    bars = Bars({"A": COLUMNS["A"]}, None)
    assert (bars.end, bars.cut, bars.key) == (4.0, False, {})
    html = bars.drawn_in(TABLE)
    assert [share for _, share, _ in cells(html)] == ["0.25", "0.5", "1", "0"]
    assert re.sub(r'class="bar" style=".*?--colour: .*?; ', 'style="', html) == TABLE._repr_html_()


def test_a_group_has_its_colour_in_bars_and_key():
    bars = Bars(COLUMNS, GROUPS)
    assert list(bars.key) == list(GROUPS.values())
    drawn = re.findall(r"--colour: (.*?);", bars.drawn_in(TABLE))
    assert drawn[::2] == drawn[1::2] == list(bars.key.values())


def test_bars_of_nothing_have_no_length():
    bars = Bars({"M": [0, 0, 0, 0]}, None)
    assert not bars.cut
    assert {share for _, share, _ in cells(bars.drawn_in(TABLE))} == {"0"}
