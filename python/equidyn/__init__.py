"""Every classical formulation of serial-arm dynamics, side by side.

Describe an arm once, compute its joint torques with any formulation, see that they agree, see what
each costs:

>>> import equidyn
>>> arm = equidyn.robots.puma560()
>>> tau = arm.inverse_dynamics(q=[0, 0.7, 3.1, 0, 0.7, 0], qd=[0] * 6, qdd=[0] * 6)
>>> print(abs(tau).round(3))
[ 0.    32.813  4.994  0.     0.028  0.   ]
>>> equidyn.verify(arm, samples=20).passed
True
"""

from equidyn import robots
from equidyn._core import build_info
from equidyn.arm import Arm
from equidyn.findings import ArmWarning, Finding
from equidyn.formulations import Formulation, formulations
from equidyn.lab.equivalence import EquivalenceProof, prove_equivalence
from equidyn.lab.timing import Timings, time_formulations
from equidyn.lab.verify import Verification, verify
from equidyn.motion import BaseMotion, LinkMotion

__version__ = "0.1.0.dev0"

__all__ = [
    "Arm",
    "ArmWarning",
    "BaseMotion",
    "EquivalenceProof",
    "Finding",
    "Formulation",
    "LinkMotion",
    "Timings",
    "Verification",
    "__version__",
    "build_info",
    "formulations",
    "prove_equivalence",
    "robots",
    "time_formulations",
    "verify",
]
