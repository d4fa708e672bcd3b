"""A package that is not installed is named, with what to install, wherever it is needed."""

import sys

import pytest

import equidyn
from equidyn.output.extras import require_extra
from equidyn.robots import planar_2r

ONE = ["newton_euler"]

PLOTS = {
    "verify": lambda: equidyn.verify(planar_2r(), 2, formulations=ONE),
    "time": lambda: equidyn.time_formulations((1, 2), ONE, 1, seconds=1e-6),
    "rounding": lambda: equidyn.rounding_error(planar_2r(), ONE, sweeps=["lift"], samples=1),
    "polynomials": lambda: equidyn.operation_polynomial(),
    "derivation": lambda: equidyn.check_derivation(planar_2r()),
    "bench": lambda: equidyn.bench(
        planar_2r(), (1,), rounds=1, seconds=1e-6, layers=["Python"], peers=[]
    ),
}


@pytest.mark.parametrize("make", PLOTS.values(), ids=PLOTS)
def test_without_matplotlib_every_plot_names_the_extra(make, monkeypatch):
    result = make()
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(ImportError, match=r"^matplotlib is needed here: pip install 'equidyn\[pl"):
        result.plot()


def test_the_error_of_the_import_is_the_cause():
    with pytest.raises(ImportError, match=r"no_such_module.*equidyn\[view\]") as raised:
        require_extra("view", "no_such_module")
    assert isinstance(raised.value.__cause__, ModuleNotFoundError)
