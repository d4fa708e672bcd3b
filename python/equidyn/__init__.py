"""Every classical formulation of serial-arm dynamics, side by side.

Describe an arm once, compute its joint torques with any formulation, see that they agree, see what
each costs:

>>> import equidyn
>>> arm = equidyn.robots.puma560()
>>> tau = arm.inverse_dynamics(q=[0, 0.7, 3.1, 0, 0.7, 0], qd=[0] * 6, qdd=[0] * 6)
>>> tau[1:3].round(2)
array([32.81,  4.99])
>>> equidyn.verify(arm, samples=20).passed
True
"""

from __future__ import annotations

from ._front import front

__version__ = "0.1.0.dev0"

__all__, __getattr__, __dir__ = front(
    __name__, __file__, "__version__", "jax", "robots", "studies", "torch"
)
