"""Functions of the panels: polynomials, ticks, crossovers, motions, a formulation of one's own."""

import json

import numpy as np
import pytest

import equidyn
from equidyn import robots
from equidyn.arm.states import random_motion
from oracles.scripts import NODE, evaluate

pytestmark = pytest.mark.skipif(NODE is None, reason="there is no Node on the path")

NUMBERS = ("base/text.js", "base/random.js")
CHARTS = ("base/charts.js",)
POLYNOMIALS = ("panels/polynomials.js",)
TIMES = ("panels/times.js",)
OWN = ("panels/own_formulation.js",)

# the others are counted on arms of their own
GENERAL = [entry for entry in equidyn.formulations() if not entry.restriction]

ARMS = ("puma560", "stanford", "panda", "scara", "cylindrical")


def plain(arm):
    """Return an arm as the object that a page has, as text."""
    data = {name: np.asarray(value).tolist() for name, value in arm.to_dict().items()}
    return json.dumps({**data, "n": arm.n})


@pytest.mark.parametrize(
    "entry", [entry for entry in GENERAL if not entry.logarithm], ids=lambda entry: entry.name
)
def test_polynomials_through_counts_are_those_of_python(entry):
    expected = equidyn.operation_polynomial(entry.name)
    sizes = range(4, 4 + entry.degree + 2)
    for kind in ("multiplications", "additions"):
        counts = [getattr(expected.at(n), kind) for n in sizes]
        found = evaluate(POLYNOMIALS, f"polynomialText(polynomialThrough({counts}, 4))")
        printed = str(getattr(expected, kind))
        for power in "234":
            printed = printed.replace(f"^{power}", "⁰¹²³⁴"[int(power)])
        assert found == printed.replace("-", "\N{MINUS SIGN}")


def test_counts_that_are_no_polynomial_have_none():
    assert evaluate(POLYNOMIALS, "polynomialThrough([1, 2, 4, 8, 16, 32], 4)") is None


@pytest.mark.parametrize(
    ("low", "high", "ticks"),
    [
        (0, 10, [0, 2, 4, 6, 8, 10]),
        (-1, 1, [-1, -0.5, 0, 0.5, 1]),
        (0.3, 0.3001, [0.3, 0.30002, 0.30004, 0.30006, 0.30008, 0.3001]),
    ],
)
def test_ticks_are_round(low, high, ticks):
    assert evaluate(CHARTS, f"linearTicks({low}, {high})") == ticks


def test_ticks_of_powers():
    assert evaluate(CHARTS, "logarithmicTicks(0.5, 2000)") == [1, 10, 100, 1000]
    assert evaluate(CHARTS, "[1, 1000, 1e4, 1e-2].map(tickOfPower)") == [
        "1",
        "1000",
        "10⁴",
        "10⁻²",
    ]


@pytest.mark.parametrize(
    ("low", "high", "ticks"),
    [
        (0.3, 4, ["0.5", "1", "2"]),
        (2, 50, ["2", "5", "10", "20", "50"]),
        (0.9, 20, ["1", "2", "5", "10", "20"]),
        (0.0015, 0.008, ["0.002", "0.005"]),
        (4.1, 4.3, []),
    ],
)
def test_ticks_within_two_powers_are_one_two_and_five(low, high, ticks):
    assert evaluate(CHARTS, f"logarithmicTicks({low}, {high}).map(tickOfPower)") == ticks


def test_large_errors_are_parts_of_the_largest_torque():
    texts = "[0.5, 1e6, 8.8e15, Infinity].map(errorText)"
    assert evaluate(("base/text.js",), texts) == [
        "0.5 eps",
        "1000000 eps",
        "200 % of the largest torque",
        "infinite eps",
    ]


def test_times_of_the_browser_have_two_digits_where_asked():
    assert evaluate(("base/text.js",), "[inTime(73.24), inTime(73.24, 2)]") == ["73.2 ns", "73 ns"]


@pytest.mark.parametrize(
    ("number", "text"),
    [
        ("0", "0"),
        ("-1234.5", "−1230"),
        ("1e-9", "1e−9"),
        ("NaN", "not a number"),
        ("-Infinity", "−infinite"),
        ("0.1 + 0.2", "0.3"),
    ],
)
def test_numbers_as_text(number, text):
    assert evaluate(NUMBERS, f"inDigits({number})") == text


def test_a_crossover_is_where_one_is_cheaper_for_good():
    times = {
        "slow": [[1, 10], [2, 20], [4, 41], [8, 80]],
        "steep": [[1, 5], [2, 20], [4, 80], [8, 320]],
    }
    script = f"crossoversOf({json.dumps(times)})"
    found = evaluate(TIMES, script)
    assert found == [{"faster": "slow", "slower": "steep", "n": 4, "before": 1}]


def test_curves_that_cross_back_are_told_where_one_stays_cheaper():
    cheaper = {"one": (1, 3, 1, 3), "other": (2, 2, 2, 2)}
    times = {name: list(zip((1, 2, 4, 8), y, strict=True)) for name, y in cheaper.items()}
    found = evaluate(TIMES, f"crossoversOf({json.dumps(times)})")
    assert found == [{"faster": "other", "slower": "one", "n": 8, "before": 4}]


@pytest.mark.parametrize("exponent", [1, 2, 3.5])
def test_the_exponent_is_the_slope(exponent):
    points = [[n, 3 * n**exponent] for n in (2, 4, 8, 16)]
    assert evaluate(TIMES, f"exponentOf({points})") == pytest.approx(exponent, rel=1e-12)


def own(arm, x, text="OWN_TEXT"):
    """Return the torques of states that a text of one's own computes."""
    states = [[q.tolist() for q in state] for state in zip(x.q, x.qd, x.qdd, strict=True)]
    function = f"new Function(OWN_TOOLS + {text} + 'return inverseDynamics;')()"
    return np.array(
        evaluate(OWN, f"{json.dumps(states)}.map((x) => {function}({plain(arm)}, ...x).tau)")
    )


def off_normals(convention):
    """Return an arm whose frames are off the common normals of its joint axes."""
    arm = robots.random_arm(4, 3, "RPRR", convention=convention)
    return equidyn.Arm.from_dict({**arm.to_dict(), "a_y": [0.1, -0.2, 0.3, -0.4]})


@pytest.mark.parametrize(
    "arm", [*map(robots.load, ARMS), *map(off_normals, ("standard", "modified"))]
)
def test_the_text_in_the_page_is_right(arm):
    x = random_motion(arm, 4, np.random.default_rng(1))
    expected = arm.inverse_dynamics(x.q, x.qd, x.qdd)
    off = np.abs(own(arm, x) - expected).max()
    assert off <= 20 * np.finfo(float).eps * np.abs(expected).max()


def test_chains_and_arms_on_a_lift_keep_frames_off_the_common_normals():
    arm = plain(off_normals("standard"))
    files = (*TIMES, "panels/hostile_arms.js")
    assert evaluate(files, f"chainOf({arm}, 6).a_y") == [0.1, -0.2, 0.3, -0.4, 0.1, -0.2]
    assert evaluate(files, f"lifted({arm}).a_y") == [0, 0.1, -0.2, 0.3, -0.4]
    assert evaluate(files, f"withLastFrameAway({arm}, 1).a_y") == [0.1, -0.2, 0.3, -0.4]
    assert evaluate(files, f"'a_y' in chainOf({plain(robots.puma560())}, 9)") is False


@pytest.mark.parametrize("number", range(6))
def test_every_mistake_is_noticed_on_some_arm(number):
    # the last link slides and turns with the others
    arm = robots.stanford()
    x = random_motion(arm, 4, np.random.default_rng(2))
    expected = arm.inverse_dynamics(x.q, x.qd, x.qdd)
    off = np.abs(own(arm, x, f"withMistake(OWN_TEXT, MISTAKES[{number}])") - expected).max()
    assert off > 1e-6 * np.abs(expected).max()
    changed = evaluate(
        OWN, f"changedLines(OWN_TEXT, withMistake(OWN_TEXT, MISTAKES[{number}])).length"
    )
    assert changed == 1


def test_there_are_six_mistakes():
    assert evaluate(OWN, "MISTAKES.length") == 6


def test_the_forgotten_gyroscopic_term_is_noticed_in_motion_alone():
    arm = robots.puma560()
    script = f"""(() => {{
      const text = withMistake(OWN_TEXT, MISTAKES[2]);
      const of = (text) => new Function(OWN_TOOLS + text + 'return inverseDynamics;')();
      const [wrong, right] = [of(text), of(OWN_TEXT)];
      const states = tellingStates(6, 4, 3);
      const arm = {plain(arm)};
      const all = (f) => states.map(({{ q, qd, qdd }}) => f(arm, [...q], [...qd], [...qdd]));
      const [own, expected] = [all(wrong), all(right)];
      return {{ errors: errorsByKind(states, own.map((x) => x.tau), expected.map((x) => x.tau)),
        first: firstWrong(own, expected) }};
    }})()"""
    found = evaluate(OWN, script)
    worst = {each["kind"]: max(each["eps"]) for each in found["errors"]}
    assert worst["at rest"] == worst["accelerating from rest"] == 0
    assert worst["moving"] > 1e6
    # link 1 only turns about a principal axis
    assert found["first"] == {"name": "N", "link": 2}


def test_a_motion_goes_from_rest_to_rest():
    found = evaluate(
        ("panels/motions.js",),
        "(() => { const m = motionRows([0, 1], [1.2, 0.7], 2, 201); "
        "return Object.fromEntries(Object.entries(m).map(([k, v]) => [k, [...v]])); })()",
    )
    q, qd, qdd = (np.reshape(found[name], (201, 2)) for name in ("q", "qd", "qdd"))
    assert np.allclose(q[[0, -1]], [[0, 1], [1.2, 0.7]])
    assert np.allclose(qd[[0, -1]], 0)
    assert np.allclose(qdd[[0, -1]], 0)
    assert np.allclose(np.gradient(q, found["t"], axis=0)[1:-1], qd[1:-1], atol=1e-3)
    assert np.allclose(np.gradient(qd, found["t"], axis=0)[1:-1], qdd[1:-1], atol=1e-2)


def test_a_motion_stays_within_limits():
    script = 'targetOf({ joints: "RP", limits: [[-3, 1], [-0.1, 0.1]] }, [0.5, 0])'
    found = evaluate(("panels/motions.js",), script)
    assert found == {"0": pytest.approx(-0.7), "1": 0}


def test_the_same_seed_gives_the_same_states():
    script = "[3, 3, 4].map((seed) => [...randomStates(6, 2, seed).q])"
    one, again, other = evaluate(NUMBERS, script)
    assert one == again != other
    assert max(map(abs, one)) <= np.pi
