"""Result of the reproduced simulation of Turney, Mudge & Lee."""

from __future__ import annotations

from dataclasses import dataclass
from math import log2
from typing import NamedTuple

import numpy as np

from .....arm import Arm
from .....counting import CostInN, OperationPolynomial, estimate_time
from .....output.tables import Table
from .....output.text import in_time
from .....validation import FloatArray
from ...reproduction.pictures import Curves, MovingArm, Picture
from ...reproduction.puma600 import DATA
from ...reproduction.reproduction import Comparison, Reproduction, Section
from .cost import StepCosts
from .four_points import IMPROVED
from .step_rule import FallInSteps

# the last step, which solves for the accelerations
_ELIMINATION = "M qdd = tau - h"

# tolerances of the order of convergence, 4, and of the difference of both falls, rad
_NEAR_ORDER, _SAME = 0.1, 1e-12


class Refinement(NamedTuple):
    """Errors at a step size.

    Attributes
    ----------
    step : float
        Step size, s.
    error : float
        Error of the joint positions at the end, rad.
    drift : float
        Largest change of the energy, J.
    """

    step: float
    error: float
    drift: float


@dataclass(frozen=True, repr=False, eq=False)
class TurneyExperiment(Reproduction):
    """A fall of the arm from rest, step by step, and the cost of a step.

    Attributes
    ----------
    arm : Arm
        The arm.
    t : ndarray, shape (m,)
        Times, s.
    q, qd : ndarray, shape (m, 6)
        Positions, rad, and velocities by unit accelerations, elimination without pivoting, and RK4.
    q_in_lanes : ndarray, shape (m, 6)
        The same by `Arm.simulate`.
    refinements : tuple of Refinement
        Errors at this step, and at halves of it.
    chosen_steps : tuple of FallInSteps
        Steps chosen by the largest changes of angle and velocity, and the falls in them.
    improved : CostInN
        Operations of M by unit accelerations in the improved equations of the paper.
    costs : StepCosts
        Costs of a step by each formulation of forward dynamics.
    """

    name = "turney"
    title = "Simulation by unit accelerations"
    question = "What does a step of a simulated arm cost?"
    source = (
        "J. L. Turney, T. N. Mudge, C. S. G. Lee, Equivalence of Two Formulations for Robot Arm "
        "Dynamics, University of Michigan, 1980, section 7"
    )

    arm: Arm
    t: FloatArray
    q: FloatArray
    qd: FloatArray
    q_in_lanes: FloatArray
    refinements: tuple[Refinement, ...]
    chosen_steps: tuple[FallInSteps, ...]
    improved: CostInN
    costs: StepCosts

    @property
    def order(self) -> float:
        """The order of convergence, from the last two step sizes."""
        *_, coarse, fine = (each.error for each in self.refinements)
        return log2(coarse / fine)

    @property
    def pivots(self) -> FloatArray:
        """The pivots of M without exchange of rows, during the fall, (m, 6), kg m²."""
        factor = np.linalg.cholesky(self.arm.mass_matrix(self.q))
        pivots: FloatArray = np.einsum("...ii->...i", factor) ** 2
        return pivots

    @property
    def runs(self) -> OperationPolynomial:
        """Operations of the runs of one evaluation, without the elimination."""
        found = self.costs.evaluations[IMPROVED]
        steps = {name: step for name, step in found.steps.items() if name != _ELIMINATION}
        return OperationPolynomial(
            found.formulation, found.arms, found.conventions, found.n_min, steps, found.quantity
        )

    @property
    def comparisons(self) -> tuple[Comparison, ...]:
        """Comparisons of the form of the cost, the elimination and the integration."""
        runs, pivot = self.runs, float(self.pivots.min())
        apart = float(np.abs(self.q - self.q_in_lanes).max())
        solved = self.costs.evaluations[IMPROVED].steps[_ELIMINATION]
        finest = self.chosen_steps[-1]
        return (
            Comparison(
                "M, C + G: multiplications",
                "k₁ n(n + 1)/2 + d₁ n(n + 1)/2 + k₂ n + d₂ n",
                str(runs.multiplications),
                "quadratic, both",
                runs.multiplications.degree == 2,
            ),
            Comparison(
                "M, C + G: additions",
                "the same",
                str(runs.additions),
                "quadratic, both",
                runs.additions.degree == 2,
            ),
            Comparison(
                "M by (5.1), (5.2)",
                "k₁ n(n + 1)/2 + d₁ n(n + 1)/2",
                str(self.improved.multiplications),
                "quadratic, both",
                self.improved.multiplications.degree == 2,
            ),
            Comparison(
                "elimination",
                "not counted",
                str(solved.multiplications),
                "cubic",
            ),
            Comparison(
                "pivoting",
                "not necessary",
                f"pivots from {pivot:.1e} kg m²",
                agrees=pivot > 0,
            ),
            Comparison(
                "step",
                "from the largest velocity",
                f"{1e3 * finest.chosen.step:.2g} ms for {finest.position:g} rad and "
                f"{finest.velocity:g} rad/s",
                f"{finest.error:.0e} rad at the end",
                all(each.share <= 1 for each in self.chosen_steps),
            ),
            Comparison(
                "order of RK4",
                "4",
                f"{self.order:.2f}",
                f"{abs(self.order - 4):.2f}",
                abs(self.order - 4) <= _NEAR_ORDER,
            ),
            Comparison(
                "by articulated bodies",
                "a later method",
                "the same fall",
                f"{apart:.0e} rad",
                apart <= _SAME,
            ),
        )

    @property
    def remarks(self) -> tuple[str, ...]:
        """Assumptions that replace unpublished data."""
        start = ", ".join(f"{x:.0f}°" for x in np.degrees(self.q[0]))
        step = 1e3 * self.refinements[0].step
        return (
            "The paper names no arm and no motion. Here the PUMA 600 of the same authors' paper "
            f"of 1982 falls from the start position of that paper, joints at {start}, at rest, "
            f"without torques and rotors, for {self.t[-1]:g} s in steps of {step:g} ms.",
            DATA,
            "The paper leaves k and d open, so that only the form in n can be checked. The runs "
            "use the improved equations, (5.1) and (5.2), as the paper recommends: "
            f"{IMPROVED} in the tables. unit_accelerations are runs of the Newton-Euler equations "
            f"(3.15)-(3.21): {self._operations('unit_accelerations'):,} operations a step of "
            f"six joints, against {self._operations(IMPROVED):,} by the improved ones, which take "
            f"more from {self.costs.overtaking('unit_accelerations', IMPROVED)} joints on.",
            "The paper also leaves open which changes of angle and velocity in a step are too "
            "large. Largest velocity and acceleration are those of the fall. For another motion: "
            "equidyn.motion.choose_step.",
        )

    @property
    def summary(self) -> str:
        """Findings of the experiment."""
        composite, articulated = (
            self.costs.overtaking(name, IMPROVED)
            for name in ("composite_rigid_bodies", "articulated_bodies")
        )
        estimated = estimate_time(self.costs.of_step(IMPROVED, self.arm.n))
        return (
            "Unit accelerations and elimination simulate the arm to the same digits as today's "
            "kernels. The operations of the runs are quadratic, as published; those of the "
            "elimination, not counted there, are cubic. Composite rigid bodies (1982) need fewer "
            f"from {composite} joints on, articulated bodies (1983) from {articulated} on. A step "
            f"of six joints would take a PDP-11/45 {1e3 * estimated:.0f} ms; in SIMD lanes it "
            f"takes {in_time(self.costs.in_lanes)} here."
        )

    def _operations(self, formulation: str) -> int:
        """Return the multiplications and additions of a step of the arm."""
        return sum(self.costs.of_step(formulation, self.arm.n)[:2])

    def chosen_steps_table(self) -> Table:
        """Return the steps that the largest changes allow, and the falls in them."""
        return Table(
            title="Steps from the largest velocity and acceleration",
            columns=(
                *("a joint may turn by", "its velocity\nchange by", "step", "chosen by"),
                *("turns by", "velocity\nchanges by", "error at the end"),
            ),
            align="rrrlrrr",
            rows=tuple(
                (
                    f"{each.position:g} rad",
                    f"{each.velocity:g} rad/s",
                    f"{1e3 * each.chosen.step:.2f} ms",
                    f"{each.chosen.what} of joint {each.chosen.joint}",
                    f"{each.turned:.3f} rad",
                    f"{each.accelerated:.2f} rad/s",
                    f"{each.error:.0e} rad",
                )
                for each in self.chosen_steps
            ),
            footnote="largest change of angle and of velocity in a step: allowed, and found",
        )

    def refinements_table(self) -> Table:
        """Return the errors at each step size, and the resulting order."""
        rows = []
        before: Refinement | None = None
        for each in self.refinements:
            orders = (
                f"{log2(coarse / fine):.2f}" if before else ""
                for coarse, fine in zip(before or each, each, strict=True)
            )
            _, of_error, of_drift = orders
            numbers = (f"{1e3 * each.step:g} ms", f"{each.error:.1e}", of_error)
            rows.append((*numbers, f"{each.drift:.1e}", of_drift))
            before = each
        return Table(
            title="A fall by unit accelerations and RK4",
            columns=("step", "error, rad", "order", "energy gained or lost, J", "order"),
            align="rrrrr",
            rows=tuple(rows),
            footnote="error: of the joint positions at the end",
        )

    def _details(self) -> tuple[Table, ...]:
        return (
            self.costs.polynomials_table(),
            self.costs.table(),
            self.refinements_table(),
            self.chosen_steps_table(),
        )

    def curves(self) -> Curves:
        """Return the joint positions of the fall."""
        panels = {
            f"joint {k + 1}": {"by unit accelerations": self.q[:, k]} for k in range(self.arm.n)
        }
        return Curves(self.t, panels, ("time, s", "position, rad"))

    def sections(self) -> tuple[Section, ...]:
        """Return the sections of the page after the comparison."""
        size = (8.0, 4.6)
        operations = Picture(
            "operations",
            self.costs.draw_operations,
            size,
            "Curves: operations of a step against the number of joints",
            "Multiplications and additions of a step of RK4, on the general revolute arm. "
            "Dotted lines: slopes n, n², n³ and n⁴.",
        )
        times = Picture(
            "times",
            self.costs.draw_times,
            size,
            "Curves: time of a step against the number of joints",
            "Time of the four evaluations of a step, in C++ on one core: "
            f"{self.costs.timings.arms}.",
        )
        fall = self.curves().picture(
            "fall",
            "Curves: the joint positions of the falling arm over time",
            "The fall by unit accelerations. The fall by articulated bodies in SIMD lanes is the "
            "same to 1e-14.",
        )
        falling = MovingArm(
            "falling",
            self.arm,
            ("simulation",),
            "The arm, falling from the same start",
            q=self.q[0],
        )
        return (
            Section(
                "What does a step cost?",
                (
                    "A step of RK4 evaluates the accelerations four times. Each evaluation takes "
                    "n runs of the improved equations for M, one run for C + G, and the "
                    "elimination. Of the runs for M, the parts for half of M are counted.",
                ),
                (
                    operations,
                    self.costs.polynomials_table(),
                    self.costs.evaluations[IMPROVED].table(),
                ),
            ),
            Section(
                "What do the later methods cost?",
                (
                    "Composite rigid bodies (Walker & Orin 1982) save runs. Articulated bodies "
                    "(Featherstone 1983) need no mass matrix; their cost is of order n.",
                ),
                (times, self.costs.table(), self.costs.evaluations.crossovers().table()),
            ),
            Section(
                "Is it right?",
                (
                    "A fall without friction conserves energy. The table shows the energy gained "
                    "or lost with these steps. The arm below can fall again, from any position; "
                    "its energy balance is that of shorter steps, by articulated bodies.",
                ),
                (fall, self.refinements_table(), falling),
            ),
            Section(
                "How long may a step be?",
                (
                    "The largest velocity and acceleration limit it: the changes of angle and of "
                    "velocity in a step must not be too large.",
                ),
                (self.chosen_steps_table(),),
            ),
        )

    def data(self) -> dict[str, FloatArray]:
        """Return times, s, positions, rad, and velocities, rad/s."""
        return {"t": self.t, "q": self.q, "qd": self.qd, "q_in_lanes": self.q_in_lanes}
