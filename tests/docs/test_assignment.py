"""The example assignment: its solution is right, and what is handed out cannot be run yet."""

import runpy
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from equidyn import cli

ASSIGNMENT = Path(__file__).parents[2] / "docs" / "assignment"


@pytest.mark.parametrize(("file", "status"), [("solution.py", 0), ("homework.py", 1)])
def test_an_assignment_is_marked(file, status):
    assert cli.main(["mark", str(ASSIGNMENT / file)]) == status


def test_tests_of_otter_pass_for_the_solution_and_name_a_mistake(monkeypatch):
    # the decorator of otter, which is not needed here
    otter = SimpleNamespace(test_case=lambda points: lambda test: test)
    monkeypatch.setitem(sys.modules, "otter", SimpleNamespace(test_files=otter))
    monkeypatch.setitem(sys.modules, "otter.test_files", otter)
    tests = runpy.run_path(str(ASSIGNMENT / "otter_test.py"))
    solution = runpy.run_path(str(ASSIGNMENT / "solution.py"))
    right, arm = solution["inverse_dynamics"], solution["arm"]
    cases = {name: test for name, test in tests.items() if name.startswith("test_")}
    cases.pop("test_case")
    assert len(cases) == 4
    for test in cases.values():
        test(right, arm)

    def weightless(q, qd, qdd):
        return [a - b for a, b in zip(right(q, qd, qdd), right(q, 0 * q, 0 * q), strict=True)]

    with pytest.raises(AssertionError, match="gravity is missing"):
        cases["test_gravity"](weightless, arm)
    cases["test_mass_matrix"](weightless, arm)
