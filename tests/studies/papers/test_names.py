"""A source has one name in each call that takes one, and each call takes all of them."""

import pytest

import equidyn
from equidyn import cli, robots
from equidyn.studies.papers import reproduce
from equidyn.studies.papers.equivalence import PAPERS
from equidyn.studies.papers.names import same_source
from equidyn.studies.papers.published_counts import published_counts
from equidyn.studies.papers.sources import SOURCES

ARM = robots.planar_2r()


@pytest.mark.parametrize("contents", SOURCES, ids=lambda contents: contents.paper)
def test_a_source_is_known_by_all_its_names(contents, monkeypatch):
    experiments = {name: lambda name=name: name for name in reproduce._EXPERIMENTS}
    monkeypatch.setattr(reproduce, "_EXPERIMENTS", experiments)
    experiment = same_source(contents.paper, experiments)
    known = {contents.paper, contents.counts, experiment} - {""}
    assert {equidyn.studies.check_derivation(ARM, paper=name).paper.name for name in known} == {
        contents.paper
    }
    if experiment in experiments:
        assert {reproduce.reproduce(name) for name in known} == {experiment}
    if contents.counts:
        found = {name: [t.printed.source for t in published_counts(name)] for name in known}
        assert all(set(sources) == {contents.counts} for sources in found.values())


def test_the_experiments_are_those_of_sources_that_are_derived():
    assert {same_source(name, PAPERS) for name in reproduce._EXPERIMENTS} <= set(PAPERS)


def test_the_command_line_knows_them_too(capsys):
    command = ["derivation", "planar_2r", "--paper", "turney", "--equation", "1.1"]
    assert cli.main(command) == 0
    assert capsys.readouterr().out.startswith("(1.1) ")
