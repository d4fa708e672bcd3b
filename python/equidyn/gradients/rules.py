"""Rules of derivatives: which kernel gives the derivative of a quantity with respect to what.

Forward, a rule returns the tangent of a quantity, by quantities that are linear in the tangents of
the operands. Backward, it returns the cotangents of the operands, by the transposes of these. JAX
uses the rules forward, and transposes each linear quantity; PyTorch uses them backward.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from typing import Any


class Calls(ABC):
    """Calls of quantities of one arm, with its options, by arrays of one library.

    Attributes
    ----------
    numpy : module
        The module that computes with these arrays.
    has_tip, has_base : bool
        Whether the wrench at the tip, and the angular velocity, the angular and the linear
        acceleration of the base, follow the operands.
    has_parameters : bool
        Whether parameters of the arm follow these.
    """

    numpy: Any
    has_tip: bool
    has_base: bool
    has_parameters: bool

    @abstractmethod
    def all_of(self, quantity: str, *operands: Any) -> Sequence[Any]:
        """Return all results of a quantity."""

    def __call__(self, quantity: str, *operands: Any) -> Any:
        """Return the only result of a quantity."""
        return self.all_of(quantity, *operands)[0]

    @abstractmethod
    def tool_jacobian(self, q: Any) -> Any:
        """Return the Jacobian of the tool, in its axes."""

    def by_parameters(self, state: Sequence[Any], tangent: Any) -> Any:
        """Return the regressor of a state times a tangent of the parameters."""
        raise NotImplementedError

    def by_base(self, state: Sequence[Any], tangents: Sequence[Any]) -> Any:
        """Return the tangent of the torques of a state, from those of the motion of the base."""
        raise NotImplementedError

    def to_parameters(self, state: Sequence[Any], cotangent: Any) -> Any:
        """Return the transpose of the regressor of a state times a cotangent of the torques."""
        raise NotImplementedError

    def rest(self, like: Any) -> Any:
        """Return one state of zeros that broadcasts against others."""
        return self.numpy.zeros((*(1,) * (like.ndim - 1), like.shape[-1]), like.dtype)

    def by_unit_velocities(self, rate: str, q: Any, cotangent: Any) -> Any:
        """Return the cotangent of the velocities of a rate: by its results for unit vectors."""
        np, n = self.numpy, q.shape[-1]
        units = np.eye(n, dtype=q.dtype).reshape(*(1,) * (q.ndim - 1), n, n)
        rates = self(rate, q[..., np.newaxis, :], units)
        return np.einsum("...kij,...ij->...k", rates, cotangent)


class Rule:
    """Derivative of a quantity.

    Tangents of the wrench at the tip, the motion of the base and parameters, if there are any,
    follow those of the operands.
    """

    def forward(self, calls: Calls, operands: Any, tangents: Any, results: Any) -> list[Any]:
        """Return the tangents of the results, from those of the operands: None if it vanishes."""
        raise NotImplementedError

    def backward(self, calls: Calls, operands: Any, cotangent: Any) -> list[Any]:
        """Return the cotangents of the operands, and of what follows them."""
        raise NotImplementedError


class _Torque(Rule):
    """Torques of a motion; of q, qd and qdd, those that are no operands are zero."""

    def __init__(self, given: int) -> None:
        self._given = given

    def forward(self, calls: Calls, operands: Any, tangents: Any, results: Any) -> list[Any]:
        state = self._motion(calls, operands)
        of_state, of_others = tangents[: self._given], tangents[self._given :]
        found = calls.rest(state[0])
        if any(tangent is not None for tangent in of_state):
            changes = _changes(calls, of_state, operands)
            found = calls("inverse_dynamics_jvp", *state, *self._motion(calls, changes))
        for change in _changes_of_torque(calls, state, of_others):
            found = found + change
        return [found]

    def backward(self, calls: Calls, operands: Any, cotangent: Any) -> list[Any]:
        state = self._motion(calls, operands)
        found = calls.all_of("inverse_dynamics_vjp", *state, cotangent)[: self._given]
        return [*found, *_cotangents_of_others(calls, state, cotangent)]

    def _motion(self, calls: Calls, operands: Any) -> tuple[Any, ...]:
        """Return q, qd and qdd."""
        return (*operands, *[calls.rest(operands[0])] * (3 - self._given))


class _Acceleration(Rule):
    """Accelerations: M dqdd = dtau - Y dp - ..., the torques of other changes at the same qdd."""

    def forward(self, calls: Calls, operands: Any, tangents: Any, results: Any) -> list[Any]:
        q, qd, _ = operands
        dq, dqd, dtau = _changes(calls, tangents[:3], operands)
        for change in _changes_of_torque(calls, (q, qd, results[0]), tangents[3:]):
            dtau = dtau - change
        return [calls("forward_dynamics_jvp", *operands, dq, dqd, dtau)]

    def backward(self, calls: Calls, operands: Any, cotangent: Any) -> list[Any]:
        found = calls.all_of("forward_dynamics_vjp", *operands, cotangent)
        if not (calls.has_tip or calls.has_base or calls.has_parameters):
            return [*found]
        state = (*operands[:2], calls("forward_dynamics", *operands))
        return [*found, *(-each for each in _cotangents_of_others(calls, state, found[2]))]


class _Matrix(Rule):
    """A matrix that depends on positions: its rate is linear in the velocities."""

    def __init__(self, rate: str) -> None:
        self._rate = rate

    def forward(self, calls: Calls, operands: Any, tangents: Any, results: Any) -> list[Any]:
        return [calls(self._rate, operands[0], tangents[0])]

    def backward(self, calls: Calls, operands: Any, cotangent: Any) -> list[Any]:
        return [calls.by_unit_velocities(self._rate, operands[0], cotangent)]


class _Pose(Rule):
    """Pose of the tool: the Jacobian gives its velocities."""

    def forward(self, calls: Calls, operands: Any, tangents: Any, results: Any) -> list[Any]:
        J = calls("jacobian", operands[0])
        return [_moved(calls.numpy, results[0], _product(calls, J, tangents[0]))]

    def backward(self, calls: Calls, operands: Any, cotangent: Any) -> list[Any]:
        np = calls.numpy
        pose, J = calls.all_of("pose_and_jacobian", operands[0])
        # the rate of axis c of the tool is w x c
        axes, by_axes = (np.swapaxes(x[..., :3, :3], -1, -2) for x in (pose, cotangent))
        moment = np.cross(axes, by_axes).sum(axis=-2)
        force = np.broadcast_to(cotangent[..., :3, 3], moment.shape)
        wrench = np.concatenate([force, moment], axis=-1)
        return [np.einsum("...i,...ij->...j", wrench, J)]


class _PoseAndJacobian(Rule):
    def forward(self, calls: Calls, operands: Any, tangents: Any, results: Any) -> list[Any]:
        pose, J = results
        moved = _moved(calls.numpy, pose, _product(calls, J, tangents[0]))
        return [moved, calls("jacobian_rate", operands[0], tangents[0])]


class _LinkPoses(Rule):
    def forward(self, calls: Calls, operands: Any, tangents: Any, results: Any) -> list[Any]:
        np = calls.numpy
        tool, J = calls.all_of("pose_and_jacobian", operands[0])
        # link i is moved by joints 1 to i: the velocity at the tool, were the joints beyond at rest
        at_tool = np.cumsum(np.swapaxes(J * tangents[0][..., np.newaxis, :], -1, -2), axis=-2)
        v, w = at_tool[..., :3], at_tool[..., 3:]
        arm = results[0][..., :3, 3] - tool[..., np.newaxis, :3, 3]
        twist = np.concatenate([v + np.cross(w, arm), w], axis=-1)
        return [_moved(np, results[0], twist)]


class _Energy(Rule):
    """An energy, by its gradient with respect to each operand."""

    def __init__(self, *gradients: Callable[..., Any]) -> None:
        self._gradients = gradients

    def forward(self, calls: Calls, operands: Any, tangents: Any, results: Any) -> list[Any]:
        found = calls.numpy.zeros((), operands[0].dtype)
        for tangent, gradient in zip(tangents, self._gradients, strict=True):
            if tangent is not None:
                found += (tangent * gradient(calls, *operands)).sum(-1)
        return [found]

    def backward(self, calls: Calls, operands: Any, cotangent: Any) -> list[Any]:
        scale = cotangent[..., calls.numpy.newaxis]
        return [scale * gradient(calls, *operands) for gradient in self._gradients]


def _kinetic_by_position(calls: Calls, q: Any, qd: Any) -> Any:
    return calls("transposed_coriolis_torque", q, qd, qd)


RULES: dict[str, Rule] = {
    "inverse_dynamics": _Torque(3),
    "bias": _Torque(2),
    "gravity_torque": _Torque(1),
    "forward_dynamics": _Acceleration(),
    "mass_matrix": _Matrix("mass_matrix_rate"),
    "jacobian": _Matrix("jacobian_rate"),
    "forward_kinematics": _Pose(),
    "pose_and_jacobian": _PoseAndJacobian(),
    "link_poses": _LinkPoses(),
    "kinetic_energy": _Energy(_kinetic_by_position, lambda calls, q, qd: calls("momentum", q, qd)),
    "potential_energy": _Energy(lambda calls, q: calls("gravity_torque", q)),
}


def _changes_of_torque(calls: Calls, state: Any, tangents: Sequence[Any]) -> Iterator[Any]:
    """Yield the tangents of the torques of a state from those of what follows the operands."""
    rest = list(tangents)
    if calls.has_tip:
        tangent = rest.pop(0)
        if tangent is not None:
            J = calls.tool_jacobian(state[0])
            yield calls.numpy.einsum("...ij,...i->...j", J, tangent)
    if calls.has_base:
        of_base, rest = rest[:3], rest[3:]
        if any(tangent is not None for tangent in of_base):
            yield calls.by_base(state, of_base)
    for tangent in rest:
        if tangent is not None:
            yield calls.by_parameters(state, tangent)


def _cotangents_of_others(calls: Calls, state: Any, cotangent: Any) -> Iterator[Any]:
    """Yield the cotangents of what follows the operands from that of the torques of a state."""
    if calls.has_tip:
        yield _product(calls, calls.tool_jacobian(state[0]), cotangent)
    if calls.has_base:
        yield from calls.all_of("base_motion_vjp", *state, cotangent)
    if calls.has_parameters:
        yield calls.to_parameters(state, cotangent)


def _changes(calls: Calls, tangents: Any, state: Any) -> list[Any]:
    """Return tangents, zero where they vanish."""
    pairs = zip(tangents, state, strict=True)
    return [calls.rest(each) if tangent is None else tangent for tangent, each in pairs]


def _product(calls: Calls, matrix: Any, vector: Any) -> Any:
    return calls.numpy.einsum("...ij,...j->...i", matrix, vector)


def _moved(np: Any, pose: Any, twist: Any) -> Any:
    """Return the tangent of a pose (..., 4, 4) from its velocities (v, w) in the world."""
    v, w = twist[..., :3], twist[..., 3:]
    turned = np.cross(w[..., np.newaxis, :], np.swapaxes(pose[..., :3, :3], -1, -2))
    moved = np.concatenate([np.swapaxes(turned, -1, -2), v[..., np.newaxis]], axis=-1)
    return np.concatenate([moved, np.zeros((*moved.shape[:-2], 1, 4), moved.dtype)], axis=-2)
