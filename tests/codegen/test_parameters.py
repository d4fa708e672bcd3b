"""Parameters of an arm as arguments: all of them, the size of gravity, angles, and what stays 0."""

import numpy as np
import pytest

from equidyn.codegen import generate
from equidyn.codegen.generated_code import LANGUAGES
from equidyn.codegen.program import Program
from equidyn.codegen.quantities import QUANTITIES
from equidyn.robots import load, planar_2r, uniform_chain
from oracles.languages import function_of
from oracles.quantities_of_arms import arm_with

OF_GRAVITY = [name for name, kind in QUANTITIES.items() if "gravity" in kind.parameters]


def parameters_of(arm, quantity="inverse_dynamics"):
    return Program.of(arm, quantity, parameters="all").parameters


def numbers(code, quantity, *given):
    """The results of NumPy code, one after the other."""
    results = function_of(code, quantity)(*given)
    return np.concatenate([np.ravel(x) for x in np.atleast_1d(results)])


def tilted(arm):
    return arm.with_gravity((0.0, -6.0, -8.0))


def test_all_are_those_that_are_not_zero():
    assert parameters_of(planar_2r()) == ("mass", "com", "inertia", "a", "g")
    assert parameters_of(load("stanford"), "jacobian") == ("d",)
    assert parameters_of(load("spherical"), "jacobian") == ()
    everything = ("mass", "com", "inertia", "a", "d", "alpha", "theta", "gravity")
    assert parameters_of(arm_with("RPR").with_gravity((1, 2, 3))) == everything
    lifted = arm_with("RPR")._with(a_y=[0, 0.1, 0]).with_gravity((0, 0, 0))
    assert parameters_of(lifted) == (*everything[:4], "a_y", *everything[4:-1])


def test_all_of_a_quantity_are_those_that_it_depends_on():
    arm = arm_with("RR").with_gravity((0, 0, -9.81))
    for quantity, kind in QUANTITIES.items():
        found = {*parameters_of(arm, quantity)}
        assert found == {*kind.parameters} - {"payload", "a_y", "gravity"} | (
            {"g"} if "gravity" in kind.parameters else set()
        )


def test_gravity_along_no_axis_is_a_vector():
    assert parameters_of(tilted(planar_2r()))[-1] == "gravity"


@pytest.mark.parametrize("quantity", OF_GRAVITY)
def test_a_size_of_gravity_keeps_its_direction(quantity):
    """Any direction, also with a load and with the options that act beside it."""
    for arm in (tilted(arm_with("RPR")), arm_with("RP").with_gravity((0, 9.81, 0))):
        kind = QUANTITIES[quantity]
        rng = np.random.default_rng(arm.n)
        state = [rng.uniform(-1, 1, arm.n) for _ in kind.operands]
        parameters = ["g", *({"payload"} & {*kind.parameters})]
        load_of = [np.array([1.5])] if len(parameters) > 1 else []
        code = generate(arm, language="numpy", quantity=quantity, parameters=parameters)
        found = numbers(code, quantity, *state, np.array([3.7]), *load_of)
        other = arm.with_gravity(3.7 * arm.gravity / np.linalg.norm(arm.gravity))
        if load_of:
            other = other.with_payload(1.5)
        results = getattr(other, quantity)(*state)
        right = np.concatenate(
            [np.ravel(x) for x in (results if isinstance(results, tuple) else [results])]
        )
        np.testing.assert_allclose(found, right, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("language", [x for x, each in LANGUAGES.items() if each.symbolic])
def test_components_of_gravity_that_are_zero_are_no_symbols(language):
    symbols = {"latex": ("g_x", "g_y", "g_z"), "sympy": ("gravity[0]", "gravity[1]", "gravity[2]")}
    for gravity in ((0, -9.81, 0), (0, 0, 9.81), (3, 0, -4)):
        arm = arm_with("RP").with_gravity(gravity)
        source = generate(arm, language=language, parameters=["gravity"]).source
        used = [symbol in source for symbol in symbols[language]]
        assert used == [x != 0 for x in gravity]


@pytest.mark.parametrize("language", [x for x, each in LANGUAGES.items() if each.symbolic])
def test_of_an_arm_without_gravity_all_components_are_symbols(language):
    arm = arm_with("RP").with_gravity((0, 0, 0))
    source = generate(arm, language=language, parameters=["gravity"]).source
    assert all(x in source for x in {"latex": ("g_x", "g_z"), "sympy": ("gravity[2]",)}[language])


def test_code_reads_components_of_gravity_that_are_zero():
    code = generate(planar_2r(), language="numpy", quantity="bias", parameters=["gravity"])
    q, qd, gravity = np.array([0.1, 0.2]), np.zeros(2), np.array([3.0, 0.0, 0.0])
    right = planar_2r().with_gravity(gravity).bias(q, qd)
    np.testing.assert_allclose(numbers(code, "bias", q, qd, gravity), right, rtol=1e-13)


@pytest.mark.parametrize("convention", ["standard", "modified"])
def test_right_angles_are_no_arguments(convention):
    angles = [0.3, np.pi / 2, 0.0, -0.4]
    arm = arm_with("RPRP", 3, convention)._with(alpha=angles, theta=angles[::-1])
    used = Program.of(arm, "forward_kinematics", parameters=["alpha", "theta"]).used()
    symbols = {"alpha[0]", "alpha[3]", "theta[0]", "theta[3]"}
    assert used == {f"q[{k}]" for k in range(4)} | symbols
    assert parameters_of(load("puma560"), "jacobian") == ("a", "d")


def test_an_offset_adds_to_the_position_of_its_joint():
    arm = planar_2r()._with(theta=[0.3, 0.4])
    plain = generate(planar_2r(), quantity="gravity_torque", parameters=["mass"]).operations
    turned = generate(arm, quantity="gravity_torque", parameters=["mass", "theta"]).operations
    assert turned == plain._replace(additions=plain.additions + arm.n)
    latex = generate(arm, language="latex", quantity="gravity_torque", parameters=["theta"]).source
    assert r"\cos (q_{1} + q_{2} + \theta_{1} + \theta_{2})" in latex


def test_accelerations_with_angles_come_from_the_mass_matrix():
    arm = arm_with("RPR")
    assert Program.of(arm, "forward_dynamics", parameters="all").formulation == ""
    for name in ("alpha", "theta"):
        with pytest.raises(ValueError, match=r"formulation: with 'alpha', or .* got 'kane'"):
            Program.of(arm, "forward_dynamics", "kane", [name])
    turning = arm_with("RR")
    assert Program.of(turning, "forward_dynamics", "kane", ["theta"]).formulation == "kane"


@pytest.mark.parametrize(
    ("arm", "quantity", "parameters", "message"),
    [
        (planar_2r(), "bias", ["g", "gravity"], "parameters: expected 'g' or 'gravity', got both"),
        (
            planar_2r().with_gravity((0, 0, 0)),
            "bias",
            ["g"],
            "parameters: 'g' keeps the direction of gravity, but the gravity of the arm is 0",
        ),
        (planar_2r(), "mass_matrix", ["g"], "parameters: mass_matrix does not depend on 'g'"),
        (planar_2r(), "bias", ["all"], "parameters: there is no 'all'"),
    ],
)
def test_bad_parameters_are_named(arm, quantity, parameters, message):
    with pytest.raises(ValueError, match=f"^{message}"):
        generate(arm, quantity=quantity, parameters=parameters)


def test_a_restricted_formulation_takes_the_size_of_gravity():
    name = "newton_euler_sasaki_scalar"
    arm = uniform_chain(2)
    assert Program.of(arm, "bias", name, ["g"]).parameters == ("g",)
    with pytest.raises(ValueError, match=f"^parameters: {name} takes"):
        Program.of(arm, "bias", name, "all")


def test_no_result_has_the_name_of_an_argument():
    """Gravity torques are G beside the argument g."""
    arm = planar_2r()
    for quantity in OF_GRAVITY:
        program = Program.of(arm, quantity, parameters=["g"])
        names = [x.name for x in (*program.arguments, *program.results)]
        assert len(set(names)) == len(names)
