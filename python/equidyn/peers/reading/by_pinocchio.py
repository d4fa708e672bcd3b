"""URDF chain as read by Pinocchio."""

from __future__ import annotations

from importlib import import_module
from typing import ClassVar

import numpy as np

from ...arm.formats.urdf.source import Source
from ...validation import FloatArray
from .chain import Answers, alone


class PinocchioReading:
    """Pinocchio's model of a chain."""

    READER: ClassVar[str] = "buildModelFromXML"

    def __init__(self, source: Source) -> None:
        self._library = pin = import_module("pinocchio")
        self._model = pin.buildModelFromXML(alone(source))
        self._data = self._model.createData()
        self._tip = self._model.getFrameId(source.ends.tip, pin.FrameType.BODY)

    def answers(self, q: FloatArray, qd: FloatArray, qdd: FloatArray, tau: FloatArray) -> Answers:
        """Compute all results in one state."""
        pin, model, data = self._library, self._model, self._data
        place = pin.integrate(model, pin.neutral(model), q)
        torque = pin.rnea(model, data, place, qd, qdd).copy()
        upper = np.triu(pin.crba(model, data, place))
        acceleration = pin.aba(model, data, place, qd, tau).copy()
        pin.computeJointJacobians(model, data, place)
        pin.updateFramePlacements(model, data)
        jacobian = pin.getFrameJacobian(model, data, self._tip, pin.LOCAL_WORLD_ALIGNED)
        return Answers(
            torque,
            upper + np.triu(upper, 1).T,
            acceleration,
            jacobian.reshape(6, model.nv),  # it drops the axis of a single joint
            data.oMf[self._tip].homogeneous.copy(),
        )
