"""URDF chain as read by Pinocchio."""

import numpy as np
import pinocchio as pin

from .reading import Answers, Array, Ends, alone


class PinocchioReading:
    """Pinocchio's model of a chain."""

    def __init__(self, text: str, ends: Ends) -> None:
        self._model = pin.buildModelFromXML(alone(text, ends))
        self._data = self._model.createData()
        self._tip = self._model.getFrameId(ends.tip, pin.FrameType.BODY)

    def answers(self, q: Array, qd: Array, qdd: Array, tau: Array) -> Answers:
        """Compute all results in one state."""
        model, data = self._model, self._data
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
