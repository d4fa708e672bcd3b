"""What reports about an arm have in common: its title, its picture, and a page to show and save."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from html import escape
from typing import TYPE_CHECKING

from ...output.files import write_text
from ...output.page import picture
from ...output.text import in_one_line

if TYPE_CHECKING:
    from markupsafe import Markup

    from ...arm import Arm

# size of the picture of an arm, inches
_SPACE = (6.4, 5.6)


class PageOfArm(ABC):
    """Report about an arm, as a page.

    Attributes
    ----------
    arm : Arm
        The arm.
    """

    arm: Arm

    @property
    def title(self) -> str:
        """Title of the report: the arm."""
        return in_one_line(self.arm.name) or f"An arm of {self.arm.n} joints"

    @abstractmethod
    def html(self) -> str:
        """Return the page."""

    def at_zero(self) -> Markup:
        """Return the picture of the arm."""
        return picture(
            lambda ax: self.arm.draw(ax=ax, masses=False),
            _SPACE,
            "arm",
            "The arm with all joint positions zero",
            projection="3d",
        )

    def _repr_html_(self) -> str:
        """Return the page in a frame, so that neither its style nor that of a notebook leaks."""
        style = "width: 100%; height: 80vh; border: 1px solid #8888"
        # links within the page, which would otherwise be within the page around the frame
        own = self.html().replace("<head>", '<head>\n<base href="about:srcdoc">', 1)
        title, document = escape(self.title), escape(own)
        return f'<iframe title="{title}" style="{style}" srcdoc="{document}"></iframe>'

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the page to a file."""
        write_text(path, self.html())
