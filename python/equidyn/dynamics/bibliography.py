"""BibTeX entries of equidyn and of the sources of its formulations and methods."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from pathlib import Path

_FILE = Path(__file__).with_name("references.bib")
_ENTRY = re.compile(r"^@\w+\{(?P<key>\w+),\n(?P<fields>(?:  .*\n)+)\}$", re.MULTILINE)
_FIELD = re.compile(r"^  (\w+) = \{(.*)\},$", re.MULTILINE)

# remarks such as "(reference 4 of Sasaki 1990)" name no source
_REMARK = re.compile(r"\([^()]*\)")


@dataclass(frozen=True)
class Entry:
    """An entry of BibTeX.

    Attributes
    ----------
    key : str
        Its key, such as "kane_levinson_1983".
    text : str
        The entry, without a line break at its end.
    """

    key: str
    text: str

    @property
    def fields(self) -> dict[str, str]:
        """Its fields by name, as LaTeX."""
        return dict(_FIELD.findall(self.text))

    def is_cited(self, citation: str) -> bool:
        """Tell whether a citation has the title of the source, or its first author and year.

        A title may be without its subtitle, behind the last author.
        """
        fields = self.fields
        title = fields["title"].strip("{}")
        if title in citation:
            return True
        if "author" not in fields:
            return False
        surnames = [name.partition(",")[0] for name in fields["author"].split(" and ")]
        if f"{surnames[-1]}, {title.partition(':')[0]}," in citation:
            return True
        by_year = rf"\b{surnames[0]}\b[^;:]*\b{fields.get('year', 'undated')}\b"
        return bool(re.search(by_year, _REMARK.sub("", citation)))


def of_equidyn() -> str:
    """Return the entry of this version of equidyn."""
    entry = _entries()["equidyn"].text
    return entry.replace("\n  note", f"\n  version = {{{version('equidyn')}}},\n  note", 1)


def sources() -> dict[str, Entry]:
    """Return the entries of all sources by key, the oldest first."""
    return {key: entry for key, entry in _entries().items() if key != "equidyn"}


def of_citation(*citations: str) -> str:
    """Return the entries of the sources that citations name; empty where they name none."""
    cited = [entry.text for entry in sources().values() if any(map(entry.is_cited, citations))]
    return "\n\n".join(cited)


@cache
def _entries() -> dict[str, Entry]:
    found = _ENTRY.finditer(_FILE.read_text(encoding="utf-8"))
    return {entry["key"]: Entry(entry["key"], entry[0]) for entry in found}
