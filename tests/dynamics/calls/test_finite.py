"""Results are finite: overflow raises and says where, and finite results never raise."""

import re

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from conftest import FORMULATIONS
from equidyn import Arm, BaseMotion, _core, robots
from equidyn.studies.papers.angeles.orthogonal_complement import orthogonal_complement
from oracles import calls
from oracles.refusals import may_be_refused

pytestmark = pytest.mark.filterwarnings("ignore::equidyn.ArmWarning")

ARM = robots.random_arm(4, seed=2, joints="RPRR", friction=True, motors=True)
TURNING = robots.random_arm(4, seed=5, joints="RRRR")
GANTRY = robots.random_arm(3, seed=1, joints="PPP", friction=True)

# the methods that say themselves where they overflow
METHODS = (
    *("inverse_dynamics", "bias", "gravity_torque", "mass_matrix", "coriolis_coefficients"),
    *("forward_dynamics", "inverse_dynamics_derivatives", "link_motion", "pose_and_jacobian"),
)
OVERFLOWING = {"q": {"P": 1e308, "R": 1.0}, "qd": {"P": 1e200, "R": 1e200}}


@pytest.mark.parametrize("rows", [(), (1,), (7,), (3, 400)])
@pytest.mark.parametrize("method", METHODS)
def test_a_result_that_overflows_raises_and_says_which(method, rows):
    arm = ARM if method in ("mass_matrix", "coriolis_coefficients") else TURNING
    if method == "gravity_torque":
        arm = ARM.with_gravity((3e307, 3e307, 3e307))
    if method == "pose_and_jacobian":
        far = np.eye(4)
        far[:3, 3] = 1.7e308
        arm = GANTRY.with_base(far)
    middle = tuple(extent // 2 for extent in rows)
    x = dict(zip(calls.METHODS[method].operands, calls.states(*rows, arm=arm), strict=False))
    for wrong, kinds in OVERFLOWING.items():
        if wrong in x:
            x[wrong][middle] = [kinds[letter] for letter in arm.joints]
    row = (0,) * len(rows) if method == "gravity_torque" else middle  # in every row
    state = re.escape("(" + "".join(f"{k}, " for k in row))
    message = rf"^{method}.*: overflow, got (inf|-inf|nan) at index {state}\d.*\): the numbers"
    with pytest.raises(ValueError, match=message):
        getattr(arm, method)(*x.values())
    if method != "link_motion":
        with pytest.raises(ValueError, match=message):
            getattr(arm, method)(*x.values(), threads=2)


def test_every_formulation_raises_where_it_overflows(formulation):
    q, qd, qdd = np.random.default_rng(1).uniform(-2, 2, (3, 5, 4))
    qd[3] = 1e200
    for rows in (slice(None), 3):
        with pytest.raises(
            ValueError, match=r"^inverse_dynamics: overflow, got .* at index \((3, )?\d"
        ):
            TURNING.inverse_dynamics(q[rows], qd[rows], qdd[rows], formulation=formulation)
    far = np.array([[0, 0.0, 0, 0], [0, 1e200, 0, 0]])
    for rows in (slice(None), 1):
        with pytest.raises(ValueError, match=r"overflow, got .* at index \((1, )?\d"):
            ARM.mass_matrix(far[rows], formulation=formulation)


def test_reference_implementations_and_matrices_of_papers_raise_too():
    q, qdd = np.random.default_rng(1).uniform(-2, 2, (2, 4))
    with pytest.raises(ValueError, match="overflow"):
        orthogonal_complement(TURNING, q, np.full(4, 1e308))
    quantity, fast = "inverse_dynamics_derivatives", (q, np.full(4, 1e200), qdd)
    with pytest.raises(ValueError, match=f"{quantity}: overflow"):
        _core.evaluate(TURNING, quantity, fast, formulation="spatial_vectors")
    with pytest.raises(ValueError, match="forward_dynamics: overflow"):
        TURNING.forward_dynamics(q, np.full(4, 1e200), qdd, formulation="articulated_bodies")
    with pytest.raises(ValueError, match="trace form: D: overflow"):
        _core.trace_form_coefficients(ARM, [0, 1e200, 0, 0])


@pytest.mark.parametrize("rows", [(), (1,), (11,), (40, 500)])
def test_finite_results_never_raise_however_large_their_sum(rows):
    for dtype, large in ((np.float64, 1.7e308), (np.float32, 3.3e38)):
        arm = robots.random_arm(2, seed=3, joints="PP")
        q = np.full((*rows, 2), large, dtype)
        found = arm.gravity_torque(q, dtype=dtype)
        np.testing.assert_array_equal(found, arm.gravity_torque(0 * q, dtype=dtype))
        out = np.empty_like(q)
        assert arm.gravity_torque(q, dtype=dtype, out=out) is out
        np.testing.assert_array_equal(out, found)
        unit = Arm.from_dh(
            "modified", joints="PP", a=[0, 0], alpha=[0, np.pi / 2], d=[0, 0], theta=[0, 0],
            mass=[0.5, 0.5], com=np.zeros((2, 3)), inertia=np.zeros((2, 3, 3)), gravity=(0, 0, 0),
        )  # fmt: skip
        tau = unit.inverse_dynamics(q, q, q, dtype=dtype)
        np.testing.assert_allclose(
            tau / dtype(large), np.broadcast_to([1, 0.5], q.shape), rtol=1e-6
        )
    large = np.full((*rows, 2), 1.7e308)
    qdd = unit.forward_dynamics(0 * large, 0 * large, large / 4)
    np.testing.assert_allclose(qdd / 1.7e308, np.broadcast_to([0.25, 0.5], large.shape))
    for derivative in unit.inverse_dynamics_derivatives(large, large, large):
        np.testing.assert_array_equal(derivative, np.zeros((*rows, 2, 2)))
    heavy = Arm.from_dh(**{
        "convention": "modified", "joints": "PP", "a": [0, 0], "alpha": [0, 0], "d": [0, 0],
        "theta": [0, 0], "mass": [0, 1.7e308], "com": np.zeros((2, 3)),
        "inertia": np.zeros((2, 3, 3)), "gravity": (0, 0, 0),
    })  # fmt: skip
    np.testing.assert_array_equal(
        heavy.mass_matrix(np.zeros((*rows, 2))), np.full((*rows, 2, 2), 1.7e308)
    )


@pytest.mark.parametrize("seed", range(8))
def test_numbers_of_any_magnitude_give_finite_results_or_an_error(seed):
    rng = np.random.default_rng(seed)
    refusals: set[str] = set()
    for method in METHODS:
        for _ in range(40):
            x = rng.normal(size=(3, ARM.n)) * 10.0 ** rng.uniform(-308, 308, (3, 1))
            try:
                found = calls.called(method, x, arm=ARM)
            except ValueError as error:
                refusals.add(str(error).partition(",")[0])
            else:
                for result in calls.parts(found):
                    assert np.isfinite(result).all()
    assert refusals
    assert all(re.match(r"[a-z_]+: .*overflow", each) for each in refusals)


SCALED = ("mass", "inertia", "com", "a", "d", "gravity", "motor_inertia", "gear_ratio")
EXPONENTS = st.floats(-320, 308)
NUMBERS = st.floats(allow_nan=False, allow_infinity=False)
VECTORS = st.lists(NUMBERS, min_size=3, max_size=3)


@pytest.mark.slow
@given(
    st.sampled_from([name for name, each in calls.METHODS.items() if each.joints <= 3]),
    st.dictionaries(st.sampled_from(SCALED), EXPONENTS, max_size=2),
    st.lists(VECTORS, min_size=3, max_size=3),
    st.lists(VECTORS, min_size=5, max_size=5),
    st.sampled_from([None, *FORMULATIONS]),
)
def test_arms_loads_and_motions_of_any_size_give_finite_results_or_an_error(
    method, scaled, state, loads, formulation
):
    data = robots.random_arm(3, seed=7, joints="RPR", motors=True).to_dict()
    try:
        arm = Arm.from_dict({
            name: (np.array(value) * 10.0 ** scaled[name]).tolist() if name in scaled else value
            for name, value in data.items()
        })  # fmt: skip
    except ValueError:  # a product is infinite
        assume(False)
    *motion, force, moment = loads
    options = {
        "formulation": formulation,
        "base_motion": BaseMotion(*motion),
        "tip_wrench": [*force, *moment],
        "motors": True,
    }
    taken = {name: options[name] for name in calls.METHODS[method].options if options.get(name)}
    with may_be_refused("overflow|joint|must be finite|formulation"):
        found = calls.called(method, state, arm=arm, **taken)
        assert all(np.isfinite(result).all() for result in calls.parts(found))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"gear_ratio": [1, 1e200], "motor_inertia": [1, 1]},
            "motor_inertia, seen from the joint, with gear_ratio: must be finite, got inf",
        ),
        (
            {"gear_ratio": [1e100, 1], "viscous": [1e150, 1]},
            "viscous, seen from the joint, with gear_ratio: must be finite, got inf at link 1",
        ),
        (
            {"gear_ratio": [1, -1e200], "coulomb": [[1, -1], [1, -1e200]]},
            "coulomb, seen from the joint, with gear_ratio: must be finite, got -inf at link 2",
        ),
        ({"mass": [1e308, 1e308]}, "mass, of all links together: must be finite, got inf"),
        (
            {"mass": [1, 1e200], "com": [[0, 0, 0], [1e100, 0, 0]]},
            "inertia, about the origin of the link's frame: must be finite, got inf at link 2",
        ),
    ],
)
def test_products_of_an_arms_data_that_overflow_are_refused(changes, message):
    given = {
        "joints": "RR", "a": [1, 1], "alpha": [0, 0], "d": [0, 0], "theta": [0, 0],
        "mass": [1, 1], "com": np.zeros((2, 3)), "inertia": np.ones((2, 3)), **changes,
    }  # fmt: skip
    with pytest.raises(ValueError, match=f"^{re.escape(message)}"):
        Arm.from_dh("modified", **given)


def test_an_inertia_that_overflows_on_the_way_is_no_acceleration_of_zero():
    far = Arm.from_dh(
        "modified", joints="RR", a=[0, 1e200], alpha=[0, 0], d=[0, 0], theta=[0, 0],
        mass=[1, 1], com=np.zeros((2, 3)), inertia=np.ones((2, 3)), gravity=(0, 0, 0),
    )  # fmt: skip
    with pytest.raises(ValueError, match=r"^forward_dynamics: overflow: the load of joint 1 is"):
        far.forward_dynamics([0.0, 0.0], [0.0, 0.0], [1.0, 1.0])
