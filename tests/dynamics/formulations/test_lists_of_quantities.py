"""A quantity of the kernels' table stands in every other list that has an entry for each."""

import re
from pathlib import Path

import pytest

from equidyn import Arm, _core
from equidyn.peers.tasks import TASKS
from updating import bits

ROOT = Path(__file__).parents[3]
QUANTITIES = set(_core.quantities())

BY_KERNEL = {
    name
    for each in Arm.__mro__
    for name, method in vars(each).items()
    if type(method).__name__ == "FastMethod"
}
PINNED = bits.read((ROOT / bits.FILE).read_text("utf-8"))
COMPARED = {method for task in TASKS.values() for method in task.methods}
# no other library computes those above; pose_and_jacobian stands for the others
NOT_COMPARED = {
    *("coriolis_coefficients", "transposed_coriolis_torque", "mass_matrix_rate", "momentum"),
    *("forward_kinematics", "link_poses", "jacobian"),
    *("regressor_vjp", "base_motion_vjp"),
}


def words(page):
    return set(re.findall(r"\w+", (ROOT / "docs" / page).read_text("utf-8")))


# place of each list, its names, and the quantities that it leaves out
LISTS = [
    ("by_kernel in python/equidyn/dynamics/", BY_KERNEL, set()),
    *(
        (f"results of tools/updating/bits.py ({kind})", {name for name, _ in digests}, set())
        for kind, digests in PINNED.items()
    ),
    ("TASKS of python/equidyn/peers/tasks.py", COMPARED, NOT_COMPARED),
    ("names in docs/conventions.md", words("conventions.md"), set()),
]


@pytest.mark.parametrize(("place", "names", "left_out"), LISTS, ids=[each[0] for each in LISTS])
def test_no_quantity_is_missing_from_a_list(place, names, left_out):
    missing = QUANTITIES - names
    assert missing == left_out, f"{place}: {sorted(missing ^ left_out)}"


def test_every_method_by_kernel_is_a_quantity():
    # the readable recursion computes this one
    assert not BY_KERNEL - QUANTITIES - {"link_motion"}


def test_every_task_is_explained_among_the_benchmarks():
    assert not COMPARED - words("benchmarks.md")
