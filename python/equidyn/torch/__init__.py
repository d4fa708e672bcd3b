"""Dynamics of PyTorch tensors, differentiated by the kernels: pip install 'equidyn[torch]'.

Every function takes an `equidyn.Arm` and dense tensors on the CPU, float64 or float32, whose last
axis is the joints and whose leading axes broadcast. float64 tensors and results share their memory
with NumPy; of float32 ones the results are computed in double precision, and rounded once.

`torch.autograd` goes backwards by vector-Jacobian products of the kernels, and so does
`torch.func`: under its `vmap` a batch is one call. Second derivatives and forward mode are refused.

>>> import torch
>>> from equidyn import robots
>>> from equidyn.torch import forward_dynamics
>>> arm, still = robots.planar_2r(), torch.zeros(2, dtype=torch.float64)
>>> tau = torch.zeros(2, dtype=torch.float64, requires_grad=True)
>>> forward_dynamics(arm, still, still, tau)[1].backward()
>>> inverse = torch.linalg.inv(torch.tensor(arm.mass_matrix([0.0, 0.0])))
>>> torch.allclose(tau.grad, inverse[1])
True
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from ..arm.arm import Arm
from ..gradients.base import Ends
from ..output.extras import require_extra
from ..validation import choice

if TYPE_CHECKING:
    import torch

    from ..dynamics.base_and_link_motion import BaseMotion

__all__ = [
    "bias",
    "forward_dynamics",
    "forward_kinematics",
    "gravity_torque",
    "inverse_dynamics",
    "jacobian",
    "kinetic_energy",
    "mass_matrix",
    "potential_energy",
]


def _functions() -> Any:
    """Return the module that needs PyTorch, loaded when it is first used."""
    try:
        # a statement, since torch.compile reads this function, too
        from . import functions
    except ImportError:
        require_extra("torch", "torch")
        raise
    return functions


def _with_drives(*arguments: Any, **drives: bool) -> torch.Tensor:
    tau: torch.Tensor = _functions().with_drives(*arguments, **drives)
    return tau


def _apply(*arguments: Any, **options: Any) -> torch.Tensor:
    result: torch.Tensor = _functions().apply(*arguments, **options)
    return result


def inverse_dynamics(
    arm: Arm,
    q: torch.Tensor,
    qd: torch.Tensor,
    qdd: torch.Tensor,
    *,
    parameters: torch.Tensor | None = None,
    tip_wrench: torch.Tensor | None = None,
    base_motion: BaseMotion | tuple[torch.Tensor, torch.Tensor, torch.Tensor] | None = None,
    gravity: torch.Tensor | None = None,
    friction: bool = False,
    motors: bool = False,
) -> torch.Tensor:
    """Joint torques of a motion, as `equidyn.Arm.inverse_dynamics`.

    Parameters
    ----------
    arm : Arm
        The arm.
    q, qd, qdd : torch.Tensor, shape (..., n)
        Joint position, velocity and acceleration.
    parameters : torch.Tensor, shape (..., p), optional
        Parameters in place of those of the arm, as `equidyn.Arm.parameters` returns them with the
        same ``friction`` and ``motors``. With leading axes each state has an arm of its own, in one
        call. They are differentiated by `equidyn.Arm.regressor_vjp`.
    tip_wrench : torch.Tensor, shape (..., 6), optional
        Force and moment that the tool exerts, as in `equidyn.Arm.inverse_dynamics`.
    base_motion : BaseMotion or tuple of three torch.Tensor, shape (..., 3), optional
        Angular velocity, angular acceleration and linear acceleration of the base, as in
        `equidyn.BaseMotion`. In a tuple they are differentiable.
    gravity : torch.Tensor, shape (..., 3), optional
        Gravity vector in the world, m/s², in place of the arm's own.
    friction, motors : bool, optional
        As in `equidyn.Arm.inverse_dynamics`.

    Returns
    -------
    torch.Tensor, shape (..., n)

    Raises
    ------
    ImportError
        If PyTorch is not installed.
    TypeError
        "q: expected a torch.Tensor, got list"; "q: expected a dense tensor on the CPU, got one on
        meta"; "q: expected float64 or float32, got int64"; for tensors of different types.
    ValueError
        As `equidyn.Arm.inverse_dynamics`, and `equidyn.Arm.with_parameters`.
    """
    operands = {"q": q, "qd": qd, "qdd": qdd}
    ends = Ends(tip_wrench, base_motion, gravity)
    return _with_drives(
        "inverse_dynamics", arm, operands, parameters, ends, friction=friction, motors=motors
    )


def bias(
    arm: Arm,
    q: torch.Tensor,
    qd: torch.Tensor,
    *,
    parameters: torch.Tensor | None = None,
    tip_wrench: torch.Tensor | None = None,
    base_motion: BaseMotion | tuple[torch.Tensor, torch.Tensor, torch.Tensor] | None = None,
    gravity: torch.Tensor | None = None,
    friction: bool = False,
) -> torch.Tensor:
    """Joint torques without acceleration, as `equidyn.Arm.bias`.

    Arguments, shape of the result and errors are those of `inverse_dynamics`.
    """
    ends = Ends(tip_wrench, base_motion, gravity)
    return _with_drives("bias", arm, {"q": q, "qd": qd}, parameters, ends, friction=friction)


def gravity_torque(
    arm: Arm,
    q: torch.Tensor,
    *,
    parameters: torch.Tensor | None = None,
    gravity: torch.Tensor | None = None,
) -> torch.Tensor:
    """Joint torques that hold the arm at rest, as `equidyn.Arm.gravity_torque`.

    Arguments, shape of the result and errors are those of `inverse_dynamics`.
    """
    if gravity is None:
        return _with_drives("gravity_torque", arm, {"q": q}, parameters)
    at_rest = {"q": q, "qd": _functions().resting(q)}
    return _with_drives("bias", arm, at_rest, parameters, Ends(gravity=gravity))


def forward_dynamics(
    arm: Arm,
    q: torch.Tensor,
    qd: torch.Tensor,
    tau: torch.Tensor,
    *,
    parameters: torch.Tensor | None = None,
    tip_wrench: torch.Tensor | None = None,
    base_motion: BaseMotion | tuple[torch.Tensor, torch.Tensor, torch.Tensor] | None = None,
    gravity: torch.Tensor | None = None,
    friction: bool = False,
    motors: bool = False,
) -> torch.Tensor:
    """Joint accelerations under torques, as `equidyn.Arm.forward_dynamics`.

    ``tau``, of shape (..., n), are the torques; all else is as in `inverse_dynamics`.
    """
    operands = {"q": q, "qd": qd, "tau": tau}
    ends = Ends(tip_wrench, base_motion, gravity)
    return _with_drives(
        "forward_dynamics", arm, operands, parameters, ends, friction=friction, motors=motors
    )


def mass_matrix(arm: Arm, q: torch.Tensor) -> torch.Tensor:
    """Mass matrix of shape (..., n, n), as `equidyn.Arm.mass_matrix`.

    Errors are those of `inverse_dynamics`.
    """
    return _apply("mass_matrix", arm, {"q": q})


def forward_kinematics(arm: Arm, q: torch.Tensor) -> torch.Tensor:
    """Pose of the tool, of shape (..., 4, 4), as `equidyn.Arm.forward_kinematics`.

    Errors are those of `inverse_dynamics`.
    """
    return _apply("forward_kinematics", arm, {"q": q})


def jacobian(
    arm: Arm, q: torch.Tensor, *, frame: Literal["world", "tool"] = "world"
) -> torch.Tensor:
    """Geometric Jacobian of the tool, of shape (..., 6, n), as `equidyn.Arm.jacobian`.

    Errors are those of `inverse_dynamics`; ValueError for another frame.
    """
    choice("frame", frame, ("world", "tool"))
    return _apply("jacobian", arm, {"q": q}, options={"frame": frame})


def kinetic_energy(arm: Arm, q: torch.Tensor, qd: torch.Tensor) -> torch.Tensor:
    """Kinetic energy, of shape (...), as `equidyn.Arm.kinetic_energy`.

    Errors are those of `inverse_dynamics`.
    """
    return _apply("kinetic_energy", arm, {"q": q, "qd": qd})


def potential_energy(arm: Arm, q: torch.Tensor) -> torch.Tensor:
    """Potential energy, of shape (...), as `equidyn.Arm.potential_energy`.

    Errors are those of `inverse_dynamics`.
    """
    return _apply("potential_energy", arm, {"q": q})
