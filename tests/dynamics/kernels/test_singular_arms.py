"""Joints that move no mass have no acceleration, however well rounding hides it; all others do."""

import re

import numpy as np
import pytest

from conftest import EPS
from equidyn import (
    PD,
    Arm,
    BaseMotion,
    GravityCompensation,
    SlotineLi,
    formulations,
    generate,
    robots,
)
from oracles import accelerations
from oracles.random_arms import random_arm, random_inertia

SEEDS = range(24)

pytestmark = pytest.mark.filterwarnings("ignore::equidyn.ArmWarning")


def links(data: dict, massless) -> dict:
    """The arm with links, numbered from 0, that have no mass."""
    mass, inertia = data["mass"].copy(), data["inertia"].copy()
    mass[massless], inertia[massless] = 0, 0
    return {**data, "mass": mass, "inertia": inertia}


def turning(data: dict, joint: int) -> dict:
    """The arm with one joint, numbered from 0, that is revolute."""
    letters = list(data["joints"])
    letters[joint] = "R"
    return {**data, "joints": "".join(letters)}


def on_the_axis(data: dict, height: float) -> np.ndarray:
    """A point of the last joint's axis, as the centre of mass of the last link."""
    if data["convention"] == "modified":
        return np.array([0, 0, height])
    a, alpha = data["a"][-1], data["alpha"][-1]
    return np.array([-a, height * np.sin(alpha), height * np.cos(alpha)])


def massless_last_links(seed, rng):
    n = rng.integers(1, 8)
    return links(random_arm(seed, n), np.arange(n) >= rng.integers(0, n)), n


def point_on_the_last_axis(seed, rng):
    data = turning(random_arm(seed, rng.integers(1, 8)), -1)
    n = len(data["joints"])
    com, inertia = data["com"].copy(), data["inertia"].copy()
    com[-1], inertia[-1] = on_the_axis(data, rng.uniform(-1, 1)), 0
    return {**data, "com": com, "inertia": inertia}, n


def rod_along_the_last_axis(seed, rng):
    data, n = point_on_the_last_axis(seed, rng)
    axis = on_the_axis({**data, "a": [0.0]}, 1.0)
    data["inertia"][-1] = rng.uniform(0.1, 1) * (np.eye(3) - np.outer(axis, axis))
    return data, n


def joints_on_one_axis(seed, rng):
    """Two joints on one axis with a massless link between them."""
    n = rng.integers(2, 8)
    i = rng.integers(0, n - 1)
    data = links(random_arm(seed, n), i)
    letters = list(data["joints"])
    letters[i + 1] = letters[i]
    between = i if data["convention"] == "standard" else i + 1
    a, alpha = data["a"].copy(), data["alpha"].copy()
    a[between], alpha[between] = 0, rng.choice([0, np.pi, -np.pi, 2 * np.pi])
    return {**data, "joints": "".join(letters), "a": a, "alpha": alpha}, i + 1


def one_point_at_the_end(seed, rng):
    """A point mass, with three degrees of freedom, on four joints or more."""
    n = rng.integers(4, 9)
    data = turning(links(random_arm(seed, n), np.arange(n) < n - 1), -1)
    inertia = data["inertia"].copy()
    inertia[-1] = 0
    return {**data, "joints": data["joints"][:-4] + "RRRR", "inertia": inertia}, n - 3


def one_body_at_the_end(seed, rng):
    """A body, with six degrees of freedom, on seven joints or more."""
    n = rng.integers(7, 12)
    data = links(random_arm(seed, n), np.arange(n) < n - 1)
    return {**data, "joints": data["joints"][:-7] + "RRRRRRR"}, n - 6


FAMILIES = [
    massless_last_links,
    point_on_the_last_axis,
    rod_along_the_last_axis,
    joints_on_one_axis,
    one_point_at_the_end,
    one_body_at_the_end,
]


def refused(joint: int, place: str = "", method: str = "forward_dynamics") -> str:
    return rf"^{method}: joint {joint} has no acceleration{re.escape(place)}: it moves no mass"


def refused_by(method, arm: Arm, joint: int, place: str = "") -> str:
    """One that inverts the inertia of each link names a link without inertia instead."""
    reason = method.refusal(arm)
    return f"formulation: {method.name} {re.escape(reason)}" if reason else refused(joint, place)


@pytest.mark.parametrize("family", FAMILIES)
def test_a_joint_that_moves_no_mass_is_named(family):
    for seed in SEEDS:
        rng = np.random.default_rng([seed, 3])
        data, joint = family(seed, rng)
        arm = Arm.from_dh(**data)
        q, qd, tau = rng.uniform(-3, 3, (3, arm.n))
        loads = {
            "tip_wrench": rng.normal(size=6),
            "base_motion": BaseMotion(*rng.normal(size=(3, 3))),
        }
        for given in ({}, loads):
            with pytest.raises(ValueError, match=refused(joint)):
                arm.forward_dynamics(q, qd, tau, **given)
            with pytest.raises(
                ValueError, match=refused(joint, "", "forward_dynamics_derivatives")
            ):
                arm.forward_dynamics_derivatives(q, qd, tau, **given)
        with pytest.raises(ValueError, match=refused(joint, "", "operational_space_inertia")):
            arm.operational_space_inertia(q)
        for method in formulations("forward_dynamics"):
            with pytest.raises(ValueError, match=refused_by(method, arm, joint)):
                arm.forward_dynamics(q, qd, tau, formulation=method.name)
        # a motor holds on to the joint, and so do those of the joints before
        motors = arm.with_motors(np.full(arm.n, 0.1))
        assert np.isfinite(motors.forward_dynamics(q, qd, tau, motors=True)).all()


@pytest.mark.parametrize("family", FAMILIES)
def test_the_mass_matrix_of_such_an_arm_is_finite_by_every_method(family):
    for seed in SEEDS[:6]:
        rng = np.random.default_rng([seed, 3])
        arm = Arm.from_dh(**family(seed, rng)[0])
        q = rng.uniform(-3, 3, arm.n)
        M = arm.mass_matrix(q)
        for method in formulations("mass_matrix"):
            found = arm.mass_matrix(q, formulation=method.name)
            assert np.abs(found - M).max() <= 1e-12 * np.abs(M).max(), (method.name, seed)


@pytest.mark.parametrize("straight", [0.0, np.pi, -np.pi])
def test_a_straight_arm_whose_elbow_has_no_mass_is_stuck_there_alone(straight):
    arm = Arm.from_dh(
        "standard", joints="RR", a=[0.7, 0.4], alpha=[0, 0], d=[0, 0], theta=[0, 0],
        mass=[0, 2], com=np.zeros((2, 3)), inertia=np.zeros((2, 3, 3)),
    )  # fmt: skip
    q = np.random.default_rng(1).uniform(0.2, 2.8, (3, 5, 2))
    assert np.isfinite(arm.forward_dynamics(q, 0 * q, q)).all()
    q[2, 1, 1] = straight
    for threads in (1, 3):
        with pytest.raises(ValueError, match=refused(1, " in state (2, 1)")):
            arm.forward_dynamics(q, 0 * q, q, threads=threads)
    q[0, 4, 1] = straight
    with pytest.raises(ValueError, match=refused(1, " in state (0, 4)")):
        arm.forward_dynamics(q, 0 * q, q)


def test_the_first_of_many_states_is_named_on_any_number_of_threads():
    arm = Arm.from_dh(**links(random_arm(3, 6), [2]))
    n = arm.n
    slide = Arm.from_dh(**{
        **links(random_arm(3, 6), [0]), "joints": "RRRRRR", "convention": "standard",
        "a": np.full(6, 0.3), "alpha": np.zeros(6), "d": np.zeros(6),
    })  # fmt: skip
    q = np.random.default_rng(2).uniform(0.3, 2.5, (20_000, n))
    expected = arm.forward_dynamics(q, 0 * q, q)
    np.testing.assert_array_equal(arm.forward_dynamics(q, 0 * q, q, threads=3), expected)
    assert np.isfinite(slide.forward_dynamics(q, 0 * q, q)).all()


def badly_conditioned(seed: int):
    """An arm whose masses differ by up to 1e10, of a length between micrometres and kilometres."""
    rng = np.random.default_rng([seed, 4])
    data = random_arm(seed, rng.integers(2, 7))
    n = len(data["joints"])
    length = 10.0 ** rng.uniform(-6, 3)
    mass = 10.0 ** rng.uniform(-5, 5, n)
    slender = 10.0 ** rng.uniform(-6, 0, n)
    inertia = np.array([random_inertia(rng) for _ in range(n)])
    return Arm.from_dh(**{
        **data,
        "a": data["a"] * length, "d": data["d"] * length, "com": data["com"] * length,
        "mass": mass, "inertia": inertia * (mass * slender * length**2)[:, None, None],
        "gravity": (0, 0, 0),
    })  # fmt: skip


def test_badly_conditioned_arms_accelerate_as_well_as_their_condition_allows():
    regular = 0
    for seed in range(60):
        arm = badly_conditioned(seed)
        rng = np.random.default_rng([seed, 5])
        q, tau = rng.uniform(-3, 3, (2, arm.n))
        q[np.array(list(arm.joints)) == "P"] *= np.abs(arm.d).max()
        expected, M = accelerations.from_rest(arm, q, tau)
        if accelerations.left_along_each_joint(M).min() < 1e-9:
            continue  # more digits are lost than can be asked for
        regular += 1
        found = arm.forward_dynamics(q, np.zeros(arm.n), tau)
        M = np.array(M.tolist(), float)
        size = np.sqrt(M.diagonal())
        allowed = 100 * EPS * np.abs(np.linalg.inv(M)) @ size * (size @ np.abs(expected))
        assert np.all(np.abs(found - expected) <= allowed), arm.name
    assert regular > 30


def test_a_lever_of_a_micrometre_moves_mass():
    for lever in (1e-3, 1e-6, 1e-9):
        arm = Arm.from_dh(
            "modified", joints="RR", a=[0, 0], alpha=[0, np.pi / 2], d=[0, 0], theta=[0, 0],
            mass=[1, 3], com=[[1, 0, 0], [lever, 0, 0.5]], inertia=np.zeros((2, 3, 3)),
            gravity=(0, 0, 0),
        )  # fmt: skip
        found = arm.forward_dynamics([0.1, 0.2], [0.0, 0.0], [0.0, 1.0])
        M = arm.mass_matrix([0.1, 0.2])
        np.testing.assert_allclose(
            M @ found, [0, 1], rtol=1e-6, atol=1e-6 * np.abs(M[0] * found).max()
        )


def test_long_chains_and_real_arms_are_regular():
    for arm in (robots.puma560(), robots.random_arm(60, seed=1), robots.stanford()):
        q, qd, tau = np.random.default_rng(1).uniform(-2, 2, (3, 20, arm.n))
        assert np.isfinite(arm.forward_dynamics(q, qd, tau)).all()


# --- data that rounding alone keeps from zero


def turned(rng: np.random.Generator, joint: int) -> str:
    """A joint of a URDF at a random place, its angles in ten digits."""
    numbers = [*rng.uniform(-0.3, 0.3, 3), *rng.uniform(-3, 3, 3)]
    x, y, z, *rpy = (f"{number:.10g}" for number in numbers)
    return (
        f'<joint name="j{joint}" type="continuous"><parent link="l{joint - 1}"/>'
        f'<child link="l{joint}"/><axis xyz="0 0 1"/><origin xyz="{x} {y} {z}" '
        f'rpy="{" ".join(rpy)}"/></joint>'
    )


def points_in_a_file(seed, rng):
    """Point masses, the last on the axis of its joint."""
    n = int(rng.integers(1, 9))
    centres = [*rng.uniform(-0.2, 0.2, (n - 1, 3)), (0, 0, rng.uniform(-0.2, 0.2))]
    links = [
        f'<link name="l{i}"><inertial><mass value="{rng.uniform(0.05, 2):.3g}"/>'
        f'<origin xyz="{x:.6g} {y:.6g} {z:.6g}"/><inertia ixx="0" iyy="0" izz="0" ixy="0" '
        'ixz="0" iyz="0"/></inertial></link>'
        for i, (x, y, z) in enumerate(centres, start=1)
    ]
    joints = (turned(rng, joint) for joint in range(1, n + 1))
    text = f'<robot name="hobby"><link name="l0"/>{"".join([*links, *joints])}</robot>'
    return Arm.from_urdf(text), n


def nearly_right_angles_in_a_file(seed, rng):
    """Point masses on their own axes, and right angles in twelve digits that are kept."""
    at = 'xyz="0.1 0 0.05" rpy="0 {} {}"'
    turns = [("3.14159265359", "0"), ("1.5707963268", "-1.5707963268"), ("3.14159265359", "0")]
    text = '<robot name="r"><link name="l0"/>'
    for i, angles in enumerate(turns, start=1):
        text += (
            f'<link name="l{i}"><inertial><mass value="0.2"/><origin xyz="0 0 0.1"/><inertia '
            'ixx="0" iyy="0" izz="0" ixy="0" ixz="0" iyz="0"/></inertial></link>'
            f'<joint name="j{i}" type="continuous"><parent link="l{i - 1}"/><child link="l{i}"/>'
            f'<axis xyz="0 0 1"/><origin {at.format(*angles)}/></joint>'
        )
    return Arm.from_urdf(text + "</robot>", exact=True), 3


def converted(seed, rng):
    """The last link a point on its axis, in frames of the other convention and back."""
    data, n = point_on_the_last_axis(seed, rng)
    arm = Arm.from_dh(**data)
    other = "standard" if arm.convention == "modified" else "modified"
    return arm.to_convention(other).to_convention(arm.convention), n


def of_parameters(seed, rng):
    """A point on the last axis by its moments about the far end of the link."""
    data = turning(random_arm(seed, int(rng.integers(2, 8))), -1) | {"convention": "standard"}
    data["mass"][-1] = rng.uniform(0.1, 3)
    data["com"][-1], data["inertia"][-1] = on_the_axis(data, rng.uniform(-1, 1)), 0
    arm = Arm.from_dh(**data)
    return arm.with_parameters(arm.parameters()), arm.n


ROUNDED = [points_in_a_file, nearly_right_angles_in_a_file, converted, of_parameters]


def severe(arm: Arm) -> list[int]:
    return [finding.link for finding in arm.check() if finding.severity == "severe"]


@pytest.mark.parametrize("family", ROUNDED)
def test_a_joint_that_moves_rounding_errors_alone_is_named_everywhere(family):
    for seed in SEEDS:
        rng = np.random.default_rng([seed, 7])
        arm, joint = family(seed, rng)
        q, qd, tau = rng.uniform(-3, 3, (3, 5, arm.n))
        with pytest.raises(ValueError, match=refused(joint, " in state (0,)")):
            arm.forward_dynamics(q, qd, tau)
        for method in formulations("forward_dynamics"):
            with pytest.raises(ValueError, match=refused_by(method, arm, joint, " in state (0,)")):
                arm.forward_dynamics(q, qd, tau, formulation=method.name)
        for name, given in {
            "forward_dynamics_derivatives": (q, qd, tau),
            "forward_dynamics_vjp": (q, qd, tau, tau),
            "forward_dynamics_jvp": (q, qd, tau, q, qd, tau),
            "operational_space_inertia": (q,),
        }.items():
            with pytest.raises(ValueError, match=refused(joint, " in state (0,)", name)):
                getattr(arm, name)(*given)
        with pytest.raises(ValueError, match=refused(joint)):
            arm.forward_dynamics(q[0], qd[0], tau[0])
        assert joint in severe(arm)
        motors = arm.with_motors(np.full(arm.n, 1e-6))
        assert np.isfinite(motors.forward_dynamics(q, qd, tau, motors=True)).all()


@pytest.mark.parametrize("method", ["rk4", "semi_implicit_euler", "dopri5"])
def test_an_arm_whose_joint_moves_rounding_errors_is_not_simulated(method):
    arm, joint = points_in_a_file(0, np.random.default_rng(3))
    q = np.full((2, arm.n), 0.3)
    for named in (None, "composite_rigid_bodies"):
        with pytest.raises(ValueError, match=f"joint {joint} has no acceleration"):
            arm.simulate(q, 0 * q, 0.1, step=0.01, method=method, formulation=named)


@pytest.mark.parametrize("family", [points_in_a_file, massless_last_links])
@pytest.mark.parametrize(
    "controlled",
    [
        lambda arm, **options: PD(arm, np.zeros(arm.n), kp=1.0, kv=0.1, **options),
        lambda arm, **options: SlotineLi(arm, np.zeros(arm.n), kp=1.0, kv=0.1, **options),
        lambda arm, **options: GravityCompensation(arm, damping=0.1, **options),
    ],
)
def test_no_gain_is_divided_by_rounding_errors_where_a_controller_samples(controlled, family):
    arm, joint = family(0, np.random.default_rng(3))
    arm = arm if isinstance(arm, Arm) else Arm.from_dh(**arm)
    message = rf"^model: joint {joint} has no acceleration at the start of the motion: it moves no"
    with pytest.raises(ValueError, match=message):
        controlled(arm, period=1e-4)
    controlled(arm)
    controlled(arm.with_motors(np.full(arm.n, 0.1)), period=1e-4, motors=True)


@pytest.mark.parametrize("quantity", ["forward_dynamics", "forward_dynamics_derivatives"])
def test_no_code_is_generated_of_accelerations_that_rounding_errors_determine(quantity):
    arm, joint = points_in_a_file(0, np.random.default_rng(3))
    # what is 0 in the arm stays 0, and the tool is on the last axis
    for parameters in ([], ["gravity"], ["inertia"], ["payload"]):
        with pytest.raises(ValueError, match=refused(joint, "", quantity)):
            generate(arm, quantity=quantity, parameters=parameters)
    generate(arm, quantity="mass_matrix")
    motors = arm.with_motors(np.full(arm.n, 1e-6))
    assert "forward" in generate(motors, quantity=quantity, motors=True).source


@pytest.mark.parametrize("family", FAMILIES)
def test_the_check_names_the_joint_that_has_no_acceleration(family):
    for seed in SEEDS:
        data, joint = family(seed, np.random.default_rng([seed, 3]))
        assert joint in severe(Arm.from_dh(**data))


def in_units(length: float, mass: float, lever: float, moments=(0.0, 0.0, 0.0)) -> Arm:
    """Two links of a unit of length; of the last one the lever and the moments are given."""
    inertia = np.array([np.eye(3), np.diag(moments)]) * mass * length**2
    return Arm.from_dh(
        "modified", joints="RR", a=[0, length], alpha=[0, 1.0], d=[0, 0], theta=[0, 0],
        mass=[mass, mass], com=[[length, 0, 0], [lever * length, 0, 0.5 * length]],
        inertia=inertia, gravity=(0, 0, 0),
    )  # fmt: skip


@pytest.mark.parametrize("mass", [1e-9, 1.0, 1e6])
@pytest.mark.parametrize("length", [1e-6, 1.0, 1e4])
def test_what_is_negligible_does_not_depend_on_units(length, mass):
    for parts in ((3e-10,), (1e-8, (1, 1, 0)), (0, (1, 1, 1e-10)), (1e-3, (1, 1, 1e-3))):
        arm = in_units(length, mass, *parts)
        assert np.isfinite(arm.forward_dynamics([0.1, 0.2], [0, 0], [0, mass * length**2])).all()
        assert severe(arm) == []
    for parts in ((3e-12,), (-1e-15,), (3e-12, (1, 1, 0)), (1e-12, (1, 1, 1e-13))):
        arm = in_units(length, mass, *parts)
        with pytest.raises(ValueError, match=refused(2)):
            arm.forward_dynamics([0.1, 0.2], [0, 0], [0, 1])
        assert severe(arm) == [2]


def test_a_light_wrist_on_a_heavy_robot_moves_mass():
    for moment in (1e-5, 1e-7, 1e-9):
        data = robots.puma560().to_dict()
        data["mass"] = [100, 100, 60, 20, 20, 1e-3]
        data["inertia"] = [*10 * np.array(data["inertia"])[:5], moment * np.eye(3)]
        data["com"] = [*data["com"][:5], (0, 0, 0.03)]
        arm = Arm.from_dict(data)
        q = np.random.default_rng(2).uniform(-2, 2, (20, 6))
        assert np.isfinite(arm.forward_dynamics(q, 0 * q, 0 * q)).all()
        assert severe(arm) == []


def test_every_robot_of_the_zoo_moves_mass():
    for name in robots.names():
        arm = robots.load(name)
        if arm.missing:
            continue
        q, qd, tau = np.random.default_rng(1).uniform(-2, 2, (3, 20, arm.n))
        assert np.isfinite(arm.forward_dynamics(q, qd, tau)).all()
        assert severe(arm) == []
