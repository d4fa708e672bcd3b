"""From the log of a robot to functions in C that other libraries judge by a file of the arm."""

import ctypes
import shutil
import subprocess

import numpy as np
import pytest

import equidyn
from equidyn import robots

LOAD = {"mass": 2.0, "com": [0.02, -0.01, 0.07], "inertia": [0.008, 0.008, 0.004]}
NOISE = np.array([1.0, 1.0, 0.8, 0.15, 0.15, 0.1])
MODEL = robots.load("ur5e").with_friction()
COULOMB = np.array([7.0, 7.5, 5.0, 1.2, 1.1, 0.9])
ROBOT = MODEL.with_parameters(
    np.repeat([1.2, 1.1, 1.15, 1.05, 1.1, 1.2], 10) * MODEL.parameters()
).with_friction([9.0, 10.0, 7.0, 1.5, 1.4, 1.2], np.stack([COULOMB, -0.9 * COULOMB], axis=1))


def logged(path, arm, seed):
    """Write a log of an arm, joints by name in the order of the alphabet, and read it again."""
    motion = equidyn.exciting_trajectory(
        MODEL.with_limits([[-2.5, 2.5]] * 6), duration=20.0, friction=True, evaluations=8, seed=seed
    )
    rng = np.random.default_rng(seed)
    t = np.cumsum(rng.uniform(0.006, 0.010, 2500))
    q, qd, qdd = motion(t)
    tau = arm.inverse_dynamics(q, qd, qdd, friction=True) + NOISE * rng.normal(size=q.shape)
    names = [f"axis_{letter}" for letter in "cbafed"]
    order = np.argsort(names)
    columns = [f"{each}_{names[k]}" for each in ("position", "effort") for k in order]
    rows = np.column_stack([1e3 * t, np.round(q, 5)[:, order], tau[:, order]])
    np.savetxt(path, rows, "%.9g", ",", header=",".join(["time [ms]", *columns]), comments="")
    log = equidyn.read_log(path, joints=names)
    states = equidyn.smooth(log.t, log.q, cutoff=4.0)
    return [each[30:-30] for each in (*states, log.tau)]


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    """The arm with friction and load, as its logs tell."""
    folder = tmp_path_factory.mktemp("logs")
    empty = logged(folder / "empty.csv", ROBOT, 0)
    arm = equidyn.identify(MODEL, *empty, friction=True).arm
    loaded = logged(folder / "loaded.csv", ROBOT.with_payload(**LOAD), 1)
    return equidyn.identify_payload(arm, *loaded, friction=True)


@pytest.mark.slow
def test_the_load_is_found_within_a_percent(found):
    assert found.mass == pytest.approx(LOAD["mass"], rel=0.01)
    np.testing.assert_allclose(found.com, LOAD["com"], atol=3e-3)


@pytest.mark.slow
def test_feed_forward_is_that_of_the_robot_up_to_the_noise(found):
    q, qd, qdd = np.random.default_rng(7).uniform(-1.5, 1.5, (3, 200, 6))
    truth = ROBOT.with_payload(**LOAD).inverse_dynamics(q, qd, qdd, friction=True)
    off = found.arm.inverse_dynamics(q, qd, qdd, friction=True) - truth
    assert np.all(np.sqrt(np.mean(off**2, axis=0)) < NOISE)


def compiled(arm, folder):
    """Return the inverse dynamics of an arm, written as C."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        pytest.skip("there is no C compiler on the path")
    equidyn.generate(arm, language="c", name="feedforward").save(folder / "feedforward.c")
    made = [str(folder / "feedforward.so"), str(folder / "feedforward.c")]
    subprocess.run([compiler, "-std=c99", "-shared", "-fPIC", "-o", *made, "-lm"], check=True)
    numbers = np.ctypeslib.ndpointer(dtype=np.float64, shape=(6,), flags="C_CONTIGUOUS")
    call = ctypes.CDLL(made[0]).feedforward
    call.argtypes, call.restype = [numbers] * 4, None

    def feedforward(*state):
        tau = np.empty(6)
        call(*state, tau)
        return tau

    return feedforward


def by_pinocchio(arm):
    pin = pytest.importorskip("pinocchio")
    model = pin.buildModelFromXML(arm.to_urdf())
    data = model.createData()
    return lambda q, qd, qdd: pin.rnea(model, data, q, qd, qdd)


def by_mujoco(arm):
    mujoco = pytest.importorskip("mujoco")
    model = mujoco.MjModel.from_xml_string(arm.to_urdf())
    data = mujoco.MjData(model)

    def torque(q, qd, qdd):
        data.qpos[:], data.qvel[:], data.qacc[:] = q, qd, qdd
        mujoco.mj_inverse(model, data)
        return data.qfrc_inverse.copy()

    return torque


@pytest.mark.slow
@pytest.mark.parametrize("judge", [by_pinocchio, by_mujoco])
def test_other_libraries_read_the_arm_and_compute_what_the_code_does(judge, found, tmp_path):
    arm = found.arm.with_friction()
    theirs, ours = judge(arm), compiled(arm, tmp_path)
    zero = np.zeros(6)
    for q, qd, qdd in np.random.default_rng(8).uniform(-2, 2, (20, 3, 6)):
        np.testing.assert_allclose(ours(q, qd, qdd), theirs(q, qd, qdd), atol=1e-8)
        np.testing.assert_allclose(ours(q, zero, zero), theirs(q, zero, zero), atol=1e-8)
