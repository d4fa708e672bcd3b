"""Options of a call: the same torques on the fast path and on the general one, to the bit."""

import gc
import sys
from collections.abc import Callable, Iterator

import numpy as np
import pytest

from equidyn import Arm, BaseMotion, robots

ARM = robots.random_arm(7, seed=4, friction=True, motors=True)
PUMA = robots.puma560()
BARE = robots.random_arm(7, seed=4)

Call = Callable[..., np.ndarray | tuple[np.ndarray, np.ndarray]]


def states(*shape: int, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).uniform(-3, 3, (3, *shape, ARM.n))


def wrench(*shape: int) -> np.ndarray:
    return np.random.default_rng(11).uniform(-5, 5, (*shape, 6))


def motion(*shape: int) -> BaseMotion:
    return BaseMotion(*np.random.default_rng(12).uniform(-2, 2, (3, *shape, 3)))


def calls(arm: Arm = ARM) -> Iterator[tuple[Call, int, tuple[str, ...]]]:
    """Every method with a kernel, how many operands it has, and the options that it takes."""
    ends = ("tip_wrench", "base_motion", "friction")
    yield arm.inverse_dynamics, 3, (*ends, "motors")
    yield arm.bias, 2, ends
    yield arm.forward_dynamics, 3, (*ends, "motors")
    yield arm.inverse_dynamics_derivatives, 3, ends
    yield arm.gravity_torque, 1, ()
    yield arm.mass_matrix, 1, ()
    yield arm.coriolis_coefficients, 1, ()
    yield arm.forward_kinematics, 1, ()
    yield arm.link_poses, 1, ()
    yield arm.jacobian, 1, ("frame",)
    yield arm.jacobian_rate, 2, ("frame",)
    yield arm.pose_and_jacobian, 1, ("frame",)


def given(names: tuple[str, ...], *shape: int) -> dict:
    values = {
        "tip_wrench": wrench(*shape),
        "base_motion": motion(*shape),
        "friction": True,
        "motors": True,
        "frame": "tool",
    }
    return {name: values[name] for name in names}


def the_long_way(call: Call, operands: np.ndarray, **options) -> np.ndarray:
    """By the method behind the fast path."""
    return call.__func__.__wrapped__(call.__self__, *operands, **options)


def parts(result: np.ndarray | tuple[np.ndarray, ...]) -> tuple[np.ndarray, ...]:
    return result if isinstance(result, tuple) else (result,)


def assert_same(found, expected):
    for one, other in zip(parts(found), parts(expected), strict=True):
        np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize("rows", [(), (1,), (2, 3), (37,), (1024,)])
def test_each_option_and_all_give_the_same_bits_on_both_ways(rows):
    x = states(*rows)
    for call, count, names in calls():
        for chosen in ((), *((name,) for name in names), names):
            for shape in ((), rows):
                options = given(chosen, *shape)
                expected = the_long_way(call, x[:count], **options)
                assert_same(call(*x[:count], **options), expected)
                assert_same(call(*x[:count], **options, threads=3), expected)


@pytest.mark.parametrize("rows", [1, 5, 16])
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_a_state_with_options_gives_the_same_bits_alone_and_in_a_batch(rows, dtype):
    x, base = states(rows).astype(dtype), motion(rows)
    for call, count, names in calls():
        options = given(names, rows)
        if dtype is np.float32:
            if call.__name__ not in ("inverse_dynamics", "bias"):
                continue
            options |= {"dtype": dtype, "tip_wrench": options["tip_wrench"].astype(dtype)}
        together = parts(call(*x[:count], **options))
        for row in range(rows):
            own = dict(options)
            if "tip_wrench" in names:
                vectors = (vector[row] for vector in base.as_tuple())
                own |= {
                    "tip_wrench": options["tip_wrench"][row],
                    "base_motion": BaseMotion(*vectors),
                }
            alone = call(*x[:count, row].copy(), **own)
            assert_same(alone, tuple(batch[row] for batch in together))


def test_float32_takes_options_of_either_precision():
    for rows in ((), (9,)):
        x = states(*rows).astype("f4")
        tip, base = wrench().astype("f4"), motion()
        options = {"base_motion": base, "friction": True, "motors": True, "dtype": np.float32}
        expected = the_long_way(ARM.inverse_dynamics, x, tip_wrench=tip, **options)
        for given in (tip, tip.astype(float), tip.tolist(), np.repeat(tip, 2)[::2]):
            found = ARM.inverse_dynamics(*x, tip_wrench=given, **options)
            np.testing.assert_array_equal(found, expected)
        with pytest.raises(ValueError, match="does not fit float32"):
            ARM.inverse_dynamics(*x, tip_wrench=np.full(6, 1e300), **options)


def test_friction_is_zero_at_rest_and_has_two_sides():
    arm = BARE.with_friction(coulomb=np.tile([2.0, -3.0], (7, 1)))
    q = states()[0]
    free = arm.bias(q, np.zeros(7))
    for rate, expected in ((0.0, 0.0), (-0.0, 0.0), (5e-324, 2.0), (-5e-324, -3.0)):
        qd = np.full(7, rate)
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


@pytest.mark.parametrize("value", [1, 0, None, "yes", np.array(True), np.ones(7, bool)])
@pytest.mark.parametrize("name", ["friction", "motors"])
def test_what_is_no_switch_gets_one_clear_error(name, value):
    received = type(value).__name__
    with pytest.raises(TypeError, match=f"^{name}: expected True or False, got {received}$"):
        ARM.inverse_dynamics(*states(), **{name: value})
    with pytest.raises(ValueError, match=f"^{name}: the arm has no"):
        BARE.inverse_dynamics(*states(), **{name: True})


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"tip_wrench": np.zeros(5)}, r"^tip_wrench: last axis must be 6 .*got shape \(5,\)"),
        ({"tip_wrench": [0.0] * 7}, r"^tip_wrench: last axis must be 6"),
        ({"tip_wrench": np.zeros((3, 6))}, "^leading axes do not broadcast: q"),
        ({"base_motion": motion(3)}, "^leading axes do not broadcast: q"),
        ({"base_motion": motion().as_tuple()}, "^base_motion: expected a BaseMotion, got tuple"),
        ({"out": np.zeros((2, 6))}, r"^out: expected shape \(2, 7\)"),
        ({"tip_wrench": np.full(6, np.nan)}, "^tip_wrench: must be finite, got nan"),
        ({"tip_wrench": [0, 0, 0, 0, 0, np.inf]}, "^tip_wrench: must be finite, got inf"),
    ],
)
def test_wrong_options_raise_on_the_fast_path_too(options, message):
    for formulation in (None, "kane"):
        with pytest.raises((ValueError, TypeError), match=message):
            ARM.inverse_dynamics(*states(2), formulation=formulation, **options)


def test_an_option_that_a_method_has_not_is_refused():
    q = states()[0]
    for call, options in (
        (ARM.gravity_torque, {"friction": True}),
        (ARM.mass_matrix, {"tip_wrench": wrench()}),
        (ARM.bias, {"motors": True}),
        (ARM.coriolis_coefficients, {"dtype": np.float32}),
    ):
        with pytest.raises(TypeError, match="unexpected keyword argument"):
            call(*(q,) * (2 if call.__name__ == "bias" else 1), **options)


@pytest.mark.parametrize("rows", [(), (1,), (50,)])
def test_out_may_be_what_the_options_read(rows):
    arm = PUMA.with_friction(viscous=np.ones(6))
    q, qd, qdd = np.random.default_rng(1).uniform(-2, 2, (3, *rows, 6))
    tip = wrench(*rows)
    expected = arm.inverse_dynamics(q, qd, qdd, tip_wrench=tip, friction=True)
    out = tip.copy()
    assert arm.inverse_dynamics(q, qd, qdd, tip_wrench=out, friction=True, out=out) is out
    np.testing.assert_array_equal(out, expected)
    memory = np.concatenate([tip.ravel(), np.zeros(6)])
    overlapping, out = memory[:-6].reshape(tip.shape), memory[6:].reshape(tip.shape)
    arm.inverse_dynamics(q, qd, qdd, tip_wrench=overlapping, friction=True, out=out)
    np.testing.assert_array_equal(out, expected)


def ways_in(values: np.ndarray) -> Iterator[object]:
    """The numbers of one state in as many forms."""
    yield values.tolist()
    yield tuple(values.tolist())
    yield values[::-1].copy()[::-1]
    yield np.repeat(values, 3)[::3]
    yield np.asfortranarray(np.tile(values, (4, 1)))[2]
    yield values.astype(">f8")
    yield [np.float64(number) for number in values]


def test_lists_and_scattered_numbers_of_one_state_give_the_same_bits():
    x = states()
    for call, count, names in calls():
        expected = call(*x[:count], **given(names))
        for operands in zip(*(ways_in(each) for each in x[:count]), strict=True):
            assert_same(call(*operands, **given(names)), expected)
        if "tip_wrench" in names:
            for tip in ways_in(wrench()):
                assert_same(call(*x[:count], **{**given(names), "tip_wrench": tip}), expected)


def test_whole_numbers_in_lists_are_taken_at_their_value():
    expected = ARM.inverse_dynamics(np.arange(7.0), np.ones(7), np.zeros(7))
    found = ARM.inverse_dynamics(list(range(7)), [1] * 7, (0,) * 7)
    np.testing.assert_array_equal(found, expected)
    for large in ([2**62 + 1, -(2**53) - 1, 0, 0, 0, 0, 0.0], [2**63, 0, 0, 0, 0, 0, 0.0]):
        expected = ARM.mass_matrix(np.array(large, float))
        np.testing.assert_array_equal(ARM.mass_matrix(large), expected)
    with pytest.raises(TypeError, match=r"^q: expected"):
        ARM.mass_matrix(["a"] * 7)


@pytest.mark.parametrize("rows", [(6,), (3, 4)])
def test_rows_that_broadcast_or_lie_apart_give_the_same_bits(rows):
    x = states(*rows)
    q, qd, qdd = x
    spread = np.zeros((3, *rows[:-1], 2 * rows[-1], 7))
    spread[..., ::2, :] = x
    backwards = x[:, ::-1].copy()[:, ::-1]
    for call, count, names in calls():
        expected = call(*x[:count], **given(names, *rows))
        for other in (spread[..., ::2, :], backwards, np.asfortranarray(x)):
            assert_same(call(*other[:count], **given(names, *rows)), expected)
    whole = np.broadcast_to(qd[(0,) * len(rows)], q.shape)
    expected = ARM.inverse_dynamics(q, whole.copy(), qdd, tip_wrench=wrench(*rows))
    for one in (whole, whole[(0,) * len(rows)], whole[(slice(1),) * len(rows)]):
        found = ARM.inverse_dynamics(q, one, qdd, tip_wrench=wrench(*rows))
        np.testing.assert_array_equal(found, expected)
    alone = ARM.inverse_dynamics(q[(0,) * len(rows)], qd, qdd, base_motion=motion(*rows))
    first = np.broadcast_to(q[(0,) * len(rows)], q.shape).copy()
    expected = ARM.inverse_dynamics(first, qd, qdd, base_motion=motion(*rows))
    np.testing.assert_array_equal(alone, expected)
    assert ARM.inverse_dynamics(q[:, None], qd, qdd).shape == np.broadcast_shapes(
        q[:, None].shape, q.shape
    )


def test_named_formulations_take_every_option_on_both_ways(formulation):
    for rows in ((), (3,)):
        x = states(*rows)
        for options in ({}, given(("tip_wrench", "base_motion", "friction", "motors"), *rows)):
            options |= {"formulation": formulation}
            expected = the_long_way(ARM.inverse_dynamics, x, **options)
            for _ in range(2):  # the workspace serves again
                np.testing.assert_array_equal(ARM.inverse_dynamics(*x, **options), expected)
            other = robots.random_arm(7, seed=9, friction=True, motors=True)
            assert np.abs(other.inverse_dynamics(*x, **options) - expected).max() > 1e-6
    bad = states()
    bad[1, 3] = np.nan
    with pytest.raises(ValueError, match=r"^qd: must be finite, got nan at index \(3,\)"):
        ARM.inverse_dynamics(*bad, formulation=formulation)


def test_arguments_are_neither_kept_nor_lost():
    x = list(states())
    options = {**given(("tip_wrench", "base_motion")), "out": np.empty(7)}
    held = [*x, *options.values(), *options["base_motion"].as_tuple()]
    for wrong in (np.zeros(3), np.full(7, np.nan)):
        with pytest.raises(ValueError, match=r"^qdd: "):
            ARM.inverse_dynamics(x[0], x[1], wrong, **options)
    gc.collect()
    before = [sys.getrefcount(each) for each in held]
    for _ in range(1000):
        ARM.inverse_dynamics(*x, **options)
        ARM.inverse_dynamics(*x, formulation="kane", **options)
        ARM.inverse_dynamics(*(each[::-1] for each in x), friction=True, motors=np.True_)
        ARM.inverse_dynamics(*x, dtype="float64", threads=2, **options)
    assert [sys.getrefcount(each) for each in held] == before
