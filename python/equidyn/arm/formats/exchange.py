"""Import and export of arms: URDF, MuJoCo, Pinocchio, Robotics Toolbox, CasADi."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from contextlib import nullcontext
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeVar

from ...output.files import naming
from ...validation import switch
from ..checks.findings import find_doubtful, warn

if TYPE_CHECKING:
    from ..arm import Arm

_Arm = TypeVar("_Arm", bound="Arm")


class Exchange:
    """Import and export methods of an `equidyn.Arm`."""

    @classmethod
    def from_urdf(
        cls: type[_Arm],
        path_or_text: str | os.PathLike[str],
        *,
        base: str | None = None,
        tip: str | None = None,
        exact: bool = False,
        xacro: bool | Mapping[str, Any] = False,
        packages: Mapping[str, str | os.PathLike[str]] | None = None,
        locked: Mapping[str, float] | None = None,
        mimic: str | None = None,
    ) -> _Arm:
        """Make an arm from a serial chain of a URDF.

        The joint positions are those of the URDF, the world is the frame of the base link, and the
        tool frame is that of the tip link. Frames and inertias are converted exactly to modified
        Denavit-Hartenberg frames, or ones nearer to the joints (see Notes). Links fixed to a link
        of the chain are lumped with it; branches on movable joints are left out, except locked
        ones. Names, limits, damping, friction, reductions and motor inertias of joints are
        read. Meshes are not opened.

        Parameters
        ----------
        path_or_text : str or path_like
            A file, or its content.
        base, tip : str, optional
            First and last link of the chain. By default the root, and the end of the only chain:
            its leaf or, where several are fixed to the last link, that link. Where the chain
            branches into a gripper, of fewer joints in a row than the chain has, it ends at the
            link that carries the fingers, and these are lumped with it, at their zero.
        exact : bool, optional
            Whether angles keep their digits. By default an angle that is a rounded multiple of
            pi/4, such as 1.57 or 3.14159, is read as that multiple.
        xacro : bool or mapping, optional
            Whether to expand the file by xacro first; or arguments of the file to expand it with,
            such as ``{"ur_type": "ur10e"}``: texts, numbers or bools. **xacro can run any command
            and read any file with your rights: use it only for files that you trust.** By default
            a xacro file is refused. The expansion runs in its own process, with a time limit of
            30 s. ``$(env name)`` and ``$(optenv name default)`` are variables of the
            environment, ``os.environ``.
        packages : mapping of str to path_like, optional
            Folders of the ROS packages that ``$(find name)`` in a xacro file names. ROS finds
            others, if it is installed.
        locked : mapping of str to float, optional
            Positions (rad or m) of locked joints, on the chain or beside it, such as
            ``{"finger_joint": 0.02}``. The links that they carry are lumped with the link before.
            Joints that mimic them are locked as well.
        mimic : {"lock", "independent"}, optional
            Treatment of a joint of the chain that mimics another: it is locked at its position
            for zero of the other joint, or moves independently. By default it is an error.

        Returns
        -------
        Arm
            In the modified convention, under a gravity of 9.81 m/s² along -z of the base link.

        Raises
        ------
        OSError
            If the file cannot be read.
        ValueError
            If the content is no URDF or no tree, or has an error in data that the chain needs,
            naming element and attribute; for unknown links and joints; for several chains, naming
            the ends of the longest; for joints on the chain that are neither revolute, continuous,
            prismatic nor fixed, or that mimic others, without ``mimic``; for xacro without
            ``xacro=True``, or that cannot be expanded, naming arguments and packages that are
            missing.
        ImportError
            With ``xacro``, if xacro is not installed.

        Warns
        -----
        ArmWarning
            Where several links are fixed to the last one and no tip is given, naming them; for
            angles read as multiples of pi/4, links without inertia, branches left out and a gripper
            lumped, with their masses, errors in data that the chain does not need, limits that mean
            nothing (-1, or a lower one above the upper one), inertia tensors with a negative moment
            (`with_nearest_bodies`), and for suspect data, as `from_dh`.

        Notes
        -----
        Axes within 1e-11 rad of parallel count as parallel. If other axes are within 0.03 rad of
        parallel, and their common normal is farther away than the chain is long, frames stay at the
        joints of the file: ``a_y`` is not zero there, and the arm has no Denavit-Hartenberg
        parameters.

        Limits of 10,000 rad or m, and speed and effort limits of 1e9, mean no limit.

        A motor is read from the transmission of its joint alone: ``mechanicalReduction`` (gear
        ratio) and ``motorInertia``, or Drake's ``drake:gear_ratio`` and ``drake:rotor_inertia``. As
        everywhere, it counts where ``motors=True``; friction is that of the joint, seen from the
        motor in ``arm.viscous`` and ``arm.coulomb``. Motors that a transmission couples are named
        in the warning.

        Examples
        --------
        >>> from equidyn import Arm
        >>> pendulum = '''
        ... <robot name="pendulum">
        ...   <link name="wall"/>
        ...   <link name="rod">
        ...     <inertial>
        ...       <origin xyz="0 0 -0.5"/>
        ...       <mass value="2"/>
        ...       <inertia ixx="0.1" iyy="0.1" izz="0.01" ixy="0" ixz="0" iyz="0"/>
        ...     </inertial>
        ...   </link>
        ...   <joint name="hinge" type="continuous">
        ...     <parent link="wall"/> <child link="rod"/> <axis xyz="0 1 0"/>
        ...   </joint>
        ... </robot>'''
        >>> Arm.from_urdf(pendulum).gravity_torque([3.14159265 / 2]).round(6)
        array([9.81])
        """
        from .urdf import markup, read_urdf
        from .urdf.source import Ends, Source
        from .urdf.xacro_arguments import arguments, folders

        where = nullcontext() if markup.is_text(path_or_text) else naming(path_or_text)
        with where:
            text = markup.markup(path_or_text, arguments(xacro), folders(packages))
            chain = read_urdf(
                text, base, tip, exact=switch("exact", exact), locked=locked, mimic=mimic
            )
            arm = cls._quietly(chain.data)
        ends = Ends(chain.base, chain.data["tool_name"] or arm.link_names[-1], arm.joint_names)
        object.__setattr__(arm, "_source", Source(text, ends, chain.locked))
        object.__setattr__(arm, "_unsound", chain.unsound)
        arm._warn_of(chain.remarks, "URDF")
        return arm

    @classmethod
    def from_mujoco(
        cls: type[_Arm],
        model: Any,
        *,
        base: str | None = None,
        tip: str | None = None,
        locked: Mapping[str, float] | None = None,
    ) -> _Arm:
        """Make an arm from a serial chain of a compiled MuJoCo model.

        As `from_urdf`: the joint positions are those of the model, the world is the frame of the
        base body, and the tool frame that of the tip body. Gravity, names of joints, limits, linear
        damping, friction loss and armature (as motor inertia) are read, unless a flag of the model
        disables them; actuators and contacts are not.

        Parameters
        ----------
        model : mujoco.MjModel
            The model: from MJCF, ``mujoco.MjModel.from_xml_path("arm.xml")``.
        base, tip : str, optional
            Names of the first and last body of the chain; by default the world, and the end of the
            only chain, before a gripper.
        locked : mapping of str to float, optional
            Positions of joints that do not move, as for `from_urdf`.

        Returns
        -------
        Arm
            In the modified convention.

        Raises
        ------
        TypeError
            If it is not a compiled model.
        ValueError
            As `from_urdf`; for ball and free joints on the chain.

        Warns
        -----
        ArmWarning
            As `from_urdf`; for forces in the model that an arm cannot represent: springs, damping
            beyond its linear part, gravity compensation, fluids, tendons, equality constraints,
            armature and damping of actuators.
        """
        from .tree.mujoco import read_model

        chain, gravity, forces = read_model(model, base, tip, locked)
        arm = cls._quietly({**chain.data, "gravity": gravity})
        object.__setattr__(arm, "_unsound", chain.unsound)
        arm._warn_of([*forces, *chain.remarks], "model")
        return arm

    def to_urdf(self: Arm) -> str:
        """Return the arm as URDF.

        Joints, links and tool keep their names, and the world is the link ``base``; duplicate names
        get an underscore. Links have the frames of the modified convention. `from_urdf` makes
        an arm with the same torques from it.

        Returns
        -------
        str
            The URDF, with all digits of all numbers.

        Warns
        -----
        ArmWarning
            For data that URDF cannot represent: gravity other than 9.81 m/s² along -z, motor
            inertia, breakaway friction, and Coulomb friction that differs between directions (the
            mean is written).
        """
        from .serial_chain import serial_chain
        from .urdf import urdf_of
        from .urdf.write import unsaid

        arm = self.to_convention("modified")
        warn("a URDF cannot say", unsaid(arm))
        return urdf_of(arm, serial_chain(arm).links)

    def to_pinocchio(self: Arm) -> Any:
        """Return the arm as a `pinocchio.Model`.

        Rigid bodies, joints with names and limits, gravity, links and tool as frames of their
        names, and motor inertia as armature, which ``rnea``, ``crba`` and ``aba`` of Pinocchio
        count: they compute with ``motors=True`` for such an arm. Pinocchio's world is the arm's.

        Raises
        ------
        ImportError
            If Pinocchio is not installed.

        Warns
        -----
        ArmWarning
            If the arm has friction, which Pinocchio's dynamics leaves out.

        Notes
        -----
        ``arm.with_motors().with_friction().to_pinocchio()`` is the rigid arm alone.
        """
        from ..data import frictions
        from .export.pinocchio import pinocchio_model

        model = pinocchio_model(self.to_convention("modified"))
        warn("the dynamics of Pinocchio leaves out", frictions(self))
        return model

    def to_mujoco(self: Arm) -> Any:
        """Return the arm as a `mujoco.MjModel`.

        Rigid bodies and joints with names and limits, gravity, and the tool as a site of its name;
        viscous friction as damping, Coulomb friction as friction loss, and motor inertia as
        armature. MuJoCo computes with all of them, as ``friction=True, motors=True`` does here; its
        friction loss is smooth near standstill. MuJoCo's world is the arm's. `from_mujoco` makes an
        arm with the same torques from the model.

        Raises
        ------
        ImportError
            If MuJoCo is not installed.

        Warns
        -----
        ArmWarning
            For breakaway friction, and for Coulomb friction that differs between directions: the
            mean is written.

        Notes
        -----
        ``arm.with_motors().with_friction().to_mujoco()`` is the rigid arm alone.
        """
        from ..data import unsaid_friction
        from .export.mujoco import mujoco_model

        model = mujoco_model(self.to_convention("modified"))
        warn("a model of MuJoCo cannot say", unsaid_friction(self))
        return model

    def to_robotics_toolbox(self: Arm) -> Any:
        """Return the arm as a `roboticstoolbox.DHRobot`, in its own convention.

        Links with their limits, base, tool and gravity; viscous and Coulomb friction, motor inertia
        and gear ratios. Its ``rne`` computes with all of them, as ``friction=True, motors=True``
        does here.

        Raises
        ------
        ImportError
            If the Robotics Toolbox is not installed.
        ValueError
            If ``a_y`` is not zero: such an arm has no Denavit-Hartenberg parameters.

        Warns
        -----
        ArmWarning
            For breakaway friction, which the toolbox does not know.

        Notes
        -----
        ``arm.with_motors().with_friction().to_robotics_toolbox()`` is the rigid arm alone. Its
        ``rne`` gives wrong torques for arms whose first joint is prismatic, and its ``rne_python``
        the right ones (release 1.5.0).
        """
        from ..data import without_stribeck
        from .export.robotics_toolbox import toolbox_robot

        robot = toolbox_robot(self)
        warn("the Robotics Toolbox cannot say", without_stribeck(self))
        return robot

    def to_casadi(
        self: Arm,
        quantity: str = "inverse_dynamics",
        formulation: str | None = None,
        parameters: str | Iterable[str] = (),
        *,
        tip_wrench: bool = False,
        base_motion: bool = False,
        friction: bool = False,
        motors: bool = False,
    ) -> Any:
        """Return a quantity of the arm as a `casadi.Function`, for optimal control.

        Parameters
        ----------
        quantity, formulation, parameters, tip_wrench, base_motion, friction, motors
            As in `equidyn.generate`.

        Returns
        -------
        casadi.Function
            Of SX expressions, to be called with numbers, SX or MX. Arguments and results have the
            names and shapes of generated code; CasADi has matrices only, and those of several links
            are stacked, as in ``arm.inertia.reshape(-1, 3)``.

        Raises
        ------
        ImportError
            If CasADi is not installed.
        ValueError, TypeError
            As `equidyn.generate`.

        Notes
        -----
        Inverse and forward dynamics provide their Jacobians, which CasADi uses forwards and
        backwards, also within larger expressions: those of inverse dynamics by one backward sweep
        per joint, those of forward dynamics as M^-1, and -M^-1 times the former. Articulated bodies
        differentiated by CasADi take six times as many operations.

        Examples
        --------
        >>> from equidyn import robots
        >>> robots.planar_2r().to_casadi("mass_matrix")  # doctest: +SKIP
        Function(mass_matrix:(q[2])->(M[2x2]) SXFunction)
        """
        wanted = {
            "tip_wrench": tip_wrench,
            "base_motion": base_motion,
            "friction": friction,
            "motors": motors,
        }
        options = {name: switch(name, value) for name, value in wanted.items()}
        # loaded on demand, because code generation depends on arms
        code = import_module("equidyn.codegen.casadi_functions")
        return code.casadi_function(self, quantity, formulation, parameters, **options)

    def _warn_of(self: Arm, remarks: list[str], what: str) -> None:
        """Warn once about the conversion and about suspect data."""
        findings = find_doubtful(self)
        # the remarks already name links without inertia
        doubtful = [
            str(x) for x in findings if x.what != "zero mass" or self.inertia[x.link - 1].any()
        ]
        warn(f"the {what} {self.name!r}" if self.name else f"the {what}", [*remarks, *doubtful])
