"""Crossovers of costs: lasting ones, and apparent ones."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.figure import Figure

from equidyn import cli
from equidyn.counting.operation_polynomials import operation_polynomial
from equidyn.counting.polynomial import Polynomial
from equidyn.output.crossovers import Crossover, Crossovers, crossover_of, crossovers_of
from equidyn.timing.timings import Timing, Timings

LINEAR = {1: 10.0, 2: 20.0, 5: 50.0, 10: 100.0}
SQUARE = {1: 1.0, 2: 4.0, 5: 25.0, 10: 100.0, 20: 400.0}
LATER = {**LINEAR, 20: 200.0}


@pytest.fixture(scope="module")
def polynomials():
    return operation_polynomial()


def test_the_cheaper_one_is_named_and_the_first_n_at_which_it_is():
    found = crossover_of("square", "linear", {"square": SQUARE, "linear": LATER})
    assert found == Crossover("linear", "square", before=10, n=20, cost=200.0)
    assert found == crossover_of("linear", "square", {"square": SQUARE, "linear": LATER})


def test_equal_costs_at_the_end_are_no_crossover():
    assert crossover_of("square", "linear", {"square": SQUARE, "linear": LINEAR}) is None


@pytest.mark.parametrize("pair", [("early", "late"), ("late", "early")])
def test_costs_that_crossed_and_are_equal_at_the_last_n_have_no_crossover(pair):
    costs = {"early": {1: 1.0, 2: 3.0, 3: 2.0}, "late": {1: 2.0, 2: 2.0, 3: 2.0}}
    assert crossover_of(*pair, costs) is None
    # at a fourth n they have crossed for good
    costs["late"][4], costs["early"][4] = 2.0, 3.0
    assert crossover_of(*pair, costs) == Crossover("late", "early", before=3, n=4, cost=2.0)


def test_costs_that_meet_nowhere_or_never_cross_have_no_crossover():
    assert crossovers_of({"one": {1: 1.0}, "other": {2: 2.0}}) == []
    assert (
        crossovers_of({"one": LINEAR, "dearer": {n: 2 * cost for n, cost in LINEAR.items()}}) == []
    )


def test_where_nothing_crosses_the_table_says_so():
    nothing = Crossovers.of([], "minimum of the repetitions")
    assert "no crossing" in str(nothing)
    assert nothing.points() == []
    some = Crossovers.of([Crossover("steady", "wavy", before=3, n=4, cost=2.0)], "")
    assert "no crossing" not in str(some)


def test_curves_that_cross_back_cross_for_good_only_later():
    costs = {
        "steady": dict.fromkeys(range(1, 6), 2.0),
        "wavy": {1: 1.0, 2: 3.0, 3: 1.0, 4: 3.0, 5: 4.0},
    }
    assert crossovers_of(costs) == [Crossover("steady", "wavy", before=3, n=4, cost=2.0)]


@pytest.mark.parametrize(("before", "after"), [(1.04, 0.96), (1.04, 0.9), (1.1, 0.96)])
def test_less_than_the_margin_is_noise_on_either_side(before, after):
    costs = {"one": {1: 1.0, 2: 1.0}, "other": {1: before, 2: after}}
    assert crossovers_of(costs, margin=0.05) == []
    assert crossovers_of(costs, margin=0.03) == [Crossover("other", "one", 1, 2, after)]


@pytest.mark.slow
def test_polynomials_cross_where_they_are_said_to_and_nowhere_later(polynomials):
    """Every pair of formulations, at every n up to 100."""
    said = {frozenset((c.cheaper, c.dearer)): c for c in polynomials.crossovers().records}
    assert len(said) > 5
    costs = {
        p.formulation: [sum(p.at(n)[:2]) for n in range(p.n_min, 101)]
        for p in polynomials
        if p.holds(100)
    }
    for pair in combinations(costs, 2):
        length = min(len(costs[name]) for name in pair)
        less = [a < b for a, b in zip(*(costs[name][-length:] for name in pair), strict=True)]
        crossover = said.pop(frozenset(pair), None)
        if crossover is None:
            assert set(less) == {less[-1]}
        else:
            assert crossover.cheaper == pair[0 if less[-1] else 1]
            assert less[: crossover.n - 101].count(not less[-1]) > 0
            assert set(less[crossover.n - 101 :]) == {less[-1]}
            assert crossover.before == crossover.n - 1
    assert not said


@pytest.mark.slow
@given(st.lists(st.fractions(-50, 50, max_denominator=6), max_size=5))
def test_no_polynomial_changes_sign_later_than_it_says(values):
    p = Polynomial.of(values)
    start = p.last_change_of_sign
    signs = {(p(n) > 0) - (p(n) < 0) for n in (*range(start, start + 10), 10**6)}
    assert len(signs) == 1


@pytest.fixture
def timings():
    times = {"kane": SQUARE, "newton_euler": LATER}
    records = [
        Timing(name, n, (cost,)) for name, costs in times.items() for n, cost in costs.items()
    ]
    return Timings(tuple(records), {}, "arms of glass")


def test_times_cross_between_the_n_that_were_measured(timings):
    table = timings.crossovers().table()
    assert table.rows == (("20", "newton_euler", "kane", "10"),)
    assert "arms of glass; differences below 5% are noise" in table.footnote


@pytest.mark.slow
def test_crossovers_are_marked_in_the_plots(timings, polynomials):
    for result in (timings, polynomials):
        ax = result.plot(Figure().add_subplot())
        (circles,) = ax.collections
        assert circles.get_offsets().tolist() == [list(p) for p in result.crossovers().points()]


def test_the_command_line_shows_crossovers(capsys):
    assert cli.main(["count", "2", "--formulations", "gibbs_appell,kane"]) == 0
    out = capsys.readouterr().out
    assert "Crossovers: from this n on" in out
