"""Results that show themselves as a table, in a terminal and in a notebook."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from .._tables import Table

if TYPE_CHECKING:
    import rich.console


class Tabular(ABC):
    """Prints as the table that it makes."""

    @abstractmethod
    def table(self) -> Table:
        """Return the table that is printed."""

    def __repr__(self) -> str:
        return str(self.table())

    def __rich__(self) -> rich.console.Group:
        """Return the table as `rich` draws it."""
        return self.table().__rich__()

    def _repr_html_(self) -> str:
        return self.table()._repr_html_()
