"""Sine and cosine of the kernels, of any angle."""

import mpmath
import numpy as np
import pytest

from equidyn import Arm


def trigonometry(angles: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Sine and cosine as the kernels compute them: torques of pendulums of unit weight."""
    common = {
        "joints": "R", "a": [0], "alpha": [0], "d": [0], "theta": [0],
        "mass": [1], "com": [[1, 0, 0]], "inertia": np.zeros((1, 3, 3)),
    }  # fmt: skip
    sine = Arm.from_dh("modified", **common, gravity=(1, 0, 0))
    cosine = Arm.from_dh("modified", **common, gravity=(0, -1, 0))
    q = angles[:, np.newaxis]
    return tuple(
        pendulum.gravity_torque(q, dtype=angles.dtype)[:, 0] for pendulum in (sine, cosine)
    )


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_sine_and_cosine_are_within_two_units_in_the_last_place():
    rng = np.random.default_rng(1)
    quarter_turns = np.arange(-2000, 2000) * (np.pi / 2)
    angles = np.concatenate([
        rng.uniform(-np.pi, np.pi, 2000), rng.uniform(-1e5, 1e5, 2000),
        quarter_turns, np.nextafter(quarter_turns, np.inf),
        [0.0, -0.0, 5e-324, 1e-300, 1e-8, 1e5, -1e5, np.nextafter(1e5, np.inf), 1e22, -1e300],
    ])  # fmt: skip
    with mpmath.workdps(60):
        exact = [(mpmath.sin(x), mpmath.cos(x)) for x in map(mpmath.mpf, angles)]
        for found, wanted in zip(trigonometry(angles), zip(*exact, strict=True), strict=True):
            for number, truth in zip(found, wanted, strict=True):
                error = abs(mpmath.mpf(float(number)) - truth)
                assert error <= 2 * np.spacing(abs(float(truth)))


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_sine_and_cosine_in_float32_are_within_two_units_in_the_last_place():
    rng = np.random.default_rng(1)
    quarter_turns = (np.arange(-5220, 5220) * (np.pi / 2)).astype(np.float32)
    angles = np.concatenate([
        rng.uniform(-np.pi, np.pi, 100_000), rng.uniform(-8192, 8192, 200_000),
        quarter_turns, np.nextafter(quarter_turns, np.float32(np.inf)),
        [0.0, -0.0, 1e-45, 1e-8, 8192, -8192, np.nextafter(np.float32(8192), np.float32(np.inf))],
        10 ** rng.uniform(4, 38, 1000),
    ]).astype(np.float32)  # fmt: skip
    # float64 is exact enough to tell
    truth = angles.astype(float)
    for found, exact in zip(trigonometry(angles), (np.sin(truth), np.cos(truth)), strict=True):
        units = np.spacing(np.abs(exact.astype(np.float32))).astype(float)
        # near multiples of pi/2, what is left of the angle has this absolute error
        assert np.all(np.abs(found - exact) <= np.maximum(2 * units, 2.0**-34))
