"""Refusals of the core: half-made arms, unknown names, other interpreters."""

import subprocess
import sys

import numpy as np
import pytest

import equidyn
from equidyn import Arm, Arms, BaseMotion, _core, robots
from equidyn.arm.data import NAMES
from oracles.calls import FAST, METHODS, with_option

ARM = robots.random_arm(4, seed=3, friction=True, motors=True)


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
    "refusal": lambda arm: _core.refusal(arm, "kane", "inverse_dynamics"),
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
    "trace": lambda arm: _core.trace(arm, "mass_matrix", "unit_accelerations", (Q,)),
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


_REFUSED = dict.fromkeys(OF_THE_CORE, r"incompatible (function|constructor) arguments")
_REFUSED["evaluate"] = "^arm: expected an equidyn.Arm or equidyn.Arms, made by its __init__$"


@pytest.mark.parametrize("function", OF_THE_CORE)
def test_no_function_of_the_core_reads_an_arm_that_was_never_made(function):
    for kind in (_core.Arm, Arm):
        with pytest.raises(TypeError, match=_REFUSED[function]):
            OF_THE_CORE[function](_core.Arm.__new__(kind))


def test_arms_that_were_never_made_are_refused():
    for kind in (_core.Arms, Arms):
        with pytest.raises(TypeError, match=_REFUSED["evaluate"]):
            _core.evaluate(_core.Arms.__new__(kind), "gravity_torque", (np.zeros(2),))


@pytest.mark.parametrize("name", ["a", "com", "inertia", "gravity", "base", "coulomb"])
def test_the_core_makes_no_arm_of_less_than_it_reads(name):
    data = {key: getattr(ARM, key) for key in NAMES}
    with pytest.raises(ValueError, match=f"^{name}: another shape than arms of these"):
        _core.Arm(data | {name: data[name][:-1]})
    with pytest.raises(ValueError, match=r"^a: another shape"):
        _core.Arm(data | {"joints": "RRRRR"})


@pytest.mark.parametrize("method", FAST)
def test_methods_take_arms_alone(method):
    operands = [np.zeros(4)] * len(METHODS[method].operands)
    unmade = _core.Arm.__new__(Arm)
    for other in (object(), None, 1.0, np.zeros(4), Arm, unmade):
        with pytest.raises(TypeError, match=f"^{method}: expected an equidyn.Arm, got "):
            getattr(Arm, method)(other, *operands)
    with pytest.raises(TypeError):
        getattr(Arm, method)()


@pytest.mark.parametrize("method", with_option("base_motion"))
def test_a_base_motion_made_without_its_numbers_is_none(method):
    unmade = BaseMotion.__new__(BaseMotion)
    operands = [np.zeros(4)] * len(METHODS[method].operands)
    message = r"^base_motion: expected a BaseMotion, got one that was made without its __init__$"
    with pytest.raises(TypeError, match=message):
        getattr(ARM, method)(*operands, base_motion=unmade)


Q = np.zeros(4)
POSE, WEIGHT = np.eye(4), np.ones(6)
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
        lambda: _core.trace(ARM, "mass_matrix", "unit_accelerations", (Q[None][:0],)),
        lambda: _core.trace(ARM, "mass_matrix", "unit_accelerations", (Q, Q)),
        lambda: _core.trace(ARM, "no such", "unit_accelerations", (Q,)),
        lambda: _core.trace_form_coefficients(ARM, Q[None][:0]),
        lambda: _core.orthogonal_complement(ARM, Q[None][:0], Q),
        lambda: _core.time_method(ARM, "inverse_dynamics", "no such", (Q, Q, Q), 1e-4),
        lambda: _core.time_method(ARM, "mass_matrix", "kane", (Q, Q, Q), 1e-4),
        lambda: _core.time_method(ARM, "forward_dynamics", "trace_form", (Q, Q, Q), 0),
        lambda: _core.time_method(ARM, "bias", "unit_accelerations", (Q, Q), 0),
        lambda: _core.time_method(ARM, "inverse_dynamics", "kane", (*np.zeros((3, 2, 7)),), 1e-4),
        lambda: _core.time_method(ARM, "inverse_dynamics", "kane", (*np.zeros((3, 0, 4)),), 1e-4),
        lambda: _core.evaluate_kernel(ARM, "inverse_dynamics", (Q[None], Q[None]), 1, "sse2"),
        lambda: _core.register_base_motion_type(Careless),
        lambda: _core.register_base_motion_type(type("Borrower", (), dict(vars(BaseMotion)))),
        lambda: _core.register_link_motion_type(list),
        lambda: _core.fast_path(METHODS.get),
        lambda: _core.search_poses(ARM, Q, POSE, None, WEIGHT, 1e-9, 0, 1, False, 1),
        lambda: _core.search_poses(ARM, "two", POSE, None, WEIGHT, 1e-9, 0, 1, False, 1),
        lambda: _core.search_poses(ARM, None, POSE, None, None, 1e-9, 0, 1, False, 1),
        lambda: _core.search_poses(ARM, None, POSE, None, Q, 1e-9, 0, 1, False, 1),
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
another = _interpreters.create()
_interpreters.run_string(another, f'''
import importlib.util, os
spec = importlib.util.spec_from_file_location("equidyn._core", {sys.argv[1]!r})
try:
    importlib.util.module_from_spec(spec)
except ImportError as error:
    os.write(1, str(error).encode())
''')
_interpreters.destroy(another)
"""


@pytest.mark.parametrize("when", ["first of all", "after the main one"])
def test_another_interpreter_is_refused_at_once(when):
    ended = subprocess.run(
        [sys.executable, "-c", IN_ANOTHER_INTERPRETER, _core.__file__, when],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout in {
        "equidyn: works in the main interpreter of a process only",
        # from 3.13 on Python itself refuses, before it asks
        "module equidyn._core does not support loading in subinterpreters",
    }
    assert equidyn.__version__
