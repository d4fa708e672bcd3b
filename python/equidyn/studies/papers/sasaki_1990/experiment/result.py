"""Result of Sasaki's reproduced experiment."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .....arm import Arm
from .....motion import Trajectory
from .....output.tables import Table
from .....output.text import fixed
from .....validation import FloatArray
from ...reproduction.pictures import Curves, MovingArm, poses
from ...reproduction.reproduction import Comparison, Reproduction, Section
from .in_print import DURATION, ENDS, RADIUS, printed_angles, solved_angles, turned_by

# tolerances of the tool's position, m, and of its orientation, by printed angles of four digits
_NEAR, _TURNED = 1e-5, np.radians(6 * 0.5e-4)


@dataclass(frozen=True, repr=False, eq=False)
class SasakiExperiment(Reproduction):
    """Torques along a straight line, and by trapezoids of the joints.

    Attributes
    ----------
    arm : Arm
        The arm, with the assumed inertias.
    line : Trajectory
        The motion along the straight line.
    t : ndarray, shape (m,)
        Times, s.
    q, torque : ndarray, shape (m, 6)
        Along the straight line, as described in the paper: rad and N m.
    q_joints, torque_joints : ndarray, shape (m, 6)
        From A to B with a trapezoid for every joint, as in Fig. 6.
    gravity : ndarray, shape (m, 6)
        Torque at rest on the line, independent of all assumptions.
    point_masses : ndarray, shape (m, 6)
        Torque along the line without any moments of inertia.
    acceleration : ndarray, shape (6,)
        Accelerations of the joints in the first third of their trapezoids.
    """

    name = "sasaki"
    title = "Sasaki's six-link arm"
    question = "Which torques lift the tool along a straight line?"
    source = (
        "S. Sasaki, A Modelling of Robot Manipulator Dynamics Based on Newton-Euler's Equations, "
        "JAERI-M 90-147, 1990, section 4, Table 1, Figs. 4 to 12"
    )

    arm: Arm
    line: Trajectory
    t: FloatArray
    q: FloatArray
    torque: FloatArray
    q_joints: FloatArray
    torque_joints: FloatArray
    gravity: FloatArray
    point_masses: FloatArray
    acceleration: FloatArray

    @property
    def comparisons(self) -> tuple[Comparison, ...]:
        """The poses of the tool, and the acceleration of the trapezoids."""
        found = [part for end in ENDS for part in _compared_pose(self.arm, end)]
        a = 9 * np.subtract(*(printed_angles(end) for end in "BA")) / (2 * DURATION**2)
        off = float(np.abs(self.acceleration / a - 1).max())
        return (
            *found,
            Comparison(
                "acceleration",
                "a = 9 Δθ / (2 T²)",
                ", ".join(f"{x:.3g}" for x in self.acceleration) + " rad/s²",
                f"{off:.0e} of it",
                off < 1e-14,
            ),
        )

    @property
    def remarks(self) -> tuple[str, ...]:
        """Assumptions that replace unpublished data."""
        return (
            "The report has no offsets of joint angles, and no d of Table 1. With those of "
            'equidyn.robots.about("sasaki"), found from Fig. 4 and from the poses, both poses are '
            "reached.",
            "The report has no moments of inertia. Assumed: round bars of the published masses and "
            f"lengths, {1e3 * RADIUS:g} mm in radius, and for link 3, which has no length, a ball. "
            "The last column of the table of torques shows their influence.",
            f"The report has no time T of the motion. Assumed: T = {DURATION:g} s. The notebook "
            "about this arm takes T = 3 s, for which the torques of the motion are a ninth of "
            "these. The torque of gravity, drawn beside the others, does not depend on T.",
            "Figs. 7 to 12 are curves without numbers. The torques can only be compared with them "
            "by eye.",
            "Viscous friction, b_i in (2.39), has no published values: none here.",
        )

    @property
    def summary(self) -> str:
        """Findings of the experiment."""
        off, turned = self.off_the_line
        return (
            "The published joint angles bring the tool to the published poses within 0.01 mm. The "
            "report describes two different motions: joints that move by trapezoids, as in "
            f"Fig. 6, leave the straight line of the text by up to {1e3 * off.max():.1f} mm and "
            f"rotate the tool by up to {np.degrees(turned.max()):.1f}°. Both are computed here. On "
            "the line, links 5 and 6 move in a vertical plane that contains the axis of joint 5, "
            "and link 6 is vertical: the torques of joints 5 and 6 are zero."
        )

    @property
    def off_the_line(self) -> tuple[FloatArray, FloatArray]:
        """Deviation of the tool from the line, m and rad, by the trapezoids of the joints."""
        pose = self.arm.forward_kinematics(self.q_joints)
        x, y, _ = ENDS["A"][0]
        return np.hypot(pose[:, 0, 3] - x, pose[:, 1, 3] - y), turned_by(pose)

    def angles_table(self) -> Table:
        """Return the published joint angles, and those that reach the poses exactly."""
        columns: list[FloatArray] = []
        for end in ENDS:
            printed = np.array(ENDS[end][1])
            found = np.degrees(solved_angles(self.arm, end))
            columns += [printed, found, found - printed]
        digits = (4, 4, 5) * len(ENDS)
        rows = (
            (str(k), *(fixed(x, d) for x, d in zip(row, digits, strict=True)))
            for k, row in enumerate(np.array(columns).T, start=1)
        )
        words = ("published", "computed", "difference")
        headings = (f"{end}, {word}" for end in ENDS for word in words)
        return Table(
            title="Joint angles by inverse kinematics of the published poses, degrees",
            columns=("joint", *headings),
            align="r" * (1 + 3 * len(ENDS)),
            rows=tuple(rows),
        )

    def torques_table(self) -> Table:
        """Return the torques at the ends, the largest ones, and the share of assumed inertias."""
        of_inertia = np.abs(self.torque - self.point_masses)
        columns = (
            self.gravity[0],
            self.gravity[-1],
            self.torque[0],
            self.torque[-1],
            _largest(self.torque),
            _largest(self.torque_joints),
            _largest(of_inertia),
        )
        rows = (
            (str(k), *(_written(x) for x in row))
            for k, row in enumerate(np.array(columns).T, start=1)
        )
        return Table(
            title=f"Torques from A to B in T = {DURATION:g} s, N m",
            columns=(
                "joint",
                "gravity\nat A",
                "gravity\nat B",
                "line\nat A",
                "line\nat B",
                "line,\nlargest",
                "Fig. 6,\nlargest",
                "of inertias,\nlargest",
            ),
            align="r" * 8,
            rows=tuple(rows),
            footnote="gravity: at rest; line: along the straight line; Fig. 6: by trapezoids of "
            "the joints; of inertias: share of the assumed moments of inertia, on the line",
        )

    def _details(self) -> tuple[Table, ...]:
        return self.angles_table(), self.torques_table()

    def curves(self) -> Curves:
        """Return the torques of the six joints, as in Figs. 7 to 12."""
        torques = {
            "straight line": self.torque,
            "trapezoids of the joints": self.torque_joints,
            "gravity alone": self.gravity,
        }
        panels = {
            f"Fig. {k + 7}: joint {k + 1}": {name: y[:, k] for name, y in torques.items()}
            for k in range(self.arm.n)
        }
        return Curves(self.t, panels, ("time, s", "torque, N m"))

    def motion(self) -> Curves:
        """Return the positions of the six joints of both motions, degrees."""
        motions = {"straight line": self.q, "trapezoids of the joints": self.q_joints}
        panels = {
            f"joint {k + 1}": {name: np.degrees(q[:, k]) for name, q in motions.items()}
            for k in range(self.arm.n)
        }
        return Curves(self.t, panels, ("time, s", "position, °"))

    def _way_of_the_tool(self) -> Curves:
        """Return the deviation of the tool from the line by the trapezoids of the joints."""
        off, turned = self.off_the_line
        by = "trapezoids of the joints"
        panels = {"off the line, mm": {by: 1e3 * off}, "turned, degrees": {by: np.degrees(turned)}}
        return Curves(self.t, panels, ("time, s", ""))

    def sections(self) -> tuple[Section, ...]:
        """Return the sections of the page after the comparison."""
        arm = poses(
            self.arm,
            {end: printed_angles(end) for end in ENDS},
            "The arm at A and B, at the published joint angles. Its tool moves 0.2 m straight up.",
        )
        motion = self.motion().picture(
            "motion",
            "Curves: the positions of the six joints over time",
            f"From A to B in T = {DURATION:g} s: the joints for a straight line of the tool, and "
            "each joint by its own trapezoid.",
        )
        torques = self.curves().picture(
            "torques",
            "Curves: the torques of the six joints over time",
            f"Figs. 7 to 12 again, in T = {DURATION:g} s: jumps are those of the acceleration at "
            "the thirds of the time.",
        )
        lifting = MovingArm(
            "lifting",
            self.arm,
            ("torques",),
            "The arm lifting its tool along the straight line, and its torques",
            motion=self.line,
        )
        off = self._way_of_the_tool().picture(
            "off",
            "Curves: deviation of the tool from the straight line and its rotation over time",
            "If every joint moves by its own trapezoid, as in Fig. 6, the tool leaves the line and "
            "rotates, although it starts and ends correctly.",
        )
        return (
            Section("The arm and its two poses", (), (arm, self.angles_table())),
            Section("The motion", (), (motion,)),
            Section(
                "The torques",
                (
                    "Sasaki's text moves the tool along a straight line with its orientation kept, "
                    "and his formulas move every joint by a trapezoid. The first is computed with "
                    "the trapezoid along the line, the second with the joints as published.",
                    "The arm below the table plays the motion along the line. It shows the torques "
                    "at each time, and their parts from accelerations, velocities and gravity.",
                ),
                (torques, self.torques_table(), lifting),
            ),
            Section("Two motions under one name", (), (off,)),
        )

    def data(self) -> dict[str, FloatArray]:
        """Return times, s, angles, rad, and torques, N m."""
        return {
            "t": self.t,
            "q": self.q,
            "torque": self.torque,
            "q_joints": self.q_joints,
            "torque_joints": self.torque_joints,
            "gravity": self.gravity,
        }


def _compared_pose(arm: Arm, end: str) -> tuple[Comparison, Comparison]:
    """Compare the pose of the tool at the printed angles with the printed pose."""
    pose = arm.forward_kinematics(printed_angles(end))
    apart = float(np.linalg.norm(pose[:3, 3] - ENDS[end][0]))
    turned = float(turned_by(pose))
    return (
        Comparison(
            f"{end}: tool at",
            ", ".join(f"{x:g}" for x in ENDS[end][0]) + " m",
            ", ".join(f"{x:.5f}" for x in pose[:3, 3]) + " m",
            f"{1e3 * apart:.4f} mm",
            apart <= _NEAR,
        ),
        Comparison(
            f"{end}: its axes",
            "n = z, o = x",
            "n = z, o = x",
            f"{np.degrees(turned):.5f}°",
            turned <= _TURNED,
        ),
    )


def _largest(values: FloatArray) -> FloatArray:
    largest: FloatArray = np.abs(values).max(axis=0)
    return largest


def _written(torque: float) -> str:
    return f"{torque:.2f}" if abs(torque) >= 0.005 else "0"
