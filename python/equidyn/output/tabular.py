"""Base classes of results that print as tables, in a terminal and in a notebook."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from .._validation import text, unknown

if TYPE_CHECKING:
    from rich.console import Group, RenderableType

    from .tables import Table


class Tabular(ABC):
    """Base class of results that print as a table."""

    @abstractmethod
    def table(self) -> Table:
        """Return the result as a table."""

    def __repr__(self) -> str:
        return str(self.table())

    def __rich__(self) -> RenderableType:
        """Return the table as a `rich` renderable."""
        return self.table().__rich__()

    def _repr_html_(self) -> str:
        return self.table()._repr_html_()


class SeveralTables(ABC):
    """Base class of results that print as several tables, one below the other."""

    @abstractmethod
    def _tables(self) -> tuple[Table, ...]:
        """Return the result as tables."""

    def __str__(self) -> str:
        return "\n\n".join(map(str, self._tables()))

    def __repr__(self) -> str:
        return str(self)

    def __rich__(self) -> Group:
        """Return the tables as a `rich` renderable."""
        from rich.console import Group
        from rich.text import Text

        first, *others = (table.__rich__() for table in self._tables())
        return Group(first, *(item for other in others for item in (Text(), other)))

    def _repr_html_(self) -> str:
        return "".join(table._repr_html_() for table in self._tables())


class _OfFormulation(Protocol):
    """Record of one formulation."""

    @property
    def formulation(self) -> str: ...


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
