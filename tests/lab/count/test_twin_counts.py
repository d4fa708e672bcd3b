"""The readable texts of what is no inverse dynamics take as many operations as stated here."""

import numpy as np
import pytest

from equidyn import _core
from equidyn.graph.trace import Operation, live_nodes
from equidyn.lab.count.conventions import general_arm
from equidyn.lab.count.polynomial import Polynomial

# multiplications, additions and divisions on the general revolute arm on a base at rest, and the
# smallest n at which the polynomials hold; rotations formed, dead code removed
PINNED = {
    "articulated_bodies": ("501n - 873", "415n - 728", "n - 1", 3),
    "spatial_derivatives": ("21n^2 + 549n - 726", "16n^2 + 517n - 744", "0", 3),
    "pose": ("37n - 58", "24n - 42", "0", 3),
    "jacobian": ("43n - 86", "30n - 60", "0", 3),
    "jacobian_rate": ("64n - 111", "54n - 93", "0", 3),
}


def counted(name: str, n: int) -> list[int]:
    arm = general_arm(n).with_gravity((2.4, -3.9, -8.6))
    x = np.random.default_rng(n).uniform(-1, 1, (3, n))
    if name in ("pose", "jacobian", "jacobian_rate"):
        graph = _core.trace_tool_kinematics(arm, *x[:2], name)
    else:
        graph = getattr(_core, f"trace_{name}")(arm, *x)
    outputs = np.asarray(graph["output_nodes"])
    live = live_nodes(graph["left"], graph["right"], outputs)
    kinds = np.bincount(graph["operation"][live], minlength=len(Operation))
    additions = kinds[Operation.ADD] + kinds[Operation.SUBTRACT]
    return [int(kinds[Operation.MULTIPLY]), int(additions), int(kinds[Operation.DIVIDE])]


@pytest.mark.parametrize("name", PINNED)
def test_twins_take_as_many_operations_as_is_pinned(name):
    *pinned, first = PINNED[name]
    expected = [Polynomial.parse(text) for text in pinned]
    for n in range(first, 9):
        assert counted(name, n) == [polynomial(n) for polynomial in expected], n
    # the first n is the smallest from which they hold
    assert first == 1 or counted(name, first - 1) != [p(first - 1) for p in expected]
