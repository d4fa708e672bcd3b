"""The accelerations that a controller commands: Lee, Chung, Mudge & Turney, (4.1) and (4.4)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..._validation import FloatArray
from .algebra import from_one

# spread of what the joints are away from the motion desired, and of what the gains make of it
_ERROR, _ERROR_RATE = 0.3, 1.0
_POSITION_GAIN, _RATE_GAIN = 40.0, 15.0


@dataclass(frozen=True, eq=False)
class Command:
    """A motion desired, how far the joints are from it, and the gains that bring them back.

    Index 0 is the base.

      paper            code         meaning
      q^d, qd^d, qdd^d q, qd, qdd   motion desired
      e, ed            e, ed        error q^d - q, and its rate
      K_p, K_v         Kp, Kv       gains of the error and of its rate
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


def uncontrolled(q: FloatArray, qd: FloatArray, qdd: FloatArray) -> Command:
    """Return the command to go on as the joints do, (n + 1,) each."""
    zeros = np.zeros_like(q)
    gains = np.multiply.outer(zeros, zeros)
    return Command(q=q, qd=qd, qdd=qdd, e=zeros, ed=zeros, Kp=gains, Kv=gains)


def random_command(
    q: FloatArray, qd: FloatArray, qdd: FloatArray, rng: np.random.Generator
) -> Command:
    """Return a command to joints that are away from the motion desired, (n + 1,) each.

    Gains are symmetric and positive definite, as the paper wants them, and couple all joints.
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
    """Return a symmetric positive definite matrix, beside a row and a column for the base."""
    factor = rng.uniform(-1, 1, (joints, joints))
    gains = np.zeros((joints + 1, joints + 1))
    gains[1:, 1:] = size * (factor @ factor.T / joints + np.eye(joints) / 3)
    return gains
