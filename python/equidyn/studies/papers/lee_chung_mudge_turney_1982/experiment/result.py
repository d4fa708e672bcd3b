"""Result of the reproduced experiment of Lee, Chung, Mudge & Turney."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .....arm import Arm
from .....output.tables import Table
from .....validation import FloatArray
from ...reproduction.pictures import Curves, MovingArm, poses
from ...reproduction.puma600 import DATA
from ...reproduction.reproduction import Comparison, Reproduction, Section
from .cost import ControllerCosts
from .tracking import (
    BITS,
    DURATION,
    GOAL,
    KP,
    KV,
    LATE,
    PERIOD,
    RESOLUTION,
    START,
    Tracking,
    planned,
)

# largest difference allowed between (4.1) and (4.4), relative to the largest torque
_SAME = 1e-12


@dataclass(frozen=True, repr=False, eq=False)
class LeeExperiment(Reproduction):
    """Errors of an arm under computed torque, and the cost of the controllers.

    Attributes
    ----------
    arm : Arm
        The arm; it is also the controller's model.
    sampled : Tracking
        As published: sampled every 10 ms by a converter of 12 bits, torques by (4.4).
    exact, late, without_rotors, continuous : Tracking
        With exact positions; with torques 3 ms late; without the inertia of the rotors; without
        sampling.
    forms_apart : float
        Largest difference of the torques by (4.1) and (4.4), N m.
    by_duration : dict of float to tuple of two ndarrays, shape (6,)
        Largest errors of motions of other durations, rad, with rotors and without.
    costs : ControllerCosts
        Operations of both forms.
    """

    name = "lee"
    title = "Computed torque on a PUMA 600"
    question = "How well does the arm follow, and what does its controller cost?"
    source = (
        "C. S. G. Lee, M. J. Chung, T. N. Mudge, J. L. Turney, On the Control of Mechanical "
        "Manipulators, University of Michigan, 1982, section 5, Tables 1 and 2, Figs. 3 to 8"
    )

    arm: Arm
    sampled: Tracking
    exact: Tracking
    late: Tracking
    without_rotors: Tracking
    continuous: Tracking
    forms_apart: float
    by_duration: dict[float, tuple[FloatArray, FloatArray]]
    costs: ControllerCosts

    @property
    def comparisons(self) -> tuple[Comparison, ...]:
        """Errors of the joints, both forms of the controller, and their costs."""
        errors = (
            Comparison(
                f"Fig. {k + 2}: joint {k}",
                f"error < {1e3 * RESOLUTION:g} mrad",
                f"{1e3 * error:.3f} mrad",
                f"{error / RESOLUTION:.2f} of it",
                bool(error < RESOLUTION),
            )
            for k, error in enumerate(self.sampled.largest, start=1)
        )
        scale = float(np.abs(self.sampled.torque).max())
        same = Comparison(
            "(4.1), (4.4): torques",
            "the same",
            "the same",
            f"{self.forms_apart:.0e} N m",
            self.forms_apart < _SAME * scale,
        )
        return (*errors, same, *self.costs.comparisons())

    @property
    def remarks(self) -> tuple[str, ...]:
        """Assumptions that replace unpublished data."""
        span = np.degrees(2**BITS * RESOLUTION)
        worst = int(np.argmax(self.without_rotors.largest))
        return (
            DATA,
            "The paper does not say whether its inertias include the rotors. Here the arm and its "
            "model include them, as in a PUMA. Without them the wrist has almost no inertia, and a "
            f"torque held for {1e3 * PERIOD:g} ms moves joint {worst + 1} off by "
            f"{self.without_rotors.largest[worst] / RESOLUTION:.1f} times the resolution.",
            "The paper gives neither the planned motion nor its time. Assumed: fifth-degree "
            f"polynomials, at rest at both ends, in {DURATION:g} s. Faster motions have larger "
            "errors.",
            f"A converter of {BITS} bits with {1e3 * RESOLUTION:g} mrad a bit spans {span:.0f}°; "
            f"over a whole turn a bit is {2e3 * np.pi / 2**BITS:.2f} mrad. The published bit is "
            "used. Velocities are read exactly.",
            "Figs. 3 to 8 are curves. The bound is the only number given.",
            "Counts are those of six joints. They pass if the published counts plus all listed "
            "differences, below with the published tables, add up to the measured counts.",
        )

    @property
    def summary(self) -> str:
        """Findings of the experiment."""
        fast, (errors, _) = min(self.by_duration.items())
        worst, worst_fast = (x.max() / RESOLUTION for x in (self.sampled.largest, errors))
        return (
            f"Sampled every {1e3 * PERIOD:g} ms, and read in counts of its converter, the arm "
            f"follows in {DURATION:g} s with errors of at most {worst:.2f} of a count. This "
            f"depends on the unpublished duration: in {fast:g} s they reach {worst_fast:.1f} "
            "counts. The errors come from sampling, because torques are held during a period. "
            "Both forms of the controller give the same torques, at very different cost."
        )

    def variants_table(self) -> Table:
        """Return the largest errors under other conditions."""
        runs = {
            "as published: 10 ms, in counts": self.sampled,
            "10 ms, read exactly": self.exact,
            f"in counts, {1e3 * LATE:g} ms late": self.late,
            "in counts, without rotors": self.without_rotors,
            "not sampled, read exactly": self.continuous,
        }
        return Table(
            title=f"Largest errors in {DURATION:g} s, in counts of {1e3 * RESOLUTION:g} mrad",
            columns=("positions and torques", *(f"joint {k + 1}" for k in range(self.arm.n))),
            align="l" + "r" * self.arm.n,
            rows=tuple(
                (name, *(f"{x:.2f}" for x in run.largest / RESOLUTION))
                for name, run in runs.items()
            ),
            footnote=f"late: torques come {1e3 * LATE:g} ms after the sample, as long as the "
            "controller is estimated to compute",
        )

    def durations_table(self) -> Table:
        """Return the largest errors of motions of other durations."""
        rows = []
        for duration, errors in self.by_duration.items():
            cells: list[str] = []
            for error in errors:
                joint = int(np.argmax(error))
                below = "yes" if error[joint] < RESOLUTION else "no"
                cells += [f"{error[joint] / RESOLUTION:.2f}", str(joint + 1), below]
            rows.append((f"{duration:g} s", *cells))
        return Table(
            title="The largest error against the duration of the motion, in counts",
            columns=(
                "duration",
                "with\nrotors",
                "at\njoint",
                "less\nthan one",
                "without\nrotors",
                "at\njoint",
                "less\nthan one",
            ),
            align="rrrcrrc",
            rows=tuple(rows),
        )

    def ends_table(self) -> Table:
        """Return the published joint angles at both ends of the motion."""
        return Table(
            title="The motion: joint angles at its ends, degrees",
            columns=("", *(f"joint {k + 1}" for k in range(self.arm.n))),
            align="l" + "r" * self.arm.n,
            rows=tuple(
                (name, *(f"{x:g}" for x in np.degrees(q).round(9)))
                for name, q in {"start": START, "end": GOAL}.items()
            ),
            footnote=f"gains of the controller: Kp = {KP:g} 1/s², Kv = {KV:g} 1/s",
        )

    def motion(self) -> Curves:
        """Return the planned positions of the six joints, degrees."""
        q = np.degrees(planned()(self.sampled.t)[0])
        panels = {f"joint {k + 1}": {"planned": q[:, k]} for k in range(self.arm.n)}
        return Curves(self.sampled.t, panels, ("time, s", "position, °"))

    def _details(self) -> tuple[Table, ...]:
        return self.ends_table(), self.variants_table(), self.durations_table(), self.costs.table()

    def curves(self) -> Curves:
        """Return the position errors of the six joints, as in Figs. 3 to 8."""
        runs = {
            "in counts, as published": self.sampled,
            "read exactly": self.exact,
            f"in counts, {1e3 * LATE:g} ms late": self.late,
        }
        panels = {
            f"Fig. {k + 3}: joint {k + 1}": {
                name: 1e3 * run.error[:, k] for name, run in runs.items()
            }
            for k in range(self.arm.n)
        }
        return Curves(self.sampled.t, panels, ("time, s", "error, mrad"), 1e3 * RESOLUTION)

    def sections(self) -> tuple[Section, ...]:
        """Return the sections of the page after the comparison."""
        errors = self.curves().picture(
            "errors",
            "Curves: the position errors of the six joints over time",
            f"Figs. 3 to 8 again, in {DURATION:g} s. Dashed: one count of the converter. The "
            "curves read in counts oscillate about the exact ones: the paper calls its own "
            "slightly oscillatory.",
        )
        ends = poses(
            self.arm,
            {"start": START, "end": GOAL},
            "The arm at the start, stretched out to the side, and at the end of the motion.",
        )
        motion = self.motion().picture(
            "motion",
            "Curves: the planned positions of the six joints over time",
            f"The planned motion, by polynomials of the fifth degree in {DURATION:g} s.",
        )
        moving = MovingArm(
            "moving",
            self.arm,
            ("torques",),
            "The arm in the planned motion, and its torques",
            motion=planned(),
        )
        return (
            Section(
                "The motion",
                (
                    "The paper gives both ends, here in degrees, and the gains of the controller, "
                    f"Kp = {KP:g} and Kv = {KV:g}: critical damping, with both poles at "
                    f"−{KV / 2:g} 1/s.",
                    "The arm below the curves plays the motion and shows the torques of its links, "
                    "without those of the rotors.",
                ),
                (ends, self.ends_table(), motion, moving),
            ),
            Section("The errors", (), (errors, self.variants_table())),
            Section(
                "Size of the errors",
                (
                    "The controller knows the arm exactly, and starts without error. The errors "
                    f"come from holding each torque for {1e3 * PERIOD:g} ms: on average it is half "
                    "a period old. The error is the change of torque in that time, divided by the "
                    "inertia and by Kp. It decreases with slower motions, and increases with "
                    "smaller inertias, such as those of the wrist without rotors.",
                ),
                (self.durations_table(),),
            ),
            Section(
                "Cost of the controllers",
                (
                    "First the times with the instruction times of section 5, of a PDP-11/45, and "
                    "the lowest operation counts of the code. Then the published tables, with "
                    "counts measured by their own rules, and the reasons of the differences.",
                ),
                (self.costs.table(), *(table.table() for table in self.costs.published)),
            ),
        )

    def data(self) -> dict[str, FloatArray]:
        """Return times, s, errors, rad, and torques, N m."""
        return {
            "t": self.sampled.t,
            "error": self.sampled.error,
            "error_read_exactly": self.exact.error,
            "error_late": self.late.error,
            "torque": self.sampled.torque,
        }
