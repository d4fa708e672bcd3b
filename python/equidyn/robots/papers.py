"""Arms of publications that count operations or compute torques."""

from __future__ import annotations

from numpy.typing import ArrayLike

from .._validation import choice
from ..arm.arm import Arm
from . import zoo

STANFORD_VARIANTS = ("corrected", "toolbox", "general")


def stanford(variant: str = "corrected") -> Arm:
    """Return the Stanford arm of Scheinman: two revolute joints, a prismatic one, a wrist.

    Parameters
    ----------
    variant : str, optional
        ``"corrected"``
            The data of the Robotics Toolbox, with centres of mass of links 2 to 6 at a tenth of
            their distance, tensors taken to be about the origins of the link frames, and link 5 as
            release 7 had it. These corrections are plausible, not certain: the source of the
            toolbox, the tables of Paul's book, was not seen.
        ``"toolbox"``
            The data of the toolbox as they are: centimetres entered as decimetres, so that the
            centre of mass of link 3 is 6.4 m away; and the columns of link 5 shifted, so that its
            tensor is not physical. For comparisons with the toolbox only.
        ``"general"``
            The geometry alone, with general bodies, for counting operations, which depend on zeros.
            Without base and tool, gravity along the first axis.

    Returns
    -------
    Arm
        Standard DH, base at the bench, z upwards; joint 3 is prismatic. Rotor inertias as seen from
        the joints, and limits, except for ``"general"``; no friction.

    Raises
    ------
    ValueError
        For an unknown variant; the nearest name is proposed.

    References
    ----------
    R. P. Paul, Robot Manipulators: Mathematics, Programming, and Control, MIT Press 1981, Tables
    6.5 and 6.6, as in the Robotics Toolbox for MATLAB (mdl_stanford.m).

    Examples
    --------
    >>> stanford().joints
    'RRPRRR'
    """
    chosen = choice("variant", variant, STANFORD_VARIANTS)
    if chosen == "general":
        return zoo.general_arm("stanford")
    return zoo.published_arm("stanford" if chosen == "corrected" else "stanford_toolbox")


SASAKI_VARIANTS = ("published", "general")


def sasaki(variant: str = "published", *, inertia: ArrayLike | None = None) -> Arm:
    """Return the six-link arm on which Sasaki computes torques.

    Parameters
    ----------
    variant : str, optional
        ``"published"``
            Twists, lengths, masses and limits as printed; the offsets along the joint axes from his
            Fig. 4, where his Table 1 has none; joint offsets that reproduce his two poses; centres
            of mass in the middle of the links, as in his (3.26).
        ``"general"``
            The geometry alone, with general bodies, for counting operations, which depend on zeros.
    inertia : array_like, shape (6, 3) or (6, 3, 3), optional
        Principal moments, or tensors, about the centres of mass in axes of the link frames, kg m²,
        as in `equidyn.Arm.from_dh`. The report prints none: what needs them raises without. His
        equations assume zero products of inertia.

    Returns
    -------
    Arm
        Standard DH, six revolute joints, z upwards.

    Raises
    ------
    ValueError
        For ``"general"`` with tensors, and for an unknown variant.

    References
    ----------
    S. Sasaki, A Modelling of Robot Manipulator Dynamics Based on Newton-Euler's Equations,
    JAERI-M 90-147, 1990, section 4.

    Examples
    --------
    >>> sasaki("general").n
    6
    """
    if choice("variant", variant, SASAKI_VARIANTS) == "published":
        return zoo.published_arm("sasaki", inertia=inertia)
    if inertia is not None:
        raise ValueError("inertia: the variant 'general' has bodies of its own, got tensors")
    return zoo.general_arm("sasaki")
