"""Models of MuJoCo with any flags and forces: the arm moves as mj_inverse does, or says why not."""

from __future__ import annotations

import warnings
from importlib import import_module
from importlib.util import find_spec
from random import Random

import numpy as np

from equidyn import Arm

from .turn import Attack, Turn

_FLAGS = (
    *("gravity", "damper", "spring", "frictionloss", "limit", "equality", "constraint"),
    *("contact", "actuation", "passive", "eulerdamp", "refsafe"),
)
_OF_JOINTS = (
    *('damping="3"', 'damping="3 1 2"', 'armature="2"', 'stiffness="8"', 'springdamper="1 1"'),
    *('actuatorgravcomp="true"', 'ref="0.3"', 'springref="0.3"', 'frictionloss="4"'),
    *('range="-1 1" limited="true"',),
)
_OF_BODIES = ('gravcomp="1"', 'gravcomp="0.2"', 'euler="10 20 30"', 'pos="0.1 0.2 0.3"')
_OF_MODELS = (
    *('density="900"', 'viscosity="3"', 'wind="3 0 0"', 'gravity="1 2 -9"', 'magnetic="1 1 1"'),
    *('integrator="implicit"', 'timestep="0.1"'),
)
_ELEMENTS = (
    '<equality><joint joint1="j 0"/></equality>',
    '<tendon><fixed stiffness="3"><joint joint="j 0" coef="1"/></fixed></tendon>',
    '<tendon><fixed><joint joint="j 0" coef="1"/></fixed></tendon>',
    '<actuator><motor joint="j 0" armature="1"/></actuator>',
    '<actuator><position joint="j 0" kp="9" kv="2"/></actuator>',
)
_NAMES = ("", "body 1", "body 2", "joint 1", "b on j 0", "b (fixed)", "b", "<&>", "x\ty")
# something of the bodies is there, but touches nothing
_INERTIA = (
    '<inertial pos="0.1 0.3 0.2" mass="2" diaginertia="0.1 0.2 0.25"/>'
    '<geom size="0.1" contype="0" conaffinity="0"/>'
)
_SAME = 1e-9


def attempt(turn: Turn) -> None:
    """Take an arm from a model, and hold its torques against those of MuJoCo."""
    if find_spec("mujoco") is None:
        return
    mujoco = import_module("mujoco")
    text = _text(turn.random)
    try:
        model = mujoco.MjModel.from_xml_string(text)
    except ValueError:
        # this release does not know a flag or an attribute
        return
    turn.calls += 1
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            arm = Arm.from_mujoco(model)
        except BaseException as error:
            turn.found(f"raises {type(error).__name__}", "from_mujoco", f"{error}: {text}")
            return
    # Coulomb friction of MuJoCo is a smooth constraint, and limits are walls
    if arm.coulomb is not None or arm.limits is not None:
        return
    data = mujoco.MjData(model)
    state = np.array([turn.random.uniform(-1, 1) for _ in range(3 * arm.n)]).reshape(3, arm.n)
    data.qpos[:], data.qvel[:], data.qacc[:] = state
    mujoco.mj_inverse(model, data)
    drives = {"friction": arm.viscous is not None, "motors": arm.motor_inertia is not None}
    tau, expected = arm.inverse_dynamics(*state, **drives), data.qfrc_inverse
    said = any("left out of the torques" in str(warning.message) for warning in caught)
    if not said and not np.allclose(tau, expected, rtol=_SAME, atol=_SAME):
        turn.found("moves otherwise and says nothing", "from_mujoco", (tau, expected, text))


def _text(random: Random) -> str:
    """Return a model of a chain."""

    def some(given: tuple[str, ...], share: float) -> list[str]:
        return [each for each in given if random.random() < share]

    flags = " ".join(f'{flag}="disable"' for flag in some(_FLAGS, 0.15))
    options = " ".join(some(_OF_MODELS, 0.05))
    chain, used = "", set[str]()
    n = random.choice((1, 2, 3))
    for k in reversed(range(n)):
        names = []
        for kind, usual in (("body", "b"), ("joint", "j")):
            name = f"{usual} {k}" if k == 0 else random.choice(_NAMES)
            fresh = name and f"{kind}{name}" not in used
            used.add(f"{kind}{name}")
            quoted = name.replace("&", "&amp;").replace("<", "&lt;").replace("\t", "&#9;")
            names.append(f'name="{quoted}"' if fresh else "")
        # attributes of which one is there once
        of_body = " ".join(random.sample(_OF_BODIES, 1) * (random.random() < 0.3))
        of_joint = " ".join(random.sample(_OF_JOINTS, 1) * (random.random() < 0.4))
        axis = " ".join(str(random.choice((-1, 0, 0.5, 1))) for _ in range(2))
        kind = random.choice(("hinge", "slide"))
        joint = f'<joint {names[1]} type="{kind}" axis="{axis} 1" {of_joint}/>'
        chain = f"<body {names[0]} {of_body}>{joint}{_INERTIA}{chain}</body>"
    more = "".join(some(_ELEMENTS, 0.05))
    option = f"<option {options}><flag {flags}/></option>"
    return f"<mujoco>{option}<worldbody>{chain}</worldbody>{more}</mujoco>"


ATTACK = Attack("mujoco", "models of MuJoCo", attempt, 0.002, 400, 5000)
