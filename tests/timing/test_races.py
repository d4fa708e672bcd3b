"""Two races, one state and a batch: Timings say which, how all were compiled, and keep it."""

import json

import matplotlib
import pytest

import equidyn
from equidyn.dynamics.registry import families, kernel_name, numbers, order
from equidyn.timing import timing
from equidyn.timing.timings import Timing, Timings

QUICK = {"repetitions": 2, "seconds": 1e-4}
SOME = ["newton_euler", "kane"]
KERNEL = kernel_name()


@pytest.fixture(scope="module")
def in_batches():
    return equidyn.time_formulations((1, 2), SOME, batch=24, kernel=True, **QUICK)


def test_a_batch_is_evaluated_in_each_call_and_a_time_is_that_of_a_state(monkeypatch):
    seen = []

    def time_method(arm, quantity, name, operands, seconds, together):
        seen.append(([operand.shape for operand in operands], together))
        return 7.0, None

    monkeypatch.setattr(timing._core, "time_method", time_method)
    for batch in (None, 1, 24):
        timings = equidyn.time_formulations((2,), ["kane"], 1, batch=batch)
        assert timings.at("kane", 2).nanoseconds == (7.0,)
    assert seen == [([(16, 2)] * 3, False)] * 2 + [([(24, 2)] * 3, True)]


def test_the_kernel_is_a_row_unless_formulations_are_named():
    assert KERNEL == "minimal_newton_euler, production kernel"
    everything = equidyn.time_formulations((1,), **QUICK)
    assert everything.formulations[-1] == KERNEL
    assert KERNEL not in equidyn.time_formulations((1,), SOME, **QUICK).formulations
    assert KERNEL not in equidyn.time_formulations((1,), kernel=False, **QUICK).formulations


def test_the_kernel_is_no_formulation_but_has_their_order(in_batches):
    assert KERNEL in in_batches.formulations
    assert in_batches.cheapest(2).formulation in SOME
    assert order(KERNEL) == order("minimal_newton_euler") == "n"
    assert order(kernel_name("mass_matrix"), "mass_matrix") == "n^2"
    assert families([KERNEL, "kane", "mine"]) == {
        KERNEL: "production kernel", "kane": "Kane, Gibbs, complement", "mine": "others"
    }  # fmt: skip
    assert numbers([KERNEL])[KERNEL] == len(equidyn.formulations())
    with pytest.raises(KeyError):
        equidyn.formulations()[KERNEL]
    with pytest.raises(ValueError, match="formulation: there is no"):
        equidyn.time_formulations((1,), [KERNEL], **QUICK)


def test_factors_are_those_to_the_cheapest_formulation():
    records = [Timing(name, 2, (time,)) for name, time in ((KERNEL, 50.0), ("kane", 200.0))]
    rows = Timings((*records, Timing("newton_euler", 2, (100.0,))), {}, "").cost_table().rows
    assert [(row[0], row[-1]) for row in rows] == [
        (KERNEL, "0.50"), ("newton_euler", "1.00"), ("kane", "2.00")
    ]  # fmt: skip


def test_only_a_kernel_has_no_cheapest_formulation():
    with pytest.raises(ValueError, match="n: no formulation was timed at 2"):
        Timings((Timing(KERNEL, 2, (1.0,)),), {}, "").cheapest(2)


@pytest.mark.parametrize("suffix", ["json", "csv"])
def test_a_file_keeps_the_race_and_the_code(in_batches, tmp_path, suffix):
    path = tmp_path / f"times.{suffix}"
    in_batches.save(path)
    found = Timings.load(path)
    assert found == in_batches
    assert found.batch == 24
    assert found.machine["formulations"].endswith(("lane", "lanes"))
    assert found.machine["production_kernel"].endswith("lanes")


def test_a_file_from_before_there_were_batches_is_about_single_states(tmp_path):
    path = tmp_path / "times.json"
    equidyn.time_formulations((1,), SOME, **QUICK).save(path)
    content = json.loads(path.read_text())
    assert "batch" not in content
    del content["machine"]["formulations"], content["machine"]["production_kernel"]
    path.write_text(json.dumps(content))
    old = Timings.load(path)
    assert old.batch == 1
    assert "one state at a time" in old.conditions


@pytest.mark.parametrize("batch", ["three", "1.5", "0"])
def test_a_file_with_an_impossible_batch_is_refused(in_batches, tmp_path, batch):
    path = tmp_path / "times.csv"
    in_batches.save(path)
    path.write_text(path.read_text().replace("batch: 24", f"batch: {batch}"))
    with pytest.raises(ValueError, match=r"times\.csv: "):
        Timings.load(path)


def without_markup(latex):
    for markup, character in {r"\textasciitilde{}": "~", "\\": "", "{-}": "-"}.items():
        latex = latex.replace(markup, character)
    return latex


def test_tables_and_pictures_say_how_everything_was_compiled_and_run(in_batches):
    matplotlib.use("agg")
    machine = in_batches.machine
    said = ["24 states in a call", machine["compiler"], machine["processor"]]
    said += [f"formulations: {machine['formulations']}"]
    said += [f"production kernel: {machine['production_kernel']}", *machine["flags"].split()]
    drawn = " ".join(text.get_text() for text in in_batches.plot().texts)
    texts = {
        "a terminal": str(in_batches),
        "a notebook": in_batches._repr_html_(),
        "Markdown": in_batches.to_markdown().replace("\\", ""),
        "LaTeX": without_markup(in_batches.to_latex()),
        "a picture": drawn,
    }
    for where, text in texts.items():
        words = " ".join(text.split())
        assert [each for each in said if each not in words] == [], where
    assert "in batches of 24" in in_batches.table().title
    assert "in batches of 24" in in_batches.plot().get_ylabel()
    assert "24 states in a call" in str(in_batches.crossovers())


BAD = {
    "none": ({"batch": 0}, ValueError, "batch: must be at least 1, got 0"),
    "a fraction": ({"batch": 1.5}, TypeError, "batch: expected an integer, got float"),
    "too large": ({"batch": 2**25}, ValueError, "batch: must be at most 16777216"),
    "results too large": (
        {"batch": 2**24, "n": (2, 4), "quantity": "mass_matrix"},
        ValueError,
        "batch: expected at most 4194304 states of these arms, got 16777216",
    ),
    "no switch": ({"kernel": "yes"}, TypeError, "kernel: expected True or False, got str"),
}


@pytest.mark.parametrize(("options", "error", "message"), BAD.values(), ids=BAD)
def test_bad_input_gets_one_clear_message(options, error, message):
    with pytest.raises(error, match=message):
        equidyn.time_formulations(**{"n": (1,), **QUICK, **options})


def test_sizes_with_too_large_results_are_left_out():
    methods = {"quantity": "mass_matrix", "formulations": ["trace_form"], "seconds": 1e-6}
    timings = equidyn.time_formulations((1, 200), repetitions=1, batch=1024, **methods)
    assert timings.sizes == (1,)


def test_a_candidate_that_takes_batches_gets_the_batch():
    seen = []

    def mine(arm, q, qd, qdd):
        seen.append(q.shape)
        return arm.inverse_dynamics(q, qd, qdd)

    equidyn.time_formulations((2,), ["kane"], candidates={"mine": mine}, batch=24, **QUICK)
    assert seen[-1] == (24, 2)
    equidyn.time_formulations((2,), ["kane"], candidates={"mine": mine}, **QUICK)
    assert seen[-1] == (2,)
    with pytest.raises(ValueError, match="is the name of a formulation"):
        equidyn.time_formulations((2,), ["kane"], candidates={KERNEL: mine}, **QUICK)
