"""Invalid arguments of controllers, and their errors."""

import pickle

import numpy as np
import pytest

import equidyn
from equidyn import PD, ComputedTorque, GravityCompensation, robots

ARM = robots.planar_2r()
GOOD = {"model": ARM, "trajectory": np.zeros(2), "kp": 100.0, "kv": 20.0}
SINGULAR = [[1.0, 1.0], [1.0, 1.0]]
REST = np.zeros(2)


@pytest.mark.parametrize("kind", [ComputedTorque, PD])
@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"model": "planar_2r"}, TypeError, "model: expected an equidyn.Arm, got str"),
        ({"trajectory": "rest"}, TypeError, "trajectory: expected a trajectory, or a position"),
        ({"trajectory": None}, TypeError, "trajectory: expected real numbers"),
        ({"trajectory": np.zeros(3)}, ValueError, r"trajectory: shape must be \(2,\)"),
        ({"trajectory": [0, np.nan]}, ValueError, "trajectory: must be finite"),
        ({"kp": 0.0}, ValueError, "kp: must be positive"),
        ({"kp": [1.0, -1.0]}, ValueError, r"kp: must be positive .* got -1 at joint 2"),
        ({"kp": np.zeros(3)}, ValueError, "kp: expected one number, one for each joint"),
        ({"kp": [[1.0, 2.0], [0.0, 9.0]]}, ValueError, "kp: must be symmetric"),
        ({"kp": [[1.0, 0.5], [0.5 + 1e-8, 1.0]]}, ValueError, "kp: must be symmetric"),
        ({"kp": SINGULAR}, ValueError, "kp: must be positive definite .* got an eigenvalue of"),
        ({"kp": np.zeros((2, 2))}, ValueError, "kp: must be positive definite"),
        ({"kv": np.inf}, ValueError, "kv: must be finite"),
        ({"kv": "20"}, TypeError, "kv: expected real numbers"),
        ({"friction": True}, ValueError, "friction: the arm has no friction data"),
        ({"motors": 1}, TypeError, "motors: expected True or False"),
        ({"period": 0.0}, ValueError, "period: must be positive"),
        ({"period": "often"}, TypeError, "period: expected real numbers"),
        ({"delay": 0.01}, ValueError, "delay: only a sampled controller, with a period"),
        ({"delay": -1.0}, ValueError, "delay: must not be negative"),
        ({"period": 1e-3, "delay": 2e-3}, ValueError, "delay: must be at most the period, 0.001 s"),
        ({"limits": 0.0}, ValueError, "limits: must be positive"),
        ({"limits": [[1, 1], [0, 1]]}, ValueError, "limits: least torque must be below"),
        ({"limits": np.zeros(3)}, ValueError, "limits: expected one number"),
        ({"resolution": 0.0}, ValueError, "resolution: must be positive"),
        ({"resolution": [1e-3, -1e-3]}, ValueError, "resolution: must be positive.* at joint 2"),
        ({"resolution": np.ones(3)}, ValueError, r"resolution: shape must be \(2,\)"),
    ],
)
def test_a_bad_argument_is_named(kind, options, error, message):
    with pytest.raises(error, match=message):
        kind(**(GOOD | options))


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"model": "planar_2r"}, TypeError, "model: expected an equidyn.Arm, got str"),
        ({"damping": -1.0}, ValueError, "damping: must not be negative .*, got -1"),
        (
            {"damping": [1.0, -1.0]},
            ValueError,
            "damping: must not be negative .*, got -1 at joint 2",
        ),
        ({"damping": np.zeros(3)}, ValueError, "damping: expected one number, one for each joint"),
        ({"damping": [[1.0, 2.0], [0.0, 9.0]]}, ValueError, "damping: must be symmetric"),
        ({"damping": [[0.0, 1.0], [1.0, 0.0]]}, ValueError, "damping: .* semidefinite .* of -1"),
        ({"damping": np.nan}, ValueError, "damping: must be finite"),
        ({"damping": None}, TypeError, "damping: expected real numbers"),
        ({"motors": True}, ValueError, "motors: the arm has no motor data"),
        ({"period": 0.0}, ValueError, "period: must be positive"),
        ({"delay": 0.01}, ValueError, "delay: only a sampled controller, with a period"),
        ({"limits": 0.0}, ValueError, "limits: must be positive"),
        ({"resolution": 0.0}, ValueError, "resolution: must be positive"),
    ],
)
def test_a_bad_argument_of_gravity_compensation_is_named(options, error, message):
    with pytest.raises(error, match=message):
        GravityCompensation(**({"model": ARM} | options))


def test_a_bad_choice_is_named():
    with pytest.raises(ValueError, match="formulation: there is no 'newton'"):
        ComputedTorque(**GOOD, formulation="newton")
    with pytest.raises(ValueError, match="compensation: there is no 'weight'"):
        PD(**GOOD, compensation="weight")


@pytest.mark.parametrize(
    ("gains", "period", "stable"),
    [
        ({"kp": 100.0, "kv": 20.0}, 0.0999, True),
        ({"kp": 100.0, "kv": 20.0}, 0.1001, False),  # kv < 2 / period
        ({"kp": 100.0, "kv": 4.99}, 0.1, False),  # period kp / 2 < kv
        ({"kp": 100.0, "kv": 5.01}, 0.1, True),
        ({"kp": 1e300, "kv": 1e300}, 1.0, False),
        ({"kp": 100.0, "kv": 20.0}, 1e308, False),
        ({"kp": [[100.0, 1.0], [1.0, 100.0]], "kv": 20.0}, 0.1001, False),
    ],
)
def test_gains_are_as_stable_as_their_sampling_lets_them_be(gains, period, stable):
    if stable:
        ComputedTorque(**(GOOD | gains), period=period)
        return
    with pytest.raises(ValueError, match="kp, kv: not stable when sampled every"):
        ComputedTorque(**(GOOD | gains), period=period)


@pytest.mark.parametrize(("start", "stable"), [([0, 0], True), ([0, np.pi], False)])
def test_gains_of_proportional_control_are_those_of_the_inertia_where_the_motion_starts(
    start, stable
):
    # at time zero it is over, and the arm stretched where it was folded
    move = equidyn.quintic(start, [0, np.pi - start[1]], duration=1.0, start_time=-2.0)
    gains = {"kp": 0.1, "kv": 9 * ARM.mass_matrix([0, 0])}  # nearly 2 / period, of a stretched arm
    if stable:
        PD(ARM, move, **gains, period=0.2)
        return
    with pytest.raises(ValueError, match="kp, kv: not stable when sampled every"):
        PD(ARM, move, **gains, period=0.2)


@pytest.mark.parametrize("delay", [0.0, 0.02, 0.05])
def test_the_bound_of_gains_is_where_a_sampled_arm_comes_to_rest_no_more(delay):
    still, period, start = ARM.with_gravity((0, 0, 0)), 0.05, np.array([1e-4, 0.0])

    def control(kv):
        return ComputedTorque(still, REST, kp=16, kv=kv, period=period, delay=delay)

    stable, refused = 8.0, 100.0
    while refused - stable > 1e-2:
        middle = (stable + refused) / 2
        try:
            control(middle)
            stable = middle
        except ValueError:
            refused = middle

    def last(kv):
        """Sample an error by hand; return it behind 1500 periods."""
        e, rate, asked = start[0], 0.0, -16 * start[0]
        for _ in range(1500):
            late, asked = asked, -16 * e - kv * rate
            for seconds, u in ((delay, late), (period - delay, asked)):
                e, rate = e + seconds * rate + seconds**2 / 2 * u, rate + seconds * u
        return abs(e)

    assert last(0.97 * stable) < 0.1 * start[0] < 10 * start[0] < last(1.03 * stable)
    motion = still.simulate(
        start, REST, 300 * period, 5e-3, torque=control(0.97 * stable), record=0
    )
    assert abs(motion.q).max() < 0.1 * start[0]


@pytest.mark.parametrize(
    ("options", "step", "message"),
    [
        ({"period": 0.0025}, 1e-3, "period: must be a multiple of the step, 0.001 s, got 0.0025 s"),
        ({"period": 5e-3, "delay": 2.5e-3}, 1e-3, "delay: must be a multiple of the step"),
        ({"period": 1e-4}, 1e-3, "period: must be a multiple of the step"),
    ],
)
def test_period_and_delay_must_be_multiples_of_the_step(options, step, message):
    control = ComputedTorque(**GOOD, **options)
    with pytest.raises(ValueError, match=message):
        ARM.simulate(REST, REST, 0.1, step, torque=control)


def test_a_controller_that_samples_takes_fixed_steps():
    control = ComputedTorque(**GOOD, period=0.01)
    with pytest.raises(ValueError, match="torque: a sampled controller needs a method of"):
        ARM.simulate(REST, REST, 0.1, torque=control, method="dopri5")
    with pytest.raises(ValueError, match="torque: expected a continuous controller"):
        ARM.ode(control)


def test_a_controller_of_another_arm_has_as_many_joints():
    control = ComputedTorque(**GOOD)
    with pytest.raises(ValueError, match="torque: expected a controller of 6 joints, got 2"):
        robots.puma560().simulate(np.zeros(6), np.zeros(6), 0.1, torque=control)
    with pytest.raises(ValueError, match="torque: expected a controller of 6 joints, got 2"):
        robots.puma560().ode(control)


@pytest.mark.parametrize(
    ("motion", "error", "message"),
    [
        (lambda t: None, TypeError, "expected one that gives q, qd, qdd, got NoneType"),
        (lambda t: (1, 2), TypeError, "expected one that gives q, qd, qdd, got tuple"),
        (lambda t: np.zeros((3, 2)), TypeError, "got ndarray"),
        (lambda t: [np.zeros((*t.shape, 3))] * 3, ValueError, r"trajectory, q: expected shape"),
        (lambda t: [np.full((*t.shape, 2), np.nan)] * 3, ValueError, "q: must be finite"),
    ],
)
def test_a_trajectory_that_is_none_is_named(motion, error, message):
    control = ComputedTorque(**(GOOD | {"trajectory": motion}))
    with pytest.raises(error, match=message):
        ARM.simulate(REST, REST, 0.01, torque=control)
    with pytest.raises(error, match=message):
        control(0.0, REST, REST)


@pytest.mark.parametrize(
    ("state", "message"),
    [
        ((np.nan, REST, REST), "t: must be finite"),
        ((0.0, np.zeros(3), REST), "q: last axis must be 2"),
        ((0.0, REST, [np.inf, 0]), "qd: must be finite"),
        ((np.zeros(3), np.zeros((4, 2)), REST), "t, q, qd: leading axes do not broadcast"),
    ],
)
def test_a_bad_state_is_named(state, message):
    with pytest.raises(ValueError, match=message):
        ComputedTorque(**GOOD)(*state)


def test_the_motion_that_is_followed_takes_memory_which_is_said():
    control = ComputedTorque(**GOOD)
    with pytest.raises(MemoryError, match="GB"):
        ARM.simulate(REST, REST, 1e9, 1e-3, torque=control, record=0)


def test_a_controller_prints_as_a_table_and_can_be_pickled():
    move = equidyn.quintic([0, 0], [1, 1], duration=1.0)
    control = ComputedTorque(
        ARM, move, kp=(100, 64), kv=(20, 16), period=0.01, delay=0.005, limits=(90, 30)
    )
    text = repr(control)
    assert "computed torque (4.4)" in text
    assert "every 0.01 s, 0.005 s late" in text
    assert all(number in text for number in ("100", "64", "16", "-30"))
    assert "(4.1)" in repr(ComputedTorque(**GOOD, formulation="lagrange_euler"))
    assert "PD and gravity" in repr(PD(**GOOD))
    assert "matrices" not in text
    full = PD(**(GOOD | {"kp": [[9.0, 1.0], [1.0, 9.0]]}))
    assert "of gain matrices, the diagonal" in repr(full)
    again = pickle.loads(pickle.dumps(control))
    np.testing.assert_array_equal(again(0.3, [1, 2], [3, 4]), control(0.3, [1, 2], [3, 4]))
