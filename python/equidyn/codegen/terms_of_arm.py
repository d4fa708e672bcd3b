"""Closed form of a quantity of one arm, with the parameters of the arm as symbols."""

from __future__ import annotations

from ..arm.arm import Arm
from .angle_joints import ANGLES
from .closed_form import Term, closed_form
from .program import Program
from .quantities import QUANTITIES


def closed_terms(arm: Arm, quantity: str) -> list[list[Term]]:
    """Return the terms of each element of a quantity, row after row.

    Parameters
    ----------
    arm : Arm
        The arm. What is 0 in it has no symbol.
    quantity : str
        A quantity without quotients, such as "inverse_dynamics".

    Returns
    -------
    list of list of Term
        Their monomials hold elements of parameters, such as "mass[1]" and "com[5]", beside those
        of the arguments. Angles are numbers.
    """
    numbers = ("payload", *ANGLES)
    parameters = [name for name in QUANTITIES[quantity].parameters if name not in numbers]
    return closed_form(Program.of(arm, quantity, parameters=parameters, symbolic=True).graph)
