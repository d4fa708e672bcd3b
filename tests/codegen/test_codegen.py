"""Generated code as text: its operations, lines, numbers, sentences and errors."""

import re
from collections import Counter
from types import SimpleNamespace

import numpy as np
import pytest

from equidyn import Arm
from equidyn.codegen import generate
from equidyn.codegen.generated_code import OF_FUNCTIONS
from equidyn.robots import planar_2r, puma560, uniform_chain
from oracles.languages import RUN, function_of, runner
from oracles.random_arms import random_arm

# neighbours of round numbers, numbers of 17 digits, very small and very large ones
AWKWARD = [np.nextafter(1, 2), np.nextafter(1, 0), 0.1 + 0.2, 1 / 3, np.pi, 2e-308, 1e300, 123456.7]


@pytest.mark.filterwarnings("ignore::equidyn.ArmWarning")
@pytest.mark.parametrize("language", RUN)
def test_every_literal_reads_back_bit_for_bit(language, tmp_path):
    """Where no link has mass, each joint feels its own friction and its own motor alone."""
    run = runner(language)
    n = len(AWKWARD)
    weightless = {name: np.zeros(n) for name in ("a", "alpha", "d", "theta", "mass")}
    arm = Arm.from_dh(
        "standard",
        joints="R" * n,
        **weightless,
        com=np.zeros((n, 3)),
        inertia=np.zeros((n, 3, 3)),
        viscous=AWKWARD,
        motor_inertia=AWKWARD[::-1],
    )
    code = generate(arm, language=language, friction=True, motors=True, digits=17)
    none, one = np.zeros(n), np.ones(n)
    states = [
        dict(zip(("q", "qd", "qdd"), x, strict=True))
        for x in ((none, one, none), (none, none, one))
    ]
    code = SimpleNamespace(save=code.save, source=code.source, results={"tau": n})
    found = run({"inverse_dynamics": code}, {"inverse_dynamics": states}, tmp_path)
    np.testing.assert_array_equal(found["inverse_dynamics"], [AWKWARD, AWKWARD[::-1]])


def test_code_says_what_gravity_and_payload_are():
    source = " ".join(generate(planar_2r(), parameters=["gravity", "payload"]).source.split())
    assert "gravity: gravitational acceleration in the world frame;" in source
    assert "; payload: mass of a point" in source
    assert "Gravity: (0, -9.81, 0) m/s^2" in generate(planar_2r()).source


def test_code_says_whether_friction_and_motors_are_in_it():
    arm = planar_2r().with_friction([1, 2]).with_motors([1e-3, 1e-3], [50, 50])
    for drives, sentence in (
        ({}, "Friction and motor inertia are not included."),
        ({"friction": True}, "Friction is included, motor inertia is not."),
        ({"motors": True}, "Motor inertia is included, friction is not."),
        ({"friction": True, "motors": True}, "Friction and motor inertia are included."),
    ):
        source = " ".join(generate(arm, **drives).source.replace("\n * ", " ").split())
        assert sentence in source


def test_dry_friction_that_is_the_same_both_ways_takes_one_product():
    arm = planar_2r().with_friction(coulomb=[[2, -2], [3, -3]])
    plain, dry = generate(arm).operations, generate(arm, friction=True).operations
    assert (dry.multiplications, dry.additions) == (plain.multiplications + 2, plain.additions + 2)


def test_a_vector_of_wrong_size_is_named():
    function = function_of(generate(planar_2r(), language="numpy"), "inverse_dynamics")
    with pytest.raises(ValueError, match=r"^q: expected shape \(\.\.\., 2\), got \(3,\)$"):
        function([0, 0, 0], [0, 0], [0, 0])


def test_closed_form_of_two_point_masses_is_that_of_the_textbooks():
    arm = planar_2r(length=(1, 1), mass=(1, 1), com=(1, 1), inertia=(0, 0))
    code = generate(arm, "newton_euler", "latex")
    assert code.source.endswith(r"""\begin{aligned}
\tau_{1} &= (3 + 2\,\cos q_{2})\,\ddot{q}_{1} \\
&\quad {} + (1 + \cos q_{2})\,\ddot{q}_{2} \\
&\quad {} - \sin q_{2}\,(2\,\dot{q}_{1}\,\dot{q}_{2} + \dot{q}_{2}^{2}) \\
&\quad {} + 19.62\,\cos q_{1} + 9.81\,\cos (q_{1} + q_{2}) \\
\tau_{2} &= (1 + \cos q_{2})\,\ddot{q}_{1} \\
&\quad {} + \ddot{q}_{2} \\
&\quad {} + \sin q_{2}\,\dot{q}_{1}^{2} \\
&\quad {} + 9.81\,\cos (q_{1} + q_{2})
\end{aligned}
""")
    assert code._repr_latex_().startswith("$$\n\\begin{aligned}")


def test_closed_form_is_the_same_whatever_it_was_made_from(formulation):
    arm = Arm.from_dh(**{**random_arm(3, 3), "joints": "RPR"})
    equations = [
        generate(arm, name, "latex", digits=6).source.partition(r"\begin")[2]
        for name in ("newton_euler", formulation)
    ]
    assert equations[0] == equations[1]


def test_operations_are_those_that_stand_in_the_code(formulation):
    for language in ("c", "numpy", "javascript"):
        code = generate(Arm.from_dh(**random_arm(6, 4)), formulation, language)
        body = code.source.partition("\n\n    " if language == "numpy" else "{\n")[2]
        body = body.replace("(*leading", "(leading")
        assert body.count("*") == code.operations.multiplications, language
        assert body.count(" + ") + body.count(" - ") == code.operations.additions, language
        assert body.count("cos(") + body.count("sin(") == code.operations.trigonometric, language


def test_nothing_is_computed_twice_or_in_vain(formulation):
    code = generate(puma560(), formulation, "c")
    statements = re.findall(r"const double (\w+) = (.*);", code.source)
    formulas = [formula for _, formula in statements]
    assert len(set(formulas)) == len(formulas) > 0
    occurrences = Counter(re.findall(r"\w+", code.source))
    assert all(occurrences[name] > 1 for name, _ in statements)


@pytest.mark.parametrize(
    ("robot", "operations"), [("puma560", (183, 157, 10, 0)), ("stanford", (128, 101, 8, 0))]
)
def test_operations_of_arms_with_right_angles(robot, operations):
    assert generate(robot).operations == operations


def test_lines_are_not_longer_than_a_hundred_characters():
    for language in OF_FUNCTIONS:
        source = generate(puma560(), "kane", language, tip_wrench=True, base_motion=True).source
        assert max(map(len, source.splitlines())) <= 100


def test_torques_that_depend_on_nothing_are_written():
    weightless = planar_2r(mass=(0, 0), inertia=(0, 0))
    function = function_of(generate(weightless, language="numpy"), "inverse_dynamics")
    np.testing.assert_array_equal(function([1, 2], [3, 4], [5, 6]), [0, 0])


def test_only_c_has_a_header(tmp_path):
    code = generate(planar_2r(), language="javascript")
    assert code.header == ""
    with pytest.raises(ValueError, match="header: expected None"):
        code.save(tmp_path / "arm.mjs", header=tmp_path / "arm.h")
    assert not list(tmp_path.iterdir())


def test_code_prints_as_itself_and_is_saved(tmp_path):
    code = generate(planar_2r(), name="torque_of_arm")
    assert "void torque_of_arm(" in str(code) == code.source == repr(code)
    assert code._repr_latex_() is None
    code.save(tmp_path / "arm.c")
    assert (tmp_path / "arm.c").read_text(encoding="utf-8") == code.source


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"arm": 6}, TypeError, "arm: expected an equidyn.Arm or the name of a robot, got int"),
        ({"language": "fortran"}, ValueError, "language: there is no 'fortran'"),
        ({"formulation": "newton"}, ValueError, "formulation: there is no 'newton'"),
        ({"name": "2r"}, ValueError, "name: must be an identifier .* got '2r'"),
        ({"name": "double"}, ValueError, "name: .* does not reserve, got 'double'"),
        ({"name": "lambda", "language": "numpy"}, ValueError, "name: .* got 'lambda'"),
        ({"name": "__debug__", "language": "numpy"}, ValueError, "name: .* got '__debug__'"),
        ({"name": "let", "language": "javascript"}, ValueError, "name: .* got 'let'"),
        ({"name": 2}, TypeError, "name: expected a string, got int"),
        ({"tip_wrench": [0] * 6}, TypeError, "tip_wrench: expected True or False, got list"),
        ({"base_motion": "no"}, TypeError, "base_motion: expected True or False, got str"),
        ({"parameters": "mass"}, TypeError, "parameters: expected several names .* 'mass'"),
        ({"parameters": 3}, TypeError, "parameters: expected several names .*, got int"),
        ({"parameters": ["masses"]}, ValueError, "parameters: there is no 'masses'.*mass"),
        (
            {"parameters": ["mass"], "quantity": "jacobian"},
            ValueError,
            "parameters: jacobian does not depend on 'mass'",
        ),
        (
            {
                "arm": uniform_chain(2),
                "formulation": "newton_euler_sasaki_scalar",
                "parameters": ["payload"],
            },
            ValueError,
            "payload: newton_euler_sasaki_scalar takes .* centres of mass in the middle, .* and a "
            "payload changes that",
        ),
        ({"name": "_2r"}, ValueError, "name: must be an identifier .* got '_2r'"),
        ({"name": "_2r", "language": "matlab"}, ValueError, "name: must be an identifier"),
        ({"name": "x" * 64, "language": "matlab"}, ValueError, "name: must be an identifier"),
        ({"name": "qd"}, ValueError, "name: must differ from the arguments and results .* 'qd'"),
        ({"name": "tau"}, ValueError, "name: must differ from the arguments and results .* 'tau'"),
        ({"quantity": "torque"}, ValueError, "quantity: there is no 'torque'"),
        ({"quantity": None}, TypeError, "quantity: expected a string, got NoneType"),
        ({"dtype": "float32"}, ValueError, "dtype: there is no 'float32'"),
        (
            {"dtype": "float", "language": "javascript"},
            ValueError,
            "dtype: expected 'double', the only type of javascript, got 'float'",
        ),
        (
            {"arm": planar_2r(mass=(1e39, 1)), "dtype": "float"},
            ValueError,
            "dtype: 'float' cannot represent",
        ),
        ({"digits": 0}, ValueError, "digits: must be at least 1, got 0"),
        ({"friction": True}, ValueError, "friction: the arm has no friction data"),
        ({"motors": True}, ValueError, "motors: the arm has no motor data"),
        ({"friction": 1}, TypeError, "friction: expected True or False, got int"),
    ],
)
def test_bad_arguments_are_named(arguments, error, message):
    with pytest.raises(error, match=message):
        generate(**{"arm": planar_2r(), **arguments})


def test_a_constant_below_single_precision_stays_a_divisor():
    """That of a residual which is zero before the last step of conjugate gradients."""
    code = generate(planar_2r(), "conjugate_gradients", quantity="forward_dynamics", dtype="float")
    assert "1.1754944e-38f" in code.source
