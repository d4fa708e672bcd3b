"""The test of otter: an item of the marking each."""

from functools import cache

from otter.test_files import test_case

import equidyn

OK_FORMAT = False

name = "inverse_dynamics"

_marked = cache(equidyn.grade)


def _check(item, inverse_dynamics, arm):
    marking = _marked(inverse_dynamics, arm)
    found = {each.name: each for each in marking.items}[item]
    assert found.passed, f"{found.finding}\n{marking.summary}"


@test_case(points=1)
def test_gravity(inverse_dynamics, arm):
    """Mark the gravity."""
    _check("gravity torque", inverse_dynamics, arm)


@test_case(points=1)
def test_mass_matrix(inverse_dynamics, arm):
    """Mark the mass matrix."""
    _check("mass matrix", inverse_dynamics, arm)


@test_case(points=1)
def test_centrifugal_torques(inverse_dynamics, arm):
    """Mark the centrifugal torques."""
    _check("centrifugal", inverse_dynamics, arm)


@test_case(points=1)
def test_coriolis_torques(inverse_dynamics, arm):
    """Mark the Coriolis torques."""
    _check("Coriolis", inverse_dynamics, arm)
