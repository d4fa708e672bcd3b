"""Generated code gives the torques of the library, and nothing in it can be spared."""

import ctypes
import json
import math
import re
import shutil
import subprocess
from collections import Counter
from types import SimpleNamespace

import numpy as np
import pytest

from conftest import RESTRICTED, TOLERANCE, assert_close
from equidyn import Arm, BaseMotion
from equidyn.codegen import generate
from equidyn.codegen.generated_code import OF_FUNCTIONS
from equidyn.graph.graph import Graph
from equidyn.robots import planar_2r, puma560, uniform_chain
from oracles.languages import RUN, runner
from oracles.random_arms import plain_arm, random_arm, random_state

COMPILER = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
needs_compiler = pytest.mark.skipif(COMPILER is None, reason="there is no C compiler on the path")
NODE = shutil.which("node")
needs_node = pytest.mark.skipif(NODE is None, reason="there is no Node.js on the path")
STRICT = ["-std=c99", "-pedantic", "-Wall", "-Wextra", "-Wconversion", "-Werror"]

STATES = 7

# joints of both kinds first, last and in between, either convention, askew base and tool; and
# whether something acts at the ends
SEEDS = {0: False, 5: True, 17: True, 30: False, 53: True}


def stanford_arm():
    """The Stanford arm of the test data of ROBOOP: right angles, many zeros, one slide."""
    return Arm.from_dh(
        "standard",
        joints="RRPRRR",
        a=np.zeros(6),
        alpha=np.pi / 2 * np.array([-1, 1, 0, -1, 1, 0]),
        d=[0.412, 0.154, 0, 0, 0, 0.263],
        theta=[0, 0, -np.pi / 2, 0, 0, 0],
        mass=[9.29, 5.01, 4.25, 1.08, 0.63, 0.51],
        com=[
            [0, 0.0175, -0.1105],
            [0, -1.054, 0],
            [0, 0, -6.447],
            [0, 0.092, -0.054],
            [0, 0, 0.566],
            [0, 0, 1.554],
        ],
        inertia=[
            np.diag(moments)
            for moments in (
                (0.276, 0.255, 0.071),
                (0.108, 0.018, 0.1),
                (2.51, 2.51, 0.006),
                (0.002, 0.001, 0.001),
                (0.003, 0.003, 0.0004),
                (0.013, 0.013, 0.0003),
            )
        ],
        name="Stanford arm",
    )


def make_case(arm, ends):
    """States of an arm, with a wrench at its tip and a motion of its base if there are ends."""
    rng = np.random.default_rng(arm.n)
    state = random_state(rng, arm.n, (STATES,))
    wrench, motion = 10 * rng.normal(size=(STATES, 6)), 2 * rng.normal(size=(STATES, 9))
    if not ends:
        return SimpleNamespace(arm=arm, arguments=(*state,), torque=arm.inverse_dynamics(*state))
    torque = arm.inverse_dynamics(
        *state,
        tip_wrench=wrench,
        base_motion=BaseMotion(motion[:, :3], motion[:, 3:6], motion[:, 6:]),
    )
    return SimpleNamespace(arm=arm, arguments=(*state, wrench, motion), torque=torque)


def assert_gives_torques(function, case, formulation):
    tau = function(*case.arguments)
    tolerance = TOLERANCE["agreement"]
    assert_close(tau, case.torque, tolerance, formulation=formulation, arm=case.arm)


def python_function(code):
    module = {}
    exec(code.source, module)
    return module["inverse_dynamics"]


def c_function(code, folder):
    """Compile C code without tolerating a warning; return a function of rows of states."""
    code.save(folder / "arm.c")
    library = folder / "arm.so"
    command = [COMPILER, *STRICT, "-O1", "-shared", "-fPIC", "-o", library, folder / "arm.c", "-lm"]
    compiled = subprocess.run(command, capture_output=True, text=True, check=False)
    assert compiled.returncode == 0, compiled.stderr
    one_row = ctypes.CDLL(str(library)).inverse_dynamics

    def all_rows(*arguments):
        tau = np.empty_like(arguments[0])
        for row in range(len(tau)):
            vectors = [np.ascontiguousarray(x[row]) for x in (*arguments, tau)]
            one_row(*(ctypes.c_void_p(vector.ctypes.data) for vector in vectors))
            tau[row] = vectors[-1]
        return tau

    return all_rows


def javascript_function(code, folder):
    """Return a function of rows of states that evaluates JavaScript in a process of its own."""
    code.save(folder / "arm.mjs")
    (folder / "rows.mjs").write_text(
        "import { readFileSync } from 'node:fs';\n"
        "import { inverse_dynamics } from './arm.mjs';\n"
        "const rows = JSON.parse(readFileSync(0, 'utf8'));\n"
        "console.log(JSON.stringify(rows.map((vectors) => inverse_dynamics(...vectors))));\n"
    )

    def all_rows(*arguments):
        rows = [[x[row].tolist() for x in arguments] for row in range(len(arguments[0]))]
        text = subprocess.run(
            [NODE, folder / "rows.mjs"],
            input=json.dumps(rows),
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        return np.array(json.loads(text))

    return all_rows


def latex_function(code, n):
    """Read LaTeX equations as a program, line by line."""
    equations = code.source.partition(r"\begin{aligned}")[2].partition(r"\end{aligned}")[0]
    for pattern, replacement in (
        (r"\\\\\n&\\quad \{\} ", ""),
        (r"\\operatorname\{sgn\}", "sgn"),
        (r" \\cdot 10\^\{(-?\d+)\}", r"e\1"),
        (r"\\left|\\right", ""),
        (r"(\d)q_", r"\1*q_"),
        (r"\\(cos|sin) (\([^()]*\)|[\d*]*[qt]_\{\d+\})", r"\1(\2)"),
        (r"\\ddot\{q\}_", "qdd_"),
        (r"\\dot\{q\}_", "qd_"),
        (r"\\dot\{\\omega\}_", "al_"),
        (r"\\(omega|tau)", r"\1"),
        (r"_\{(\d+)\}", r"_\1"),
        (r"\^\{(\d+)\}", r"**\1"),
        (r"\\,", "*"),
        ("&=", "="),
        (r"\\\\\n", "\n"),
    ):
        equations = re.sub(pattern, replacement, equations)

    def function(q, qd, qdd, *ends):
        names = {"cos": np.cos, "sin": np.sin, "sgn": np.sign}
        for name, values in {"q": q, "qd": qd, "qdd": qdd}.items():
            names |= {f"{name}_{k + 1}": values[:, k] for k in range(n)}
        if ends:
            *vectors, load = np.split(np.concatenate(ends, axis=1), range(3, 19, 3), axis=1)
            for name, values in zip(("f", "n", "omega", "al", "a", "g"), vectors, strict=True):
                names |= {f"{name}_{axis}": x for axis, x in zip("xyz", values.T, strict=False)}
            names |= dict(zip("m", load.T, strict=False))
        exec("\n".join(line.strip() for line in equations.splitlines()), names)
        torques = [np.broadcast_to(names[f"tau_{k + 1}"], len(q)) for k in range(n)]
        return np.stack(torques, axis=-1)

    return function


def test_python_code_gives_the_torques_of_the_library(formulation):
    for seed, ends in SEEDS.items():
        case = make_case(Arm.from_dh(**random_arm(seed, 1 + seed % 4)), ends)
        code = generate(case.arm, formulation, "numpy", tip_wrench=ends, base_motion=ends)
        assert_gives_torques(python_function(code), case, formulation)


@pytest.mark.parametrize("restricted", RESTRICTED)
def test_restricted_formulation_is_written_where_it_applies(restricted):
    case = make_case(Arm.from_dh(**plain_arm(5)), ends=True)
    code = generate(case.arm, restricted, "numpy", tip_wrench=True, base_motion=True)
    assert_gives_torques(python_function(code), case, restricted)
    with pytest.raises(ValueError, match=f"formulation: {restricted} takes"):
        generate(Arm.from_dh(**random_arm(5)), restricted)


@needs_node
def test_javascript_gives_the_torques_of_the_library(tmp_path):
    case = make_case(Arm.from_dh(**random_arm(30, 3)), ends=True)
    code = generate(case.arm, language="javascript", tip_wrench=True, base_motion=True)
    assert_gives_torques(javascript_function(code, tmp_path), case, code.formulation)


@needs_compiler
@pytest.mark.filterwarnings("ignore::equidyn.ArmWarning")
@pytest.mark.parametrize("ends", [False, True])
@pytest.mark.parametrize(
    "make_arm",
    [puma560, stanford_arm, planar_2r, lambda: Arm.from_dh(**random_arm(60, 1))],
    ids=["puma560", "stanford", "planar_2r", "one joint"],
)
def test_c_code_of_special_arms_compiles_without_a_warning(make_arm, ends, tmp_path):
    case = make_case(make_arm(), ends)
    code = generate(case.arm, language="c", tip_wrench=ends, base_motion=ends)
    assert_gives_torques(c_function(code, tmp_path), case, code.formulation)


@pytest.mark.parametrize("ends", [False, True])
@pytest.mark.parametrize("joints", ["R", "P", "RR", "RP", "RPR", "RRR", "PRRP", "RRRRR"])
def test_latex_equations_give_the_torques_of_the_library(joints, ends):
    arm = Arm.from_dh(**{**random_arm(3, len(joints)), "joints": joints})
    case = make_case(arm, ends)
    code = generate(arm, language="latex", digits=17, tip_wrench=ends, base_motion=ends)
    assert_gives_torques(latex_function(code, arm.n), case, code.formulation)


def loaded_case(arm):
    """States of an arm with ends, each under a gravity and with a load of its own."""
    case = make_case(arm, ends=True)
    rng = np.random.default_rng(arm.n)
    gravity, load = 10 * rng.normal(size=(STATES, 3)), rng.uniform(0, 5, (STATES, 1))
    *state, wrench, motion = case.arguments
    case.arguments += (gravity, load)
    case.torque = np.stack(
        [
            arm.with_gravity(gravity[row])
            .with_payload(load[row, 0])
            .inverse_dynamics(
                *(x[row] for x in state),
                tip_wrench=wrench[row],
                base_motion=BaseMotion(*motion[row].reshape(3, 3)),
            )
            for row in range(STATES)
        ]
    )
    return case


LOADED = {"tip_wrench": True, "base_motion": True, "parameters": ("gravity", "payload")}


def test_python_code_takes_gravity_and_a_payload(formulation):
    case = loaded_case(Arm.from_dh(**random_arm(5, 2)))
    code = generate(case.arm, formulation, "numpy", **LOADED)
    assert_gives_torques(python_function(code), case, formulation)


@needs_compiler
def test_c_code_takes_gravity_and_a_payload(tmp_path):
    case = loaded_case(puma560())
    code = generate(case.arm, **LOADED)
    assert_gives_torques(c_function(code, tmp_path), case, code.formulation)


@needs_node
def test_javascript_takes_gravity_and_a_payload(tmp_path):
    case = loaded_case(puma560())
    code = generate(case.arm, language="javascript", **LOADED)
    assert_gives_torques(javascript_function(code, tmp_path), case, code.formulation)


@pytest.mark.parametrize("joints", ["RP", "RRRRR"])
def test_latex_equations_take_gravity_and_a_payload(joints):
    case = loaded_case(Arm.from_dh(**{**random_arm(3, len(joints)), "joints": joints}))
    code = generate(case.arm, language="latex", digits=17, **LOADED)
    assert_gives_torques(latex_function(code, case.arm.n), case, code.formulation)


@pytest.mark.parametrize(
    ("name", "value", "changed"),
    [
        ("gravity", [1.0, 2.0, 3.0], lambda arm: arm.with_gravity([1.0, 2.0, 3.0])),
        ("payload", [2.5], lambda arm: arm.with_payload(2.5)),
    ],
)
def test_gravity_and_payload_stand_alone(name, value, changed):
    """On a base at rest, and with nothing else at the tip."""
    arm = Arm.from_dh(**random_arm(5, 3))
    case = make_case(arm, ends=False)
    case.torque = changed(arm).inverse_dynamics(*case.arguments)
    case.arguments += (np.broadcast_to(value, (STATES, len(value))),)
    code = generate(arm, language="numpy", parameters=[name])
    assert_gives_torques(python_function(code), case, code.formulation)


def test_code_says_what_gravity_and_payload_are():
    source = " ".join(generate(planar_2r(), parameters=["gravity", "payload"]).source.split())
    assert "gravity: gravitational acceleration in the world frame;" in source
    assert "; payload: mass of a point" in source
    assert "Gravity: (0, -9.81, 0) m/s^2" in generate(planar_2r()).source


def driven(arm):
    """The arm with gears, rotors, viscous friction, and dry friction that has a direction."""
    rng = np.random.default_rng(arm.n)
    dry = rng.uniform(0.1, 0.5, (arm.n, 2)) * (1, -1)
    dry[0, 1] = -dry[0, 0]
    gear, rotor, viscous = (
        rng.uniform(-50, 50, arm.n),
        rng.uniform(0, 1e-3, arm.n),
        rng.random(arm.n),
    )
    return arm.with_motors(rotor, gear).with_friction(viscous, dry)


DRIVES = [{"friction": True}, {"motors": True}, {"friction": True, "motors": True}]


def driven_case(arm, drives):
    """States of an arm with drives, some of its joints at rest."""
    case = make_case(driven(arm), ends=False)
    q, qd, qdd = case.arguments
    qd[0], qd[1, 0] = 0, 0
    case.torque = case.arm.inverse_dynamics(q, qd, qdd, **drives)
    return case


def test_python_code_knows_friction_and_motors(formulation):
    for drives in DRIVES:
        case = driven_case(Arm.from_dh(**random_arm(5, 3)), drives)
        code = generate(case.arm, formulation, "numpy", **drives)
        assert_gives_torques(python_function(code), case, formulation)


@pytest.mark.parametrize("restricted", RESTRICTED)
def test_restricted_formulation_knows_friction_and_motors(restricted):
    drives = {"friction": True, "motors": True}
    case = driven_case(Arm.from_dh(**plain_arm(5, 3)), drives)
    code = generate(case.arm, restricted, "numpy", **drives)
    assert_gives_torques(python_function(code), case, restricted)


@needs_compiler
@pytest.mark.parametrize("drives", DRIVES, ids=", ".join)
def test_c_code_knows_friction_and_motors(drives, tmp_path):
    case = driven_case(puma560(), drives)
    code = generate(case.arm, **drives)
    assert_gives_torques(c_function(code, tmp_path), case, code.formulation)


@pytest.mark.parametrize("joints", ["RP", "RRRRR"])
@pytest.mark.parametrize("drives", DRIVES, ids=", ".join)
def test_latex_equations_know_friction_and_motors(joints, drives):
    case = driven_case(Arm.from_dh(**{**random_arm(3, len(joints)), "joints": joints}), drives)
    code = generate(case.arm, language="latex", digits=17, **drives)
    assert_gives_torques(latex_function(code, case.arm.n), case, code.formulation)


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
    code = generate(arm, language=language, friction=True, motors=True)
    none, one = np.zeros(n), np.ones(n)
    states = [
        dict(zip(("q", "qd", "qdd"), x, strict=True))
        for x in ((none, one, none), (none, none, one))
    ]
    code = SimpleNamespace(save=code.save, source=code.source, results={"tau": n})
    found = run({"inverse_dynamics": code}, {"inverse_dynamics": states}, tmp_path)
    np.testing.assert_array_equal(found["inverse_dynamics"], [AWKWARD, AWKWARD[::-1]])


def test_code_says_whether_friction_and_motors_are_in_it():
    arm = driven(planar_2r())
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


def test_leading_axes_of_python_code_broadcast():
    arm = planar_2r()
    function = python_function(generate(arm, language="numpy"))
    q, qdd = np.random.default_rng(4).normal(size=(2, 5, 1, 2))
    qd = [[0.1, 0.2], [0.3, 0.4], [0.5, 0.6]]
    np.testing.assert_allclose(function(q, qd, qdd), arm.inverse_dynamics(q, qd, qdd), rtol=1e-13)
    assert function([0, 0], qd, [0, 0]).shape == (3, 2)
    with pytest.raises(ValueError, match=r"^q: expected shape \(\.\.\., 2\), got \(3,\)$"):
        function([0, 0, 0], [0, 0], [0, 0])


def test_closed_form_of_two_point_masses_is_that_of_the_textbooks():
    arm = planar_2r(length=(1, 1), mass=(1, 1), com=(1, 1), inertia=(0, 0))
    code = generate(arm, "newton_euler", "latex")
    assert code.source.endswith(r"""\begin{aligned}
\tau_{1} &= (3 + 2\,\cos q_{2})\,\ddot{q}_{1} \\
&\quad {} + (1 + \cos q_{2})\,\ddot{q}_{2} \\
&\quad {} - 2\,\sin q_{2}\,\dot{q}_{1}\,\dot{q}_{2} \\
&\quad {} - \sin q_{2}\,\dot{q}_{2}^{2} \\
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


def test_operations_of_the_puma_560():
    operations = generate(puma560()).operations
    assert operations == (183, 157, 10, 0)


@pytest.mark.filterwarnings("ignore::equidyn.ArmWarning")
def test_operations_of_the_stanford_arm():
    operations = generate(stanford_arm()).operations
    assert operations.multiplications <= 145
    assert operations.additions <= 118
    assert operations.trigonometric == 8


def test_lines_are_not_longer_than_a_hundred_characters():
    for language in OF_FUNCTIONS:
        source = generate(puma560(), "kane", language, tip_wrench=True, base_motion=True).source
        assert max(map(len, source.splitlines())) <= 100


@needs_compiler
def test_the_name_of_an_arm_cannot_break_the_code(tmp_path):
    case = make_case(planar_2r().with_name('*/ "one"\n"""two\\\n\\'), ends=False)
    c, python = (generate(case.arm, language=language) for language in ("c", "numpy"))
    assert_gives_torques(c_function(c, tmp_path), case, c.formulation)
    assert_gives_torques(python_function(python), case, python.formulation)


def test_torques_that_depend_on_nothing_are_written():
    weightless = planar_2r(mass=(0, 0), inertia=(0, 0))
    function = python_function(generate(weightless, language="numpy"))
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
            "payload: newton_euler_sasaki_scalar takes .* mass centres in the middle, .* and a "
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


def test_a_graph_has_every_quantity_once():
    graph = Graph()
    x, y = graph.input("x"), graph.input("y")
    assert graph.multiply(x, y) == graph.multiply(y, x) == -graph.multiply(-x, y)
    assert graph.add(x, -y) == -graph.add(y, -x)
    assert graph.cosine(x) == graph.cosine(-x)
    assert graph.sine(x) == -graph.sine(-x)
    assert graph.sign(x) == -graph.sign(-x)


def test_a_graph_works_out_what_is_known_beforehand():
    graph = Graph()
    x, two, three = graph.input("x"), graph.number(2.0), graph.number(-3.0)
    assert graph.add(two, three) == graph.number(-1.0)
    assert [graph.sign(number) for number in (two, three, 0)] == [
        graph.number(1.0),
        graph.number(-1.0),
        0,
    ]
    assert graph.add(x, -x) == graph.multiply(x, 0) == graph.number(0.0) == 0
    assert graph.multiply(x, graph.number(-1.0)) == -x
    assert graph.multiply(two, graph.multiply(x, three)) == graph.multiply(graph.number(-6.0), x)
    for quarters in range(-4, 5):
        turned = graph.add(x, graph.number(quarters * math.pi / 2))
        cosine = (graph.cosine(x), -graph.sine(x), -graph.cosine(x), graph.sine(x))
        assert graph.cosine(turned) == cosine[quarters % 4]
        assert graph.sine(turned) == cosine[(quarters - 1) % 4]
