"""An arm with a load is, to the last bit, the arm that is made from the data of both."""

import pickle
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import equidyn
from equidyn import Arm, _core, robots
from equidyn.arm.products import product
from oracles.random_arms import random_arm, random_inertia, random_pose, slid_arm
from oracles.refusals import raises

SEEDS = range(0, 96, 5)


def drives(rng, n):
    return {
        "motor_inertia": rng.uniform(1e-4, 1e-3, n),
        "gear_ratio": rng.uniform(-90, 90, n),
        "viscous": rng.uniform(0, 1e-3, n),
        "coulomb": rng.uniform(0.1, 0.2, (n, 2)) * (1, -1),
    }


def arm_of(seed):
    rng = np.random.default_rng(seed)
    data = (slid_arm if seed % 2 else random_arm)(seed)
    n = len(data["joints"])
    named = {"frames": [("camera", n, random_pose(rng))], "configurations": {"home": np.ones(n)}}
    with_drives = drives(rng, n) if seed % 3 else {}
    return Arm.from_dh(**data, **named, **with_drives)


def load_of(seed):
    rng = np.random.default_rng([seed, 1])
    mass = rng.uniform(0.1, 30)
    return [
        (mass,),
        (mass, rng.normal(size=3)),
        (mass, rng.normal(size=3), random_inertia(rng)),
        (mass, rng.normal(size=3), (1.0, 2.0, 2.5)),
        (0, rng.normal(size=3), random_inertia(rng)),
    ][seed % 5]


def from_data(arm, mass, com=(0, 0, 0), inertia=((0, 0, 0),) * 3):
    """The arm made from its data and those of a load, which are checked as those of any arm."""
    tensor = np.array(inertia, float)
    tensor = np.diag(tensor) if tensor.ndim == 1 else tensor
    R, p = arm.tool[:3, :3], arm.tool[:3, 3]
    place, tensor = product(R, np.array(com, float)) + p, product(R, tensor, R.T)
    m, c, inertia = arm.mass.copy(), arm.com.copy(), arm.inertia.copy()
    total = m[-1] + mass
    share, between = (mass / total if total else 0.0), place - c[-1]
    square = (between**2).sum() * np.eye(3) - np.outer(between, between)
    inertia[-1] = inertia[-1] + tensor + m[-1] * share * square
    c[-1] = c[-1] + share * between
    m[-1] = total
    return arm._with(mass=m, com=c, inertia=inertia)


def results(arm):
    """Results of the kernels and of the methods for verification, in both conventions."""
    rng = np.random.default_rng(7)
    q, qd, qdd = rng.uniform(-2, 2, (3, 4, arm.n))
    drives = {"friction": arm.viscous is not None, "motors": arm.motor_inertia is not None}
    wrench = rng.uniform(-3, 3, 6)
    tau = arm.inverse_dynamics(q, qd, qdd, tip_wrench=wrench, **drives)
    yield tau
    yield arm.inverse_dynamics(q, qd, qdd, dtype=np.float32)
    yield arm.forward_dynamics(q, qd, tau, **drives)
    yield arm.mass_matrix(q, dtype=np.float32)
    yield arm.coriolis_matrix(q, qd)
    yield arm.regressor(q, qd, qdd)
    yield arm.forward_kinematics(q)
    yield from (arm.jacobian(q, of=frame.name) for frame in arm.frames)
    yield arm.kinetic_energy(q, qd)
    yield arm.potential_energy(q)
    yield arm.to_convention("modified").to_convention("standard").com
    for formulation in equidyn.formulations():
        if not formulation.refusal(arm):
            yield arm.inverse_dynamics(q, qd, qdd, formulation=formulation.name)


def assert_same(arm, other):
    assert arm == other
    assert hash(arm) == hash(other)
    assert repr(arm) == repr(other)
    assert arm.to_dict() == other.to_dict()
    made_on_demand = {"_ends"}
    assert vars(arm).keys() - made_on_demand == vars(other).keys() - made_on_demand
    assert pickle.loads(pickle.dumps(arm)) == other
    for one, another in zip(results(arm), results(other), strict=True):
        assert one.tobytes() == another.tobytes()


@pytest.mark.parametrize("seed", SEEDS)
def test_a_loaded_arm_is_the_one_from_the_data_of_both(seed):
    arm, load = arm_of(seed), load_of(seed)
    loaded = arm.with_payload(*load)
    assert_same(loaded, from_data(arm, *load))
    assert_same(loaded.with_payload(*load_of(seed + 1)), from_data(loaded, *load_of(seed + 1)))
    # what a loaded arm is made into
    for change in (
        lambda arm: arm.with_gravity((0, 0, 1)),
        lambda arm: arm.to_convention("modified"),
        lambda arm: arm.to_convention("standard"),
    ):
        assert_same(change(loaded), change(from_data(arm, *load)))


@pytest.mark.parametrize("make", [robots.panda, robots.puma560, robots.planar_2r])
def test_a_robot_with_a_load_is_the_one_from_the_data_of_both(make):
    arm = make()
    assert_same(arm.with_payload(2.5), from_data(arm, 2.5))
    assert arm == make()


@pytest.mark.parametrize("seed", [1, 50])
def test_the_exact_torques_are_those_of_the_load(seed):
    arm = arm_of(seed)
    state = np.random.default_rng(1).uniform(-2, 2, (3, arm.n))
    one, other = (
        _core.inverse_dynamics_extended(each, formulation.name, *state, None, None)
        for each in (arm.with_payload(3.0), from_data(arm, 3.0))
        for formulation in equidyn.formulations()[:1]
    )
    assert one.tolist() == other.tolist()


def test_the_data_of_a_loaded_arm_cannot_be_written():
    loaded = robots.panda().with_payload(1.0, (0, 0, 0.1))
    for name in ("mass", "com", "inertia"):
        with pytest.raises(ValueError, match="read-only"):
            getattr(loaded, name)[-1] = 0
        with pytest.raises(ValueError, match="WRITEABLE"):
            getattr(loaded, name).flags.writeable = True


def test_a_subclass_stays_one():
    class Own(Arm):
        pass

    own = Own._quietly(robots.panda()._data())
    assert type(own.with_payload(1.0)) is Own


@pytest.mark.parametrize(
    ("load", "name"),
    [
        ((1e308, (1e10, 0, 0)), "inertia, about the origin of the link's frame"),
        ((1.0, (1.7e308, 1.7e308, 0)), "inertia"),
        ((1.0, (1e308, 0, 0), (1.7e308, 1.7e308, 1.7e308)), "inertia"),
        ((1.7e308,), "mass, of all links together"),
        ((1.7e308, (0, 0, 0), (1.7e308, 1.7e308, 1.7e308)), "mass, of all links together"),
    ],
)
def test_a_load_that_is_too_large_is_refused_as_other_data_are(load, name):
    arm = robots.planar_2r()._with(mass=[1e308, 1.0])
    with pytest.raises(ValueError, match=f"^{name}: must be finite, got ") as refused:
        arm.with_payload(*load)
    with np.errstate(all="ignore"), raises(ValueError, str(refused.value)):
        from_data(arm, *load)


def test_threads_change_loads_of_one_arm():
    arm = robots.panda()
    state = np.random.default_rng(1).uniform(-2, 2, (3, arm.n))

    def torques(mass):
        loaded = arm.with_payload(mass)
        return loaded.inverse_dynamics(*state), loaded.inverse_dynamics(*state, dtype=np.float32)

    masses = np.linspace(0.1, 5, 200)
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(torques, masses))
    for mass, (exact, single) in zip(masses, together, strict=True):
        alone = torques(mass)
        np.testing.assert_array_equal(exact, alone[0])
        np.testing.assert_array_equal(single, alone[1])
