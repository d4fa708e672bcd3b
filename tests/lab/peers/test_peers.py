"""Other libraries compute the same dynamics of the same arms: those that are installed."""

import numpy as np
import pytest

from equidyn.lab.bench.contestants import CallContestant, Memory
from equidyn.lab.peers.taking_part import PEERS, calls_of, participants
from equidyn.lab.peers.tasks import TASKS, random_inputs
from equidyn.robots import puma560, random_arm

# joints of both kinds in any order, in both conventions
ARMS = [
    random_arm(len(joints), seed, joints, convention=convention)
    for seed, (joints, convention) in enumerate(
        [
            ("R", "standard"),
            ("P", "modified"),
            ("RPRRPR", "standard"),
            ("RRPPRRR", "modified"),
            ("PRRPRP", "standard"),
            ("PPRRPRR", "modified"),
            ("RRRRRRRRRR", "standard"),
        ]
    )
]
STATES = 16

# parts of the largest value; seen: 5e-15, and 1e-12 where a mass matrix like that of the PUMA 560,
# whose joints move very different inertias, is solved with
ROUNDING = 1e-14
TOLERANCE = {"forward dynamics": 1e-11, "forward dynamics derivatives": 1e-11}


@pytest.fixture(params=PEERS)
def peer(request):
    """The key of each library that is installed, in turn."""
    pytest.importorskip(PEERS[request.param].module)
    return request.param


def disagreements(peer, arm):
    """Largest difference from equidyn of each call, as a part of the largest value."""
    inputs = random_inputs(arm, STATES, seed=2)
    for call in calls_of(peer, arm, threads=2):
        task = TASKS[call.task]
        batch = 1 if call.rows == "one" else STATES
        for threads in (1, 2) if call.takes_threads else (1,):
            answer = CallContestant(call, task, inputs, batch, threads, Memory()).answer()
            for part, expected in zip(answer, task.reference(arm, inputs), strict=True):
                scale = np.abs(expected).max() or 1.0
                yield call, np.abs(part - expected).max() / scale


@pytest.mark.parametrize("arm", [puma560(), *ARMS], ids=lambda arm: f"{arm.joints} {arm.name}")
def test_other_libraries_agree(peer, arm):
    if peer == "robotics_toolbox" and arm.joints[0] == "P" and arm.n > 1:
        pytest.skip("its C code turns gravity wrongly where the first joint slides (1.5.0)")
    for call, difference in disagreements(peer, arm):
        assert difference <= TOLERANCE.get(call.task, ROUNDING), f"{call.library} {call.name}"


def test_every_installed_library_takes_a_measured_arm():
    """The PUMA 560 has a link without mass, and a tensor that no body can have."""
    found = participants(puma560(), None, 1)
    assert all("is not installed" in note for note in found.notes)
