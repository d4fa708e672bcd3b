"""Formulations are found by name, and the name that is meant is proposed, or none."""

import inspect
import re
from pathlib import Path
from typing import get_args

import pytest

import equidyn
from equidyn.arm.data import CONVENTIONS, checked_convention
from equidyn.dynamics import names
from equidyn.dynamics.names import METHODS, SYNONYMS, FormulationName
from equidyn.dynamics.registry import resolve
from equidyn.validation import choice
from updating.names import with_names

LIST = equidyn.formulations()
NAMES = [formulation.name for formulation in LIST]


def test_the_names_that_editors_complete_are_those_of_the_registry():
    assert list(get_args(FormulationName)) == NAMES, "tools/update.py writes the names"
    written = Path(inspect.getsourcefile(names)).read_text(encoding="utf-8")
    assert with_names(written) == written
    fewer = re.sub(r'^    "kane",\n', "", written, count=1, flags=re.MULTILINE)
    assert fewer != written
    assert with_names(fewer) == written


def test_the_list_is_found_in_by_name_by_number_and_by_slice():
    assert [LIST[name].name for name in NAMES] == NAMES
    assert LIST[0] is LIST[NAMES[0]]
    assert LIST[-1].name == NAMES[-1]
    assert [formulation.name for formulation in LIST[1:3]] == NAMES[1:3]
    assert LIST._ipython_key_completions_() == NAMES


def test_counts_are_found_by_name_and_complete_theirs():
    counts = equidyn.count_operations("planar_2r")
    assert counts["kane"].formulation == "kane"
    assert counts._ipython_key_completions_() == [record.formulation for record in counts]
    with pytest.raises(KeyError, match="formulation: there is no 'cane'; did you mean 'kane'"):
        counts["cane"]
    with pytest.raises(TypeError, match="formulation: expected a string, got int"):
        counts[0]


@pytest.mark.parametrize("synonym", SYNONYMS)
def test_common_names_propose_ours(synonym):
    assert SYNONYMS[synonym] in NAMES
    for written in (synonym, synonym.upper(), synonym.replace("_", "-")):
        with pytest.raises(ValueError, match=f"did you mean '{SYNONYMS[synonym]}'"):
            resolve(written)
        with pytest.raises(KeyError, match=f"did you mean '{SYNONYMS[synonym]}'"):
            LIST[written]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("newton_eular", "newton_euler"),
        ("Newton-Euler", "newton_euler"),
        ("lagrange", "lagrange_euler"),
        ("angeles", "newton_euler_angeles"),
        ("kanes", "kane"),
        ("sasaki scalar", "newton_euler_sasaki_scalar"),
    ],
)
def test_a_name_that_is_like_ours_or_a_part_of_it_proposes_it(written, meant):
    with pytest.raises(ValueError, match=f"did you mean '{meant}'"):
        resolve(written)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("lee_chung", "lee_chung_mudge_turney"),
        ("turney_mudge", "turney_mudge_lee"),
        ("tutorial", "modified_dh_tutorial"),
        ("sasaki_1990", "sasaki"),
    ],
)
def test_a_source_is_proposed_by_its_first_authors(written, meant):
    with pytest.raises(ValueError, match=f"did you mean '{meant}'"):
        equidyn.studies.check_derivation("planar_2r", paper=written)


@pytest.mark.parametrize(
    ("written", "meant"),
    [("lee_chung", "lee"), ("turney_mudge", "turney"), ("sasaki_1990", "sasaki")],
)
def test_an_experiment_is_proposed_by_its_first_authors(written, meant):
    with pytest.raises(ValueError, match=f"did you mean '{meant}'"):
        equidyn.studies.reproduce(written)


@pytest.mark.parametrize("written", ["fast", "id", "quaternion", "pinocchio", ""])
def test_a_name_that_is_like_none_gets_none_proposed(written):
    with pytest.raises(ValueError, match=f"^formulation: there is no '{written}' \\(known: "):
        resolve(written)


@pytest.mark.parametrize("robot", ["ur5", "panda", "iiwa", "gen3"])
def test_a_robot_that_is_like_none_gets_none_proposed(robot):
    with pytest.raises(ValueError, match=f"there is no '{robot}' \\(known: "):
        choice("robot", robot, ["puma560", "planar_2r"])


@pytest.mark.parametrize("name", METHODS)
def test_algorithms_of_other_quantities_name_the_method(name):
    message = f"'{name}' is not a formulation of inverse dynamics; it is the method of arm."
    with pytest.raises(ValueError, match=re.escape(f"{message}{METHODS[name]}")):
        resolve(name)
    assert hasattr(equidyn.Arm, METHODS[name])


@pytest.mark.parametrize(
    ("meant", "names"),
    [
        ("modified", ["craig", "Khalil", "proximal", "mdh", "modified DH", "modifed"]),
        ("standard", ["classic", "distal", "Denavit-Hartenberg", "Standard", "standard-dh"]),
    ],
)
def test_a_convention_by_another_name_gets_the_right_one_proposed(meant, names):
    assert meant in CONVENTIONS
    for name in names:
        with pytest.raises(ValueError, match=f"convention: .*; did you mean '{meant}'"):
            checked_convention(name)


@pytest.mark.parametrize("name", ["dh", "urdf", "x"])
def test_a_convention_that_could_be_either_gets_none_proposed(name):
    with pytest.raises(ValueError, match=f"there is no '{name}' \\(known: standard, modified\\)"):
        checked_convention(name)
