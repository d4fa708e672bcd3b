"""time_formulations(quantity=...) times methods; their timings say so, and are kept."""

import json

import matplotlib
import pytest

import equidyn
from conftest import QUANTITIES
from equidyn.dynamics.registry import kernel_name
from equidyn.robots import planar_2r, puma560
from equidyn.timing.timings import Timings

QUICK = {"repetitions": 2, "seconds": 1e-4}
every_quantity = pytest.mark.parametrize("quantity", QUANTITIES)


@every_quantity
def test_every_method_is_timed_at_every_size(quantity):
    names = [*(f.name for f in equidyn.formulations(quantity)), kernel_name(quantity)]
    timings = equidyn.time_formulations(n=(3, 1), quantity=quantity, **QUICK)
    assert (timings.quantity, list(timings.formulations)) == (quantity, names)
    assert timings.sizes == (1, 3)
    assert all(0 < record.minimum <= record.median for record in timings.records)
    words = quantity.replace("_", " ").replace("coriolis", "Coriolis")
    assert f"Time per evaluation of {words} against the number of joints" in str(timings)


def test_a_method_takes_longer_on_a_longer_arm():
    method = "unit_accelerations"
    timings = equidyn.time_formulations(
        n=(2, 40), formulations=[method], quantity="mass_matrix", **QUICK
    )
    assert timings.at(method, 40).minimum > timings.at(method, 2).minimum


def test_on_one_arm_the_cheapest_method_comes_first():
    timings = equidyn.time_formulations(arm=puma560(), quantity="forward_dynamics", **QUICK)
    assert timings.cost_table().title.startswith("Time per evaluation of forward dynamics: PUMA")
    of_methods = equidyn.formulations("forward_dynamics")
    rows = {row[0]: float(row[-1]) for row in timings.cost_table().rows}
    assert min(rows[method.name] for method in of_methods) == 1.0


def test_orders_are_those_of_the_methods_and_of_unit_accelerations():
    timings = equidyn.time_formulations(
        n=(1, 2),
        formulations=["trace_form", "unit_accelerations", "newton_euler", "kane"],
        quantity="mass_matrix",
        **QUICK,
    )
    orders = {row[0]: row[1] for row in timings.growth_table().rows}
    assert orders == {
        "trace_form": "n^3",
        "unit_accelerations": "n^2",
        "newton_euler": "n^2",
        "kane": "n^3",
    }


@pytest.mark.parametrize("suffix", ["json", "csv"])
def test_the_quantity_is_kept_in_a_file_and_one_without_is_about_torques(suffix, tmp_path):
    path = tmp_path / f"times.{suffix}"
    timings = equidyn.time_formulations(n=(1,), quantity="mass_matrix", **QUICK)
    timings.save(path)
    assert Timings.load(path) == timings
    kept = path.read_text()
    if suffix == "json":
        content = json.loads(kept)
        del content["quantity"]
        path.write_text(json.dumps(content))
    else:
        lines = kept.splitlines(keepends=True)
        path.write_text("".join(line for line in lines if "quantity" not in line))
    assert Timings.load(path).quantity == "inverse_dynamics"
    path.write_text(kept.replace("mass_matrix", "mass"))
    with pytest.raises(ValueError, match="quantity: there is no 'mass'"):
        Timings.load(path)


def test_plots_need_no_families():
    matplotlib.use("agg")
    timings = equidyn.time_formulations(n=(1, 2), quantity="coriolis_coefficients", **QUICK)
    drawn = {text.get_text() for text in timings.plot().texts}
    assert set(timings.formulations) <= drawn


def test_what_cannot_be_timed_is_refused():
    with pytest.raises(ValueError, match="quantity: there is no 'gravity_torque'"):
        equidyn.time_formulations(n=(1,), quantity="gravity_torque", **QUICK)
    with pytest.raises(ValueError, match="there is no 'kanes'"):
        equidyn.time_formulations(
            n=(1,), quantity="forward_dynamics", formulations=["kanes"], **QUICK
        )
    singular = planar_2r(mass=(1, 0), com=(0.5, 0), inertia=(0.1, 0))
    with pytest.raises(ValueError, match="joint 2"):
        equidyn.time_formulations(arm=singular, quantity="forward_dynamics", **QUICK)
