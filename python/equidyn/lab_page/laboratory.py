"""The laboratory of an arm, as a page that shows itself in a notebook."""

from __future__ import annotations

import os
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

from ..output.files import write_text
from .page import lab_page

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, repr=False, eq=False)
class Laboratory:
    """The laboratory of an arm in one page, as `equidyn.Arm.lab` returns it.

    Attributes
    ----------
    description : dict
        The arm, as `equidyn.Arm.to_dict` returns it.
    state : dict or None
        Its first position, velocity and acceleration.
    """

    description: Mapping[str, Any]
    state: Mapping[str, list[float]] | None = None

    def to_html(self) -> str:
        """Return the page, which needs no network."""
        return lab_page(self.description, self.state)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the page to a file.

        Parameters
        ----------
        path : path_like
            The file; an existing one is replaced.
        """
        write_text(path, self.to_html())

    def __repr__(self) -> str:
        return f"<Laboratory of an arm of {len(self.description['joints'])} joints>"

    def _repr_html_(self) -> str:
        """Return the page in an HTML frame."""
        style = "width: 100%; height: 52rem; border: 0"
        page = escape(self.to_html())
        return f'<iframe title="laboratory" style="{style}" srcdoc="{page}"></iframe>'
