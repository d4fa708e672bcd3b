"""Every kernel on every kind of joint behind every right angle, on any scale, at any angle."""

import json
import os
import subprocess
import sys
from itertools import chain, combinations, product

import mpmath
import numpy as np
import pytest

import equidyn
from conftest import EPS, TOLERANCE, assert_close
from equidyn import Arm, BaseMotion, _core, robots
from oracles.differences import rounded, torque_derivatives
from oracles.random_arms import random_arm

RIGHT_ANGLES = (0.0, np.pi / 2, -np.pi / 2, np.pi)


def arm_of_kinds(kinds: str, twists: tuple[float, ...], base: np.ndarray | None = None) -> Arm:
    """A random arm in modified DH, with one twist before each joint."""
    return Arm.from_dh(**{
        **random_arm(len(kinds), len(kinds)), "convention": "modified", "joints": kinds,
        "alpha": twists, "name": f"{kinds} behind {np.degrees(twists)}",
        "base": base,
    })  # fmt: skip


# each kind of joint behind each twist, behind each kind of joint, nearer to the base and farther
KINDS = [
    [arm_of_kinds("".join(kinds), (0.3, twist, twist, other)) for kinds in product("RP", repeat=4)]
    for twist, other in zip(RIGHT_ANGLES, (*RIGHT_ANGLES[1:], 0.0), strict=True)
]
behind_each_twist = pytest.mark.parametrize("arms", KINDS, ids=("0", "90", "-90", "180"))


@behind_each_twist
def test_every_kernel_knows_each_kind_of_joint_behind_each_right_angle(arms):
    for arm in arms:
        x = rounded(np.random.default_rng(4).uniform(-3, 3, (3, 5, arm.n)))
        q, qd, qdd = x

        by_name = {"formulation": "newton_euler"}
        tau, M = arm.inverse_dynamics(*x, **by_name), arm.mass_matrix(q, **by_name)
        dtau_dq, dtau_dqd = torque_derivatives(arm, x)
        derivatives = arm.inverse_dynamics_derivatives(*x)
        by_kernel = {
            "inverse dynamics": (arm.inverse_dynamics(*x), tau),
            "bias": (arm.bias(q, qd), arm.inverse_dynamics(q, qd, 0 * q, **by_name)),
            "gravity": (arm.gravity_torque(q), arm.inverse_dynamics(q, 0 * q, 0 * q, **by_name)),
            "mass matrix": (arm.mass_matrix(q), M),
            "coriolis": (arm.coriolis_coefficients(q), arm.coriolis_coefficients(q, **by_name)),
            "dtau_dq": (derivatives[0], dtau_dq),
            "dtau_dqd": (derivatives[1], dtau_dqd),
        }
        for name, (found, expected) in by_kernel.items():
            largest = max(np.abs(expected).max(), np.abs(M).max())  # some are all zero
            allowed = TOLERANCE["identity"] * EPS * largest
            assert np.abs(found - expected).max() <= allowed, f"{name} of {arm.name}"
        found = arm.forward_dynamics(q, qd, tau)
        np.testing.assert_allclose(found, qdd, rtol=0, atol=1e-9 * np.abs(qdd).max())


@behind_each_twist
def test_angles_of_many_turns_are_those_of_each_kind_of_joint(arms):
    """So many that the C library reduces them; in blocks, alone, and in a simulation."""
    for arm in arms:
        x = rounded(np.random.default_rng(5).uniform(-3, 3, (3, 5, arm.n)))
        x[0] *= np.where(np.array(list(arm.joints)) == "R", 2.0**20, 1.0)
        tau = arm.inverse_dynamics(*x, formulation="newton_euler")
        tolerance = TOLERANCE["identity"] * EPS * np.abs(tau).max()
        assert np.abs(arm.inverse_dynamics(*x) - tau).max() <= tolerance
        assert np.abs(arm.inverse_dynamics(*x[:, 0]) - tau[0]).max() <= tolerance
        q, qd, qdd = x
        step = 2.0**-30
        moved = arm.simulate(q, qd, step, step, torque=tau, method="semi_implicit_euler")
        np.testing.assert_allclose(moved.qd[..., -1, :], qd + step * qdd, rtol=0, atol=1e-9 * step)


@behind_each_twist
def test_the_kernel_as_a_formulation_knows_each_kind_of_joint_in_extended_precision(arms):
    for arm in arms:
        rng = np.random.default_rng(6)
        x = rng.uniform(-3, 3, (3, 5, arm.n))
        base, tip = rng.normal(size=(3, 3)), rng.normal(size=6)
        found, expected = (
            _core.inverse_dynamics_extended(arm, name, *x, tip, tuple(base))
            for name in ("minimal_newton_euler", "newton_euler")
        )
        allowed = TOLERANCE["identity"] * 2.0**-105 * np.abs(expected).max()
        assert np.abs(found - expected).max() <= allowed, arm.name


OPTIONS = ("tip_wrench", "base_motion", "friction", "motors")
SUBSETS = list(chain.from_iterable(combinations(OPTIONS, k) for k in range(len(OPTIONS) + 1)))


@pytest.mark.parametrize("chosen", SUBSETS, ids=" ".join)
def test_forward_dynamics_undoes_inverse_dynamics_with_every_option(chosen):
    rng = np.random.default_rng(6)
    values = {
        "tip_wrench": rng.normal(size=6), "base_motion": BaseMotion(*rng.normal(size=(3, 3))),
        "friction": True, "motors": True,
    }  # fmt: skip
    options = {name: values[name] for name in chosen}
    for seed in range(4):
        arm = robots.random_arm(5, seed=seed, friction=True, motors=True)
        x = rng.uniform(-2, 2, (3, 9, arm.n))
        q, qd, qdd = x
        tau = arm.inverse_dynamics(*x, **options)
        found = arm.forward_dynamics(q, qd, tau, **options)
        np.testing.assert_allclose(found, qdd, rtol=0, atol=1e-9 * np.abs(qdd).max())
        if chosen:
            assert np.abs(tau - arm.inverse_dynamics(*x)).max() > 1e-6


@pytest.mark.filterwarnings("ignore::equidyn.ArmWarning")
def test_an_arm_of_another_scale_needs_as_much_less_or_more(formulation):
    """Times powers of two nothing is rounded: no length is small enough to be left out."""
    for seed, scale in product(range(0, 96, 19), (2.0**-31, 2.0**40)):
        assert_scales(formulation, seed, scale)


def assert_scales(formulation, seed, scale):
    data = random_arm(seed)
    arm = Arm.from_dh(**data)
    small_pose = {name: data[name] * [1, 1, 1, scale] for name in ("base", "tool")}
    for matrix in small_pose.values():
        matrix[3, 3] = 1
    small = Arm.from_dh(**{
        **data, **small_pose, "a": data["a"] * scale, "d": data["d"] * scale,
        "com": data["com"] * scale, "inertia": data["inertia"] * scale**2,
        "gravity": data["gravity"] * scale,
    })  # fmt: skip
    slides = np.array(list(arm.joints)) == "P"
    unit = np.where(slides, scale, 1.0)  # of the joint variables
    per_unit = scale**2 / unit  # of the torques
    x = np.random.default_rng(seed).uniform(-3, 3, (3, 4, arm.n))
    q, qd, _ = x
    given = {"formulation": formulation}
    expected = arm.inverse_dynamics(*x, **given) * per_unit
    for options in (given, {}):
        found = small.inverse_dynamics(*(x * unit), **options)
        assert_close(
            found / per_unit, expected / per_unit, TOLERANCE["agreement"],
            formulation=formulation, arm=arm,
        )  # fmt: skip
    small_q, small_qd, _ = x * unit
    pairs = [
        (small.gravity_torque(small_q), arm.gravity_torque(q) * per_unit),
        (small.bias(small_q, small_qd), arm.bias(q, qd) * per_unit),
        (small.mass_matrix(small_q), arm.mass_matrix(q) * scale**2 / np.outer(unit, unit)),
    ]
    for found, wanted in pairs:
        np.testing.assert_array_equal(found, wanted)
    found = small.forward_dynamics(small_q, small_qd, expected)
    wanted = arm.forward_dynamics(q, qd, expected / per_unit) * unit
    np.testing.assert_array_equal(found, wanted)


LARGE_ANGLES = """
import json
import numpy as np
from equidyn import Arm, build_info
rng = np.random.default_rng(3)
q = rng.choice([-1, 1], (400, 1)) * 10 ** rng.uniform(5, 20, (400, 1))
pendulum = Arm.from_dh(
    "modified", joints="R", a=[0], alpha=[0], d=[0], theta=[0],
    mass=[1], com=[[1, 0, 0]], inertia=np.ones((1, 3)),
)
arms = [pendulum.with_gravity(gravity) for gravity in ((1, 0, 0), (0, -1, 0))]
found = [arm.gravity_torque(q)[:, 0].tolist() for arm in arms]
found += [[arm.bias(row, [0.0])[0] for row in q] for arm in arms]
print(json.dumps([build_info()["instruction_set"], q[:, 0].tolist(), *found]))
"""


@pytest.mark.parametrize("name", equidyn.build_info()["instruction_sets"].split(", "))
def test_large_angles_are_within_two_units_in_the_last_place_on_every_instruction_set(name):
    run = subprocess.run(
        [sys.executable, "-c", LARGE_ANGLES],
        env={**os.environ, "EQUIDYN_INSTRUCTION_SET": name},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    used, angles, *found = json.loads(run.stdout)
    assert used == name
    with mpmath.workdps(60):
        exact = [[mpmath.sin(x), mpmath.cos(x)] for x in map(mpmath.mpf, angles)]
        for k, numbers in enumerate(found):
            for number, truth in zip(numbers, exact, strict=True):
                error = abs(mpmath.mpf(number) - truth[k % 2])
                assert error <= 2 * np.spacing(abs(float(truth[k % 2])))
