"""Public functions compute, or name the wrong argument in their own words."""

import inspect
from itertools import product

import numpy as np
import pytest

import equidyn
from attack.hostile import Answering, OwnError, Raising
from equidyn import robots
from oracles.calls import METHODS
from oracles.public_calls import PUBLIC_CALLS

ARM = robots.planar_2r()
Q = [0.1, 0.2]
# the options of methods with arrays
OPTIONS = {
    "formulation": "kane",
    "tip_wrench": [0] * 6,
    "base_motion": equidyn.BaseMotion(),
    "friction": False,
    "motors": False,
    "frame": "tool",
    "dtype": float,
    "out": None,
    "threads": 1,
}
CALLS = {
    name: (
        getattr(ARM, name),
        dict.fromkeys(method.operands, Q) | {name: OPTIONS[name] for name in method.options},
    )
    for name, method in METHODS.items()
    if method.joints <= ARM.n
}
CALLS["forward_dynamics"][1]["formulation"] = "articulated_bodies"
CALLS |= PUBLIC_CALLS

# what nobody means
WRONG = {
    "object": object(),
    "text": "nonsense",
    "long text": "nonsense" * 10_000,
    "bytes": b"nonsense",
    "number": 0.001,
    "complex": 1j,
    "minus one": -1,
    "true": True,
    "nothing": None,
    "list": ["nonsense"],
    "ragged": [[1.0, 2.0], [3.0]],
    "empty": [],
    "dictionary": {"nonsense": 1},
    "function": lambda *_: None,
    "type": int,
    "nan": np.nan,
    "nans": [np.nan] * 2,
    "infinite": np.inf,
    "masked": np.ma.masked,
    "half a surrogate": "\ud800",
    "text of NumPy": np.array("x"),
    "time": np.datetime64("now"),
    "set": {"a"},
    "names and numbers": ["kane", 7],
    "too many axes": np.zeros((2, 2, 2, 2)),
    "no rows": np.zeros(0),
    "array of a text": Answering("x"),
    "array of nothing": Answering(None),
    "error": Raising(OwnError),
}

# most characters of a message
LONGEST = 700

# how Python and the binding library put it
NOT_OUR_WORDS = (
    "incompatible function arguments",
    "incompatible constructor arguments",
    "_core.",
    "has no attribute",
    "not subscriptable",
    "not iterable",
    "not callable",
    "unsupported operand",
    "must be real number",
    "inhomogeneous",
    "cannot convert",
    "could not convert",
    "argument must be",
    "unhashable",
    "ufunc",
    "not supported between",
    "takes no arguments",
)

# arguments of several meanings, and what their messages begin with
CALLED_ELSE = {
    "arm_or_n": ("arm", "n:", "robot"),
    "arm": ("robot", "No such file"),
    "data": ("arm", "format"),
    "path": ("No such file", "name too long", r"\ud800: "),
    "path_or_text": ("No such file", "name too long"),
    "formulations": ("formulation",),
    "qd": ("q: expected one state",),
}


@pytest.mark.filterwarnings("ignore::equidyn.ArmWarning")
@pytest.mark.parametrize("call", CALLS)
def test_a_wrong_argument_is_named_in_our_own_words(call):
    function, arguments = CALLS[call]
    parameters = inspect.signature(function).parameters
    for argument, (kind, value) in product(arguments, WRONG.items()):
        if value is None and parameters[argument].default is None:
            continue
        try:
            function(**{**arguments, argument: value})
        except OwnError:
            assert kind == "error"
        except (ValueError, TypeError, OSError, ImportError) as error:
            message = str(error)
            told = f"{call}({argument}={kind}): {type(error).__name__}: {message[:2000]}"
            # the system names files as they are
            longest = np.inf if type(error) is OSError else LONGEST
            assert len(message) <= longest, told
            assert not any(words in message for words in NOT_OUR_WORDS), told
            assert any(name in message for name in (argument, *CALLED_ELSE.get(argument, ()))), told


def test_every_public_function_is_tried():
    functions = {name for name in equidyn.__all__ if inspect.isfunction(getattr(equidyn, name))} | {
        f"robots.{name}" for name in robots.__all__
    }
    take_nothing = {"build_info", "cmake_dir", "release_memory", "robots.names"}
    takes_long = {"bench", "compile_formulation"}
    assert functions - set(CALLS) <= takes_long | take_nothing | {"robots.Record"}
