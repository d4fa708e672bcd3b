"""Significance of the terms of Newton-Euler's equations along a motion."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from ...arm import Arm
from ...graph import Operations
from ...robots import ArmLike, load
from ...validation import FloatArray, count, float64_copy, function, positive, require, vectors
from .contributions import ReducedModel, Significance, Term
from .equations import Equations, Key
from .recursion import TERMS

if TYPE_CHECKING:
    from ...motion import MotionArrays, Trajectory

# torques below this, relative to the terms that cancel in them, count as zero
_ROUNDING = 1e-12


def significance(
    arm: ArmLike,
    trajectory: Trajectory,
    *,
    samples: int = 200,
    scale: ArrayLike | None = None,
) -> Significance:
    """Rank the terms of Newton-Euler's equations by their contributions along a motion.

    Every term of every link is left out once, and the torques compared with those of all terms;
    then the smallest are left out together, one more at a time. The torques of the whole equations
    are compared with `Arm.inverse_dynamics`; the operations are counted in the expression graph of
    the equations without the terms, dead code removed.

    Parameters
    ----------
    arm : Arm, str or path_like
        The arm, n joints, or its name or file as `equidyn.robots.load` takes them; its base at
        rest, without load at the tip, friction and motors.
    trajectory : Trajectory
        The motion: an object with a ``duration`` in s that is called with times (m,), and returns
        q, qd and qdd (m, n); as `equidyn.exciting_trajectory` does.
    samples : int, optional
        Number of sampled states, evenly spaced over the duration.
    scale : array_like, shape (n,), optional
        The torque of each joint that counts as 1, such as the largest of its drive: N m or N. By
        default the root mean square of its torque along the motion; a joint whose torque is always
        zero does not count then.

    Returns
    -------
    Significance
        Prints as a table; ``models[k]`` lacks the k smallest terms, ``within(0.01)`` is the
        cheapest model whose torques are right to 1 %, and ``plot`` draws error against cost.

    Raises
    ------
    ValueError, TypeError
        For a bad argument, or where no joint takes a torque.
    RuntimeError
        If the torques are not those of the library, by an error of equidyn.

    References
    ----------
    J. L. Turney, T. N. Mudge, C. S. G. Lee, Equivalence of Two Formulations for Robot Arm Dynamics,
    University of Michigan, 1980, section 6: "terms representing insignificant torque contributions
    can be easily identified and, if approximations are acceptable, deleted".

    Examples
    --------
    >>> import equidyn
    >>> arm = equidyn.robots.planar_2r()
    >>> motion = equidyn.exciting_trajectory(arm, evaluations=20)
    >>> found = equidyn.studies.significance(arm, motion)
    >>> found.terms[-1].meaning, found.terms[-1].link
    ('moment of angular acceleration', 1)
    >>> model = found.within(0.05)
    >>> model.left_out, model.largest <= 0.05
    (1, True)
    """
    arm = load(arm)
    duration, motion = _sampled(arm, trajectory, count("samples", samples))
    equations = Equations(arm)
    whole = equations.torques(motion)
    changes = {key: equations.torques(motion, (key,)) - whole for key in equations.terms()}
    _check(whole, arm.inverse_dynamics(*motion), changes)
    units = _units(whole, changes, scale, arm.n)
    terms = _ranked(changes, units, equations)
    # the smallest come last
    left_out = [{(term.link, term.name) for term in terms[k:]} for k in range(len(terms), -1, -1)]
    return Significance(
        arm=arm.name or f"arm of {arm.n} joints",
        duration=duration,
        samples=samples,
        scale=units,
        terms=terms,
        models=tuple(
            _reduced(
                len(keys),
                equations.operations(keys),
                equations.torques(motion, keys) - whole,
                units,
            )
            for keys in left_out
        ),
    )


def _sampled(arm: Arm, trajectory: Trajectory, samples: int) -> tuple[float, MotionArrays]:
    """Return the duration of a trajectory and states (samples, n) of it."""
    call = function("trajectory", trajectory, "times")
    if not hasattr(trajectory, "duration"):
        raise TypeError("trajectory: expected an object with a duration, it has none")
    duration = positive("trajectory: duration", trajectory.duration)
    given = call(np.linspace(0.0, duration, samples, endpoint=False))
    try:
        q, qd, qdd = given
    except (TypeError, ValueError):
        raise ValueError(
            "trajectory: expected q, qd and qdd of the times it is called with"
        ) from None
    motion = tuple(
        vectors(f"trajectory: {name}", x, arm.n) for name, x in (("q", q), ("qd", qd), ("qdd", qdd))
    )
    for name, x in zip(("q", "qd", "qdd"), motion, strict=True):
        if x.shape != (samples, arm.n):
            raise ValueError(
                f"trajectory: {name}: expected shape {(samples, arm.n)}, got {x.shape}"
            )
    return duration, (motion[0], motion[1], motion[2])


def _check(torques: FloatArray, truth: FloatArray, changes: dict[Key, FloatArray]) -> None:
    """Compare the torques of the recursion with those of the library."""
    error = np.abs(torques - truth).max()
    if not error <= _ROUNDING * max(np.abs(x).max() for x in (truth, *changes.values())):
        raise RuntimeError(
            f"the torques of the terms differ from the library's by {error:.3g}; please report "
            "this error of equidyn"
        )


def _units(
    torques: FloatArray, changes: dict[Key, FloatArray], scale: ArrayLike | None, n: int
) -> FloatArray:
    """Return the torque of each joint that counts as 1; infinite where none counts."""
    if scale is not None:
        units = float64_copy("scale", scale)
        if units.shape != (n,):
            raise ValueError(f"scale: expected shape {(n,)}, got {units.shape}")
        require("scale", np.isfinite(units) & (units > 0), "must be positive", units, "joint")
        return units
    sizes = _rms(torques)
    parts = np.max([_rms(change) for change in changes.values()], axis=0)
    if not (moved := sizes > _ROUNDING * parts).any():
        raise ValueError("trajectory: no joint takes a torque along it; give a scale")
    return np.where(moved, sizes, np.inf)


def _ranked(
    changes: dict[Key, FloatArray], units: FloatArray, equations: Equations
) -> tuple[Term, ...]:
    """Return the terms with any cost or contribution, the largest share first."""
    whole = equations.operations()
    terms = []
    for (link, name), change in changes.items():
        contribution, rest = _rms(change), equations.operations(((link, name),))
        saved = Operations(
            whole.multiplications - rest.multiplications, whole.additions - rest.additions
        )
        if any(saved) or contribution.any():
            shares = contribution / units
            joint = int(np.argmax(shares))
            equation, meaning = TERMS[name]
            terms.append(
                Term(
                    link=link,
                    name=name,
                    equation=equation,
                    meaning=meaning,
                    contribution=contribution,
                    share=float(shares[joint]),
                    joint=joint + 1,
                    operations=saved,
                )
            )
    return tuple(sorted(terms, key=lambda term: -term.share))


def _reduced(
    left_out: int, operations: Operations, change: FloatArray, units: FloatArray
) -> ReducedModel:
    """Return a reduced model from the change of its torques (m, n)."""
    rms, largest = _rms(change), np.abs(change).max(axis=0)
    return ReducedModel(
        left_out=left_out,
        operations=operations,
        rms_error=rms,
        largest_error=largest,
        rms=float((rms / units).max()),
        largest=float((largest / units).max()),
    )


def _rms(torques: FloatArray) -> FloatArray:
    """Return the root mean square of each joint."""
    mean: FloatArray = np.sqrt(np.mean(torques**2, axis=0))
    return mean
