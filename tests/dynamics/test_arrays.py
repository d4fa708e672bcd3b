"""Property tests of what goes in and out: shapes, dtypes, memory, threads, round trips."""

import array
import copy
import json
import multiprocessing
import pickle
import warnings
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from equidyn import Arm, ArmWarning, BaseMotion, robots

# the same examples in every run, however slow the machine
reproducible = settings(derandomize=True, deadline=None, max_examples=60)

ARM = robots.random_arm(4, seed=7, friction=True, motors=True)


def states(seed: int, *shape: int, arm: Arm = ARM) -> np.ndarray:
    """Positions, velocities and accelerations, each (*shape, n)."""
    return np.random.default_rng(seed).uniform(-3, 3, (3, *shape, arm.n))


def assert_same_torques(actual, expected):
    """Compare to rounding: both took a few hundred operations on numbers of this size."""
    scale = np.abs(expected).max(initial=0.0)
    np.testing.assert_allclose(actual, expected, rtol=0, atol=1e-13 * scale)


# --- shapes -------------------------------------------------------------------------------------


@reproducible
@given(
    hnp.mutually_broadcastable_shapes(num_shapes=5, max_dims=3, max_side=3, min_side=0),
    st.integers(0, 2**32 - 1),
)
def test_leading_axes_broadcast_as_in_numpy(shapes, seed):
    rng = np.random.default_rng(seed)
    last_axes = (ARM.n, ARM.n, ARM.n, 6, 3)
    q, qd, qdd, wrench, lift = (
        rng.uniform(-3, 3, (*shape, last))
        for shape, last in zip(shapes.input_shapes, last_axes, strict=True)
    )
    options = {"tip_wrench": wrench, "base_motion": BaseMotion(linear_acceleration=lift)}
    tau = ARM.inverse_dynamics(q, qd, qdd, friction=True, motors=True, **options)
    assert tau.shape == (*shapes.result_shape, ARM.n)
    assert tau.dtype == np.float64

    # one state at a time, with NumPy's own broadcasting
    whole = [
        np.broadcast_to(each, (*shapes.result_shape, each.shape[-1]))
        for each in (q, qd, qdd, wrench, lift)
    ]
    alone = np.empty_like(tau)
    for index in np.ndindex(shapes.result_shape):
        q1, qd1, qdd1, wrench1, lift1 = (each[index] for each in whole)
        options = {"tip_wrench": wrench1, "base_motion": BaseMotion(linear_acceleration=lift1)}
        alone[index] = ARM.inverse_dynamics(q1, qd1, qdd1, friction=True, motors=True, **options)
    assert_same_torques(tau, alone)


@reproducible
@given(hnp.mutually_broadcastable_shapes(num_shapes=3, max_dims=3, max_side=3, min_side=0))
def test_link_motion_broadcasts_alike(shapes):
    q, qd, qdd = (np.ones((*shape, ARM.n)) for shape in shapes.input_shapes)
    for field in ARM.link_motion(q, qd, qdd):
        assert field.shape == (*shapes.result_shape, ARM.n, 3)
        assert field.dtype == np.float64


# --- dtypes and memory --------------------------------------------------------------------------


@reproducible
@given(
    hnp.array_shapes(min_dims=0, max_dims=2, max_side=4),
    st.sampled_from(["i1", "i4", "u2", "i8", "f2", "f4", ">f4", "f8", ">f8", "g"]),
    st.integers(0, 2**32 - 1),
)
def test_numbers_of_any_type_are_taken_at_their_value(shape, dtype, seed):
    q, qd, qdd = (10 * states(seed, *shape)).round().clip(0, 9).astype(dtype)
    expected = ARM.inverse_dynamics(*(np.array(each, np.float64) for each in (q, qd, qdd)))
    np.testing.assert_array_equal(ARM.inverse_dynamics(q, qd, qdd), expected)


def test_anything_that_makes_an_array_is_taken():
    q, qd, qdd = states(1)
    expected = ARM.inverse_dynamics(q, qd, qdd)
    for convert in (list, tuple, lambda x: array.array("d", x), lambda x: memoryview(x.copy())):
        np.testing.assert_array_equal(
            ARM.inverse_dynamics(convert(q), convert(qd), convert(qdd)), expected
        )
    np.testing.assert_array_equal(ARM.inverse_dynamics(range(4), [0] * 4, (0,) * 4).shape, (4,))


def layouts(values: np.ndarray) -> list[np.ndarray]:
    """The same numbers in memory in as many ways."""
    spread = np.full((*values.shape[:-1], 3 * values.shape[-1]), np.nan)
    spread[..., ::3] = values
    unaligned = np.zeros(values.nbytes + 1, np.uint8)[1:].view(np.float64).reshape(values.shape)
    unaligned[...] = values
    read_only = values.copy()
    read_only.setflags(write=False)
    return [
        np.asfortranarray(values),
        spread[..., ::3],
        values[::-1, :, ::-1].copy()[::-1, :, ::-1],
        values.transpose(2, 0, 1).copy().transpose(1, 2, 0),
        unaligned,
        read_only,
    ]


def test_torques_do_not_depend_on_the_layout_in_memory():
    q, qd, qdd = states(2, 5, 3)
    expected = ARM.inverse_dynamics(q, qd, qdd)
    for k, layout in enumerate(layouts(q)):
        np.testing.assert_array_equal(layout, q)
        np.testing.assert_array_equal(
            ARM.inverse_dynamics(layout, layouts(qd)[-k], layouts(qdd)[k - 1]), expected
        )


# --- out ----------------------------------------------------------------------------------------


def test_out_is_written_and_returned():
    q, qd, qdd = states(3, 5)
    out = np.full_like(q, np.nan)
    assert ARM.inverse_dynamics(q, qd, qdd, out=out) is out
    np.testing.assert_array_equal(out, ARM.inverse_dynamics(q, qd, qdd))


def test_out_may_have_any_layout_and_only_its_own_entries_are_written():
    q, qd, qdd = states(3, 5)
    expected = ARM.inverse_dynamics(q, qd, qdd)
    memory = np.full((10, 3 * ARM.n), np.nan)
    out = memory[::-2, ::3]
    assert ARM.inverse_dynamics(q, qd, qdd, out=out) is out
    np.testing.assert_array_equal(out, expected)
    assert np.isnan(memory).sum() == memory.size - out.size
    out = np.asfortranarray(np.full_like(q, np.nan))
    ARM.inverse_dynamics(q, qd, qdd, out=out)
    np.testing.assert_array_equal(out, expected)


@pytest.mark.parametrize("place", range(3))
def test_out_may_be_an_input(place):
    state = states(3, 5)
    expected = ARM.inverse_dynamics(*state)
    assert ARM.inverse_dynamics(*state, out=state[place]) is not None
    np.testing.assert_array_equal(state[place], expected)


@pytest.mark.parametrize("shift", [-1, 1])
def test_out_may_overlap_an_input(shift):
    q, qd, qdd = states(3, 5)
    expected = ARM.inverse_dynamics(q, qd, qdd)
    memory = np.zeros((7, ARM.n))
    inside = memory[1:6]
    inside[...] = q
    out = memory[1 + shift : 6 + shift]
    ARM.inverse_dynamics(inside, qd, qdd, out=out)
    np.testing.assert_array_equal(out, expected)


def test_out_may_not_broadcast():
    q, qd, qdd = states(3, 5)
    with pytest.raises(ValueError, match=r"^out: expected shape \(5, 4\), got \(4,\)$"):
        ARM.inverse_dynamics(q, qd, qdd, out=np.empty(4))


# --- threads ------------------------------------------------------------------------------------


def test_torques_do_not_depend_on_the_number_of_threads():
    q, qd, qdd = states(4, 1001)
    expected = ARM.inverse_dynamics(q, qd, qdd, threads=1)
    for threads in (None, 2, 3, 7, 64, np.int32(2), 10**30):
        np.testing.assert_array_equal(ARM.inverse_dynamics(q, qd, qdd, threads=threads), expected)


def test_more_threads_than_states():
    q, qd, qdd = states(4, 2)
    expected = ARM.inverse_dynamics(q, qd, qdd)
    np.testing.assert_array_equal(ARM.inverse_dynamics(q, qd, qdd, threads=8), expected)
    assert ARM.inverse_dynamics(q[:0], qd[:0], qdd[:0], threads=8).shape == (0, 4)


def test_one_arm_serves_many_python_threads_at_once():
    batches = [states(seed, 300) for seed in range(40)]
    expected = [ARM.inverse_dynamics(*batch) for batch in batches]
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda batch: ARM.inverse_dynamics(*batch, threads=2), batches))
    np.testing.assert_array_equal(found, expected)


def test_an_arm_travels_to_another_process():
    q, qd, qdd = states(5, 10)
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        found = pool.submit(ARM.inverse_dynamics, q, qd, qdd).result()
    np.testing.assert_array_equal(found, ARM.inverse_dynamics(q, qd, qdd))


def test_methods_travel_to_another_process_too():
    for name in ("inverse_dynamics", "coriolis_coefficients", "link_motion"):
        method = getattr(Arm, name)
        assert pickle.loads(pickle.dumps(method)) is method
        assert copy.deepcopy(method) is method
    q, qd, _ = states(5)
    np.testing.assert_array_equal(pickle.loads(pickle.dumps(ARM.bias))(q, qd), ARM.bias(q, qd))


# --- round trips --------------------------------------------------------------------------------

arms = st.builds(
    lambda joints, seed, convention, friction, motors: robots.random_arm(
        len(joints), seed, joints, convention=convention, friction=friction, motors=motors
    ),
    st.text("RP", min_size=1, max_size=8),
    st.integers(0, 2**32 - 1),
    st.sampled_from(["standard", "modified"]),
    st.booleans(),
    st.booleans(),
)


@reproducible
@given(arms)
def test_the_other_convention_and_back_is_the_same_arm(arm):
    state = states(0, 10, arm=arm)
    options = {
        "tip_wrench": np.random.default_rng(1).uniform(-3, 3, 6),
        "friction": arm.viscous is not None,
        "motors": arm.motor_inertia is not None,
    }
    expected = arm.inverse_dynamics(*state, **options)
    other = arm.to_convention("modified" if arm.convention == "standard" else "standard")
    for same in (other, other.to_convention(arm.convention)):
        assert_same_torques(same.inverse_dynamics(*state, **options), expected)
        for name in ("joints", "mass", "d", "theta", "gravity", "viscous", "coulomb", "name"):
            np.testing.assert_array_equal(getattr(same, name), getattr(arm, name))


@reproducible
@given(arms)
def test_a_conversion_undone_leaves_the_links_in_place(arm):
    # only the outermost lengths move: into the base, or into the tool
    other = "modified" if arm.convention == "standard" else "standard"
    again = arm.to_convention(other).to_convention(arm.convention)
    inner = slice(1, None) if arm.convention == "modified" else slice(None, -1)
    for name in ("a", "alpha", "com", "inertia"):
        expected = getattr(arm, name)[inner]
        np.testing.assert_allclose(getattr(again, name)[inner], expected, rtol=0, atol=1e-14)


@reproducible
@given(arms, st.booleans())
def test_stored_arms_come_back_bit_for_bit(arm, converted):
    if converted:
        arm = arm.to_convention("standard").to_convention("modified")
    assert Arm.from_dict(arm.to_dict()) == arm
    assert Arm.from_dict(json.loads(json.dumps(arm.to_dict()))) == arm
    assert pickle.loads(pickle.dumps(arm)) == arm


# of a size that squares do not overflow; subnormal numbers and minus zero included
sizes = st.floats(-1e60, 1e60)
# all but a few of those that names may have
characters = st.characters(codec="utf-8", min_codepoint=0x20, exclude_characters="\ufffe\uffff")


@pytest.mark.slow
@reproducible
@given(st.data())
def test_every_bit_of_every_number_survives_a_file(tmp_path_factory, data):
    n = data.draw(st.integers(1, 3))

    def draw(*shape, elements=sizes):
        return data.draw(hnp.arrays(np.float64, (n, *shape), elements=elements))

    values = {
        "convention": data.draw(st.sampled_from(["standard", "modified"])),
        "joints": data.draw(st.text("RP", min_size=n, max_size=n)),
        "a": draw(),
        "alpha": draw(),
        "d": draw(),
        "theta": draw(),
        "mass": draw(elements=st.floats(1e-300, 1e60)),
        "com": draw(3),
        "inertia": draw(1, 1, elements=st.floats(1e-60, 1e60)) * np.eye(3),
        "gravity": data.draw(hnp.arrays(np.float64, 3, elements=sizes)),
        "motor_inertia": draw(elements=st.floats(0, 1e60)),
        "coulomb": draw(2, elements=st.floats(0, 1e60)) * (1, -1),
        "joint_names": data.draw(
            st.lists(st.text(characters, min_size=1), min_size=n, max_size=n, unique=True)
        ),
        "name": data.draw(st.text(characters)),
    }
    path = tmp_path_factory.mktemp("arm") / "arm.json"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ArmWarning)  # of angles that look like degrees
        arm = Arm.from_dh(**values)
        arm.save(path)
        assert Arm.load(path) == arm
