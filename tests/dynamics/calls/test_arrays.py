"""Arrays that go in and come out: shapes, layouts, dtypes, batches, threads, references."""

import copy
import gc
import multiprocessing
import os
import pickle
import sys
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from attack.layouts import LAYOUTS, single
from equidyn import Arm, BaseMotion
from oracles.calls import (
    ARM,
    FAST,
    IN_FLOAT32,
    METHODS,
    WITH_OUT,
    assert_same,
    called,
    dtypes,
    given_to,
    in_precision,
    kinds,
    loads,
    parts,
    space_for,
    states,
    with_option,
    wrench,
)
from oracles.refusals import raises

# the same examples in every run, however slow the machine
reproducible = settings(derandomize=True, deadline=None, max_examples=60)
every_method = pytest.mark.parametrize("method", METHODS)
# NumPy adds up in another order where there are many
TO_ROUNDING = 1e-12


def assert_alike(method, found, expected):
    """Compare to the bit where a row of a batch has the bits that it has alone."""
    if METHODS[method].exact:
        assert_same(found, expected)
        return
    for one, other in zip(parts(found), parts(expected), strict=True):
        atol = TO_ROUNDING * np.abs(other).max(initial=0.0)
        np.testing.assert_allclose(one, other, rtol=0, atol=atol)


# --- shapes -------------------------------------------------------------------------------------


@reproducible
@given(
    hnp.mutually_broadcastable_shapes(num_shapes=5, max_dims=3, max_side=3, min_side=0),
    st.integers(0, 2**32 - 1),
)
def test_leading_axes_broadcast_as_in_numpy(shapes, seed):
    rng = np.random.default_rng(seed)
    last_axes = (ARM.n, ARM.n, ARM.n, 6, 3)
    given = [
        rng.uniform(-3, 3, (*shape, last))
        for shape, last in zip(shapes.input_shapes, last_axes, strict=True)
    ]

    def torques(q, qd, qdd, tip, lift):
        base = BaseMotion(linear_acceleration=lift)
        options = {"tip_wrench": tip, "base_motion": base, "friction": True, "motors": True}
        return ARM.inverse_dynamics(q, qd, qdd, **options)

    tau = torques(*given)
    assert tau.shape == (*shapes.result_shape, ARM.n)
    # one state at a time, with NumPy's own broadcasting
    whole = [np.broadcast_to(each, (*shapes.result_shape, each.shape[-1])) for each in given]
    for index in np.ndindex(shapes.result_shape):
        np.testing.assert_array_equal(tau[index], torques(*(each[index] for each in whole)))


@every_method
@reproducible
@given(hnp.mutually_broadcastable_shapes(num_shapes=3, max_dims=3, max_side=3, min_side=0))
def test_results_have_the_leading_axes_of_all_operands(method, shapes):
    x = [np.ones((*shape, ARM.n)) for shape in shapes.input_shapes]
    leading = np.broadcast_shapes(*shapes.input_shapes[: len(METHODS[method].operands)])
    for dtype in dtypes(method):
        found = parts(called(method, x, **in_precision(method, dtype)))
        assert len(found) == METHODS[method].results
        for each in found:
            assert each.shape[: len(leading)] == leading
            assert each.dtype == dtype
            if method != "pose_and_jacobian":
                assert each.shape[len(leading) :] == METHODS[method].shapes(ARM.n, {})


@every_method
def test_shapes_that_do_not_go_together_raise(method):
    x = [np.zeros((3, 6)), np.zeros((4, 6)), np.zeros(6)]
    names = METHODS[method].operands
    if len(names) > 1:
        got = ", ".join(
            f"{name} {each.shape}" for name, each in zip(names, given_to(method, x), strict=True)
        )
        with raises(ValueError, f"leading axes do not broadcast: {got}"):
            called(method, x)


@pytest.mark.parametrize("formulation", [None, "kane"])
def test_a_wrench_and_a_base_motion_that_do_not_broadcast(formulation):
    x = np.zeros((3, 6)), np.zeros(6), np.zeros(6)
    got = "leading axes do not broadcast: q (3, 6), qd (6,), qdd (6,), "
    with raises(ValueError, f"{got}tip_wrench (2, 6)"):
        ARM.inverse_dynamics(*x, tip_wrench=np.zeros((2, 6)), formulation=formulation)
    base = BaseMotion(linear_acceleration=np.zeros((2, 3)))
    with pytest.raises(ValueError, match=r"base_motion\.linear_acceleration \(2, 3\)$"):
        ARM.inverse_dynamics(*x, base_motion=base, formulation=formulation)


@every_method
def test_an_array_of_32_axes_is_that_of_one_axis_reshaped(method):
    x, shape = states(24), (2, *[1] * 14, 3, *[1] * 13, 2, 2)
    deep = x.reshape(3, *shape, 6)
    expected = parts(called(method, x))
    if any(each.ndim > 2 for each in expected):
        return  # results of more axes than NumPy 1 has
    found = called(method, deep)
    for one, other in zip(parts(found), expected, strict=True):
        assert one.shape == (*shape, *other.shape[1:])
        np.testing.assert_array_equal(one.reshape(other.shape), other)
    if method in WITH_OUT:
        out = space_for(found)
        called(method, deep, out=out)
        assert_same(out, found)


@pytest.mark.parametrize("method", with_option("friction"))
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


@every_method
def test_more_rows_than_any_memory_holds_raise_at_once(method):
    """Before a number of them is looked at."""
    for dtype in (np.float64, np.int8, np.float32):
        many = np.broadcast_to(np.zeros(6, dtype), (2**44, 6))
        down = np.broadcast_to(many[0], (2**44, 1, 6))
        for precision in dtypes(method):
            for operands in ((many, many, many), (down, many, many)):
                with pytest.raises((MemoryError, ValueError)):
                    called(method, operands, **in_precision(method, precision))


@pytest.mark.parametrize(
    ("method", "options"),
    [
        *((name, {}) for name in FAST if len(METHODS[name].operands) > 1),
        ("inverse_dynamics", {"formulation": "kane"}),
        ("forward_dynamics", {"formulation": "unit_accelerations"}),
        ("forward_dynamics", {"formulation": "articulated_bodies"}),
    ],
)
def test_where_there_is_no_state_none_is_looked_at(method, options):
    """Not the very many rows either of one operand of which another one leaves none."""
    many, none = np.broadcast_to(np.ones(6), (2**44, 6)), np.zeros((0, 1, 6))
    for threads in ({}, {"threads": 8})[: 1 + ("threads" in METHODS[method].options)]:
        for result in parts(called(method, (none, many, many), **options, **threads)):
            assert result.size == 0


# --- dtypes and memory --------------------------------------------------------------------------


@reproducible
@given(
    hnp.array_shapes(min_dims=0, max_dims=2, max_side=4),
    st.sampled_from(["i1", "i4", "u2", "i8", "f2", "f4", ">f4", "f8", ">f8", "g"]),
    st.integers(0, 2**32 - 1),
)
def test_numbers_of_any_type_are_taken_at_their_value(shape, dtype, seed):
    x = (10 * states(*shape, seed=seed)).round().clip(0, 9).astype(dtype)
    assert_same(ARM.inverse_dynamics(*x), ARM.inverse_dynamics(*x.astype(np.float64)))


def test_whole_numbers_in_lists_are_taken_at_their_value():
    expected = ARM.inverse_dynamics(np.arange(6.0), np.ones(6), np.zeros(6))
    for whole in (list(range(6)), range(6)):
        assert_same(ARM.inverse_dynamics(whole, [1] * 6, (0,) * 6), expected)
    for large in ([2**62 + 1, -(2**53) - 1, 0, 0, 0, 0.0], [2**63, 0, 0, 0, 0, 0.0]):
        assert_same(ARM.mass_matrix(large), ARM.mass_matrix(np.array(large, float)))
    with pytest.raises(TypeError, match=r"^q: expected"):
        ARM.mass_matrix(["a"] * 6)


NAMES = {
    np.float64: (np.float64, np.dtype(np.float64), "float64", float),
    np.float32: (np.float32, np.dtype(np.float32), "float32", "f4", "=f4"),
}


@pytest.mark.parametrize("method", IN_FLOAT32)
def test_a_precision_has_many_names_and_takes_numbers_of_the_other(method):
    x = states(11).astype(np.float32)
    for dtype, names in NAMES.items():
        expected = called(method, x.astype(dtype), dtype=dtype)
        for name in names:
            for operands in (x, x.astype(float), x.tolist()):
                found = called(method, operands, dtype=name)
                assert found.dtype == dtype
                assert_same(found, expected)


@every_method
def test_results_do_not_depend_on_the_layout_in_memory(method):
    for arm, rows in product(kinds(method), ((), (6,), (3, 4))):
        x = states(*rows, arm=arm).astype(np.float32).astype(float)  # one layout rounds to float32
        options = loads(method, *rows)
        expected = called(method, x, arm=arm, **options)
        for k, layout in enumerate(LAYOUTS):
            operands = [LAYOUTS[at](each) for at, each in zip((k, -k, k - 1), x, strict=True)]
            assert_alike(method, called(method, operands, arm=arm, **options), expected)
            if "tip_wrench" in options and layout is not single:
                tip = layout(wrench(*rows))
                found = called(method, x, arm=arm, **options | {"tip_wrench": tip})
                assert_alike(method, found, expected)


@pytest.mark.parametrize("rows", [(6,), (3, 4)])
def test_rows_that_broadcast_give_the_bits_of_repeated_ones(rows):
    q, qd, qdd = states(*rows)
    first = (0,) * len(rows)
    for options in (loads("bias", *rows), {}):
        repeated = np.broadcast_to(qd[first], q.shape)
        expected = ARM.inverse_dynamics(q, repeated.copy(), qdd, **options)
        for one in (repeated, qd[first], repeated[(slice(1),) * len(rows)]):
            assert_same(ARM.inverse_dynamics(q, one, qdd, **options), expected)
        repeated = np.broadcast_to(q[first], q.shape).copy()
        expected = ARM.inverse_dynamics(repeated, qd, qdd, **options)
        assert_same(ARM.inverse_dynamics(q[first], qd, qdd, **options), expected)


# --- batches and threads ------------------------------------------------------------------------


def rows_of(options, row):
    """The options of one row of a batch, or of a part of it."""
    own = dict(options)
    if "tip_wrench" in own:
        own["tip_wrench"] = own["tip_wrench"][row]
    if "base_motion" in own:
        own["base_motion"] = BaseMotion(*(each[row] for each in own["base_motion"].as_tuple()))
    return own


@every_method
def test_a_state_with_options_gives_the_same_alone_and_in_any_batch(method):
    rows = 37
    options = loads(method, rows)
    for arm, dtype in product(kinds(method), dtypes(method)):
        x = states(rows, arm=arm).astype(dtype)
        given = options | in_precision(method, dtype)
        if "tip_wrench" in given:
            given["tip_wrench"] = given["tip_wrench"].astype(dtype)
        together = parts(called(method, x, arm=arm, **given))
        for row in range(rows):
            alone = called(method, x[:, row].copy(), arm=arm, **rows_of(given, row))
            assert_alike(method, tuple(batch[row] for batch in together), alone)
        for some in map(slice, (2, 3, 7, 8, 9, 16, 17)):
            part = called(method, x[:, some].copy(), arm=arm, **rows_of(given, some))
            assert_alike(method, part, tuple(batch[some] for batch in together))


@pytest.mark.parametrize("method", with_option("threads"))
def test_a_batch_loses_no_row_and_no_column_however_it_is_split(method):
    for rows in (2, 17, 1009, 2053):
        x = states(rows)
        alone = [parts(called(method, x[:, row])) for row in range(rows)]
        expected = tuple(np.stack(each) for each in zip(*alone, strict=True))
        for threads in (None, 1, 2, os.cpu_count(), 64, np.int32(2), 10**30):
            for operands in (x, np.asfortranarray(x)):
                assert_alike(method, parts(called(method, operands, threads=threads)), expected)


@pytest.mark.parametrize("method", with_option("threads"))
def test_several_threads_lose_no_row_and_no_column(method):
    """Only batches that are worth it are split: of about 8,000 torques of six joints a thread."""
    numbers = max(result[0].size for result in parts(called(method, states(1))))
    x = states(5 + 4 * 24_576 // max(6, numbers))
    expected = parts(called(method, x, threads=1))
    for threads in (None, 2, 3, 64):
        for operands in (x, np.asfortranarray(x)):
            assert_alike(method, parts(called(method, operands, threads=threads)), expected)


def test_a_batch_of_a_formulation_loses_no_row_however_it_is_split(formulation):
    x = states(1031)
    expected = ARM.inverse_dynamics(*x)
    scale = 1e-11 * np.abs(expected).max()
    for threads in (1, 2, 3, os.cpu_count()):
        found = ARM.inverse_dynamics(*x, formulation=formulation, threads=threads)
        np.testing.assert_allclose(found, expected, rtol=0, atol=scale)


def test_one_arm_serves_many_python_threads_at_once():
    batches = [states(17_000, seed=seed) for seed in range(12)]
    expected = [ARM.inverse_dynamics(*batch) for batch in batches]
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda batch: ARM.inverse_dynamics(*batch, threads=2), batches))
    np.testing.assert_array_equal(found, expected)


def test_an_arm_travels_to_another_process():
    x = states(10)
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        assert_same(pool.submit(ARM.inverse_dynamics, *x).result(), ARM.inverse_dynamics(*x))


def test_methods_travel_to_another_process_too():
    for name in FAST:
        method = getattr(Arm, name)
        assert pickle.loads(pickle.dumps(method)) is method
        assert copy.deepcopy(method) is method
    q, qd, _ = states()
    assert_same(pickle.loads(pickle.dumps(ARM.bias))(q, qd), ARM.bias(q, qd))


# --- references ---------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("method", FAST)
def test_hundreds_of_calls_neither_keep_nor_lose_a_reference(method):
    x, wrong = list(states()), [np.zeros(5), *states()[1:]]
    lists, bad = [each.tolist() for each in x], [np.full(6, np.nan), *x[1:]]
    singles = [each.astype(np.float32) for each in x]
    out, options = {}, loads(method)
    held = [value for name, value in options.items() if name in ("tip_wrench", "base_motion")]
    if "base_motion" in options:
        held += options["base_motion"].as_tuple()
    if method in WITH_OUT:
        out = {"out": space_for(called(method, x))}
        options["out"] = space_for(called(method, x, **options))
        held += parts(out["out"]) + parts(options["out"])
    owned = [*x, *wrong, *bad, *lists, *singles, *held, ARM]
    # the interpreter has others that refer to these, and may end them at any moment
    shared = [None, np.float32, *map(np.dtype, (np.float64, np.float32, np.int64))]

    def each_way():
        called(method, x, **out)
        called(method, x, **options)
        called(method, lists)
        called(method, [each[::-1] for each in x])
        called(method, [each.astype(np.int64) for each in x])
        if method in IN_FLOAT32:
            called(method, singles, dtype=np.float32)
            called(method, x, dtype=np.dtype(np.float32))
        if method == "inverse_dynamics":
            called(method, x, formulation="kane", **options)
        if method in WITH_OUT:
            called(method, x, threads=2, **out)
        for operands, more in (
            *((wrong, options), (bad, options), (wrong, out)),
            *((x, {"out": x}), (x, {"nothing": 1})),
        ):
            with pytest.raises((ValueError, TypeError)):
                called(method, operands, **more)

    def references():
        gc.collect()
        return np.array([sys.getrefcount(each) for each in [*owned, *shared]])

    each_way()
    counts = [references()]
    for _ in range(4):
        for _ in range(20):
            each_way()
        counts.append(references())
    np.testing.assert_array_equal(counts[-1][: len(owned)], counts[0][: len(owned)])
    # a call that keeps or loses one does so in each of the four rounds
    changes = np.abs(np.diff(counts, axis=0))[:, len(owned) :]
    assert np.all(changes.min(axis=0) < 20), changes
