"""The PUMA 600 of the Michigan papers, which do not publish its data."""

from __future__ import annotations

import numpy as np

from ....arm import Arm
from ....robots import puma560

# lengths, m, and twists after C. S. G. Lee, M. Ziegler, Geometric approach in solving inverse
# kinematics of PUMA robots, 1984
_A = (0.0, 0.4318, -0.02032, 0.0, 0.0, 0.0)
_D = (0.0, 0.14909, 0.0, 0.43307, 0.0, 0.05625)
_ALPHA = (-np.pi / 2, 0.0, np.pi / 2, -np.pi / 2, np.pi / 2, 0.0)

# joint angles of the PUMA 560, in its own frames, in the pose of the PUMA 600 at zero
TURNED = (np.pi, np.pi, np.pi, 0.0, 0.0, 0.0)

# frames with the same axes in both; all others are rotated by half a turn about z
_SAME = (False, True, False, False, False, False)
_HALF_TURN = np.diag([-1.0, -1.0, 1.0])

DATA = (
    "The paper has no data of the arm. Lengths and frames are those of the PUMA 600 in C. S. G. "
    "Lee, M. Ziegler, Geometric approach in solving inverse kinematics of PUMA robots, IEEE Trans. "
    "AES 20, 1984, of the same university. Masses, centres of mass, tensors and rotors are from "
    'the PUMA 560 in equidyn.robots.about("puma560"), collected by Corke from measurements and '
    "rotated into these frames: its arm has the same design, and no data of the 600 were found. As "
    "in the paper, there is no friction."
)


def puma600() -> Arm:
    """Return the arm in the frames of Lee, base at the shoulder, without friction."""
    known = puma560()
    turns = [np.eye(3) if same else _HALF_TURN for same in _SAME]
    # offsets along the last axis of a joint here, before the next joint in the frames of the 560
    lifts = [d if k in (1, 5) else 0.0 for k, d in enumerate(_D)]
    com = [R @ c - (0, 0, d) for R, c, d in zip(turns, known.com, lifts, strict=True)]
    inertia = [R @ tensor @ R.T for R, tensor in zip(turns, known.inertia, strict=True)]
    return Arm._quietly(
        {
            "convention": "standard",
            "joints": "RRRRRR",
            "a": _A,
            "alpha": _ALPHA,
            "d": _D,
            "theta": (0.0,) * 6,
            "mass": known.mass,
            "com": np.array(com),
            "inertia": np.array(inertia),
            "motor_inertia": known.motor_inertia,
            "gear_ratio": known.gear_ratio,
            "name": "PUMA 600 with bodies of the PUMA 560",
        }
    )
