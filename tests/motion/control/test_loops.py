"""Controllers in a simulation, compared with a loop in plain NumPy around forward dynamics."""

import numpy as np
import pytest

import equidyn
from equidyn import robots
from oracles.drives import geared

STEP = 2e-3
MOVE = equidyn.quintic(np.zeros(6), [1, 0.5, -0.6, 1, -0.3, 0.5], duration=0.1)
ROOT = np.random.default_rng(1).uniform(-1, 1, (6, 6))
FULL = ROOT @ ROOT.T + np.eye(6)
ROTOR, DRIVES = 0.3, {"friction": True, "motors": True}
LIMITS = np.array([[-40, 20], [-60, 60], [-9, 12], [-1, 1], [-0.5, 0.5], [-0.2, 0.2]])


def plant():
    return geared(robots.puma560(), rotor=ROTOR, coulomb=(0.2, -0.3))


def states(rows, seed=2):
    rng = np.random.default_rng(seed)
    return rng.uniform(-0.2, 0.2, (rows, 6)), rng.uniform(-1, 1, (rows, 6))


def in_time(ask, period, delay):
    """Return the torque in force at a step: of the last sample that may be, or the first one."""
    asked = []

    def in_force(step, q, qd):
        if period is None:
            return None
        if step % period == 0:
            asked.append((step + delay, ask(step * STEP, q, qd)))
        return next((tau for since, tau in reversed(asked) if since <= step), asked[0][1])

    return in_force


def four_points(arm, q, qd, steps, ask, period=None, delay=0):
    """Integrate by RK4, with the loads of a plant."""
    path, torques, in_force = [(q, qd)], [], in_time(ask, period, delay)
    for step in range(steps):
        held = in_force(step, q, qd)

        def rate(ahead, x, v, t=step * STEP, held=held):
            tau = ask(t + ahead, x, v) if held is None else held
            return v, arm.forward_dynamics(x, v, tau, **DRIVES)

        torques.append(ask(step * STEP, q, qd) if held is None else held)
        k = [rate(0, q, qd)]
        for ahead in (STEP / 2, STEP / 2, STEP):
            k.append(rate(ahead, q + ahead * k[-1][0], qd + ahead * k[-1][1]))
        q, qd = (
            x + STEP / 6 * (k[0][j] + 2 * k[1][j] + 2 * k[2][j] + k[3][j])
            for j, x in enumerate((q, qd))
        )
        path.append((q, qd))
    q, qd = np.moveaxis(np.array(path), 0, -2)
    return q, qd, np.moveaxis(np.array(torques), 0, -2)


def asks_for(kind, model, kp, kv, limits, resolution):
    """Return the law of a controller, from its equations."""
    kp, kv = (np.eye(6) * k if np.ndim(k) < 2 else k for k in (kp, kv))

    def ask(t, q, qd):
        wanted, rate, acceleration = MOVE(t)
        read = q if resolution is None else np.round(q / resolution) * resolution
        correction = (wanted - read) @ kp + (rate - qd) @ kv
        if kind == "slotine li":
            asked, s = acceleration + (rate - qd) @ kp, rate - qd + (wanted - read) @ kp
            M, C = model.mass_matrix(read), model.coriolis_matrix(read, qd)
            tau = np.einsum("...ij,...j->...i", M, asked) + ROTOR * asked + s @ kv
            tau = tau + np.einsum("...ij,...j->...i", C, qd + s) + model.gravity_torque(read)
            tau = tau + model.bias(0 * read, qd, friction=True) - model.bias(0 * read, qd)
        elif kind == "computed torque":
            asked = acceleration + correction
            tau = np.einsum("...ij,...j->...i", model.mass_matrix(read), asked)
            tau = tau + ROTOR * asked + model.bias(read, qd, friction=True)
        elif kind == "gravity alone":
            tau = model.gravity_torque(read) - qd @ kv
        else:
            added = {
                "none": 0.0,
                "gravity": model.gravity_torque(read),
                "feed_forward": model.inverse_dynamics(wanted, rate, acceleration, **DRIVES),
            }
            tau = correction + added[kind]
        return tau if limits is None else np.minimum(np.maximum(tau, limits[:, 0]), limits[:, 1])

    return ask


CASES = {
    "continuous": {},
    "sampled": {"period": 5},
    "late": {"period": 5, "delay": 2},
    "late by a period": {"period": 3, "delay": 3},
    "limited": {"limits": LIMITS},
    "in counts": {"resolution": np.linspace(1e-3, 2e-2, 6)},
    "of full gains": {"kp": 50 * FULL, "kv": 20 * FULL},
    "all": {
        "period": 2,
        "delay": 1,
        "limits": LIMITS,
        "resolution": 2 * np.pi / 2**12,
        "kp": 10 * FULL,
        "kv": 10 * FULL,
    },
}
KINDS = ["computed torque", "slotine li", "gravity", "feed_forward", "none", "gravity alone"]


def controller(kind, model, options, formulation=None):
    if kind == "computed torque":
        return equidyn.ComputedTorque(model, MOVE, **options, formulation=formulation)
    if kind == "slotine li":
        return equidyn.SlotineLi(model, MOVE, **options)
    if kind == "gravity alone":
        of_arm = {name: options[name] for name in options if name not in ("kp", "kv", "friction")}
        return equidyn.GravityCompensation(model, damping=options["kv"], **of_arm)
    return equidyn.PD(model, MOVE, **options, compensation=kind)


def prepared(name):
    """Return options of a controller, and of the loop, from a case in steps."""
    case = {"kp": 100.0, "kv": np.linspace(15, 25, 6)} | CASES[name]
    period, delay = case.pop("period", None), case.pop("delay", 0)
    of_law = {"limits": None, "resolution": None} | case
    in_seconds = {"period": period and period * STEP, "delay": delay * STEP}
    return case | in_seconds, of_law, (period, delay)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", CASES)
def test_a_controller_in_lanes_is_what_its_equations_say(kind, name):
    arm, (q, qd) = plant(), states(11)
    model = arm.with_payload(2.0, com=(0, 0, 0.1))
    options, of_law, when = prepared(name)
    if kind == "slotine li" and name in ("late", "late by a period"):  # a rate, not its square
        options, of_law = options | {"kp": 8.0}, of_law | {"kp": 8.0}
    if kind != "computed torque" and name == "all":  # torques, of which light links take few
        options |= (gains := {"kp": 4 * FULL, "kv": FULL})
        of_law |= gains
    control = controller(kind, model, options | DRIVES)
    expected = four_points(arm, q, qd, 25, asks_for(kind, model, **of_law), *when)
    motion = arm.simulate(q, qd, 0.05, STEP, torque=control, **DRIVES)
    np.testing.assert_allclose(motion.q, expected[0], rtol=0, atol=1e-11)
    np.testing.assert_allclose(motion.qd, expected[1], rtol=0, atol=1e-9)
    scale = abs(expected[2]).max()
    np.testing.assert_allclose(motion.torque[:, :-1], expected[2], rtol=0, atol=1e-10 * scale)


@pytest.mark.parametrize("formulation", ["lagrange_euler", "newton_euler"])
@pytest.mark.parametrize("name", ["continuous", "late", "late by a period", "all"])
def test_a_named_formulation_leads_to_the_same_motion(formulation, name):
    arm, (q, qd) = plant(), states(3)
    options = prepared(name)[0] | DRIVES
    in_lanes, by_batches = (
        arm.simulate(
            q, qd, 0.02, STEP, torque=controller("computed torque", arm, options, by), **DRIVES
        )
        for by in (None, formulation)
    )
    for part in ("q", "qd", "torque", "work", "dissipated"):
        kernels, slow = getattr(in_lanes, part), getattr(by_batches, part)
        np.testing.assert_allclose(slow, kernels, rtol=0, atol=1e-10 * max(1, abs(kernels).max()))
