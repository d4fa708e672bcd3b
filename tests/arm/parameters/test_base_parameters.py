"""Base parameters: what torques depend on, by the geometry of the arm and by its regressor."""

import numpy as np
import pytest

from equidyn import Arm, robots
from oracles.random_arms import random_arm, random_state

# part of the largest coefficient
ROUNDING = 1e-10


def special_arm(seed: int, joints: str, convention: str) -> Arm:
    """An arm whose axes are parallel, at right angles and tilted, with lengths that are often zero.

    Gravity is vertical, tilted or absent, the first axis vertical or not.
    """
    rng = np.random.default_rng([seed, 11])
    n = len(joints)
    return Arm.from_dh(
        convention,
        joints=joints,
        a=rng.choice([0.0, 0.3], n),
        alpha=rng.choice([0.0, np.pi / 2, -np.pi / 2, np.pi, 0.7], n),
        d=rng.choice([0.0, 0.2], n),
        theta=rng.choice([0.0, np.pi / 2, 0.4], n),
        mass=np.ones(n),
        com=rng.normal(size=(n, 3)),
        inertia=np.tile(np.eye(3), (n, 1, 1)),
        gravity=[(0, 0, -9.81), (0, -9.81, 0), (1.0, 2.0, 3.0), (0, 0, 0)][seed % 4],
    )


def special_arms():
    for seed in range(60):
        rng = np.random.default_rng([seed, 12])
        joints = "".join(rng.choice(["R", "P"], rng.integers(1, 7), p=[0.6, 0.4]))
        for convention in ("standard", "modified"):
            yield special_arm(seed, joints, convention)


def assert_two_ways_agree(arm: Arm, **drives: bool) -> None:
    base = arm.base_parameters(**drives)
    assert base.structural.kept == base.numeric.kept, arm
    difference = np.abs(base.structural.matrix - base.numeric.matrix).max()
    # the decomposition loses the digits of its condition: six for the short offsets of a Gen3
    allowed = max(ROUNDING, 10 * np.finfo(float).eps * condition(arm, base.numeric.kept, **drives))
    assert difference <= allowed * np.abs(base.structural.matrix).max(), arm


def condition(arm: Arm, kept: tuple[int, ...], **drives: bool) -> float:
    """The condition number of the columns that are kept, in random states."""
    motion = np.random.default_rng(arm.n).uniform(-3, 3, (3, 50, arm.n))
    columns = arm.regressor(*motion, **drives)[..., list(kept)]
    return float(np.linalg.cond(columns.reshape(-1, len(kept))))


@pytest.mark.slow
def test_structure_and_regressor_agree_on_every_robot():
    for name in robots.names():
        assert_two_ways_agree(robots.load(name))
    assert_two_ways_agree(robots.puma560(), friction=True, motors=True)


def test_structure_and_regressor_agree_on_random_arms():
    for seed in range(0, 192, 11):
        assert_two_ways_agree(Arm.from_dh(**random_arm(seed, 1 + seed % 7)))


@pytest.mark.slow
def test_structure_and_regressor_agree_where_axes_are_parallel_and_lengths_vanish():
    for arm in special_arms():
        assert_two_ways_agree(arm)


def test_structure_and_regressor_agree_on_rotors():
    for arm in list(special_arms())[::3]:
        assert_two_ways_agree(arm.with_motors(np.ones(arm.n)), motors=True)


@pytest.mark.parametrize("convention", ["standard", "modified"])
def test_base_parameters_give_all_torques(convention):
    arm = robots.puma560().to_convention(convention)
    base = arm.base_parameters()
    x = random_state(np.random.default_rng(13), arm.n, (10,))
    torque = arm.regressor(*x)[..., list(base.structural.kept)] @ base.values
    expected = arm.inverse_dynamics(*x)
    assert np.abs(torque - expected).max() <= 1e-12 * np.abs(expected).max()


@pytest.mark.parametrize("convention", ["standard", "modified"])
@pytest.mark.parametrize(
    ("arm", "count"),
    [
        # 36: Gautier & Khalil 1990, for the PUMA 560, whose first axis is vertical
        (robots.puma560(), 36),
        # 7 a revolute joint, 4 a prismatic one, less what the first links cannot show
        (robots.uniform_chain(1), 3),
        (robots.planar_2r(), 6),
        # under no gravity the first moment of link 1 is not felt
        (robots.planar_2r().with_gravity((0, 0, 0)), 4),
    ],
    ids=["puma560", "pendulum", "planar", "weightless"],
)
def test_there_are_as_many_as_the_literature_counts(arm, count, convention):
    assert len(arm.to_convention(convention).base_parameters()) == count


def test_links_that_move_freely_keep_what_gautier_and_khalil_keep():
    """In modified DH frames; what is not kept is what the link before makes of it."""
    arm = Arm.from_dh(**{**random_arm(50, 6), "joints": "RRRRPR", "convention": "modified"})
    base = arm.base_parameters()
    matrix, names = base.structural.matrix, base.parameters.names

    c, s, a, r = np.cos(arm.alpha[3]), np.sin(arm.alpha[3]), arm.a[3], arm.d[3]
    # their equations for a revolute joint j = 4: what YY_j, M Z_j and M_j add
    regrouped = {
        "I4yy": {"I4xx": -1, "I3xx": 1, "I3yy": c * c, "I3yz": c * s, "I3zz": s * s},
        "m4*cz": {
            "I3xx": 2 * r,
            "I3xy": a * s,
            "I3xz": -a * c,
            "I3yy": 2 * r * c * c,
            "I3yz": 2 * r * c * s,
            "I3zz": 2 * r * s * s,
            "m3*cy": -s,
            "m3*cz": c,
        },
        "m4": {
            "I3xx": r * r,
            "I3xy": a * r * s,
            "I3xz": -a * r * c,
            "I3yy": a * a + r * r * c * c,
            "I3yz": r * r * c * s,
            "I3zz": a * a + r * r * s * s,
            "m3": 1,
            "m3*cx": a,
            "m3*cy": -r * s,
            "m3*cz": r * c,
        },
    }
    for name, shares in regrouped.items():
        stands_for = sum(share * matrix[:, names.index(k)] for k, share in shares.items())
        assert np.allclose(stands_for, matrix[:, names.index(name)], atol=1e-12), name


def test_what_cannot_move_the_torques_is_named():
    base = robots.planar_2r().base_parameters()
    assert "I1xx" in base.without_effect
    assert base.names[0] == "m1*cx + m1 + m2"
    assert "base parameters of 20" in str(base)


def test_a_slide_under_no_gravity_shows_its_masses_alone():
    arm = special_arm(3, "PP", "modified")
    assert arm.base_parameters().kept == ("m1", "m2")


def test_the_rotor_of_the_first_joint_is_felt_with_its_link():
    base = robots.puma560().base_parameters(motors=True)
    assert "rotor1" not in base.kept
    assert any("rotor1" in name for name in base.names)
    assert "rotor4" in base.kept
