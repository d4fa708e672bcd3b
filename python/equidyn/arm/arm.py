"""The class Arm: an immutable, validated serial arm, the operand of every computation."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import EllipsisType
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from .. import _core
from ..dynamics.base_and_link_motion import BaseMotion, LinkMotion
from ..dynamics.derivatives import Derivatives
from ..dynamics.derived import Derived
from ..dynamics.energies import Energies
from ..dynamics.free_base import FreeBase
from ..dynamics.hamilton import Hamilton
from ..dynamics.joint_names import IndexArray, order_of, renamed
from ..dynamics.kinematics import Kinematics
from ..dynamics.quantities import Dynamics
from ..motion.simulation.simulated import Simulated
from ..output.files import naming
from ..validation import FloatArray, switch
from .body import about_com, checked_body
from .checks.findings import Findings, find_doubtful, warn_of_doubtful
from .data import (
    BODIES,
    GEOMETRY,
    MAGNITUDES,
    NAMES,
    ArmData,
    bits_of,
    checked,
    checked_convention,
    in_radians,
)
from .formats import file as _arm_file
from .formats.exchange import Exchange
from .shown import Shown

if TYPE_CHECKING:
    from rich.console import RenderableType

    from ..dynamics.fixed_frames import Frame
    from ..motion.simulation.simulated_motion import Motion
    from ..motion.trajectories.trajectory import Trajectory
    from ..output.tables import Table
    from .arms import Arms
    from .formats.urdf.source import Source
    from .parameters.base_parameters import BaseParameters
    from .parameters.parameters import ArmParameters

__all__ = ["Arm", "BaseMotion", "LinkMotion"]

_Arm = TypeVar("_Arm", bound="Arm")

_HOW_TO_MAKE = "Arm: make one with Arm.from_dh, Arm.from_urdf, Arm.from_dict or Arm.load"


@dataclass(frozen=True, eq=False, repr=False, init=False)
class Arm(
    ArmData,
    Dynamics,
    Kinematics,
    Energies,
    Derivatives,
    Derived,
    FreeBase,
    Hamilton,
    Simulated,
    Shown,
    Exchange,
    _core.Arm,
):
    """A serial arm of n revolute and prismatic joints on a base.

    Made by `from_dh`, `from_urdf`, `from_mujoco`, `from_dict` or `load`, or from another arm by its
    ``with_*`` methods; checked once, and never changed afterwards. All units are SI and radians;
    link numbers in messages count from 1. Arms compare equal when all their data are, bit for bit,
    and can be hashed and pickled.

    Attributes
    ----------
    convention : str
        ``"standard"`` or ``"modified"``: the Denavit-Hartenberg convention of the link frames.
    joints : str
        One letter a joint: R revolute, P prismatic.
    a, alpha, d, theta : ndarray, shape (n,)
        Denavit-Hartenberg parameters, m and rad. The joint variable adds to theta (R) or d (P).
    a_y : ndarray, shape (n,)
        Translation along y in addition to ``a`` along x, m: zero in Denavit-Hartenberg
        parameters. It places frames near joints with almost parallel axes.
    mass : ndarray, shape (n,)
        Masses of the links, kg.
    com : ndarray, shape (n, 3)
        Centres of mass in the frames of their links, m.
    inertia : ndarray, shape (n, 3, 3)
        Inertia tensors about the centres of mass, in link-frame axes, kg m²; off-diagonal entries
        are minus the product integrals (the matrix in I w).
    gravity : ndarray, shape (3,)
        Gravity vector in the world frame, m/s².
    base : ndarray, shape (4, 4)
        Pose of the base frame in the world.
    tool : ndarray, shape (4, 4)
        Pose of the tool frame in the frame of the last link.
    motor_inertia, gear_ratio, viscous : ndarray, shape (n,), or None
        Rotor inertia Jm, gear ratio G and viscous friction coefficient B, on the motor side.
    coulomb : ndarray, shape (n, 2), or None
        Coulomb friction Tc for motion forwards and backwards, on the motor side; the second is
        normally negative.
    breakaway : ndarray, shape (n, 2), or None
        Further friction Tb near rest, as ``coulomb``: the Stribeck effect.
    stribeck : ndarray, shape (n,), or None
        Stribeck velocity vs on the motor side, at which half of the breakaway friction is left.
    limits : ndarray, shape (n, 2), or None
        Lowest and highest joint position, infinite where a joint has none.
    velocity_limits, acceleration_limits, jerk_limits, effort_limits : ndarray, shape (n,), or None
        Largest magnitudes of joint velocity, acceleration, jerk and torque or force, infinite where
        a joint has none. No computation of dynamics enforces them; `check_motion` compares.
    joint_names : tuple of str
        Names of the joints, ``"joint_1"`` to ``"joint_n"`` by default.
    link_names : tuple of str
        Names of the links, ``"link_1"`` to ``"link_n"`` by default.
    tool_name : str
        Name of the tool frame, ``"tool"`` by default.
    frames : tuple of Frame
        Further frames fixed to links, each with ``name``, ``link`` (0: the base) and ``pose`` in
        the link frame; of an arm from a URDF all its links, where the file has their frames.
    configurations : Configurations
        Named joint positions, ``arm.configurations["ready"]``, and their sources.
    name : str
        Display name.

    Notes
    -----
    Standard convention: ``T = Rz(theta) Tz(d) T(a, a_y, 0) Rx(alpha)``, with frame i at the far
    end of link i. Modified convention: ``T = T(a, a_y, 0) Rx(alpha) Rz(theta) Tz(d)``, with frame i
    on joint i.

    Axes that are almost parallel have their common normal far away, and with it the origin that
    Denavit and Hartenberg give the frame. With a_y the origin can be anywhere on its axis, and
    parameters are continuous where axes become parallel [1]_. Hayati and Mirmirani use a rotation
    about y instead [2]_.

    References
    ----------
    .. [1] H. Zhuang, Z. S. Roth, F. Hamano, A Complete and Parametrically Continuous Kinematic
       Model for Robot Manipulators, IEEE Transactions on Robotics and Automation 8(4), 1992.
    .. [2] S. Hayati, M. Mirmirani, Improving the Absolute Positioning Accuracy of Robot
       Manipulators, Journal of Robotic Systems 2(4), 1985.
    """

    # only of an arm as it was read
    _source: Source | None = None

    def __new__(cls, *_: object, **__: object) -> Arm:
        """Raise, so that no uninitialised instance exists."""
        raise TypeError(_HOW_TO_MAKE)

    def __init__(self, *_: object, **__: object) -> None:
        raise TypeError(_HOW_TO_MAKE)

    @classmethod
    def from_dh(
        cls,
        convention: str,
        *,
        joints: str | Sequence[str],
        a: ArrayLike,
        alpha: ArrayLike,
        d: ArrayLike,
        theta: ArrayLike,
        a_y: ArrayLike | None = None,
        mass: ArrayLike | None = None,
        com: ArrayLike | None = None,
        inertia: ArrayLike | None = None,
        gravity: ArrayLike = (0, 0, -9.81),
        base: ArrayLike | None = None,
        tool: ArrayLike | None = None,
        motor_inertia: ArrayLike | None = None,
        gear_ratio: ArrayLike | None = None,
        viscous: ArrayLike | None = None,
        coulomb: ArrayLike | None = None,
        breakaway: ArrayLike | None = None,
        stribeck: ArrayLike | None = None,
        limits: ArrayLike | None = None,
        velocity_limits: ArrayLike | None = None,
        acceleration_limits: ArrayLike | None = None,
        jerk_limits: ArrayLike | None = None,
        effort_limits: ArrayLike | None = None,
        joint_names: Sequence[str] | None = None,
        link_names: Sequence[str] | None = None,
        tool_name: str | None = None,
        frames: Sequence[tuple[str, int, ArrayLike]] = (),
        configurations: Mapping[str, Any] | None = None,
        name: str = "",
        degrees: bool = False,
    ) -> Arm:
        """Make an arm from its Denavit-Hartenberg parameters.

        Parameters
        ----------
        convention : {"standard", "modified"}
            Convention of the parameters and of the link frames.
        joints : str or sequence of str
            One letter a joint: R revolute, P prismatic.
        a, alpha, d, theta : array_like, shape (n,)
            Lengths in metres and angles in radians. The joint variable adds to theta (R) or d (P).
        a_y : array_like, shape (n,), optional
            Translation along y in addition to ``a`` along x, m; zero by default, as in
            Denavit-Hartenberg parameters.
        mass : array_like, shape (n,), optional
            kg, not negative. Without masses, centres of mass and tensors the arm has only
            kinematics; other methods raise a ValueError that names the missing data.
        com : array_like, shape (n, 3), optional
            Centres of mass in the frames of their links, m.
        inertia : array_like, shape (n, 3, 3) or (n, 3), optional
            Inertia tensors about the centres of mass, in link-frame axes, kg m²; off-diagonal
            entries are minus the product integrals. Or their principal moments, if the principal
            axes are those of the link frame. `inertia_about_com` shifts tensors about the origins
            of the link frames.
        gravity : array_like, shape (3,), optional
            Gravity vector in the world frame, m/s².
        base : array_like, shape (4, 4), optional
            Pose of the base frame in the world; by default they coincide.
        tool : array_like, shape (4, 4), optional
            Pose of the tool frame in the frame of the last link; by default they coincide.
        motor_inertia, gear_ratio : array_like, shape (n,), optional
            Rotor inertias Jm (kg m²) and gear ratios G, 1 by default: a joint feels G² Jm.
        viscous : array_like, shape (n,), optional
            Viscous friction coefficients B on the motor side: a joint feels G² B.
        coulomb : array_like, shape (n, 2), optional
            Coulomb friction Tc on the motor side for motion forwards and backwards, the second
            normally negative: a joint feels ``|G| Tc``.
        breakaway, stribeck : array_like, shapes (n, 2) and (n,), optional
            Further friction near rest and its velocity, as in `with_friction`.
        limits : array_like, shape (n, 2), optional
            Lowest and highest joint position, -inf and inf where a joint has none.
        velocity_limits, acceleration_limits, jerk_limits : array_like, shape (n,), optional
            Largest magnitudes, rad/s, rad/s², rad/s³ or m/s, m/s², m/s³; inf where there is none.
        effort_limits : array_like, shape (n,), optional
            Largest magnitudes of the joint torques, N m, or forces, N.
        joint_names : sequence of str, optional
            Distinct names of the n joints, ``"joint_1"`` to ``"joint_n"`` by default.
        link_names : sequence of str, optional
            Distinct names of the n links, ``"link_1"`` to ``"link_n"`` by default.
        tool_name : str, optional
            Name of the tool frame, ``"tool"`` by default.
        frames : sequence of tuple, optional
            Frames fixed to links, such as that of a camera: distinct name, number of the link (0:
            the base), and pose (4, 4) in the frame of the link. `forward_kinematics` and Jacobians
            take them by name (``of="camera"``); `with_tool` makes one the tool.
        configurations : mapping, optional
            Named joint positions, such as ``{"ready": [0, 1.5, -1.5]}``; with their source,
            ``{"ready": {"q": [0, 1.5, -1.5], "source": "manual, page 7"}}``.
        name : str, optional
            Display name. No name may contain characters that XML cannot represent, such as control
            characters.
        degrees : bool, optional
            Whether all angles are in degrees: alpha, theta, and limits, their rates and
            configurations of revolute joints; configurations of another arm stay in radians.
            Torques, friction, its Stribeck velocities and lengths keep their units.

        Returns
        -------
        Arm

        Raises
        ------
        ValueError, TypeError
            For data that make results meaningless: "mass: must not be negative, got -1 at link 2".

        Warns
        -----
        ArmWarning
            For suspect data, such as measured ones; `check` lists them.

        Examples
        --------
        A pendulum, a mass of 2 kg at 0.5 m. Holding it level against gravity needs 2 x 9.81 x
        0.5 N m about the joint axis z, which is horizontal here:

        >>> pendulum = Arm.from_dh(
        ...     "standard", joints="R", a=[0.5], alpha=[0], d=[0], theta=[0],
        ...     mass=[2.0], com=[[0, 0, 0]], inertia=[[[0] * 3] * 3], gravity=(0, -9.81, 0),
        ... )
        >>> pendulum.inverse_dynamics([0.0], [0.0], [0.0])
        array([9.81])
        """
        given = {
            "convention": convention,
            "joints": joints,
            "a": a,
            "a_y": a_y,
            "alpha": alpha,
            "d": d,
            "theta": theta,
            "mass": mass,
            "com": com,
            "inertia": inertia,
            "gravity": gravity,
            "base": base,
            "tool": tool,
            "motor_inertia": motor_inertia,
            "gear_ratio": gear_ratio,
            "viscous": viscous,
            "coulomb": coulomb,
            "breakaway": breakaway,
            "stribeck": stribeck,
            "limits": limits,
            "velocity_limits": velocity_limits,
            "acceleration_limits": acceleration_limits,
            "jerk_limits": jerk_limits,
            "effort_limits": effort_limits,
            "joint_names": joint_names,
            "link_names": link_names,
            "tool_name": tool_name,
            "frames": frames,
            "configurations": configurations,
            "name": name,
        }
        if switch("degrees", degrees):
            given = in_radians(given)
        arm = cls._quietly(given)
        warn_of_doubtful(arm)
        return arm

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Arm:
        """Make an arm from a dictionary of `to_dict`.

        Keys with a default in `from_dh` may be absent.

        Parameters
        ----------
        data : mapping
            The arguments of `from_dh`, and the key ``"format"``.

        Returns
        -------
        Arm

        Raises
        ------
        ValueError, TypeError
            For a missing or unknown key, and as `from_dh`.

        Warns
        -----
        ArmWarning
            For suspect data, as `from_dh`.
        """
        arm = cls._quietly(_arm_file.from_plain(data))
        warn_of_doubtful(arm)
        return arm

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Arm:
        """Make an arm from a JSON file of `save`.

        Parameters
        ----------
        path : path_like
            The file.

        Returns
        -------
        Arm

        Raises
        ------
        OSError
            If the file cannot be read.
        ValueError, TypeError
            If it does not hold an arm; the message names file and key.

        Warns
        -----
        ArmWarning
            For suspect data, as `from_dh`.
        """
        with naming(path):
            arm = cls._quietly(_arm_file.read(path))
        warn_of_doubtful(arm)
        return arm

    @classmethod
    def _quietly(cls: type[_Arm], given: Mapping[str, Any]) -> _Arm:
        """Make an arm from data by name, checked but without warnings."""
        arm = _core.Arm.__new__(cls)
        data = checked(given)
        for name, value in data.items():
            if name not in BODIES or value is not None:
                object.__setattr__(arm, name, value)
        _core.Arm.__init__(arm, data)
        return arm

    def _with(self, **changes: Any) -> Arm:
        """Return this arm with some of its data changed."""
        arm = self._quietly({**self._data(), **changes})
        if self._unsound and not {"inertia", "convention"} & changes.keys():
            object.__setattr__(arm, "_unsound", self._unsound)
        return arm

    def _ending_with(self, frame: Frame) -> Arm:
        """Return the arm that ends with a frame instead of the tool, for its kinematics."""
        links = {name: getattr(self, name)[: frame.link] for name in ("joints", *GEOMETRY)}
        placed = {"convention": self.convention, "base": self.base, "tool": frame.pose}
        return self._quietly({**links, **placed, **dict.fromkeys(BODIES)})

    def _data(self) -> dict[str, Any]:
        """Return all data by name."""
        own = vars(self)
        return {name: own.get(name) for name in NAMES}

    def to_dict(self) -> dict[str, Any]:
        """Return all data as strings, nested lists of float, and None for missing ones.

        Returns
        -------
        dict
            The arguments of `from_dh`, and the key ``"format"``; `from_dict` makes the same arm
            from it, bit for bit.
        """
        return _arm_file.to_plain(self._data())

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the arm to a JSON file, from which `load` makes the same arm, bit for bit.

        Parameters
        ----------
        path : path_like
            The file; an existing one is replaced.
        """
        _arm_file.write(path, self._data())

    @staticmethod
    def inertia_about_com(about_origin: ArrayLike, mass: ArrayLike, com: ArrayLike) -> FloatArray:
        """Shift inertia tensors from the link-frame origins to the centres of mass.

        Parameters
        ----------
        about_origin : array_like, shape (..., 3, 3)
            Inertia tensors about the origins of the link frames, in link-frame axes, kg m².
        mass : array_like, shape (...)
            kg.
        com : array_like, shape (..., 3)
            Centres of mass in the link frames, m.

        Returns
        -------
        ndarray of float64, shape (..., 3, 3)
            Inertia tensors about the centres of mass, as `from_dh` takes them.

        Examples
        --------
        A rod of 3 kg and 2 m along x has 4 kg m² about its end and 1 kg m² about its middle:

        >>> Arm.inertia_about_com(np.diag([0.0, 4.0, 4.0]), 3.0, [1.0, 0.0, 0.0]).diagonal()
        array([0., 1., 1.])
        """
        return about_com(about_origin, mass, com)

    def check(self, q: ArrayLike | None = None) -> Findings:
        """Return findings on suspect data, and on states beyond the joint limits.

        Parameters
        ----------
        q : array_like, shape (..., n), optional
            Joint positions to compare with the limits.

        Returns
        -------
        Findings
            A tuple of `equidyn.arm.Finding` that prints one per line: first those of the data, in
            the order of the links, then those of the states.

        Raises
        ------
        ValueError, TypeError
            If q is not what `inverse_dynamics` takes, or the arm has no limits.

        Examples
        --------
        >>> from equidyn import robots
        >>> robots.planar_2r().check()
        nothing suspect
        >>> arm = robots.planar_2r().with_limits([(-1, 1), (-2, 2)])
        >>> arm.check(q=[[0.5, 0.5], [0.5, -2.5]])
        joint 2: q = -2.5 rad in state 1 leaves the limits (-2, 2) by 0.5 rad
        """
        doubtful = find_doubtful(self)
        if q is None:
            return doubtful
        from .checks.limits import find_beyond_limits

        return Findings([*doubtful, *find_beyond_limits(self, q)])

    def check_motion(
        self,
        motion: Trajectory | Motion | tuple[ArrayLike, ...],
        *,
        friction: bool = False,
        motors: bool = False,
    ) -> Findings:
        """Return findings on a motion beyond the limits: the joint, the limit and the time.

        The limits of the arm are compared with what the motion has. A trajectory has positions,
        velocities, accelerations, jerks and torques, at its instants and at 2,001 evenly spaced
        times; a simulated motion has positions, velocities and motor torques; arrays have what is
        given, and torques if accelerations are given.

        Parameters
        ----------
        motion : Trajectory, Motion or tuple
            A trajectory, a simulated motion, or ``(t, q)``, ``(t, q, qd)`` or ``(t, q, qd, qdd)``
            with times (k,), s, and arrays of shape (..., k, n).
        friction, motors : bool, optional
            Whether the torques of a trajectory or of arrays include them, as in `inverse_dynamics`.

        Returns
        -------
        Findings
            One for each joint and exceeded limit, with the largest excess.

        Raises
        ------
        ValueError, TypeError
            If the arm has no limits, or the motion has other joints.

        Examples
        --------
        >>> from equidyn import robots, trapezoid
        >>> arm = robots.planar_2r().with_limits(velocity=[1.25, 3])
        >>> arm.check_motion(trapezoid([0, 0], [2, 1], velocity=2, acceleration=4))
        joint 1: velocity reaches 2 rad/s at 0.5 s, beyond its limit 1.25 rad/s from 0.31275 s on
        """
        from .checks.limits import find_motion_beyond_limits

        drives = switch("friction", friction), switch("motors", motors)
        return Findings(find_motion_beyond_limits(self, motion, *drives))

    def order(self, names: Sequence[str]) -> IndexArray:
        """Return the indices that put values listed by joint name into the order of the arm.

        Messages of ROS list joints by name, often sorted: ``q = position[arm.order(name)]``.

        Parameters
        ----------
        names : sequence of str
            Names that include those of all joints, such as ``name`` of a ``JointState``.

        Returns
        -------
        ndarray of int, shape (n,)
            The index of each joint of the arm among the names.

        Raises
        ------
        ValueError, TypeError
            If a joint is missing, or a name occurs twice.

        Examples
        --------
        >>> from equidyn import robots
        >>> robots.planar_2r().order(["gripper", "joint_2", "joint_1"])
        array([2, 1])
        """
        return order_of(names, self.joint_names)

    def with_name(self, name: str) -> Arm:
        """Return the arm under another name.

        Parameters
        ----------
        name : str
            Display name.
        """
        return self._with(name=name)

    def with_joint_names(self, joint_names: Sequence[str] | Mapping[str, str] | None) -> Arm:
        """Return the arm with other names of its joints, such as those in a log of its robot.

        Parameters
        ----------
        joint_names : sequence of str, mapping or None
            Distinct names of the n joints; or, for some joints, the new name by the present one;
            None for ``"joint_1"`` to ``"joint_n"``.

        Raises
        ------
        ValueError, TypeError
            If the arm has no joint of that name; and as `from_dh`.

        Examples
        --------
        >>> from equidyn import robots
        >>> arm = robots.planar_2r().with_joint_names(["shoulder", "elbow"])
        >>> arm.with_joint_names({"elbow": "left_elbow"}).joint_names
        ('shoulder', 'left_elbow')
        """
        return self._with(joint_names=renamed(self.joint_names, joint_names))

    def with_gravity(self, gravity: ArrayLike) -> Arm:
        """Return the arm under another gravity.

        Parameters
        ----------
        gravity : array_like, shape (3,)
            Gravity vector in the world frame, m/s².
        """
        return self._with(gravity=gravity)

    def with_base(self, base: ArrayLike | None) -> Arm:
        """Return the arm with its base at another pose.

        Parameters
        ----------
        base : array_like, shape (4, 4), or None
            Pose of the base frame in the world; None is the identity.
        """
        return self._with(base=base)

    def with_tool(self, tool: ArrayLike | str | None) -> Arm:
        """Return the arm with another tool frame, at which tip wrenches and payloads act.

        Parameters
        ----------
        tool : array_like, shape (4, 4), str or None
            Pose of the tool frame in the frame of the last link; None is the identity. Its name is
            then ``"tool"``. Or the name of one of the `frames` of the last link.

        Raises
        ------
        ValueError
            If the pose is not rigid; if there is no such frame, or it is fixed to another link.
        """
        if not isinstance(tool, str):
            return self._with(tool=tool, tool_name=None)
        from ..dynamics.fixed_frames import frame_of

        frame = frame_of(self, "tool", tool)
        if frame.link != self.n:
            raise ValueError(
                f"tool: expected a frame of the last link, {self.n}, got {tool!r} of link "
                f"{frame.link}"
            )
        return self._with(tool=frame.pose, tool_name=tool)

    def with_limits(
        self,
        limits: ArrayLike | EllipsisType | None = ...,
        *,
        velocity: ArrayLike | EllipsisType | None = ...,
        acceleration: ArrayLike | EllipsisType | None = ...,
        jerk: ArrayLike | EllipsisType | None = ...,
        effort: ArrayLike | EllipsisType | None = ...,
    ) -> Arm:
        """Return the arm with other joint limits; limits not given stay.

        Parameters
        ----------
        limits : array_like, shape (n, 2), or None
            Lowest and highest joint position, -inf and inf where a joint has none; None for no
            limits.
        velocity, acceleration, jerk, effort : array_like, shape (n,), or None
            As the arguments ``velocity_limits`` to ``effort_limits`` of `from_dh`; None for no
            limits.

        Examples
        --------
        >>> from equidyn import robots
        >>> print(robots.planar_2r().with_limits(velocity=[2, 3]).velocity_limits)
        [2. 3.]
        """
        magnitudes = zip(MAGNITUDES, (velocity, acceleration, jerk, effort), strict=True)
        given = {"limits": limits, **dict(magnitudes)}
        return self._with(**{name: value for name, value in given.items() if value is not ...})

    def with_friction(
        self,
        viscous: ArrayLike | None = None,
        coulomb: ArrayLike | None = None,
        *,
        breakaway: ArrayLike | None = None,
        stribeck: ArrayLike | None = None,
    ) -> Arm:
        """Return the arm with this friction in place of its own.

        Parameters
        ----------
        viscous : array_like, shape (n,), optional
            Viscous friction coefficients B on the motor side: a joint feels G² B.
        coulomb : array_like, shape (n, 2), optional
            Coulomb friction Tc on the motor side for motion forwards and backwards, the second
            normally negative: a joint feels ``|G| Tc``.
        breakaway : array_like, shape (n, 2), optional
            Friction Tb near rest in addition to Coulomb's, on the motor side for motion forwards
            and backwards, the second normally negative: a joint feels ``|G| Tb``. It needs
            ``stribeck``.
        stribeck : array_like, shape (n,), optional
            Velocity vs of each motor, rad/s or m/s, at which half of the breakaway friction is
            left: that of the joint is ``vs / |G|``.

        Notes
        -----
        At a joint velocity qd, ``x = |G| qd / vs``, friction is

            ``G² B qd + |G| Tc + |G| Tb / (1 + x²)``

        with Tc and Tb by the sign of qd, and zero at rest. The Stribeck effect, breakaway friction
        that is lost with velocity, is that of Hess and Soom [1]_, [2]_. Others write
        ``Tb exp(-x²)``, as `equidyn.identify_friction` does: with 0.83 times that Stribeck velocity
        half of both is left at the same velocity, and they differ by at most 0.14 Tb.

        References
        ----------
        .. [1] D. P. Hess, A. Soom, Friction at a Lubricated Line Contact Operating at Oscillating
           Sliding Velocities, Journal of Tribology 112(1), 1990.
        .. [2] B. Armstrong-Hélouvry, P. Dupont, C. Canudas de Wit, A Survey of Models, Analysis
           Tools and Compensation Methods for the Control of Machines with Friction, Automatica
           30(7), 1994.

        Examples
        --------
        >>> from equidyn import robots
        >>> arm = robots.planar_2r().with_friction(
        ...     coulomb=[[4, -4], [2, -2]], breakaway=[[3, -3], [1, -1]], stribeck=[0.1, 0.1]
        ... )
        >>> arm.breakdown([0, 0], [0.1, -1e-6], [0, 0], friction=True).friction
        array([ 5.5, -3. ])
        """
        return self._with(viscous=viscous, coulomb=coulomb, breakaway=breakaway, stribeck=stribeck)

    def with_motors(
        self, motor_inertia: ArrayLike | None = None, gear_ratio: ArrayLike | None = None
    ) -> Arm:
        """Return the arm with these motors in place of its own.

        Parameters
        ----------
        motor_inertia : array_like, shape (n,), optional
            Rotor inertias Jm, kg m²: a joint feels G² Jm.
        gear_ratio : array_like, shape (n,), optional
            Gear ratios G, 1 by default; they also scale friction.
        """
        return self._with(motor_inertia=motor_inertia, gear_ratio=gear_ratio)

    def with_payload(
        self, mass: float, com: ArrayLike = (0, 0, 0), inertia: ArrayLike | None = None
    ) -> Arm:
        """Return the arm with a load fixed to its last link.

        Parameters
        ----------
        mass : float
            Mass of the load, kg, not negative.
        com : array_like, shape (3,), optional
            Its centre of mass in the tool frame, m; by default the origin of the tool frame.
        inertia : array_like, shape (3, 3) or (3,), optional
            Its inertia tensor about its centre of mass, in tool-frame axes, kg m², or its
            principal moments along them; by default a point mass.

        Returns
        -------
        Arm
            For a load without mass and inertia, the same object.

        Notes
        -----
        Loads add up. To change the load, keep the arm without it and start from there.

        Examples
        --------
        >>> from equidyn import robots
        >>> arm = robots.puma560()
        >>> print(arm.with_payload(2.5).mass[-1])
        2.59
        >>> arm.with_payload(0) is arm
        True
        """
        load = checked_body(mass, com, inertia)
        if load.mass == 0 and not load.inertia.any():
            return self
        bodies = _core.with_load(
            self.mass, self.com, self.inertia, self.tool, float(load.mass), load.com, load.inertia
        )
        # all but the last body is known to be right
        arm = _core.Arm.__new__(type(self))
        vars(arm).update(self._data(), **dict(zip(BODIES, bodies, strict=True)))
        _core.Arm.__init__(arm, self, *bodies)
        return arm

    def with_nearest_bodies(self) -> Arm:
        """Return the arm with the nearest physically possible inertia tensors.

        Tensors in files are rounded, or wrong: with a negative principal moment, or with one that
        exceeds the sum of the others. The second moments Tr(I)/2 E - I of a body are not negative:
        negative ones become 0; masses and centres of mass stay. An arm that was read from a file
        with negative moments has no inertia until then.

        Returns
        -------
        Arm
            Physically possible tensors stay the same, bit for bit.

        Raises
        ------
        ValueError
            If the arm has no inertia, and was read without any.

        Examples
        --------
        >>> arm = Arm.from_dh(
        ...     "standard", joints="R", a=[0.5], alpha=[0], d=[0], theta=[0],
        ...     mass=[2.0], com=[[0, 0, 0]], inertia=[[0.1, 0.1, 0.05]],
        ... )
        >>> arm.with_nearest_bodies() == arm
        True
        """
        if self._unsound:
            return self._with(inertia=self._unsound.nearest)
        self._require_bodies("with_nearest_bodies", ("inertia",))
        return self._with(inertia=_core.nearest_tensors(self.inertia))

    def parameters(self, friction: bool = False, motors: bool = False) -> ArmParameters:
        """Return the dynamic parameters, in which torques are linear: links, friction, rotors.

        Parameters
        ----------
        friction, motors : bool, optional
            Whether to append the joint-side friction coefficients, and rotor inertias. Torques are
            not linear in breakaway friction and its velocity: they are no parameters.

        Returns
        -------
        ArmParameters
            An array of shape (p,) with names and units, the factor of `regressor`.

        Raises
        ------
        ValueError, TypeError
            If the arm has no data for them.

        Examples
        --------
        >>> from equidyn import robots
        >>> parameters = robots.planar_2r().parameters()
        >>> parameters.names[:5]
        ('m1', 'm1*cx', 'm1*cy', 'm1*cz', 'I1xx')
        """
        from .parameters.parameters import parameters_of

        return parameters_of(self, *self._drives(friction, motors))

    def with_parameters(self, parameters: ArrayLike) -> Arm:
        """Return the arm with these parameters in place of its own.

        Parameters
        ----------
        parameters : array_like, shape (p,)
            As `parameters` returns them: those of the links, optionally followed by those of
            friction, of the motors, or of both, distinguished by p.

        Returns
        -------
        Arm

        Raises
        ------
        ValueError, TypeError
            For data that `from_dh` refuses.

        Examples
        --------
        >>> from equidyn import robots
        >>> arm = robots.puma560()
        >>> heavier = arm.with_parameters(2 * np.asarray(arm.parameters()))
        >>> bool(np.allclose(heavier.mass, 2 * arm.mass))
        True
        """
        from .parameters.parameters import checked_parameters, data_of

        return self._with(**data_of(self, checked_parameters(self, parameters)))

    def vary(
        self,
        *,
        mass: ArrayLike | None = None,
        com: ArrayLike | None = None,
        inertia: ArrayLike | None = None,
        a: ArrayLike | None = None,
        a_y: ArrayLike | None = None,
        d: ArrayLike | None = None,
        alpha: ArrayLike | None = None,
        theta: ArrayLike | None = None,
        tool: ArrayLike | None = None,
        base: ArrayLike | None = None,
        payload: ArrayLike | tuple[ArrayLike, ArrayLike] | None = None,
        gravity: ArrayLike | None = None,
        viscous: ArrayLike | None = None,
        coulomb: ArrayLike | None = None,
        motor_inertia: ArrayLike | None = None,
        parameters: ArrayLike | None = None,
    ) -> Arms:
        """Return many arms that differ in these data, evaluated in one call: a model a state.

        Leading axes of the arrays broadcast against each other, and later with those of the
        states. What is not given is that of this arm.

        Parameters
        ----------
        mass, a, a_y, d, alpha, theta : array_like, shape (..., n), optional
            As `from_dh` takes them, with leading axes.
        com : array_like, shape (..., n, 3), optional
            Centres of mass in the frames of their links, m.
        inertia : array_like, shape (..., n, 3, 3), optional
            Inertia tensors about the centres of mass, kg m².
        tool, base : array_like, shape (..., 4, 4), optional
            Poses of the tool frame in the frame of the last link, and of the base in the world.
        payload : array_like, shape (...), or tuple, optional
            Masses at the origin of the tool frame, kg, fixed to the last links as by
            `with_payload`, after all else; or masses and their places in the tool frame, a tuple of
            arrays of shape (...) and (..., 3).
        gravity : array_like, shape (..., 3), optional
            Gravity vectors in the world frame, m/s².
        viscous, motor_inertia : array_like, shape (..., n), optional
            As `with_friction` and `with_motors` take them.
        coulomb : array_like, shape (..., n, 2), optional
            As `with_friction` takes it.
        parameters : array_like, shape (..., p), optional
            As `with_parameters` takes them; then no data that they include.

        Returns
        -------
        Arms
            Immutable; ``arms[i]`` is the arm that ``with_*`` methods make of the data in row i, bit
            for bit.

        Raises
        ------
        ValueError, TypeError
            If leading axes do not broadcast, and for data that `from_dh` refuses: "mass: must not
            be negative, got -1 at link 2 of arm 17".

        Examples
        --------
        Masses that are known to 2 %, and the torques that hold each of 4,096 such arms:

        >>> from equidyn import robots
        >>> arm, rng = robots.puma560(), np.random.default_rng(0)
        >>> arms = arm.vary(mass=arm.mass * rng.normal(1, 0.02, (4096, arm.n)))
        >>> len(arms), arms[17].name
        (4096, 'PUMA 560 (Corke, corrected)')

        Loads up to 2 kg, under gravity of the Earth and of the Moon:

        >>> gravity = [[(0, 0, -9.81)], [(0, 0, -1.62)]]
        >>> arm.vary(payload=np.linspace(0, 2, 100), gravity=gravity).shape
        (2, 100)
        """
        given = {
            "mass": mass,
            "com": com,
            "inertia": inertia,
            "a": a,
            "a_y": a_y,
            "d": d,
            "alpha": alpha,
            "theta": theta,
            "tool": tool,
            "base": base,
            "gravity": gravity,
            "viscous": viscous,
            "coulomb": coulomb,
            "motor_inertia": motor_inertia,
        }
        from . import Arms  # by the front of the package, since it imports this module
        from .varying import varied

        return Arms._of(varied(self, given, payload, parameters))

    def base_parameters(self, friction: bool = False, motors: bool = False) -> BaseParameters:
        """Return the base parameters: the identifiable combinations, with the base at rest.

        Parameters
        ----------
        friction, motors : bool, optional
            As in `parameters`.

        Returns
        -------
        BaseParameters
            From the geometry of the arm, and from its regressor.

        Raises
        ------
        ValueError, TypeError
            As in `parameters`.

        References
        ----------
        M. Gautier, W. Khalil, Direct Calculation of Minimum Set of Inertial Parameters of Serial
        Robots, IEEE Transactions on Robotics and Automation 6(3), 1990; M. Gautier, Numerical
        Calculation of the Base Inertial Parameters of Robots, Journal of Robotic Systems 8(4),
        1991.

        Examples
        --------
        >>> from equidyn import robots
        >>> len(robots.puma560().base_parameters())
        36
        >>> robots.planar_2r().base_parameters().names[0]
        'm1*cx + m1 + m2'
        """
        parameters = self.parameters(friction, motors)
        from .parameters.base_parameters import base_parameters_of

        return base_parameters_of(self, self.regressor, parameters, friction, motors)

    def to_convention(self, convention: str) -> Arm:
        """Return the same arm in the link frames of the other Denavit-Hartenberg convention.

        Link poses and torques at equal joint positions stay the same.
        The frames move, and with them the inertial data, the pose of the base and that of the tool
        frame in the last link's frame; the tool itself does not move. A `BaseMotion` refers to the
        base frame of the arm that it is passed to.

        Parameters
        ----------
        convention : {"standard", "modified"}
            The desired convention; for the arm's own, the same object is returned.

        Returns
        -------
        Arm
        """
        checked_convention(convention)
        if convention == self.convention:
            return self
        reframed = self._reframed(convention)
        known = {name: value for name, value in reframed.items() if name not in self.missing}
        arm = self._with(convention=convention, frames=(), **known)
        if not self.frames:
            return arm
        zero = np.zeros(self.n)
        turns = np.linalg.inv(arm.link_poses(zero)) @ self.link_poses(zero)
        placed = [(name, i, turns[i - 1] @ pose if i else pose) for name, i, pose in self.frames]
        return arm._with(frames=placed)

    def table(self, inertia: bool = False) -> Table:
        """Return the Denavit-Hartenberg parameters, masses and centres of mass as a table.

        Parameters
        ----------
        inertia : bool, optional
            Whether to show the inertia tensors too, about the centres of mass and about the origins
            of the link frames.
        """
        from .table import arm_table

        return arm_table(self, inertia)

    def __repr__(self) -> str:
        return str(self.table())

    def __rich__(self) -> RenderableType:
        """Return the table as `rich` draws it."""
        return self.table().__rich__()

    def _repr_html_(self) -> str:
        from .table import arm_page

        return arm_page(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Arm):
            return NotImplemented
        return self is other or self._bits() == other._bits()

    def __hash__(self) -> int:
        return hash(self._bits())

    def _bits(self) -> tuple[Any, ...]:
        """Return all data in a form for bitwise comparison."""
        return bits_of(self._data())

    def __reduce__(self) -> tuple[Any, ...]:
        # attributes of subclasses are pickled too
        usual = (*NAMES, "_ends")
        own = {name: value for name, value in vars(self).items() if name not in usual}
        return type(self)._quietly, (self._data(),), own or None
