"""Finite numbers of extreme size give finite results, or an error that names an argument."""

import numpy as np
import pytest

import equidyn
from equidyn import robots

ARM = robots.planar_2r().with_friction([1, 1]).with_motors([0.1, 0.2])
SIZES = [1e-300, 1e-160, 1e-20, 1.0, 1e20, 1e160, 1e300]


def numbers(result):
    """The numbers of a result, of a tuple, or of a dataclass."""
    if isinstance(result, (np.ndarray, float)):
        return [np.asarray(result)]
    parts = result if isinstance(result, tuple) else vars(result).values() if hasattr(
        result, "noise") else ()  # fmt: skip
    return [x for part in parts for x in numbers(part)]


def followed(move):
    str(move)
    return (*move(move.times(9)), move.duration)


def samples(rng):
    sizes = rng.choice(SIZES, 4)
    return [size * rng.normal(size=(40, 2)) for size in sizes]


def observed(rng):
    t = np.cumsum(rng.uniform(0.5, 1.5, 40)) * rng.choice(SIZES)
    q, qd, tau, _ = samples(rng)
    return equidyn.momentum_observer(ARM, t, q, qd, tau, gain=rng.choice(SIZES), friction=True)


def validated(rng):
    data, t = samples(rng), np.cumsum(rng.uniform(0.5, 1.5, 40)) * rng.choice(SIZES)
    found = equidyn.identify(ARM, *data).validate(*data)
    return str(found), found, found.spectrum(t)


def controlled(law):
    def torque(rng):
        start, q, qd = (rng.choice(SIZES) * rng.normal(size=2) for _ in range(3))
        return law(ARM, start, kp=rng.choice(SIZES), kv=rng.choice(SIZES))(0.0, q, qd)

    return torque


def ends(rng):
    return [rng.choice(SIZES) * rng.normal(size=2) for _ in range(2)]


CALLS = {
    "identify": lambda rng: str(equidyn.identify(ARM, *samples(rng), friction=True)),
    "identify_friction": lambda rng: equidyn.identify_friction(ARM, *samples(rng)).noise,
    "identify_payload": lambda rng: equidyn.identify_payload(ARM, *samples(rng)).noise,
    "validate": validated,
    "momentum_observer": observed,
    "cubic": lambda rng: followed(equidyn.cubic(*ends(rng), duration=rng.choice(SIZES))),
    "trapezoid": lambda rng: followed(
        equidyn.trapezoid(*ends(rng), velocity=rng.choice(SIZES), acceleration=rng.choice(SIZES))
    ),
    "waypoints": lambda rng: followed(
        equidyn.waypoints(
            rng.choice(SIZES) * rng.normal(size=(4, 2)),
            durations=rng.choice(SIZES, 3),
            kind=rng.choice(["cubic", "quintic"]),
        )
    ),
    "exciting_trajectory": lambda rng: followed(
        equidyn.exciting_trajectory(
            ARM, duration=rng.choice(SIZES), speed=rng.choice(SIZES), evaluations=1
        )
    ),
    "stability": lambda rng: str(equidyn.stability(*rng.choice(SIZES, 2))),
    "PD": controlled(equidyn.PD),
    "ComputedTorque": controlled(equidyn.ComputedTorque),
    "SlotineLi": controlled(equidyn.SlotineLi),
}


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.filterwarnings("ignore::equidyn.ArmWarning")
def test_no_result_is_silently_no_number(name):
    for seed in range(12):
        assert_numbers_or_a_message(CALLS[name], np.random.default_rng([seed, 9]))


def assert_numbers_or_a_message(call, rng):
    try:
        found = call(rng)
    except ValueError as error:
        message = str(error)
    else:
        assert all(np.isfinite(x).all() for x in numbers(found) if x.dtype.kind == "f")
        assert "nan" not in str(found)
        return
    assert ":" in message
    assert message.count("\n") < 2


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: equidyn.exciting_trajectory(ARM, harmonics=10**6), "harmonics: must be at most"),
        (lambda: equidyn.exciting_trajectory(ARM, evaluations=10**30), "evaluations: must be at"),
        (
            lambda: equidyn.time_optimal(ARM, [[0, 0], [1, 1]], torque=99, samples=10**30),
            "samples: must be at most 100000, got",
        ),
        (lambda: equidyn.cubic([0], [1], duration=1).times(10**30), "samples: must be at most"),
        (
            lambda: equidyn.exciting_trajectory(ARM, evaluations=1).times(10**30),
            "samples: must be at most",
        ),
    ],
)
def test_sizes_beyond_all_memory_are_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()
