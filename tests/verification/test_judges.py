"""Other libraries judge an arm: those that are installed, and some that are made up."""

import json

import numpy as np
import pytest

import equidyn
from equidyn import robots
from equidyn.peers.call import Call
from equidyn.peers.findings import Finding
from equidyn.peers.taking_part import Peer
from equidyn.robots import planar_2r
from equidyn.verification import judges

pytestmark = pytest.mark.filterwarnings("ignore::equidyn.ArmWarning")

QUICK = {"samples": 4, "formulations": ["newton_euler"]}

# what the two that are made for speed are asked for, at least
QUANTITIES = {
    "inverse dynamics",
    "bias",
    "gravity",
    "mass matrix",
    "forward dynamics",
    "poses and Jacobians",
}


@pytest.mark.parametrize("name", robots.names())
def test_pinocchio_and_mujoco_agree_on_every_robot(name):
    pytest.importorskip("pinocchio")
    pytest.importorskip("mujoco")
    found = equidyn.verify(name, **QUICK, peers=["pinocchio", "mujoco"]).peers
    for library in ("Pinocchio", "MuJoCo"):
        assert {one.quantity for one in found.opinions if one.library == library} >= QUANTITIES
    for opinion in found.opinions:
        assert opinion.difference <= 1e-10, opinion
    assert found.notes == ()


# --- a library that is made up --------------------------------------------------------------------

ARM = planar_2r()


def calls_that(change):
    """A library that changes the torques and the gravity torques of equidyn."""
    names = {"torque": ARM.inverse_dynamics, "gravity": ARM.gravity_torque, "change": change}
    return [
        Call("Fake", "slow", "inverse dynamics", "change(torque(q, qd, qdd), q)", names),
        Call("Fake", "weight", "gravity", "gravity(q)", names),
        Call("Fake", "fast", "inverse dynamics", "torque(q, qd, qdd)", names, rows="one"),
        Call("Fake", "all", "inverse dynamics", "nowhere", rows="all"),
    ]


def verified(monkeypatch, change=lambda torque, q: torque, calls=None, arm=ARM, **options):
    """Judgement of an arm by this library alone."""
    monkeypatch.setattr(judges, "PEERS", {"fake": Peer("Fake", "numpy", "numpy")})
    monkeypatch.setattr(judges, "calls_of", lambda *_: (calls or calls_that)(change))
    return equidyn.verify(arm, **{**QUICK, "peers": True, **options})


def test_a_library_that_agrees_passes(monkeypatch):
    verification = verified(monkeypatch)
    assert verification
    assert [one.quantity for one in verification.peers.opinions] == ["inverse dynamics", "gravity"]
    assert verification.summary.endswith(f" Fake {np.__version__} agreed.")


def test_rounding_of_what_vanishes_is_no_disagreement(monkeypatch):
    upright = ARM.with_gravity((0, 0, -9.81))

    def calls(_):
        names = {"gravity": upright.gravity_torque, "rate": upright.jacobian_rate}
        return [
            Call("Fake", "weight", "gravity", "gravity(q) + 1e-15", names),
            Call("Fake", "rate", "Jacobian rate", "rate(q, qd) + 1e-15", names),
        ]

    assert not upright.gravity_torque([0.3, 0.4]).any()
    verification = verified(monkeypatch, calls=calls, arm=upright)
    assert verification
    assert 0 < verification.peers.opinions[0].difference < 1e-14


def test_a_library_that_errs_in_one_state_is_found_there(monkeypatch):
    def err_in_the_third(torque, q, seen=[]):  # noqa: B006
        seen.append(q)
        return torque * (1 + 1e-6 * (len(seen) == 3))

    verification = verified(monkeypatch, err_in_the_third)
    assert not verification
    assert not verification.failures
    [wrong] = verification.peers.disagreements
    assert (wrong.call, wrong.quantity, wrong.state, wrong.verdict) == (
        "slow", "inverse dynamics", 2, "FAIL",
    )  # fmt: skip
    assert 1e-8 < wrong.difference <= 1e-6
    # the case can be computed again
    np.testing.assert_array_equal(ARM.inverse_dynamics(**wrong.operands), wrong.expected[0])
    np.testing.assert_array_equal(wrong.found[0], wrong.expected[0] * (1 + 1e-6))
    for text in (str(verification), verification._repr_html_()):
        assert f"q = {wrong.operands['q'].tolist()}" in text
        assert "DISAGREED" in text
    assert "! " in str(verification.peers)
    with pytest.raises(AssertionError, match=r"Fake .* DISAGREED"):
        verification.assert_passed()


def test_what_is_not_a_number_disagrees_and_is_saved_as_null(monkeypatch, tmp_path):
    verification = verified(monkeypatch, lambda torque, q: torque * np.nan)
    assert not verification
    verification.save(tmp_path / "verification.json")
    saved = json.loads((tmp_path / "verification.json").read_text())
    assert saved["passed"] is False
    [wrong, right] = saved["peers"]["opinions"]
    assert (wrong["library"], wrong["version"], wrong["known"]) == ("Fake", np.__version__, "")
    assert (wrong["verdict"], wrong["difference"], wrong["found"]) == ("FAIL", None, [[None] * 2])
    assert (right["verdict"], len(right["operands"]["q"])) == ("pass", 2)


def test_a_mistake_that_is_known_is_said_and_fails_nobody(monkeypatch):
    left = Finding(
        "Fake", "1.0", ("slow",), lambda arm: True, "it turns left", "wrong, right = 1, 2"
    )
    monkeypatch.setattr(judges, "finding", lambda *asked: left if asked[2] == "slow" else None)
    verification = verified(monkeypatch, lambda torque, q: -torque)
    assert verification
    assert verification.peers.opinions[0].verdict == "known"
    text = "known error of Fake 1.0 (inverse dynamics): it turns left\n  wrong, right = 1, 2"
    assert text in str(verification)
    assert "q = " not in str(verification)
    assert verification.summary.endswith(f"Fake {np.__version__} has a known error.")


def test_the_robotics_toolbox_errs_as_is_known_where_the_first_joint_slides():
    pytest.importorskip("roboticstoolbox")
    found = equidyn.verify("cartesian", **QUICK, peers=["robotics_toolbox"]).peers
    if found.opinions[0].version != "1.5.0":
        pytest.skip("another release")
    assert found.passed
    known = [one.quantity for one in found.disagreements]
    assert known == ["inverse dynamics", "bias", "gravity", "forward dynamics"]


def test_a_library_cannot_spoil_the_states_of_the_others(monkeypatch):
    def spoil(torque, q):
        q[:] = 0.0
        return torque

    assert verified(monkeypatch, spoil)


def test_a_library_that_raises_is_noted(monkeypatch):
    def refuse(*_):
        raise RuntimeError("no solution")

    verification = verified(monkeypatch, refuse)
    assert verification.peers.notes == ("Fake slow raised RuntimeError: no solution",)
    assert [one.call for one in verification.peers.opinions] == ["fast", "weight"]
    verification = verified(monkeypatch, calls=refuse)
    assert verification.peers.notes == ("Fake does not take the arm: no solution",)
    assert "note: Fake does not take the arm" in str(verification)


def test_what_equidyn_refuses_is_not_asked(monkeypatch):
    def accelerations(_):
        return [Call("Fake", "aba", "forward dynamics", "tau")]

    bodies = {"mass": [0, 1], "com": np.zeros((2, 3)), "inertia": [np.zeros((3, 3)), np.eye(3)]}
    arm = equidyn.Arm.from_dh(
        "standard", joints="RR", a=[0, 0], alpha=[0, 0], d=[0, 0], theta=[0, 0], **bodies
    )
    found = verified(monkeypatch, calls=accelerations, arm=arm).peers
    [note] = found.notes
    assert found.opinions == ()
    assert note.startswith("forward dynamics: not asked, since equidyn refuses: ")


def test_ctrl_c_keeps_what_the_formulations_said(monkeypatch):
    def interrupt(*_):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as caught:
        verified(monkeypatch, interrupt)
    found = caught.value.so_far
    assert found.subjects == ("newton_euler",)
    assert found.notes[-1] == "note: interrupted: not tried are Fake"


# --- who is asked ---------------------------------------------------------------------------------

ABSENT = {
    "pinocchio": Peer("Pinocchio", "no_such_module", "pin", "judges"),
    "drake": Peer("Drake", "no_such_module", "drake"),
}
MISSING = (
    r"Pinocchio: not installed \(pip install 'equidyn\[judges\]'\); "
    r"Drake: not installed \(pip install 'equidyn\[peers\]'\)$"
)


def test_nobody_is_asked_unless_wanted():
    assert equidyn.verify(ARM, **QUICK).peers is None
    assert equidyn.verify(ARM, **QUICK, peers=[]).peers is None


@pytest.mark.parametrize("peers", [True, ["pinocchio", "drake"]])
def test_where_nobody_is_installed_the_extra_is_named(monkeypatch, peers):
    monkeypatch.setattr(judges, "PEERS", ABSENT)
    with pytest.raises(ImportError, match=f"^peers: {MISSING}"):
        equidyn.verify(ARM, **QUICK, peers=peers)


def test_who_is_not_installed_is_named_once(monkeypatch):
    present = {"fake": Peer("Fake", "numpy", "numpy"), **ABSENT}
    monkeypatch.setattr(judges, "PEERS", present)
    monkeypatch.setattr(judges, "calls_of", lambda *_: [])
    [note] = equidyn.verify(ARM, **QUICK, peers=True).peers.notes
    assert note == f"not asked: {MISSING[:-1]}".replace("\\", "")
    assert equidyn.verify(ARM, **QUICK, peers=["fake"]).peers.notes == ()


@pytest.mark.parametrize(
    ("peers", "error", "message"),
    [
        (["pinochio"], ValueError, "^peers: there is no 'pinochio'; did you mean 'pinocchio'"),
        ("mujoco", TypeError, "^peers: expected several names, got the string 'mujoco'"),
        (1, TypeError, "^peers: expected several names, got int"),
    ],
)
def test_bad_names_are_named(peers, error, message):
    with pytest.raises(error, match=message):
        equidyn.verify(ARM, **QUICK, peers=peers)
