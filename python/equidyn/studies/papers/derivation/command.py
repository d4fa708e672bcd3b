"""The accelerations that a controller commands: Lee, Chung, Mudge & Turney, (4.1) and (4.4)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ....validation import FloatArray
from .algebra import from_one

# spread of the errors, and of the accelerations that the gains make of them
_ERROR, _ERROR_RATE = 0.3, 1.0
_POSITION_GAIN, _RATE_GAIN = 40.0, 15.0


@dataclass(frozen=True, eq=False)
class Command:
    """Desired motion, errors of the joints, and gains of the controller.

    Index 0 is the base.

      paper            code         meaning
      q^d, qd^d, qdd^d q, qd, qdd   desired motion
      e, ed            e, ed        error q^d - q, and its derivative
      K_p, K_v         Kp, Kv       gains of the error and of its derivative
    """

    q: FloatArray
    qd: FloatArray
    qdd: FloatArray
    e: FloatArray
    ed: FloatArray
    Kp: FloatArray
    Kv: FloatArray

    @property
    def acceleration(self) -> FloatArray:
        """The bracket of (4.1)."""
        return np.asarray(self.qdd + self.Kv @ self.ed + self.Kp @ self.e)

    def in_units(self, joint: FloatArray, time: float) -> Command:
        """Return it in other units, given units of the joint variables, (n + 1,), and of time."""
        rate = joint / time
        ratios = np.divide.outer(joint, joint) / time
        return Command(
            q=self.q * joint,
            qd=self.qd * rate,
            qdd=self.qdd * rate / time,
            e=self.e * joint,
            ed=self.ed * rate,
            Kp=self.Kp * ratios / time,
            Kv=self.Kv * ratios,
        )


def uncontrolled(q: FloatArray, qd: FloatArray, qdd: FloatArray) -> Command:
    """Return the command of the present motion, without errors, (n + 1,) each."""
    zeros = np.zeros_like(q)
    gains = np.multiply.outer(zeros, zeros)
    return Command(q=q, qd=qd, qdd=qdd, e=zeros, ed=zeros, Kp=gains, Kv=gains)


def random_command(
    q: FloatArray, qd: FloatArray, qdd: FloatArray, rng: np.random.Generator
) -> Command:
    """Return a command to joints that are away from the desired motion, (n + 1,) each.

    Gains are symmetric and positive definite, as the paper requires, and couple all joints.
    """
    joints = q.size - 1
    desired_q = q + from_one(rng.uniform(-_ERROR, _ERROR, joints))
    desired_qd = qd + from_one(rng.uniform(-_ERROR_RATE, _ERROR_RATE, joints))
    return Command(
        q=desired_q,
        qd=desired_qd,
        qdd=qdd,
        e=desired_q - q,
        ed=desired_qd - qd,
        Kp=_random_gains(_POSITION_GAIN, joints, rng),
        Kv=_random_gains(_RATE_GAIN, joints, rng),
    )


def _random_gains(size: float, joints: int, rng: np.random.Generator) -> FloatArray:
    """Return a symmetric positive definite matrix, bordered by zeros for the base."""
    factor = rng.uniform(-1, 1, (joints, joints))
    gains = np.zeros((joints + 1, joints + 1))
    gains[1:, 1:] = size * (factor @ factor.T / joints + np.eye(joints) / 3)
    return gains
