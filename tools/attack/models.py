"""Models of other programs, URDF and MJCF: an arm that moves as they say, or an error."""

from __future__ import annotations

import re
import warnings
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from random import Random

import numpy as np

from equidyn import Arm, robots

from .worker import Attack, Turn

# --- URDF ---------------------------------------------------------------------------------------

_BY_HAND = """<?xml version="1.0"?>
<robot name="by hand">
  <link name="wall"><visual/></link>
  <link name="rod"><inertial><origin xyz="0 0 -0.5" rpy="0.1 1.5708 0"/><mass value="2"/>
    <inertia ixx="0.1" iyy="0.1" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <link name="slide"><inertial><mass value="1"/>
    <inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <link name="tip"/>
  <joint name="hinge" type="revolute"><parent link="wall"/><child link="rod"/>
    <axis xyz="0 1 0"/><limit lower="-1" upper="1" effort="9" velocity="9"/>
    <dynamics damping="0.1" friction="0.2"/></joint>
  <joint name="rail" type="prismatic"><parent link="rod"/><child link="slide"/>
    <origin xyz="0 0.1 -1" rpy="0 0 0.5"/><axis xyz="1 0 0"/></joint>
  <joint name="end" type="fixed"><parent link="slide"/><child link="tip"/>
    <origin xyz="0 0 1"/></joint>
</robot>"""
_VALUES = (
    *("", " ", "nan", "inf", "-inf", "1e999", "1e308", "-1e308", "1e-320", "0", "-1", "0x1", "1_0"),
    *("1,5", "1 2", "1 2 3 4", "0 0 0", "1e308 1e308 1e308", "1e-320 0 0", "0 0 1e300", "٣"),
    *("1.57 1.57 1.57", "9" * 400, "x" * 4000, "\x7f", "&amp;", "&lt;b&gt;", "&#55296;", "&x;"),
    *("wall", "rod", "slide", "tip", "base", "link_1", "tool", "fixed", "continuous", "floating"),
    *("planar", "spherical", "prismatic", "${x}", "$(find x)", "\N{RIGHT-TO-LEFT OVERRIDE}", "%s"),
)
_LAUGHS = "".join(f'<!ENTITY l{k} "{f"&l{k - 1};" * 30}">' for k in range(1, 12))
_PIECES = (
    *("<", ">", "/>", '"', "&", "]]>", "<!--", "\x00", "\ufeff", "<a/>" * 300, "<a>" * 20_000),
    *("<mimic/>", '<mimic joint="hinge"/>', "<inertial/>", '<link name="rod"/>', "<axis/>"),
    *("<robot>", "<?xml version='1.1'?>", "<!DOCTYPE x>", "<![CDATA[", 'xmlns="urn:x"', "<x:y/>"),
)
_HEADS = (
    f'<!DOCTYPE robot [<!ENTITY l0 "ha">{_LAUGHS}]><robot name="&l11;"/>',
    '<!DOCTYPE robot [<!ENTITY x SYSTEM "file:///etc/hostname">]><robot name="&x;"/>',
    '<!DOCTYPE robot SYSTEM "http://localhost:1/x.dtd"><robot/>',
    "<?xml version='1.0' encoding='utf-16'?><robot/>",
    "<?xml version='1.0' encoding='no such'?><robot/>",
    "<mujoco/>",
    "<robot/>",
    "<",
)
_CLOSE = 1e-6
_LARGE = 1e6


@lru_cache(maxsize=1)
def _good() -> tuple[str, ...]:
    arms = (robots.planar_2r(), robots.random_arm(3, 1, "RPR", friction=True))
    return (_BY_HAND, *(arm.to_urdf() for arm in arms))


def read_urdf(turn: Turn) -> None:
    """Read a text, mostly broken, and compute with the arm where it is one."""
    random = turn.random
    turn.calls += 1
    text = random.choice(_good())
    for _ in range(random.choice((0, 1, 1, 1, 2, 5))):
        text = _broken(text, random)
    if random.random() < 0.03:
        text = random.choice(_HEADS)
    names = (None, None, None, "rod", "tip", "wall", "link_1", "", "x", "\ud800", 7)
    base, tip = random.choice(names), random.choice(names)
    exact = random.random() < 0.2
    try:
        arm = Arm.from_urdf(text, base=base, tip=tip, exact=exact)  # type: ignore[arg-type]
    except (ValueError, TypeError) as error:
        if type(error) not in (ValueError, TypeError) or not str(error):
            turn.found(f"raises {type(error).__name__}", "from_urdf", error)
        return
    except OSError as error:
        if text.lstrip("\ufeff \n\t").startswith("<"):
            turn.found("takes a text for a path", "from_urdf", error)
        return
    except BaseException as error:
        turn.found(f"raises {type(error).__name__}", "from_urdf", error)
        return
    _compute(turn, arm)


def _broken(text: str, random: Random) -> str:
    """Change an attribute, an element or any piece of the text."""
    kind, place = random.random(), random.randrange(len(text) + 1)
    attributes = list(re.finditer(r'"[^"<>]*"', text))
    elements = list(re.finditer(r"<\w[^<>]*/>", text))
    if kind < 0.5 and attributes:
        start, end = random.choice(attributes).span()
        return f'{text[:start]}"{random.choice(_VALUES)}"{text[end:]}'
    if kind < 0.8 and elements:
        start, end = random.choice(elements).span()
        return text[:start] + random.choice(("", 2 * text[start:end])) + text[end:]
    if kind < 0.85:
        return text[:place]
    return text[:place] + random.choice(_PIECES) + text[place:]


def _compute(turn: Turn, arm: Arm) -> None:
    """Show the arm, compute with it, and write it down: what is read of that moves alike."""
    state = np.linspace(0.3, 0.7, 3 * arm.n).reshape(3, arm.n)
    try:
        if turn.random.random() < 0.1:
            repr(arm)
        tau = arm.inverse_dynamics(*state)
        again = Arm.from_urdf(arm.to_urdf(), exact=True).inverse_dynamics(*state)
    except ValueError:
        return
    except BaseException as error:
        turn.found(f"raises {type(error).__name__}", "an arm of a URDF", error)
        return
    large = max(np.abs(each).max() for each in (tau, arm.a, arm.d, arm.mass, arm.com, arm.inertia))
    if not np.isfinite(tau).all():
        turn.found("not finite", "an arm of a URDF", tau)
    elif large < _LARGE and not np.allclose(
        again, tau, rtol=_CLOSE, atol=_CLOSE * max(large, 1e-9)
    ):
        turn.found("moves otherwise when it is written and read", "an arm of a URDF", (tau, again))


# --- MJCF ---------------------------------------------------------------------------------------

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


def read_mujoco(turn: Turn) -> None:
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


ATTACKS = (
    Attack("texts", "hostile URDF", read_urdf, 0.004, 600, 10_000),
    Attack("mujoco", "models of MuJoCo", read_mujoco, 0.002, 400, 5000),
)
