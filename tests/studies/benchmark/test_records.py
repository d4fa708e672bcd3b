"""A recorded benchmark says what repeats it: robot, settings, machine."""

import os
import shlex
from dataclasses import replace

import numpy as np
import pytest

import equidyn
from equidyn import cli
from equidyn.robots import load, planar_2r, random_arm
from equidyn.studies.benchmark import Benchmark, conditions
from equidyn.studies.benchmark.settings import Settings, digest, name_of

TINY = {"sizes": [8], "threads": [1], "rounds": 1, "seconds": 1e-5, "tasks": ["gravity"]}
OWN = {**TINY, "layers": ["Python"], "peers": []}


def test_the_command_of_a_record_repeats_its_settings(monkeypatch, capsys):
    first = equidyn.bench("planar_2r", **OWN, max_seconds=2.0, seed=3)
    bench, found = equidyn.bench, []

    def kept(*arguments, **options):
        found.append(bench(*arguments, **options))
        return found[-1]

    monkeypatch.setattr(equidyn, "bench", kept)
    program, *arguments = shlex.split(first.settings.command)
    assert (program, cli.main(arguments)) == ("equidyn", 0)
    [second] = found
    assert second.settings == first.settings
    assert [row.line for row in second.rows] == [row.line for row in first.rows]


def test_defaults_are_not_said_but_the_libraries_that_took_part_are():
    assert Settings("panda").command == "equidyn bench panda --peers ''"
    asked = Settings("", "0", (8, 64), tasks=("mass matrix", "bias"), peers=("mujoco",))
    expected = "equidyn bench ROBOT --sizes 8,64 --tasks 'mass matrix,bias' --peers mujoco"
    assert asked.command == expected


def test_a_robot_has_the_digest_of_its_data_whatever_its_name():
    arm = planar_2r()
    assert digest(arm) == digest(arm.with_name("another"))
    assert digest(arm) == digest(load("planar_2r"))
    mass = arm.mass + np.array([0.0, np.spacing(arm.mass[1])])
    heavier = equidyn.Arm.from_dict({**arm.to_dict(), "mass": mass})
    assert digest(heavier) != digest(arm)
    assert (name_of(arm), name_of(heavier)) == ("planar_2r", "")


def test_data_that_an_arm_does_not_have_leave_its_digest_as_it_was(monkeypatch):
    arm = planar_2r()
    before, data = digest(arm), {**arm.to_dict(), "limits_of_a_later_version": None}
    monkeypatch.setattr(equidyn.Arm, "to_dict", lambda self: data)
    assert digest(arm) == before


def test_a_record_names_those_who_took_part_and_the_robot_by_its_data(tmp_path):
    arm = random_arm(2, seed=0)
    equidyn.bench(arm, **OWN).save(tmp_path / "record.json")
    settings = Benchmark.load(tmp_path / "record.json").settings
    assert (settings.robot, settings.digest) == ("", digest(arm))
    assert (settings.peers, settings.sizes, settings.tasks) == ((), (8,), ("gravity",))


def test_the_conditions_are_those_before_it(monkeypatch):
    load = iter([(0.25, 0, 0), (9.0, 0, 0)])
    monkeypatch.setattr(os, "getloadavg", lambda: next(load), raising=False)
    machine = equidyn.bench("planar_2r", **OWN).machine
    assert machine["load"] == "0.25"
    assert int(machine["processors"]) >= 1
    if hasattr(os, "sched_getaffinity"):
        assert int(machine["core"]) in os.sched_getaffinity(0)


def test_a_system_that_does_not_say_is_unknown(monkeypatch, tmp_path):
    monkeypatch.delattr(os, "getloadavg", raising=False)
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    found = conditions.conditions()
    assert (found["core"], found["governor"], found["load"]) == ("any", "unknown", "unknown")


def test_the_governor_is_that_of_the_core_of_single_threads(monkeypatch, tmp_path):
    for core, governor in enumerate(["powersave", "performance"]):
        (tmp_path / f"governor{core}").write_text(f"{governor}\n")
    monkeypatch.setattr(conditions, "_GOVERNOR", str(tmp_path / "governor{}"))
    monkeypatch.setattr(conditions, "chosen_core", lambda: 1)
    assert conditions.conditions()["governor"] == "performance"


def test_record_writes_everything_and_says_the_command(monkeypatch, tmp_path, capsys):
    made = equidyn.bench("planar_2r", **OWN)
    monkeypatch.setattr(equidyn, "bench", lambda *_, **__: made)
    files = tmp_path / "record.json", tmp_path / "table.csv"
    assert cli.main(["bench", "--record", str(files[0]), "-o", str(files[1])]) == 0
    assert Benchmark.load(files[0]) == made
    assert files[1].is_file()
    assert capsys.readouterr().out.endswith(f"To repeat it:\n{made.settings.command}\n")


def test_a_record_is_json(tmp_path, capsys):
    assert cli.main(["bench", "--record", str(tmp_path / "record.csv")]) == 2
    assert "expected .json" in capsys.readouterr().err


def test_settings_are_checked_and_files_from_before_them_have_none():
    made = equidyn.bench("planar_2r", **OWN)
    before = made.to_dict()
    del before["settings"]
    assert Benchmark.from_dict(before) == replace(made, settings=Settings())
    assert Benchmark.from_dict(before).to_dict() == before
    data = made.to_dict()
    data["settings"]["rounds"] = "many"
    with pytest.raises(ValueError, match=r"settings\.rounds: expected an integer"):
        Benchmark.from_dict(data)
