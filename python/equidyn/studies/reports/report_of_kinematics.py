"""Report about an arm without masses: its data, its picture and its kinematics."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from ...output.missing import Missing, attempt
from ...output.page import page
from ...output.tables import Table
from .moving import moving_kinematics
from .page_of_arm import PageOfArm
from .report_of_arm import Parts

if TYPE_CHECKING:
    import rich.console

    from ...arm import Arm
    from ...validation import FloatArray

_TEMPLATE = Path(__file__).with_name("kinematics.html.jinja")


@dataclass(frozen=True, repr=False)
class KinematicReport(PageOfArm):
    """Report about an arm without mass, com and inertia.

    Attributes
    ----------
    arm : Arm
        The arm.
    machine : dict
        Versions and date.
    command : str
        Command that makes this report again.
    """

    arm: Arm
    machine: dict[str, str]
    command: str

    # no formulation was verified, and none failed
    passed: ClassVar = True
    missing: ClassVar[tuple[Missing, ...]] = ()

    @property
    def verdict(self) -> str:
        """What the report lacks, in a sentence."""
        return (
            "No torques: the arm has no masses. Give mass, com and inertia to have "
            "the formulations verified, timed and counted."
        )

    def pose_table(self) -> Table:
        """Return the pose of the tool with all joint positions zero."""
        rows = self.arm.forward_kinematics(np.zeros(self.arm.n))[:3]
        return Table(
            title="Pose of the tool in the world, all joint positions zero",
            columns=("", "x axis", "y axis", "z axis", "position, m"),
            align="lrrrr",
            rows=tuple(_row(axis, row) for axis, row in zip("xyz", rows, strict=True)),
        )

    def jacobian_table(self) -> Table:
        """Return the Jacobian of the tool there, a row a joint."""
        columns = self.arm.jacobian(np.zeros(self.arm.n)).T
        return Table(
            title="Velocity and angular velocity of the tool for a unit velocity of each joint",
            columns=("joint", *(f"{letter}{axis}" for letter in "vω" for axis in "xyz")),
            align="l" + 6 * "r",
            rows=tuple(_row(str(k), column) for k, column in enumerate(columns, start=1)),
        )

    def __rich__(self) -> rich.console.Group:
        """Return the tables as `rich` draws them."""
        return self.summary().__rich__()

    def __str__(self) -> str:
        return str(self.summary())

    __repr__ = __str__

    def summary(self) -> Parts:
        """Return the tables, and what the report lacks."""
        return Parts((self.pose_table(), self.jacobian_table(), self.verdict))

    def html(self) -> str:
        """Return the page: one self-contained document, light or dark as the browser prefers.

        Warns
        -----
        UserWarning
            For each part of the page that could not be made; it says so in its place, too.
        """
        return page(
            _TEMPLATE,
            report=self,
            moving=attempt("Move it", lambda: moving_kinematics(self.arm)),
            at_zero=self.at_zero,
        )


def _row(name: str, numbers: FloatArray) -> tuple[str, ...]:
    # adding zero takes the sign from a rounded zero
    return (name, *(f"{round(x, 4) + 0:.4f}" for x in numbers.tolist()))
