"""BibTeX of sources: valid, complete, and that of the citations of formulations."""

import re
from pathlib import Path
from typing import get_args

import pytest

import equidyn
from equidyn.dynamics import bibliography
from equidyn.dynamics.names import QuantityName

# where a work appeared, by kind of entry
APPEARED = {
    "article": {"journal", "volume"},
    "book": {"publisher"},
    "incollection": {"booktitle", "publisher"},
    "inproceedings": {"booktitle"},
    "techreport": {"institution"},
}

# the only document that says neither who wrote it nor when
ANONYMOUS = "modified_dh_tutorial"

METHODS = [
    method for quantity in get_args(QuantityName) for method in equidyn.formulations(quantity)
]


@pytest.fixture(params=METHODS, ids=lambda method: f"{method.quantity}-{method.name}")
def method(request):
    """Each formulation, and each method of another quantity, in turn."""
    return request.param


def keys(text):
    """The keys of the entries in a text, in order."""
    return re.findall(r"^@\w+\{(\w+),$", text, re.MULTILINE)


def test_entries_are_bibtex_that_every_engine_reads():
    texts = [entry.text for entry in bibliography.sources().values()]
    for text in (bibliography.of_equidyn(), *texts):
        head, *lines, end = text.splitlines()
        kind = re.fullmatch(r"@(\w+)\{\w+,", head)[1]
        fields = dict(re.fullmatch(r"  (\w+) = \{(.+)\},", line).groups() for line in lines)
        assert end == "}"
        assert len(fields) == len(lines)
        assert kind in {*APPEARED, "misc", "software"}
        assert "title" in fields
        assert text.isascii()
        for value in fields.values():
            depth = 0
            for brace in re.findall(r"[{}]", value):
                depth += 1 if brace == "{" else -1
                assert depth >= 0, value
            assert depth == 0, value
            assert not re.search(r"(?<!\\)[&%#$_]", value), value


def test_every_source_has_author_title_year_and_where_it_appeared():
    for key, entry in bibliography.sources().items():
        kind = entry.text[1 : entry.text.index("{")]
        if key == ANONYMOUS:
            assert "neither author nor year" in entry.fields["note"]
            continue
        missing = {"author", "title", "year", *APPEARED[kind]} - set(entry.fields)
        assert not missing, key
        assert key.endswith(f"_{entry.fields['year']}")
        assert key.startswith(entry.fields["author"].partition(",")[0].lower())


def test_sources_are_in_the_order_of_their_years():
    years = [entry.fields.get("year", "9999") for entry in bibliography.sources().values()]
    assert years == sorted(years)


def test_the_file_has_no_key_twice_and_nothing_that_is_not_read():
    file = Path(bibliography.__file__).with_name("references.bib")
    found = re.findall(r"^ *@.*", file.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(found) == len(bibliography.sources()) + 1


def test_every_method_has_the_entries_of_its_reference(method):
    """Surnames and years of the short reference are those of the entries, and no others."""
    cited = [bibliography.sources()[key] for key in keys(method.bibtex)]
    assert cited
    years = set(re.findall(r"\b(?:18|19|20)\d\d\b", method.reference))
    assert years <= {entry.fields.get("year") for entry in cited}
    for entry in cited:
        if "author" in entry.fields:
            surname = entry.fields["author"].partition(",")[0]
            assert surname in f"{method.reference} {method.citation}"


def test_remarks_and_other_books_of_an_author_are_not_cited():
    assert keys(equidyn.formulations()["kane"].bibtex) == ["kane_levinson_1983"]
    assert keys(equidyn.formulations()["lie_group"].bibtex) == [
        "brockett_1984",
        "park_bobrow_ploen_1995",
        "lynch_park_2017",
    ]
    assert keys(equidyn.formulations("forward_dynamics")["articulated_bodies"].bibtex) == [
        "featherstone_2008"
    ]


def test_an_unknown_source_has_no_entry():
    assert bibliography.of_citation("N. Nobody, On Nothing, 1983") == ""
