"""BibTeX entries of equidyn, of formulations and of sources, by name."""

from __future__ import annotations

import re
from typing import get_args

from ..dynamics.bibliography import of_equidyn, sources
from ..dynamics.names import QuantityName
from ..dynamics.registry import formulations
from ..studies.papers.names import same_source
from ..validation import choice

_EQUIDYN = "equidyn"


def names() -> list[str]:
    """Return the names that `entries` takes: equidyn, formulations and methods, sources."""
    return sorted({_EQUIDYN, *_of_formulations(), *_of_sources()})


def entries(name: str | None) -> str:
    """Return the BibTeX entries of a name; of equidyn and of all sources by default.

    Raises
    ------
    ValueError
        For an unknown name; the nearest one is proposed.
    """
    by_source = _of_sources()
    if name is None:
        return "\n\n".join([of_equidyn(), *(entry.text for entry in sources().values())])
    known = [_EQUIDYN, *_of_formulations(), *by_source, *sources()]
    # a source may have the name that other commands have for it, and the key of its entry
    asked = choice("NAME", same_source(name, by_source), known)
    if asked == _EQUIDYN:
        return of_equidyn()
    if asked in by_source:
        return by_source[asked]
    return _of_formulations().get(asked) or sources()[asked].text


def _of_formulations() -> dict[str, str]:
    """Return the entries of formulations and methods, of all quantities that have the name."""
    found: dict[str, dict[str, None]] = {}
    for quantity in get_args(QuantityName):
        for method in formulations(quantity):
            texts = filter(None, method.bibtex.split("\n\n"))
            found.setdefault(method.name, {}).update(dict.fromkeys(texts))
    return {name: "\n\n".join(texts) for name, texts in found.items()}


def _of_sources() -> dict[str, str]:
    """Return the entries of sources by author: their keys without the year, where one has it."""
    found: dict[str, list[str]] = {}
    for key, entry in sources().items():
        found.setdefault(re.sub(r"_\d{4}$", "", key), []).append(entry.text)
    return {name: "\n\n".join(texts) for name, texts in found.items()}
