"""The benchmark measures what it says, small enough for every run of the tests.

It takes part with whatever other libraries are installed; none is needed.
"""

import dataclasses
import functools
import gc
import itertools
import json
import os
import re
from pathlib import Path

import numpy as np
import pytest

import equidyn
from equidyn import _core, cli
from equidyn.peers import taking_part
from equidyn.peers.equidyn_jax import THROUGH_JAX
from equidyn.peers.taking_part import PEERS, Peer
from equidyn.peers.tasks import TASKS, random_inputs
from equidyn.robots import planar_2r, puma560, random_arm, uniform_chain
from equidyn.studies.benchmark import Benchmark, Call, Row, admission, contestants, turns
from equidyn.studies.benchmark.contestants import Contestant
from equidyn.studies.benchmark.meters import SINE_AND_COSINE, counted_operations, right_angle_arm
from equidyn.studies.benchmark.rows import CoreFigures, JointCost, Peak

TINY = {"sizes": (8, 20), "rounds": 2, "seconds": 1e-5, "max_seconds": 10.0}
ALONE = {**TINY, "peers": (), "tasks": ("inverse dynamics",), "layers": ("Python",)}
INSIDE = {**ALONE, "layers": ("C++",)}
SETS = _core.instruction_sets()
KERNELS = [task for task in TASKS.values() if task.kernel]
OF_ANY_TOOL = {name: task for name, task in TASKS.items() if not task.directions}
OF_SIX_DIRECTIONS = [name for name in TASKS if name not in OF_ANY_TOOL]
every_set = pytest.mark.parametrize("instruction_set", SETS)


@pytest.fixture(scope="module")
def measured():
    """All tasks of any tool, with whatever is installed."""
    return equidyn.bench(random_arm(3, seed=1, joints="RPR"), **TINY)


def torque_times(factor, **options):
    """A library that multiplies the torque by something."""
    arm = planar_2r()
    names = {"compute": lambda q, qd, qdd: factor * arm.inverse_dynamics(q, qd, qdd)}
    result = "compute(q, qd, qdd)"
    return Call("Fake", "fake", "inverse dynamics", result, names, **options)


def row(library, call, *nanoseconds, task="inverse dynamics", batch=1, threads=1, **options):
    return Row(task, library, call, batch, threads, nanoseconds, **options)


def of_rows(*rows, core=None):
    about = {"processor": "none"}, {"Fake": "1.0"}, ("a note",)
    return Benchmark(rows, "an arm", *about, core or CoreFigures())


def inside(instruction_set, *nanoseconds, **options):
    return row("equidyn", f"kernel, {instruction_set}", *nanoseconds, layer="C++", **options)


def cells(table, *beginning):
    """The other cells of the one line that begins with these."""
    [found] = [line for line in table.rows if line[: len(beginning)] == beginning]
    return found[len(beginning) :]


@pytest.mark.slow
def test_equidyn_takes_part_in_every_task(measured):
    assert measured.tasks == tuple(OF_ANY_TOOL)
    on_threads = ((1, 1), (1, 8), (1, 20), (2, 8), (2, 20))
    for name in OF_ANY_TOOL:
        own = [r for r in measured.of(name) if (r.layer, r.library) == ("Python", "equidyn")]
        # beside libraries on JAX, which nobody has to install
        own = [r for r in own if r.call != THROUGH_JAX]
        calls = ["out="]
        if name in ("inverse dynamics", "mass matrix"):
            calls += ["out=, float32"]
        alone = [("new array", batch, 1) for batch in (1, 8, 20)]
        # motions are new arrays, on any threads
        made = alone[:1] + [("new array", batch, threads) for threads, batch in on_threads[1:]]
        there = [(call, batch, threads) for call in calls for threads, batch in on_threads]
        expected = made if name == "simulation" else alone + there
        if name.endswith("of many arms"):
            expected += [
                ("vary, out=", batch, threads) for threads, batch in on_threads if batch > 1
            ]
        assert [(r.call, r.batch, r.threads) for r in own] == expected


def test_tasks_of_six_directions_are_timed_where_there_are_six(measured):
    assert [note.partition(" takes")[0] for note in measured.notes][-2:] == OF_SIX_DIRECTIONS
    assert "inverse kinematics takes a tool that moves in 6 directions, got 3" in measured.notes
    found = equidyn.bench(puma560(), **{**TINY, "tasks": OF_SIX_DIRECTIONS, "peers": ()})
    assert found.tasks == tuple(OF_SIX_DIRECTIONS)
    calls = {(r.call, r.batch) for r in found.of("inverse kinematics")}
    assert calls == {(call, batch) for call in ("new array", "out=") for batch in (1, 8, 20)}


def test_six_joints_in_a_plane_do_not_move_a_tool_in_six_directions():
    with pytest.raises(ValueError, match=r"operational-space inertia takes .* directions, got 3"):
        equidyn.bench(uniform_chain(6), **{**ALONE, "tasks": ["operational-space inertia"]})


def reaching(arm, moved):
    """A library whose positions are those of equidyn, moved."""
    names = {"solved": lambda pose: arm.inverse_kinematics(pose).q + moved}
    return Call("Fake", "fake", "inverse kinematics", "solved(pose)", names)


@pytest.mark.parametrize(
    ("limits", "moved", "timed"),
    [
        (None, 0.0, True),
        (None, 1e-6, False),
        # the same poses, but beyond limits where there are any
        (None, 2 * np.pi, True),
        ([(-np.pi, np.pi)] * 6, 2 * np.pi, False),
        (None, np.nan, False),
    ],
)
def test_positions_agree_that_reach_the_poses_within_the_limits(limits, moved, timed):
    arm = puma560().with_limits(limits)
    options = {**ALONE, "tasks": ("inverse kinematics",)}
    result = equidyn.bench(arm, **options, further=[reaching(arm, moved)])
    assert (not result.notes) == timed
    assert ("Fake" in {r.library for r in result.rows}) == timed


def test_every_other_library_is_timed_or_named(measured):
    timed = {r.library for r in measured.rows}
    for peer in PEERS.values():
        named = any(note.startswith(peer.library) for note in measured.notes)
        assert named or (peer.library in timed and peer.library in measured.versions)


def test_a_library_that_is_missing_is_named(monkeypatch):
    absent = Peer("Pinocchio", "no_such_module", "pin")
    monkeypatch.setattr(taking_part, "PEERS", {"pinocchio": absent})
    result = equidyn.bench(planar_2r(), **{**ALONE, "peers": None})
    assert result.notes == ("Pinocchio is not installed (pip install pin)",)
    assert result.versions == {}


def test_a_library_that_does_not_take_the_arm_is_named(monkeypatch):
    def refuse(*_):
        raise RuntimeError("mass must be positive")

    # NumPy stands for a library that is installed
    monkeypatch.setattr(taking_part, "PEERS", {"mujoco": Peer("MuJoCo", "numpy", "numpy")})
    monkeypatch.setattr(taking_part, "calls_of", refuse)
    result = equidyn.bench(planar_2r(), **{**ALONE, "peers": None})
    assert result.notes == ("MuJoCo does not take part: mass must be positive",)
    assert {r.library for r in result.rows} == {"equidyn"}


def test_a_library_that_disagrees_is_refused():
    calls = [torque_times(1.001, rows="one"), torque_times(1.001, rows="all")]
    result = equidyn.bench(planar_2r(), **ALONE, further=calls)
    assert {r.library for r in result.rows} == {"equidyn"}
    [note] = result.notes
    assert note.startswith("Fake fake is not timed: its inverse dynamics differs")
    assert "by 1e-03 of the largest value" in note


@pytest.mark.parametrize("rows", ["one", "all"])
def test_a_call_of_a_library_that_raises_is_refused_and_one_of_a_user_raises(rows):
    def refuse(*_):
        raise TypeError("no prismatic joints\nat all")

    call = Call("adam", "call", "inverse dynamics", "f(q, qd, qdd)", {"f": refuse}, rows=rows)
    for compiled in (False, True):
        late = dataclasses.replace(call, just_in_time=compiled)
        result = equidyn.bench(planar_2r(), **ALONE, further=[late])
        assert {r.library for r in result.rows} == {"equidyn"}
        assert result.notes == ("adam call is not timed: it raised TypeError: no prismatic joints",)
    with pytest.raises(TypeError, match="no prismatic joints"):
        equidyn.bench(planar_2r(), **ALONE, further=[dataclasses.replace(call, library="mine")])


@pytest.mark.parametrize("wrong", [float("nan"), float("inf")])
def test_what_is_not_a_number_disagrees(wrong):
    result = equidyn.bench(planar_2r(), **ALONE, further=[torque_times(wrong)])
    assert "differs from equidyn's by inf" in result.notes[0]


def test_an_answer_that_is_never_written_disagrees():
    """The memory holds the right answers of equidyn, which was there before."""
    idle = Call("Fake", "idle", "inverse dynamics", "out", rows="all")
    result = equidyn.bench(planar_2r(), **ALONE, further=[idle])
    assert result.notes[0].startswith("Fake idle is not timed")


@pytest.mark.parametrize(
    ("rows", "batches"), [("one", [1]), ("each", [1, 8, 20]), ("all", [8, 20])]
)
def test_a_further_library_takes_part(rows, batches):
    result = equidyn.bench(planar_2r(), **ALONE, further=[torque_times(1.0, rows=rows)])
    found = [r for r in result.rows if r.library == "Fake"]
    assert [r.batch for r in found] == batches
    assert [r.looped for r in found] == [rows == "each" and batch > 1 for batch in batches]


def test_matrices_of_so_many_states_that_they_would_fill_the_memory_are_left_out(monkeypatch):
    monkeypatch.setattr(admission, "_LARGEST_ANSWER", 40)
    result = equidyn.bench(planar_2r(), **{**ALONE, "tasks": ("mass matrix", "bias")})
    assert {r.batch for r in result.of("mass matrix")} == {1, 8}
    assert {r.batch for r in result.of("bias")} == {1, 8, 20}


@pytest.mark.parametrize("threads", [1, 2])
def test_a_round_ends_when_the_threads_of_others_sleep(monkeypatch, threads):
    pauses = []
    monkeypatch.setattr(turns, "sleep", pauses.append)
    result = equidyn.bench(planar_2r(), **ALONE, threads=(1, threads))
    together = sum(row.threads > 1 for row in result.rows)
    # the first turn of each comes by itself
    assert len(pauses) == (together + TINY["rounds"] - 1 if threads > 1 else 0)


def test_who_is_too_slow_does_not_try_larger_batches():
    result = equidyn.bench(
        planar_2r(), **{**ALONE, "max_seconds": 1e-9}, further=[torque_times(1.0)]
    )
    assert {r.batch for r in result.rows} == {1}


@pytest.mark.parametrize(
    ("batch", "threads", "nanoseconds"), [(1, 1, 5.0), (8, 1, 10), (8, 2, 100)]
)
def test_one_thread_has_its_own_time_and_several_have_that_on_the_wall(
    monkeypatch, batch, threads, nanoseconds
):
    """A turn takes 80 ns of the thread, 800 ns on the wall, in 16 states or those of a batch."""
    own, wall = itertools.count(0.0, 80e-9), itertools.count(0.0, 800e-9)
    monkeypatch.setattr(contestants, "thread_time", lambda: next(own))
    monkeypatch.setattr(contestants, "perf_counter", lambda: next(wall))
    call, inputs = torque_times(1.0), random_inputs(planar_2r(), 16, seed=0)
    task, memory = TASKS["inverse dynamics"], contestants.Memory()
    contestant = contestants.CallContestant(call, task, inputs, batch, threads, memory)
    contestant.take_turn()
    contestant.calibrate(seconds=8e-6)
    contestant.take_turn()
    # ten times as many turns of one call, or a hundred: the clock goes on as before
    repeated = 10 if threads > 1 else 100
    assert contestant.nanoseconds == pytest.approx([nanoseconds, nanoseconds / repeated])


def test_what_is_compiled_at_its_first_call_is_timed_after_it_by_all_its_threads(monkeypatch):
    """A turn takes 80 ns of all threads, 8 ns of the one that calls."""
    of_all, of_one = itertools.count(0.0, 80e-9), itertools.count(0.0, 8e-9)
    monkeypatch.setattr(contestants, "process_time", lambda: next(of_all))
    monkeypatch.setattr(contestants, "thread_time", lambda: next(of_one))
    calls = []
    names = {"compute": lambda q, qd, qdd: calls.append(len(q))}
    options = {"rows": "all", "just_in_time": True}
    call = Call("Fake", "fake", "inverse dynamics", "compute(q, qd, qdd)", names, **options)
    task, memory = TASKS["inverse dynamics"], contestants.Memory()
    inputs = random_inputs(planar_2r(), 8, seed=0)
    contestant = contestants.CallContestant(call, task, inputs, 8, 1, memory)
    assert (calls, contestant.nanoseconds) == ([8], [])
    contestant.take_turn()
    assert contestant.nanoseconds == pytest.approx([10.0])


@pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="a system without affinity")
def test_single_threads_stay_on_one_core_and_the_process_is_left_as_it_was():
    arm, seen = planar_2r(), []

    def watched(*state):
        seen.append((gc.isenabled(), os.sched_getaffinity(0)))
        return arm.inverse_dynamics(*state)

    names = {"watched": watched}
    watch = Call("Fake", "watch", "inverse dynamics", "watched(q, qd, qdd)", names)
    before = os.sched_getaffinity(0)
    equidyn.bench(planar_2r(), **ALONE, further=[watch])
    assert (False, {max(before)}) in seen
    assert (gc.isenabled(), os.sched_getaffinity(0)) == (True, before)


def test_ratio_is_the_median_of_the_ratios_of_each_round():
    own, other = row("equidyn", "out=", 10.0, 20.0, 40.0), row("Fake", "fake", 20.0, 80.0, 120.0)
    assert own.times_faster_than(other) == 3.0
    assert (other.minimum_ns, other.median_ns) == (20.0, 80.0)


def test_only_rounds_that_were_held_together_compare():
    with pytest.raises(ValueError, match="other: expected 1 rounds, got 2"):
        row("equidyn", "out=", 10.0).times_faster_than(row("Fake", "fake", 20.0, 80.0))


BAD_RECORDS = {
    "no round": (lambda: row("equidyn", "out="), "nanoseconds: expected at least one number"),
    "no time": (lambda: row("equidyn", "out=", 1.0, 0.0), "nanoseconds: must be positive, got 0"),
    "no batch": (lambda: row("equidyn", "out=", 1.0, batch=0), "batch: must be at least 1, got 0"),
    "no thread": (lambda: row("equidyn", "out=", 1.0, threads=0), "threads: must be at least 1"),
    "no peak": (lambda: Peak("avx2", 1, (-1.0,)), "gflops: must be positive, got -1 at turn 1"),
    "peak of no thread": (lambda: Peak("avx2", 0, (1.0,)), "threads: must be at least 1, got 0"),
    "no joint": (lambda: JointCost(0, "avx2", (1.0,)), "n: must be at least 1, got 0"),
    "no cost": (lambda: JointCost(6, "avx2", (0.0,)), "nanoseconds: must be positive, got 0"),
}


@pytest.mark.parametrize(("make", "message"), BAD_RECORDS.values(), ids=BAD_RECORDS)
def test_what_nobody_can_have_measured_is_refused(make, message):
    with pytest.raises(ValueError, match=message):
        make()


def test_rows_of_other_rounds_cannot_be_added():
    result = of_rows(row("equidyn", "out=", 10.0, 11.0), inside("avx2", 5.0))
    with pytest.raises(ValueError, match=r"rows: expected the same rounds .* Python, got 1 and 2"):
        result.with_rows([row("Fake", "fake", 20.0)])
    with pytest.raises(ValueError, match=r"same rounds of everyone in C\+\+, got 1 and 2"):
        of_rows(inside("avx2", 5.0), core=CoreFigures(peaks=(Peak("avx2", 1, (40.0, 41.0)),)))


def test_ratio_table_compares_like_with_like():
    result = of_rows(
        row("equidyn", "out=", 10.0),
        row("equidyn", "out=", 1.0, batch=64),
        row("equidyn", "out=", 0.5, batch=64, threads=2),
        row("Fake", "fake", 50.0),
        row("Fake", "fake", 60.0, batch=64, looped=True),
        row("Fake", "fast", 3.0, batch=64, threads=2),
    )
    table, task = result.ratio_table(), "inverse dynamics"
    assert table.columns[3:] == ("single", "64")
    assert cells(table, task, "out=", "Fake fake (loop)") == ("x5.00", "x60.0")
    assert cells(table, task, "out=, 2 threads", "equidyn out=") == ("", "x2.00")
    assert cells(table, task, "out=, 2 threads", "Fake fast, 2 threads") == ("", "x6.00")
    assert len(table.rows) == 3
    assert table.footnote.endswith("\nbelow 1: none")


def test_through_jax_equidyn_is_compared_with_libraries_on_jax():
    table = of_rows(
        row("equidyn", "out=", 10.0),
        row("equidyn", "through JAX", 20.0),
        row("frax", "rnea", 1000.0),
        row("Pinocchio", "rnea", 15.0),
    ).ratio_table()
    assert [line[1:] for line in table.rows] == [
        ("out=", "frax rnea", "x100"),
        ("out=", "Pinocchio rnea", "x1.50"),
        ("through JAX", "frax rnea", "x50.0"),
    ]


def test_ratio_table_says_at_its_end_where_equidyn_is_slower():
    table = of_rows(
        row("equidyn", "out=", 10.0),
        row("equidyn", "out=", 10.0, batch=2048),
        row("equidyn", "out=", 10.0, batch=16384),
        row("Fake", "fake", 9.0),
        row("Fake", "fake", 5.0, batch=2048, looped=True),
        row("Fake", "fake", 9.9999, batch=16384, looped=True),
        row("Fake", "slow", 20.0),
    ).ratio_table()
    assert cells(table, "inverse dynamics", "out=", "Fake fake (loop)")[-1] == "x1.00"
    assert table.footnote.splitlines()[1:] == [
        "below 1: inverse dynamics, out= against Fake fake (loop): single; 2,048"
    ]


def of_goals():
    """Rows that goals are about."""
    return of_rows(
        row("equidyn", "new array", 20.0, 22.0),
        row("equidyn", "out=", 10.0, 12.0),
        row("equidyn", "out=", 2.0, 2.0, batch=16384),
        row("equidyn", "out=", 1.0, 1.0, batch=16384, threads=2),
        row("equidyn", "out=, float32", 1.0, 0.8, batch=16384),
        row("Pinocchio", "rnea", 100.0, 100.0),
        row("equidyn", "out=", 5.0, 5.0, task="mass matrix", batch=1024),
        row("Pinocchio", "crba", 70.0, 70.0, task="mass matrix", batch=1024, looped=True),
        row("Pinocchio", "crba", 70.0, 70.0, task="mass matrix", batch=64, looped=True),
    )


def test_the_summary_has_the_first_task_and_the_ratios_of_the_goals():
    result = of_goals()
    summary = str(result.summary())
    assert str(result.table("inverse dynamics")) in summary
    assert all(row[6] in summary for row in result.goals_table().rows)
    assert result.ratio_table().title not in summary
    assert all(line in summary for line in result._lines())


def test_goals_are_shown_as_far_as_they_were_measured():
    result = of_goals()
    ratios = {(line[0], line[1], line[2], line[4]): line[6] for line in result.goals_table().rows}
    assert ratios == {
        ("inverse dynamics", "1", "new array", "Pinocchio rnea"): "x4.77",
        ("inverse dynamics", "1", "out=", "Pinocchio rnea"): "x9.17",
        ("inverse dynamics", "16,384", "out=, 2 threads", "equidyn out="): "x2.00",
        ("inverse dynamics", "16,384", "out=, float32", "equidyn out="): "x2.25",
        ("mass matrix", "1,024", "out=", "Pinocchio crba in a loop"): "x14.0",
    }


def test_rows_of_another_layer_can_be_added():
    added = [inside("avx2", 5.0)]
    result = of_rows(row("equidyn", "out=", 10.0), row("Fake", "fake", 20.0)).with_rows(added)
    assert "equidyn kernel, avx2, C++" in str(result.table("inverse dynamics"))
    # Python is not compared with C++
    assert len(result.ratio_table().rows) == 1


# --- inside C++ ---------------------------------------------------------------------------------


def test_every_kernel_takes_every_turn(measured):
    for name, task in OF_ANY_TOOL.items():
        found = [r for r in measured.of(name) if r.layer == "C++"]
        assert [(r.call, r.batch) for r in found] == [
            (f"kernel, {simd}", batch) for simd in SETS if task.kernel for batch in (1, 20)
        ]
        assert all((r.library, r.threads, r.looped) == ("equidyn", 1, False) for r in found)


def test_layers_can_be_had_alone():
    assert {r.layer for r in equidyn.bench(planar_2r(), **INSIDE).rows} == {"C++"}
    alone = equidyn.bench(planar_2r(), **ALONE)
    assert {r.layer for r in alone.rows} == {"Python"}
    assert alone.core == CoreFigures()
    assert not alone.kernel_table().rows


def test_batches_beyond_the_cache_are_not_for_kernels():
    result = equidyn.bench(planar_2r(), **{**INSIDE, "sizes": (8, 1024, 2000)})
    assert {r.batch for r in result.rows} == {1, 1024}


def test_a_kernel_that_disagrees_is_refused(monkeypatch):
    monkeypatch.setattr(_core, "evaluate_kernel", lambda *_, **__: [np.zeros((16, 2))])
    result = equidyn.bench(planar_2r(), **INSIDE)
    assert result.rows == ()
    assert [note.partition(" differs")[0] for note in result.notes] == [
        f"equidyn kernel, {name} is not timed: its inverse dynamics" for name in SETS
    ]


@every_set
@pytest.mark.parametrize("task", KERNELS, ids=lambda task: task.name)
@pytest.mark.parametrize("n", [1, 7])
def test_kernels_compute_what_the_methods_compute(n, task, instruction_set):
    arm = random_arm(n, seed=2)
    if not task.suits(arm):
        pytest.skip("a task of other arms")
    inputs = random_inputs(arm, 12, seed=3)
    operands = tuple(inputs[name] for name in task.arguments)
    for batch in (1, 3, 12):
        states = operands, batch, instruction_set
        found = [
            part for method in task.methods for part in _core.evaluate_kernel(arm, method, *states)
        ]
        for part, expected in zip(found, task.reference(arm, inputs), strict=True):
            assert part.shape == expected.shape
            scale = np.max(np.abs(expected))
            np.testing.assert_allclose(part, expected, rtol=0, atol=task.tolerance * scale)


@every_set
def test_kernels_and_peaks_take_time(instruction_set):
    arm = planar_2r()
    x = random_inputs(arm, 16, seed=0)
    for batch in (1, 16):
        time = _core.time_kernel(
            arm, "inverse_dynamics", (x["q"], x["qd"], x["qdd"]), batch, 1e-4, instruction_set
        )
        assert 1.0 < time < 1e6
    for threads in (1, 2):
        assert 0.01 < _core.measure_peak(instruction_set, 1e-4, threads) < 1e4


def test_peaks_and_joints_are_measured_in_the_same_rounds(measured):
    used, rounds = equidyn.build_info()["instruction_set"], TINY["rounds"]
    assert [(peak.instruction_set, peak.threads) for peak in measured.core.peaks] == [
        *((name, 1) for name in SETS),
        (used, 2),
    ]
    assert [(cost.n, cost.instruction_set) for cost in measured.core.joint_costs] == [
        (6, used),
        (200, used),
    ]
    assert all(len(peak.gflops) == rounds for peak in measured.core.peaks)
    assert all(len(cost.nanoseconds) == rounds for cost in measured.core.joint_costs)


def test_operations_of_sine_and_cosine_are_those_of_the_text():
    kernels = Path(__file__).parents[3] / "cpp/include/equidyn/kernels"
    text = (kernels / "simd/sincos-inl.hpp").read_text()
    constants = (kernels / "simd/sincos_constants.hpp").read_text()
    # to where bits are moved
    body = re.search(r"\bshifted = (.*?)\bkSign = ", text, re.DOTALL)[1]
    outside = len(re.findall(r" [*+-] ", re.sub(r"//.*", "", body)))
    # a product and a sum for every coefficient of float64 but the first one
    polynomials = re.findall(r"double k(?:Sine|Cosine)\[\] = {(.*?)}", constants, re.DOTALL)
    inside = 2 * sum(polynomial.count(",") for polynomial in polynomials)
    assert outside + inside == SINE_AND_COSINE


@pytest.mark.parametrize("joints", ["RRRRRR", "P", "RPRP"])
def test_operations_of_an_arm_in_which_nothing_is_zero_are_those_of_the_formulation(joints):
    arm = random_arm(len(joints), seed=0, joints=joints)
    count = equidyn.count_operations(arm, "minimal_newton_euler").total
    angles = joints.count("R") * SINE_AND_COSINE
    expected = count.multiplications + count.additions + angles
    assert counted_operations(arm) == {"inverse dynamics": expected}


def test_kernels_make_use_of_right_angles_but_not_of_symmetric_bodies():
    general = counted_operations(random_arm(6, seed=0, joints="RRRRRR"))
    right_angles = counted_operations(right_angle_arm(6))
    puma = counted_operations(puma560())
    count = equidyn.count_operations(puma560(), "minimal_newton_euler").total
    assert count.multiplications + count.additions < puma["inverse dynamics"] - 6 * SINE_AND_COSINE
    assert puma["inverse dynamics"] < right_angles["inverse dynamics"] < general["inverse dynamics"]


def test_kernel_table_compares_with_the_peak_and_the_plainer_set():
    core = CoreFigures(
        {"inverse dynamics": 800},
        (Peak("sse2", 1, (10.0, 10.0)), Peak("avx2", 1, (40.0, 50.0)), Peak("avx2", 2, (80.0, 90))),
    )
    result = of_rows(
        row("equidyn", "out=", 200.0, 200.0),
        inside("sse2", 100.0, 120.0),
        inside("avx2", 25.0, 40.0),
        inside("avx2", 10.0, 10.0, task="mass matrix"),
        core=core,
    )
    table, task = result.kernel_table(), "inverse dynamics"
    assert cells(table, task, "single", "sse2") == ("100 ns", "", "800", "8.0", "73%")
    assert cells(table, task, "single", "avx2") == ("25.0 ns", "x3.50", "800", "32.0", "60%")
    assert cells(table, "mass matrix", "single", "avx2") == ("10.0 ns", "", "", "", "")
    assert len(table.rows) == 3
    assert cells(result.peak_table(), "avx2", "2") == ("90.0", "85.0", "x1.90")
    assert cells(result.peak_table(), "sse2", "1") == ("10.0", "10.0", "")


def test_joint_table_compares_the_long_arm_with_the_short_one():
    costs = JointCost(6, "avx2", (60.0, 90.0)), JointCost(200, "avx2", (2200.0, 3300.0))
    table = of_rows(core=CoreFigures(joint_costs=costs)).joint_table()
    assert cells(table, "6", "avx2") == ("60.0 ns", "10.0 ns", "")
    assert cells(table, "200", "avx2") == ("2.20 µs", "11.0 ns", "x1.10")


def test_more_threads_are_held_against_those_of_the_peak():
    own = [
        row("equidyn", "out=", 2.0, batch=16384),
        row("equidyn", "out=", 1.0, batch=16384, threads=2),
    ]
    peaks = Peak("avx2", 1, (40.0,)), Peak("avx2", 2, (60.0,))
    [line] = of_rows(*own, core=CoreFigures(peaks=peaks)).goals_table().rows
    assert line[-2:] == ("x2.00", "x1.50")
    [line] = of_rows(*own).goals_table().rows
    assert line[-2:] == ("x2.00", "")


def test_saved_results_come_back_the_same(measured, tmp_path):
    measured.save(tmp_path / "bench.json")
    assert Benchmark.load(tmp_path / "bench.json") == measured
    saved = json.loads((tmp_path / "bench.json").read_text())["rows"][0]
    assert saved["minimum_ns"] == measured.rows[0].minimum_ns
    assert saved["median_ns"] == measured.rows[0].median_ns


@pytest.mark.parametrize("content", ["{}", "no json", '{"format": "equidyn benchmark 0"}', "[]"])
def test_other_files_are_refused(tmp_path, content):
    (tmp_path / "a.json").write_text(content)
    with pytest.raises(ValueError, match=r"a\.json: not a file of a benchmark"):
        Benchmark.load(tmp_path / "a.json")


def test_results_print_tables_notes_and_conditions(measured):
    text = str(measured)
    assert all(f"Time per evaluation, {task}" in text for task in OF_ANY_TOOL)
    assert "How many times faster equidyn is" in text
    assert all(title in text for title in ("Kernels inside C++", "Peak of the", "Cost of a joint"))
    assert measured.machine["compiler"] in text
    assert "<table>" in measured._repr_html_()
    assert "note: a note" in str(of_rows(row("equidyn", "out=", 10.0)))


def test_what_was_not_timed_is_not_there():
    with pytest.raises(ValueError, match="task: there is no 'mass matrix'"):
        of_rows(row("equidyn", "out=", 10.0)).table("mass matrix")


BAD_INPUT = {
    "no arm": (
        {"arm": 3},
        TypeError,
        "arm: expected an equidyn.Arm or the name of a robot, got int",
    ),
    "no sizes": ({"sizes": ()}, ValueError, "sizes: expected integers"),
    "size zero": ({"sizes": (0, 8)}, ValueError, "sizes: expected integers"),
    "size a fraction": ({"sizes": (8.5,)}, ValueError, "sizes: expected integers"),
    "no threads": ({"threads": ()}, ValueError, "threads: expected integers"),
    "no rounds": ({"rounds": 0}, ValueError, "rounds: must be at least 1, got 0"),
    "no time": ({"seconds": 0}, ValueError, "seconds: must be positive, got 0"),
    "no patience": ({"max_seconds": -1}, ValueError, "max_seconds: must be positive, got -1"),
    "unknown task": ({"tasks": ["mass matrx"]}, ValueError, "tasks: .* did you mean 'mass matrix'"),
    "no task": ({"tasks": []}, ValueError, "tasks: expected at least one of inverse dynamics"),
    "too few directions": (
        {"tasks": ["inverse kinematics"]},
        ValueError,
        "tasks: inverse kinematics takes a tool that moves in 6 directions, got 2",
    ),
    "unknown layer": ({"layers": ["C"]}, ValueError, "layers: there is no 'C'"),
    "no layer": ({"layers": []}, ValueError, "layers: expected at least one of Python, C"),
    "unknown task of a call": (
        {"further": [Call("Fake", "fake", "torque", "q")]},
        ValueError,
        "further: there is no 'torque'",
    ),
    "unknown peer": ({"peers": ["pinocio"]}, ValueError, "peers: .* did you mean 'pinocchio'"),
    "negative seed": ({"seed": -1}, ValueError, "seed: must be at least 0, got -1"),
}


@pytest.mark.parametrize(("options", "error", "message"), BAD_INPUT.values(), ids=BAD_INPUT)
def test_bad_input_gets_one_clear_message(options, error, message):
    with pytest.raises(error, match=message):
        equidyn.bench(**{"arm": planar_2r(), **ALONE, **options})


def test_command_line_prints_saves_and_draws(tmp_path, capsys, monkeypatch):
    small = equidyn.bench(planar_2r(), **ALONE)
    monkeypatch.setattr(equidyn, "bench", lambda *_, **options: small)
    files = [tmp_path / "bench.json", tmp_path / "bench.svg"]
    assert cli.main(["bench", "--json", str(files[0]), "--plot", str(files[1])]) == 0
    assert "Time per evaluation, inverse dynamics" in capsys.readouterr().out
    assert Benchmark.load(files[0]).tasks == ("inverse dynamics",)
    assert files[1].stat().st_size > 1000


def test_command_line_hands_its_options_over(monkeypatch, capsys):
    asked = {}

    def recorded(arm, **options):
        asked.update(arm=arm, **options)
        return of_rows(row("equidyn", "out=", 10.0))

    monkeypatch.setattr(equidyn, "bench", recorded)
    arguments = ["planar_2r", "--rounds", "3", "--sizes", "8,64", "--threads", "1"]
    assert cli.main(["bench", *arguments, "--layers", "C++"]) == 0
    assert (asked["arm"], asked["sizes"], asked["threads"]) == (planar_2r(), [8, 64], [1])
    assert (asked["rounds"], asked["layers"], asked["progress"]) == (3, ["C++"], False)


@pytest.fixture
def interrupted_after(monkeypatch):
    """Let somebody press Ctrl-C when so many turns are over."""

    def after(turns):
        take_turn = Contestant.take_turn

        def turn(contestant):
            if len(contestant.nanoseconds) == turns:
                raise KeyboardInterrupt
            take_turn(contestant)

        monkeypatch.setattr(Contestant, "take_turn", turn)

    return after


def test_ctrl_c_keeps_the_rounds_that_are_over(interrupted_after, monkeypatch, tmp_path, capsys):
    path = tmp_path / "bench.json"
    small = functools.partial(equidyn.bench, planar_2r(), **{**ALONE, "rounds": 5})
    monkeypatch.setattr(equidyn, "bench", lambda *_, **__: small())
    interrupted_after(2)
    assert cli.main(["bench", "-o", str(path)]) == 130
    assert "interrupted; the results so far are in" in capsys.readouterr().err
    kept = Benchmark.load(path)
    assert {len(row.nanoseconds) for row in kept.rows} == {2}
    assert kept.notes[-1] == "interrupted: round 3"
