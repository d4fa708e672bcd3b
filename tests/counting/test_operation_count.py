"""Operations are counted right, and each formulation takes exactly as many as is stated here."""

import csv
import json
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.figure import Figure

import equidyn
from conftest import FORMULATIONS, RESTRICTED, TOLERANCE, assert_close
from equidyn import BaseMotion, _core, cli
from equidyn.counting import operation_polynomials
from equidyn.counting.controller import controller_table, estimate_time, with_computed_torque
from equidyn.counting.conventions import general_arm
from equidyn.counting.counting import Operations, count_operations
from equidyn.counting.operation_polynomials import OperationPolynomials, operation_polynomial
from equidyn.counting.polynomial import Polynomial
from equidyn.graph.trace import Operation, Trace
from equidyn.robots import planar_2r, puma560, random_arm, uniform_chain
from equidyn.studies.papers.published_counts import published_counts
from updating.counts import family_of, middle_massed_arm

LEE_ET_AL = "Lee, Chung, Mudge & Turney 1982"


every_formulation = pytest.mark.parametrize("formulation", FORMULATIONS + RESTRICTED)


def arm_for(formulation, arm):
    """The arm, or one like it that the formulation takes."""
    return middle_massed_arm(arm.n) if family_of(formulation) else arm


def polynomial(text):
    return Polynomial.parse(text)


# the polynomials


def test_the_minimal_formulation_is_as_cheap_as_promised_for_six_joints():
    count = count_operations(6, "minimal_newton_euler")
    assert count.multiplications <= 394
    assert count.additions <= 331


def test_gravity_of_any_direction_gives_the_known_minimal_polynomials():
    found = operation_polynomial("minimal_newton_euler", base="tilted")
    assert (str(found.multiplications), str(found.additions)) == ("81n - 92", "69n - 83")


def test_polynomials_hold_far_beyond_the_counts_they_came_from():
    for name in ("newton_euler", "spatial_newton_euler", "kane"):
        found, count = operation_polynomial(name), count_operations(25, name)
        assert found.at(25) == count.total
        for step, operations in count.steps.items():
            assert tuple(p(25) for p in found.steps[step]) == operations


def test_polynomials_do_not_hold_below_the_n_they_state():
    found = operation_polynomial("lagrange_euler")
    n = found.n_min - 1
    assert n >= 1
    assert found.multiplications(n) != count_operations(n, "lagrange_euler").multiplications
    with pytest.raises(ValueError, match=f"n: the polynomials hold from n = {n + 1} on, got {n}"):
        found.at(n)


def test_polynomials_of_an_order_with_a_logarithm_end_at_a_power_of_two():
    """Recursive doubling takes one doubling more from nine joints on."""
    found = operation_polynomial("parallel_prefix")
    assert (found.n_min, found.n_max) == (5, 8)
    assert "5 <= n <= 8" in str(found)
    for n in (5, 8):
        assert found.at(n) == count_operations(n, "parallel_prefix").total
    with pytest.raises(ValueError, match="n: the polynomials hold from n = 5 to 8, got 9"):
        found.at(9)
    longer = count_operations(9, "parallel_prefix").total
    assert longer.multiplications > found.multiplications(9)


def test_polynomials_of_mass_matrices_by_doubling_hold_from_nine_to_sixteen_joints():
    found = operation_polynomial("parallel_prefix", quantity="mass_matrix")
    assert (found.n_min, found.n_max) == (9, 16)
    total = count_operations(16, "parallel_prefix", quantity="mass_matrix").total
    assert found.at(16) == total


def test_polynomials_that_end_are_drawn_to_their_end_and_cross_none():
    kane, doubling = (operation_polynomial(name) for name in ("kane", "parallel_prefix"))
    both = OperationPolynomials((kane, doubling))
    assert not both.crossovers().records
    assert "n = 5 to 8" in str(both)
    assert [row["n_max"] for row in both.to_records()] == [None, 8]
    ax = both.plot(Figure().add_subplot())
    ends = {line.get_label(): line.get_xydata()[-1, 0] for line in ax.get_lines()}
    assert (ends["kane"], ends["parallel_prefix"]) == (100, 8)


def test_arms_that_are_not_alike_have_no_polynomial():
    def alternating(n):
        return general_arm(n) if n % 2 else uniform_chain(n)

    with pytest.raises(RuntimeError, match="no polynomials of degree 1 fit"):
        operation_polynomial("newton_euler", family=alternating)


def test_counts_that_grow_faster_than_the_order_of_the_formulation_have_no_polynomial(monkeypatch):
    """As if the order of a cubic formulation had been declared as linear."""
    monkeypatch.setattr(operation_polynomials, "degree", lambda formulation, quantity: 1)
    with pytest.raises(RuntimeError, match="lagrange_euler: no polynomials of degree 1 fit"):
        operation_polynomial("lagrange_euler")


# the counts


def test_a_pendulum_by_hand():
    """m l g cos q + J qdd, of which m l g and J are constants of the arm: 2 M, 1 A."""
    pendulum = equidyn.Arm.from_dh(
        "standard",
        joints="R",
        a=[0.5],
        alpha=[0],
        d=[0],
        theta=[0],
        mass=[2.0],
        com=[[0, 0, 0]],
        inertia=[np.diag([0, 0.3, 0.3])],
        gravity=(0, -9.81, 0),
    )
    count = count_operations(pendulum, "minimal_newton_euler")
    assert count.total == Operations(multiplications=2, additions=1, trigonometric=1)


def test_a_twist_of_a_right_angle_costs_nothing():
    """Rotating by a multiple of 90 degrees moves components; by another angle it takes 4M 2A."""
    arm = general_arm(4)
    right = equidyn.Arm.from_dict({**arm.to_dict(), "alpha": np.full(4, np.pi / 2)})
    general, special = (
        count_operations(a, "newton_euler", base="moving", dead_code=True).steps["omega_i"]
        for a in (arm, right)
    )
    assert general.multiplications - special.multiplications == 4 * 4
    assert general.additions - special.additions == 4 * 2


def test_an_arm_with_right_angles_costs_less_than_the_general_one():
    general, puma = count_operations(6), count_operations(puma560())
    for count in general:
        assert puma[count.formulation].multiplications < count.multiplications
        assert puma[count.formulation].additions < count.additions


@every_formulation
def test_rules_change_counts_the_way_they_say(formulation):
    arm = arm_for(formulation, general_arm(4))
    default = count_operations(arm, formulation)
    for more in ({"dead_code": True}, {"base": "tilted"}, {"base": "moving"}, {"tip_wrench": True}):
        count = count_operations(arm, formulation, **more)
        assert count.multiplications >= default.multiplications
        assert count.additions >= default.additions
    full = count_operations(arm, formulation, rotations="full")
    assert full.multiplications >= default.multiplications


@every_formulation
def test_counts_do_not_depend_on_the_state(formulation):
    arm = arm_for(formulation, general_arm(3))
    operations = [
        Trace.of(arm, formulation, moving_base=True, seed=seed).operation for seed in (0, 1)
    ]
    np.testing.assert_array_equal(*operations)


def test_a_slide_costs_more_in_some_formulations_and_less_in_others():
    """With a slide r_i varies, but rates of rotation vanish."""
    data = {**general_arm(6).to_dict(), "joints": "RRPRRR", "theta": [0, 0, 0.7, 0, 0, 0]}
    slide = equidyn.Arm.from_dict({**data, "d": np.where(np.arange(6) == 2, 0, data["d"])})
    for name, sign in (
        ("newton_euler", +1),
        ("newton_euler_lee", +1),
        ("newton_euler_angeles", -1),
    ):
        change = (
            count_operations(slide, name).multiplications
            - count_operations(6, name).multiplications
        )
        assert np.sign(change) == sign


def test_link_frames_save_what_it_takes_to_turn_everything_into_the_base_frame():
    """Operations of a joint by hand: a product of matrices 27M 18A, with a vector 9M 6A."""
    base_frame, link_frames = (
        {row: [int(p(1) - p(0)) for p in step[:2]] for row, step in found.steps.items()}
        for found in map(operation_polynomial, ("newton_euler_base_frame", "newton_euler"))
    )
    by_hand = {
        "rotation entries": (4, 0),
        "R_i": (27 - 3, 18 - 3),  # one entry of R_{i-1}^i is 0
        "r_i": (9, 6),
        "rbar_i": (9, 6),
        "I_i": (2 * 27, 2 * 18),
        "m (r + rbar) x abar": (0, 3),  # the sum is no constant
        "tau_i": (1, 1),  # nor is any component of the axis
        # of a rotation in link frames 8M 4A, and of the axis only z
        "omega_i": (3 - 8, 3 - 5),
        "alpha_i": (3 + 6 - 8 - 2, 9 - 4 - 3),
        "a_i": (-8, -4),
        "f_i": (-8, -4),
        "R n": (-8, -4),
    }
    for row in {**base_frame, **link_frames}:
        here, there = base_frame.get(row, (0, 0)), link_frames.get(row, (0, 0))
        assert (here[0] - there[0], here[1] - there[1]) == by_hand.get(row, (0, 0)), row
    # three entries of the second product, by symmetry those of three others: a sixth of the row
    assert base_frame["I_i"] == [6 * 3 * 3, 6 * 3 * 2]


# the graph that is counted


def replayed(trace, inputs):
    """Torques in another state, by evaluating the graph node by node."""
    values = trace.value.copy()
    for name, node in trace.inputs.items():
        kind, index = name.rstrip("]").split("[")
        values[node] = inputs[kind][int(index)]
    for node, operation in enumerate(trace.operation):
        x = values[trace.left[node]] if trace.left[node] >= 0 else trace.left_value[node]
        y = values[trace.right[node]] if trace.right[node] >= 0 else trace.right_value[node]
        if operation == Operation.ADD:
            values[node] = x + y
        elif operation == Operation.SUBTRACT:
            values[node] = x - y
        elif operation == Operation.MULTIPLY:
            values[node] = x * y
        elif operation == Operation.NEGATE:
            values[node] = -x
        elif operation == Operation.COSINE:
            values[node] = np.cos(x)
        elif operation == Operation.SINE:
            values[node] = np.sin(x)
        if not trace.live[node]:
            values[node] = np.nan
    return np.where(trace.output_nodes >= 0, values[trace.output_nodes], trace.output_values)


@every_formulation
@pytest.mark.parametrize("full_matrices", [False, True])
def test_the_live_graph_computes_the_torques_of_any_state(formulation, full_matrices):
    """Counted is all that it takes, and not only in the state in which it was traced."""
    arm = arm_for(formulation, random_arm(4, seed=3))
    frames = next(f.frames for f in equidyn.formulations() if f.name == formulation)
    arm = arm.to_convention(frames.split()[0]).with_tool(None)
    trace = Trace.of(
        arm, formulation, full_matrices=full_matrices, moving_base=True, tip_wrench=True
    )
    rng = np.random.default_rng(5)
    x = {name: rng.uniform(-2, 2, arm.n) for name in ("q", "qd", "qdd")}
    x |= {name: rng.uniform(-2, 2, 3) for name in ("base_w", "base_al", "base_a", "tip_f", "tip_n")}
    gravity = arm.base[:3, :3].T @ arm.gravity
    expected = arm.inverse_dynamics(
        x["q"],
        x["qd"],
        x["qdd"],
        formulation=formulation,
        base_motion=BaseMotion(x["base_w"], x["base_al"], x["base_a"] + gravity),
        tip_wrench=np.concatenate([x["tip_f"], x["tip_n"]]),
    )
    assert_close(
        replayed(trace, x), expected, TOLERANCE["agreement"], formulation=formulation, arm=arm
    )


def test_a_trace_that_is_wrong_is_noticed(monkeypatch):
    """Were the graph not that of the torques, no count would come out."""
    original = _core.evaluate
    monkeypatch.setattr(
        _core, "evaluate", lambda *args, **options: 1.001 * original(*args, **options)
    )
    with pytest.raises(RuntimeError, match="kane: the traced result differs from the library by"):
        count_operations(planar_2r(), "kane")


# a controller


def test_lee_et_al_need_3_ms_on_a_pdp_11():
    printed = published_counts(LEE_ET_AL)[1].printed.total.at(6)
    assert estimate_time(printed) == pytest.approx(3.177e-3, abs=5e-7)
    assert estimate_time(Operations(1, 0), add=1, mul=2, fetch=4) == 6
    assert estimate_time(Operations(0, 1), add=1, mul=2, fetch=4) == 5


def test_computed_torque_adds_two_multiplications_and_four_additions_a_joint():
    dynamics = count_operations(6, "newton_euler_lee")
    controller = with_computed_torque(dynamics)
    assert controller.multiplications == dynamics.multiplications + 12
    assert controller.additions == dynamics.additions + 24
    (row,) = [r for r in controller_table(count_operations(6)).rows if r[0] == "newton_euler_lee"]
    assert row[1:3] == (
        str(controller.multiplications),
        str(controller.additions),
    )
    assert row[3] == f"{1e3 * estimate_time(controller):.2f} ms"


# tables and files


def test_tables_print_what_was_counted_and_by_which_rules():
    count = count_operations(6, "newton_euler", rotations="full", base="moving", dead_code=True)
    assert "672" in str(count)
    assert "full matrices; moving base; dead code counted; no tip wrench" in str(count)
    counts = count_operations(puma560())
    assert str(counts["kane"].multiplications) in str(counts)
    assert "newton_euler_sasaki_scalar takes" in str(counts)
    polynomials = operation_polynomial("newton_euler")
    assert "107n - 72" in str(polynomials)
    assert "<table>" in polynomials._repr_html_()


def test_counts_are_saved(tmp_path):
    counts = count_operations(planar_2r())
    counts.save(tmp_path / "counts.json")
    saved = json.loads((tmp_path / "counts.json").read_text())
    assert saved["arm"] == "planar 2R"
    assert saved["records"] == counts.to_records()
    counts.save(tmp_path / "counts.csv")
    lines = (tmp_path / "counts.csv").read_text().splitlines()
    rows = list(csv.DictReader(line for line in lines if not line.startswith("#")))
    assert [{k: str(v) for k, v in record.items()} for record in counts.to_records()] == rows
    with pytest.raises(ValueError, match=r"path: expected .* \.json, \.csv, \.tex or \.md"):
        counts.save(tmp_path / "counts.txt")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (((6,), {"rotations": "fast"}), "rotations: there is no 'fast' .known: factored, full"),
        (((6,), {"base": "rest"}), "base: there is no 'rest'; did you mean 'at rest'"),
        (((6, "newton_eulr"), {}), "formulation: there is no 'newton_eulr'; did you mean"),
        (((0,), {}), "n: must be at least 1, got 0"),
        (((6, "newton_euler_sasaki_scalar"), {}), "takes no products of inertia"),
    ],
)
def test_bad_arguments_of_a_count(arguments, message):
    positional, keywords = arguments
    with pytest.raises(ValueError, match=message):
        count_operations(*positional, **keywords)


def test_other_bad_arguments():
    with pytest.raises(TypeError, match="dead_code: expected True or False, got str"):
        count_operations(6, dead_code="no")
    with pytest.raises(
        TypeError, match=r"arm: expected an equidyn\.Arm or the name of a robot, got f"
    ):
        count_operations(2.5)
    with pytest.raises(ValueError, match="mul: must be positive, got 0"):
        estimate_time(Operations(1, 1), mul=0)


# polynomials themselves

coefficients = st.lists(st.fractions(-99, 99, max_denominator=6), max_size=5)


@given(coefficients)
def test_polynomials_are_read_as_they_are_written(values):
    p = Polynomial.of(values)
    assert Polynomial.parse(str(p)) == p


@given(coefficients, coefficients, st.integers(-5, 12))
def test_polynomials_add_and_multiply_as_their_values_do(a, b, n):
    p, q = Polynomial.of(a), Polynomial.of(b)
    assert (p + q)(n) == p(n) + q(n)
    assert (p - q)(n) == p(n) - q(n)
    assert (p * q)(n) == p(n) * q(n)


@given(st.lists(st.integers(-1000, 1000), min_size=1, max_size=6), st.integers(1, 9))
def test_polynomials_go_through_their_points(values, first):
    p = Polynomial.through(first, values)
    assert [p(first + k) for k in range(len(values))] == [Fraction(v) for v in values]
    assert p.degree < len(values)


@pytest.mark.parametrize("text", ["", "2n3", "n^", "3m", "n - - 2", "1/n"])
def test_what_is_no_polynomial_is_refused(text):
    with pytest.raises(ValueError, match="polynomial: expected a form such as"):
        Polynomial.parse(text)


# the command line and the report


def test_count_prints_the_counts_of_a_robot_and_writes_them(tmp_path, capsys):
    path = tmp_path / "counts.json"
    options = ["--formulations", "kane,newton_euler", "--steps", "--controller", "-o", str(path)]
    assert cli.main(["count", "puma560", *options]) == 0
    out = capsys.readouterr().out
    count = count_operations(puma560(), "newton_euler")
    assert "Operations of newton_euler: PUMA 560" in out
    assert str(count.multiplications) in out
    assert str(with_computed_torque(count).multiplications) in out
    assert "n joints" not in out
    records = json.loads(path.read_text())["records"]
    assert [record["formulation"] for record in records][:1] == ["kane"]


def test_count_prints_polynomials_for_a_number_of_joints(capsys):
    rules = ["--rotations", "full", "--base-motion", "moving", "--dead-code"]
    assert cli.main(["count", "6", *rules, "--formulations", "newton_euler"]) == 0
    out = capsys.readouterr().out
    assert "116n - 24" in out
    assert "672" in out


def test_count_complains_in_one_line(capsys):
    assert cli.main(["count", "0"]) == 2
    assert capsys.readouterr().err == "equidyn: n: must be at least 1, got 0\n"
    assert cli.main(["count", "50", "--formulations", "lagrange_euler"]) == 2
    assert "too many operations to trace at n = 50" in capsys.readouterr().err


@pytest.mark.slow
def test_the_report_tells_of_operations():
    report = equidyn.report(
        planar_2r(),
        samples=2,
        n=(1, 2),
        repetitions=1,
        seconds=1e-5,
        formulations=["newton_euler", "minimal_newton_euler"],
    )
    assert "81n - 98" in str(report)
    html = report.html()
    assert "81<i>n</i> − 98" in html
    assert "108<i>n</i> − 12" in html
    assert 'aria-label="Curves: operations of each formulation' in html


def test_operations_are_drawn_over_n():
    polynomials = operation_polynomial()
    ax = Figure().add_subplot()
    polynomials.plot(ax)
    curves = {line.get_label(): line.get_xydata() for line in ax.get_lines()}
    for p in polynomials:
        n, height = curves[p.formulation][-1]
        assert n == (p.n_max or 100)
        assert height == sum(p.at(int(n))[:2])
