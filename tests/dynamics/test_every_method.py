"""What holds for the calls of every method: shapes, memory, references, and how rows are split."""

import gc
import os
import sys

import numpy as np
import pytest

from equidyn import BaseMotion, robots

ARM = robots.random_arm(6, seed=21, friction=True, motors=True)
METHODS = {
    "inverse_dynamics": 3,
    "bias": 2,
    "gravity_torque": 1,
    "mass_matrix": 1,
    "coriolis_coefficients": 1,
    "forward_dynamics": 3,
    "inverse_dynamics_derivatives": 3,
    "regressor": 3,
    "coriolis_matrix": 2,
    "momentum": 2,
    "link_motion": 3,
}
# of these the results are no torques, nor what torques are made of
OF_ANOTHER_SHAPE = {
    "forward_kinematics": 1,
    "link_poses": 1,
    "jacobian": 1,
    "jacobian_rate": 2,
    "kinetic_energy": 2,
    "potential_energy": 1,
    "operational_space_inertia": 1,
    "forward_dynamics_derivatives": 3,
    "breakdown": 3,
}
WITH_FRICTION = ["inverse_dynamics", "bias", "forward_dynamics", "inverse_dynamics_derivatives"]
WITH_OUT = [name for name in METHODS if name != "link_motion"]
OTHERS_WITH_OUT = [name for name in OF_ANOTHER_SHAPE if name != "breakdown"]
IN_FLOAT32 = ["inverse_dynamics", "bias", "gravity_torque", "mass_matrix"]


def states(*shape, seed=0):
    return np.random.default_rng(seed).uniform(-3, 3, (3, *shape, ARM.n))


def parts(result):
    return result if isinstance(result, tuple) else (result,)


def assert_same(found, expected):
    for one, other in zip(parts(found), parts(expected), strict=True):
        np.testing.assert_array_equal(one, other)


def called(method, x, **options):
    return getattr(ARM, method)(*x[: (METHODS | OF_ANOTHER_SHAPE)[method]], **options)


def space_for(expected):
    """Arrays of the same shapes that hold nothing yet, as `out` takes them."""
    arrays = tuple(np.full_like(each, np.nan) for each in parts(expected))
    return arrays if isinstance(expected, tuple) else arrays[0]


# --- out ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("rows", [(), (1,), (200,), (5000,)])
@pytest.mark.parametrize("method", [*WITH_OUT, *OTHERS_WITH_OUT])
def test_out_holds_the_values(method, rows):
    x = states(*rows)
    dtypes = (np.float64, np.float32) if method in IN_FLOAT32 else (np.float64,)
    for dtype in dtypes:
        options = {"dtype": dtype} if method in IN_FLOAT32 else {}
        expected = called(method, x, **options)
        for threads in (None, 1, 2):
            out = space_for(expected)
            assert called(method, x, **options, threads=threads, out=out) is not None
            assert_same(out, expected)


LOADS = {
    "alone": {},
    "with a wrench": {"tip_wrench": np.arange(6.0)},
    "on a moving base": {"base_motion": BaseMotion((1, 2, 3), (3, 2, 1), (1, 0, 2))},
    "with friction": {"friction": True, "motors": True},
}


def assert_out_may_lie_anywhere(x, place, **options):
    """Whatever operand `out` lies over, a row or a part of a row behind it or ahead of it."""
    n = ARM.n
    expected = ARM.inverse_dynamics(*x, **options)
    for shift in (-n, -1, 1, n):
        memory = np.zeros(x[place].size + 2 * n)
        inside, out = (
            memory[n + at : n + at + x[place].size].reshape(x[place].shape) for at in (0, shift)
        )
        inside[...] = x[place]
        operands = [inside if k == place else each for k, each in enumerate(x)]
        assert ARM.inverse_dynamics(*operands, **options, out=out) is out
        np.testing.assert_array_equal(out, expected)


@pytest.mark.parametrize("loads", LOADS)
@pytest.mark.parametrize("place", range(3))
@pytest.mark.parametrize("threads", [None, 2])
def test_out_may_lie_a_row_behind_an_operand(place, loads, threads):
    assert_out_may_lie_anywhere(states(200), place, **LOADS[loads], threads=threads)


def test_out_may_lie_a_row_behind_an_operand_of_any_formulation(formulation):
    for place in range(3):
        assert_out_may_lie_anywhere(states(20), place, formulation=formulation)


@pytest.mark.parametrize("rows", [1, 7, 2000])
def test_two_results_may_be_interleaved_but_not_share_a_number(rows):
    x = states(rows)
    expected = ARM.inverse_dynamics_derivatives(*x)
    pairs = np.zeros((rows, 2, 6, 6))
    sides = np.zeros((rows, 6, 12))
    for out in ((pairs[:, 0], pairs[:, 1]), (sides[..., :6], sides[..., 6:])):
        assert ARM.inverse_dynamics_derivatives(*x, out=out) is not None
        assert_same(out, expected)
    for out in ((pairs[:, 0], pairs[:, 0]), (sides[..., :6], sides[..., 5:11])):
        with pytest.raises(ValueError, match=r"^out: expected two arrays that share no memory$"):
            ARM.inverse_dynamics_derivatives(*x, out=out)


@pytest.mark.parametrize("method", ["operational_space_inertia", "forward_dynamics_derivatives"])
def test_out_of_what_is_made_in_python_is_checked_as_the_core_checks_it(method):
    x = states(2)
    good = parts(space_for(called(method, x)))
    wrong = {
        r"expected a NumPy array, got list": good[0].tolist(),
        r"expected dtype float64, got float32": good[0].astype(np.float32),
        r"expected shape \(2, 6, 6\), got \(6, 6\)": good[0][0],
        r"expected a writeable array, got a read-only one": np.broadcast_to(good[0], good[0].shape),
    }
    for message, first in wrong.items():
        out = (first, *good[1:]) if len(good) > 1 else first
        with pytest.raises((ValueError, TypeError), match=f"^out: {message}$"):
            called(method, x, out=out)


def test_three_results_go_to_three_arrays():
    x, out = states(2), np.empty((2, 2, 6, 6))
    for wrong in (out, tuple(out)):
        with pytest.raises(TypeError, match=r"^out: expected a tuple of three arrays, got "):
            called("forward_dynamics_derivatives", x, out=wrong)
    with pytest.raises(ValueError, match=r"^out: expected three arrays that share no memory$"):
        called("forward_dynamics_derivatives", x, out=(*out, out[0]))


# --- shapes -------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", METHODS)
def test_shapes_that_do_not_go_together_raise(method):
    x = [np.zeros((3, 6)), np.zeros((2, 6)), np.zeros((3, 6))]
    if METHODS[method] > 1:
        with pytest.raises(ValueError, match=r"do not broadcast: q \(3, 6\), qd \(2, 6\)"):
            called(method, x)
    if method in WITH_OUT:
        out = space_for(called(method, states(2)))
        with pytest.raises(ValueError, match=r"^out: expected shape \(3, 6.*got \(2, 6"):
            called(method, states(3), out=out)


def test_an_array_of_32_axes_is_that_of_one_axis_reshaped():
    x, shape = states(24), (2, *[1] * 14, 3, *[1] * 13, 2, 2)
    deep = x.reshape(3, *shape, 6)
    for method in ("inverse_dynamics", "bias", "gravity_torque", "forward_dynamics"):
        found = called(method, deep)
        assert found.shape == (*shape, 6)
        np.testing.assert_array_equal(found.reshape(24, 6), called(method, x))
        out = np.zeros_like(found)
        called(method, deep, out=out)
        np.testing.assert_array_equal(out, found)


@pytest.mark.parametrize("method", WITH_FRICTION)
def test_friction_does_not_tell_broadcast_rates_from_repeated_ones(method):
    for rows in (5, 50, 3000):
        q, qd, qdd = states(rows)
        repeated = np.tile(qd[0], (rows, 1))
        expected = called(method, (q, repeated, qdd), friction=True)
        for one in (qd[0], qd[:1], np.broadcast_to(qd[0], qd.shape), qd[0].tolist()):
            assert_same(called(method, (q, one, qdd), friction=True), expected)
        assert_same(
            called(method, (q[0], qd, qdd), friction=True),
            called(method, (np.tile(q[0], (rows, 1)), qd, qdd), friction=True),
        )


@pytest.mark.parametrize("method", [*METHODS, *OF_ANOTHER_SHAPE])
@pytest.mark.parametrize("dtype", [np.float64, np.int8, np.float32])
def test_more_rows_than_any_memory_holds_raise_at_once(method, dtype):
    """Before a number of them is looked at."""
    many = np.broadcast_to(np.zeros(6, dtype), (2**44, 6))
    down = np.broadcast_to(many[0], (2**44, 1, 6))
    for single in (False, True)[: 1 + (method in IN_FLOAT32)]:
        options = {"dtype": np.float32} if single else {}
        for operands in ((many, many, many), (down, many, many)):
            with pytest.raises((MemoryError, ValueError)):
                called(method, operands, **options)


@pytest.mark.parametrize(
    ("method", "options"),
    [
        ("inverse_dynamics", {}),
        ("inverse_dynamics", {"formulation": "kane"}),
        ("bias", {}),
        ("forward_dynamics", {}),
        ("forward_dynamics", {"formulation": "strobed"}),
        ("forward_dynamics", {"formulation": "articulated_bodies"}),
        ("inverse_dynamics_derivatives", {}),
        ("regressor", {}),
        ("jacobian_rate", {}),
        ("kinetic_energy", {}),
    ],
)
def test_where_there_is_no_state_none_is_looked_at(method, options):
    """Not the very many rows either of one operand of which another one leaves none."""
    many, none = np.broadcast_to(np.ones(6), (2**44, 6)), np.zeros((0, 1, 6))
    for result in parts(called(method, (none, many, many), **options)):
        assert result.size == 0


# --- threads ------------------------------------------------------------------------------------


@pytest.mark.parametrize("rows", [2, 17, 1009, 2053])
@pytest.mark.parametrize("method", WITH_OUT)
def test_a_batch_loses_no_row_and_no_column_however_it_is_split(method, rows):
    x = states(rows)
    alone = [parts(called(method, x[:, row])) for row in range(rows)]
    expected = tuple(np.stack(each) for each in zip(*alone, strict=True))
    for threads in (1, 2, 3, os.cpu_count(), 64):
        for operands in (x, np.asfortranarray(x)):
            found = parts(called(method, operands, threads=threads))
            for one, other in zip(found, expected, strict=True):
                scale = 1e-12 * np.abs(other).max()
                np.testing.assert_allclose(one, other, rtol=0, atol=scale)


def test_a_batch_of_a_formulation_loses_no_row_however_it_is_split(formulation):
    x = states(53)
    expected = ARM.inverse_dynamics(*x)
    scale = 1e-11 * np.abs(expected).max()
    for threads in (1, 2, 3, os.cpu_count()):
        found = ARM.inverse_dynamics(*x, formulation=formulation, threads=threads)
        np.testing.assert_allclose(found, expected, rtol=0, atol=scale)


# --- references ---------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("method", METHODS)
def test_a_thousand_calls_neither_keep_nor_lose_a_reference(method):
    x, wrong = list(states()), [np.zeros(5), *states()[1:]]
    lists = [each.tolist() for each in x]
    options = {"out": space_for(called(method, x))} if method in WITH_OUT else {}
    outs = parts(options.get("out", ()))
    singles = [each.astype(np.float32) for each in x]
    owned = [*x, *wrong, *lists, *singles, *outs, ARM]
    # the interpreter has others that refer to these, and may end them at any moment
    shared = [None, np.float32, *map(np.dtype, (np.float64, np.float32, np.int64))]

    def each_way():
        called(method, x, **options)
        called(method, lists)
        called(method, [each[::-1] for each in x])
        called(method, [each.astype(np.int64) for each in x])
        if method in IN_FLOAT32:
            called(method, singles, dtype=np.float32)
            called(method, x, dtype=np.dtype(np.float32))
        if method in WITH_OUT:
            called(method, x, threads=2, **options)
        for operands, more in ((wrong, options), (x, {"out": x}), (x, {"nothing": 1})):
            with pytest.raises((ValueError, TypeError)):
                called(method, operands, **more)

    def references():
        gc.collect()
        return np.array([sys.getrefcount(each) for each in [*owned, *shared]])

    each_way()
    counts = [references()]
    for _ in range(4):
        for _ in range(250):
            each_way()
        counts.append(references())
    np.testing.assert_array_equal(counts[-1][: len(owned)], counts[0][: len(owned)])
    # a call that keeps or loses one does so in each of the four rounds
    changes = np.abs(np.diff(counts, axis=0))[:, len(owned) :]
    assert np.all(changes.min(axis=0) < 250), changes
