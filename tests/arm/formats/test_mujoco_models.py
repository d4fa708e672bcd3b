"""MuJoCo models: the torques of MuJoCo, or a warning of what is left out."""

import warnings
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from equidyn import Arm, ArmWarning
from equidyn.arm.formats.tree.mujoco import _acting, _disabled

mujoco = pytest.importorskip("mujoco")

INERTIA = '<inertial pos=".1 0 .2" mass="2" diaginertia=".1 .2 .25"/>'


def model(option="", flags="", joint="", body="", more=""):
    """Two hinges; the first one, the second body and the model have what is given."""
    return mujoco.MjModel.from_xml_string(f"""
      <mujoco>
        <option {option}><flag {flags}/></option>
        <worldbody>
          <body name="a">
            <joint name="j1" axis="0 1 0" {joint}/> {INERTIA} <geom size=".1"/>
            <body name="b" pos="0 0 .5" {body}>
              <joint name="j2" axis="0 1 0"/> {INERTIA} <geom size=".1"/>
            </body>
          </body>
        </worldbody>
        {more}
      </mujoco>""")


def read(model, **ends):
    """The arm, and what was warned of."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", ArmWarning)
        arm = Arm.from_mujoco(model, **ends)
    return arm, "\n".join(str(warning.message) for warning in caught)


def difference(model, arm):
    """Largest difference between the torques of the arm and those of mj_inverse."""
    data = mujoco.MjData(model)
    state = np.random.default_rng(0).uniform(-1, 1, (3, arm.n))
    data.qpos[:], data.qvel[:], data.qacc[:] = state
    mujoco.mj_inverse(model, data)
    friction = arm.viscous is not None or arm.coulomb is not None
    motors = arm.motor_inertia is not None
    tau = arm.inverse_dynamics(*state, friction=friction, motors=motors)
    return np.abs(tau - data.qfrc_inverse).max()


OFF = "disable"
OBEYED = {
    "plain": {},
    "damping": {"joint": 'damping="5"'},
    "armature": {"joint": 'armature="3"'},
    "gravity": {"flags": f'gravity="{OFF}"'},
    "dampers": {"flags": f'damper="{OFF}"', "joint": 'damping="5 1 1"'},
    "dampers of actuators": {
        "flags": f'damper="{OFF}"',
        "more": '<actuator><motor joint="j1" damping="2"/></actuator>',
    },
    "friction loss": {"flags": f'frictionloss="{OFF}"', "joint": 'frictionloss="5"'},
    "constraints": {
        "flags": f'constraint="{OFF}"',
        "joint": 'frictionloss="5" range="-.001 .001" limited="true"',
        "more": '<equality><joint joint1="j1" joint2="j2"/></equality>',
    },
    "limits": {"flags": f'limit="{OFF}"', "joint": 'range="-.001 .001" limited="true"'},
    "equality": {
        "flags": f'equality="{OFF}"',
        "more": '<equality><joint joint1="j1" joint2="j2"/></equality>',
    },
    "springs": {"flags": f'spring="{OFF}"', "joint": 'stiffness="9"'},
    "compensated, but no gravity": {"flags": f'gravity="{OFF}"', "body": 'gravcomp="1"'},
    "nothing passive": {
        "option": 'density="900" viscosity="3"',
        "flags": f'spring="{OFF}" damper="{OFF}"',
        "joint": 'stiffness="9" damping="5"',
        "body": 'gravcomp="1"',
    },
    "wind in nothing": {"option": 'wind="9 0 0"'},
    "a drive": {"more": '<actuator><position joint="j1" kp="9" kv="3"/></actuator>'},
    "a tendon that only measures": {
        "more": '<tendon><fixed><joint joint="j1" coef="1"/></fixed></tendon>'
    },
}


@pytest.mark.parametrize("case", OBEYED.values(), ids=OBEYED)
def test_what_a_model_enables_and_disables_is_obeyed_without_a_word(case):
    made = model(**case)
    arm, said = read(made)
    assert said == ""
    assert difference(made, arm) < 1e-13


def tendon(attributes):
    return f'<tendon><fixed {attributes}><joint joint="j1" coef="1"/></fixed></tendon>'


UNSAID = {
    "stiffness": ({"joint": 'stiffness="9"'}, "stiffness of 'j1'"),
    "stiffness of higher order": ({"joint": 'stiffness="0 9"'}, "stiffness of 'j1'"),
    "damping": ({"joint": 'damping="5 1 1"'}, "damping beyond its linear part of 'j1'"),
    "gravcomp": ({"body": 'gravcomp="1"'}, "gravity compensation of 'b'"),
    "no spring, gravcomp": (
        {"body": 'gravcomp="1"', "flags": f'spring="{OFF}"'},
        "gravity compensation of 'b'",
    ),
    "density": ({"option": 'density="900"'}, "the fluid around the bodies"),
    "viscosity": ({"option": 'viscosity="3"'}, "the fluid around the bodies"),
    "spring of a tendon": ({"more": tendon('stiffness="9"')}, "tendons"),
    "damper of a tendon": ({"more": tendon('damping="9"')}, "tendons"),
    "friction of a tendon": ({"more": tendon('frictionloss="9"')}, "tendons"),
    "inertia of a tendon": ({"more": tendon('armature="9"')}, "tendons"),
    "equality": (
        {"more": '<equality><joint joint1="j1" joint2="j2"/></equality>'},
        "equality constraints",
    ),
    "inertia of a drive": (
        {"more": '<actuator><motor joint="j1" armature="9"/></actuator>'},
        "armature and damping of actuators",
    ),
    "damping of a drive": (
        {"more": '<actuator><motor joint="j1" damping="9"/></actuator>'},
        "armature and damping of actuators",
    ),
}


@pytest.mark.parametrize(("case", "what"), UNSAID.values(), ids=UNSAID)
def test_what_an_arm_has_no_place_for_is_named(case, what):
    made = model(**case)
    arm, said = read(made)
    assert said == f"the model:\n  left out of the torques: {what}"
    # it is told of because it matters
    assert difference(made, arm) > 1e-2


# what changes the arm, or nothing, without a word
OTHERS = [
    *({"flags": f'{flag}="{OFF}"'} for flag in ("contact", "actuation", "eulerdamp", "refsafe")),
    *({"joint": joint} for joint in ('type="slide"', 'ref=".3"', 'springref=".3"', 'armature="2"')),
    *({"body": body} for body in ('euler="10 20 30"', 'gravcomp=".2"')),
    *({"option": option} for option in ('gravity="1 2 -9"', 'integrator="implicit"')),
]
CASES = [*OBEYED.values(), *(case for case, _ in UNSAID.values()), *OTHERS]


@pytest.mark.slow
@given(st.lists(st.sampled_from(CASES), min_size=2, max_size=4))
def test_any_of_them_together_are_obeyed_or_named(cases):
    keys = {key for case in cases for key in case}
    joined = {key: " ".join(case.get(key, "") for case in cases) for key in keys}
    try:
        made = model(**joined)
    except ValueError:  # an attribute stands there twice
        assume(False)
    arm, said = read(made)
    # friction of MuJoCo is a smooth constraint, and limits are walls
    assume(not said and arm.coulomb is None and arm.limits is None)
    assert difference(made, arm) < 1e-12


def test_what_is_not_on_the_chain_is_not_told_of():
    _, said = read(model(joint='stiffness="9"', body='gravcomp="1"'), base="a")
    assert said == "the model:\n  left out of the torques: gravity compensation of 'b'"
    _, said = read(model(joint='stiffness="9"'), base="a")
    assert said == ""


def test_limits_that_are_disabled_are_none():
    joint = 'range="-90 60" limited="true"'
    limits = read(model(joint=joint))[0].limits
    np.testing.assert_allclose(limits, [(-np.pi / 2, np.pi / 3), (-np.inf, np.inf)])
    for flag in ("limit", "constraint"):
        assert read(model(flags=f'{flag}="{OFF}"', joint=joint))[0].limits is None


def test_older_releases_disable_all_passive_forces_by_one_flag():
    bits = SimpleNamespace(mjDSBL_GRAVITY=1, mjDSBL_PASSIVE=8, mjNDISABLE=2)
    older = SimpleNamespace(mjtDisableBit=bits)
    disabled = _disabled(older, SimpleNamespace(opt=SimpleNamespace(disableflags=8)))
    assert disabled == {"PASSIVE"}
    acting = _acting(disabled)
    assert (acting.dampers, acting.springs, acting.passive) == (False, False, False)
    assert acting.gravity
    assert acting.friction


NAMES = {
    "a body is called as an unnamed one would be": ('name="body 2"', "", "", ""),
    "a joint is called as an unnamed one would be": ('name="a"', 'name="joint 1"', "", ""),
    "a body is called as what moves on its joint": ('name="b"', 'name="j"', 'name="b on j"', ""),
    "a joint is called as what fixes a body": ('name="b"', 'name="c (fixed)"', 'name="c"', ""),
}


@pytest.mark.parametrize("names", NAMES.values(), ids=NAMES)
def test_invented_names_are_none_that_are_given(names):
    first, joint, second, other = names
    made = mujoco.MjModel.from_xml_string(f"""
      <mujoco><worldbody><body {first}><joint {joint} axis="0 1 0"/>{INERTIA}
        <body {second}><joint {other} axis="0 1 0"/>{INERTIA}</body>
      </body></worldbody></mujoco>""")
    arm, said = read(made)
    assert said == ""
    assert difference(made, arm) < 1e-13
    # a name that is given is that of its body
    named = [made.body(i).name for i in range(made.nbody)]
    tip = next(name for name in named[1:] if name)
    ended = read(made, tip=tip)[0]
    assert ended.n == named.index(tip)


def test_of_several_bodies_on_the_last_one_none_is_taken_for_the_tip_and_all_are_named():
    made = mujoco.MjModel.from_xml_string(f"""
      <mujoco><worldbody><body name="hand" pos="0 0 1"><joint axis="0 1 0" pos="0.3 0 0"/>{INERTIA}
        <body name="thumb" pos="0.1 0 0">{INERTIA}</body><body name="palm">{INERTIA}</body>
      </body></worldbody></mujoco>""")
    arm, said = read(made)
    assert said.endswith(
        "the tool frame is that of 'hand', because several links are fixed to it; for one of "
        "these, use as tip 'thumb', 'palm'"
    )
    q, data = 0.4, mujoco.MjData(made)
    data.qpos[:] = q
    mujoco.mj_kinematics(made, data)
    np.testing.assert_allclose(
        arm.forward_kinematics([q])[:3, 3], data.body("hand").xpos, atol=1e-14
    )
    assert read(made, tip="hand") == (arm, "")
