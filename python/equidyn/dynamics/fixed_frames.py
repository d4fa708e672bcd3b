"""Frames that are fixed to a link, by name: of a camera, a flange, a link as its file has it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..validation import FloatArray, choice, vectors
from .outputs import written

if TYPE_CHECKING:
    from ..arm import Arm, Arms


class Frame(NamedTuple):
    """Frame fixed to a link.

    Attributes
    ----------
    name : str
        Its name.
    link : int
        Number of the link, 0 for the base.
    pose : ndarray, shape (4, 4)
        Its pose in the link frame, or in the base frame.
    """

    name: str
    link: int
    pose: FloatArray


def frame_of(arm: Arm | Arms, argument: str, name: str) -> Frame:
    """Return a frame of an arm: one of those given, or else that of the tool or of a link.

    Raises
    ------
    ValueError
        If there is none, with the name of the argument; the nearest name is proposed.
    """
    of_links = (Frame(name, i, np.eye(4)) for i, name in enumerate(arm.link_names, start=1))
    usual = Frame(arm.tool_name, arm.n, arm.tool)
    by_name = {frame.name: frame for frame in (*of_links, usual, *arm.frames)}
    return by_name[choice(argument, name, by_name)]


def of_frame(
    arm: Arm | Arms, quantity: str, operands: list[Any], name: Any, options: dict[str, Any]
) -> Any:
    """Return a kinematic quantity of a frame instead of the tool's.

    Parameters
    ----------
    arm : Arm or Arms
        The arm, or many.
    quantity : str
        Name of the method.
    operands : list of array_like, shape (..., n)
        Its operands.
    name : str
        Name of the frame.
    options : dict
        Its other options.
    """
    frame = frame_of(arm, "of", name)
    if frame.link == arm.n:
        return getattr(_up_to(arm, frame), quantity)(*operands, **options)
    # joints beyond the frame do not move it
    given = [vectors(what, x, arm.n) for what, x in zip(("q", "qd"), operands, strict=False)]
    out = options.pop("out", None)
    if frame.link == 0:
        results = _at_rest(arm.base @ frame.pose, quantity, given)
    else:
        moving = [x[..., : frame.link] for x in given]
        results = getattr(_up_to(arm, frame), quantity)(*moving, **options)
    if not isinstance(results, tuple):
        return written(_of_all_joints(results, arm.n), out)
    into = (None,) * len(results) if out is None else out
    parts = zip(results, into, strict=True)
    return tuple(written(_of_all_joints(result, arm.n), part) for result, part in parts)


def _up_to(arm: Arm | Arms, frame: Frame) -> Arm | Arms:
    """Return the arm, or the arms, that end with a frame, for its kinematics; made once."""
    known: dict[str, Arm | Arms] = vars(arm).setdefault("_ends", {})
    if frame.name not in known:
        known[frame.name] = arm._ending_with(frame)
    return known[frame.name]


def _at_rest(pose: FloatArray, quantity: str, given: list[FloatArray]) -> Any:
    """Return the pose and the Jacobian without columns of a frame that no joint moves."""
    rows = np.broadcast_shapes(pose.shape[:-2], *(x.shape[:-1] for x in given))
    poses, jacobians = np.broadcast_to(pose, (*rows, 4, 4)).copy(), np.zeros((*rows, 6, 0))
    both = {"forward_kinematics": poses, "pose_and_jacobian": (poses, jacobians)}
    return both.get(quantity, jacobians)


def _of_all_joints(result: FloatArray, n: int) -> FloatArray:
    """Return Jacobians (..., 6, k) with zero columns for the joints up to n; poses as they are."""
    if result.shape[-2] == 4:
        return result
    full = np.zeros((*result.shape[:-1], n))
    full[..., : result.shape[-1]] = result
    return full
