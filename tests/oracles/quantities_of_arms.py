"""Quantities of an arm by the library, for arguments as generated functions take them."""

from types import SimpleNamespace

import numpy as np

from equidyn import Arm, BaseMotion
from equidyn.codegen.quantities import QUANTITIES
from oracles.random_arms import random_arm, random_inertia

_GEOMETRY = ("mass", "com", "inertia", "a", "a_y", "d", "alpha", "theta", "gravity")


def arm_with(joints, seed=1, convention="standard"):
    """A random arm of joints of these kinds, in frames of a convention."""
    return Arm.from_dh(
        **{**random_arm(seed, len(joints)), "joints": joints, "convention": convention}
    )


def is_right_angle(angles):
    """Whether angles are 0 or near a multiple of 90 degrees, which no code reads."""
    return np.abs(np.sin(2 * angles)) < 1e-12


def case(arm, quantity, parameters=(), ends=(), seed=0, **drives):
    """Arguments of a generated function by name, in its order, and the results by the library."""
    rng, n, kind = np.random.default_rng([seed, arm.n]), arm.n, QUANTITIES[quantity]
    given = {name: rng.uniform(-3, 3, n) for name in kind.operands}
    options = {}
    if "tip_wrench" in ends:
        options["tip_wrench"] = given["tip_wrench"] = 10 * rng.normal(size=6)
    if "base_motion" in ends:
        given["base_motion"] = 2 * rng.normal(size=9)
        options["base_motion"] = BaseMotion(*given["base_motion"].reshape(3, 3))
    changed = {
        "mass": rng.uniform(0.5, 3, n),
        "com": rng.uniform(-0.3, 0.3, (n, 3)),
        "inertia": np.array([random_inertia(rng) for _ in range(n)]),
        "a": rng.uniform(-0.5, 0.5, n),
        # what an arm does not have stays 0
        "a_y": rng.uniform(-0.5, 0.5, n) * (arm.a_y != 0),
        "d": rng.uniform(-0.5, 0.5, n),
        "alpha": np.where(is_right_angle(arm.alpha), arm.alpha, rng.uniform(-3, 3, n)),
        "theta": np.where(is_right_angle(arm.theta), arm.theta, rng.uniform(-3, 3, n)),
        "gravity": 10 * rng.normal(size=3),
        "payload": rng.uniform(0.5, 2, 1),
    }
    given |= {name: value for name, value in changed.items() if name in parameters}
    changes = {name: given[name] for name in _GEOMETRY if name in parameters}
    loaded = arm._with(**changes).with_payload(given["payload"][0] if "payload" in given else 0)
    results = getattr(loaded, quantity)(*(given[x] for x in kind.operands), **options, **drives)
    if isinstance(results, np.ndarray | float):
        results = [results]
    shapes = [kind.extents(name, n) for name in kind.results]
    return SimpleNamespace(
        given=given,
        results=[np.reshape(x, shape) for x, shape in zip(results, shapes, strict=True)],
    )


def assert_results(found, expected, tolerance, label):
    """Compare results in several states with those of the library.

    Errors are relative to the largest number of a result in all states; where all of them are 0, as
    the Coriolis coefficients of one joint, to 0.01, below the terms that cancel there.
    """
    for x, y in zip(zip(*found, strict=True), zip(*expected, strict=True), strict=True):
        right = np.array(y)
        error = np.abs(np.array(x, dtype=float).reshape(right.shape) - right).max()
        assert error <= tolerance * max(np.abs(right).max(), 0.01), f"{label}: {error:.2g}"
