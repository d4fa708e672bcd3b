"""The Unimation PUMA 560: the published variants and the corrected ones."""

from __future__ import annotations

from .._validation import choice
from ..arm.arm import Arm
from . import zoo

VARIANTS = ("corrected", "corke", "akb", "akb_corrected", "roboop")


def puma560(variant: str = "corrected") -> Arm:
    """Return the PUMA 560, six revolute joints.

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
    return zoo.published_arm(f"puma560_{choice('variant', variant, VARIANTS)}")
