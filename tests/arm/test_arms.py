"""Many arms that differ in some of their data: values, indices, errors, files, findings."""

import inspect
import json
import pickle
from collections.abc import Callable

import numpy as np
import pytest

import equidyn
from equidyn import Arm, Arms, _core, robots
from oracles.refusals import raises

NAN, INF = np.nan, np.inf

# the data that may differ, with factors about 1 that leave them possible
FACTORS = {
    "a": (4, 1),
    "a_y": (4, 1),
    "alpha": (4, 1),
    "d": (4, 1),
    "theta": (4, 1),
    "mass": (4, 2),
    "com": (4, 1, 1),
    "inertia": (4, 1, 1, 1),
    "gravity": (4, 1),
    "viscous": (4, 1),
    "coulomb": (4, 1, 1),
    "motor_inertia": (4, 1),
}


def rng(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(seed)


@pytest.fixture(scope="module")
def arm() -> Arm:
    """An arm of two joints with all data, a slide and gears."""
    return Arm.from_dh(
        "modified",
        joints="RP",
        a=[0.1, 0.5],
        a_y=[0.0, 0.1],
        alpha=[0.0, 1.0],
        d=[0.2, 0.1],
        theta=[0.0, 0.2],
        mass=[2.0, 1.0],
        com=[[0.1, 0.0, -0.0], [0.0, 0.2, 0.1]],
        inertia=[np.diag([0.01, 0.02, 0.02]), np.diag([0.01, 0.01, 0.01])],
        tool=turned(0.3, (0.1, 0.2, 0.3)),
        gear_ratio=[10.0, -3.0],
        viscous=[0.1, 0.2],
        coulomb=[(0.3, -0.3), (0.1, -0.2)],
        motor_inertia=[1e-3, 2e-3],
        frames=[("camera", 1, turned(0.1, (0.0, 0.1, 0.0)))],
        name="two",
    )


def turned(angle: float, place: tuple[float, float, float]) -> np.ndarray:
    """A pose, turned about x."""
    pose = np.eye(4)
    pose[1:3, 1:3] = [[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]
    pose[:3, 3] = place
    return pose


def varied(arm: Arm, name: str) -> np.ndarray:
    return getattr(arm, name) * rng().uniform(0.9, 1.1, FACTORS[name])


# ---- values and shapes ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", FACTORS)
def test_each_datum_varies_and_a_row_is_the_arm_of_that_row(arm, name):
    values = varied(arm, name)
    arms = arm.vary(**{name: values})
    assert arms.shape == (4,)
    assert len(arms) == arms.size == 4
    assert arms.varied == (name,)
    assert getattr(arms, name).tobytes() == np.ascontiguousarray(values).tobytes() or name == "mass"
    for k, row in enumerate(values):
        assert arms[k] == arm._with(**{name: row})


@pytest.mark.parametrize("name", ["tool", "base"])
def test_poses_vary(arm, name):
    poses = np.array([turned(angle, (angle, 0, 0)) for angle in (0.1, 0.2, 0.3)])
    arms = arm.vary(**{name: poses})
    assert getattr(arms, name).tobytes() == poses.tobytes()
    assert [each == arm._with(**{name: pose}) for each, pose in zip(arms, poses, strict=True)]


def test_what_is_not_given_is_that_of_the_arm_with_the_leading_axes(arm):
    arms = arm.vary(mass=np.ones((3, 4, 2)))
    assert arms.shape == (3, 4)
    assert arms.ndim == 2
    assert arms.size == 12
    assert arms.n == 2
    assert arms.com.shape == (3, 4, 2, 3)
    assert (arms.com == arm.com).all()
    assert arms.tool.shape == (3, 4, 4, 4)
    assert arms.coulomb.shape == (3, 4, 2, 2)
    assert arms.joints == arm.joints
    assert arms.frames == arm.frames
    assert arms.gear_ratio.tobytes() == arm.gear_ratio.tobytes()
    assert arms.inertia_about_origin.shape == (3, 4, 2, 3, 3)


def test_leading_axes_broadcast(arm):
    masses, gravity = rng().uniform(1, 2, (5, 2)), rng().normal(size=(3, 1, 3))
    arms = arm.vary(mass=masses, gravity=gravity)
    assert arms.shape == (3, 5)
    assert arms[2, 4] == arm._with(mass=masses[4], gravity=gravity[2, 0])


def test_data_without_leading_axes_are_those_of_all_arms(arm):
    arms = arm.vary(mass=np.ones((3, 2)), gravity=(0, 0, -1.62))
    assert arms.varied == ("mass",)
    assert arms.arm == arm.with_gravity((0, 0, -1.62))


def test_one_arm_without_leading_axes(arm):
    arms = arm.vary(mass=[3, 4], payload=1.0)
    assert arms.shape == ()
    assert arms.size == 1
    assert arms.varied == ()
    assert arms[()] == arm._with(mass=[3, 4]).with_payload(1.0)
    with raises(TypeError, "len: the arms have no leading axis; arms[()] is the only one"):
        len(arms)


def test_no_arms_at_all(arm):
    arms = arm.vary(mass=np.ones((0, 2)), inertia=np.ones((0, 2, 3, 3)))
    assert len(arms) == 0
    assert list(arms) == []
    assert not arms.check()
    assert arms.com.shape == (0, 2, 3)
    assert repr(arms).startswith("0 arms")


def test_inputs_of_any_strides_and_numbers_are_copied(arm):
    masses = np.ones((2, 6))[:, ::3]
    arms = arm.vary(mass=masses)
    masses[:] = 7
    assert (arms.mass == 1).all()
    assert arm.vary(mass=np.ones((4, 2), dtype=np.float32)).mass.dtype == np.float64
    assert arm.vary(mass=[[1, 2], [3, 4]]).mass.tolist() == [[1, 2], [3, 4]]
    fortran = np.asfortranarray(rng().uniform(1, 2, (5, 2)))
    assert arm.vary(mass=fortran)[3] == arm._with(mass=fortran[3])


@pytest.mark.parametrize("name", ["mass", "com", "tool"])
def test_nothing_can_be_changed(arm, name):
    arms = arm.vary(mass=np.ones((2, 2)))
    with pytest.raises(ValueError, match="read-only"):
        getattr(arms, name)[:] = 1
    with pytest.raises(ValueError, match="WRITEABLE"):
        getattr(arms, name).flags.writeable = True
    with pytest.raises(AttributeError):
        setattr(arms, name, 1)


def test_tensors_become_symmetric_as_those_of_one_arm(arm):
    tensors = arm.inertia * np.ones((6, 1, 1, 1))
    tensors[:3, 0, 0, 1] += 1e-12
    arms = arm.vary(inertia=tensors)
    assert (arms.inertia == np.swapaxes(arms.inertia, -1, -2)).all()
    for k in range(6):
        assert arms[k] == arm._with(inertia=tensors[k])
        assert arms.inertia[k].tobytes() == arms[k].inertia.tobytes()


def test_an_arm_without_friction_may_get_some():
    arm = robots.planar_2r()
    arms = arm.vary(viscous=[[0.1, 0.2], [0.3, 0.4]])
    assert arms.coulomb is None
    assert arms.motor_inertia is None
    assert arms[1] == arm.with_friction(viscous=[0.3, 0.4])


def test_bodies_of_an_arm_with_kinematics_alone():
    whole = robots.planar_2r()
    bare = whole._with(mass=None, com=None, inertia=None)
    arms = bare.vary(mass=np.ones((3, 2)))
    assert arms.missing == ("com", "inertia")
    with pytest.raises(ValueError, match="has no com and no inertia of its links"):
        arms.mass_matrix([0, 0])
    with pytest.raises(ValueError, match="com: the arm"):
        _ = arms.com
    bodies = {name: np.array([getattr(whole, name)] * 3) for name in ("mass", "com", "inertia")}
    arms = bare.vary(**bodies)
    assert arms[2] == whole
    assert not arms.missing
    with pytest.raises(ValueError, match=r"payload: .* has no inertia of its links"):
        bare.vary(mass=np.ones((3, 2)), com=np.ones((3, 2, 3)), payload=1.0)


# ---- payloads and parameters ---------------------------------------------------------------------


def test_a_payload_is_that_of_with_payload_bit_for_bit(arm):
    masses = np.concatenate([[0.0], rng().uniform(0, 3, 999)])
    places = rng().normal(size=(1000, 3))
    arms = arm.vary(payload=(masses, places))
    assert arms.varied == ("mass", "com", "inertia")
    for k in range(0, 1000, 7):
        assert arms[k] == arm.with_payload(masses[k], places[k])
    assert arms[0] == arm


def test_a_payload_comes_after_all_else(arm):
    masses, tools = (
        rng().uniform(1, 2, (20, 2)),
        np.array([turned(x, (x, 1, 0)) for x in range(20)]),
    )
    tensors = arm.inertia * np.ones((20, 1, 1, 1))
    tensors[:, 1, 0, 2] += 1e-12
    arms = arm.vary(mass=masses, tool=tools, inertia=tensors, payload=np.arange(20.0))
    for k in range(20):
        one = arm._with(mass=masses[k], tool=tools[k], inertia=tensors[k])
        assert arms[k] == one.with_payload(float(k))


def test_a_payload_for_massless_bodies(arm):
    bare = arm._with(mass=[1, 0], inertia=np.zeros((2, 3)))
    arms = bare.vary(payload=[0.0, 1.0])
    assert [*arms] == [bare, bare.with_payload(1.0)]


@pytest.mark.parametrize(("friction", "motors"), [(0, 0), (0, 1), (1, 0), (1, 1)])
def test_parameters_are_those_of_with_parameters_bit_for_bit(arm, friction, motors):
    own = np.asarray(arm.parameters(friction=bool(friction), motors=bool(motors)))
    rows = own * rng().uniform(0.5, 2, (50, 1))
    rows[7, :10] = 0  # a massless link
    arms = arm.vary(parameters=rows)
    for k in range(50):
        assert arms[k] == arm.with_parameters(rows[k])


def test_parameters_of_thin_bodies_lose_moments_that_rounding_made_negative():
    arm = robots.planar_2r()
    rows = []
    for com in rng().normal(size=(200, 3)):
        point = arm._with(com=[com, com], inertia=np.zeros((2, 3)))
        rows.append(np.asarray(point.parameters()))
    arms = arm.vary(parameters=rows)
    for k in range(200):
        assert arms[k] == arm.with_parameters(rows[k])
    assert (np.linalg.eigvalsh(arms.inertia)[..., 0] > -1e-15).all()


# ---- a thousand random arms ----------------------------------------------------------------------


def test_a_thousand_random_arms():
    arm, random = robots.puma560(), rng(1)
    given = {
        "mass": arm.mass * random.uniform(0.5, 2, (1000, 6)),
        "com": arm.com + random.normal(0, 0.1, (1000, 6, 3)),
        "inertia": arm.inertia * random.uniform(0.5, 2, (1000, 1, 1, 1)),
        "a": arm.a + random.normal(0, 0.1, (1000, 6)),
        "alpha": arm.alpha + random.normal(0, 0.1, (1000, 6)),
        "gravity": random.normal(size=(1000, 3)),
    }
    arms = arm.vary(**given)
    q, qd, qdd = random.normal(size=(3, 1000, 6))
    tau = arms.inverse_dynamics(q, qd, qdd)
    poses = arms.forward_kinematics(q)
    for k in range(1000):
        one = arm._with(**{name: values[k] for name, values in given.items()})
        assert arms[k] == one
        assert tau[k].tobytes() == one.inverse_dynamics(q[k], qd[k], qdd[k]).tobytes()
        assert poses[k].tobytes() == one.forward_kinematics(q[k]).tobytes()


# ---- indexing ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "index",
    [
        slice(1, 3),
        slice(None, None, -1),
        [0, 2, 2],
        np.array([[0, 1], [3, 2]]),
        np.array([True, False, True, True]),
        ...,
        None,
        (slice(None), None),
        slice(0, 0),
    ],
    ids=repr,
)
def test_an_index_of_several_gives_those_arms(arm, index):
    masses = rng().uniform(1, 2, (4, 2))
    tools = np.array([turned(x, (0, 0, x)) for x in range(4)])
    chosen = arm.vary(mass=masses, tool=tools)[index]
    numbers = np.arange(4)[index]
    assert isinstance(chosen, Arms)
    assert chosen.shape == numbers.shape
    assert chosen.mass.tobytes() == masses[numbers].tobytes()
    for place in np.ndindex(*numbers.shape):
        assert chosen[place] == arm._with(mass=masses[numbers[place]], tool=tools[numbers[place]])


def test_an_index_of_one_gives_an_arm(arm):
    masses = rng().uniform(1, 2, (3, 4, 2))
    arms = arm.vary(mass=masses)
    assert isinstance(arms[1, 2], Arm)
    assert arms[1, -1] == arms[1][3] == arm._with(mass=masses[1, 3])
    assert arms[np.int32(2)].shape == (4,)
    assert [each.shape for each in arms] == [(4,)] * 3
    assert [*arms[0]] == [arm._with(mass=row) for row in masses[0]]


@pytest.mark.parametrize("index", [3, -4, (0, 0), "mass", 1.0, [0, 5]])
def test_an_index_of_no_arm(arm, index):
    with pytest.raises(IndexError):
        arm.vary(mass=np.ones((3, 2)))[index]


# ---- evaluation ----------------------------------------------------------------------------------


OPERANDS = {name: facts["operands"] for name, facts in _core.quantities().items()}


@pytest.mark.parametrize("quantity", OPERANDS)
def test_methods_are_those_of_one_arm(quantity):
    assert inspect.getattr_static(Arms, quantity) is inspect.getattr_static(Arm, quantity)


@pytest.mark.parametrize("quantity", OPERANDS)
def test_rows_are_those_of_the_arms_alone(quantity):
    arm = robots.puma560()
    arms = arm.vary(mass=arm.mass * rng().uniform(0.5, 2, (5, 6)), a=arm.a + rng().random((5, 6)))
    states = [rng(k).normal(size=(5, 6)) for k in range(len(OPERANDS[quantity]))]
    results = getattr(arms, quantity)(*states)
    for k in range(5):
        expected = getattr(arms[k], quantity)(*(x[k] for x in states))
        pairs = zip(
            results if isinstance(results, tuple) else [results],
            expected if isinstance(expected, tuple) else [expected],
            strict=True,
        )
        for found, alone in pairs:
            assert found[k].tobytes() == np.ascontiguousarray(alone).tobytes()


def test_leading_axes_broadcast_with_those_of_the_states(arm):
    arms = arm.vary(mass=rng().uniform(1, 2, (3, 1, 2)))
    q = rng().normal(size=(4, 2))
    poses, torques = arms.forward_kinematics(q), arms.gravity_torque(q)
    assert poses.shape == (3, 4, 4, 4)
    assert torques.shape == (3, 4, 2)
    assert torques[2, 1].tobytes() == arms[2, 0].gravity_torque(q[1]).tobytes()


def test_friction_and_motors_vary(arm):
    arms = arm.vary(viscous=rng().random((4, 2)), motor_inertia=rng().random((4, 2)))
    state = rng().normal(size=(3, 4, 2))
    torques = arms.inverse_dynamics(*state, friction=True, motors=True)
    for k in range(4):
        alone = arms[k].inverse_dynamics(*state[:, k], friction=True, motors=True)
        assert torques[k].tobytes() == alone.tobytes()


@pytest.mark.parametrize("of", ["camera", "link_1", "link_2", "tool"])
def test_kinematics_of_another_frame(arm, of):
    arms = arm.vary(a=rng().random((4, 2)), tool=[turned(x, (x, 0, 1)) for x in range(4)])
    q = rng().normal(size=(4, 2))
    poses, jacobians = arms.pose_and_jacobian(q, of=of)
    for k in range(4):
        pose, jacobian = arms[k].pose_and_jacobian(q[k], of=of)
        assert poses[k].tobytes() == pose.tobytes()
        assert (jacobians[k] == jacobian).all()


def test_kinematics_of_a_frame_at_the_base(arm):
    bases = np.array([turned(x, (x, 0, 0)) for x in range(3)])
    arms = arm._with(frames=[("mark", 0, np.eye(4))]).vary(base=bases)
    assert (arms.forward_kinematics([0, 0], of="mark") == bases).all()
    assert arms.jacobian(np.zeros((3, 2)), of="mark").shape == (3, 6, 2)


def test_a_formulation_is_of_one_arm(arm):
    arms = arm.vary(mass=np.ones((3, 2)))
    with raises(
        ValueError,
        "formulation: expected None, got 'lagrange_euler': many arms are evaluated by the kernels "
        "alone; evaluate arms[i]",
    ):
        arms.inverse_dynamics([0, 0], [0, 0], [0, 0], formulation="lagrange_euler")


def test_options_that_need_data_of_the_arms():
    arms = robots.planar_2r().vary(mass=np.ones((3, 2)))
    for option, data in (("friction", "friction data"), ("motors", "motor data")):
        with pytest.raises(ValueError, match=f"^{option}: the arm has no {data}"):
            arms.inverse_dynamics([0, 0], [0, 0], [0, 0], **{option: True})


# ---- errors --------------------------------------------------------------------------------------


def rows(value: object, link: int, of: int = 3) -> np.ndarray:
    """Three arms of two links; one number of the last arm is this."""
    values = np.ones((of, 2))
    values[-1, link] = value
    return values


def tensors(entry: tuple[int, int], value: float) -> np.ndarray:
    """Tensors of three arms; one entry of the second link of the last is this."""
    array = np.array([[np.eye(3)] * 2] * 3)
    array[(-1, 1, *entry)] = value
    return array


def poses(entry: tuple[int, int], value: float) -> np.ndarray:
    """Poses for three arms; one entry of the last is this."""
    array = np.array([np.eye(4)] * 3)
    array[(-1, *entry)] = value
    return array


EACH = "(one entry for each of the 2 joints)"


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        ({}, TypeError, "vary: expected data that differ between the arms, got none"),
        (
            {"mass": rows(-1, 1)},
            ValueError,
            "mass: must not be negative, got -1 at link 2 of arm 2",
        ),
        (
            {"mass": np.array([rows(1, 0), rows(-2, 0)])},
            ValueError,
            "mass: must not be negative, got -2 at link 1 of arm (1, 2)",
        ),
        ({"mass": [-1, 1]}, ValueError, "mass: must not be negative, got -1 at link 1"),
        ({"mass": rows(NAN, 0)}, ValueError, "mass: must be finite, got nan at link 1 of arm 2"),
        ({"a": rows(INF, 1)}, ValueError, "a: must be finite, got inf at link 2 of arm 2"),
        ({"a_y": rows(NAN, 1)}, ValueError, "a_y: must be finite, got nan at link 2 of arm 2"),
        ({"d": rows(-INF, 1)}, ValueError, "d: must be finite, got -inf at link 2 of arm 2"),
        ({"alpha": rows(NAN, 0)}, ValueError, "alpha: must be finite, got nan at link 1 of arm 2"),
        ({"theta": rows(NAN, 0)}, ValueError, "theta: must be finite, got nan at link 1 of arm 2"),
        (
            {"com": np.full((1, 2, 3), NAN)},
            ValueError,
            "com: must be finite, got nan at link 1 of arm 0",
        ),
        (
            {"viscous": rows(-1, 0)},
            ValueError,
            "viscous: must not be negative, got -1 at link 1 of arm 2",
        ),
        (
            {"motor_inertia": rows(-1, 0)},
            ValueError,
            "motor_inertia: must not be negative, got -1 at link 1 of arm 2",
        ),
        (
            {"coulomb": np.full((2, 2, 2), NAN)},
            ValueError,
            "coulomb: must be finite, got nan at link 1 of arm 0",
        ),
        (
            {"gravity": [(0, 0, 1), (0, INF, 0)]},
            ValueError,
            "gravity: must be finite, got inf at index (1,) of arm 1",
        ),
        (
            {"inertia": tensors((0, 1), 0.5)},
            ValueError,
            "inertia: must be symmetric (largest entry of |I - I^T| = 0), got 0.5 at link 2 of "
            "arm 2",
        ),
        (
            {"inertia": tensors((2, 2), -1)},
            ValueError,
            "inertia: principal moments must not be negative, got -1 at link 2 of arm 2",
        ),
        (
            {"tool": poses((3, 0), 1)},
            ValueError,
            "tool: last row must be (0, 0, 0, 1), got (1, 0, 0, 1) in arm 2",
        ),
        (
            {"base": poses((0, 0), 2)},
            ValueError,
            "base: rotation must be orthonormal (largest entry of |R R^T - E| = 0), got 3 in arm 2",
        ),
        (
            {"tool": poses((0, 0), -1)},
            ValueError,
            "tool: rotation must have determinant +1, and be no reflection, got -1 in arm 2",
        ),
        (
            {"tool": poses((0, 3), NAN)},
            ValueError,
            "tool: must be finite, got nan at index (0, 3) of arm 2",
        ),
        (
            {"mass": np.full((2, 2), 1e308), "com": np.zeros((2, 3))},
            ValueError,
            "mass, of all links together: must be finite, got inf in arm 0",
        ),
        (
            {"viscous": np.full((2, 2), 1e308)},
            ValueError,
            "viscous, seen from the joint, with gear_ratio: must be finite, got inf at link 1 of "
            "arm 0",
        ),
        (
            {"mass": np.ones((3, 3))},
            ValueError,
            f"mass: last axis must be 2 {EACH}, got shape (3, 3)",
        ),
        ({"mass": 1.0}, ValueError, f"mass: last axis must be 2 {EACH}, got shape ()"),
        (
            {"com": np.ones((3, 2, 2))},
            ValueError,
            f"com: last axes must be (2, 3) {EACH}, got shape (3, 2, 2)",
        ),
        (
            {"inertia": np.ones((3, 2, 3))},
            ValueError,
            f"inertia: last axes must be (2, 3, 3) {EACH}, got shape (3, 2, 3)",
        ),
        (
            {"gravity": [1.0]},
            ValueError,
            "gravity: last axis must be 3 (a vector in the world frame), got shape (1,)",
        ),
        (
            {"tool": np.eye(3)},
            ValueError,
            "tool: last axes must be (4, 4) (a pose), got shape (3, 3)",
        ),
        (
            {"mass": np.ones((3, 2)), "a": np.ones((4, 2)), "payload": 1.0},
            ValueError,
            "leading axes do not broadcast: mass (3,), a (4,), payload ()",
        ),
        ({"mass": "heavy"}, TypeError, "mass: expected real numbers, got str"),
        ({"mass": [[1j, 1]]}, TypeError, "mass: expected real numbers, got dtype complex128"),
        (
            {"mass": [[1, 2], [3]]},
            ValueError,
            "mass: expected an array, got rows of unequal length: shape (2,) in row 1 but shape "
            "(1,) in row 2",
        ),
        ({"payload": [1, -1]}, ValueError, "payload: must not be negative, got -1 in arm 1"),
        (
            {"payload": [[1, 1], [-2, 1]]},
            ValueError,
            "payload: must not be negative, got -2 in arm (1, 0)",
        ),
        ({"payload": -1}, ValueError, "payload: must not be negative, got -1"),
        ({"payload": [1, NAN]}, ValueError, "payload: must be finite, got nan at index (1,)"),
        ({"payload": "heavy"}, TypeError, "payload: expected real numbers, got str"),
        (
            {"payload": (1.0, 2.0)},
            ValueError,
            "payload: com: last axis must be 3 (a point), got shape ()",
        ),
        (
            {"payload": ([1.0, 2.0], np.ones((3, 3)))},
            ValueError,
            "payload: leading axes do not broadcast: mass (2,), com (3,)",
        ),
        (
            {"payload": (1.0, (0, 0, NAN))},
            ValueError,
            "payload: com: must be finite, got nan at index (2,)",
        ),
        (
            {"parameters": np.ones((3, 21))},
            ValueError,
            "parameters: expected 20, 22, 26 or 28 numbers, got shape (3, 21)",
        ),
        (
            {"parameters": np.full((3, 20), NAN)},
            ValueError,
            "parameters: must be finite, got nan at index (0, 0)",
        ),
        (
            {"parameters": -np.eye(3, 20)},
            ValueError,
            "mass: must not be negative, got -1 at link 1 of arm 0",
        ),
        (
            {"parameters": np.zeros((3, 20)), "com": np.zeros((3, 2, 3))},
            ValueError,
            "com: expected None beside parameters, which include it",
        ),
    ],
)
def test_refusals(arm, given, error, message):
    with raises(error, message):
        arm.vary(**given)


def test_a_name_that_cannot_vary(arm):
    with pytest.raises(TypeError, match="limits"):
        arm.vary(limits=np.ones((3, 2, 2)))


def test_the_rules_are_those_of_one_arm_at_their_very_limits(arm):
    """Close to a limit the arms agree with each arm alone, on either side."""
    for factor in (0.4, 0.6, 0.9, 1.1, 2.0):
        entries = {
            "inertia": tensors((2, 2), -factor * 1e-9),
            "tool": poses((0, 0), 1 + factor * 0.5e-9),
            "base": poses((3, 1), factor * 1e-9),
        }
        entries["skew"] = tensors((0, 1), factor * 1e-9)
        for name, values in entries.items():
            changes = {"inertia" if name == "skew" else name: values}
            alone = outcome(lambda c=changes: arm._with(**{k: v[-1] for k, v in c.items()}))
            found = outcome(lambda c=changes: arm.vary(**c)[-1])
            assert found == alone or found.startswith(alone)


def outcome(make: Callable[[], Arm]) -> Arm | str:
    """The arm that a call returns, or the message of its error."""
    try:
        return make()
    except ValueError as error:
        return str(error)


@pytest.mark.parametrize("size", [1e-300, 1e-150, 1e150, 1e300])
def test_tensors_of_any_size(arm, size):
    """Rotated rods have a moment that is zero up to rounding; it must not be taken for negative."""
    axes = rng().normal(size=(200, 2, 3, 1))
    axes /= np.linalg.norm(axes, axis=-2, keepdims=True)
    rods = size * (np.eye(3) - axes @ np.swapaxes(axes, -1, -2))
    arms = arm.vary(inertia=rods)
    assert arms[7] == arm._with(inertia=rods[7])


def test_arms_are_made_by_vary_only():
    with raises(TypeError, "Arms: make them with arm.vary or Arms.load"):
        Arms()


# ---- equality, pickling and files ----------------------------------------------------------------


@pytest.fixture
def several(arm) -> Arms:
    poses = [[turned(x, (x, 0, 1))] for x in range(3)]
    return arm.vary(mass=rng().uniform(1, 2, (4, 2)), tool=poses, com=rng().random((3, 4, 2, 3)))


def test_equality_and_hash(arm, several):
    again = arm.vary(com=several.com, tool=several.tool, mass=several.mass)
    assert again == several
    assert hash(again) == hash(several)
    assert several != several[:2]
    assert several != arm
    assert several[..., 0] != several[..., 1]
    assert several != again.arm.with_name("other").vary(
        com=several.com, tool=several.tool, mass=several.mass
    )
    assert len({again, several, several[0]}) == 2


def test_pickling(several):
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(several, protocol))
        assert again == several
        assert again[2, 3] == several[2, 3]
    with pytest.raises(ValueError, match="read-only"):
        again.mass[:] = 1


@pytest.mark.parametrize("ending", ["json", "npz", "NPZ"])
def test_files_keep_every_bit(several, tmp_path, ending):
    path = tmp_path / f"arms.{ending}"
    several.save(path)
    assert Arms.load(path) == several
    one = several[:0]
    one.save(path)
    assert Arms.load(path) == one


@pytest.mark.parametrize("ending", ["json", "npz"])
def test_a_file_of_arms_without_axes(arm, tmp_path, ending):
    path = tmp_path / f"arms.{ending}"
    arm.vary(payload=1.0).save(path)
    assert Arms.load(path)[()] == arm.with_payload(1.0)


def test_a_file_of_another_ending(several, tmp_path):
    for call in (several.save, Arms.load):
        with pytest.raises(ValueError, match=r"path: expected a name that ends in \.json or \.npz"):
            call(tmp_path / "arms.csv")
    with pytest.raises(FileNotFoundError):
        Arms.load(tmp_path / "none.npz")


def test_too_many_arms_for_json(arm, tmp_path, monkeypatch):
    monkeypatch.setattr("equidyn.arm.formats.arms_file.LARGEST", 2**20)
    arms = arm.vary(mass=rng().uniform(1, 2, (40_000, 2)))
    with raises(
        ValueError, "path: expected at most 1 MiB as JSON, got 1 MiB: save the arms as .npz"
    ):
        arms.save(tmp_path / "arms.json")
    assert not list(tmp_path.iterdir())


def changed(plain: dict, **changes: object) -> dict:
    return {key: value for key, value in {**plain, **changes}.items() if value is not Ellipsis}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"format": "equidyn arm 1"}, "format: there is no 'equidyn arm 1'"),
        ({"format": ...}, "format: key is missing"),
        ({"arm": ...}, "arm: key is missing"),
        ({"shape": ...}, "shape: key is missing"),
        ({"varied": ...}, "varied: key is missing"),
        ({"more": 1}, "key: there is no 'more'"),
        ({"arm": [1]}, "arm: arm: expected a dictionary, got list"),
        ({"arm": {"format": "equidyn arm 1"}}, "arm: convention: key is missing"),
        ({"shape": [-1]}, r"shape: expected sizes of the leading axes, got \[-1\]"),
        ({"shape": "three"}, "shape: expected sizes of the leading axes, got 'three'"),
        ({"shape": [True]}, r"shape: expected sizes of the leading axes, got \[True\]"),
        ({"shape": [4]}, r"mass: shape must be \(4, 2\) .*, got shape \(3, 2\)"),
        ({"shape": []}, r"varied: expected data for arms of shape \(\), got 1 names"),
        ({"varied": {}}, r"varied: expected data for arms of shape \(3,\), got 0 names"),
        ({"varied": [1]}, "varied: expected a dictionary, got list"),
        ({"varied": {"limits": 1}}, "varied: there is no 'limits'"),
        ({"varied": {"mass": [[1, 2], [3, 4], [-1, 0]]}}, "mass: must not be .* of arm 2"),
        ({"varied": {"mass": [[1, 2], [3], [1, 0]]}}, "mass: expected an array, got rows"),
        ({"varied": {"mass": "heavy"}}, "mass: expected real numbers, got str"),
    ],
)
def test_bad_files_are_refused_by_name_and_key(arm, tmp_path, changes, message):
    path = tmp_path / "arms.json"
    arm.vary(mass=np.ones((3, 2))).save(path)
    path.write_text(json.dumps(changed(json.loads(path.read_text()), **changes)))
    with pytest.raises((ValueError, TypeError), match=rf"arms\.json: {message}"):
        Arms.load(path)


def test_json_that_is_none(tmp_path):
    path = tmp_path / "arms.json"
    for content, message in (("[1]", "arms: expected a dictionary"), ("{", "not a JSON file")):
        path.write_text(content)
        with pytest.raises((ValueError, TypeError), match=rf"arms\.json: {message}"):
            Arms.load(path)


def archive(arm: Arm, path) -> dict:
    arm.vary(mass=np.ones((3, 2))).save(path)
    with np.load(path) as content:
        return dict(content)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"varied/mass": -np.ones((3, 2))},
            "mass: must not be negative, got -1 at link 1 of arm 0",
        ),
        ({"varied/mass": np.ones(3)}, r"mass: shape must be \(3, 2\)"),
        ({"varied/mass": np.array([None])}, "not an archive of arrays of NumPy"),
        ({"varied/limits": np.ones(3)}, "varied: there is no 'limits'"),
        ({"shape": np.array([3.0])}, r"shape: expected sizes of the leading axes, got \[3.0\]"),
        ({"arm": np.array("{")}, "arm: not JSON"),
        ({"arm": np.ones(3)}, "arm: arm: expected a dictionary, got list"),
        ({"format": np.array(3)}, "format: expected a string, got int"),
        ({"more": np.ones(3)}, "key: there is no 'more'"),
        ({"shape": ...}, "shape: key is missing"),
    ],
)
def test_bad_archives_are_refused_by_name_and_key(arm, tmp_path, changes, message):
    path = tmp_path / "arms.npz"
    np.savez(path, **changed(archive(arm, path), **changes))
    with pytest.raises((ValueError, TypeError), match=rf"arms\.npz: {message}"):
        Arms.load(path)


@pytest.mark.parametrize("content", [b"", b"text", b"PK\x03\x04", b"\x93NUMPY"])
def test_files_that_are_no_archive(tmp_path, content):
    path = tmp_path / "arms.npz"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=r"arms\.npz: not an archive of arrays of NumPy"):
        Arms.load(path)


def test_an_archive_cut_short_anywhere(several, tmp_path):
    path = tmp_path / "arms.npz"
    several.save(path)
    whole = path.read_bytes()
    for end in range(0, len(whole) - 1, 97):
        path.write_bytes(whole[:end])
        with pytest.raises(ValueError, match=r"arms\.npz: "):
            Arms.load(path)


# ---- display and findings ------------------------------------------------------------------------


def test_display(several):
    lines = repr(several).splitlines()
    assert lines[0] == "12 arms (3, 4) that differ from two: 2 joints"
    assert [line.split()[0] for line in lines[3:]] == ["mass", "com", "tool"]
    assert len(lines) < 8
    assert "<table" in several._repr_html_()


def test_display_of_data_that_the_arm_has_not():
    arms = robots.planar_2r().vary(viscous=[[0.1, 0.2]])
    assert repr(arms).splitlines()[0].startswith("1 arm that differs from")
    assert repr(arms).splitlines()[-1].split() == ["viscous", "0.1", "0.2"]


def test_findings_name_the_first_arm_and_the_number_of_others():
    arm = robots.planar_2r()
    findings = arm.vary(mass=[[1, 1], [1, 0], [0, 0]]).check()
    assert str(findings) == (
        "link 1: no mass, but moments of inertia: arm 2\n"
        "link 2: no mass, but moments of inertia: arm 1 and 1 other"
    )
    assert [(f.link, f.what, f.arm, f.arms) for f in findings] == [
        (1, "zero mass", (2,), 1),
        (2, "zero mass", (1,), 2),
    ]


@pytest.mark.parametrize(
    ("given", "what"),
    [
        ({"inertia": [np.diag([1, 1, 3.0]), np.eye(3)]}, "triangle inequality"),
        ({"coulomb": [(-1, -1), (1, -1)]}, "driving friction"),
        ({"alpha": [10, 0]}, "large angle"),
        ({"theta": [10, 0]}, "large angle"),
        ({"a": [20, 0]}, "large length"),
    ],
)
def test_kinds_of_findings(given, what):
    arm = robots.planar_2r()
    [(name, wrong)] = given.items()
    right = getattr(arm, name)
    right = [(1, -1), (1, -1)] if right is None else right
    arms = arm.vary(**{name: np.array([right, wrong, right, wrong, wrong])})
    found = [(f.link, f.arm, f.arms) for f in arms.check() if f.what == what]
    assert found == [(1, (1,), 3)]
    assert not arm.vary(**{name: np.array([right, right])}).check()


# ---- sizes ---------------------------------------------------------------------------------------


def test_a_million_arms():
    arm = robots.planar_2r()
    masses = rng().uniform(1, 2, (1_000_000, 2))
    arms = arm.vary(mass=masses)
    assert arms[-1] == arm._with(mass=masses[-1])
    assert len(arms[::1000]) == 1000
    masses[765_432, 1] = -1
    with raises(ValueError, "mass: must not be negative, got -1 at link 2 of arm 765432"):
        arm.vary(mass=masses)


def test_the_name_is_public():
    assert equidyn.Arms is Arms
    assert equidyn.arm.Arms is Arms
