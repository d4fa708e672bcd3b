"""The family tree of the formulations."""

import equidyn
from documenting import family_tree


def test_each_formulation_has_a_line_and_continues_an_older_one():
    lines = {line.name: line for line in family_tree.read()}
    assert sorted(lines) == sorted(entry.name for entry in equidyn.formulations())
    for line in lines.values():
        assert line.idea
        assert line.authors
        assert all(lines[parent].year <= line.year for parent in line.parents), line.name
