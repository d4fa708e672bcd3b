"""URDF chain as read by MuJoCo."""

from __future__ import annotations

from importlib import import_module
from typing import ClassVar

import numpy as np

from ...arm.formats.urdf.source import Source
from ...validation import FloatArray
from .chain import Answers, alone

_AS_IT_IS = """<mujoco>
<compiler fusestatic="false" inertiafromgeom="false" boundmass="0" boundinertia="0"/>
</mujoco></robot>"""


class MujocoReading:
    """MuJoCo's model of a chain."""

    READER: ClassVar[str] = "MjModel.from_xml_string"

    def __init__(self, source: Source) -> None:
        self._library = mujoco = import_module("mujoco")
        head, _, _ = alone(source).rpartition("</robot>")
        model = mujoco.MjModel.from_xml_string(head + _AS_IT_IS)
        model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONSTRAINT
        model.dof_damping[:] = 0
        self._model, self._data = model, mujoco.MjData(model)
        self._tip = model.body(source.ends.tip).id

    def answers(self, q: FloatArray, qd: FloatArray, qdd: FloatArray, tau: FloatArray) -> Answers:
        """Compute all results in one state."""
        mujoco, model, data = self._library, self._model, self._data
        data.qpos[:], data.qvel[:], data.qacc[:], data.qfrc_applied[:] = q, qd, qdd, 0
        mujoco.mj_inverse(model, data)
        torque = data.qfrc_inverse.copy()
        M, J, pose = np.empty((model.nv, model.nv)), np.empty((6, model.nv)), np.eye(4)
        for column, unit in zip(M, np.eye(model.nv), strict=True):
            mujoco.mj_mulM(model, data, column, unit)
        mujoco.mj_jacBody(model, data, J[:3], J[3:], self._tip)
        pose[:3, :3], pose[:3, 3] = data.xmat[self._tip].reshape(3, 3), data.xpos[self._tip]
        data.qfrc_applied[:] = tau
        mujoco.mj_forward(model, data)
        return Answers(torque, M, data.qacc.copy(), J, pose)
