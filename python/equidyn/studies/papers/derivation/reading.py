"""Errata, and equations that can be read as published or as corrected."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeVar

from ....validation import FloatArray
from .algebra import upto
from .symbols import Symbols

Value = TypeVar("Value")


@dataclass(frozen=True)
class Erratum:
    """One erratum of an equation.

    Attributes
    ----------
    printed, corrected : str
        The printed and the right form; q is the paper's joint angle, qd and qdd its derivatives.
    kind : {"glyph", "structural"}
        A glyph (a dot, an index, a bar) may be the fault of the scan that was read; a term that is
        missing, or occurs once too often, is not.
    undefined : str
        Why the printed form has no value at all; empty where it has one.
    """

    printed: str
    corrected: str
    kind: Literal["glyph", "structural"] = "glyph"
    undefined: str = ""


class Reading:
    """Reading of an equation: as published for some errata, corrected for all others.

    Parameters
    ----------
    *as_printed : Erratum
        The errata that are left uncorrected.
    """

    def __init__(self, *as_printed: Erratum) -> None:
        self._as_printed = as_printed

    def __call__(self, erratum: Erratum, *, printed: Value, corrected: Value) -> Value:
        """Return one of the two values that an erratum decides between."""
        return printed if erratum in self._as_printed else corrected


CORRECTED = Reading()

# the sides of an equation for link i, that of Newton and Euler first
SidesOf = Callable[[Symbols, int, Reading], Iterator[FloatArray]]
Links = Callable[[int], range]
Joints = Callable[[int], range]


def every_link(n: int) -> range:
    """Return all links, as most equations hold for."""
    return upto(n)


def from_second(n: int) -> range:
    """Return the links from the second one on."""
    return range(2, n + 1)


def before_last(n: int) -> range:
    """Return the links before the last one."""
    return upto(n - 1)


def only_base(n: int) -> range:
    """Return one link, for an equation of the base."""
    return range(1, 2)


def no_joint(i: int) -> range:
    """Return no joint: none has to be revolute."""
    return range(0)


def own_joint(i: int) -> range:
    """Return the joint of link i."""
    return range(i, i + 1)


def joint_before(i: int) -> range:
    """Return the joint before that of link i."""
    return range(i - 1, i)


def all_joints(i: int) -> range:
    """Return all joints between the base and link i."""
    return upto(i)


@dataclass(frozen=True)
class Equation:
    """A numbered equation of the paper, or one of its unnumbered displays.

    Attributes
    ----------
    number : str
        "4.17"; "4.5+" is the unnumbered display between (4.5) and (4.6).
    statement : str
        The step of the derivation, in words.
    errata : tuple of Erratum
        Its errata.
    links : callable
        From the number of links, those that it applies to.
    turning : callable
        From a link, the joints that must be revolute for it to hold there.
    sliding : callable
        From a link, the joints that must be prismatic.
    sides : callable
        Its sides for one link, equal if it holds.
    """

    number: str
    statement: str
    errata: tuple[Erratum, ...]
    links: Links
    turning: Joints
    sliding: Joints
    sides: SidesOf


class Section(list[Equation]):
    """Equations in the order of their paper.

    Parameters
    ----------
    turning : callable, optional
        From a link, the joints that must be revolute by default for them to hold there.
    """

    def __init__(self, turning: Joints = no_joint) -> None:
        super().__init__()
        self._turning = turning

    def equation(
        self,
        number: str,
        statement: str,
        *errata: Erratum,
        links: Links = every_link,
        turning: Joints | None = None,
        sliding: Joints = no_joint,
    ) -> Callable[[SidesOf], SidesOf]:
        """Register the function below as an equation."""

        def register(sides: SidesOf) -> SidesOf:
            joints = turning or self._turning
            self.append(Equation(number, statement, errata, links, joints, sliding, sides))
            return sides

        return register


@dataclass(frozen=True)
class Paper:
    """A printed derivation.

    Attributes
    ----------
    name : str
        Its name in `check_derivation`.
    title : str
        Authors and section.
    source : str
        Citation of the whole, as the headers of formulations begin theirs.
    equations : tuple of Equation
        All of them, in order.
    commanded : bool
        Whether the accelerations are those that a controller commands, not those of a motion.
    notes : str
        Explanation of its numbers and letters.
    """

    name: str
    title: str
    source: str
    equations: tuple[Equation, ...]
    commanded: bool
    notes: str
