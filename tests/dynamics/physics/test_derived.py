"""Energies, momentum, Coriolis matrix, derivatives of accelerations, parts of torques."""

from dataclasses import replace

import numpy as np
import pytest

import equidyn
from equidyn import Arm, ArmWarning, BaseMotion, robots
from oracles.random_arms import random_arm, random_state

ARMS = [Arm.from_dh(**random_arm(seed)) for seed in range(0, 96, 7)]
DRIVEN = robots.random_arm(5, seed=4, joints="RPRRP", friction=True, motors=True)
every_arm = pytest.mark.parametrize("arm", ARMS, ids=lambda arm: arm.name)


def motion_of(arm: Arm, *size: int) -> np.ndarray:
    return random_state(np.random.default_rng(arm.n), arm.n, size)


def rate(function, q, qd, step=2.0**-8):
    """Derivative along qd, by differences of the sixth order."""
    weights = {1: 45, 2: -9, 3: 1}
    return sum(
        weight * (function(q + k * step * qd) - function(q - k * step * qd))
        for k, weight in weights.items()
    ) / (60 * step)


@every_arm
def test_the_coriolis_matrix_makes_the_velocity_torque_and_leaves_a_skew_matrix(arm):
    q, qd, _ = motion_of(arm, 3)
    C = arm.coriolis_matrix(q, qd)
    expected = arm.bias(q, qd) - arm.gravity_torque(q)
    largest = np.abs(expected).max() + np.abs(arm.mass_matrix(q)).max()
    np.testing.assert_allclose(np.einsum("...ij,...j", C, qd), expected, atol=1e-12 * largest)
    # of every state on its own
    for position, rates, matrix in zip(q, qd, C, strict=True):
        skew = rate(arm.mass_matrix, position, rates) - 2 * matrix
        assert np.abs(skew + skew.T).max() <= 1e-8 * largest


@every_arm
def test_the_coriolis_matrix_is_the_sum_of_the_coefficients(arm):
    q, qd, _ = motion_of(arm, 3)
    expected = np.einsum("...ijk,...k->...ij", arm.coriolis_coefficients(q), qd)
    atol = 1e-13 * max(np.abs(expected).max(), np.abs(arm.mass_matrix(q)).max())
    np.testing.assert_allclose(arm.coriolis_matrix(q, qd), expected, rtol=0, atol=atol)


@every_arm
def test_the_coriolis_torque_is_the_product_of_the_matrix_with_any_rates(arm):
    q, qd, v = motion_of(arm, 3)
    found = arm.coriolis_torque(q, qd, v)
    expected = np.einsum("...ij,...j->...i", arm.coriolis_matrix(q, qd), v)
    atol = 1e-13 * max(np.abs(expected).max(), np.abs(arm.mass_matrix(q)).max())
    np.testing.assert_allclose(found, expected, rtol=0, atol=atol)
    np.testing.assert_allclose(found, arm.coriolis_torque(q, v, qd), rtol=0, atol=atol)


@every_arm
def test_the_transposed_coriolis_torque_is_the_product_of_the_transposed_matrix(arm):
    q, qd, v = motion_of(arm, 3)
    found = arm.transposed_coriolis_torque(q, qd, v)
    expected = np.einsum("...ji,...j->...i", arm.coriolis_matrix(q, qd), v)
    atol = 1e-13 * max(np.abs(expected).max(), np.abs(arm.mass_matrix(q)).max())
    np.testing.assert_allclose(found, expected, rtol=0, atol=atol)
    both = np.einsum("...ij,...j->...i", arm.mass_matrix_rate(q, qd), v)
    np.testing.assert_allclose(found + arm.coriolis_torque(q, qd, v), both, rtol=0, atol=atol)


@every_arm
def test_the_transposed_coriolis_torque_of_the_rates_is_the_slope_of_the_kinetic_energy(arm):
    q, qd, _ = motion_of(arm)
    slope = rate(lambda x: arm.kinetic_energy(x, qd), q, np.eye(arm.n))
    found = arm.transposed_coriolis_torque(q, qd, qd)
    np.testing.assert_allclose(found, slope, rtol=0, atol=1e-9 * scale_of(arm, q))


METHODS = [method.name for method in equidyn.formulations("mass_matrix")]


@pytest.mark.parametrize("formulation", [None, *METHODS, "newton_euler"])
def test_rotors_are_on_the_diagonal_of_the_mass_matrix(formulation):
    rotors = np.diag(DRIVEN.gear_ratio**2 * DRIVEN.motor_inertia)
    for size in ((), (11,)):
        q = motion_of(DRIVEN, *size)[0]
        of_links = DRIVEN.mass_matrix(q, formulation=formulation)
        found = DRIVEN.mass_matrix(q, formulation=formulation, motors=True)
        np.testing.assert_array_equal(found, of_links + rotors)


def test_torques_are_the_mass_matrix_with_rotors_times_accelerations_and_the_bias():
    q, qd, tau = motion_of(DRIVEN, 11)
    qdd = DRIVEN.forward_dynamics(q, qd, tau, motors=True)
    found = np.einsum("...ij,...j->...i", DRIVEN.mass_matrix(q, motors=True), qdd)
    expected = tau - DRIVEN.bias(q, qd)
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12 * np.abs(expected).max())


def test_a_mass_matrix_with_rotors_needs_motors():
    with pytest.raises(ValueError, match=r"^motors: the arm has no motor data"):
        robots.planar_2r().mass_matrix([0.1, 0.2], motors=True)


@every_arm
def test_the_mass_matrix_changes_at_its_rate(arm):
    q, qd, _ = motion_of(arm)
    found = arm.mass_matrix_rate(q, qd)
    atol = 1e-8 * np.abs(arm.mass_matrix(q)).max()
    np.testing.assert_allclose(found, rate(arm.mass_matrix, q, qd), rtol=0, atol=atol)
    C = arm.coriolis_matrix(q, qd)
    np.testing.assert_array_equal(found, C + C.T)


@every_arm
def test_kinetic_energy_is_half_the_momentum_times_the_rates_and_that_of_the_links(arm):
    q, qd, _ = motion_of(arm, 4)
    energy = arm.kinetic_energy(q, qd)
    assert energy.shape == (4,)
    np.testing.assert_allclose(energy, (arm.momentum(q, qd) * qd).sum(axis=-1) / 2, rtol=1e-14)
    motion = arm.link_motion(q, qd, np.zeros(arm.n))
    w, v = motion.angular_velocity, motion.com_velocity
    spin = np.einsum("...ni,nij,...nj->...", w, arm.inertia, w)
    np.testing.assert_allclose(energy, (((v * v).sum(-1) @ arm.mass) + spin) / 2, rtol=1e-12)


@every_arm
def test_the_power_of_all_torques_but_gravity_feeds_the_kinetic_energy(arm):
    q, qd, qdd = motion_of(arm)
    power = (arm.inverse_dynamics(q, qd, qdd) - arm.gravity_torque(q)) @ qd

    def energy(t):
        return arm.kinetic_energy(q + t * qd + t * t / 2 * qdd, qd + t * qdd)

    assert rate(energy, 0.0, 1.0) == pytest.approx(power, rel=1e-6, abs=1e-6 * energy(0.0))


@every_arm
def test_the_power_of_all_torques_is_the_rate_of_both_energies(arm):
    q, qd, qdd = motion_of(arm)

    def energy(t):
        position = q + t * qd + t * t / 2 * qdd
        return arm.kinetic_energy(position, qd + t * qdd) + arm.potential_energy(position)

    power = arm.inverse_dynamics(q, qd, qdd) @ qd
    assert rate(energy, 0.0, 1.0) == pytest.approx(power, rel=0, abs=1e-9 * scale_of(arm, q))


@every_arm
def test_torques_and_the_gradient_of_the_energies_change_the_momentum(arm):
    """Lagrange's equation: the rate of dT/dqd is tau + dT/dq - dV/dq."""
    q, qd, qdd = motion_of(arm)

    def momentum(t):
        return arm.momentum(q + t * qd + t * t / 2 * qdd, qd + t * qdd)

    unit = np.eye(arm.n)
    gradient = rate(lambda x: arm.kinetic_energy(x, qd) - arm.potential_energy(x), q, unit)
    expected = arm.inverse_dynamics(q, qd, qdd) + gradient
    found = rate(momentum, 0.0, 1.0)
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-9 * scale_of(arm, q))


def scale_of(arm, q):
    """Magnitude of energies and their rates: of differences, not of rounding."""
    return arm.n * (np.abs(arm.mass_matrix(q)).max() + np.abs(arm.gravity_torque(q)).max())


OPTIONS = {
    "links alone": {},
    "friction": {"friction": True},
    "motors": {"motors": True},
    "ends": {
        "tip_wrench": [1.0, -2.0, 3.0, 0.4, 0.5, -0.6],
        "base_motion": BaseMotion((0.1, -0.2, 0.3), (1, 2, -1), (0.5, 0, 2)),
    },
}
OPTIONS["all"] = {k: v for options in list(OPTIONS.values()) for k, v in options.items()}
DRIVES = {"friction": True, "motors": True}
every_option = pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)


@every_option
def test_derivatives_of_the_accelerations_are_their_differences(options):
    q, qd, tau = motion_of(DRIVEN)
    found = DRIVEN.forward_dynamics_derivatives(q, qd, tau, **options)
    unit = np.eye(DRIVEN.n)
    by_difference = (
        rate(lambda x: DRIVEN.forward_dynamics(x, qd, tau, **options), q, unit),
        rate(lambda x: DRIVEN.forward_dynamics(q, x, tau, **options), qd, unit),
        rate(lambda x: DRIVEN.forward_dynamics(q, qd, x, **options), tau, unit),
    )
    for exact, difference in zip(found, by_difference, strict=True):
        scale = max(np.abs(exact).max(), 1.0)
        np.testing.assert_allclose(exact, difference.T, rtol=0, atol=1e-6 * scale)


@every_option
def test_derivatives_of_the_accelerations_follow_from_those_of_the_torques(options):
    for n in (1, 2, 3, 7, 30):
        arm = robots.random_arm(n, seed=n, joints=("RPR" * n)[:n], friction=True, motors=True)
        q, qd, tau = motion_of(arm)
        found = arm.forward_dynamics_derivatives(q, qd, tau, **options)
        qdd = arm.forward_dynamics(q, qd, tau, **options)
        of_torque = {name: value for name, value in options.items() if name != "motors"}
        by_position, by_rate = arm.inverse_dynamics_derivatives(q, qd, qdd, **of_torque)
        rotors = arm.gear_ratio**2 * arm.motor_inertia if options.get("motors") else np.zeros(n)
        M = arm.mass_matrix(q) + np.diag(rotors)
        digits = 1e-14 * np.linalg.cond(M)
        for product, torques in (
            (M @ found.dqdd_dq, -by_position),
            (M @ found.dqdd_dqd, -by_rate),
            (M @ found.dqdd_dtau, np.eye(n)),
        ):
            atol = digits * np.abs(torques).max()
            np.testing.assert_allclose(product, torques, rtol=0, atol=atol)
        np.testing.assert_array_equal(found.dqdd_dtau, found.dqdd_dtau.T)


def derivatives_of(kind: str, arm: Arm, motion: np.ndarray, options: dict) -> list[np.ndarray]:
    """Derivatives of torques, or accelerations, with respect to all three operands."""
    if kind == "forward":
        return list(arm.forward_dynamics_derivatives(*motion, **options))
    of_torque = {name: value for name, value in options.items() if name != "motors"}
    rotors = arm.gear_ratio**2 * arm.motor_inertia if options.get("motors") else np.zeros(arm.n)
    M = arm.mass_matrix(motion[0]) + np.diag(rotors)
    return [*arm.inverse_dynamics_derivatives(*motion, **of_torque), M]


@every_option
@pytest.mark.parametrize("kind", ["inverse", "forward"])
def test_products_with_the_derivatives_are_those_of_the_matrices(kind, options):
    for seed in range(12):
        n = 1 + seed % 7
        arm = robots.random_arm(n, seed=seed, joints=("RPRRP" * n)[seed % 5 :][:n], **DRIVES)
        motion, vectors = motion_of(arm, 3), random_state(np.random.default_rng(seed), n, (3,))
        matrices = derivatives_of(kind, arm, motion, options)
        along = getattr(arm, f"{kind}_dynamics_jvp")(*motion, *vectors, **options)
        terms = [
            np.einsum("...ij,...j->...i", *each) for each in zip(matrices, vectors, strict=True)
        ]
        scale = 1.0 + sum(np.abs(each).max() for each in terms)
        np.testing.assert_allclose(along, sum(terms), rtol=0, atol=1e-11 * scale)
        products = getattr(arm, f"{kind}_dynamics_vjp")(*motion, vectors[0], **options)
        for found, matrix in zip(products, matrices, strict=True):
            expected = np.einsum("...i,...ij->...j", vectors[0], matrix)
            scale = 1.0 + np.abs(expected).max() + np.abs(matrix).max()
            np.testing.assert_allclose(found, expected, rtol=0, atol=1e-11 * scale)


@every_option
def test_the_terms_of_a_breakdown_add_up_to_the_torques(options):
    for size in ((), (3,), (2, 3)):
        x = motion_of(DRIVEN, *size)
        parts = DRIVEN.breakdown(*x, **options)
        expected = DRIVEN.inverse_dynamics(*x, **options)
        np.testing.assert_allclose(
            parts.total, expected, rtol=0, atol=1e-12 * np.abs(expected).max()
        )
        assert parts.total.shape == (*size, DRIVEN.n)
        zero = {name for name, values in parts.terms.items() if not values.any()}
        asked = {"friction", "motors", *(() if "tip_wrench" not in options else ("tip", "base"))}
        assert zero == {"friction", "motors", "tip", "base"} - {
            name for name in asked if name in ("tip", "base") or options.get(name)
        }


def test_each_term_of_a_breakdown_is_what_its_name_says():
    q, qd, qdd = motion_of(DRIVEN)
    parts = DRIVEN.breakdown(q, qd, qdd, friction=True, motors=True)
    at_rest = np.zeros(DRIVEN.n)
    np.testing.assert_allclose(parts.inertial, DRIVEN.mass_matrix(q) @ qdd, rtol=1e-13)
    np.testing.assert_allclose(parts.gravity, DRIVEN.gravity_torque(q), rtol=1e-13)
    # one joint alone has no products with others
    alone = DRIVEN.breakdown(q, [0, 0, 2.0, 0, 0], at_rest)
    assert np.abs(alone.coriolis).max() <= 1e-14
    assert np.abs(alone.centrifugal).max() > 0.1
    ratio = DRIVEN.gear_ratio
    np.testing.assert_allclose(parts.motors, ratio**2 * DRIVEN.motor_inertia * qdd, rtol=1e-14)
    viscous = ratio**2 * DRIVEN.viscous * qd
    coulomb = np.abs(ratio) * np.where(qd > 0, *DRIVEN.coulomb.T)
    np.testing.assert_allclose(parts.friction, viscous + coulomb, atol=1e-11)
    # on a base that moves faster and faster, as under other gravity
    wrench, up = np.array([1.0, -2.0, 3.0, 0.4, 0.5, -0.6]), np.array([0.5, -3.0, 2.0])
    loads = {"tip_wrench": wrench, "base_motion": BaseMotion(linear_acceleration=up)}
    parts = DRIVEN.breakdown(q, qd, qdd, **loads)
    at_tip = DRIVEN.jacobian(q, frame="tool").T @ wrench
    np.testing.assert_allclose(parts.tip, at_tip, rtol=0, atol=1e-12 * np.abs(at_tip).max())
    lifted = DRIVEN.with_gravity(DRIVEN.gravity - DRIVEN.base[:3, :3] @ up)
    at_base = lifted.gravity_torque(q) - DRIVEN.gravity_torque(q)
    np.testing.assert_allclose(parts.base, at_base, rtol=0, atol=1e-12 * np.abs(at_base).max())


@pytest.mark.parametrize("size", [(), (1,), (2, 3)])
def test_a_breakdown_prints_its_terms_of_many_states_their_root_mean_squares(size):
    x = motion_of(DRIVEN, *size)
    found = DRIVEN.breakdown(*x, friction=True).table()
    terms = {name: [] for name in ("inertial", "centrifugal", "coriolis", "gravity", "friction")}
    for q, qd, qdd in zip(*(part.reshape(-1, DRIVEN.n) for part in x), strict=True):
        C = DRIVEN.coriolis_coefficients(q)
        terms["inertial"].append(DRIVEN.mass_matrix(q) @ qdd)
        terms["centrifugal"].append(np.diagonal(C, axis1=1, axis2=2) @ qd**2)
        terms["coriolis"].append(C @ qd @ qd - terms["centrifugal"][-1])
        terms["gravity"].append(DRIVEN.gravity_torque(q))
        terms["friction"].append(DRIVEN.bias(q, qd, friction=True) - DRIVEN.bias(q, qd))
    terms["total"] = sum(map(np.array, terms.values()))
    assert found.columns == ("term", *(f"joint {k}" for k in range(1, 6)))
    assert [row[0] for row in found.rows] == list(terms)
    printed = np.array([row[1:] for row in found.rows], float)
    one = len(terms["inertial"]) == 1
    for numbers, term in zip(printed, map(np.array, terms.values()), strict=True):
        expected = term[0] if one else np.sqrt(np.mean(term**2, axis=0))
        np.testing.assert_allclose(numbers, expected, rtol=6e-4, atol=1e-12)
    of_many = "" if one else ", root mean square of 6 states"
    assert found.title == f"torques of 5 joints, N m or N{of_many}"


def test_a_breakdown_prints_rounding_errors_as_zero():
    """Joint 1 of a PUMA has a vertical axis: its torque of gravity is 0, or a rounding error."""
    parts = robots.puma560().breakdown([0.3, -0.5, 0.2, 0.1, 0.7, 0.2], [0] * 6, [0] * 6)
    parts = replace(parts, gravity=np.array([-3e-15, *parts.gravity[1:]]))
    rows = {row[0]: row[1:] for row in parts.table().rows}
    assert list(rows) == ["gravity", "total"]
    for row in rows.values():
        assert row[0] == "0"
        np.testing.assert_allclose(np.array(row, float), parts.gravity, rtol=6e-4, atol=1e-12)


def test_a_breakdown_draws_the_terms_that_are_there():
    parts = DRIVEN.breakdown(*motion_of(DRIVEN), friction=True)
    names = [t.get_text() for t in parts.plot().get_legend().get_texts()]
    terms = ["inertial, M q̈", "centrifugal, in C q̇", "coriolis, in C q̇", "gravity, G", "friction"]
    assert names == terms


@pytest.mark.parametrize("method", ["coriolis_matrix", "momentum", "kinetic_energy"])
def test_what_does_not_fit_is_named(method):
    call = getattr(robots.planar_2r(), method)
    with pytest.raises(ValueError, match=r"^qd: last axis must be 2 \(joints of the arm\), got"):
        call([0, 0], [0, 0, 0])
    with pytest.raises(
        ValueError, match=r"^leading axes do not broadcast: q \(3, 2\), qd \(2, 2\)"
    ):
        call(np.zeros((3, 2)), np.zeros((2, 2)))
    with pytest.raises(ValueError, match=r"^q: must be finite"):
        call([0, np.nan], [0, 0])


@every_arm
def test_potential_energy_is_that_of_the_links_where_they_are(arm):
    q = motion_of(arm, 3)[0]
    poses = arm.link_poses(q)
    centres = np.einsum("...nij,nj->...ni", poses[..., :3, :3], arm.com) + poses[..., :3, 3]
    of_links = -(centres @ arm.gravity) * arm.mass
    allowed = 1e-14 * arm.n * np.abs(of_links).max()
    np.testing.assert_allclose(arm.potential_energy(q), of_links.sum(-1), rtol=0, atol=allowed)


@every_arm
def test_gravity_torque_is_the_gradient_of_the_potential_energy(arm):
    q = motion_of(arm, 2)[0]
    for position, torque in zip(q, arm.gravity_torque(q), strict=True):
        gradient = rate(arm.potential_energy, position, np.eye(arm.n))
        np.testing.assert_allclose(gradient, torque, rtol=0, atol=1e-8 * (1 + np.abs(torque).max()))


def test_a_force_on_the_tool_accelerates_it_by_its_operational_space_inertia():
    arm = robots.random_arm(7, seed=3, joints="RRPRRRR")
    q = motion_of(arm, 3)[0]
    wrench = np.random.default_rng(2).normal(size=6)
    still = np.zeros(7)
    for position, inertia in zip(q, arm.operational_space_inertia(q), strict=True):
        J = arm.jacobian(position)
        held = arm.gravity_torque(position)
        qdd = arm.forward_dynamics(position, still, held + J.T @ wrench)
        np.testing.assert_allclose(inertia @ (J @ qdd), wrench, atol=1e-9)


@pytest.mark.filterwarnings("ignore::equidyn.ArmWarning")
@pytest.mark.parametrize("unit", [1e-6, 1e6])
def test_the_inertia_of_a_tool_does_not_depend_on_the_unit_of_length(unit):
    arm = robots.puma560()
    powers = {"a": 1, "d": 1, "com": 1, "gravity": 1, "inertia": 2}
    data = {name: (unit**k * getattr(arm, name)).tolist() for name, k in powers.items()}
    other = Arm.from_dict(arm.to_dict() | data)
    # joints 4 and 6 are nearly on one line at the second
    for turn, known_to in ((1.0, 1e-11), (1e-9, 1e-5)):
        q = [0.1, 0.2, 0.3, 0.4, turn, 0.6]
        expected = arm.operational_space_inertia(q)
        found = other.operational_space_inertia(q) / np.outer(*[np.repeat([1, unit], 3)] * 2)
        np.testing.assert_allclose(found, expected, rtol=0, atol=known_to * np.abs(expected).max())


@pytest.mark.parametrize(
    ("arm", "q", "message"),
    [
        (robots.planar_2r(), [0.1, 0.2], "the tool has only 2 of 6 degrees"),
        (robots.puma560(), [0.1, 0.2, 0.3, 0.4, 0, 0.6], "the tool has only 5 of 6 degrees"),
        (robots.puma560(), [[[0.1, 0.2, 0.3, 0.4, s, 0.6]] for s in (1, 0)], r"in state \(1, 0\)"),
    ],
)
def test_where_the_tool_cannot_be_moved_the_rank_is_named(arm, q, message):
    with pytest.raises(ValueError, match=message):
        arm.operational_space_inertia(q)


# of each method, operands whose result is too large, and one of its numbers
HUGE = np.full(5, 1e200)
OVERFLOWS = {
    "coriolis_matrix": ("", (HUGE / 1e200, np.full(5, 1e308))),
    "coriolis_torque": ("", (HUGE / 1e200, np.full(5, 1e308), HUGE / 1e200)),
    "transposed_coriolis_torque": ("", (HUGE / 1e200, np.full(5, 1e308), HUGE / 1e200)),
    "mass_matrix_rate": ("", (HUGE / 1e200, np.full(5, 1e308))),
    "momentum": ("", (HUGE / 1e200, np.full(5, 1e308))),
    "kinetic_energy": ("", (HUGE / 1e200, HUGE)),
    "potential_energy": ("", (np.full(5, 1e308),)),
}


@pytest.mark.parametrize("method", OVERFLOWS)
def test_what_is_too_large_for_a_number_raises_and_says_where(method):
    place, operands = OVERFLOWS[method]
    heavy = DRIVEN.with_payload(30.0, com=(0.3, 0.2, 0.1))
    with pytest.raises(ValueError, match=rf"^{method}{place}: overflow, got -?(inf|nan) at index"):
        getattr(heavy, method)(*operands)


def test_parts_that_are_too_large_raise_where_their_sum_is_not():
    motion = [1.48551705, -0.18105675], [0, 0], [-3.5978e307, 4.8415e307]
    arm = robots.planar_2r()
    assert np.isfinite(arm.inverse_dynamics(*motion)).all()
    with pytest.raises(ValueError, match=r"^breakdown: inertial: overflow, got -inf at index"):
        arm.breakdown(*motion)


def test_accelerations_of_next_to_no_mass_depend_on_torques_by_more_than_a_number():
    light = robots.uniform_chain(1, mass=1e-309)
    assert np.isfinite(light.forward_dynamics([0.5], [0.0], [0.0])).all()
    message = r"^forward_dynamics_derivatives: dqdd_dq: overflow, got inf at index \(0, 0\)"
    with pytest.raises(ValueError, match=message):
        light.forward_dynamics_derivatives([0.5], [0.0], [0.0])


def test_rates_that_square_to_no_number_break_down_where_nothing_depends_on_them():
    gantry = robots.random_arm(3, seed=1, joints="PPP")
    parts = gantry.breakdown(np.zeros(3), np.full(3, 1e200), np.zeros(3))
    for term in (parts.centrifugal, parts.coriolis, parts.base):
        np.testing.assert_array_equal(term, 0)
    np.testing.assert_array_equal(parts.total, gantry.gravity_torque(np.zeros(3)))


def test_a_tool_on_a_joint_that_moves_no_mass_has_no_inertia():
    arm = robots.random_arm(6, seed=2)
    data = arm.to_dict() | {"mass": [0.0] * 6, "inertia": np.zeros((6, 3, 3)).tolist()}
    with pytest.warns(ArmWarning):
        weightless = Arm.from_dict(data)
    message = "^operational_space_inertia: joint 6 has no acceleration: it moves no mass"
    with pytest.raises(ValueError, match=message) as caught:
        weightless.operational_space_inertia(np.full(6, 0.5))
    assert caught.type is ValueError


@pytest.mark.parametrize("method", ["coriolis_matrix", "momentum", "kinetic_energy"])
def test_no_states_have_results_however_large_what_they_share_is(method):
    largest, none = np.full(5, 1e308), np.zeros((2, 0, 5))
    assert getattr(DRIVEN, method)(largest, none).shape[:2] == (2, 0)
    for given in ((largest, none, none), (largest, largest, largest)):
        found = DRIVEN.forward_dynamics_derivatives(*given, tip_wrench=np.zeros((2, 0, 6)))
        assert found.dqdd_dtau.shape == (2, 0, 5, 5)


class Changing:
    """Zeros that are of another shape when they are asked for again."""

    def __init__(self):
        self.rows = 3

    def __array__(self, dtype=None, copy=None):
        self.rows += 1
        return np.zeros((self.rows, 5))


@pytest.mark.parametrize(
    ("method", "part"), [("breakdown", "total"), ("forward_dynamics_derivatives", "dqdd_dtau")]
)
def test_operands_are_converted_once(method, part):
    found = getattr(DRIVEN, method)(Changing(), np.zeros(5), np.zeros(5))
    assert len(getattr(found, part)) == 4


def test_a_wrench_is_converted_once():
    class Wrench:
        asked = 0

        def __array__(self, dtype=None, copy=None):
            self.asked += 1
            return np.ones(6)

    wrench = Wrench()
    DRIVEN.breakdown(np.zeros(5), np.zeros(5), np.zeros(5), tip_wrench=wrench)
    DRIVEN.forward_dynamics_derivatives(*np.zeros((3, 5)), tip_wrench=wrench)
    assert wrench.asked == 2
