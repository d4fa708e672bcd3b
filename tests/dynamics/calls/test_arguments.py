"""Arguments of methods: operands and options, right ones, wrong ones, and those with code."""

import inspect
import re
from itertools import product

import numpy as np
import pytest

import equidyn
from equidyn import BaseMotion, _core, robots
from equidyn.dynamics.registry import resolve
from equidyn.validation import LIST, listed
from oracles.calls import (
    ARM,
    FAST,
    METHODS,
    assert_same,
    called,
    dtypes,
    given_to,
    in_precision,
    loads,
    motion,
    parts,
    states,
    with_option,
    wrench,
)
from oracles.refusals import may_be_refused, raises

NAN, INF = np.nan, np.inf
Z = np.zeros(6)
BARE = robots.random_arm(6, seed=21)
# of which no torque, and no inertia, depends on positions or velocities
GANTRY = robots.random_arm(6, seed=1, joints="PPPPPP", friction=True, motors=True)
BY_FORMULATION = [name for name in _core.methods() if name != "forward_dynamics"]
every_method = pytest.mark.parametrize("method", METHODS)


def ways(method):
    """No options, which lead to the kernel, and one that leads to a formulation."""
    return ({}, {"formulation": "kane"})[: 1 + (method in BY_FORMULATION)]


def refused(method, error, message):
    """Expect the message, of which methods that are made in Python give the beginning."""
    if method in FAST:
        return raises(error, message)
    beginning = message.partition(", got")[0].partition(" (")[0]
    return pytest.raises(error, match=f"^{re.escape(beginning)}")


# --- operands -----------------------------------------------------------------------------------


BAD_STATES = [
    (
        np.zeros((100, 7)),
        ValueError,
        "last axis must be 6 (joints of the arm), got shape (100, 7)",
    ),
    (0.0, ValueError, "last axis must be 6 (joints of the arm), got shape ()"),
    (np.float64(0), ValueError, "last axis must be 6 (joints of the arm), got shape ()"),
    (np.array(0.0), ValueError, "last axis must be 6 (joints of the arm), got shape ()"),
    ([], ValueError, "last axis must be 6 (joints of the arm), got shape (0,)"),
    (Z.reshape(6, 1), ValueError, "last axis must be 6 (joints of the arm), got shape (6, 1)"),
    ([0, 0, NAN, 0, 0, 0], ValueError, "must be finite, got nan at index (2,)"),
    (
        np.where(np.arange(18).reshape(3, 6) == 13, -INF, 0),
        ValueError,
        "must be finite, got -inf at index (2, 1)",
    ),
    (
        # in columns: found where it is, not where it lies in memory
        np.asfortranarray(np.where(np.arange(18).reshape(3, 6) == 13, INF, 0)),
        ValueError,
        "must be finite, got inf at index (2, 1)",
    ),
    (Z + 0j, TypeError, "expected real numbers, got dtype complex128"),
    (["0"] * 6, TypeError, "expected real numbers, got dtype <U1"),
    ("home", TypeError, "expected real numbers, got dtype <U4"),
    ([None] * 6, TypeError, "expected real numbers, got dtype object"),
    (None, TypeError, "expected real numbers, got dtype object"),
]


@every_method
def test_joint_states(method):
    for value, error, message in BAD_STATES:
        for place, name in enumerate(METHODS[method].operands):
            state = [Z] * len(METHODS[method].operands)
            state[place] = value
            for options in ways(method):
                with refused(method, error, f"{name}: {message}"):
                    called(method, state, **options)


def middle(array):
    """The index of one row, not the first where there are more."""
    return tuple(extent // 2 for extent in array.shape[:-1])


@every_method
def test_an_operand_that_is_not_finite_is_named_whether_the_result_shows_it_or_not(method):
    for rows, arm in product(((), (1,), (7,), (3, 400)), (ARM, GANTRY)):
        names, loaded = METHODS[method].operands, "tip_wrench" in METHODS[method].options
        for bad in (NAN, INF, -INF):
            for wrong in (*names, *(["tip_wrench"] if loaded else [])):
                row = (each.copy() for each in given_to(method, states(*rows)))
                x = dict(zip(names, row, strict=True))
                given = x | ({"tip_wrench": np.ones((*rows, 6))} if loaded else {})
                index = (*middle(given[wrong]), 2)
                given[wrong][index] = bad
                message = f"{wrong}: must be finite, got {bad} at index {tuple(map(int, index))}"
                tip = {"tip_wrench": given["tip_wrench"]} if loaded else {}
                for dtype in dtypes(method):
                    operands = [value.astype(dtype) for value in x.values()]
                    with raises(ValueError, message):
                        called(method, operands, arm=arm, **tip, **in_precision(method, dtype))
                for options in ways(method)[1:]:
                    with raises(ValueError, message):
                        called(method, list(x.values()), arm=arm, **tip, **options)


@pytest.mark.parametrize("method", with_option("base_motion"))
def test_a_motion_of_the_base_that_is_not_finite_is_named(method):
    for vector in BaseMotion.__slots__:
        for arm in (ARM, GANTRY):
            broken = BaseMotion(*np.zeros((3, 3)))
            object.__setattr__(broken, vector, np.array([0, NAN, 0]))
            with pytest.raises(
                ValueError, match=rf"^base_motion.{vector}: must be finite, got nan"
            ):
                called(method, states(), arm=arm, base_motion=broken)


@pytest.mark.parametrize("name", BaseMotion.__slots__)
@pytest.mark.parametrize(
    ("value", "error", "message"),
    [
        ([1, 2], ValueError, "last axis must be 3, got shape (2,)"),
        (0, ValueError, "last axis must be 3, got shape ()"),
        ([[0, 0, 0], [0, INF, 0]], ValueError, "must be finite, got inf at index (1, 1)"),
        ("up", TypeError, "expected real numbers, got str"),
    ],
    ids=str,
)
def test_base_motions(name, value, error, message):
    with raises(error, f"{name}: {message}"):
        BaseMotion(**{name: value})


# --- options that are right ---------------------------------------------------------------------


def the_long_way(method, x, **options):
    """By the method behind the fast path."""
    return getattr(equidyn.Arm, method).__wrapped__(ARM, *given_to(method, x), **options)


@pytest.mark.parametrize("method", FAST)
def test_each_option_and_all_give_the_same_bits_on_both_paths(method):
    for rows in ((), (1,), (2, 3), (37,), (1024,)):
        x, names = states(*rows), tuple(loads(method))
        threads = {"threads": 3} if "threads" in METHODS[method].options else {}
        for chosen in ((), *((name,) for name in names), names):
            for shape in ((), rows):
                options = {name: loads(method, *shape)[name] for name in chosen}
                expected = the_long_way(method, x, **options)
                assert_same(called(method, x, **options), expected)
                assert_same(called(method, x, **options, **threads), expected)


def test_named_formulations_take_every_option_on_both_paths(formulation):
    other = robots.random_arm(6, seed=9, friction=True, motors=True)
    for rows in ((), (3,)):
        x = states(*rows)
        for options in ({}, loads("inverse_dynamics", *rows)):
            options |= {"formulation": formulation}
            expected = the_long_way("inverse_dynamics", x, **options)
            for _ in range(2):  # the workspace serves again
                np.testing.assert_array_equal(ARM.inverse_dynamics(*x, **options), expected)
            assert np.abs(other.inverse_dynamics(*x, **options) - expected).max() > 1e-6
    bad = states()
    bad[1, 3] = NAN
    with raises(ValueError, "qd: must be finite, got nan at index (3,)"):
        ARM.inverse_dynamics(*bad, formulation=formulation)


def test_float32_takes_options_of_either_precision():
    for rows in ((), (9,)):
        x = states(*rows).astype("f4")
        tip, base = wrench().astype("f4"), motion()
        options = {"base_motion": base, "friction": True, "motors": True, "dtype": np.float32}
        expected = the_long_way("inverse_dynamics", x, tip_wrench=tip, **options)
        for given in (tip, tip.astype(float), tip.tolist(), np.repeat(tip, 2)[::2]):
            found = ARM.inverse_dynamics(*x, tip_wrench=given, **options)
            np.testing.assert_array_equal(found, expected)
        with pytest.raises(ValueError, match="does not fit float32"):
            ARM.inverse_dynamics(*x, tip_wrench=np.full(6, 1e300), **options)


def test_friction_is_zero_at_rest_and_has_two_sides():
    arm = BARE.with_friction(coulomb=np.tile([2.0, -3.0], (6, 1)))
    q = states()[0]
    free = arm.bias(q, np.zeros(6))
    for rate, expected in ((0.0, 0.0), (-0.0, 0.0), (5e-324, 2.0), (-5e-324, -3.0)):
        qd = np.full(6, rate)
        for given in (qd, qd.tolist(), np.tile(qd, (9, 1))):
            found = arm.bias(q, given, friction=True) - free
            np.testing.assert_allclose(found, np.full(np.shape(given), expected), atol=1e-12)
            still = arm.forward_dynamics(q, given, free + expected, friction=True)
            np.testing.assert_allclose(still, 0, atol=1e-9)


@pytest.mark.parametrize("on", [True, np.True_])
@pytest.mark.parametrize("off", [False, np.False_])
def test_switches_are_booleans_of_either_kind(on, off):
    x = states()
    plain, rubbed = ARM.inverse_dynamics(*x), ARM.inverse_dynamics(*x, friction=True)
    np.testing.assert_array_equal(ARM.inverse_dynamics(*x, friction=on, motors=off), rubbed)
    np.testing.assert_array_equal(ARM.inverse_dynamics(*x, friction=off, motors=off), plain)
    assert np.abs(plain - rubbed).max() > 0
    np.testing.assert_array_equal(
        BARE.inverse_dynamics(*x, friction=off), BARE.inverse_dynamics(*x)
    )


def test_the_default_formulation_has_a_name():
    x = states(30)
    named = ARM.inverse_dynamics(*x, formulation=resolve(None))
    np.testing.assert_array_equal(named, ARM.inverse_dynamics(*x))


def test_a_method_with_a_fast_path_looks_like_the_method():
    method = equidyn.Arm.inverse_dynamics
    assert method.__name__ == "inverse_dynamics"
    assert inspect.isroutine(method)
    assert list(inspect.signature(method).parameters)[:4] == ["self", "q", "qd", "qdd"]
    assert "Joint torques of a motion" in inspect.getdoc(method)
    assert equidyn.Arm.bias(robots.planar_2r(), np.zeros(2), np.zeros(2)).shape == (2,)
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'qdd'"):
        robots.planar_2r().inverse_dynamics(np.zeros(2), np.zeros(2))


# --- options that are wrong ---------------------------------------------------------------------


@pytest.mark.parametrize("value", [1, 0, None, "yes", np.array(True), np.ones(6, bool)])
@pytest.mark.parametrize("name", ["friction", "motors"])
def test_what_is_no_switch_gets_one_clear_error(name, value):
    received = type(value).__name__
    for method in with_option(name):
        with raises(TypeError, f"{name}: expected True or False, got {received}"):
            called(method, states(), **{name: value})


@pytest.mark.parametrize(
    ("name", "message"),
    [
        (
            "friction",
            "friction: the arm has no friction data; "
            "give viscous or coulomb to Arm.from_dh or arm.with_friction",
        ),
        (
            "motors",
            "motors: the arm has no motor data; give motor_inertia to Arm.from_dh or "
            "arm.with_motors",
        ),
    ],
)
def test_drives_of_an_arm_that_has_none(name, message):
    for method in with_option(name):
        if method in ("regressor", "regressor_vjp"):
            continue  # their columns are there whatever the arm has
        with raises(ValueError, message):
            called(method, states(), arm=BARE, **{name: True})


@pytest.mark.parametrize(
    ("value", "error", "message"),
    [
        (
            "newton_eular",
            ValueError,
            "formulation: there is no 'newton_eular'; did you mean 'newton_euler'? "
            f"(known: {listed([record.name for record in equidyn.formulations()], LIST)})",
        ),
        (1, TypeError, "formulation: expected a string, got int"),
    ],
)
def test_what_names_no_formulation(value, error, message):
    with raises(error, message):
        ARM.inverse_dynamics(Z, Z, Z, formulation=value)


@pytest.mark.parametrize(
    ("name", "value", "error", "message"),
    [
        ("tip_wrench", [1, 2, 3], ValueError, "last axis must be 6 (force, then moment), got {}"),
        ("tip_wrench", np.zeros(5), ValueError, "last axis must be 6 (force, then moment), got {}"),
        ("tip_wrench", [0] * 7, ValueError, "last axis must be 6 (force, then moment), got {}"),
        ("tip_wrench", [1, 2, 3, 4, 5, NAN], ValueError, "must be finite, got nan at index (5,)"),
        ("tip_wrench", np.full(6, INF), ValueError, "must be finite, got inf at index (0,)"),
        ("base_motion", ([0] * 3,) * 3, TypeError, "expected a BaseMotion, got tuple"),
        ("threads", 0, ValueError, "expected a positive integer or None, got 0"),
        ("threads", -1, ValueError, "expected a positive integer or None, got -1"),
        ("threads", "two", TypeError, "expected a positive integer or None, got 'two'"),
        ("threads", 1.5, TypeError, "expected a positive integer or None, got 1.5"),
    ],
    ids=str,
)
def test_values_that_no_option_takes(name, value, error, message):
    message = f"{name}: {message.format(f'shape {np.shape(value)}')}"
    for method in with_option(name):
        for options in ways(method):
            with refused(method, error, message):
                called(method, states(2), **{name: value}, **options)


NO_PRECISIONS = [
    *(("f2", "float16"), (int, "int64"), (complex, "complex128")),
    *((">f4", ">f4"), ("single!", "'single!'"), (32, "32")),
]


@pytest.mark.parametrize("method", with_option("dtype"))
def test_precisions_that_there_are_not(method):
    for dtype, received in NO_PRECISIONS:
        with raises(TypeError, f"dtype: expected float64 or float32, got {received}"):
            called(method, states(), dtype=dtype)


def test_numbers_that_do_not_fit_float32():
    large = "must be finite, got {}1e+39, which does not fit float32, at index {}"
    q = np.where(np.arange(12).reshape(2, 6) == 8, 1e39, 0)
    for method in with_option("dtype"):
        with raises(ValueError, f"q: {large.format('', (1, 2))}"):
            called(method, (q, Z, Z), dtype=np.float32)
    for method in ("inverse_dynamics", "bias"):
        with raises(ValueError, f"tip_wrench: {large.format('-', (4,))}"):
            called(method, states(), dtype=np.float32, tip_wrench=[0, 0, 0, 0, -1e39, 0])


@pytest.mark.parametrize("method", ["inverse_dynamics", "mass_matrix"])
@pytest.mark.parametrize("formulation", ["newton_euler", "kane"])
def test_a_formulation_computes_in_float64(method, formulation):
    with raises(
        ValueError,
        f"dtype: expected float64, which formulation {formulation!r} computes in, got float32",
    ):
        called(method, states(), dtype=np.float32, formulation=formulation)


@every_method
def test_an_option_that_a_method_has_not_is_refused(method):
    known = {name for each in METHODS.values() for name in each.options}
    for name in ("nothing", *sorted(known - set(METHODS[method].options))):
        with pytest.raises(TypeError, match=f"unexpected keyword argument '{name}'"):
            called(method, states(), **{name: True})


@pytest.mark.parametrize("method", BY_FORMULATION)
def test_an_option_without_its_name_gets_it(method):
    operands = METHODS[method].operands
    signature = inspect.signature(getattr(ARM, method)).parameters.values()
    options = [each.name for each in signature if each.kind is each.KEYWORD_ONLY]
    with raises(
        TypeError,
        f"{method}: takes {', '.join(operands)} by position, and by name {', '.join(options)}; "
        "got 'kane': did you mean formulation='kane'?",
    ):
        getattr(ARM, method)(*[Z] * len(operands), "kane")


def test_an_operand_too_many_is_refused():
    with raises(
        TypeError,
        "gravity_torque: takes q by position, and by name dtype, out, threads; "
        "got another ndarray by position",
    ):
        ARM.gravity_torque(Z, Z)


# --- arguments with code of their own -----------------------------------------------------------


class Meddler:
    """Makes an array of zeros, once it has done something else."""

    def __init__(self, deed, shape=(6,)):
        self.deed, self.shape = deed, shape

    def __array__(self, dtype=None, copy=None):
        self.deed()
        return np.zeros(self.shape)

    def __index__(self):
        self.deed()
        return 2


def shrinking(array, shape):
    return lambda: array.resize(shape, refcheck=False)


@pytest.mark.parametrize("method", [name for name in FAST if len(METHODS[name].operands) == 3])
def test_an_operand_that_changes_shape_while_others_are_read_is_read_in_its_last(method):
    for shape in ((2, 6), (0, 6), (2000, 2), (4000,)):
        q = np.zeros((2000, 6))
        if shape == (2, 6):  # broadcasts no more
            with pytest.raises(ValueError, match=r"do not broadcast: q \(2, 6\), qd \(2000, 6\)"):
                called(method, (q, Meddler(shrinking(q, shape), (2000, 6)), Z))
        elif shape == (0, 6):
            for each in parts(called(method, (q, Meddler(shrinking(q, shape)), Z))):
                assert each.shape[0] == 0
        else:
            with raises(
                ValueError, f"q: last axis must be 6 (joints of the arm), got shape {shape}"
            ):
                called(method, (q, Meddler(shrinking(q, shape)), Z))


CHANGES = {
    "is flattened": lambda array: setattr(array, "shape", (array.size,)),
    "becomes one column": lambda array: setattr(array, "shape", (array.size, 1)),
    "becomes one row": lambda array: setattr(array, "shape", (1, array.size)),
    "is of float32": lambda array: setattr(array, "dtype", np.dtype("f4")),
    "is of integers": lambda array: setattr(array, "dtype", np.dtype("i8")),
    "is one number": lambda array: setattr(array, "strides", (0,) * array.ndim),
    "is not finite": lambda array: array.fill(np.nan),
    "is locked": lambda array: array.setflags(write=False),
    "is used": lambda array: ARM.inverse_dynamics(array, array, array, threads=2),
}


# beyond their ends there is no memory
@pytest.mark.filterwarnings("ignore:Setting the:DeprecationWarning")
@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("method", [name for name in FAST if len(METHODS[name].operands) > 1])
def test_an_operand_or_out_that_changes_meanwhile_is_not_left_at_its_ends(method, change):
    pytest.importorskip("resource", reason="memory is guarded as POSIX does")
    from attack.guard import guarded

    for victim in ("q", "out") if "out" in METHODS[method].options else ("q",):
        q, options = guarded((2000, 6)), {}
        q.fill(0.5)
        changed = q
        if victim == "out":
            sizes = METHODS[method].shapes(6, {})
            outs = [guarded((2000, *sizes)) for _ in range(METHODS[method].results)]
            for each in outs:
                each.fill(0.5)
            changed = outs[0]
            options["out"] = tuple(outs) if len(outs) > 1 else changed
        meddler = Meddler(lambda changed=changed: CHANGES[change](changed), (2000, 6))
        with may_be_refused(rf"^({method}: )?(q|out|leading axes|joint)"):
            found = parts(called(method, (q, meddler, Z), **options))
            assert all(np.isfinite(each).all() for each in found)


@pytest.mark.parametrize("option", ["tip_wrench", "base_motion", "threads"])
def test_options_are_taken_before_shapes_are_looked_at(option):
    q = np.zeros((2000, 6))
    deed = shrinking(q, (4, 2))
    value = Meddler(deed)
    if option == "base_motion":
        value = BaseMotion()
        object.__setattr__(value, "linear_acceleration", Meddler(deed, (3,)))
    with raises(ValueError, "q: last axis must be 6 (joints of the arm), got shape (4, 2)"):
        ARM.inverse_dynamics(q, Z, Z, **{option: value})


def test_a_base_motion_that_loses_its_arrays_meanwhile_keeps_those_of_the_call():
    base = BaseMotion(linear_acceleration=np.ones((500, 3)))
    expected = ARM.inverse_dynamics(Z, Z, Z, base_motion=base)

    def lose():
        for name in base.__slots__:
            object.__setattr__(base, name, None)

    found = ARM.inverse_dynamics(Meddler(lose), [0] * 6, [0] * 6, base_motion=base)
    np.testing.assert_array_equal(found, expected)


def raising(error):
    def deed():
        raise error

    return deed


@every_method
def test_what_is_raised_while_an_argument_makes_its_array_passes_unchanged(method):
    for error in (KeyboardInterrupt, MemoryError, OSError, ZeroDivisionError):
        raised = error("by the argument")
        own = Meddler(raising(raised))
        for place in range(len(METHODS[method].operands)):
            state = [Z] * len(METHODS[method].operands)
            state[place] = own
            with pytest.raises(error) as caught:
                called(method, state)
            assert caught.value is raised
        if "threads" in METHODS[method].options:
            with pytest.raises(error) as caught:
                called(method, (Z, Z, Z), threads=own)
            assert caught.value is raised


def test_an_array_that_cannot_be_made_is_named_and_its_own_error_is_the_cause():
    mistake = ValueError("no array today")
    with pytest.raises(
        TypeError, match=r"^qd: expected an array of real numbers, got Meddler$"
    ) as e:
        ARM.inverse_dynamics(Z, Meddler(raising(mistake)), Z)
    assert e.value.__cause__ is mistake


def test_what_shows_all_names_is_told_where_some_are_left_out():
    assert listed(["a", "b"], LIST) == "a, b"
    assert listed([f"name {k}" for k in range(30)], LIST).endswith(
        "name 19 and 10 more; `equidyn list` shows all"
    )
