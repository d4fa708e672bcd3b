"""Arms that go to the other convention, to a file, through pickle, and come back."""

import json
import pickle
import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from equidyn import Arm, ArmWarning, robots
from oracles.calls import states

# the same examples in every run, however slow the machine
reproducible = settings(derandomize=True, deadline=None, max_examples=60)

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
    state = states(10, arm=arm)
    options = {
        "tip_wrench": np.random.default_rng(1).uniform(-3, 3, 6),
        "friction": arm.viscous is not None,
        "motors": arm.motor_inertia is not None,
    }
    expected = arm.inverse_dynamics(*state, **options)
    other = arm.to_convention("modified" if arm.convention == "standard" else "standard")
    for same in (other, other.to_convention(arm.convention)):
        found = same.inverse_dynamics(*state, **options)
        # to rounding: both took a few hundred operations on numbers of this size
        atol = 1e-13 * np.abs(expected).max()
        np.testing.assert_allclose(found, expected, rtol=0, atol=atol)
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
