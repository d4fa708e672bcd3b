"""Terms by contribution, and reduced models without the smallest: their costs and errors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ...graph import Operations
from ...output.plots import draw_lines
from ...output.styles import MUTED
from ...output.tables import Table
from ...output.tabular import Exported, Tabular
from ...validation import FloatArray, count, positive

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_RULES = (
    "share: of the torque of the joint that misses the term most; without: the model without this "
    "term and all below it, its multiplications and additions, nothing computed twice, and its "
    "error where it is largest; equations of Turney, Mudge & Lee 1980, standard DH frames"
)


@dataclass(frozen=True, eq=False)
class Term:
    """A term of Newton-Euler's equations, and its contribution to the torques.

    Attributes
    ----------
    link : int
        Link of the equation; 0 for the base.
    name : str
        The term as in the equation.
    equation : str
        Number in Turney, Mudge & Lee.
    meaning : str
        Its meaning.
    contribution : ndarray, shape (n,)
        Root mean square, along the motion, of the change of each torque without it: N m or N.
    share : float
        The largest of these, in units of the `Significance.scale` of its joint.
    joint : int
        That joint, from 1.
    operations : Operations
        Operations that are saved without it.
    """

    link: int
    name: str
    equation: str
    meaning: str
    contribution: FloatArray
    share: float
    joint: int
    operations: Operations


@dataclass(frozen=True, eq=False)
class ReducedModel:
    """The equations without some of their terms.

    Attributes
    ----------
    left_out : int
        Number of terms that are left out, the smallest ones.
    operations : Operations
        Operations of an evaluation.
    rms_error, largest_error : ndarray, shape (n,)
        Errors of each torque along the motion: N m or N.
    rms, largest : float
        The same of the worst joint, in units of its `Significance.scale`.
    """

    left_out: int
    operations: Operations
    rms_error: FloatArray
    largest_error: FloatArray
    rms: float
    largest: float


@dataclass(frozen=True, eq=False, repr=False)
class Significance(Tabular, Exported):
    """Contributions of the terms of Newton-Euler's equations to the torques along a motion.

    Attributes
    ----------
    arm : str
        The arm, in words.
    duration : float
        Duration of the motion, s.
    samples : int
        Number of its sampled states.
    scale : ndarray, shape (n,)
        The torque of each joint that errors are compared with: N m or N.
    terms : tuple of Term
        Terms by their share, the largest first.
    models : tuple of ReducedModel
        Models without the k smallest terms, k being the index: the first is the whole model.
    """

    arm: str
    duration: float
    samples: int
    scale: FloatArray
    terms: tuple[Term, ...]
    models: tuple[ReducedModel, ...]

    def without(self, smallest: int) -> ReducedModel:
        """Return the model without a number of the smallest terms.

        Raises
        ------
        ValueError, TypeError
            If there are fewer terms.
        """
        return self.models[count("smallest", smallest, smallest=0, largest=len(self.terms))]

    def within(self, error: float) -> ReducedModel:
        """Return the cheapest model with errors along the motion within a bound.

        Parameters
        ----------
        error : float
            Bound in units of `scale`: 0.01 for a hundredth of it.

        Raises
        ------
        ValueError, TypeError
            If it is not a positive number.
        """
        limit = positive("error", error)
        good = [model for model in self.models if model.largest <= limit]
        return min(good, key=lambda model: _total(model.operations))

    def table(self) -> Table:
        """Return the terms, the largest first, each with the model without it and those below."""
        # the model without the last term is in its row, and so on upwards
        models = reversed(self.models[1:])
        whole = self.models[0].operations
        return Table(
            title=f"Significance of the terms of Newton-Euler's equations: {self.arm}",
            columns=("link", "eq.", "term", "share", "at\njoint", "without:\nx", "\n+", "\nerror"),
            align="rllrrrrr",
            rows=tuple(
                (
                    str(term.link),
                    f"({term.equation})",
                    term.name,
                    _percent(term.share),
                    str(term.joint),
                    str(model.operations.multiplications),
                    str(model.operations.additions),
                    _percent(model.largest),
                )
                for term, model in zip(self.terms, models, strict=True)
            ),
            footnote=(
                f"{self.samples} states of a motion of {self.duration:g} s; whole model: "
                f"{whole.multiplications} multiplications, {whole.additions} additions; {_RULES}"
            ),
        )

    def to_records(self) -> list[dict[str, Any]]:
        """Return one record for each term, with the model without it and all that are smaller."""
        models = reversed(self.models[1:])
        return [
            {
                "link": term.link,
                "term": term.name,
                "equation": term.equation,
                "share": term.share,
                "joint": term.joint,
                **{f"alone_{kind}": number for kind, number in _counts(term.operations).items()},
                "left_out": model.left_out,
                **_counts(model.operations),
                "rms_error": model.rms,
                "largest_error": model.largest,
            }
            for term, model in zip(self.terms, models, strict=True)
        ]

    def _about(self) -> dict[str, Any]:
        return {
            "arm": self.arm,
            "duration": self.duration,
            "samples": self.samples,
            "scale": [unit if np.isfinite(unit) else None for unit in self.scale.tolist()],
            **{f"whole_{kind}": k for kind, k in _counts(self.models[0].operations).items()},
        }

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw the errors of the reduced models against their operations.

        Parameters
        ----------
        ax : matplotlib axes, optional
            Where to draw; a new figure without it.

        Returns
        -------
        matplotlib axes
        """
        # models that are exact have no place on a logarithmic axis
        inexact = [model for model in self.models if model.largest > 0]
        costs = np.array([_total(model.operations) for model in inexact], float)
        errors = {
            "largest error": np.array([100 * model.largest for model in inexact]),
            "root mean square": np.array([100 * model.rms for model in inexact]),
        }
        whole = _total(self.models[0].operations)
        cost = f"multiplications and additions; dotted: all terms, {whole}"
        labels = (cost, "error, % of the torque")
        ax = draw_lines(costs, errors, labels, ax, logarithmic=True)
        ax.axvline(whole, linestyle=":", linewidth=0.8, color=MUTED)
        return ax


def _total(operations: Operations) -> int:
    return operations.multiplications + operations.additions


def _counts(operations: Operations) -> dict[str, int]:
    return {
        "multiplications": operations.multiplications,
        "additions": operations.additions,
    }


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %" if share >= 0.0995 else f"{100 * share:.2g} %"
