"""Base classes of results that print as tables, in a terminal and in a notebook."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from ..validation import text, unknown
from .files import suffix_of, write_csv, write_json, write_text
from .machine import describe_machine

if TYPE_CHECKING:
    from rich.console import RenderableType
    from typing_extensions import Self

    from .tables import Table


class Displayed(ABC):
    """Base class of results that consist of tables."""

    @abstractmethod
    def _tables(self) -> Sequence[Table]:
        """Return the result as tables."""

    def to_latex(self) -> str:
        """Return the tables for LaTeX with the package booktabs."""
        return "\n".join(table.to_latex() for table in self._tables())

    def to_markdown(self) -> str:
        """Return the tables as Markdown."""
        return "\n".join(table.to_markdown() for table in self._tables())

    def __str__(self) -> str:
        return "\n\n".join(map(str, self._tables()))

    def __repr__(self) -> str:
        return str(self)

    def __rich__(self) -> RenderableType:
        """Return the tables as a `rich` renderable."""
        from rich.console import Group
        from rich.text import Text

        first, *others = (table.__rich__() for table in self._tables())
        return Group(first, *(item for other in others for item in (Text(), other)))

    def _repr_html_(self) -> str:
        return "".join(table._repr_html_() for table in self._tables())


class Tabular(Displayed):
    """Base class of results that print as a table."""

    @abstractmethod
    def table(self) -> Table:
        """Return the result as a table."""

    def _tables(self) -> Sequence[Table]:
        return (self.table(),)


class Exported(Displayed):
    """Base class of results with flat records, as which they are saved."""

    @abstractmethod
    def to_records(self) -> list[dict[str, Any]]:
        """Return flat records of the same keys: strings, numbers, booleans or None."""

    def _about(self) -> dict[str, Any]:
        """Return what is common to all records."""
        return {}

    def to_dataframe(self) -> Any:
        """Return the records as a `pandas.DataFrame`.

        Raises
        ------
        ImportError
            If pandas is not installed.
        """
        try:
            pandas = import_module("pandas")
        except ImportError as error:
            raise ImportError("to_dataframe needs pandas: pip install pandas") from error
        return pandas.DataFrame(self.to_records())

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write records to a file, .json or .csv, or tables, .tex or .md.

        Records come with the versions, the machine and the compiler.

        Raises
        ------
        ValueError
            For another suffix.
        """
        suffix = suffix_of(path, *SUFFIXES)
        if suffix == ".tex":
            write_text(path, self.to_latex())
        elif suffix == ".md":
            write_text(path, self.to_markdown())
        elif suffix == ".csv":
            write_csv(path, {**self._about(), **describe_machine()}, self.to_records())
        else:
            write_json(path, self._content())

    def _content(self) -> dict[str, Any]:
        """Return the content of a JSON file."""
        machine = describe_machine()
        return {**self._about(), "machine": machine, "records": self.to_records()}


class _OfFormulation(Protocol):
    """Record of one formulation."""

    @property
    def formulation(self) -> str: ...


# formats of saved results
SUFFIXES = (".json", ".csv", ".tex", ".md")

_Record = TypeVar("_Record", bound=_OfFormulation)


@dataclass(frozen=True, repr=False)
class ByFormulation(Tabular, Generic[_Record]):
    """Records of several formulations, in the order of the registry, found by name.

    Attributes
    ----------
    records : tuple
        The records.
    refusals : tuple of str
        Reasons for missing formulations.
    """

    records: tuple[_Record, ...]
    refusals: tuple[str, ...] = ()

    def with_own(self, records: Iterable[_Record], refusals: Iterable[str] = ()) -> Self:
        """Return these and the records of candidates, with the reasons for missing ones."""
        every, reasons = (*self.records, *records), (*self.refusals, *refusals)
        return replace(self, records=every, refusals=reasons)

    def __iter__(self) -> Iterator[_Record]:
        return iter(self.records)

    def __len__(self) -> int:
        return len(self.records)

    def __getitem__(self, formulation: str) -> _Record:
        for record in self.records:
            if record.formulation == text("formulation", formulation):
                return record
        raise KeyError(f"formulation: {unknown(formulation, self._ipython_key_completions_())}")

    def _ipython_key_completions_(self) -> list[str]:
        return [record.formulation for record in self.records]
