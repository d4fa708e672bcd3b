"""Registry of formulations of torques and of methods for other quantities, read from the core."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, SupportsIndex, overload

from .. import _core
from ..validation import LIST, choice, no_function, several, text, unknown
from .names import METHODS, SYNONYMS, SYNONYMS_OF_METHODS, FormulationName, QuantityName

if TYPE_CHECKING:
    from rich.console import RenderableType

    from ..output.tables import Table
    from .text import Equation, Header


@dataclass(frozen=True, repr=False)
class Formulation:
    """A formulation of joint torques, or a method for another quantity.

    Prints as its symbols and equations.

    Attributes
    ----------
    name : str
        The value for `formulation=`.
    title : str
        The name in words.
    reference : str
        Source of its equations.
    degree : int
        Exponent of the number of joints n in its cost.
    frames : str
        Its link frames: "standard DH" or "modified DH".
    family : str
        The principle that it starts from.
    inertia : str
        Its representation of a link's inertia, and the reference point.
    positions : str
        Reference point of the positions in its equations.
    restriction : str
        The only arms that it supports; empty for most, which support any arm.
    logarithm : bool
        Whether its cost also grows with the logarithm of n.
    quantity : str
        The method of `equidyn.Arm` that takes it.
    own : Header or None
        The header of a formulation that `equidyn.compile_formulation` has added.
    """

    name: str
    title: str
    reference: str
    degree: int
    frames: str
    family: str
    inertia: str
    positions: str
    restriction: str = ""
    logarithm: bool = False
    quantity: str = "inverse_dynamics"
    own: Header | None = field(default=None, compare=False)

    @property
    def order(self) -> str:
        """Order of its cost in the number of joints: "n", "n^2", ..., "n log n"."""
        return _in_n(self.degree, self.logarithm)

    @property
    def path(self) -> Path:
        """Path of its C++ header, installed with the package."""
        return self.headers[0].path

    @property
    def text(self) -> str:
        """Source code of its C++ header."""
        return self.headers[0].text

    @property
    def symbols(self) -> str:
        """Tables of its symbols, including those of steps shared with other formulations."""
        return "\n".join(filter(None, (header.symbols for header in self.headers)))

    @property
    def equations(self) -> tuple[Equation, ...]:
        """Numbered equations of the source, including those of shared steps."""
        return tuple(line for header in self.headers for line in header.equations)

    @property
    def citation(self) -> str:
        """Full citation of the source, with the parts used."""
        return next(filter(None, (header.citation for header in self.headers)), "")

    @property
    def bibtex(self) -> str:
        """BibTeX entries of its sources; empty for a source that equidyn has no entry of."""
        from .bibliography import of_citation

        return of_citation(self.reference, self.citation)

    def refusal(self, arm: _core.Arm) -> str:
        """Return the reason why it does not support an arm; empty if it does.

        Raises
        ------
        TypeError
            If ``arm`` is no arm.
        """
        if not isinstance(arm, _core.Arm):
            raise TypeError(f"arm: expected an equidyn.Arm, got {type(arm).__name__}")
        return _core.refusal(arm, self.name, self.quantity)

    def __repr__(self) -> str:
        own, *shared = self.headers
        parts = (self._heading(), own.comment, own.code, *(each.page for each in shared))
        return "\n\n".join((*parts, str(own.path)))

    def _repr_html_(self) -> str:
        from html import escape

        title, _, about = self._heading().partition("\n")
        pages = "".join(header.html() for header in self.headers)
        return f"<h4>{escape(title)}</h4><p>{escape(about)}</p>{pages}"

    @property
    def headers(self) -> tuple[Header, ...]:
        """Its parsed C++ header, and those of the steps that it shares."""
        from .text import headers_of, with_shared

        return with_shared(self.own) if self.own else headers_of(self.name, self.quantity)

    def _heading(self) -> str:
        return f"{self.name}: {self.title}\n{self.reference}; O({self.order}); {self.frames} frames"


class FormulationList(tuple[Formulation, ...]):
    """A tuple of formulations, indexed by number or name, that prints as a table."""

    __slots__ = ()

    @overload
    def __getitem__(self, key: SupportsIndex | FormulationName | str) -> Formulation: ...
    @overload
    def __getitem__(self, key: slice) -> tuple[Formulation, ...]: ...
    def __getitem__(self, key: Any) -> Any:
        if not isinstance(key, str):
            return super().__getitem__(key)
        names = self._ipython_key_completions_()
        if key not in names:
            synonyms = _synonyms(self[0].quantity, names)
            raise KeyError(f"formulation: {unknown(key, names, synonyms)}")
        return super().__getitem__(names.index(key))

    def _ipython_key_completions_(self) -> list[str]:
        return [formulation.name for formulation in self]

    def table(self) -> Table:
        """Return the formulations as a table."""
        from ..output.tables import Table

        restricted = "".join(f"; {f.name}: {f.restriction} only" for f in self if f.restriction)
        quantity = self[0].quantity
        meaning = f"default: {_by_default(quantity)}{_by_runs(quantity)}"
        return Table(
            title=f"{len(self)} formulations of {_in_words(quantity)}",
            columns=("name", "title", "order", "link frames", "reference"),
            align="lllll",
            rows=tuple((f.name, f.title, f.order, f.frames, f.reference) for f in self),
            footnote=f"{meaning}{restricted}",
        )

    def __repr__(self) -> str:
        return str(self.table())

    def __rich__(self) -> RenderableType:
        """Return the table as `rich` draws it."""
        return self.table().__rich__()

    def _repr_html_(self) -> str:
        return self.table()._repr_html_()


# of each quantity with several methods: default, runs of a formulation, methods
_TABLES: dict[str, dict[str, Any]] = _core.methods()
_OF_QUANTITY = {
    quantity: FormulationList(
        Formulation(**record, quantity=quantity) for record in table["methods"]
    )
    for quantity, table in _TABLES.items()
}
_adding = Lock()

# end of the name of a production kernel
KERNEL = "production kernel"
_DEFAULT: str = _TABLES["inverse_dynamics"]["default"]


def formulations(quantity: QuantityName | str = "inverse_dynamics") -> FormulationList:
    """Return all formulations of a quantity, in the order of the registry.

    Parameters
    ----------
    quantity : str, optional
        The method of `equidyn.Arm` that takes them as ``formulation=``: "inverse_dynamics",
        "mass_matrix", "forward_dynamics" or "coriolis_coefficients". The last three also take the
        formulations of inverse dynamics, which then run at unit motions ("strobing").

    Returns
    -------
    FormulationList
        A tuple of `Formulation` that prints as a table.

    Raises
    ------
    ValueError, TypeError
        For an unknown quantity, or one with a single method.

    Examples
    --------
    >>> [f.name for f in formulations()][0]
    'newton_euler'
    >>> [f.name for f in formulations("mass_matrix")][:2]
    ['unit_accelerations', 'trace_form']
    """
    return _OF_QUANTITY[choice("quantity", quantity, _OF_QUANTITY)]


def kernel_name(quantity: str = "inverse_dynamics") -> str:
    """Return the name of a quantity's production kernel, which is not a formulation."""
    default = _TABLES[quantity]["default"]
    return f"{default}, {KERNEL}" if default else KERNEL


def add_formulation(formulation: Formulation) -> None:
    """Append a formulation of inverse dynamics to the list, in place of one of the same name."""
    with _adding:
        others = (f for f in formulations() if f.name != formulation.name)
        _OF_QUANTITY["inverse_dynamics"] = FormulationList((*others, formulation))


def _by_default(quantity: str) -> str:
    default: str = _TABLES[quantity]["default"]
    if quantity == "inverse_dynamics":
        return default
    return f"{default}, by a kernel" if default else "a separate kernel"


def _by_runs(quantity: str) -> str:
    """Remark on the formulations of torques for a quantity; empty if it takes none."""
    if not _TABLES[quantity]["runs_exponent"]:
        return ""
    way = _OF_QUANTITY[quantity]["unit_accelerations"].title.lower()
    return f"; names of equidyn.formulations() mean {way}, with that formulation"


def of_quantity(quantity: str) -> str:
    """Suffix of "formulations" or "evaluation" in a title; empty for torques."""
    if quantity == "inverse_dynamics":
        return ""
    return f" of {_in_words(quantity)}"


def _in_words(quantity: str) -> str:
    return quantity.replace("_", " ").replace("coriolis", "Coriolis")


def _synonyms(quantity: str, known: Iterable[str]) -> dict[str, str]:
    """Synonyms of the known formulations of a quantity."""
    own = {} if quantity == "inverse_dynamics" else SYNONYMS_OF_METHODS
    names = set(known)
    return {
        word: name for words in (SYNONYMS, own) for word, name in words.items() if name in names
    }


def entry(name: str, quantity: str = "inverse_dynamics") -> Formulation:
    """Return the method of this name, or the formulation run at unit accelerations.

    Of a production kernel, the method that it computes by.

    Raises
    ------
    KeyError
        If there is neither.
    """
    listed: list[Formulation] = [*formulations(), *_OF_QUANTITY[quantity]]
    return {method.name: method for method in listed}[name.removesuffix(f", {KERNEL}")]


def _names() -> list[str]:
    return [formulation.name for formulation in formulations()]


def degree(name: str, quantity: str = "inverse_dynamics") -> int:
    """Return the power of n in the order of a method, or of unit accelerations in a formulation."""
    method = entry(name, quantity)
    if method.quantity == quantity:
        return method.degree
    table = _TABLES[quantity]
    return int(max(method.degree + table["runs_exponent"], table["least_degree"]))


def order(name: str, quantity: str = "inverse_dynamics") -> str:
    """Return the order of a method, or of unit accelerations in a formulation: "n", "n^2", ..."""
    return _in_n(degree(name, quantity), has_logarithm(name, quantity))


def has_logarithm(name: str, quantity: str = "inverse_dynamics") -> bool:
    """Return whether the order of a method, or of the runs of a formulation, has a logarithm."""
    return entry(name, quantity).logarithm


def _in_n(exponent: int, logarithm: bool) -> str:
    return ("n" if exponent == 1 else f"n^{exponent}") + " log n" * logarithm


def families(names: Iterable[str], quantity: str = "inverse_dynamics") -> dict[str, str] | None:
    """Return the family of each of these formulations, "others" for unknown ones.

    A production kernel is one of its own. None for quantities other than torques: their methods
    have no families.
    """
    if quantity != "inverse_dynamics":
        return None
    known = {formulation.name: formulation.family for formulation in formulations()}
    known[kernel_name()] = KERNEL
    return {name: known.get(name, "others") for name in names}


def numbers(names: Iterable[str], quantity: str = "inverse_dynamics") -> dict[str, int]:
    """Return the number of each formulation in the registry, by which figures mark it.

    Formulations run at unit accelerations follow the methods of a quantity; unknown names are last.
    """
    listed = (formulation.name for formulation in (*_OF_QUANTITY[quantity], *formulations()))
    names = list(names)
    places = {name: k for k, name in enumerate(dict.fromkeys([*listed, *names]))}
    return {name: places[name] for name in names}


def resolve(name: str | None, quantity: str = "inverse_dynamics") -> str:
    """Validate the name of a formulation of a quantity; for torques, None is the cheapest one.

    Raises
    ------
    ValueError
        For an unknown name; the nearest one is proposed.
    TypeError
        If it is neither a string nor None.
    """
    if name is None:
        return _DEFAULT
    no_function("formulation", name, "a name")
    if isinstance(name, str) and name in _names():
        return name
    if quantity != "inverse_dynamics":
        known = [*(f.name for f in _OF_QUANTITY[quantity]), *_names()]
        return choice("formulation", name, known, _synonyms(quantity, known), shown_by=LIST)
    if text("formulation", name).lower() in METHODS:
        raise ValueError(
            f"formulation: {name!r} is not a formulation of inverse dynamics; "
            f"it is the method of arm.{METHODS[name.lower()]}"
        )
    return choice("formulation", name, _names(), SYNONYMS, shown_by=LIST)


def chosen_names(
    formulations: Iterable[str] | None, quantity: str = "inverse_dynamics"
) -> list[str]:
    """Validate names of formulations of a quantity, without duplicates; None means all.

    Raises
    ------
    ValueError
        For no name, or an unknown one.
    TypeError
        For a single string.
    """
    if formulations is None:
        return [formulation.name for formulation in _OF_QUANTITY[quantity]]
    no_function("formulations", formulations, "names")
    asked = several("formulations", formulations, "names")
    names = list(dict.fromkeys(resolve(name, quantity) for name in asked))
    if not names:
        raise ValueError("formulations: expected at least one name, got none")
    return names


def refusals(arm: _core.Arm, quantity: str = "inverse_dynamics") -> dict[str, str]:
    """Return the formulations of a quantity that do not support an arm, with the reason."""
    limitations = {f.name: f.refusal(arm) for f in _OF_QUANTITY[quantity]}
    return {name: limitation for name, limitation in limitations.items() if limitation}
