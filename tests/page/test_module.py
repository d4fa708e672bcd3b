"""The WebAssembly module of the laboratory, run by Node.js, beside the Python package."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
import warnings

import numpy as np
import pytest

import equidyn
from equidyn import _core, count_operations, robots
from equidyn.arm.body import steiner
from equidyn.counting.conventions import general_arm
from equidyn.dynamics.recursion import equations
from oracles.scripts import FOLDER
from page.conftest import MODULE, WITH_MODULE

pytestmark = WITH_MODULE

# standard and modified frames, prismatic joints, one joint, twelve
ARMS = {
    "puma560": robots.puma560(),
    "stanford": robots.load("stanford"),
    "stanford_toolbox": robots.load("stanford_toolbox"),
    "general, 12": general_arm(12),
    "pendulum": general_arm(1),
    "panda": robots.load("panda"),
    "planar_rp": robots.load("planar_rp"),
    "off its normals": general_arm(4)._with(a_y=[0.1, -0.2, 0.3, -0.4]),
}


def plain(arm):
    return arm.to_dict()


def states(arm, count, seed=1):
    rng = np.random.default_rng(seed)
    return rng.uniform(-1, 1, (3, count, arm.n)) * [[[1.5]], [[2.0]], [[5.0]]]


def test_it_is_small_and_asks_for_nothing_but_a_system_without_files():
    content = MODULE.read_bytes()
    assert len(gzip.compress(content, 9, mtime=0)) <= 400_000
    assert not [word for word in (b"/home/", b"/root/", b"/tmp/", b"/work/") if word in content]


def test_it_knows_the_formulations_and_quantities_of_the_package(lab):
    facts = lab("return [lab.formulations, lab.quantities, lab.instructionSet]")
    keys = ("name", "title", "reference", "frames", "family", "inertia", "positions", "restriction")
    expected = [{key: getattr(f, key) for key in keys} for f in equidyn.formulations()]
    assert [{key: f[key] for key in keys} for f in facts[0]] == expected
    assert [q["name"] for q in facts[1]] == [
        name for name in _core.xla_functions() if not name.endswith(("derivatives", "jvp", "vjp"))
    ]
    assert facts[2] == "simd128"


def test_counts_and_refusals_are_those_of_the_package(lab):
    found = lab(
        """return given.map((each) => {
          const arm = lab.arm(each), taken = lab.formulations.filter((f) => !arm.refusals[f.name]);
          return [Object.fromEntries(taken.filter((f) => arm.n ** f.degree <= 30000)
            .map((f) => [f.name, arm.counts(f.name)])), arm.refusals];
        })""",
        [plain(arm) for arm in ARMS.values()],
    )
    for arm, (counts, refused) in zip(ARMS.values(), found, strict=True):
        expected = count_operations(arm)
        assert list(counts) == [each.formulation for each in expected]
        assert set(counts).isdisjoint(refused)
        for each in expected:
            rows = counts[each.formulation].pop("rows")
            labels = [row.pop("label") for row in rows]
            assert dict(zip(labels, rows, strict=True)) == {
                name: step._asdict() for name, step in each.steps.items()
            }
            assert counts[each.formulation] == each.total._asdict()


def suspect_arms():
    """Return the data of arms without names: of the zoo, and of arms with data like none in it."""
    puma = plain(robots.puma560())
    about_origins = robots.puma560().inertia + steiner(robots.puma560().mass, robots.puma560().com)
    changed = [
        {"alpha": [1.57, -1.570, 0, 0.785, 90, 3.14], "theta": [6.3, 1.571, 2.356, 0, 0, -4.71]},
        {"a": [432.0, 0, 0, 0, 0, 0], "d": [0, 149.09, 0, 433.0, 0, 0]},
        {"a": [0, 0.4318, 11, 0, 0, 0]},
        {"mass": [0, 17400, 4.8, 0.82, 0.34, 0.09]},
        {"inertia": [[[1, 0, 0], [0, 1, 0], [0, 0, 3]]] * 3 + puma["inertia"][3:]},
        {"inertia": (1e4 * np.array(puma["inertia"])).tolist()},
        {"inertia": about_origins.tolist()},
        {"mass": [0] * 6, "com": [[0, 0, 0]] * 6, "inertia": [[[0] * 3] * 3] * 6},
        {"limits": [[1, 1], [-180, 180], [-1e5, 1e5], [None, None], [-7, 13], [0, 0]]},
        {"coulomb": [[-1, 2], [1, 1], [0, 0], [-1, -1], [1, -1], [0.5, 0.25]]},
        {"joints": "RRPRRR", "limits": [[-1, 1], [-1, 1], [90, 90], [-1, 1], [-1, 1], [-1, 1]]},
    ]
    arms = [plain(robots.load(name)) for name in robots.names()]
    arms += [{**puma, **change} for change in changed]
    flat, zero = np.diag([0, 0, 0.1]).tolist(), [[0] * 3] * 3
    coaxial = {"a": [0, 0.8], "mass": [0, 1], "com": [[0] * 3, [-0.4, 0, 0]]}
    for change in ({"inertia": [flat, flat]}, {**coaxial, "inertia": [zero, flat]}):
        arms.append({**plain(robots.planar_2r()), **change})
    for each in arms:
        for name in ("joint_names", "link_names", "frames", "configurations"):
            each.pop(name, None)
    return arms


def test_findings_are_those_of_the_package(lab):
    arms = suspect_arms()
    found = lab("return given.map((each) => lab.arm(each).findings())", arms)
    kinds = set()
    for each, findings in zip(arms, found, strict=True):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", equidyn.ArmWarning)
            expected = equidyn.Arm.from_dict(each).check()
        kinds |= {finding.what for finding in expected}
        assert [(f["link"], f["what"], f["severe"] == 1, f["message"]) for f in findings] == [
            (f.link, f.what, f.severity == "severe", f.message) for f in expected
        ]
    assert len(kinds) == 13


def test_an_arm_without_bodies_has_findings_of_its_frames_alone(lab):
    arm = {**plain(robots.puma560()), "alpha": [90, 0, 0, 0, 0, 0], "mass": [0] * 6}
    (found,) = lab("return lab.arm(given).findings(false)", arm)
    assert found["message"] == "alpha = 90 rad is more than a full turn: degrees?"


def test_polynomials_are_those_of_the_package(lab):
    found = lab(
        """const { polynomialsOf } = await import(given);
        const all = (work) => {
          let step;
          do step = work.next(); while (!step.done);
          return step.value;
        };
        const taken = lab.formulations.filter((f) => !f.restriction && !f.logarithm);
        return Object.fromEntries(taken.map((f) => [f.name, all(polynomialsOf(lab, f))]));""",
        (FOLDER / "panels" / "polynomials.js").as_uri(),
    )
    for name, each in found.items():
        expected = equidyn.operation_polynomial(name).total
        for kind in ("multiplications", "additions"):
            numerators = [24 * x for x in getattr(expected, kind).coefficients]
            assert each[kind] == numerators[: len(each[kind])]
            assert not any(numerators[len(each[kind]) :])


NATIVE = """
import json, sys
import numpy as np
import equidyn
for index, plain in enumerate(json.load(open(sys.argv[1]))):
    arm = equidyn.Arm.from_dict(plain)
    q, qd, qdd = np.load(f"{sys.argv[2]}/{index}.npy")
    tau = arm.inverse_dynamics(q, qd, qdd)
    results = tau, arm.mass_matrix(q), arm.forward_dynamics(q, qd, tau)
    np.concatenate([part.ravel() for part in results]).tofile(f"{sys.argv[2]}/{index}.native")
"""


@pytest.mark.slow
def test_bits_are_those_of_the_baseline_of_x86_64(lab, tmp_path):
    # constants of an arm are computed in extended precision, of 64 digits there and of 113 here,
    # then rounded: in 41 of 43 arms of the zoo all to the same number, in this one not
    arms = [arm for name, arm in ARMS.items() if name != "stanford"]
    count, numbers = 1300, 0
    (tmp_path / "arms.json").write_text(json.dumps([plain(arm) for arm in arms]))
    for index, arm in enumerate(arms):
        operands = states(arm, count)
        np.save(tmp_path / f"{index}.npy", operands)
        operands.tofile(tmp_path / f"{index}.states")
    command = [sys.executable, "-c", NATIVE, tmp_path / "arms.json", tmp_path]
    subprocess.run(command, check=True, env={**os.environ, "EQUIDYN_INSTRUCTION_SET": "sse2"})
    lab(
        """given.arms.forEach((each, index) => {
          const arm = lab.arm(each), file = `${given.folder}/${index}`;
          const bytes = fs.readFileSync(`${file}.states`);
          const all = new Float64Array(new Uint8Array(bytes).buffer), size = given.count * arm.n;
          const [q, qd, qdd] = [0, 1, 2].map((k) => all.slice(k * size, (k + 1) * size));
          const tau = arm.quantity("inverse_dynamics", { q, qd, qdd }, given.count);
          const parts = [tau, arm.quantity("mass_matrix", { q }, given.count),
            arm.quantity("forward_dynamics", { q, qd, tau }, given.count)];
          const found = Buffer.concat(parts.map((x) => new Uint8Array(x.buffer)));
          fs.writeFileSync(`${file}.found`, found);
        });
        return 0""",
        {"arms": [plain(arm) for arm in arms], "count": count, "folder": str(tmp_path)},
    )
    for index in range(len(arms)):
        expected = np.fromfile(tmp_path / f"{index}.native", dtype=np.uint64)
        found = np.fromfile(tmp_path / f"{index}.found", dtype=np.uint64)
        numbers += len(expected)
        np.testing.assert_array_equal(found, expected)
    assert numbers > 300_000


def test_formulations_evaluate_to_the_torques_of_the_package(lab):
    for arm in ARMS.values():
        q, qd, qdd = states(arm, 5)
        found = lab(
            """const arm = lab.arm(given.arm), { q, qd, qdd } = given;
            return lab.formulations.filter((f) => !arm.refusals[f.name])
              .map((f) => Array.from(arm.evaluate(f.name, q, qd, qdd, 5)))""",
            {"arm": plain(arm), "q": q.tolist(), "qd": qd.tolist(), "qdd": qdd.tolist()},
        )
        tau = arm.inverse_dynamics(q, qd, qdd)
        for each in found:
            error = np.abs(np.reshape(each, tau.shape) - tau).max()
            assert error <= 450 * np.finfo(float).eps * np.abs(tau).max()


def test_all_formulations_are_verified_and_a_restricted_one_says_why(lab):
    verified = lab(
        "return given.map((each) => lab.arm(each).verify())", [*map(plain, ARMS.values())]
    )
    for arm, found in zip(ARMS.values(), verified, strict=True):
        assert [each["name"] for each in found] == [f.name for f in equidyn.formulations()]
        assert all(each["agrees"] or each["refused"] for each in found), arm.name
        assert all(0 < each["eps"] < 450 for each in found if not each["refused"])


def test_a_hostile_arm_is_not_said_to_agree(lab):
    """Lengths of a billion kilometres with masses in grams: digits are lost, and that is told."""
    arm = ARMS["puma560"].to_dict() | {"d": [0.0, 1e12, 0.0, -1e12, 0.0, 0.0]}
    assert not all(each["agrees"] for each in lab("return lab.arm(given).verify()", arm))


@pytest.mark.parametrize("name", ["puma560", "panda", "stanford_toolbox", "general, 12"])
def test_pairs_of_doubles_judge_as_extended_precision_does(lab, name):
    """A base that is moved by 1e-45 m changes no torque, and is out of the range of pairs."""
    arm = ARMS[name].to_dict() | {"gravity": [0.0, 1.0, -9.81]}
    base = np.eye(4)
    base[0, 3] = 1e-45
    tiny = arm | {"base": base.tolist()}
    pairs, extended = lab("return given.map((each) => lab.arm(each).verify())", [arm, tiny])
    for one, other in zip(pairs, extended, strict=True):
        if not one["refused"]:
            assert one["eps"] == pytest.approx(other["eps"], rel=1e-11, abs=0)


@pytest.mark.parametrize("size", [1e-300, 1e300])
def test_arms_of_any_size_are_judged(lab, size):
    arm = ARMS["puma560"]
    scaled = arm.to_dict() | {
        "mass": (arm.mass * size).tolist(),
        "inertia": (arm.inertia * size).tolist(),
    }
    usual, found = lab("return given.map((each) => lab.arm(each).verify())", [plain(arm), scaled])
    for one, other in zip(usual, found, strict=True):
        if not one["refused"]:
            assert other["eps"] < 10 * one["eps"]


@pytest.mark.parametrize("name", ["puma560", "panda", "stanford", "planar_rp"])
def test_recursion_is_that_of_the_package(lab, name):
    arm = ARMS[name]
    q, qd, qdd = states(arm, 1)[:, 0]
    found = lab(
        """const key = ({ quantity, link }) => `${quantity} ${link}`;
        const found = lab.arm(given.arm).recursion(...given.state);
        return Object.fromEntries(found.map((each) => [key(each), each.values]))""",
        {"arm": plain(arm), "state": [q.tolist(), qd.tolist(), qdd.tolist()]},
    )
    steps = list(arm.recursion(q, qd, qdd))
    assert len(found) == len(steps)
    size = max(np.abs(s.value).max() for s in steps)
    for step, each in zip(steps, equations(arm), strict=True):
        values = found[f"{each.quantity} {each.link}"]
        np.testing.assert_allclose(values, np.atleast_1d(step.value), atol=1e-13 * size)


def test_poses_and_inverse_kinematics(lab):
    tool = [[1, 0, 0, 0.1], [0, 0, -1, 0], [0, 1, 0, 0.2], [0, 0, 0, 1]]
    arm = ARMS["panda"].with_tool(tool)
    q = states(arm, 1)[0, 0]
    poses, found = lab(
        """const arm = lab.arm(given.arm), poses = arm.poses(given.q).map((H) => Array.from(H));
        const { q, reached } = arm.inverseKinematics(poses.at(-1));
        return [poses, { q: Array.from(q), reached }]""",
        {"arm": plain(arm), "q": q.tolist()},
    )
    expected = [arm.base, *arm.link_poses(q), arm.forward_kinematics(q)]
    np.testing.assert_allclose(np.reshape(poses, (-1, 4, 4)), expected, atol=1e-14)
    assert found["reached"]
    np.testing.assert_allclose(arm.forward_kinematics(found["q"]), expected[-1], atol=1e-9)


def test_friction_motors_loads_and_base_motion_are_those_of_the_package(lab):
    arm = ARMS["puma560"]
    q, qd, qdd = states(arm, 1)[:, 0]
    wrench, rate = [1.0, -2.0, 3.0, 0.1, 0.2, -0.3], [0.3, -0.2, 0.5]
    found = lab(
        """const arm = lab.arm(given.arm), { q, qd, qdd, tip_wrench, rate } = given;
        const base_motion = { angular_velocity: rate }, options = { tip_wrench, base_motion };
        return [{ friction: true }, { motors: true }, options].map((each) =>
          Array.from(arm.quantity("inverse_dynamics", { q, qd, qdd, ...each })))""",
        {
            "arm": plain(arm),
            **{name: x.tolist() for name, x in (("q", q), ("qd", qd), ("qdd", qdd))},
            "tip_wrench": wrench,
            "rate": rate,
        },
    )
    moving = equidyn.BaseMotion(angular_velocity=rate)
    options = {"friction": True}, {"motors": True}, {"tip_wrench": wrench, "base_motion": moving}
    for each, chosen in zip(found, options, strict=True):
        expected = arm.inverse_dynamics(q, qd, qdd, **chosen)
        np.testing.assert_allclose(each, expected, rtol=0, atol=1e-14 * np.abs(expected).max())


def test_simulation_is_that_of_the_package(lab):
    arm = equidyn.Arm.from_dict({**robots.planar_2r().to_dict(), "viscous": [0.5, 0.2]})
    start, goal = np.zeros(2), np.array([0.4, 1.2])
    found = lab(
        """const arm = lab.arm(given.arm), simulation = arm.simulation({
          q: given.start, step: 1e-3, arms: 3, friction: true, payload: { mass: 1.5 },
          controller: { law: "computed_torque", kp: 100, kv: 20 },
          trajectory: { times: [0, 0.5], positions: [given.start, given.goal] } });
        simulation.advance(200), simulation.advance(300);
        const energy = simulation.energy();
        return { q: Array.from(simulation.q), tau: Array.from(simulation.tau), t: simulation.t,
          work: energy.work[0],
          total: energy.kinetic[0] + energy.potential[0] + energy.dissipated[0] }""",
        {"arm": plain(arm), "start": start.tolist(), "goal": goal.tolist()},
    )
    move = equidyn.quintic(start, goal, duration=0.5)
    control = equidyn.ComputedTorque(arm, move, kp=100, kv=20)
    loaded = arm.with_payload(1.5)
    motion = loaded.simulate(start, start, 0.5, torque=control, step=1e-3, friction=True)
    np.testing.assert_allclose(np.reshape(found["q"], (3, 2)), [motion.q[-1]] * 3, atol=1e-12)
    last = control(0.5, motion.q[-1], motion.qd[-1])
    np.testing.assert_allclose(found["tau"][:2], last, atol=1e-9)
    before = loaded.potential_energy(start)
    assert found["t"] == pytest.approx(0.5)
    assert found["total"] - before == pytest.approx(found["work"], abs=1e-6)


def test_a_pull_is_a_wrench_at_the_tool(lab):
    arm = robots.puma560()
    q, force = np.array([0.3, -0.7, 0.6, 0.2, 0.9, 0.1]), np.array([10.0, -20.0, 30.0])
    script = """const simulation = lab.arm(given.arm).simulation({ q: given.q, arms: 2 });
        simulation.pull(given.force), simulation.advance(100);
        const pulled = Array.from(simulation.q);
        simulation.pull([0, 0, 0]), simulation.advance(100);
        return [pulled, Array.from(simulation.q)];"""
    pulled, after = lab(script, {"arm": plain(arm), "q": q.tolist(), "force": force.tolist()})
    wrench = [*-(arm.forward_kinematics(q)[:3, :3].T @ force), 0, 0, 0]
    moved = arm.simulate(q, 0 * q, 0.1, step=1e-3, tip_wrench=wrench)
    free = arm.simulate(q, 0 * q, 0.2, step=1e-3)
    np.testing.assert_allclose(pulled, [*moved.q[-1], *free.q[100]], rtol=0, atol=1e-11)
    on = arm.simulate(moved.q[-1], moved.qd[-1], 0.1, step=1e-3)
    np.testing.assert_allclose(after, [*on.q[-1], *free.q[-1]], rtol=0, atol=1e-10)


def test_energies_of_a_simulation_balance_with_rotors(lab):
    arm = robots.puma560()
    q, qd = np.full(6, 0.3), np.full(6, 0.5)
    script = """const simulation = lab.arm(given.arm).simulation(
          { q: given.q, qd: given.qd, motors: true, arms: 2 });
        const total = () => {
          const { kinetic, potential, work } = simulation.energy();
          return Array.from(kinetic, (T, k) => [T, T + potential[k] - work[k]]);
        };
        const before = total();
        simulation.advance(200);
        return [before, total()]"""
    given = {"arm": plain(arm), "q": q.tolist(), "qd": qd.tolist()}
    before, after = np.array(lab(script, given))
    rotors = arm.inverse_dynamics(q * 0, q * 0, qd, motors=True)
    rotors -= arm.inverse_dynamics(q * 0, q * 0, qd)
    kinetic = arm.kinetic_energy(q, qd) + qd @ rotors / 2
    np.testing.assert_allclose(before[:, 0], kinetic, rtol=1e-14)
    np.testing.assert_allclose(after[:, 1], before[:, 1], rtol=1e-9)


# a value of each kind of JSON
WRONG = {
    "joints": 7,
    "convention": "craig’s <script>",
    "a": [0, None],
    "d": {},
    "mass": [1, -1],
    "base": [[1, 0, 0, 0]] * 4,
}


def test_bad_arms_are_refused_by_the_name_of_the_field(lab):
    good = robots.planar_2r().to_dict()
    cases = [(field, {**good, field: value}) for field, value in WRONG.items()]
    told = lab("return given.map((arm) => told(() => lab.arm(arm)))", [arm for _, arm in cases])
    for (field, arm), message in zip(cases, told, strict=True):
        assert message.startswith(f"{field}: "), (field, arm[field], message)
    assert lab("return told(() => lab.arm({ ...given, nam: 1 }))", good).startswith("key: ")
    numbers = lab(
        """const of = (x) => told(() => lab.arm({ ...given, a: [x, 1] }));
        return [NaN, 10 ** 400, -Infinity].map(of)""",
        good,
    )
    assert [message[:19] for message in numbers] == ["a: must be finite, "] * 3


def test_bad_calls_are_refused_and_the_arm_goes_on(lab):
    script = """const arm = lab.arm(given), q = [0, 0], messages = [
      () => arm.evaluate("nobody", q, q, q), () => arm.evaluate("kane", q, q, [0]),
      () => arm.evaluate("kane", q, [NaN, 0], q), () => arm.evaluate("kane", q, q, q, 0),
      () => arm.quantity("mass", { q }), () => arm.quantity("mass_matrix", {}),
      () => arm.quantity("mass_matrix", { q, friction: true }),
      () => arm.evaluate("kane", q, q, [1e308, 1e308]),
      () => arm.inverseKinematics([[2, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]),
      () => arm.simulation({ q, step: 0 }),
      () => arm.simulation({ q, controller: { law: "magic" } }),
    ].map(told);
    arm.evaluate("kane", q, q, q);
    arm.delete(), arm.delete();
    return [...messages, told(() => arm.evaluate("kane", q, q, q))]"""
    starts = ("formulation: ", "qdd: ", "qd: ", "rows: ", "quantity: ", "q: ", "friction: ")
    starts += ("inverse_dynamics: overflow", "pose: ", "step: ", "law: ", "arm: ")
    found = lab(script, robots.planar_2r().to_dict())
    assert all(map(str.startswith, found, starts)), found


def test_arms_of_one_and_of_hundreds_of_joints(lab):
    found = lab(
        """return given.map((each) => {
          const arm = lab.arm(each), q = new Array(arm.n).fill(0.1);
          return Array.from(arm.evaluate("newton_euler", q, q, q));
        })""",
        [plain(general_arm(n)) for n in (1, 300)],
    )
    for tau, n in zip(found, (1, 300), strict=True):
        q = np.full(n, 0.1)
        expected = general_arm(n).inverse_dynamics(q, q, q)
        # what holds for a hundred links: from there on rounding grows with their number
        eps = 450 * max(1, n / 100) * np.finfo(float).eps
        assert np.abs(tau - expected).max() <= eps * np.abs(expected).max()


def test_memory_does_not_grow_over_a_thousand_edits(lab):
    before, after = lab(
        """const edit = (k) => {
          const mass = given.mass.map((m) => m + k * 1e-3), q = new Array(6).fill(0.2);
          const arm = lab.arm({ ...given, mass });
          arm.evaluate("kane", q, q, q), arm.counts("newton_euler");
          arm.quantity("mass_matrix", { q }), arm.recursion(q, q, q);
          arm.verify({ states: 2 });
          const simulation = arm.simulation({ q, payload: { mass: 1 } });
          simulation.advance(), simulation.delete(), arm.delete();
        };
        const size = () => lab.core.memory.buffer.byteLength;
        for (let k = 0; k < 50; ++k) edit(k);
        const before = size();
        for (let k = 0; k < 1000; ++k) edit(k);
        return [before, size()]""",
        ARMS["puma560"].to_dict(),
    )
    assert after == before
