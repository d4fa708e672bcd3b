"""Results that go to `out`: any memory that fits, also that of an operand."""

import numpy as np
import pytest

from equidyn import robots
from oracles.calls import (
    ARM,
    METHODS,
    WITH_OUT,
    assert_same,
    called,
    dtypes,
    in_precision,
    motion,
    parts,
    space_for,
    states,
    wrench,
)
from oracles.refusals import raises

SEVERAL = [name for name in WITH_OUT if METHODS[name].results > 1]


@pytest.mark.parametrize("method", WITH_OUT)
def test_out_is_written_and_returned(method):
    for rows in ((), (1,), (200,), (5000,)):
        x = states(*rows)
        for dtype in dtypes(method):
            options = in_precision(method, dtype)
            expected = called(method, x, **options)
            for threads in (None, 1, 2):
                out = space_for(expected)
                found = called(method, x, **options, threads=threads, out=out)
                assert all(
                    one is other for one, other in zip(parts(found), parts(out), strict=True)
                )
                assert_same(out, expected)


@pytest.mark.parametrize("method", WITH_OUT)
def test_out_may_have_any_layout_and_only_its_own_entries_are_written(method):
    x = states(5)
    expected = called(method, x)
    memories = [np.full((10, *each.shape[1:], 3), np.nan) for each in parts(expected)]
    spread = tuple(memory[::-2, ..., 0] for memory in memories)
    columns = tuple(np.asfortranarray(each) for each in parts(space_for(expected)))
    for out in (spread, columns):
        called(method, x, out=out if isinstance(expected, tuple) else out[0])
        assert_same(out, parts(expected))
    for memory in memories:
        assert np.isfinite(memory).sum() == memory.size // 6


@pytest.mark.parametrize("method", WITH_OUT)
def test_a_masked_out_is_refused_as_a_masked_operand_is(method):
    x = states(5)
    expected = called(method, x)
    masked = tuple(np.ma.masked_all(each.shape) for each in parts(expected))
    partly = tuple(np.ma.masked_equal(np.arange(each.size), 3.0) for each in parts(expected))
    partly = tuple(x.astype(float).reshape(y.shape) for x, y in zip(partly, masked, strict=True))
    for arrays in (masked, partly):
        with raises(ValueError, "out: expected numbers, got a masked array with entries left out"):
            called(method, x, out=arrays if isinstance(expected, tuple) else arrays[0])
    bare = tuple(np.ma.zeros(each.shape) for each in parts(expected))
    called(method, x, out=bare if isinstance(expected, tuple) else bare[0])
    assert_same(tuple(each.filled(np.nan) for each in bare), parts(expected))


@pytest.mark.parametrize("method", METHODS)
def test_results_belong_to_the_caller_alone(method):
    for rows in ((), (1,), (3, 2)):
        for result in parts(called(method, states(*rows))):
            assert result.flags.writeable
            assert result.flags.owndata


LOADS = {
    "alone": {},
    "with a wrench": {"tip_wrench": wrench()},
    "on a moving base": {"base_motion": motion()},
    "with friction": {"friction": True, "motors": True},
}


def assert_out_may_lie_anywhere(x, place, **options):
    """Whatever operand `out` lies over, a row or a part of a row behind it or ahead of it."""
    n = ARM.n
    expected = ARM.inverse_dynamics(*x, **options)
    for shift in (-n, -1, 0, 1, n):
        memory = np.zeros(x[place].size + 2 * n)
        inside, out = (
            memory[n + at : n + at + x[place].size].reshape(x[place].shape) for at in (0, shift)
        )
        inside[...] = x[place]
        operands = [inside if k == place else each for k, each in enumerate(x)]
        assert ARM.inverse_dynamics(*operands, **options, out=out) is out
        np.testing.assert_array_equal(out, expected)


@pytest.mark.parametrize("given", LOADS)
def test_out_may_overlap_an_operand(given):
    for threads in (None, 2):
        for place in range(3):
            assert_out_may_lie_anywhere(states(200), place, **LOADS[given], threads=threads)


def test_out_may_overlap_an_operand_of_any_formulation(formulation):
    for place in range(3):
        assert_out_may_lie_anywhere(states(20), place, formulation=formulation)


@pytest.mark.parametrize("rows", [(), (1,), (50,)])
def test_out_may_overlap_what_the_options_read(rows):
    arm = robots.puma560().with_friction(viscous=np.ones(6))
    q, qd, qdd = states(*rows, arm=arm)
    tip = wrench(*rows)
    expected = arm.inverse_dynamics(q, qd, qdd, tip_wrench=tip, friction=True)
    for shift in (0, 6):
        memory = np.concatenate([tip.ravel(), np.zeros(shift)])
        inside, out = (memory[at : at + tip.size].reshape(tip.shape) for at in (0, shift))
        assert arm.inverse_dynamics(q, qd, qdd, tip_wrench=inside, friction=True, out=out) is out
        np.testing.assert_array_equal(out, expected)


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
        with raises(ValueError, "out: expected two arrays that share no memory"):
            ARM.inverse_dynamics_derivatives(*x, out=out)


def test_three_results_share_no_number():
    x = states(7)
    one, two, three = space_for(ARM.forward_dynamics_derivatives(*x))
    for out in ((one, one, three), (one, two, one), (one, two, two)):
        with raises(ValueError, "out: expected three arrays that share no memory"):
            ARM.forward_dynamics_derivatives(*x, out=out)
    with raises(TypeError, "out: expected a tuple of three arrays, got tuple"):
        ARM.forward_dynamics_derivatives(*x, out=(one, two))


class Interested(np.ndarray):
    """Takes part in what NumPy's functions do with it."""

    deed = staticmethod(lambda: None)

    def __array_function__(self, *_, **__):
        self.deed()
        return False


def test_out_has_no_say_in_how_it_is_written():
    q = np.random.default_rng(0).normal(size=(2000, 6))
    expected = ARM.inverse_dynamics_derivatives(q, q, q)
    out = tuple(np.zeros((2000, 6, 6)).view(Interested) for _ in range(2))
    Interested.deed = staticmethod(lambda: q.resize((2, 6), refcheck=False))
    result = ARM.inverse_dynamics_derivatives(q, q, q, out=out)
    Interested.deed = staticmethod(lambda: None)
    assert q.shape == (2000, 6)
    assert_same(tuple(one.view(np.ndarray) for one in result), expected)


# --- refused ------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", WITH_OUT)
def test_what_fits_no_result_is_refused(method):
    for rows in ((), (2,)):
        x = states(*rows)
        for dtype in dtypes(method):
            options = in_precision(method, dtype)
            good = parts(space_for(called(method, x, **options)))
            first, precision, shape = good[0], np.dtype(dtype).name, good[0].shape
            other = np.float32 if dtype is np.float64 else np.float64
            wrong = [
                (first.tolist(), TypeError, f"a NumPy array, got {type(first.tolist()).__name__}"),
                (first.astype(other), TypeError, f"dtype {precision}, got {np.dtype(other).name}"),
                (np.zeros(shape, int), TypeError, f"dtype {precision}, got int64"),
                (first[None], ValueError, f"shape {shape}, got {(1, *shape)}"),
                (
                    np.broadcast_to(first, shape),
                    ValueError,
                    "a writeable array, got a read-only one",
                ),
            ]
            if shape:
                narrow = np.zeros((*shape[:-1], shape[-1] + 1), dtype)
                wrong.append((narrow, ValueError, f"shape {shape}, got {narrow.shape}"))
            if rows:
                alone = np.zeros(shape[1:], dtype)
                wrong.append((alone, ValueError, f"shape {shape}, got {alone.shape}"))
            for value, error, message in wrong:
                out = (value, *good[1:]) if len(good) > 1 else value
                with raises(error, f"out: expected {message}"):
                    called(method, x, out=out, **options)


@pytest.mark.parametrize("method", SEVERAL)
def test_several_results_go_to_several_arrays(method):
    x = states(2)
    good = space_for(called(method, x))
    number = {2: "two", 3: "three"}[len(good)]
    for wrong in (good[0], list(good), good[:1]):
        with raises(
            TypeError,
            f"out: expected a tuple of {number} arrays, got {type(wrong).__name__}",
        ):
            called(method, x, out=wrong)
    if method != "pose_and_jacobian":
        with raises(ValueError, f"out: expected {number} arrays that share no memory"):
            called(method, x, out=(*good[:-1], good[0]))
