"""verify() accepts what is right, and finds what is wrong."""

import json
import warnings

import matplotlib
import numpy as np
import pytest

import equidyn
from equidyn.dynamics.registry import refusals
from equidyn.robots import planar_2r, puma560, random_arm
from equidyn.verification import physics
from equidyn.verification.quantities import QUANTITIES
from equidyn.verification.torques import situations

NAMES = [formulation.name for formulation in equidyn.formulations()]
CLOSED = [planar_2r(), equidyn.robots.load("panda"), random_arm(3, seed=2, joints="RPR")]


def right(arm, q, qd, qdd):
    """The torque of the package, as if somebody else had computed it."""
    return arm.inverse_dynamics(q, qd, qdd)


def claims_failed(verification, subject):
    """Failed checks of a subject, by name."""
    return {check.claim.name for check in verification.failures if check.subject == subject}


@pytest.mark.parametrize("convention", ["standard", "modified"])
@pytest.mark.parametrize("joints", ["R", "P", "RPR", "PRRRRP"])
def test_random_arms_pass(joints, convention):
    arm = random_arm(len(joints), seed=5, joints=joints, convention=convention)
    verification = equidyn.verify(arm, samples=20, seed=1)
    verification.assert_passed()
    assert verification
    assert not verification.failures


def test_puma_passes_although_its_first_link_has_one_moment_of_inertia_only():
    verification = equidyn.verify(puma560(), samples=20)
    verification.assert_passed()
    assert any("link 1" in note for note in verification.notes)


def test_an_arm_so_small_that_its_weight_is_far_larger_than_its_inertia_passes():
    tiny = planar_2r(length=(1e-4, 1e-4), com=(5e-5, 5e-5), inertia=(1e-9, 1e-9))
    equidyn.verify(tiny, 5).assert_passed()


def test_every_formulation_is_held_against_every_claim():
    verification = equidyn.verify(planar_2r(), samples=5, formulations=NAMES[:3])
    tried = {(check.subject, check.claim.name) for check in verification.checks}
    assert tried == {(name, claim.name) for name in NAMES[:3] for claim in verification.claims}
    assert verification.subjects == tuple(NAMES[:3])


def test_pairwise_matrix_is_symmetric_with_zeros_on_its_diagonal():
    pairwise = equidyn.verify(puma560(), samples=10).pairwise
    np.testing.assert_array_equal(pairwise, pairwise.T)
    np.testing.assert_array_equal(pairwise.diagonal(), 0.0)
    assert pairwise.max() > 0.0


def test_the_same_seed_gives_the_same_numbers_and_another_one_others():
    first, again, other = (
        equidyn.verify(puma560(), samples=5, seed=seed).pairwise for seed in (3, 3, 4)
    )
    np.testing.assert_array_equal(first, again)
    assert not np.array_equal(first, other)


def test_a_right_candidate_passes():
    verification = equidyn.verify(puma560(), samples=5, candidates={"mine": right})
    verification.assert_passed()
    assert verification.subjects[-1] == "mine"


def batches_only(arm, q, qd, qdd):
    """Takes many states at once, and nothing else."""
    m, n = q.shape
    return right(arm, q, qd, qdd).reshape(m, n)


def singles_only(arm, q, qd, qdd):
    """Takes one state; given several, it takes the first for all."""
    if q.ndim == 2:
        return np.tile(right(arm, q[0], qd[0], qdd[0]), (len(q), 1))
    return right(arm, q, qd, qdd)


@pytest.mark.parametrize("candidate", [right, batches_only, singles_only])
@pytest.mark.parametrize("samples", [1, 6])
def test_a_candidate_may_take_batches_or_single_states(candidate, samples):
    verification = equidyn.verify(puma560(), samples, candidates={"mine": candidate})
    verification.assert_passed()


def test_a_candidate_that_takes_batches_is_called_a_few_times_not_for_each_state():
    calls = []

    def counted(arm, q, qd, qdd):
        calls.append(q.shape)
        return right(arm, q, qd, qdd)

    equidyn.verify(planar_2r(), samples=500, candidates={"mine": counted}).assert_passed()
    assert (500, 2) in calls
    assert len(calls) < 50


@pytest.mark.parametrize("quantity", QUANTITIES)
def test_candidates_are_asked_of_no_other_arm(quantity):
    arm, asked = puma560(), []

    def spy(given, *operands):
        asked.append(given)
        return getattr(arm, quantity)(*operands)

    equidyn.verify(arm, 3, quantity=quantity, candidates={"spy": spy}).assert_passed()
    assert all(given is arm for given in asked)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("arm", CLOSED, ids=lambda arm: arm.name)
def test_generated_code_passes_with_the_numbers_that_it_holds(arm, name):
    if name in refusals(arm):
        pytest.skip("the formulation does not take this arm")
    written = {}
    exec(equidyn.generate(arm, name, "numpy").source, written)
    code = written["inverse_dynamics"]

    def mine(_, q, qd, qdd):
        return code(q, qd, qdd)

    equidyn.verify(arm, 5, formulations=["newton_euler"], candidates={"mine": mine}).assert_passed()


def test_a_closed_form_by_hand_passes_and_its_mistakes_show_where_they_are():
    m1, m2, l1, l2, c1, c2, i1, i2, g = 2.0, 1.5, 0.6, 0.4, 0.3, 0.2, 0.05, 0.02, 9.81
    arm = planar_2r(length=(l1, l2), mass=(m1, m2), com=(c1, c2), inertia=(i1, i2))

    def by_hand(coriolis):
        def torque(_, q, qd, qdd):
            h, cos = m2 * l1 * c2 * np.sin(q[1]), m2 * l1 * c2 * np.cos(q[1])
            m12 = m2 * c2**2 + cos + i2
            m11 = m1 * c1**2 + i1 + m2 * l1**2 + cos + m12
            g2 = m2 * g * c2 * np.cos(q[0] + q[1])
            g1 = (m1 * c1 + m2 * l1) * g * np.cos(q[0]) + g2
            return [
                m11 * qdd[0] + m12 * qdd[1] - h * qd[1] * (coriolis * qd[0] + qd[1]) + g1,
                m12 * qdd[0] + (m2 * c2**2 + i2) * qdd[1] + h * qd[0] ** 2 + g2,
            ]

        return torque

    equidyn.verify(arm, 5, candidates={"mine": by_hand(coriolis=2)}).assert_passed()
    mistaken = equidyn.verify(arm, 5, candidates={"mine": by_hand(coriolis=1)})
    assert claims_failed(mistaken, "mine") == {"others", "exact", "power"}


def test_a_batch_that_is_wrong_in_one_state_is_found():
    def wrong(arm, q, qd, qdd):
        tau = right(arm, q, qd, qdd)
        if q.ndim == 2:
            tau[len(q) // 2] *= 1.001
        return tau

    verification = equidyn.verify(puma560(), samples=6, candidates={"wrong": wrong})
    assert "exact" in claims_failed(verification, "wrong")


def test_a_candidate_that_raises_is_named_and_its_error_is_the_cause():
    def broken(arm, q, qd, qdd):
        return 1 / 0

    message = r"^candidates\['mine'\] raised ZeroDivisionError: division by zero$"
    with pytest.raises(ValueError, match=message) as raised:
        equidyn.verify(planar_2r(), samples=2, candidates={"mine": broken})
    assert isinstance(raised.value.__cause__, ZeroDivisionError)


def test_the_summary_states_the_largest_residual():
    verification = equidyn.verify(planar_2r(), samples=5)
    largest = max(check.residual for check in verification.checks)
    assert verification.summary.endswith(f"Largest residual: {largest:.1f} eps.")
    wrong, _ = WRONG["no gravity"]
    verification = equidyn.verify(planar_2r(), samples=5, candidates={"wrong": wrong})
    largest = max(check.residual for check in verification.checks)
    assert verification.summary.endswith(f"(wrong). Largest residual: {largest:.0e} eps.")


WRONG = {
    "one part in 1e11": (lambda arm, q, qd, qdd: right(arm, q, qd, qdd) * (1 + 1e-11), "others"),
    "no gravity": (
        lambda arm, q, qd, qdd: right(arm.with_gravity((0, 0, 0)), q, qd, qdd),
        "∇V",
    ),
    "no velocity terms": (lambda arm, q, qd, qdd: right(arm, q, 0 * qd, qdd), "power"),
    "quadratic in qdd": (lambda arm, q, qd, qdd: right(arm, q, qd, qdd) + qdd**2, "linear"),
    "crossed inertia": (
        lambda arm, q, qd, qdd: right(arm, q, qd, qdd) + np.roll(qdd, 1) * np.arange(arm.n),
        "M=Mᵗ",
    ),
    "negative inertia": (lambda arm, q, qd, qdd: right(arm, q, qd, qdd - 1e3 * qdd), "M>0"),
    "inertia lost": (lambda arm, q, qd, qdd: right(arm, q, qd, 0 * qdd), "M>0"),
    "not a number": (lambda arm, q, qd, qdd: np.full(arm.n, np.nan), "exact"),
}


@pytest.mark.slow
@pytest.mark.parametrize(("wrong", "claim"), WRONG.values(), ids=WRONG)
def test_a_wrong_candidate_fails_where_it_is_wrong(wrong, claim):
    verification = equidyn.verify(puma560(), samples=5, candidates={"wrong": wrong})
    assert not verification
    assert claim in claims_failed(verification, "wrong")
    assert {check.subject for check in verification.failures} == {"wrong"}
    with pytest.raises(AssertionError, match="FAIL wrong"):
        verification.assert_passed()


def without(name):
    """Forget one vector of the motion of a base."""

    def forget(tip_wrench, motion):
        vectors = ("angular_velocity", "angular_acceleration", "linear_acceleration")
        kept = {each: getattr(motion, each) for each in vectors if each != name}
        return tip_wrench, equidyn.BaseMotion(**kept)

    return forget


FORGETS = {
    "the base": lambda tip_wrench, motion: (tip_wrench, None),
    "its angular velocity": without("angular_velocity"),
    "its angular acceleration": without("angular_acceleration"),
    "its linear acceleration": without("linear_acceleration"),
    "the wrench on a moving base": lambda tip_wrench, motion: (None, motion),
    "the moment on a moving base": lambda tip_wrench, motion: (
        tip_wrench * (1, 1, 1, 0, 0, 0),
        motion,
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("forget", FORGETS.values(), ids=FORGETS)
def test_a_formulation_that_forgets_something_is_found_by_its_peers(forget, monkeypatch):
    original = equidyn.Arm.inverse_dynamics

    def forgetful(arm, *state, formulation=None, tip_wrench=None, base_motion=None):
        if formulation == NAMES[1] and base_motion is not None:
            tip_wrench, base_motion = forget(tip_wrench, base_motion)
        return original(
            arm, *state, formulation=formulation, tip_wrench=tip_wrench, base_motion=base_motion
        )

    monkeypatch.setattr(equidyn.Arm, "inverse_dynamics", forgetful)
    verification = equidyn.verify(puma560(), samples=5)
    assert claims_failed(verification, NAMES[1]) == {"others", "exact"}
    assert claims_failed(verification, NAMES[0]) == {"others"}


def test_a_candidate_cannot_spoil_the_states_of_the_others():
    def spoiler(arm, q, qd, qdd):
        tau = right(arm, q, qd, qdd)
        q[:] = qd[:] = qdd[:] = 0.0
        return tau

    equidyn.verify(planar_2r(), samples=5, candidates={"spoiler": spoiler}).assert_passed()


def test_an_arm_without_inertia_is_noted_not_failed():
    massless = np.zeros((3, 3))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", equidyn.ArmWarning)
        arm = equidyn.Arm.from_dh(
            "standard",
            joints="RR",
            a=[0, 0],
            alpha=[0, 0],
            d=[0, 0],
            theta=[0, 0],
            mass=[0, 1],
            com=np.zeros((2, 3)),
            inertia=[massless, np.eye(3)],
        )
    verification = equidyn.verify(arm, samples=5)
    verification.assert_passed()
    assert any("singular" in note for note in verification.notes)


def test_a_formulation_that_does_not_take_the_arm_is_left_out_and_noted():
    arm = random_arm(3, seed=0)
    restricted = [entry.name for entry in equidyn.formulations() if entry.refusal(arm)]
    assert restricted
    verification = equidyn.verify(arm, samples=2)
    assert set(restricted).isdisjoint(verification.subjects)
    for name in restricted:
        assert any(name in note for note in verification.notes)
        with pytest.raises(ValueError, match=f"formulation: {name} takes"):
            equidyn.verify(arm, samples=2, formulations=[name])


def test_a_single_formulation_has_no_others():
    verification = equidyn.verify(planar_2r(), samples=5, formulations=["newton_euler"])
    assert "others" not in {claim.name for claim in verification.claims}
    assert verification


@pytest.mark.parametrize("convention", ["standard", "modified"])
def test_energies_know_nothing_of_the_link_frames(convention):
    arm = random_arm(5, seed=2)
    rng = np.random.default_rng(0)
    q, qd = rng.uniform(-1, 1, (2, 10, 5))
    other = arm.to_convention(convention)
    np.testing.assert_allclose(
        physics.kinetic_energy(other, q, qd), physics.kinetic_energy(arm, q, qd), rtol=1e-12
    )
    np.testing.assert_allclose(
        physics.potential_energy(other, q), physics.potential_energy(arm, q), rtol=1e-12
    )


def test_energies_of_a_pendulum():
    arm = planar_2r(length=(1, 1), mass=(2, 0), com=(1, 0), inertia=(0, 0))
    assert physics.kinetic_energy(arm, [0.3, 0.0], [3.0, 0.0]) == pytest.approx(0.5 * 2.0 * 9.0)
    risen = physics.potential_energy(arm, [np.pi / 2, 0.0]) - physics.potential_energy(arm, [0, 0])
    assert risen == pytest.approx(2.0 * 9.81)


def test_kinetic_matrix_is_that_of_the_kinetic_energy():
    arm = random_arm(4, seed=8)
    q, qd = np.random.default_rng(0).uniform(-1, 1, (2, 4))
    energy = 0.5 * qd @ physics.kinetic_matrix(arm, q) @ qd
    assert energy == pytest.approx(physics.kinetic_energy(arm, q, qd), rel=1e-13)


# states of a formulation of order n^4 on an arm of 30 joints
LONG, EXPENSIVE, FEWER = random_arm(30, seed=1), "lagrange_euler_literal", 30
NOTE = f"note: {EXPENSIVE}, of order n^4, is tried in the first {FEWER} states of 40"


def test_an_expensive_formulation_is_tried_in_fewer_states_and_the_result_says_so():
    found = equidyn.verify(LONG, samples=40, formulations=["kane", EXPENSIVE])
    found.assert_passed()
    assert (found.samples, found.states) == (40, (40, FEWER))
    assert NOTE in found.notes
    for text in (str(found), repr(found), found._repr_html_()):
        assert NOTE in text
        assert "in the states in which both were tried" in text
    column = found.checks_table().columns.index("states")
    assert [row[column] for row in found.checks_table().rows] == ["40", str(FEWER), ""]
    saved = json.loads(json.dumps(found.to_dict()))
    assert saved["states"] == [40, FEWER]
    tried = {(each["formulation"], each["check"]): each["states"] for each in saved["checks"]}
    assert [tried["kane", check] for check in ("exact", "M>0")] == [40, 10]
    assert [tried[EXPENSIVE, check] for check in ("others", "M>0")] == [FEWER, 1]


def test_a_short_arm_is_tried_in_all_states_and_nothing_is_said():
    found = equidyn.verify(random_arm(12, seed=1), samples=100)
    assert set(found.states) == {100}
    assert "states" not in found.checks_table().columns
    assert not any("is tried in" in note for note in found.notes)


@pytest.mark.parametrize(("state", "apart"), [(FEWER - 1, True), (FEWER, False)])
def test_differences_are_those_of_the_states_in_which_both_were_tried(state, apart):
    def wrong_in_one_state(arm, q, qd, qdd):
        tau = right(arm, q, qd, qdd)
        if len(q) == 40:
            tau[state] *= 1.01
        return tau

    found = equidyn.verify(
        LONG, 40, formulations=["kane", EXPENSIVE], candidates={"mine": wrong_in_one_state}
    )
    kane, literal, _ = found.pairwise[-1] > 450.0
    assert (kane, literal) == (True, apart)
    assert found.first_failures[0].state == state
    # a candidate beside an expensive formulation alone is not tried in fewer states
    found = equidyn.verify(
        LONG, 40, formulations=[EXPENSIVE], candidates={"mine": wrong_in_one_state}
    )
    assert found.states == (FEWER, 40)
    assert found.first_failures[0].state == state


def test_accelerations_by_an_expensive_formulation_are_those_of_the_first_states():
    found = equidyn.verify(
        random_arm(20, seed=2),
        samples=12,
        quantity="forward_dynamics",
        formulations=["articulated_bodies", EXPENSIVE],
    )
    found.assert_passed()
    assert found.states[0] == 12
    assert found.states[1] == 25_000_000 // 20**5


def test_the_first_states_of_a_situation_keep_their_loads():
    rng = np.random.default_rng(4)
    for states in situations(puma560(), 5, rng):
        first = states.first(2)
        loads = {"tip_wrench": first.tip_wrench, "base_motion": first.base_motion}
        given = {"tip_wrench": states.tip_wrench, "base_motion": states.base_motion}
        np.testing.assert_array_equal(
            puma560().inverse_dynamics(first.q, first.qd, first.qdd, **loads),
            puma560().inverse_dynamics(states.q, states.qd, states.qdd, **given)[:2],
        )


BAD_INPUT = {
    "no samples": ({"samples": 0}, ValueError, "samples: must be at least 1, got 0"),
    "samples a fraction": ({"samples": 2.5}, TypeError, "samples: expected an integer"),
    "seed negative": ({"seed": -1}, ValueError, "seed: must be at least 0, got -1"),
    "unknown": ({"formulations": ["newton_eulr"]}, ValueError, "did you mean 'newton_euler'"),
    "one string": ({"formulations": "newton_euler"}, TypeError, "expected several names"),
    "none": ({"formulations": []}, ValueError, "expected at least one name, got none"),
    "name taken": (
        {"candidates": {"newton_euler": right}},
        ValueError,
        "'newton_euler' is the name of a formulation",
    ),
    "no function": ({"candidates": {"mine": 3}}, TypeError, "expected a function of .*, got int"),
    "wrong shape": (
        {"candidates": {"mine": lambda arm, q, qd, qdd: q[:1]}},
        ValueError,
        r"candidates\['mine'\]: must return shape \(2,\), got shape \(1,\)",
    ),
    "no numbers": (
        {"candidates": {"mine": lambda arm, q, qd, qdd: ["a", "b"]}},
        ValueError,
        r"candidates\['mine'\]: must return real numbers, got dtype <U1",
    ),
    "no mapping": ({"candidates": [right]}, TypeError, "expected functions by name, got list"),
}


@pytest.mark.parametrize(("options", "error", "message"), BAD_INPUT.values(), ids=BAD_INPUT)
def test_bad_input_gets_one_clear_message(options, error, message):
    with pytest.raises(error, match=message):
        equidyn.verify(planar_2r(), **options)


def test_tables_name_every_subject_and_mark_failures():
    wrong, _ = WRONG["no gravity"]
    verification = equidyn.verify(planar_2r(), samples=5, candidates={"<wrong>": wrong})
    for text in (str(verification), repr(verification)):
        assert all(name in text for name in verification.subjects)
        assert "FAIL" in text
        assert "! " in text
    page = verification._repr_html_()
    assert "&lt;wrong&gt;" in page
    assert "<wrong>" not in page
    assert 'class="fail"' in page


def test_saved_numbers_are_those_of_the_object(tmp_path):
    wrong, _ = WRONG["not a number"]
    verification = equidyn.verify(planar_2r(), samples=5, candidates={"wrong": wrong})
    verification.save(tmp_path / "verification.json")
    saved = json.loads((tmp_path / "verification.json").read_text())
    assert saved["passed"] is False
    assert saved["pairwise_eps"][0][1] == verification.pairwise[0, 1]
    assert saved["pairwise_eps"][0][-1] is None
    assert len(saved["checks"]) == len(verification.checks)


def test_heat_map_has_a_cell_for_each_pair_and_is_not_shown():
    matplotlib.use("agg")
    verification = equidyn.verify(planar_2r(), samples=5, formulations=NAMES[:3])
    ax = verification.plot()
    assert len(ax.texts) == 6
    assert [label.get_text().split()[0] for label in ax.get_yticklabels()] == NAMES[:3]


def test_what_is_allowed_has_no_verdict(monkeypatch):
    original = equidyn.Arm.inverse_dynamics

    def broken(arm, *state, formulation=None, **options):
        lighter = arm.with_gravity(0.99 * arm.gravity) if formulation == "kane" else arm
        return original(lighter, *state, formulation=formulation, **options)

    monkeypatch.setattr(equidyn.Arm, "inverse_dynamics", broken)
    verification = equidyn.verify(puma560(), samples=2, formulations=["newton_euler", "kane"])
    *others, allowed = verification.checks_table().rows
    assert (allowed[1], allowed[-1]) == ("allowed", "")
    assert "FAIL" in {row[-1] for row in others}


def test_a_notebook_begins_with_the_verdict():
    verification = equidyn.verify(planar_2r(), samples=2)
    page = verification._repr_html_()
    assert page.index(verification.summary) < page.index("<table>")
    # the numbers of every pair are folded, below what was checked
    assert page.index("Checks of each formulation") < page.index("<details>")
    assert page.index("<details>") < page.index("Largest difference between two")


def test_the_first_failure_names_state_joint_and_both_numbers():
    def wrong_from_the_third_state_on(arm, q, qd, qdd):
        tau = right(arm, q, qd, qdd)
        if q.ndim == 2:
            tau[2:4, 1] += 1.0
        return tau

    found = equidyn.verify(planar_2r(), 6, candidates={"<mine>": wrong_from_the_third_state_on})
    (failure,) = found.first_failures
    assert (failure.subject, failure.state, failure.entry) == ("<mine>", 2, (2,))
    tau = planar_2r().inverse_dynamics(**failure.operands)
    assert failure.expected == pytest.approx(tau[1], rel=1e-14)
    assert failure.found == pytest.approx(tau[1] + 1.0, rel=1e-14)
    first = f"fails first in state 2 at joint 2: expected {failure.expected!r}, got"
    assert f"<mine> {first}" in str(found)
    assert f"&lt;mine&gt; {first}" in found._repr_html_()
    assert found.to_dict()["first_failures"][0]["found"] == failure.found


def test_a_number_that_is_none_is_a_first_failure():
    wrong, _ = WRONG["not a number"]
    (failure,) = equidyn.verify(planar_2r(), 3, candidates={"mine": wrong}).first_failures
    assert (failure.state, failure.entry) == (0, (1,))
    assert failure.to_dict()["found"] is None


# what is noticed of a candidate


def verified(function, samples=12):
    formulations = ["newton_euler", "kane"]
    return equidyn.verify(puma560(), samples, 0, formulations, candidates={"mine": function})


def notes_of(verification):
    return [note for note in verification.notes if note.startswith("note: mine")]


def drifting(start):
    """A right function until its call of this number, and then off by 0.1 %."""
    calls = iter(range(10**9))
    return lambda arm, q, qd, qdd: right(arm, q, qd, qdd) * (1.0 if next(calls) < start else 1.001)


@pytest.mark.parametrize("start", [10, 20, 24])
def test_a_function_that_answers_differently_the_second_time_is_named(start):
    verification = verified(drifting(start))
    assert "again" in claims_failed(verification, "mine")
    (note,) = notes_of(verification)
    assert note.startswith(
        "note: mine answers differently when it is called again with the same numbers: in state 0 "
    )
    first, then = (float(part.split()[-1]) for part in note.split(", then"))
    assert then == pytest.approx(1.001 * first)
    assert "again" in str(verification.checks_table())


def test_noise_is_named_and_the_last_bit_is_not():
    rng = np.random.default_rng(0)
    noisy = verified(lambda arm, *x: right(arm, *x) + 1e-9 * rng.normal(size=6))
    assert "again" in claims_failed(noisy, "mine")
    bits = verified(lambda arm, *x: right(arm, *x) * (1 + 1e-16 * rng.integers(3)))
    assert bits
    assert notes_of(bits) == []
    assert "again" not in str(bits)


def test_a_function_with_an_error_in_some_states_gives_the_same_answers_again():
    def fails_sometimes(arm, q, qd, qdd):
        if np.ndim(q) > 1 or q[0] > 1:
            raise ValueError("no")
        return right(arm, q, qd, qdd)

    verification = verified(fails_sometimes)
    assert "again" not in claims_failed(verification, "mine")
    assert verification.notes[-1] == "note: candidates['mine'] raised ValueError: no"


def nan_where_positive(arm, q, qd, qdd):
    tau = right(arm, q, qd, qdd) + 0.0
    tau[..., 2] = np.where(q[..., 0] > 1, np.nan, tau[..., 2])
    return tau


def decimals(number):
    return lambda arm, q, qd, qdd: np.round(right(arm, q, qd, qdd), number)


def of_singles(arm, q, qd, qdd):
    return right(arm, *(x.astype(np.float32).astype(float) for x in (q, qd, qdd)))


def one_joint_off(arm, q, qd, qdd):
    return right(arm, q, qd, qdd) + 1e-6 * (np.arange(6) == 0)


NOTICED = {
    "nan": (nan_where_positive, "mine returns nan or inf in 2 of 12 states, first in state 2"),
    "single results": (
        lambda arm, q, qd, qdd: right(arm, q, qd, qdd).astype(np.float32),
        "mine: its results are as exact as single precision",
    ),
    "single operands": (of_singles, "mine: its results are as exact as single precision"),
    "decimals": (decimals(3), "mine: its results are rounded to 3 decimals"),
    "whole numbers": (decimals(0), "mine: its results are rounded to whole numbers"),
    "nothing of one joint that is off": (one_joint_off, ""),
    "nothing of a small factor": (lambda arm, *x: right(arm, *x) * (1 + 1e-5), ""),
    "nothing of zeros": (lambda arm, q, qd, qdd: 0 * q, ""),
}


@pytest.mark.parametrize(("function", "remark"), NOTICED.values(), ids=NOTICED)
def test_what_the_digits_of_wrong_results_tell_is_said(function, remark):
    verification = verified(function)
    assert not verification
    assert notes_of(verification) == ([f"note: {remark}"] if remark else [])
