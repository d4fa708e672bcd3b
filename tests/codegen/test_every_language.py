"""Every quantity in every language gives what the kernels compute, as its own compiler runs it."""

from contextlib import contextmanager
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from types import SimpleNamespace

import numpy as np
import pytest

from equidyn import Arm
from equidyn.codegen import generate
from equidyn.codegen.generated_code import LANGUAGES
from equidyn.codegen.quantities import QUANTITIES
from equidyn.robots import planar_2r
from oracles import languages
from oracles.quantities_of_arms import arm_with, assert_results, case
from oracles.random_arms import random_arm

TOLERANCE = {"double": 1e-13, "float": 1e-5}

STATES = 3


def written(arm, language, parameters, dtype="double", quantities=QUANTITIES, **options):
    """Code of each quantity by name, with the sizes of its results."""
    codes = {}
    for quantity in quantities:
        kind = QUANTITIES[quantity]
        code = generate(
            arm,
            language=language,
            quantity=quantity,
            parameters=kind.parameters if parameters else (),
            dtype=dtype,
            digits=17,  # of LaTeX
            **{name: value for name, value in options.items() if name in kind.options},
        )
        sizes = {x: int(np.prod(kind.extents(x, arm.n))) for x in kind.results}
        codes[quantity] = SimpleNamespace(save=code.save, source=code.source, results=sizes)
    return codes


def results_of(returned):
    return returned if isinstance(returned, tuple) else (returned,)


def cases_of(arm, parameters, quantities=QUANTITIES, ends=()):
    return {
        quantity: [
            case(
                arm,
                quantity,
                QUANTITIES[quantity].parameters if parameters else (),
                [end for end in ends if end in QUANTITIES[quantity].options],
                seed,
            )
            for seed in range(STATES)
        ]
        for quantity in quantities
    }


def assert_language(arm, language, parameters, folder, dtype="double", ends=(), run=None):
    codes = written(arm, language, parameters, dtype, **dict.fromkeys(ends, True))
    cases = cases_of(arm, parameters, ends=ends)
    options = {"dtype": dtype} if dtype == "float" else {}
    given = {quantity: [each.given for each in some] for quantity, some in cases.items()}
    found = (run or languages.runner(language))(codes, given, folder, **options)
    for quantity, some in cases.items():
        label = f"{quantity} in {language}, {arm.name}"
        right = [np.concatenate([np.ravel(x) for x in each.results]) for each in some]
        split = np.cumsum(list(codes[quantity].results.values()))[:-1]
        assert_results(
            [np.split(x, split) for x in found[quantity]],
            [np.split(x, split) for x in right],
            TOLERANCE[dtype],
            label,
        )


def test_every_language_is_run():
    assert set(languages.RUN) == set(LANGUAGES)


@pytest.mark.parametrize("language", languages.RUN)
def test_every_quantity_of_a_general_arm(language, tmp_path):
    # closed forms of three joints are long
    joints = "RP" if language == "latex" else "RPR"
    assert_language(arm_with(joints, 2), language, True, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("joints", "convention", "parameters"),
    [
        ("R", "standard", False),
        ("RPR", "standard", False),
        ("RPRR", "modified", True),
    ],
)
@pytest.mark.parametrize("language", languages.RUN)
def test_every_quantity_of_many_arms(language, joints, convention, parameters, tmp_path):
    arm = arm_with(joints, 3, convention)
    assert_language(arm, language, parameters, tmp_path, ends=("tip_wrench", "base_motion"))


def test_c_code_of_arms_with_many_zeros_compiles_without_a_warning(tmp_path):
    """Little depends on the arguments, all of which stand in the signatures."""
    for ends in ((), ("tip_wrench", "base_motion")):
        assert_language(planar_2r(), "c", False, tmp_path, ends=ends)


@pytest.mark.parametrize(
    "language", [x for x, language in LANGUAGES.items() if "float" in language.dtypes]
)
def test_every_quantity_in_single_precision(language, tmp_path):
    assert_language(arm_with("RPR", 2), language, True, tmp_path, dtype="float")


def shapes(arm, quantity):
    kind = QUANTITIES[quantity]
    return {result: kind.extents(result, arm.n) for result in kind.results}


@pytest.mark.parametrize("language", ["python", "numpy"])
def test_results_have_the_shapes_of_those_of_the_methods(language):
    arm = arm_with("RPR", 2)
    for quantity, code in written(arm, language, False).items():
        given = case(arm, quantity).given.values()
        found = results_of(languages.function_of(code, quantity)(*given))
        assert [np.shape(x) for x in found] == list(shapes(arm, quantity).values()), quantity


def test_octave_returns_vectors_as_columns(tmp_path):
    languages.runner("matlab")
    arm, lines, expected = arm_with("RPR", 2), [], []
    for quantity, code in written(arm, "matlab", False).items():
        code.save(tmp_path / f"{quantity}.m")
        results = shapes(arm, quantity)
        given = ", ".join(["ones(3, 1)"] * len(QUANTITIES[quantity].operands))
        lines.append(f"[{', '.join(results)}] = {quantity}({given});")
        lines += [f"printf('{quantity} %s\\n', mat2str(size({name})));" for name in results]
        of_octave = [(*shape, 1, 1)[: max(2, len(shape))] for shape in results.values()]
        expected += [f"{quantity} [{' '.join(map(str, shape))}]" for shape in of_octave]
    (tmp_path / "shapes.m").write_text("\n".join(lines))
    command = [languages.PROGRAMS["matlab"], "--no-gui", "--no-init-file", "--quiet", "shapes.m"]
    assert languages.run(command, tmp_path).splitlines() == expected


@pytest.mark.parametrize("language", languages.RUN)
def test_dry_friction_forwards_backwards_and_at_rest(language, tmp_path):
    arm = arm_with("RPR").with_friction(coulomb=[[0.5, -0.2], [0.3, -0.3], [0.1, -0.6]])
    code = generate(arm, language=language, quantity="bias", friction=True, digits=17)
    code = SimpleNamespace(save=code.save, source=code.source, results={"h": arm.n})
    given = [{"q": np.ones(3), "qd": np.array(qd)} for qd in ((1.0, 0.0, -1.0), (-1.0, 2.0, 0.0))]
    found = languages.runner(language)({"bias": code}, {"bias": given}, tmp_path)["bias"]
    for state, x in zip(given, found, strict=True):
        np.testing.assert_allclose(x, arm.bias(**state, friction=True), rtol=1e-12)


@pytest.mark.parametrize("language", languages.RUN)
def test_friction_near_rest_and_its_slope(language, tmp_path):
    near = {"breakaway": [[0.5, -0.2], [0.0, -0.6]], "stribeck": [0.1, 2.0]}
    arm = arm_with("RP").with_friction([0.2, 0.3], **near)
    quantities = ("bias", "forward_dynamics_derivatives")
    codes = written(arm, language, False, quantities=quantities, friction=True)
    rates = ([0.1, 0.0], [-0.05, 2.0], [0.0, -0.5])
    given = {
        quantity: [
            {x: np.array(rate if x == "qd" else [1, 1]) for x in QUANTITIES[quantity].operands}
            for rate in rates
        ]
        for quantity in quantities
    }
    found = languages.runner(language)(codes, given, tmp_path)
    for quantity in quantities:
        for state, results in zip(given[quantity], found[quantity], strict=True):
            right = results_of(getattr(arm, quantity)(**state, friction=True))
            flat = np.concatenate([np.ravel(x) for x in right])
            np.testing.assert_allclose(np.ravel(results), flat, rtol=1e-11, atol=1e-12)


@contextmanager
def double_precision(library):
    """JAX computes in single precision by default."""
    if library.__name__ != "jax":
        yield
        return
    before = library.config.jax_enable_x64
    library.config.update("jax_enable_x64", True)
    try:
        yield
    finally:
        library.config.update("jax_enable_x64", before)


@pytest.mark.parametrize("module", [x for x in ("jax", "torch") if find_spec(x)])
def test_every_quantity_under_libraries_of_arrays(module, tmp_path):
    """Those that are installed; they are too large for every test of everything."""
    library = import_module(module)
    xp = library.numpy if module == "jax" else library
    run = partial(languages.numpy, xp=xp)
    with double_precision(library):
        assert_language(arm_with("RP", 2), "numpy", True, tmp_path, run=run)


def test_symbols_are_those_of_the_textbooks():
    sympy = pytest.importorskip("sympy")
    arm = planar_2r(length=(1, 2), mass=(3, 4), com=(0.5, 1.5), inertia=(0, 0))
    code = generate(
        arm, "newton_euler", "sympy", quantity="mass_matrix", parameters=("mass", "com", "a")
    )
    matrix = languages.function_of(code, "mass_matrix")()
    q2, m1, m2, a1, a2, c1, c2 = sympy.symbols("q_2 m_1 m_2 a_1 a_2 c_1x c_2x")
    far = m2 * (a2 + c2)
    coupled = far * (a1 * sympy.cos(q2) + a2 + c2)
    first = m1 * (a1 + c1) ** 2 + m2 * a1**2 + a1 * far * sympy.cos(q2) + coupled
    expected = sympy.Matrix([[first, coupled], [coupled, far * (a2 + c2)]])
    assert sympy.simplify(matrix - expected) == sympy.zeros(2, 2)


def test_symbols_have_no_factor_that_is_one():
    sympy = pytest.importorskip("sympy")
    arm = planar_2r(length=(1.1, 1.2), mass=(0.3, 0.7), com=(0.6, 0.7), inertia=(0.1, 0.2))
    parameters = ("mass", "com", "inertia", "a")
    for quantity in ("mass_matrix", "kinetic_energy", "coriolis_matrix"):
        code = generate(arm, language="sympy", quantity=quantity, parameters=parameters)
        result = sympy.expand(languages.function_of(code, quantity)())
        assert not result.atoms(sympy.Float), quantity


@pytest.mark.parametrize("quantity", QUANTITIES)
def test_leading_axes_of_all_arguments_broadcast(quantity):
    arm = Arm.from_dh(**random_arm(5, 3))
    parameters = QUANTITIES[quantity].parameters
    code = generate(arm, language="numpy", quantity=quantity, parameters=parameters)
    function = languages.function_of(code, quantity)
    cases = cases_of(arm, True, [quantity])[quantity]
    names = list(cases[0].given)
    for changing in names:
        given = [
            np.stack([x.given[name] for x in cases])[:, np.newaxis]
            if name == changing
            else cases[0].given[name]
            for name in names
        ]
        found = function(*given)
        for k, each in enumerate(cases):
            alone = function(
                *(each.given[x] if x == changing else cases[0].given[x] for x in names)
            )
            for x, y in zip(results_of(found), results_of(alone), strict=True):
                np.testing.assert_array_equal(x[k, 0], y)
