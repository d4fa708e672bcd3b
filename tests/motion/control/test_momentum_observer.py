"""External torques are found from the momentum."""

import numpy as np
import pytest

from equidyn import momentum_observer, robots

ARM = robots.random_arm(4, seed=3, joints="RPRR").with_friction(np.full(4, 0.3))
ARM = ARM.with_motors(np.full(4, 0.1))
OPTIONS = {"friction": True, "motors": True}
STEP, GAIN = 1e-3, 40.0


def measured(pushed, step=STEP):
    """A motion under motor torques and external ones."""
    drives = np.array([2.0, -1.0, 0.5, 0.2])
    still = np.zeros(4)
    motion = ARM.simulate(still, still, 0.5, step, torque=drives + pushed, **OPTIONS)
    return np.linspace(0, 0.5, len(motion.q)), motion.q, motion.qd, np.broadcast_to(drives, (4,))


def test_without_external_torques_nothing_is_found():
    found = momentum_observer(ARM, *measured(np.zeros(4)), gain=GAIN, **OPTIONS)
    assert abs(found).max() < 2e-3


BASE = np.array([[0, 0, 1, 0.3], [1, 0, 0, -0.2], [0, 1, 0, 0.9], [0, 0, 0, 1.0]])
IN_MOTION = {
    "a plane arm, free": (robots.planar_2r(), {}, [1.0, -0.5]),
    "raised and turned": (ARM.with_base(BASE), OPTIONS, [0.8, 0.1, -1.1, 0.6]),
    "friction alone": (ARM.with_base(BASE), {"friction": True}, [0.8, 0.1, -1.1, 0.6]),
    "motors alone": (ARM.with_gravity([3, -4, -7]), {"motors": True}, [-0.8, -0.1, 1.1, 0.6]),
}


@pytest.mark.parametrize("kind", IN_MOTION)
def test_nothing_is_found_in_a_motion_that_begins_in_motion(kind):
    arm, options, rate = IN_MOTION[kind]
    steps = 1000
    motion = arm.simulate(np.full(arm.n, 0.4), rate, 0.2, 0.2 / steps, **options)
    t, still = np.linspace(3.0, 3.2, steps + 1), np.zeros(arm.n)
    found = momentum_observer(arm, t, motion.q, motion.qd, still, gain=GAIN, **options)
    assert not found[0].any()
    assert abs(found).max() < 1e-3
    for name in options:
        # what the observer does not know of is found as if it acted from outside
        unknown = {**options, name: False}
        assert (
            abs(momentum_observer(arm, t, motion.q, motion.qd, still, gain=GAIN, **unknown)).max()
            > 0.01
        )


def test_a_constant_torque_is_approached_with_the_time_constant_of_the_gain():
    pushed = np.array([1.5, -2.0, 1.0, 0.5])
    t, *motion = measured(pushed)
    found = momentum_observer(ARM, t, *motion, gain=GAIN, **OPTIONS)
    expected = pushed * -np.expm1(-GAIN * t)[:, np.newaxis]
    np.testing.assert_allclose(found, expected, rtol=0, atol=5e-3)


def test_rows_of_a_batch_are_those_alone():
    t, q, qd, tau = measured(np.array([1.5, -2.0, 1.0, 0.5]))
    pair = momentum_observer(ARM, t, np.stack([q, q]), qd, tau, gain=GAIN, **OPTIONS)
    alone = momentum_observer(ARM, t, q, qd, tau, gain=GAIN, **OPTIONS)
    np.testing.assert_array_equal(pair, [alone, alone])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"t": [0.0, 0.0, 1.0]}, r"^t: must increase"),
        ({"q": np.zeros((2, 4))}, r"^expected 3 samples, as t has, of 4 joints, got q \(2, 4\)"),
        ({"qd": np.zeros((3, 5))}, r"^qd: last axis must be 4"),
        ({"gain": 0.0}, r"^gain: must be positive"),
        ({"tau": np.full((3, 4), np.nan)}, r"^tau: must be finite"),
    ],
)
def test_bad_input_names_the_argument(change, message):
    given = {"t": [0.0, 0.5, 1.0], **dict.fromkeys(("q", "qd", "tau"), np.zeros((3, 4)))}
    given |= {"gain": GAIN} | change
    with pytest.raises(ValueError, match=message):
        momentum_observer(ARM, **given)
