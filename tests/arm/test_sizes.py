"""Sizes beyond all memory: one error that names the argument."""

import re

import pytest

import equidyn
from equidyn import robots

ARM = robots.planar_2r()
MOTION = equidyn.quintic([0, 0], [1, 1], duration=1)

CALLS = {
    "random_configuration": ("size", lambda size: ARM.random_configuration(0, size)),
    "random rows": ("size", lambda size: ARM.random_configuration(0, (2, size))),
    "workspace": ("samples", lambda size: equidyn.studies.workspace(ARM, size)),
    "animate": ("samples", lambda size: ARM.animate(MOTION, samples=size)),
    "view": ("samples", lambda size: ARM.view(motion=MOTION, samples=size)),
    "lab": ("samples", lambda size: ARM.lab(motion=MOTION, samples=size)),
    "uniform_chain": ("n", robots.uniform_chain),
    "random_arm": ("n", lambda size: robots.random_arm(size, 0)),
}


@pytest.mark.parametrize("size", [10**9, 2**63, 10**30])
@pytest.mark.parametrize("name", CALLS)
def test_a_size_beyond_all_memory_is_named(name, size):
    argument, call = CALLS[name]
    with pytest.raises(ValueError, match=rf"^{argument}: must be at most \d+, got {size}$"):
        call(size)


@pytest.mark.parametrize("size", [(10**5, 10**5), (2, 10**8)])
def test_sizes_that_are_too_large_together_are_named(size):
    with pytest.raises(ValueError, match=rf"^size: must be at most .* got {re.escape(str(size))}"):
        ARM.random_configuration(0, size)
    assert ARM.random_configuration(0, (0, 10**8)).shape == (0, 10**8, 2)
