"""Arguments with code of their own, or half made: nothing is read that is not there."""

import subprocess
import sys

import numpy as np
import pytest

import equidyn
from equidyn import Arm, BaseMotion, _core, robots
from equidyn.arm.data import NAMES, core_parameters

ARM = robots.random_arm(4, seed=3, friction=True, motors=True)
METHODS = {
    "inverse_dynamics": 3,
    "bias": 2,
    "gravity_torque": 1,
    "mass_matrix": 1,
    "coriolis_coefficients": 1,
    "forward_dynamics": 3,
    "inverse_dynamics_derivatives": 3,
    "link_motion": 3,
    "pose_and_jacobian": 1,
}


class Meddler:
    """Makes an array of zeros, once it has done something else."""

    def __init__(self, deed, shape=(4,)):
        self.deed, self.shape = deed, shape

    def __array__(self, dtype=None, copy=None):
        self.deed()
        return np.zeros(self.shape)

    def __index__(self):
        self.deed()
        return 2


def owned(*shape):
    """An array that can be resized in place."""
    return np.zeros(shape)


# --- an argument that changes another -----------------------------------------------------------


def shrinking(array, shape):
    return lambda: array.resize(shape, refcheck=False)


@pytest.mark.parametrize("method", [name for name, count in METHODS.items() if count == 3])
@pytest.mark.parametrize("shape", [(2, 4), (0, 4), (2000, 2), (4000,)])
def test_an_operand_that_changes_shape_while_others_are_read_is_read_in_its_last(method, shape):
    q = owned(2000, 4)
    call = getattr(ARM, method)
    if shape == (2, 4):  # broadcasts no more
        with pytest.raises(ValueError, match=r"do not broadcast: q \(2, 4\), qd \(2000, 4\)"):
            call(q, Meddler(shrinking(q, shape), (2000, 4)), np.zeros(4))
    elif shape == (0, 4):
        result = call(q, Meddler(shrinking(q, shape)), np.zeros(4))
        for each in result if isinstance(result, tuple) else (result,):
            assert each.shape[0] == 0
    else:
        last = shape[-1]
        with pytest.raises(
            ValueError, match=rf"^q: last axis must be 4 .* got shape \(.*{last},?\)"
        ):
            call(q, Meddler(shrinking(q, shape)), np.zeros(4))


@pytest.mark.parametrize("option", ["tip_wrench", "base_motion", "threads"])
def test_options_are_taken_before_shapes_are_looked_at(option):
    q = owned(2000, 4)
    deed = shrinking(q, (4, 2))
    value = Meddler(deed, (6,))
    if option == "base_motion":
        value = BaseMotion()
        object.__setattr__(value, "linear_acceleration", Meddler(deed, (3,)))
    with pytest.raises(ValueError, match=r"^q: last axis must be 4 .* got shape \(4, 2\)"):
        ARM.inverse_dynamics(q, np.zeros(4), np.zeros(4), **{option: value})


def test_a_base_motion_that_loses_its_arrays_meanwhile_keeps_those_of_the_call():
    motion = BaseMotion(linear_acceleration=np.ones((500, 3)))
    expected = ARM.inverse_dynamics(*np.zeros((3, 4)), base_motion=motion)

    def lose():
        for name in motion.__slots__:
            object.__setattr__(motion, name, None)

    found = ARM.inverse_dynamics(Meddler(lose), [0] * 4, [0] * 4, base_motion=motion)
    np.testing.assert_array_equal(found, expected)


class Interested(np.ndarray):
    """Takes part in what NumPy's functions do with it."""

    deed = staticmethod(lambda: None)

    def __array_function__(self, *_, **__):
        self.deed()
        return False


def test_out_has_no_say_in_how_it_is_written():
    q = np.random.default_rng(0).normal(size=(2000, 4))
    expected = ARM.inverse_dynamics_derivatives(q, q, q)
    out = tuple(np.zeros((2000, 4, 4)).view(Interested) for _ in range(2))
    Interested.deed = staticmethod(shrinking(q, (2, 4)))
    result = ARM.inverse_dynamics_derivatives(q, q, q, out=out)
    Interested.deed = staticmethod(lambda: None)
    assert q.shape == (2000, 4)
    for one, other in zip(result, expected, strict=True):
        np.testing.assert_array_equal(one.view(np.ndarray), other)


# --- what an argument raises --------------------------------------------------------------------


def raising(error):
    def deed():
        raise error

    return deed


@pytest.mark.parametrize("error", [KeyboardInterrupt, MemoryError, OSError, ZeroDivisionError])
@pytest.mark.parametrize("method", METHODS)
def test_what_is_raised_while_an_argument_makes_its_array_passes_unchanged(method, error):
    raised = error("by the argument")
    for place in range(METHODS[method]):
        operands = [np.zeros(4)] * METHODS[method]
        operands[place] = Meddler(raising(raised))
        with pytest.raises(error) as caught:
            getattr(ARM, method)(*operands)
        assert caught.value is raised
        if method != "link_motion":
            with pytest.raises(error) as caught:
                getattr(ARM, method)(*[np.zeros(4)] * METHODS[method], threads=operands[place])
            assert caught.value is raised


def test_an_array_that_cannot_be_made_is_named_and_its_own_error_is_the_cause():
    mistake = ValueError("no array today")
    with pytest.raises(
        TypeError, match=r"^qd: expected an array of real numbers, got Meddler$"
    ) as e:
        ARM.inverse_dynamics([0] * 4, Meddler(raising(mistake)), [0] * 4)
    assert e.value.__cause__ is mistake


@pytest.mark.parametrize("formulation", [None, "kane"])
@pytest.mark.parametrize("q", [0.0, np.float64(0), np.array(0.0)])
def test_coefficients_of_a_number_ask_for_a_position(q, formulation):
    with pytest.raises(ValueError, match=r"^q: last axis must be 4.*got shape \(\)$"):
        ARM.coriolis_coefficients(q, formulation=formulation)


@pytest.mark.parametrize("formulation", [None, "kane"])
def test_coefficients_give_the_index_of_the_user(formulation):
    q = np.zeros((3, 2, 4))
    q[2, 1, 3] = np.nan
    with pytest.raises(ValueError, match=r"^q: must be finite, got nan at index \(2, 1, 3\)$"):
        ARM.coriolis_coefficients(q, formulation=formulation)


# --- what was not made --------------------------------------------------------------------------


class Careless(Arm):
    def __init__(self):
        pass


@pytest.mark.parametrize(
    "make", [lambda: Arm.__new__(Arm), Careless, lambda: Arm.__new__(Careless)]
)
def test_no_arm_is_half_made(make):
    with pytest.raises(TypeError, match=r"^Arm: make one with Arm\.from_dh, Arm\.from_urdf"):
        make()


Q = np.zeros((1, 4))
OF_THE_CORE = {
    "n": _core.Arm.n.__get__,
    "_reframed": lambda arm: arm._reframed("modified"),
    "refusal": lambda arm: _core.refusal(arm, "kane"),
    "evaluate": lambda arm: _core.evaluate(arm, "gravity_torque", (Q,)),
    "inverse_dynamics_extended": lambda arm: _core.inverse_dynamics_extended(
        arm, "kane", Q, Q, Q, None, None
    ),
    "trace_form_coefficients": lambda arm: _core.trace_form_coefficients(arm, Q[0]),
    "orthogonal_complement": lambda arm: _core.orthogonal_complement(arm, Q[0], Q[0]),
    "link_motion": lambda arm: _core.link_motion(arm, Q, Q, Q, None, None),
    "time_method": lambda arm: _core.time_method(arm, "mass_matrix", "kane", (Q,), 1e-9),
    "evaluate_kernel": lambda arm: _core.evaluate_kernel(arm, "bias", (Q, Q), 1, "sse2"),
    "time_kernel": lambda arm: _core.time_kernel(arm, "bias", (Q, Q), 1, 1e-9, "sse2"),
    "trace": lambda arm: _core.trace(arm, "mass_matrix", "strobed", (Q,)),
    "SimulatedArms": lambda arm: _core.SimulatedArms(
        arm,
        method="rk4",
        step=1e-3,
        friction=False,
        motors=False,
        stops=False,
        every=0,
        times=0,
        rows=1,
        samples=0,
        arrays={},
    ),
}


@pytest.mark.parametrize("function", OF_THE_CORE)
def test_no_function_of_the_core_reads_an_arm_that_was_never_made(function):
    for kind in (_core.Arm, Arm):
        with pytest.raises(TypeError, match=r"incompatible (function|constructor) arguments"):
            OF_THE_CORE[function](_core.Arm.__new__(kind))


@pytest.mark.parametrize("name", ["a", "com", "inertia", "gravity", "base", "coulomb"])
def test_the_core_makes_no_arm_of_less_than_it_reads(name):
    data = core_parameters({key: getattr(ARM, key) for key in NAMES})
    with pytest.raises(ValueError, match=f"^{name}: another shape than arms of these"):
        _core.Arm(**data | {name: data[name][:-1]})
    with pytest.raises(ValueError, match=r"^a: another shape"):
        _core.Arm(**data | {"joints": "RRRRR"})


@pytest.mark.parametrize("method", METHODS)
def test_methods_take_arms_alone(method):
    operands = [np.zeros(4)] * METHODS[method]
    unmade = _core.Arm.__new__(Arm)
    for other in (object(), None, 1.0, np.zeros(4), Arm, unmade):
        with pytest.raises(TypeError, match=f"^{method}: expected an equidyn.Arm, got "):
            getattr(Arm, method)(other, *operands)
    with pytest.raises(TypeError):
        getattr(Arm, method)()


@pytest.mark.parametrize("method", ["inverse_dynamics", "link_motion", "bias"])
def test_a_base_motion_made_without_its_numbers_is_none(method):
    unmade = BaseMotion.__new__(BaseMotion)
    operands = [np.zeros(4)] * METHODS[method]
    message = r"^base_motion: expected a BaseMotion, got one that was made without its __init__$"
    with pytest.raises(TypeError, match=message):
        getattr(ARM, method)(*operands, base_motion=unmade)


Q = np.zeros(4)
F4 = np.float32


@pytest.mark.parametrize(
    "call",
    [
        lambda: _core.evaluate(ARM, "no such", (Q,)),
        lambda: _core.evaluate(ARM, "bias", (Q,)),
        lambda: _core.evaluate(ARM, "bias", (Q, Q, Q)),
        lambda: _core.evaluate(ARM, "bias", (Q, Q), nothing=1),
        lambda: _core.evaluate(ARM, "bias", (Q, Q), base_motion=3),
        lambda: _core.evaluate(ARM, "inverse_dynamics", (Q, Q, Q), formulation="no such"),
        lambda: _core.evaluate(ARM, "mass_matrix", (Q,), formulation="no such"),
        lambda: _core.evaluate(ARM, "inverse_dynamics", (Q, Q, Q), formulation="kane", dtype=F4),
        lambda: _core.inverse_dynamics_extended(ARM, "no such", Q, Q, Q, None, None),
        lambda: _core.evaluate(ARM, "jacobian", (Q,), formulation="no such"),
        lambda: _core.evaluate(ARM, "jacobian", (Q,), formulation=3),
        lambda: _core.evaluate(ARM, "potential_energy", (Q,), formulation="kane"),
        lambda: _core.trace(ARM, "inverse_dynamics", "kane", (Q[None][:0], Q, Q)),
        lambda: _core.trace(ARM, "inverse_dynamics", "no such", (Q, Q, Q)),
        lambda: _core.trace(ARM, "mass_matrix", "strobed", (Q[None][:0],)),
        lambda: _core.trace(ARM, "mass_matrix", "strobed", (Q, Q)),
        lambda: _core.trace(ARM, "no such", "strobed", (Q,)),
        lambda: _core.trace_form_coefficients(ARM, Q[None][:0]),
        lambda: _core.orthogonal_complement(ARM, Q[None][:0], Q),
        lambda: _core.time_method(ARM, "inverse_dynamics", "no such", (Q, Q, Q), 1e-4),
        lambda: _core.time_method(ARM, "mass_matrix", "kane", (Q, Q, Q), 1e-4),
        lambda: _core.time_method(ARM, "forward_dynamics", "kane", (Q, Q, Q), 0),
        lambda: _core.time_method(ARM, "bias", "strobed", (Q, Q), 0),
        lambda: _core.time_method(ARM, "inverse_dynamics", "kane", (*np.zeros((3, 2, 7)),), 1e-4),
        lambda: _core.time_method(ARM, "inverse_dynamics", "kane", (*np.zeros((3, 0, 4)),), 1e-4),
        lambda: _core.evaluate_kernel(ARM, "inverse_dynamics", (Q[None], Q[None]), 1, "sse2"),
        lambda: _core.register_base_motion_type(Careless),
        lambda: _core.register_base_motion_type(type("Borrower", (), dict(vars(BaseMotion)))),
        lambda: _core.register_link_motion_type(list),
        lambda: _core.fast_path(METHODS.get),
    ],
)
def test_the_core_does_not_trust_its_callers(call):
    with pytest.raises((ValueError, TypeError, KeyError)):
        call()
    assert isinstance(ARM.inverse_dynamics(Q, Q, Q, base_motion=BaseMotion()), np.ndarray)


# --- other interpreters -------------------------------------------------------------------------

IN_ANOTHER_INTERPRETER = """
import sys
try:
    import _interpreters
except ImportError:
    import _xxsubinterpreters as _interpreters
if sys.argv[2] == "after the main one":
    import equidyn
_interpreters.run_string(_interpreters.create(), f'''
import importlib.util, os
spec = importlib.util.spec_from_file_location("equidyn._core", {sys.argv[1]!r})
try:
    importlib.util.module_from_spec(spec)
except ImportError as error:
    os.write(1, str(error).encode())
''')
"""


@pytest.mark.parametrize("when", ["first of all", "after the main one"])
def test_another_interpreter_is_refused_at_once(when):
    ended = subprocess.run(
        [sys.executable, "-c", IN_ANOTHER_INTERPRETER, _core.__file__, when],
        capture_output=True,
        text=True,
        timeout=120,
    )
    expected = "equidyn: works in the main interpreter of a process only"
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, expected, "")
    assert equidyn.__version__
