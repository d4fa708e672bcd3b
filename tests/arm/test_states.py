"""States that are changed in one respect keep all others."""

from dataclasses import fields

import numpy as np
import pytest

from equidyn import robots
from equidyn.arm.states import States, random_motion, with_moving_base, with_tip_wrench


@pytest.fixture
def states():
    arm, rng = robots.random_arm(3, seed=1), np.random.default_rng(2)
    return with_moving_base(with_tip_wrench(random_motion(arm, 5, rng), rng), rng)


@pytest.mark.parametrize(
    ("change", "changed"),
    [
        (States.coasting, {"qdd": 0}),
        (States.at_rest, {"qd": 0, "qdd": 0}),
        (lambda states: states.with_acceleration(states.q), {"qdd": "q"}),
    ],
    ids=["coasting", "at rest", "other acceleration"],
)
def test_states_keep_the_wrench_at_the_tip_and_the_motion_of_the_base(states, change, changed):
    found = change(states)
    assert states.tip_wrench.all()
    assert states.base_motion.linear_acceleration.all()
    for field in fields(States):
        expected = getattr(states, field.name)
        if field.name in changed:
            given = changed[field.name]
            expected = getattr(states, given) if isinstance(given, str) else np.zeros((5, 3))
        np.testing.assert_array_equal(getattr(found, field.name), expected, err_msg=field.name)
