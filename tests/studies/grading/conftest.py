"""Arms that homework is marked on."""

import pytest

import equidyn
from oracles.random_arms import random_arm


@pytest.fixture(scope="session")
def planar():
    """The planar 2R of the closed form."""
    return equidyn.robots.planar_2r(
        length=(1.0, 0.8), mass=(4.6, 2.3), com=(0.45, 0.35), inertia=(0.4, 0.15)
    )


@pytest.fixture(scope="session")
def spatial():
    """An arm of three joints, the second prismatic, on which nothing vanishes."""
    return equidyn.Arm.from_dh(**{**random_arm(2), "joints": "RPR", "convention": "standard"})
