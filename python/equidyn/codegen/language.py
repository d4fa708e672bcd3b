"""A language of generated code: how a program is written in it, and what names it takes."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from .program import Program


class Request(NamedTuple):
    """What is asked of a language.

    Attributes
    ----------
    name : str
        Name of the function.
    dtype : str
        ``"double"`` or ``"float"``.
    digits : int
        Significant digits of numbers that are printed for readers.
    """

    name: str
    dtype: str
    digits: int


class Language(NamedTuple):
    """A language of generated code.

    Attributes
    ----------
    title : str
        Its name, with the standard or the version.
    takes : str
        What its functions take and return, as the documentation says it.
    write : callable
        Writes a program.
    reserved : frozenset of str
        Words that no function may be called by.
    names : str
        Regular expression of the names that functions may have.
    dtypes : tuple of str
        The precisions that it can be written in.
    write_header : callable, optional
        Writes the file that declares the function.
    symbolic : bool
        Whether it is read as equations, in which components of gravity that are 0 stay 0.
    """

    title: str
    takes: str
    write: Callable[[Program, Request], str]
    reserved: frozenset[str] = frozenset()
    names: str = r"[A-Za-z_]\w*"
    dtypes: tuple[str, ...] = ("double",)
    write_header: Callable[[Program, Request], str] | None = None
    symbolic: bool = False

    def takes_name(self, name: str) -> bool:
        """Tell whether a function may have a name."""
        return bool(re.fullmatch(self.names, name, re.ASCII)) and name not in self.reserved
