"""Calls of MuJoCo, a simulator.

Its inverse dynamics computes all quantities of a simulation step; the other tasks are composed of
parts of a step.
"""

from __future__ import annotations

from copy import copy
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from ..validation import FloatArray
from .call import Call, of_many_arms
from .in_base_frame import rigid
from .tasks import SIMULATION

if TYPE_CHECKING:
    from ..arm.arm import Arm

LIBRARY = "MuJoCo"

_FULL = "FULL"

_PLACE = "position[:] = q; mj_kinematics(model, data); mj_comPos(model, data)"
_MOVE = f"{_PLACE}; velocity[:] = qd; mj_comVel(model, data)"
_REST = f"{_PLACE}; velocity[:] = 0; mj_comVel(model, data)"
_STATE = "position[:] = q; velocity[:] = qd"

# name in tables, task, expression, statements to run first
_STEPS = (
    (
        "mj_inverse",
        "inverse dynamics",
        "torque",
        f"{_STATE}; acceleration[:] = qdd; mj_inverse(model, data)",
    ),
    ("mj_rne", "bias", "out", f"{_MOVE}; mj_rne(model, data, 0, out)"),
    ("mj_rne", "gravity", "out", f"{_REST}; mj_rne(model, data, 0, out)"),
    ("mj_crb", "mass matrix", "M", f"{_PLACE}; mj_crb(model, data); {_FULL}"),
    (
        "mj_forward",
        "forward dynamics",
        "acceleration",
        f"{_STATE}; applied[:] = tau; mj_forward(model, data)",
    ),
    (
        "mj_jacDot",
        "Jacobian rate",
        "J",
        f"{_MOVE}; mj_jacDot(model, data, J_v, J_w, site, hand)",
    ),
    ("mj_energyPos", "potential energy", "energy[0]", f"{_PLACE}; mj_energyPos(model, data)"),
    (
        "mj_energyVel",
        "kinetic energy",
        "energy[1]",
        f"{_MOVE}; mj_crb(model, data); mj_energyVel(model, data)",
    ),
)

_FUNCTIONS = (
    "mj_inverse",
    "mj_forward",
    "mj_kinematics",
    "mj_comPos",
    "mj_comVel",
    "mj_rne",
    "mj_crb",
    "mj_fullM",
    "mj_jacDot",
    "mj_energyPos",
    "mj_energyVel",
)


def calls(arm: Arm, threads: int) -> list[Call]:
    """Return the calls that compete; `threads` makes no difference to them."""
    mujoco = import_module("mujoco")
    model = rigid(arm).to_mujoco()
    data = mujoco.MjData(model)
    names = {
        **{name: getattr(mujoco, name) for name in _FUNCTIONS},
        "model": model,
        "data": data,
        "position": data.qpos,
        "velocity": data.qvel,
        "acceleration": data.qacc,
        "torque": data.qfrc_inverse,
        "applied": data.qfrc_applied,
        "energy": data.energy,
        "site": data.site_xpos[0],
        "hand": model.site_bodyid[0],
        "M": np.empty((model.nv, model.nv)),
        "J": (J := np.empty((6, model.nv))),
        "J_v": J[:3],
        "J_w": J[3:],
    }
    # before its release 4 it was given the sparse matrix itself
    of_data = "MjData" in mujoco.mj_fullM.__doc__
    full = "mj_fullM(model, data, M)" if of_data else "mj_fullM(model, M, data.qM)"
    steps = [
        Call(LIBRARY, name, task, result, names, statements.replace(_FULL, full))
        for name, task, result, statements in _STEPS
    ]
    return [
        *steps,
        *_calls_of_many_arms(mujoco, steps, model, data),
        _kinematics(mujoco, model, data),
        *_rollouts(mujoco, arm),
    ]


def _calls_of_many_arms(mujoco: Any, known: list[Call], model: Any, data: Any) -> list[Call]:
    """Return the calls of `mj_inverse` and `mj_forward` on a model for each state."""

    @cache  # a model takes a tenth of a megabyte
    def model_of(*masses: float) -> Any:
        varied = copy(model)
        varied.body_mass[1:] = masses
        mujoco.mj_setConst(varied, data)
        return varied

    def models(masses: FloatArray) -> list[Any]:
        return [model_of(*row) for row in masses]

    return [
        of_many_arms(call, models) for call in known if call.name in ("mj_inverse", "mj_forward")
    ]


def _rollouts(mujoco: Any, arm: Arm) -> list[Call]:
    """Return the calls that integrate the motion of many arms, constraints off."""
    rollout = import_module("mujoco.rollout")
    model = rigid(arm).to_mujoco()
    model.opt.integrator, model.opt.timestep = mujoco.mjtIntegrator.mjINT_RK4, SIMULATION.step
    model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONSTRAINT
    forces = int(mujoco.mjtState.mjSTATE_QFRC_APPLIED)
    data: list[Any] = []

    def simulated(q: FloatArray, qd: FloatArray, tau: FloatArray, threads: int = 1) -> FloatArray:
        while len(data) < threads:
            data.append(mujoco.MjData(model))
        q, qd, tau = np.atleast_2d(q, qd, tau)
        state = np.concatenate([np.zeros((len(q), 1)), q, qd], axis=1)
        control = np.repeat(tau[:, np.newaxis], SIMULATION.steps, axis=1)
        path, _ = rollout.rollout(
            model, data[:threads], state, control, control_spec=forces, persistent_pool=True
        )
        return np.asarray(path[:, -1, 1 : 1 + model.nq])

    name, names = "rollout", {"run": simulated}
    batch = "run(q, qd, tau, threads)"
    return [
        Call(LIBRARY, name, SIMULATION.name, "run(q, qd, tau)[0]", names, rows="one"),
        Call(LIBRARY, name, SIMULATION.name, batch, names, rows="all", takes_threads=True),
    ]


def _kinematics(mujoco: Any, model: Any, data: Any) -> Call:
    """Return the call that computes pose and Jacobian of the tool."""
    pose, J = np.eye(4), np.empty((6, model.nv))
    names = {
        "mj_kinematics": mujoco.mj_kinematics,
        "mj_comPos": mujoco.mj_comPos,
        "mj_jacSite": mujoco.mj_jacSite,
        "model": model,
        "data": data,
        "position": data.qpos,
        "R": data.site_xmat[0].reshape(3, 3),
        "p": data.site_xpos[0],
        "pose": pose,
        "pose_R": pose[:3, :3],
        "pose_p": pose[:3, 3],
        "J": J,
        "J_v": J[:3],
        "J_w": J[3:],
    }
    statements = (
        "position[:] = q; mj_kinematics(model, data); mj_comPos(model, data); "
        "mj_jacSite(model, data, J_v, J_w, 0); pose_R[:] = R; pose_p[:] = p"
    )
    return Call(LIBRARY, "mj_jacSite", "poses and Jacobians", "pose, J", names, statements)
