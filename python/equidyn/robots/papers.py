"""Arms of publications that count operations or compute torques."""

from __future__ import annotations

from numpy.typing import ArrayLike

from ..arm.arm import Arm
from ..validation import choice
from . import zoo

PUMA_VARIANTS = ("corrected", "corke", "akb", "akb_corrected", "roboop")
STANFORD_VARIANTS = ("corrected", "toolbox", "general")


def puma560(variant: str = "corrected") -> Arm:
    """Return the PUMA 560 of Unimation, six revolute joints.

    Parameters
    ----------
    variant : str, optional
        ``"corrected"``
            Corke's consensus values in standard DH, with the centre of mass of link 4 at
            y = -0.019 m. The published +0.019 m contradicts the modified-DH model of the same
            toolbox: with the minus sign the two agree in mass matrix and gravity torque.
        ``"corke"``
            The same as published, with y = +0.019 m: the data behind numbers in books and in the
            tests of the Robotics Toolbox.
        ``"akb"``
            Armstrong, Khatib & Burdick's model in modified DH, as published in the toolbox. Other
            rotor inertias, slightly other lengths, no friction.
        ``"akb_corrected"``
            The same with Corke's lengths (d3 = -0.09345 m, d4 = 0.4318 m, centre of mass of link 3
            at z = 0.0141 m) and Izz of link 3 = 0.086 kg m², of which 0.066 seems a misprint.
            At q + (0, pi, pi, 0, 0, 0) it equals the arm ``"corrected"`` at q, except for the
            rotors.
        ``"roboop"``
            The modified-DH variant of the test data of ROBOOP. Its offsets along the joint axes are
            those of standard DH: for comparison with these data only.

    Returns
    -------
    Arm
        Base at the shoulder, z upwards. Motor data in every variant, friction in all but the two of
        AKB. Link 1 has no mass, and its tensor and that of link 3 in some variants violate the
        triangle inequality, as published: ``check()`` reports this.

    Raises
    ------
    ValueError
        For an unknown variant; the nearest name is proposed.

    Examples
    --------
    >>> arm = puma560()
    >>> arm.n, arm.convention
    (6, 'standard')
    """
    return zoo.published_arm(f"puma560_{choice('variant', variant, PUMA_VARIANTS)}")


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
            Twists, lengths, masses and limits as published; offsets along the joint axes from his
            Fig. 4, as his Table 1 has none; joint offsets that reproduce his two poses; centres of
            mass in the middle of the links, as in his (3.26).
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
        raise ValueError("inertia: the variant 'general' has its own bodies, got tensors")
    return zoo.general_arm("sasaki")
