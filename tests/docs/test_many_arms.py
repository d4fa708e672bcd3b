"""The program for many arms gives in two processes what one gives, at a hundredth of its size."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import equidyn

PROGRAM = Path(__file__).parents[2] / "docs" / "many_arms.py"
ARMS, DESIGNS = 100_000, 10_000

# a processor that is busy with other tests starts processes late
PATIENT = {f"DASK_DISTRIBUTED__COMM__TIMEOUTS__{kind}": "300s" for kind in ("CONNECT", "TCP")}

pytestmark = [
    pytest.mark.skipif(not importlib.util.find_spec("distributed"), reason="dask is not installed"),
    pytest.mark.filterwarnings("ignore"),  # of dask
]


@pytest.fixture(scope="module")
def program():
    spec = importlib.util.spec_from_file_location("many_arms", PROGRAM)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Alone:
    """What the program asks of a client, in this process."""

    def map(self, function, *lists, **options):
        return [function(*given, **options) for given in zip(*lists, strict=True)]

    def gather(self, results):
        return results


@pytest.fixture(scope="module")
def numbers(tmp_path_factory):
    """Numbers in the lines that two processes print."""
    asked = {"processes": 2, "memory": 500_000_000, "arms": ARMS, "designs": DESIGNS}
    # not in the folder of the sources, whose package would hide the installed one
    done = subprocess.run(
        [sys.executable, PROGRAM, *(f"--{name}={value}" for name, value in asked.items())],
        cwd=tmp_path_factory.mktemp("many_arms"),
        env=os.environ | PATIENT,
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr
    words = [line.split() for line in done.stdout.replace(":", " ").splitlines()]
    return [[float(x) for x in line if x[0].isdigit()] for line in words]


def test_quantiles_are_those_of_one_process(program, numbers):
    arm = equidyn.robots.panda()
    motion = equidyn.quintic(np.full(7, -0.5), np.full(7, 0.5), duration=1.0)
    seeds = np.random.SeedSequence(0).spawn(-(-ARMS // program.CHUNK))
    assert len(seeds) > 2
    torques = [program.uncertain_torques(seed, program.CHUNK, arm, motion) for seed in seeds]
    assert numbers[0] == np.quantile(torques, program.LEVELS).tolist()


def test_the_best_lengths_are_those_of_one_process_and_of_one_task(program, numbers, monkeypatch):
    arm = equidyn.robots.planar_2r()
    in_few = program.search(Alone(), arm, DESIGNS)
    monkeypatch.setattr(program, "CHUNK", 1000)
    in_many = program.search(Alone(), arm, DESIGNS)
    assert numbers[1] == list(in_few) == list(in_many)


def test_each_uncertain_arm_has_its_masses_and_its_load(program):
    arm = equidyn.robots.panda()
    motion = equidyn.quintic(np.zeros(7), np.ones(7), duration=1.0)
    seeds = np.random.SeedSequence(0).spawn(2)
    found = [program.uncertain_torques(seed, 20, arm, motion) for seed in seeds]
    random = np.random.default_rng(seeds[1])
    masses = arm.mass * random.normal(1.0, 0.05, (20, 7))
    loads = random.uniform(0.0, 3.0, 20)
    for torque, mass, load in zip(found[1], masses, loads, strict=True):
        one = equidyn.Arm.from_dict({**arm.to_dict(), "mass": mass}).with_payload(load)
        assert torque == abs(one.inverse_dynamics(*motion(program.TIMES))).max()
    assert not set(found[0]) & set(found[1])


def test_a_design_picks_and_places_its_load_with_links_of_its_lengths(program):
    arm = equidyn.robots.planar_2r()
    lengths = np.array([[0.7, 0.5]])
    made = equidyn.Arm.from_dh(
        "standard",
        joints="RR",
        a=lengths[0],
        alpha=[0, 0],
        d=[0, 0],
        theta=[0, 0],
        mass=[4.6 * 0.7, 2.3 * 0.5 / 0.8],
        com=[[-0.55 * 0.7, 0, 0], [-0.45 * 0.5 / 0.8, 0, 0]],
        inertia=[[0, 0.3 * 0.7**3, 0.3 * 0.7**3], [0, 0.2 * 0.625**3, 0.2 * 0.625**3]],
        gravity=arm.gravity,
    ).with_payload(program.LOAD)
    q = [program.reaching(lengths, *place)[0] for place in (program.PICK, program.PLACE)]
    for place, position in zip((program.PICK, program.PLACE), q, strict=True):
        np.testing.assert_allclose(made.forward_kinematics(position)[:2, 3], place, atol=1e-12)
    motion = equidyn.quintic(*q, duration=program.TIMES[-1])
    expected = abs(made.inverse_dynamics(*motion(program.TIMES))).max()
    found = program.best_design(*lengths.T, arm)
    np.testing.assert_allclose(found, [expected, *lengths[0]], rtol=1e-12)


def test_lengths_that_reach_neither_place_are_no_designs(program):
    arm, short, long = equidyn.robots.planar_2r(), np.array([0.2]), np.array([1.2])
    assert program.best_design(short, short, arm)[0] == np.inf
    both = program.best_design(np.array([0.2, 0.7]), np.array([0.5]), arm)
    assert both == program.best_design(np.array([0.7]), np.array([0.5]), arm)
    assert program.best_design(long, short, arm)[0] == np.inf
