"""External torques are found from the momentum."""

import numpy as np
import pytest

from equidyn import momentum_observer, robots
from equidyn.motion import MomentumObserver

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


# in a control loop


def in_a_loop(observer, t, *motion):
    """Feed an observer sample by sample; axis -2 of the motion counts samples."""
    rows = np.broadcast_arrays(*motion)
    samples = zip(t, *(np.moveaxis(each, -2, 0) for each in rows), strict=True)
    return np.stack([observer.update(*sample) for sample in samples], axis=-2)


@pytest.mark.parametrize("kind", IN_MOTION)
@pytest.mark.parametrize("number", [float, np.float64])
def test_a_loop_gives_the_bits_of_the_log(kind, number):
    arm, options, rate = IN_MOTION[kind]
    motion = arm.simulate(np.full(arm.n, 0.4), rate, 0.1, 1e-3, **options)
    t = np.cumsum(np.random.default_rng(2).uniform(0.5e-3, 2e-3, len(motion.q)))
    tau = np.random.default_rng(3).normal(size=motion.q.shape)
    log = momentum_observer(arm, t, motion.q, motion.qd, tau, gain=GAIN, **options)
    observer = MomentumObserver(arm, GAIN, **options)
    loop = in_a_loop(observer, map(number, t), motion.q, motion.qd, tau)
    np.testing.assert_array_equal(loop, log)
    assert observer.time == t[-1]
    observer.reset()
    assert observer.time is None
    again = in_a_loop(observer, t.tolist(), motion.q.tolist(), motion.qd, tau)
    np.testing.assert_array_equal(again, log)


def test_a_batch_in_a_loop_is_that_of_the_log():
    t, q, qd, tau = measured(np.array([1.5, -2.0, 1.0, 0.5]))
    motion = np.stack([q, q[::-1]]), qd, tau
    log = momentum_observer(ARM, t, *motion, gain=GAIN, **OPTIONS)
    loop = in_a_loop(MomentumObserver(ARM, GAIN, **OPTIONS), t, *motion)
    np.testing.assert_array_equal(loop, log)
    # parts that broadcast in each sample
    observer = MomentumObserver(ARM, GAIN, **OPTIONS)
    found = [observer.update(t[k], motion[0][:, k], qd[k], tau) for k in range(3)]
    np.testing.assert_array_equal(found, np.moveaxis(log, -2, 0)[:3])


STATE = [0.1, 0.2, 0.3, 0.4]
BAD_SAMPLES = {
    "time stands": ((0.5, STATE, STATE, STATE), "t: must increase, got 0.5 after 0.5"),
    "time goes back": ((0, STATE, STATE, STATE), "t: must increase, got 0.0 after 0.5"),
    "time is nan": ((np.nan, STATE, STATE, STATE), "t: must be finite"),
    "time is infinite": ((np.inf, STATE, STATE, STATE), "t: must be finite"),
    "several times": (([1.0, 2.0], STATE, STATE, STATE), "t: shape must be"),
    "a joint is missing": ((1.0, STATE[:3], STATE, STATE), "q: last axis must be 4"),
    "a batch": ((1.0, [STATE] * 2, STATE, STATE), r"expected shape \(4,\), .*, got \(2, 4\)"),
    "unequal": ((1.0, [STATE] * 2, [STATE] * 3, STATE), "q, qd, tau: leading axes do not"),
    "q is nan": ((1.0, np.full(4, np.nan), np.ones(4), np.ones(4)), "q: must be finite"),
    "qd is nan": ((1.0, np.ones(4), np.full(4, np.nan), np.ones(4)), "qd: must be finite"),
    "tau is nan": ((1.0, np.ones(4), np.ones(4), np.full(4, np.nan)), "tau: must be finite"),
    "overflow": ((1.0, np.ones(4), np.ones(4), np.full(4, 1.7e308)), "overflow"),
}


@pytest.mark.parametrize(("sample", "message"), BAD_SAMPLES.values(), ids=BAD_SAMPLES)
def test_a_bad_sample_is_refused_and_left_out(sample, message):
    good = np.array(STATE)
    observer, other = MomentumObserver(ARM, GAIN), MomentumObserver(ARM, GAIN)
    for each in (observer, other):
        each.update(0.25, good, good, good)
        each.update(0.5, -good, good, 1e306 * np.ones(4) if message == "overflow" else good)
    with pytest.raises(ValueError, match=message):
        observer.update(*sample)
    assert observer.time == 0.5
    if message != "overflow":
        np.testing.assert_array_equal(
            observer.update(0.75, good, good, good), other.update(0.75, good, good, good)
        )


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_the_first_sample_is_checked_too(bad):
    observer = MomentumObserver(ARM, GAIN)
    with pytest.raises(ValueError, match=r"^tau: must be finite"):
        observer.update(0.0, np.ones(4), np.ones(4), np.full(4, bad))
    assert observer.time is None


def test_what_a_caller_does_to_a_result_does_not_reach_the_observer():
    t, q, qd, tau = measured(np.array([1.5, -2.0, 1.0, 0.5]))
    observer, kept = MomentumObserver(ARM, GAIN, **OPTIONS), []
    for k in range(5):
        found = observer.update(t[k], q[k], qd[k], tau)
        kept.append(found.copy())
        found[:] = 1e9
    log = momentum_observer(ARM, t[:5], q[:5], qd[:5], tau, gain=GAIN, **OPTIONS)
    np.testing.assert_array_equal(kept, log)


def test_an_observer_says_what_it_observes():
    observer = MomentumObserver(robots.planar_2r(), 50, friction=False)
    assert repr(observer) == "<MomentumObserver of planar 2R, gain 50 1/s: no sample yet>"
    observer.update(0.25, [0, 0], [0, 0], [0, 0])
    assert repr(observer).endswith("last sample at 0.25 s>")
    both = repr(MomentumObserver(ARM, GAIN, **OPTIONS))
    assert "gain 40 1/s, friction, motors:" in both


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        ({"gain": -1.0}, ValueError, "^gain: must be positive"),
        ({"friction": 1}, TypeError, "^friction: expected"),
        ({"friction": True}, ValueError, "friction"),
        ({"motors": True}, ValueError, "motor"),
        ({"arm": "panda"}, TypeError, "^arm: expected an equidyn.Arm"),
    ],
)
def test_an_observer_of_bad_arguments_is_refused(given, error, message):
    with pytest.raises(error, match=message):
        MomentumObserver(**({"arm": robots.planar_2r(), "gain": GAIN} | given))
