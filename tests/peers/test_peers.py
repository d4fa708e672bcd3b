"""Other libraries compute the same dynamics of the same arms: those that are installed."""

import numpy as np
import pytest

from equidyn.peers.findings import FINDINGS, finding
from equidyn.peers.taking_part import JAX, PEERS, calls_of, participants
from equidyn.peers.tasks import TASKS, random_inputs
from equidyn.robots import puma560, random_arm
from oracles.peer_answers import STATES, answers_of

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
FEW_STATES = 3

# parts of the largest value; seen: 5e-15, and 1e-12 where a mass matrix like that of the PUMA 560,
# whose joints move very different inertias, is solved with
ROUNDING = 1e-14
TOLERANCE = {
    **dict.fromkeys((name for name in TASKS if name.startswith("forward dynamics")), 1e-11),
    "operational-space inertia": 1e-10,
    "inverse kinematics": TASKS["inverse kinematics"].tolerance,
}


# those on JAX compile for seconds; they are tested where they are installed, and nobody has to
# install them
CASES = [
    pytest.param(name, marks=[pytest.mark.slow] if peer.extra == JAX else [])
    for name, peer in PEERS.items()
    if peer.extra != JAX or peer.installed
]


@pytest.fixture(params=CASES)
def peer(request):
    """The key of each library that is installed, in turn."""
    pytest.importorskip(PEERS[request.param].module)
    return request.param


def disagreements(peer, arm):
    """Largest difference from equidyn of each call, as a part of the largest value."""
    for call in calls_of(peer, arm, threads=2):
        task = TASKS[call.task]
        # some of those that take no batch take milliseconds for a state
        inputs = random_inputs(arm, STATES if call.rows != "one" else FEW_STATES, seed=2)
        for answer in answers_of(call, task, inputs):
            found = task.comparable(arm, answer)
            for part, expected in zip(found, task.reference(arm, inputs), strict=True):
                scale = np.abs(expected).max() or 1.0
                yield call, np.abs(part - expected).max() / scale


@pytest.mark.parametrize("arm", [puma560(), *ARMS], ids=lambda arm: f"{arm.joints} {arm.name}")
def test_other_libraries_agree(peer, arm):
    if peer == "adam" and not (arm.revolute.all() and arm.n <= 6):
        pytest.skip("it takes no prismatic joints, and compiles for minutes with more joints")
    compared = 0
    for call, difference in disagreements(peer, arm):
        if not finding(call.library, PEERS[peer].version, call.name, arm):
            assert difference <= TOLERANCE.get(call.task, ROUNDING), f"{call.library} {call.name}"
            compared += 1
    assert compared > 0


def test_every_installed_library_takes_a_measured_arm():
    """The PUMA 560 has a link without mass, and an impossible tensor."""
    found = participants(puma560(), None, 1)
    assert all("is not installed" in note for note in found.notes)


@pytest.mark.slow
def test_a_library_for_revolute_joints_says_so():
    if not PEERS["adam"].installed:
        pytest.skip("nobody has to install it")
    found = participants(random_arm(2, 0, "PR"), ["adam"], 1)
    assert found.notes == ("adam does not take part: joints: expected revolute ones only, got PR",)


@pytest.mark.parametrize("strength", [0.0, 1.62, 9.80665, 25.0])
@pytest.mark.parametrize("joints", ["RRR", "RPR"])
def test_a_library_of_fixed_gravity_agrees_or_leaves_those_tasks_out(joints, strength):
    pytest.importorskip("dynibo")
    arm = random_arm(3, 1, joints)
    arm = arm.with_gravity(strength / np.linalg.norm(arm.gravity) * arm.gravity)
    found = {call.task: difference for call, difference in disagreements("dynibo", arm)}
    for task, difference in found.items():
        assert difference <= TOLERANCE.get(task, ROUNDING), task
    # lengths in another unit are angles of no other, but positions of others
    scaled = strength == 9.80665 or (joints == "RRR" and strength > 0)
    assert ("inverse dynamics" in found) == scaled


@pytest.mark.parametrize("found", FINDINGS, ids=lambda found: found.library)
def test_the_case_of_a_finding_shows_it(found):
    [peer] = (peer for peer in PEERS.values() if peer.library == found.library)
    pytest.importorskip(peer.module)
    if peer.version != found.version:
        pytest.skip(f"found in {found.version}, and this is {peer.version}")
    answers = {}
    exec(found.case, answers)
    assert np.abs(answers["wrong"] - answers["right"]).max() > 1e-3


def test_a_finding_is_of_its_release_and_of_the_arms_that_it_concerns():
    [found] = FINDINGS
    slide_first, slide_last = (random_arm(2, 0, joints) for joints in ("PR", "RP"))
    asked = found.library, found.version, "rne"
    assert finding(*asked, slide_first) is found
    assert finding(*asked, slide_last) is None
    assert finding(found.library, "99", "rne", slide_first) is None
    assert finding(*asked[:2], "inertia", slide_first) is None
