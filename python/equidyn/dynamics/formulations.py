"""The registry of formulations, as the core declares it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .. import _core
from .._validation import choice
from ..show.tables import Table

if TYPE_CHECKING:
    from rich.console import RenderableType


@dataclass(frozen=True)
class Formulation:
    """One way to compute the joint torques of an arm.

    Attributes
    ----------
    name : str
        What `formulation=` takes.
    title : str
        The name in words.
    reference : str
        Where its equations are printed.
    order : str
        Its cost as a power of the number of joints n.
    frames : str
        The link frames that it reads: "standard DH" or "modified DH".
    restriction : str
        The only arms that it takes; empty for most, which take any arm.
    """

    name: str
    title: str
    reference: str
    order: str
    frames: str
    restriction: str = ""

    def refusal(self, arm: _core.Arm) -> str:
        """Return why it refuses an arm, in words; an empty string where it does not."""
        return _core.refusal(arm, self.name)


class FormulationList(tuple[Formulation, ...]):
    """Formulations that print as a table."""

    __slots__ = ()

    def table(self) -> Table:
        """Return the table that is printed."""
        restricted = "".join(f"; {f.name}: {f.restriction} only" for f in self if f.restriction)
        return Table(
            title=f"{len(self)} formulations of inverse dynamics",
            columns=("name", "title", "order", "link frames", "reference"),
            align="lllll",
            rows=tuple((f.name, f.title, f.order, f.frames, f.reference) for f in self),
            footnote=f"formulation=None means {resolve(None)}{restricted}",
        )

    def __repr__(self) -> str:
        return str(self.table())

    def __rich__(self) -> RenderableType:
        """Return the table as `rich` draws it."""
        return self.table().__rich__()

    def _repr_html_(self) -> str:
        return self.table()._repr_html_()


_REGISTRY = FormulationList(Formulation(**record) for record in _core.formulations())
_NAMES = frozenset(formulation.name for formulation in _REGISTRY)
_DEFAULT: str = _core.default_formulation()


def formulations() -> FormulationList:
    """Return every formulation that equidyn holds, in the order of the registry.

    Returns
    -------
    FormulationList
        A tuple of `Formulation` that prints as a table.

    Examples
    --------
    >>> [f.name for f in formulations()][0]
    'newton_euler'
    """
    return _REGISTRY


def resolve(name: str | None) -> str:
    """Return the name of a formulation: the cheapest one for None.

    Raises
    ------
    ValueError
        If there is no formulation of that name; the nearest name is proposed.
    TypeError
        If it is neither a string nor None.
    """
    if name is None:
        return _DEFAULT
    if isinstance(name, str) and name in _NAMES:
        return name
    return choice("formulation", name, (formulation.name for formulation in _REGISTRY))


def chosen_names(formulations: Iterable[str] | None) -> list[str]:
    """Names of the formulations asked for, each once; all of them for None.

    Raises
    ------
    ValueError
        If there is none, or one is unknown.
    TypeError
        If it is a single string rather than several.
    """
    if formulations is None:
        return [formulation.name for formulation in _REGISTRY]
    if isinstance(formulations, str):
        raise TypeError(f"formulations: expected several names, got the string {formulations!r}")
    names = list(dict.fromkeys(resolve(name) for name in formulations))
    if not names:
        raise ValueError("formulations: expected at least one name, got none")
    return names


def refusals(arm: _core.Arm) -> dict[str, str]:
    """Return the formulations that do not take an arm, with what they take instead."""
    limitations = {formulation.name: formulation.refusal(arm) for formulation in _REGISTRY}
    return {name: limitation for name, limitation in limitations.items() if limitation}
