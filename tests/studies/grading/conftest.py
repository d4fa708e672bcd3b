"""Arms that homework is marked on."""

import numpy as np
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


@pytest.fixture(scope="session")
def rpr():
    """The RPR in a vertical plane of its closed form."""
    return equidyn.Arm.from_dh(
        "modified",
        joints="RPR",
        a=[0, 0, 0],
        alpha=[0, np.pi / 2, np.pi / 2],
        d=[0, 0, 0],
        theta=[0, 0, 0],
        mass=[3.1, 1.9, 1.3],
        com=[[0.23, 0, 0], [0, 0, -0.13], [0.11, 0, 0]],
        inertia=[[0.1, 0.1, 0.117], [0.03, 0.031, 0.04], [0.04, 0.04, 0.043]],
        gravity=(0, -9.81, 0),
    )


@pytest.fixture(scope="session")
def elbow():
    """A column and two links in a vertical plane, of its closed form."""
    return equidyn.Arm.from_dh(
        "modified",
        joints="RRR",
        a=[0, 0, 0.41],
        alpha=[0, np.pi / 2, 0],
        d=[0.3, 0, 0],
        theta=[0, 0, 0],
        mass=[3, 1.9, 1.3],
        com=[[0, 0, 0.1], [0.23, 0, 0], [0.13, 0, 0]],
        inertia=[[0.05, 0.06, 0.1], [0.012, 0.033, 0.037], [0.009, 0.047, 0.053]],
    )
