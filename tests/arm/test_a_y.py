"""Arms with a_y: frames off the common normals of joint axes that are almost parallel."""

import pickle
from math import cos, sin

import numpy as np
import pytest

import equidyn
from equidyn import Arm, robots
from equidyn.arm.formats.tree.frames import screw
from equidyn.studies.papers.equivalence import check_derivation
from equidyn.studies.rounding.arms import lifted
from equidyn.studies.term_contributions.equations import Equations
from oracles.almost_parallel import CALIBRATED, Tilted, on_normals

TILTS = [1e-2, 1e-3, 1e-4, 1e-6, 1e-8, 1e-9]
EPS = np.finfo(float).eps


def general(convention, joints="RPRR", seed=3):
    """Return a random arm, and none of its a_y is zero."""
    arm = robots.random_arm(len(joints), seed, joints, convention=convention)
    return arm._with(a_y=np.random.default_rng(seed).uniform(-0.5, 0.5, arm.n), name="bent")


both = pytest.mark.parametrize("convention", ["standard", "modified"])


def motion(arm, rows=7):
    return np.random.default_rng(1).uniform(-2, 2, (3, rows, arm.n))


# --- what it means


@both
def test_it_is_the_translation_along_y_before_the_twist(convention):
    arm = general(convention)
    q = np.random.default_rng(0).uniform(-2, 2, arm.n)
    pose = arm.base
    for i, kind in enumerate(arm.joints):
        turn, slide = (q[i], 0.0) if kind == "R" else (0.0, q[i])
        along_z = screw(arm.theta[i] + turn, arm.d[i] + slide, 2)
        c, s = cos(arm.alpha[i]), sin(arm.alpha[i])
        fixed = np.array([[1, 0, 0, arm.a[i]], [0, c, -s, arm.a_y[i]], [0, s, c, 0], [0, 0, 0, 1]])
        pose = pose @ along_z @ fixed if convention == "standard" else pose @ fixed @ along_z
        np.testing.assert_allclose(arm.link_poses(q)[i], pose, rtol=0, atol=1e-14)
    np.testing.assert_allclose(arm.forward_kinematics(q), pose @ arm.tool, rtol=0, atol=1e-14)


@both
def test_zeros_are_its_default_and_change_nothing(convention):
    arm = robots.random_arm(4, 2, convention=convention)
    assert arm.a_y.shape == (4,)
    assert not arm.a_y.any()
    given = {k: x for k, x in arm.to_dict().items() if k not in ("format", "convention")}
    assert Arm.from_dh(convention, **given, a_y=[0.0] * 4) == arm
    assert "a_y" not in arm.to_dict()
    assert Arm.from_dict({**arm.to_dict(), "a_y": None}) == arm
    assert "a_y" not in str(arm)


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        ([1.0], ValueError, r"^a_y: shape must be \(4,\)"),
        ([0, 0, np.nan, 0], ValueError, "^a_y: must be finite, got nan at link 3"),
        (["x"] * 4, TypeError, "^a_y: expected real numbers"),
    ],
)
def test_a_wrong_one_is_refused(given, error, message):
    with pytest.raises(error, match=message):
        Arm.from_dict({**robots.random_arm(4, 2).to_dict(), "a_y": given})


def test_degrees_leave_it_in_metres():
    given = {"joints": "RR", "a": [0, 0.5], "alpha": [0, 0.1], "d": [0, 0], "theta": [0, 0]}
    arm = Arm.from_dh("modified", **given, a_y=[0, 0.25], degrees=True)
    assert list(arm.a_y) == [0, 0.25]


# --- it is kept


@both
def test_it_comes_back_from_file_and_pickle_and_tells_arms_apart(convention, tmp_path):
    arm = general(convention)
    arm.save(tmp_path / "arm.json")
    for same in (
        Arm.load(tmp_path / "arm.json"),
        Arm.from_dict(arm.to_dict()),
        pickle.loads(pickle.dumps(arm)),
    ):
        assert same == arm
        assert hash(same) == hash(arm)
        np.testing.assert_array_equal(same.a_y, arm.a_y)
    assert arm._with(a_y=None) != arm


@both
def test_the_other_convention_and_back_is_the_same_arm(convention):
    arm = general(convention)
    other = "modified" if convention == "standard" else "standard"
    x = motion(arm)
    expected = arm.inverse_dynamics(*x)
    for same in (arm.to_convention(other), arm.to_convention(other).to_convention(convention)):
        atol = 1e-13 * np.abs(expected).max()
        np.testing.assert_allclose(same.inverse_dynamics(*x), expected, rtol=0, atol=atol)
        np.testing.assert_allclose(
            same.forward_kinematics(x[0]), arm.forward_kinematics(x[0]), rtol=0, atol=1e-13
        )


@both
def test_frames_by_name_are_behind_it(convention):
    arm = general(convention)
    pose = screw(0.3, 0.2, 1)
    arm = arm._with(frames=[("camera", 2, pose)])
    q = motion(arm)[0]
    expected = arm.link_poses(q)[:, 1] @ pose
    np.testing.assert_allclose(arm.forward_kinematics(q, of="camera"), expected, atol=1e-14)


# --- it counts in everything that is computed


@both
def test_every_check_passes(convention):
    equidyn.verify(general(convention), samples=4).assert_passed()


@both
def test_kernels_are_exact_to_a_hundred_digits_but_for_rounding(convention):
    arm = general(convention, "RRPR")
    q, qd, qdd, tau = equidyn.reference_vectors(arm, 3).states.values()
    results = {
        "forward_kinematics": arm.forward_kinematics(q),
        "jacobian": arm.jacobian(q),
        "mass_matrix": arm.mass_matrix(q),
        "inverse_dynamics": arm.inverse_dynamics(q, qd, qdd),
        "forward_dynamics": arm.forward_dynamics(q, qd, tau),
    }
    equidyn.studies.judge_results(arm, results, tolerance=40).assert_passed()


@both
def test_base_parameters_give_all_torques(convention):
    arm = general(convention)
    x = motion(arm, 60)
    base, Y = arm.base_parameters(), arm.regressor(*x)
    rank = np.linalg.matrix_rank(Y.reshape(-1, 10 * arm.n), tol=1e-9 * np.abs(Y).max())
    assert len(base) == rank
    expected = arm.inverse_dynamics(*x)
    found = Y[..., list(base.structural.kept)] @ base.values
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12 * np.abs(expected).max())


@both
def test_terms_of_newton_and_euler_sum_to_the_torques(convention):
    arm = general(convention)
    x = motion(arm)
    expected = arm.inverse_dynamics(*x)
    found = Equations(arm).torques(tuple(x))
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12 * np.abs(expected).max())


@both
def test_a_right_function_is_not_blamed(convention):
    arm = general(convention, "RRR")
    marking = equidyn.grade(lambda arm, q, qd, qdd: arm.inverse_dynamics(q, qd, qdd), arm)
    marking.assert_passed()


def test_a_lift_below_the_arm_leaves_it():
    arm = general("standard", "RRR")
    q = motion(arm)[0]
    on_lift = lifted(arm).link_poses(np.column_stack([0 * q[:, 0], q]))
    np.testing.assert_allclose(on_lift[:, 1:], arm.link_poses(q), rtol=0, atol=1e-14)


@both
@pytest.mark.parametrize("quantity", ["inverse_dynamics", "mass_matrix", "jacobian"])
def test_generated_code_has_it(convention, quantity):
    arm = general(convention)
    code = equidyn.generate(arm, quantity=quantity, language="python")
    names = {}
    exec(code.source, names)
    x = motion(arm, 1)[:, 0]
    operands = x if quantity == "inverse_dynamics" else x[:1]
    found = np.array(names[quantity](*map(list, operands)))
    expected = getattr(arm, quantity)(*operands)
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12 * np.abs(expected).max())


@both
def test_a_urdf_of_it_has_the_same_torques(convention):
    arm = general(convention).with_gravity((0, 0, -9.81))
    x = motion(arm)
    expected = arm.inverse_dynamics(*x)
    again = Arm.from_urdf(arm.to_urdf(), exact=True)
    np.testing.assert_allclose(
        again.inverse_dynamics(*x), expected, rtol=0, atol=1e-12 * np.abs(expected).max()
    )


@both
@pytest.mark.parametrize("library", ["pinocchio", "mujoco"])
def test_other_libraries_get_the_same_arm(convention, library):
    pytest.importorskip(library)
    arm = general(convention).with_gravity((0, 0, -9.81))
    equidyn.verify(arm, samples=3, peers=[library]).assert_passed()


# --- what needs Denavit-Hartenberg parameters says so


def test_the_table_says_that_there_are_none_and_why():
    table = str(general("standard").table())
    assert "standard DH with a_y" in table
    assert "no Denavit-Hartenberg parameters: a_y is not zero at links 1, 2, 3, 4" in table
    cobot = str(Arm.from_urdf(CALIBRATED, exact=True))
    assert "'axis2' and 'axis3', 'axis3' and 'axis4'" in " ".join(cobot.split())
    assert "as axes of joints are almost parallel" in " ".join(cobot.split())


def test_joints_without_names_are_numbered_in_either_convention():
    arm = Arm.from_urdf(CALIBRATED, exact=True)
    arm = arm._with(joint_names=None)
    for same in (arm, arm.to_convention("standard")):
        assert "parallel: 2 and 3, 3 and 4" in " ".join(str(same).split())


def test_a_derivation_in_these_parameters_is_refused():
    with pytest.raises(ValueError, match="arm: expected Denavit-Hartenberg parameters, got an arm"):
        check_derivation(general("standard"))


def test_the_robotics_toolbox_is_refused():
    pytest.importorskip("roboticstoolbox")
    with pytest.raises(ValueError, match="to_robotics_toolbox: expected Denavit-Hartenberg"):
        general("standard").to_robotics_toolbox()


# --- files whose axes are almost parallel


@pytest.mark.parametrize("tilt", TILTS)
@pytest.mark.parametrize("seed", range(6))
def test_poses_are_products_of_those_of_the_file(seed, tilt):
    chain = Tilted(seed, tilt)
    arm = Arm.from_urdf(chain.text, exact=True)
    lengths = np.abs([arm.a, arm.a_y, arm.d])
    assert lengths.max() < 2 * chain.reach / min(1, 30 * tilt if tilt == 1e-2 else 1)
    other = arm.to_convention("standard")
    for q in np.random.default_rng(seed).uniform(-3, 3, (5, arm.n)):
        expected = chain.pose(q)
        size = 1e-13 * (chain.reach + np.abs(q).sum())
        for same in (arm, other):
            np.testing.assert_allclose(same.forward_kinematics(q), expected, rtol=0, atol=size)


def test_random_chains_need_it():
    needed = [Arm.from_urdf(Tilted(k, 1e-4).text, exact=True).a_y.any() for k in range(6)]
    assert sum(needed) > 3


@pytest.mark.parametrize("tilt", [1e-3, 1e-6, 1e-9])
@pytest.mark.parametrize("seed", range(3))
def test_dynamics_are_those_of_pinocchio(seed, tilt):
    pin = pytest.importorskip("pinocchio")
    chain = Tilted(seed, tilt)
    chain.text = chain.text.replace("continuous", "revolute")
    arm = Arm.from_urdf(chain.text, exact=True)
    model = pin.buildModelFromXML(chain.text)
    data = model.createData()
    x = motion(arm, 5)
    tau = np.array([pin.rnea(model, data, *row).copy() for row in x.swapaxes(0, 1)])
    M = np.array([np.triu(pin.crba(model, data, q)) for q in x[0]])
    atol = 1e-13 * np.abs(tau).max()
    np.testing.assert_allclose(arm.inverse_dynamics(*x), tau, rtol=0, atol=atol)
    atol = 1e-13 * np.abs(M).max()
    np.testing.assert_allclose(np.triu(arm.mass_matrix(x[0])), M, rtol=0, atol=atol)
    qdd = arm.forward_dynamics(x[0], x[1], tau)
    np.testing.assert_allclose(qdd, x[2], rtol=0, atol=1e-9 * np.abs(x[2]).max())


def test_a_calibrated_cobot_has_its_size_and_its_digits():
    arm = Arm.from_urdf(CALIBRATED, exact=True)
    assert np.abs([arm.a, arm.a_y, arm.d]).max() < 0.5
    assert not arm.check()
    equidyn.verify(arm, samples=5).assert_passed()
    x = motion(arm, 300)
    tau = arm.inverse_dynamics(*x)
    single = arm.inverse_dynamics(*x, dtype=np.float32)
    assert np.abs(single - tau).max() <= 1e-6 * np.abs(tau).max()
    far = on_normals(arm)
    assert np.abs(far.d).max() > 90
    np.testing.assert_allclose(far.inverse_dynamics(*x), tau, rtol=0, atol=1e-9 * np.abs(tau).max())


def test_axes_that_sixteen_digits_of_a_model_of_mujoco_leave_almost_parallel():
    mujoco = pytest.importorskip("mujoco")
    body = '<inertial pos="{}" mass="1.2" diaginertia=".002 .02 .02"/>'
    model = mujoco.MjModel.from_xml_string(
        '<mujoco><worldbody><body name="a" pos="0 0 .1"><joint name="j1"/>'
        f'{body.format(".02 .01 0")}<body name="b" pos=".02 0 .05" quat="0.707105 0.707108 0 0">'
        f'<joint name="j2"/>{body.format("-.2 -.01 0")}'
        '<body name="c" pos="-.38 0 0" quat="-1.3268e-06 0 1 0"><joint name="j3"/>'
        f'{body.format(".2 0 -.03")}<body name="d" pos=".4 0 0" quat="1 0 1.3268e-06 0">'
        f'<joint name="j4"/>{body.format(".06 .05 0")}</body></body></body></body>'
        "</worldbody></mujoco>"
    )
    arm = Arm.from_mujoco(model)
    assert np.abs([arm.a, arm.a_y, arm.d]).max() < 1
    x = motion(arm, 200)
    tau = arm.inverse_dynamics(*x)
    data = mujoco.MjData(model)
    for row, expected in zip(x.swapaxes(0, 1)[:5], tau, strict=False):
        data.qpos, data.qvel, data.qacc = row
        mujoco.mj_inverse(model, data)
        np.testing.assert_allclose(
            data.qfrc_inverse, expected, rtol=0, atol=1e-13 * np.abs(tau).max()
        )
    single = arm.inverse_dynamics(*x, dtype=np.float32)
    assert np.abs(single - tau).max() <= 1e-6 * np.abs(tau).max()
