"""The same URDF files as Pinocchio and MuJoCo read them, where these are installed.

They read the whole tree: what does not hang on the chain by fixed joints loses its mass there, and
joints beside the chain stand still. TALOS, which may not be passed on with this package, is read
where example-robot-data is installed.
"""

import re
import sys
import warnings
from pathlib import Path

import numpy as np
import pytest

from equidyn import Arm

from .test_published_files import CHAINS, FOLDER

TALOS = next(
    Path(sys.prefix).glob("lib/python*/site-packages/*/share/**/talos_left_arm.urdf"), None
)

TALOS_CHAIN = (
    "talos",
    (None, "wrist_left_ft_tool_link"),
    None,
    [f"arm_left_{i}_joint" for i in range(2, 8)],
)
FILES = {name: FOLDER / f"{chain[0]}.urdf" for name, chain in CHAINS.items()}
NAMES = [*CHAINS, pytest.param("talos", marks=pytest.mark.skipif(TALOS is None, reason="no TALOS"))]
each_chain = pytest.mark.parametrize("name", [n for n in NAMES if n != "panda's forearm"])


def chain(name):
    """The text of a file without what is seen, the arm of its chain, the names of its joints.

    And where the chain begins, if not at the root, and where it ends.
    """
    _, (base, tip), ends, joints = CHAINS.get(name, TALOS_CHAIN)
    text = FILES.get(name, TALOS).read_text()
    text = re.sub(r"<(visual|collision)\b.*?</\1>", "", text, flags=re.DOTALL)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        arm = Arm.from_urdf(text, base=base, tip=tip, exact=True)
    return text, arm, joints, base, tip or ends[1]


def assert_same(actual, expected, part=1e-10):
    np.testing.assert_allclose(actual, expected, rtol=0, atol=part * np.abs(expected).max())


def assert_same_place(arm, q, base, tip, J):
    """Pose of the tip link in the frame of the base link, and its Jacobian."""
    turn = np.kron(np.eye(2), base[:3, :3].T)
    pose = np.linalg.solve(base, tip)
    # metres and radians
    np.testing.assert_allclose(arm.forward_kinematics(q), pose, rtol=0, atol=1e-12)
    np.testing.assert_allclose(arm.jacobian(q), turn @ J, rtol=0, atol=1e-12)


def assert_same_dynamics(arm, q, qd, qdd, tau, M, bias):
    assert_same(arm.inverse_dynamics(q, qd, qdd), tau)
    assert_same(arm.mass_matrix(q), M)
    # digits that the other library loses by solving are not ours
    part = 1e-10 if np.linalg.cond(M) < 1e5 else 1e-14 * np.linalg.cond(M)
    assert_same(arm.forward_dynamics(q, qd, tau), np.linalg.solve(M, tau - bias), part)


@each_chain
def test_pinocchio_reads_the_same_arm(name):
    pin = pytest.importorskip("pinocchio")
    text, arm, joints, base, tip = chain(name)
    model = pin.buildModelFromXML(text)
    ours = [model.getJointId(joint) for joint in joints]
    for beside in set(range(1, model.njoints)) - set(ours):
        model.inertias[beside] = pin.Inertia.Zero()
    rates = [model.idx_vs[joint] for joint in ours]
    data = model.createData()
    base, tip = (model.getFrameId(link or "universe") for link in (base, tip))
    for q, qd, qdd in states(arm):
        full = [np.zeros(model.nv) for _ in range(3)]
        for vector, values in zip(full, (q, qd, qdd), strict=True):
            vector[rates] = values
        place = pin.integrate(model, pin.neutral(model), full[0])
        tau = pin.rnea(model, data, place, *full[1:])[rates]
        bias = pin.nonLinearEffects(model, data, place, full[1])[rates]
        M = pin.crba(model, data, place)
        M = (np.triu(M) + np.triu(M, 1).T)[np.ix_(rates, rates)]
        assert_same_dynamics(arm, q, qd, qdd, tau, M, bias)
        pin.computeJointJacobians(model, data, place)
        pin.updateFramePlacements(model, data)
        J = pin.getFrameJacobian(model, data, tip, pin.LOCAL_WORLD_ALIGNED)[:, rates]
        assert_same_place(arm, q, data.oMf[base].homogeneous, data.oMf[tip].homogeneous, J)


@each_chain
def test_mujoco_reads_the_same_arm(name):
    mujoco = pytest.importorskip("mujoco")
    text, arm, joints, base, tip = chain(name)
    as_it_is = (
        '<mujoco><compiler fusestatic="false" inertiafromgeom="false" boundmass="0"/></mujoco>'
    )
    try:
        model = mujoco.MjModel.from_xml_string(text.replace("</robot>", as_it_is + "</robot>"))
    except ValueError as error:
        pytest.skip(f"MuJoCo refuses the file: {error}")
    model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONSTRAINT
    model.dof_damping[:] = 0
    ours = [model.joint(joint).dofadr[0] for joint in joints]
    keep_what_is_fixed_to(model, {model.dof_bodyid[dof] for dof in ours})
    data = mujoco.MjData(model)
    mujoco.mj_setConst(model, data)
    base, tip = data.body(base or 0), data.body(tip)
    for q, qd, qdd in states(arm):
        data.qpos[:] = data.qvel[:] = data.qacc[:] = 0
        data.qpos[ours], data.qvel[ours], data.qacc[ours] = q, qd, qdd
        mujoco.mj_inverse(model, data)
        M = np.empty((model.nv, model.nv))
        for column, unit in zip(M, np.eye(model.nv), strict=True):
            mujoco.mj_mulM(model, data, column, unit)
        bias = data.qfrc_bias[ours]
        assert_same_dynamics(
            arm, q, qd, qdd, data.qfrc_inverse[ours].copy(), M[np.ix_(ours, ours)], bias
        )
        J = np.empty((6, model.nv))
        mujoco.mj_jacBody(model, data, J[:3], J[3:], tip.id)
        assert_same_place(arm, q, place_of(base), place_of(tip), J[:, ours])


def place_of(body):
    pose = np.eye(4)
    pose[:3, :3], pose[:3, 3] = body.xmat.reshape(3, 3), body.xpos
    return pose


def keep_what_is_fixed_to(model, bodies):
    for body in range(1, model.nbody):
        above = body
        while above and model.body_jntnum[above] == 0:
            above = model.body_parentid[above]
        if above not in bodies:
            model.body_mass[body] = 0
            model.body_inertia[body] = 0


def states(arm):
    return np.random.default_rng(4).uniform(-2, 2, (2, 3, arm.n))
