"""time_formulations() measures what it says, and Timings keep, fit, draw and print it."""

import matplotlib
import numpy as np
import pytest

import equidyn
from equidyn.counting.polynomial import Polynomial
from equidyn.dynamics.registry import refusals
from equidyn.output.text import in_time
from equidyn.robots import planar_2r, random_arm, uniform_chain
from equidyn.timing import timing
from equidyn.timing.timings import Timing, Timings

QUICK = {"repetitions": 2, "seconds": 1e-4}
SOME = ["newton_euler", "lagrange_euler"]
SIZES = (1, 2, 5, 10, 20, 50, 100)


def synthetic(powers):
    """Timings of formulations that cost 100 ns times a power of n, with a slower second turn."""
    records = [
        Timing(name, n, (100.0 * n**power, 150.0 * n**power))
        for n in SIZES
        for name, power in powers.items()
    ]
    return Timings(tuple(records), {"processor": "none", "compiler": "c: d"}, "synthetic arms")


@pytest.fixture(scope="module")
def measured():
    """A short but real measurement."""
    return equidyn.time_formulations(n=(3, 1), formulations=SOME, **QUICK)


def test_every_formulation_is_timed_at_every_size(measured):
    assert measured.sizes == (1, 3)
    assert measured.formulations == tuple(SOME)
    assert {(record.formulation, record.n) for record in measured.records} == {
        (name, n) for name in SOME for n in (1, 3)
    }
    assert all(len(record.nanoseconds) == 2 for record in measured.records)


def test_no_time_is_zero_and_the_median_is_no_less_than_the_minimum(measured):
    for record in measured.records:
        assert 0.0 < record.minimum <= record.median


@pytest.mark.parametrize("formulation", equidyn.formulations(), ids=lambda f: f.name)
def test_cost_grows_with_the_order_that_is_declared(formulation):
    """Seven counts tell all polynomials up to the sixth power apart."""
    # recursive doubling is linear between two powers of two
    sizes = range(12, 17) if formulation.logarithm else range(4, 11)
    counts = [equidyn.count_operations(uniform_chain(n), formulation.name) for n in sizes]
    declared = int(formulation.order.partition("^")[2] or 1)
    for values in ([c.multiplications for c in counts], [c.additions for c in counts]):
        assert Polynomial.through(sizes[0], values).degree == declared


def test_the_machine_is_on_record(measured):
    for key in ("processor", "system", "compiler", "flags", "numpy", "python", "date", "equidyn"):
        assert measured.machine[key]


class SlowedDown:
    """A clock that stands still but while a formulation is timed, and the turns that it saw."""

    def __init__(self, seconds):
        self.seconds, self.now, self.turns = seconds, 0.0, []

    def time(self, arm, quantity, name, *_):
        self.turns.append((name, arm.n))
        self.now += self.seconds.get(name, 0.0)
        return 1.0, None


@pytest.fixture
def slowed_down(monkeypatch):
    """Time formulations by a clock of our own: a turn of lagrange_euler takes 0.25 s."""
    clock = SlowedDown({"lagrange_euler": 0.25})
    monkeypatch.setattr(timing, "thread_time", lambda: clock.now)
    monkeypatch.setattr(timing._core, "time_method", clock.time)
    return clock


@pytest.mark.parametrize(("repetitions", "dropped"), [(1, False), (4, False), (5, True), (8, True)])
def test_a_formulation_is_left_out_where_all_its_turns_together_take_too_long(
    slowed_down, repetitions, dropped
):
    options = {"n": (2, 1), "formulations": SOME, "repetitions": repetitions}
    timings = equidyn.time_formulations(**options, max_seconds=1.0)
    assert [record.n for record in timings.of("lagrange_euler")] == ([1] if dropped else [1, 2])
    assert [record.n for record in timings.of("newton_euler")] == [1, 2]
    # where it is too slow it has taken all of its turns
    assert slowed_down.turns.count(("lagrange_euler", 1)) == repetitions
    assert slowed_down.turns.count(("lagrange_euler", 2)) == (0 if dropped else repetitions)
    assert all(len(record.nanoseconds) == repetitions for record in timings.records)


def test_a_formulation_that_does_not_take_the_arms_is_left_out():
    restricted = refusals(random_arm(2, seed=0))
    assert restricted
    timings = equidyn.time_formulations(n=(2,), **QUICK)
    assert set(restricted).isdisjoint(timings.formulations)
    with pytest.raises(ValueError, match="takes"):
        equidyn.time_formulations(n=(2,), formulations=restricted, **QUICK)


def test_a_family_of_arms_can_be_given():
    timings = equidyn.time_formulations(n=(2,), formulations=SOME, family=uniform_chain, **QUICK)
    assert timings.arms == "arms of uniform_chain"


@pytest.mark.parametrize("power", [1, 3, 4])
def test_exponent_of_a_pure_power(power):
    assert synthetic({"newton_euler": power}).exponent("newton_euler") == pytest.approx(power)


@pytest.mark.parametrize(("n", "times"), [(0, (1.0,)), (1, ()), (1, (1.0, 0.0))])
def test_what_nobody_can_have_timed_is_refused(n, times):
    with pytest.raises(ValueError, match=r"^(n|nanoseconds): "):
        Timing("kane", n, times)


def test_exponent_ignores_the_slower_turns():
    """A disturbed turn says nothing of the code: it comes in any place, and grows as it likes."""
    records = [
        Timing("newton_euler", n, np.roll((9.0 * n, 1e4 / n, 1e4), k)) for k, n in enumerate(SIZES)
    ]
    assert Timings(tuple(records), {}, "").exponent("newton_euler", 1, 20) == pytest.approx(1.0)


def test_exponent_is_fitted_over_the_range_asked_for():
    records = [Timing("newton_euler", n, (float(n if n < 10 else n**2),)) for n in SIZES]
    timings = Timings(tuple(records), {}, "")
    assert timings.exponent("newton_euler", n_max=5) == pytest.approx(1.0)
    assert timings.exponent("newton_euler", n_min=10) == pytest.approx(2.0)
    assert np.isnan(timings.exponent("newton_euler", 10, 10))


def test_default_ranges_depend_on_the_order_of_the_formulation():
    timings = synthetic({"newton_euler": 1, "lagrange_euler": 3})
    assert timings.fitted_range("newton_euler") == (10, 100)
    assert timings.fitted_range("lagrange_euler") == (20, 100)


@pytest.mark.parametrize("suffix", [".json", ".csv"])
def test_saved_timings_come_back_the_same(measured, tmp_path, suffix):
    path = tmp_path / f"timings{suffix}"
    measured.save(path)
    assert Timings.load(path) == measured


def test_saved_machine_may_hold_colons(tmp_path):
    timings = synthetic({"newton_euler": 1})
    timings.save(tmp_path / "timings.csv")
    assert Timings.load(tmp_path / "timings.csv") == timings


@pytest.mark.parametrize("name", ["timings.txt", "timings"])
def test_other_suffixes_are_refused(measured, tmp_path, name):
    with pytest.raises(ValueError, match=r"path: expected .* \.json, \.csv, \.tex or \.md"):
        measured.save(tmp_path / name)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.json", "{}"),
        ("a.json", "no json"),
        ("a.json", '{"format": "equidyn timings 0"}'),
        ("a.csv", "n,time\n1,2\n"),
    ],
)
def test_other_files_are_refused(tmp_path, name, content):
    (tmp_path / name).write_text(content)
    with pytest.raises(ValueError, match=f"{name}: not a file of timings"):
        Timings.load(tmp_path / name)


def test_what_was_not_timed_is_not_there(measured):
    with pytest.raises(ValueError, match="'kane' was not timed; these were: newton_euler"):
        measured.of("kane")
    with pytest.raises(ValueError, match=r"newton_euler was not timed at 2 \(timed: 1, 3\)"):
        measured.at("newton_euler", 2)


BAD_INPUT = {
    "no size": ({"n": ()}, ValueError, "n: expected numbers of joints"),
    "size zero": ({"n": (0, 1)}, ValueError, "n: must be at least 1, got 0"),
    "size a fraction": ({"n": (1.5,)}, TypeError, "n: expected an integer, got float"),
    "size beyond memory": ({"n": (1, 10**6)}, ValueError, "n: must be at most 10000"),
    "an arm and sizes": (
        {"arm": "planar_2r"},
        ValueError,
        "arm: expected either arm, or n and family",
    ),
    "no turns": ({"repetitions": 0}, ValueError, "repetitions: must be at least 1, got 0"),
    "no time": ({"seconds": 0}, ValueError, "seconds: must be positive, got 0"),
    "no patience": ({"max_seconds": -1}, ValueError, "max_seconds: must be positive, got -1"),
    "unknown": ({"formulations": ["kaine"]}, ValueError, "did you mean 'kane'"),
    "wrong family": (
        {"n": (3,), "family": lambda n: planar_2r()},
        ValueError,
        "family: expected an arm of 3 joints, got 2",
    ),
}


@pytest.mark.parametrize(("options", "error", "message"), BAD_INPUT.values(), ids=BAD_INPUT)
def test_bad_input_gets_one_clear_message(options, error, message):
    with pytest.raises(error, match=message):
        equidyn.time_formulations(**{"n": (1,), **QUICK, **options})


@pytest.mark.parametrize(
    ("nanoseconds", "text"),
    [(4.5, "4.50 ns"), (999.4, "999 ns"), (999.9, "1.00 µs"), (12345, "12.3 µs"), (2e9, "2.00 s")],
)
def test_times_are_written_with_three_digits(nanoseconds, text):
    assert in_time(nanoseconds) == text


@pytest.mark.slow
def test_tables_show_every_formulation_and_its_exponent():
    timings = synthetic({"newton_euler": 1, "lagrange_euler": 3})
    text = str(timings)
    assert "n = 100" in text
    assert "10.0 µs" in text
    assert "3.00" in text
    assert "20 to 100" in text
    assert "25%" in text
    assert "<table>" in timings._repr_html_()


def test_plot_is_logarithmic_and_names_every_curve():
    matplotlib.use("agg")
    ax = synthetic({"newton_euler": 1, "lagrange_euler": 3}).plot()
    assert (ax.get_xscale(), ax.get_yscale()) == ("log", "log")
    assert {"newton_euler", "lagrange_euler", "n", "n³"} <= {text.get_text() for text in ax.texts}
    drawn = {line.get_label(): line for line in ax.get_lines()}
    np.testing.assert_allclose(drawn["newton_euler"].get_ydata(), [100.0 * n for n in SIZES])


def test_a_single_arm_is_timed_by_its_name_and_ranked_by_cost():
    timings = equidyn.time_formulations(arm="planar_2r", formulations=SOME, **QUICK)
    assert (timings.sizes, timings.arms) == ((2,), "planar 2R")
    factors = [float(row[-1]) for row in timings.cost_table().rows]
    assert factors[0] == 1.0
    assert factors == sorted(factors)
    assert str(timings.cost_table()) in str(timings)
    assert "Growth" not in str(timings)
    assert timings._repr_html_() == timings.cost_table()._repr_html_()
