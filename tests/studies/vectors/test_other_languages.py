"""Programs in other languages read test vectors, and their results are judged."""

import shutil
import subprocess
from pathlib import Path

import pytest

import equidyn
from equidyn import cli

PROGRAMS = {
    name: (shutil.which(name), *options, str(Path(__file__).with_name(source)))
    for name, options, source in (
        ("node", (), "newton_euler.js"),
        ("octave", ("--no-gui", "--norc", "--quiet"), "newton_euler.m"),
    )
    if shutil.which(name)
}


@pytest.mark.skipif(not PROGRAMS, reason="needs Node.js or Octave")
def test_newton_euler_in_other_languages_is_judged(tmp_path, capsys):
    vectors, results = tmp_path / "vectors.json", tmp_path / "results.csv"
    equidyn.reference_vectors("puma560", samples=4, seed=3).save(vectors)
    for name, command in PROGRAMS.items():
        subprocess.run([*command, str(vectors), str(results)], check=True, timeout=120)
        judge = ["verify", "puma560", "--results", str(results), "--seed", "3"]
        assert cli.main(judge) == 0, name
        assert "passed in 4 states" in capsys.readouterr().out
        # the same program of an arm whose hand it does not know
        loaded = equidyn.robots.puma560().with_payload(1.0, (0.0, 0.0, 0.1))
        judged = equidyn.studies.judge_results(loaded, results, seed=3)
        assert not judged
        assert "inverse_dynamics, first in state 1 at joint " in str(judged)
