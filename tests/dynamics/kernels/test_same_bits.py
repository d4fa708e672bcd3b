"""The production kernels give the same bits whatever the compiler and the instruction set."""

from pathlib import Path

import pytest

from equidyn import _core
from updating import bits

PINNED = bits.read((Path(__file__).parents[3] / bits.FILE).read_text())


@pytest.mark.parametrize("instruction_set", _core.instruction_sets())
def test_results_have_the_bits_that_are_written_down(instruction_set):
    """After an intended change, tools/update.py renews the digests."""
    found = bits.digests_with(instruction_set)
    assert found == PINNED[bits.arithmetic(instruction_set)]


def test_named_methods_fuse_nothing():
    plain, fused = (
        {key: digest for key, digest in PINNED[kind].items() if "by name" in key[0]}
        for kind in ("plain", "fused")
    )
    assert plain == fused
    assert plain
