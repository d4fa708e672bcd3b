"""Bad input of robots: one clear error each."""

import numpy as np
import pytest

from equidyn import robots
from oracles.refusals import raises

NAN, INF = np.nan, np.inf


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (
            lambda: robots.load("pumma560"),
            ValueError,
            "robot: there is no 'pumma560'; did you mean 'puma560'? "
            f"(known: {', '.join(robots.names()[:20])} and {len(robots.names()) - 20} more; "
            "`equidyn list` shows all)",
        ),
        (
            lambda: robots.load(560),
            TypeError,
            "arm: expected an equidyn.Arm or the name of a robot, got int",
        ),
        (
            lambda: robots.puma560("corki"),
            ValueError,
            "variant: there is no 'corki'; did you mean 'corke'? "
            "(known: corrected, corke, akb, akb_corrected, roboop)",
        ),
        (lambda: robots.uniform_chain(0), ValueError, "n: must be at least 1, got 0"),
        (lambda: robots.uniform_chain(2.0), TypeError, "n: expected an integer, got float"),
        (lambda: robots.uniform_chain(True), TypeError, "n: expected an integer, got bool"),
        (
            lambda: robots.uniform_chain(2, length=0),
            ValueError,
            "length: must be positive, got 0",
        ),
        (lambda: robots.uniform_chain(2, mass=NAN), ValueError, "mass: must be finite, got nan"),
        (
            lambda: robots.planar_2r(mass=(1, 2, 3)),
            ValueError,
            "mass: shape must be (2,) (one entry a link), got shape (3,)",
        ),
        (lambda: robots.random_arm(0, 0), ValueError, "n: must be at least 1, got 0"),
        (lambda: robots.random_arm(3, -1), ValueError, "seed: must be at least 0, got -1"),
        (lambda: robots.random_arm(3, None), TypeError, "seed: expected an integer, got NoneType"),
        (lambda: robots.random_arm(3, 0, "RR"), ValueError, "joints: expected 3 letters, got 'RR'"),
        (
            lambda: robots.random_arm(2, 0, "RS"),
            ValueError,
            "joints: letters must be R (revolute) or P (prismatic), got 'S' at joint 2",
        ),
        (
            lambda: robots.random_arm(2, 0, convention="dh"),
            ValueError,
            "convention: there is no 'dh' (known: standard, modified)",
        ),
    ],
)
def test_robots(call, error, message):
    with raises(error, message):
        call()
