"""Memory of large results: on cache lines, kept for the next result, returned when asked."""

import multiprocessing
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import equidyn
from oracles.calls import ARM, states

_ROWS = 3000
_BYTES = _ROWS * 36 * 8


@pytest.fixture(autouse=True)
def nothing_kept():
    equidyn.release_memory()
    yield
    equidyn.release_memory()


def matrices(seed=0, rows=_ROWS):
    return ARM.mass_matrix(states(rows, seed=seed)[0])


def test_a_large_result_owns_its_memory_on_a_cache_line():
    result = matrices()
    assert result.flags.owndata
    assert result.ctypes.data % 64 == 0


def test_memory_of_a_result_that_is_gone_serves_the_next_of_its_size():
    first = matrices()
    place = first.ctypes.data
    second = matrices(1)
    assert second.ctypes.data != place
    del first
    third = matrices(2)
    assert third.ctypes.data == place
    np.testing.assert_array_equal(third[:5], ARM.mass_matrix(states(_ROWS, seed=2)[0][:5]))
    np.testing.assert_array_equal(second[:5], ARM.mass_matrix(states(_ROWS, seed=1)[0][:5]))


def test_kept_memory_is_returned_when_asked_and_its_size_said():
    assert equidyn.release_memory() == 0
    result = matrices()
    assert equidyn.release_memory() == 0
    del result
    assert equidyn.release_memory() == _BYTES
    assert equidyn.release_memory() == 0


def test_small_results_are_left_to_numpy():
    matrices(rows=100)
    assert equidyn.release_memory() == 0


def test_no_more_than_256_mib_are_kept_the_newest():
    rows = 100 * 2**20 // (36 * 8)
    results = [matrices(rows=rows + extra) for extra in range(3)]
    while results:
        results.pop(0)
    assert equidyn.release_memory() == (2 * rows + 3) * 36 * 8


def test_a_result_can_be_resized_to_any_size():
    result = matrices()
    expected = result.copy()
    for rows in (2 * _ROWS, 10, _ROWS):
        result.resize((rows, 6, 6), refcheck=False)
        np.testing.assert_array_equal(result[:10], expected[:10])
    assert not result[10:].any()


def test_results_of_many_threads_never_share_memory():
    with ThreadPoolExecutor(8) as pool:
        for _ in range(5):
            found = list(pool.map(matrices, range(16)))
    places = sorted(each.ctypes.data for each in found)
    assert min(np.diff(places)) >= _BYTES
    for seed, result in enumerate(found):
        np.testing.assert_array_equal(result[-1], ARM.mass_matrix(states(_ROWS, seed=seed)[0][-1]))


def _evaluate_in_child(connection, inherited):
    del inherited
    connection.send(matrices(1))


@pytest.mark.skipif(sys.platform != "linux", reason="needs fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_forked_child_uses_the_memory_that_it_inherits():
    inherited = matrices()
    expected = inherited.copy()
    receiver, sender = multiprocessing.get_context("fork").Pipe()
    child = multiprocessing.get_context("fork").Process(
        target=_evaluate_in_child, args=(sender, inherited)
    )
    child.start()
    assert receiver.poll(600)
    np.testing.assert_array_equal(receiver.recv(), matrices(1))
    child.join()
    np.testing.assert_array_equal(inherited, expected)


@pytest.mark.parametrize("offset", [0, 1, 3])
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_results_larger_than_the_cache_are_those_of_small_calls(dtype, offset):
    """Wherever their memory begins, and nothing beside it is written."""
    rows = 16 * 2**20 // (36 * np.dtype(dtype).itemsize) + 101
    q = states(rows)[0].astype(dtype)
    memory = np.full(rows * 36 + offset + 3, np.nan, dtype)
    out = memory[offset:-3].reshape(rows, 6, 6)
    for threads in (1, 2):
        out[...] = np.nan
        assert ARM.mass_matrix(q, dtype=dtype, out=out, threads=threads) is out
        for first in range(0, rows, 4000):
            few = slice(first, first + 4000)
            np.testing.assert_array_equal(out[few], ARM.mass_matrix(q[few], dtype=dtype))
        assert np.isnan(memory[:offset]).all()
        assert np.isnan(memory[-3:]).all()
