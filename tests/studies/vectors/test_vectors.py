"""Test vectors are the exact results, rounded once, in files that every program can read."""

import json
import math
from decimal import Decimal

import mpmath
import numpy as np
import pytest

import equidyn
from equidyn import Arm, robots
from equidyn.studies.vectors import decimals
from equidyn.studies.vectors.quantities import QUANTITIES
from oracles import lagrange

ARMS = {
    "standard": lambda: robots.random_arm(4, 3, "RPRR"),
    "modified": lambda: robots.random_arm(4, 5, "PRRP", convention="modified"),
    "puma560": robots.puma560,
    "pendulum": lambda: robots.uniform_chain(1),
}


@pytest.mark.parametrize("name", ["standard", "modified"])
def test_torques_have_the_bits_of_an_oracle_that_shares_no_equation(name):
    # axes of a turned base are orthogonal but for rounding, which each may treat in its own way
    arm = ARMS[name]().with_base(np.eye(4))
    vectors = equidyn.reference_vectors(arm, 3, quantities=["inverse_dynamics", "gravity_torque"])
    for k, state in enumerate(zip(*(vectors.states[x] for x in ("q", "qd", "qdd")), strict=True)):
        q, qd, qdd = state
        exact = lagrange.torque(arm, q, qd, qdd)
        assert vectors.results["inverse_dynamics"][k].tolist() == exact.tolist()
        at_rest = lagrange.torque(arm, q, 0 * q, 0 * q)
        assert vectors.results["gravity_torque"][k].tolist() == at_rest.tolist()


@pytest.mark.parametrize("name", ARMS)
def test_every_quantity_is_that_of_the_arm(name):
    arm = ARMS[name]()
    vectors = equidyn.reference_vectors(arm, 5, seed=1)
    q, qd, qdd, _ = vectors.states.values()
    computed = {
        each: getattr(arm, each)(*(vectors.states[x] for x in QUANTITIES[each].operands))
        for each in QUANTITIES
        if not each.startswith("dtau")
    }
    dtau_dq, dtau_dqd = arm.inverse_dynamics_derivatives(q, qd, qdd)
    computed |= {"dtau_dq": dtau_dq, "dtau_dqd": dtau_dqd}
    assert list(vectors.results) == list(QUANTITIES)
    assert {each: x.shape for each, x in computed.items()} == {
        each: x.shape for each, x in vectors.results.items()
    }
    assert equidyn.studies.judge_results(arm, computed, seed=1, tolerance=100), name


def test_states_are_short_decimal_numbers_and_fewer_are_the_first_of_more():
    few, many = (equidyn.reference_vectors("planar_2r", k, 4, ["bias"]) for k in (2, 5))
    for name, values in many.states.items():
        assert (values.astype(np.float32) == values).all()
        assert (few.states[name] == values[:2]).all()
    assert (many.states["q"] * 1024 % 1 == 0).all()


@pytest.mark.parametrize("angle", [0.0, 1e-30, 0.3, -math.pi / 2, 3.0, -100.0, 12345.678])
def test_cosine_and_sine_have_their_digits(angle):
    with decimals.with_all_digits(), mpmath.workdps(110):
        found = decimals.cosine_and_sine(Decimal(angle))
        for value, exact in zip(found, (mpmath.cos(angle), mpmath.sin(angle)), strict=True):
            assert abs(mpmath.mpf(str(value)) - exact) < mpmath.mpf("1e-80")


def test_right_angles_of_the_table_are_right():
    with decimals.with_all_digits():
        assert decimals.of_constant(Decimal(math.pi / 2)) == (0, 1)
        assert decimals.of_constant(Decimal(math.pi / 2 + 1e-12)) != (0, 1)


@pytest.mark.filterwarnings("ignore::equidyn.ArmWarning")
def test_a_singular_mass_matrix_has_no_accelerations():
    arm = robots.planar_2r(mass=(1, 0), com=(0.5, 0)).to_dict() | {"inertia": np.zeros((2, 3, 3))}
    singular = Arm.from_dict(arm)
    with pytest.raises(ValueError, match="mass matrix is singular"):
        equidyn.reference_vectors(singular, 1, quantities=["forward_dynamics"])


# files


@pytest.fixture
def vectors():
    return equidyn.reference_vectors("planar_2r", 3, 2, ["mass_matrix", "kinetic_energy"])


@pytest.mark.parametrize("suffix", [".json", ".csv", ".mat"])
def test_files_have_the_same_bytes_again_and_can_be_judged(vectors, tmp_path, suffix):
    if suffix == ".mat":
        pytest.importorskip("scipy")
    files = [tmp_path / f"{name}{suffix}" for name in "ab"]
    for file in files:
        vectors.save(file)
    assert files[0].read_bytes() == files[1].read_bytes()
    judged = equidyn.studies.judge_results("planar_2r", files[0], seed=2)
    assert judged.passed
    assert [each.residual for each in judged.quantities] == [0, 0]


def test_a_json_file_holds_the_arm_as_table_and_as_urdf(vectors, tmp_path):
    vectors.save(tmp_path / "x.json")
    data = json.loads((tmp_path / "x.json").read_text())
    assert Arm.from_dict(data["arm"]) == robots.planar_2r()
    assert Arm.from_urdf(data["urdf"]).n == 2
    assert (data["equidyn"], data["seed"]) == (equidyn.__version__, 2)
    assert set(data["meaning"]) == {"q", "qd", "qdd", "tau", "mass_matrix", "kinetic_energy"}
    assert data["results"]["mass_matrix"] == vectors.results["mass_matrix"].tolist()


def test_a_file_of_matlab_holds_arrays_and_the_arm(vectors, tmp_path):
    io = pytest.importorskip("scipy.io")
    vectors.save(tmp_path / "x.mat")
    data = io.loadmat(tmp_path / "x.mat", simplify_cells=True)
    assert (data["mass_matrix"] == vectors.results["mass_matrix"]).all()
    assert data["arm"]["a"].tolist() == [1.0, 0.8]
    assert data["urdf"].startswith("<?xml")


def test_a_file_of_matlab_needs_scipy(vectors, tmp_path, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "scipy.io", None)
    with pytest.raises(ImportError, match="pip install scipy"):
        vectors.save(tmp_path / "x.mat")
    assert not (tmp_path / "x.mat").exists()


def test_other_suffixes_are_refused(vectors):
    with pytest.raises(ValueError, match=r"ends in .json, .csv, .mat or .html, got 'x.xls'"):
        vectors.save("x.xls")


def test_the_table_names_quantities_and_operands(vectors):
    text = str(vectors)
    assert "planar 2R, 3 states, seed 2" in text
    assert "2 x 2" in text
    assert "a hundred decimal digits" in text


@pytest.mark.parametrize(
    ("quantities", "message"),
    [
        (["mass"], "quantities: there is no 'mass'; did you mean 'mass_matrix'"),
        ("bias", "quantities: expected several names of quantities, got the string 'bias'"),
        ([], "quantities: expected at least one name, got none"),
    ],
)
def test_wrong_quantities_are_named(quantities, message):
    with pytest.raises((ValueError, TypeError), match=message):
        equidyn.reference_vectors("planar_2r", quantities=quantities)
