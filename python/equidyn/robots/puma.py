"""The Unimation PUMA 560: the published variants and the corrected ones.

Sources
-------
Corke
    P. I. Corke, B. Armstrong-Hélouvry, "A search for consensus among model parameters reported for
    the PUMA 560 robot", ICRA 1994, pp. 1608-1613, as in the Robotics Toolbox for MATLAB
    (mdl_puma560.m, 2020-09-25) and for Python (models/DH/Puma560.py).
AKB
    B. Armstrong, O. Khatib, J. Burdick, "The explicit dynamic model and inertial parameters of the
    PUMA 560 arm", ICRA 1986, pp. 510-518, as in the Robotics Toolbox for MATLAB (mdl_puma560akb.m).
ROBOOP
    The test data of ROBOOP (source/test.txt), made with the Robotics Toolbox for MATLAB, release 7.

No source gives a mass of link 1: it turns about a fixed axis, so that one moment of inertia is all
that counts.
"""

from __future__ import annotations

from math import pi, radians
from typing import NamedTuple

import numpy as np

from .._validation import choice
from ..arm.arm import Arm


class _Link(NamedTuple):
    """Geometry (m, rad), mass (kg), centre of mass (m), principal moments about it (kg m²)."""

    a: float
    alpha: float
    d: float
    mass: float
    com: tuple[float, float, float]
    moments: tuple[float, float, float]


class _Variant(NamedTuple):
    """One model of the arm; friction, where given, is on the motor side."""

    source: str
    convention: str
    links: tuple[_Link, ...]
    motor_inertia: tuple[float, ...]
    viscous: tuple[float, ...] | None = None
    coulomb: tuple[tuple[float, float], ...] | None = None
    limits: tuple[tuple[float, float], ...] | None = None


# fmt: off
_CORKE = (
    #     a        alpha    d         mass  centre of mass              xx       yy       zz
    _Link(0.0,     +pi / 2, 0.0,      0.0,  (0.0, 0.0, 0.0),           (0.0,     0.35,    0.0)),
    _Link(0.4318,  0.0,     0.0,      17.4, (-0.3638, 0.006, 0.2275),  (0.13,    0.524,   0.539)),
    _Link(0.0203,  -pi / 2, 0.15005,  4.8,  (-0.0203, -0.0141, 0.07),  (0.066,   0.086,   0.0125)),
    _Link(0.0,     +pi / 2, 0.4318,   0.82, (0.0, 0.019, 0.0),         (0.0018,  0.0013,  0.0018)),
    _Link(0.0,     -pi / 2, 0.0,      0.34, (0.0, 0.0, 0.0),           (0.0003,  0.0004,  0.0003)),
    _Link(0.0,     0.0,     0.0,      0.09, (0.0, 0.0, 0.032),         (0.00015, 0.00015, 0.00004)),
)

_AKB = (
    _Link(0.0,     0.0,     0.0,      0.0,  (0.0, 0.0, 0.0),           (0.0,     0.0,     0.35)),
    _Link(0.0,     -pi / 2, 0.2435,   17.4, (0.068, 0.006, -0.016),    (0.13,    0.524,   0.539)),
    _Link(0.4318,  0.0,     -0.0934,  4.8,  (0.0, -0.07, 0.014),       (0.066,   0.0125,  0.066)),
    _Link(-0.0203, +pi / 2, 0.4331,   0.82, (0.0, 0.0, -0.019),        (0.0018,  0.0018,  0.0013)),
    _Link(0.0,     -pi / 2, 0.0,      0.34, (0.0, 0.0, 0.0),           (0.0003,  0.0003,  0.0004)),
    _Link(0.0,     +pi / 2, 0.0,      0.09, (0.0, 0.0, 0.032),         (0.00015, 0.00015, 0.00004)),
)

_ROBOOP = (
    _Link(0.0,     0.0,     0.0,      0.0,  (0.0, 0.0, 0.0),           (0.0,     0.0,     0.35)),
    _Link(0.0,     -pi / 2, 0.0,      17.4, (0.068, 0.006, -0.016),    (0.13,    0.524,   0.539)),
    _Link(0.4318,  0.0,     -0.15005, 4.8,  (0.0, -0.07, 0.014),       (0.066,   0.0125,  0.066)),
    _Link(0.0203,  -pi / 2, -0.4318,  0.82, (0.0, 0.0, -0.019),        (0.0018,  0.0018,  0.0013)),
    _Link(0.0,     +pi / 2, 0.0,      0.34, (0.0, 0.0, 0.0),           (0.0003,  0.0003,  0.0004)),
    _Link(0.0,     -pi / 2, 0.0,      0.09, (0.0, 0.0, 0.032),         (0.00015, 0.00015, 0.00004)),
)
# fmt: on

# the toolbox's two models agree in mass matrix and gravity torque only with the sign of AKB here
_CORRECTED = (*_CORKE[:3], _CORKE[3]._replace(com=(0.0, -0.019, 0.0)), *_CORKE[4:])

# lengths of Corke, and Izz of link 3 as his Iyy: 0.066 is taken for a misprint of 0.086
_AKB_CORRECTED = (
    *_AKB[:2],
    _AKB[2]._replace(d=-0.09345, com=(0.0, -0.07, 0.0141), moments=(0.066, 0.0125, 0.086)),
    _AKB[3]._replace(d=0.4318),
    *_AKB[4:],
)

_GEAR_RATIO = (-62.6111, 107.815, -53.7063, 76.0364, 71.923, 76.686)
_ROTORS = (200e-6, 200e-6, 200e-6, 33e-6, 33e-6, 33e-6)
_ROTORS_AKB = (291e-6, 409e-6, 299e-6, 35e-6, 35e-6, 35e-6)
_VISCOUS = (1.48e-3, 0.817e-3, 1.38e-3, 71.2e-6, 82.6e-6, 36.7e-6)
_COULOMB = (
    (0.395, -0.435),
    (0.126, -0.071),
    (0.132, -0.105),
    (11.2e-3, -16.9e-3),
    (9.26e-3, -14.5e-3),
    (3.96e-3, -10.5e-3),
)
_LIMITS = (
    (radians(-160), radians(160)),
    (radians(-45), radians(225)),
    (radians(-225), radians(45)),
    (radians(-110), radians(170)),
    (radians(-100), radians(100)),
    (radians(-266), radians(266)),
)

_VARIANTS = {
    "corrected": _Variant(
        "Corke, corrected", "standard", _CORRECTED, _ROTORS, _VISCOUS, _COULOMB, _LIMITS
    ),
    "corke": _Variant("Corke", "standard", _CORKE, _ROTORS, _VISCOUS, _COULOMB, _LIMITS),
    "akb": _Variant("AKB", "modified", _AKB, _ROTORS_AKB),
    "akb_corrected": _Variant("AKB, corrected", "modified", _AKB_CORRECTED, _ROTORS_AKB),
    "roboop": _Variant("ROBOOP", "modified", _ROBOOP, _ROTORS, _VISCOUS),
}

VARIANTS = tuple(_VARIANTS)


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
            The same as published, with y = +0.019 m: what numbers in books and in the tests of the
            Robotics Toolbox were made with.
        ``"akb"``
            Armstrong, Khatib & Burdick's model in modified DH, as published in the toolbox. Other
            rotor inertias, slightly other lengths, no friction.
        ``"akb_corrected"``
            The same with Corke's lengths (d3 = -0.09345 m, d4 = 0.4318 m, centre of mass of link 3
            at z = 0.0141 m) and Izz of link 3 = 0.086 kg m², of which 0.066 seems a misprint.
            At q + (0, pi, pi, 0, 0, 0) it is the arm of ``"corrected"`` at q, but for the rotors.
        ``"roboop"``
            A modified-DH variant with which the test data of ROBOOP were made. Its offsets along
            the joint axes are those of standard DH: fit for those data, not for a PUMA.

    Returns
    -------
    Arm
        Base at the shoulder, z upwards. Motor data in every variant, friction in all but the two of
        AKB. Link 1 has no mass, and its tensor and that of some link 3 break the triangle
        inequality, as published: ``check()`` tells.

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
    model = _VARIANTS[choice("variant", variant, _VARIANTS)]
    links = model.links
    return Arm._quietly(
        {
            "convention": model.convention,
            "joints": "R" * len(links),
            "a": [link.a for link in links],
            "alpha": [link.alpha for link in links],
            "d": [link.d for link in links],
            "theta": np.zeros(len(links)),
            "mass": [link.mass for link in links],
            "com": [link.com for link in links],
            "inertia": [np.diag(link.moments) for link in links],
            "motor_inertia": model.motor_inertia,
            "gear_ratio": _GEAR_RATIO,
            "viscous": model.viscous,
            "coulomb": model.coulomb,
            "limits": model.limits,
            "name": f"PUMA 560 ({model.source})",
        }
    )
