"""The graph of every quantity evaluates to what the kernels compute, parameters as inputs too."""

import math
from itertools import product

import numpy as np
import pytest

import equidyn
from conftest import RESTRICTED
from equidyn import Arm
from equidyn.codegen.angle_joints import ANGLES
from equidyn.codegen.c import CNotation
from equidyn.codegen.formulas import Formulas
from equidyn.codegen.program import Program
from equidyn.codegen.quantities import QUANTITIES
from equidyn.graph.graph import Graph, Operation
from equidyn.robots import planar_2r, puma560, uniform_chain
from oracles.quantities_of_arms import arm_with, assert_results, case
from oracles.random_arms import plain_arm, random_arm

TOLERANCE = 1e-13

ENDS = ("tip_wrench", "base_motion")
DRIVES = {"friction", "motors"}
by_name = pytest.mark.parametrize("quantity", QUANTITIES)


def evaluate(program, given):
    """Evaluate the graph of a program for arguments by name."""
    graph = program.graph
    values = [0.0] * len(graph.nodes)

    def of(reference):
        return math.copysign(1, reference) * values[abs(reference)]

    for k in graph.live():
        operation, left, right, value, name = graph.nodes[k]
        argument, _, index = name.removesuffix("]").partition("[")
        values[k] = {
            Operation.NUMBER: lambda value=value: value,
            Operation.INPUT: lambda a=argument, i=index: given[a].flat[int(i)],
            Operation.ADD: lambda x=left, y=right: of(x) + of(y),
            Operation.MULTIPLY: lambda x=left, y=right: of(x) * of(y),
            Operation.DIVIDE: lambda x=left, y=right: of(x) / of(y),
            Operation.COSINE: lambda x=left: math.cos(of(x)),
            Operation.SINE: lambda x=left: math.sin(of(x)),
            Operation.SIGN: lambda x=left: np.sign(of(x)),
        }[operation]()
    elements = iter([of(output) for output in graph.outputs])
    return [np.array([next(elements) for _ in range(x.size)]) for x in program.results]


def driven(arm):
    """An arm of three joints, with gears, motors, and friction that depends on the direction."""
    arm = arm.with_friction([0.1, 0.2, 0.3], [[0.5, -0.2], [0.3, -0.3], [0.1, -0.6]])
    return arm.with_motors([1e-3, 2e-3, 3e-3], [10, -20, 30])


def numbers(of):
    return np.concatenate([np.ravel(x) for x in of.results])


def assert_program(arm, quantity, formulation=None, parameters=(), ends=(), **drives):
    cases = [case(arm, quantity, parameters, ends, seed, **drives) for seed in range(3)]
    program = Program.of(
        arm, quantity, formulation, parameters, **dict.fromkeys(ends, True), **drives
    )
    assert list(cases[0].given) == [argument.name for argument in program.arguments]
    assert_results(
        [evaluate(program, each.given) for each in cases],
        [each.results for each in cases],
        TOLERANCE,
        f"{quantity} by {program.formulation}, {arm.name}",
    )


@by_name
def test_every_quantity_is_that_of_the_kernels(quantity):
    for joints, convention in product(("R", "PR", "RRP", "RPRR"), ("standard", "modified")):
        assert_program(arm_with(joints, 1, convention), quantity)


@by_name
def test_every_quantity_takes_its_parameters(quantity):
    for joints, convention in (("PRR", "standard"), ("RPR", "modified")):
        arm = arm_with(joints, 2, convention)._with(a_y=[0.2, -0.3, 0.1])
        assert_program(arm, quantity, parameters=QUANTITIES[quantity].parameters)
        own = numbers(case(arm, quantity))
        for parameter in QUANTITIES[quantity].parameters:
            assert_program(arm, quantity, parameters=[parameter])
            assert not np.allclose(numbers(case(arm, quantity, [parameter])), own), parameter


@pytest.mark.parametrize(
    "quantity", [name for name, kind in QUANTITIES.items() if "gravity" in kind.parameters]
)
def test_gravity_as_an_argument_has_any_direction(quantity):
    kind = QUANTITIES[quantity]
    drives = dict.fromkeys(DRIVES & kind.options, True)
    ends = [end for end in ENDS if end in kind.options]
    for gravity in ((0, 0, -9.81), (0, 9.81, 0), (0, 0, 0)):
        arm = driven(arm_with("RPR")).with_gravity(gravity)
        assert_program(arm, quantity, parameters=["gravity"])
        assert_program(arm, quantity, None, kind.parameters, ends, **drives)


@by_name
def test_every_quantity_takes_its_ends(quantity):
    ends = [end for end in ENDS if end in QUANTITIES[quantity].options]
    for chosen in (ends, ends[:1], ends[1:]):
        assert_program(arm_with("RPR"), quantity, ends=chosen)
    assert_program(arm_with("RPR"), quantity, None, QUANTITIES[quantity].parameters, ends)


@by_name
def test_every_quantity_takes_its_drives(quantity):
    arm = driven(arm_with("RPR"))
    drives = sorted(DRIVES & QUANTITIES[quantity].options)
    for chosen in (drives, drives[:1], drives[1:]):
        assert_program(arm, quantity, **dict.fromkeys(chosen, True))
    parameters = QUANTITIES[quantity].parameters
    assert_program(arm, quantity, parameters=parameters, **dict.fromkeys(drives, True))


@pytest.mark.parametrize("quantity", [name for name, kind in QUANTITIES.items() if kind.methods])
def test_every_method_computes_its_quantity(quantity):
    kind = QUANTITIES[quantity]
    ends = [end for end in ENDS if end in kind.options]
    drives = dict.fromkeys(DRIVES & kind.options, True)
    methods = [*equidyn.formulations(kind.methods), *equidyn.formulations()]
    for name, method in {each.name: each for each in methods}.items():
        arm = driven(Arm.from_dh(**plain_arm(4, 3)) if method.restriction else arm_with("RPR", 4))
        # parameters that change might break a restriction; angles may become joints, at a cost
        changing = [x for x in kind.parameters if x not in ANGLES]
        parameters = () if method.restriction else changing
        assert_program(arm, quantity, name)
        assert_program(arm, quantity, name, parameters, ends, **drives)


@pytest.mark.slow
@by_name
def test_arms_of_up_to_seven_joints(quantity):
    """Each of which begin and end with either kind of joint, in either convention."""
    for n, seed in enumerate((0, 13, 25, 40, 52, 62, 74), 1):
        arm = Arm.from_dh(**random_arm(seed, n))
        assert_program(arm, quantity, parameters=QUANTITIES[quantity].parameters * (seed % 2))


def test_what_is_zero_in_an_arm_is_no_input():
    """The tensors of planar links have moments about all axes, of which one turns."""
    parameters = ("mass", "com", "inertia", "a", "d")
    program = Program.of(planar_2r(), "mass_matrix", "unit_accelerations", parameters)
    of_links = {f"{name}[{k}]" for name in ("mass", "a") for k in range(2)}
    assert program.used() == {"q[1]", "com[0]", "com[3]", "inertia[8]", "inertia[17]"} | of_links


def test_rounding_errors_of_an_arm_are_no_numbers_in_its_code():
    turned = puma560().to_convention("modified")
    for quantity in ("inverse_dynamics", "mass_matrix", "jacobian"):
        numbers = [
            Program.of(arm, quantity).graph.operations().multiplications
            for arm in (puma560(), turned)
        ]
        assert numbers[0] == numbers[1]


def test_massless_links_carry_a_payload():
    arm = arm_with("RR")._with(mass=[1, 0], inertia=[[1] * 3, [0] * 3])
    assert_program(arm, "forward_dynamics", parameters=["payload"])


def test_restricted_formulations_refuse_arms_and_parameters_that_change_what_they_take():
    with pytest.raises(ValueError, match=f"formulation: {RESTRICTED[0]} takes"):
        Program.of(arm_with("RPR"), "bias", RESTRICTED[0])
    for parameter in ("mass", "com", "inertia", "a", "a_y", "d", "payload"):
        with pytest.raises(ValueError, match=f"^(parameters|payload): {RESTRICTED[0]} takes"):
            Program.of(uniform_chain(2), "bias", RESTRICTED[0], [parameter])
    assert_program(uniform_chain(2), "bias", RESTRICTED[0], ["gravity"])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("momenta",), "quantity: there is no 'momenta'.*momentum"),
        (("jacobian", "kane"), "formulation: jacobian has only one, got 'kane'"),
        (("mass_matrix", "articulated_bodies"), "formulation: there is no 'articulated_bodies'"),
        (
            ("gravity_torque", None, ["inertia"]),
            "parameters: gravity_torque does not depend on 'inertia'",
        ),
        (
            ("mass_matrix", None, ["gravity"]),
            "parameters: mass_matrix does not depend on 'gravity'",
        ),
        (("mass_matrix", None, ["weight"]), "parameters: there is no 'weight'"),
    ],
)
def test_bad_arguments_are_named(arguments, message):
    with pytest.raises(ValueError, match=message):
        Program.of(planar_2r(), *arguments)


@by_name
def test_an_option_that_a_quantity_does_not_take_is_refused(quantity):
    for option in {*ENDS, *DRIVES} - {*QUANTITIES[quantity].options}:
        with pytest.raises(ValueError, match=f"^{option}: {quantity} does not take it"):
            Program.of(planar_2r(), quantity, **{option: True})


def test_what_is_divided_by_stands_in_parentheses():
    graph = Graph()
    x, y, z = map(graph.input, ("x", "y", "z"))
    for divisor, text in (
        (y, "y"),
        (graph.multiply(y, z), "(y*z)"),
        (graph.add(y, z), "(y + z)"),
    ):
        graph.outputs = [graph.divide(graph.multiply(x, x), divisor)]
        assert Formulas(graph, CNotation("double")).named == [("t0", f"x*x / {text}")]
