"""The printed operation counts of all papers beside those measured from the code that runs."""

from __future__ import annotations

from ...validation import choice, text
from .angeles import algorithms_compared
from .angeles import operation_counts as angeles
from .lee_chung_mudge_turney_1982 import operation_counts as lee_chung_mudge_turney
from .lee_lee_nigam_1983 import operation_counts as lee_lee_nigam
from .names import same_source
from .printed_counts.comparison import PublishedCounts, compare
from .printed_counts.tables import PrintedTable
from .turney_mudge_lee_1980 import operation_counts as turney_mudge_lee
from .turney_mudge_lee_1980 import simultaneous_steps, strobing_forms
from .walker_orin_1982 import operation_counts as walker_orin


def published_counts(source: str | None = None) -> PublishedCounts:
    """Compare published operation counts with those of the code that runs.

    Parameters
    ----------
    source : str, optional
        Only the tables of this publication: "Turney, Mudge & Lee 1980", "Lee, Chung, Mudge & Turney
        1982", "Angeles", "Lee, Lee & Nigam 1983" or "Walker & Orin 1982"; or as `check_derivation`
        calls it, such as "turney_mudge_lee".

    Returns
    -------
    PublishedCounts
        A tuple of tables that prints, with the reason of each difference.

    Raises
    ------
    ValueError
        If the publication is not among these.

    Examples
    --------
    >>> kinematics = published_counts("Angeles")[0]
    >>> compared = kinematics.entries[2]
    >>> str(compared.printed[0]), str(compared.measured[0])
    ('8n', '8n')
    """
    tables = _printed_tables()
    if source is not None:
        known = list(dict.fromkeys(table.source for table in tables))
        source = choice("source", same_source(text("source", source), known), known)
    return compare(table for table in tables if source in (None, table.source))


def _printed_tables() -> tuple[PrintedTable, ...]:
    return (
        *turney_mudge_lee.TABLES,
        simultaneous_steps.TABLE,
        strobing_forms.TABLE,
        *lee_chung_mudge_turney.TABLES,
        *angeles.TABLES,
        *algorithms_compared.TABLES,
        lee_lee_nigam.TABLE,
        walker_orin.TABLE,
    )
