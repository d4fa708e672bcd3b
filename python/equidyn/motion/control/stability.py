"""Stability of computed torque, by the criterion of its source and by poles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ...output.tables import Table
from ...output.tabular import Exported, Tabular
from ...validation import ComplexArray, FloatArray, float64_copy, frozen, require_finite
from . import closed_loop
from .sampled_stability import sampled_poles
from .settings import sampling

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# relative distance below which poles are shown as one: rounding separates equal poles
_ALIKE = 1e-6


class Condition(NamedTuple):
    """A condition of the criterion.

    Attributes
    ----------
    name : str
        Its letter.
    statement : str
        Its requirement.
    found : str
        The value for the gains.
    holds : bool
        Whether it holds.
    """

    name: str
    statement: str
    found: str
    holds: bool


@dataclass(frozen=True, repr=False, eq=False)
class Stability(Tabular, Exported):
    """Stability of the error of computed torque; true in a condition if it decays to zero.

    Attributes
    ----------
    kp, kv : ndarray, shape (n, n)
        Gains of position, 1/s², and velocity, 1/s.
    period : float or None
        Sampling period, s; None for continuous control.
    delay : float
        Delay from a sample to its torque, s.
    stable : bool
        Whether the error decays to zero.
    criterion : str
        The criterion: "conditions (a)-(c)", "poles" or "poles of the sampled loop".
    conditions : tuple of Condition
        The conditions, of continuous control.
    rank : int or None
        Rank of [Kv, Kp Kv, ..., Kp^(n-1) Kv]; None for gains that are not symmetric.
    poles : ndarray of complex128, shape (2n,)
        Poles of the continuous loop, 1/s, the slowest first; of a sampled loop, the factors by
        which the error changes from sample to sample, (2n,), or (3n,) with a delay, the largest
        first.
    """

    kp: FloatArray
    kv: FloatArray
    period: float | None
    delay: float
    stable: bool
    criterion: str
    conditions: tuple[Condition, ...]
    rank: int | None
    poles: ComplexArray

    def __bool__(self) -> bool:
        return self.stable

    @property
    def n(self) -> int:
        """Number of joints."""
        return len(self.kp)

    def table(self) -> Table:
        """Return the conditions as a table."""
        verdict = "stable" if self.stable else "not stable"
        joints = f"{self.n} joint{'s' * (self.n > 1)}"
        every = "" if self.period is None else f", sampled every {self.period:g} s"
        late = f", {self.delay:g} s late" if self.delay else ""
        return Table(
            title=f"Computed torque of {joints}{every}{late}: {verdict}, by {self.criterion}",
            columns=("", "condition", "found", "verdict"),
            align="lllc",
            rows=tuple(
                (name, statement, found, "holds" if holds else "fails")
                for name, statement, found, holds in (*self.conditions, self._of_poles())
            ),
            footnote="e'' + Kv e' + Kp e = 0: Lee, Chung, Mudge & Turney 1982, after (4.3)",
        )

    def _of_poles(self) -> Condition:
        if self.period is not None:
            largest = f"largest magnitude {np.abs(self.poles).max():.6g}"
            return Condition("", "all poles within the unit circle", largest, self.stable)
        nearest = f"largest real part {self._shown(self.poles.real.max())} 1/s"
        # smaller than the rounding errors of the fastest, in a loop that the criterion judged
        nearest += ", up to rounding" if self.stable and " 0 " in nearest else ""
        left = "all poles left of the imaginary axis"
        return Condition("", left, nearest, self.stable)

    def poles_table(self) -> Table:
        """Return the poles as a table, pairs of complex ones in one row."""
        columns: tuple[str, ...] = ("pole", "how many", "magnitude")
        if self.period is None:
            columns = ("pole, 1/s", "how many", "natural frequency, rad/s", "damping ratio")
            columns = (*columns, "time constant, s")
        return Table(
            title="Poles" if self.period is None else "Poles of the sampled loop",
            columns=columns,
            align="r" * len(columns),
            rows=tuple(
                self._row(pole, count) for pole, count in _distinct(self.poles) if pole.imag >= 0
            ),
        )

    def _row(self, pole: complex, count: int) -> tuple[str, ...]:
        real, size = self._shown(pole.real), abs(pole)
        written = f"{real} ± {pole.imag:.4g}i" if pole.imag else real
        many = str(count * (2 if pole.imag else 1))
        if self.period is not None:
            return written, many, f"{size:.4g}"
        ratio = self._shown(-pole.real / size, 1.0) if size else ""
        constant = "" if real == "0" else f"{-1 / pole.real:.4g}"
        return written, many, f"{size:.4g}", ratio, constant

    def _shown(self, part: float, size: float | None = None) -> str:
        """Write a number; 0 where it is a rounding error of the size of the poles."""
        size = float(np.abs(self.poles).max()) if size is None else size
        return "0" if abs(part) <= closed_loop.rounding(2 * self.n) * size else f"{part:.4g}"

    def _tables(self) -> Sequence[Table]:
        return self.table(), self.poles_table()

    def to_records(self) -> list[dict[str, Any]]:
        """Return one record for each pole."""
        return [
            {"real": float(pole.real), "imaginary": float(pole.imag), "magnitude": float(abs(pole))}
            for pole in self.poles
        ]

    def _about(self) -> dict[str, Any]:
        return {
            "stable": self.stable,
            "criterion": self.criterion,
            "kp": self.kp.tolist(),
            "kv": self.kv.tolist(),
            "period": self.period,
            "delay": self.delay,
        }

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw the poles in the complex plane, and where those of stable gains are.

        Parameters
        ----------
        ax : matplotlib axes, optional
            Axes to draw on; a new figure by default.

        Returns
        -------
        matplotlib axes
        """
        from ...output.poles import draw_poles

        return draw_poles(_distinct(self.poles), ax, sampled=self.period is not None)


def stability(
    kp: ArrayLike, kv: ArrayLike, *, period: float | None = None, delay: float = 0.0
) -> Stability:
    """Tell whether the error of computed torque decays to zero, ``e'' + Kv e' + Kp e = 0``.

    It does if (a) Kv is symmetric and positive semidefinite, (b) Kp is symmetric and positive
    definite, and (c) [Kv, Kp Kv, ..., Kp^(n-1) Kv] has rank n: then no mode of the springs Kp is
    without damping. With (a) and (b), (c) is necessary too. Other gains are judged by their poles,
    which must lie further to the left of the imaginary axis than rounding errors reach; those of a
    controller that samples, by the poles of the sampled loop, which must lie further within the
    unit circle.

    Parameters
    ----------
    kp, kv : float, or array_like of shape (n,) or (n, n)
        Gains of position, 1/s², and velocity, 1/s, as `ComputedTorque` takes them; matrices may be
        of any sign, and not symmetric. Of two numbers, for one joint.
    period : float, optional
        Sampling period, s.
    delay : float, optional
        Delay from a sample to its torque, s; at most the period.

    Returns
    -------
    Stability
        True in a condition if stable; prints as tables, and plots its poles.

    Raises
    ------
    ValueError, TypeError
        For gains that are not finite or of different shapes; for a bad period or delay.

    References
    ----------
    C. S. G. Lee, M. J. Chung, T. N. Mudge, J. L. Turney, On the Control of Mechanical Manipulators,
    1982, section 4, after (4.3).

    Examples
    --------
    One damper on the sum of all velocities damps joints that have different frequencies:

    >>> import numpy as np
    >>> found = stability(kp=[10, 20, 30, 40, 50, 60], kv=np.ones((6, 6)))
    >>> found.stable, found.criterion, found.rank
    (True, 'conditions (a)-(c)', 6)
    >>> stability(kp=100, kv=np.ones((6, 6))).rank
    1
    >>> [stability(kp=100, kv=20, period=period).stable for period in (0.05, 0.2)]
    [True, False]
    """
    gains = _matrices(kp, kv)
    every, late = sampling(period, delay)
    symmetric = [closed_loop.is_symmetric(gain) for gain in gains]
    rank = closed_loop.rank(*gains) if all(symmetric) else None
    conditions = _conditions(*gains, rank)
    if every is not None:
        criterion, poles = "poles of the sampled loop", _sampled_poles(*gains, every, late)
        # without a spring there is a pole at 1, which rounding may take to either side
        stable = bool(np.abs(poles).max() < 1 - closed_loop.rounding(len(poles)))
    else:
        poles = closed_loop.poles(*gains)
        poles = poles[np.lexsort((-poles.imag, np.abs(poles.imag), -poles.real))]
        by_criterion = all(condition.holds for condition in conditions[:2])
        criterion = "conditions (a)-(c)" if by_criterion else "poles"
        stable = conditions[2].holds if by_criterion else closed_loop.is_stable(*gains)
    return Stability(*gains, every, late, stable, criterion, conditions, rank, poles)


def _matrices(kp: ArrayLike, kv: ArrayLike) -> tuple[FloatArray, FloatArray]:
    """Return both gains as matrices (n, n)."""
    given = {name: float64_copy(name, gain) for name, gain in (("kp", kp), ("kv", kv))}
    n = max((1, *(size for gain in given.values() for size in gain.shape)))
    for name, gain in given.items():
        if gain.shape not in ((), (n,), (n, n)) or not gain.size:
            raise ValueError(
                f"{name}: expected one number, one for each joint, ({n},), or a matrix, "
                f"({n}, {n}), got shape {gain.shape}"
            )
        require_finite(name, gain)
    first, second = (
        gain if gain.ndim == 2 else np.diag(np.broadcast_to(gain, n)) for gain in given.values()
    )
    return frozen(first), frozen(second)


def _conditions(kp: FloatArray, kv: FloatArray, rank: int | None) -> tuple[Condition, ...]:
    n = len(kp)
    found = "not of symmetric gains" if rank is None else f"{rank} of {n}"
    return (
        _of_gain("(a)", "Kv", "semidefinite", kv),
        _of_gain("(b)", "Kp", "definite", kp),
        Condition("(c)", "rank [Kv, Kp Kv, ..., Kp^(n-1) Kv] = n", found, rank == n),
    )


def _of_gain(name: str, gain: str, kind: str, matrix: FloatArray) -> Condition:
    statement = f"{gain} symmetric, positive {kind}"
    if not closed_loop.is_symmetric(matrix):
        return Condition(name, statement, "not symmetric", False)
    holds = closed_loop.is_definite if kind == "definite" else closed_loop.is_semidefinite
    found = np.concatenate(closed_loop.eigenvalues(matrix))
    least, largest = (
        0.0 if abs(x) <= closed_loop.rounding(len(matrix)) * abs(found).max() else x
        for x in (found.min(), found.max())
    )
    texts = dict.fromkeys((f"{least:.4g}", f"{largest:.4g}"))
    return Condition(name, statement, f"eigenvalues {' to '.join(texts)}", holds(matrix))


def _sampled_poles(kp: FloatArray, kv: FloatArray, period: float, delay: float) -> ComplexArray:
    every = [sampled_poles(*part, period, delay) for part in closed_loop.parts(kp, kv)]
    poles = np.concatenate(every)
    return poles[np.argsort(-np.abs(poles), kind="stable")]


@np.errstate(over="ignore", invalid="ignore")
def _distinct(poles: ComplexArray) -> list[tuple[complex, int]]:
    """Return poles that are nearly alike as one, with their number."""
    size = float(np.abs(poles).max())
    found: list[list[complex]] = []
    for pole in map(complex, poles):
        alike = (some for some in found if np.abs(some[0] - pole) <= _ALIKE * size)
        some = next(alike, None)
        if some is None:
            found.append([pole])
        else:
            some.append(pole)
    return [(sum(pole / len(some) for pole in some), len(some)) for some in found]
