"""Measurement of the rounding error of every formulation, in series of arms and states."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ...dynamics import QuantityName, chosen_names
from ...dynamics import formulations as registry
from ...implementations import Function, Implementation, candidates_of, chosen
from ...output.interrupted import bringing
from ...output.progress import progress_bar
from ...robots import ArmLike, load, random_arm
from ...robots.family import Family, numbers_of_joints
from ...validation import choice, count, several
from .exact import Exact, operands_of
from .mistake import Mistake, is_rounding, may_be_wrong
from .record import RoundingRecord
from .rounding_errors import RoundingErrors
from .sweeps import SWEEPS, Case, Setting

__all__ = ["RoundingErrors", "rounding_error"]

# Lagrange's equations term by term, of order n^4, take a second here
_SIZES = (1, 2, 3, 4, 6, 8, 10, 15, 20)

_LONGEST, _LARGEST_SAMPLE = 1000, 1_000_000


def rounding_error(
    arm: ArmLike | None = None,
    formulations: Iterable[str] | None = None,
    *,
    quantity: QuantityName | str = "inverse_dynamics",
    sweeps: Iterable[str] | None = None,
    n: Sequence[int] | None = None,
    family: Family | None = None,
    samples: int = 30,
    seed: int = 0,
    candidates: Mapping[str, Function] | None = None,
    progress: bool = False,
) -> RoundingErrors:
    """Measure the rounding errors of the formulations: against n, and near singular data.

    In each of five series something grows: the number of joints; the distance of the last link's
    frame from the link; the ratio of 1 rad to the angle between neighbouring axes; the height of
    the arm on a lift; the turns of its joints. The torques of random states are compared with those
    in extended precision (106 bits) from the same data. The error of a formulation is the
    largest difference in any joint and state, in units of eps = 2.2e-16 times the largest torque of
    any joint and state. The methods of another quantity are measured alike: mass matrices relative
    to their largest entry, Coriolis coefficients relative to that and to the largest of themselves,
    and accelerations by the torques that they take.

    Parameters
    ----------
    arm : Arm, str or path_like, optional
        The arm of "frame", "lift" and "turns", or its name or file as `equidyn.robots.load` takes
        them; a random arm of six revolute joints by default. "parallel" has an arm of its own, of
        as many joints.
    formulations : iterable of str, optional
        Names of formulations; by default, all that take the arms of a series.
    quantity : str
        The computed quantity: a name that `equidyn.formulations` takes.
    sweeps : iterable of {"joints", "frame", "parallel", "lift", "turns"}, optional
        The series; all by default.
    n : sequence of int, optional
        Numbers of joints; some from 1 to 20 by default.
    family : callable, optional
        Makes the arm of n joints; `equidyn.robots.random_arm(n, seed)` by default.
    samples : int
        Number of random states of each arm, in free motion.
    seed : int
        Seed of the states, and of all arms that are random.
    candidates : mapping of str to callable, optional
        Functions of your own, as `equidyn.verify` takes them, for all arms of the series. What is
        wrong from the first x on, in extended precision too where the function runs in it (arrays
        of objects, numbers of 106 bits), is said to be an error, and has no part in the comparison.
    progress : bool
        Show a progress bar.

    Returns
    -------
    RoundingErrors
        Records of every series, formulation and x, and groups of formulations by their equations;
        prints, plots and saves itself.

    Raises
    ------
    ValueError
        If a formulation, quantity or series is unknown; if a formulation asked for by name does not
        take an arm; if a number is not positive; if `family` returns an arm of another n; if a
        candidate does not compute a state of some arm.

    Notes
    -----
    The causes of lost digits are not presupposed. Of the traits of the equations (the reference
    point of the inertia, the origin of positions) the one that best separates the errors at the end
    of a series is named; a reason is given where they grow by the power that it predicts.

    Examples
    --------
    >>> import equidyn
    >>> errors = equidyn.rounding_error(sweeps=["lift"], formulations=["newton_euler", "kane"])
    >>> errors.worst("lift"), round(errors.exponent("lift", "kane"))
    ('kane', 1)
    """
    registry(quantity)  # raises for an unknown quantity
    names = None if formulations is None else chosen_names(formulations, quantity)
    chosen = list(SWEEPS) if sweeps is None else several("sweeps", sweeps, "names")
    chosen = list(dict.fromkeys(choice("sweeps", name, SWEEPS) for name in chosen))
    if not chosen:
        raise ValueError("sweeps: expected at least one name, got none")
    seed = count("seed", seed, smallest=0)
    given = random_arm(6, seed, "RRRRRR") if arm is None else load(arm)
    case = Case(
        arm=given.to_convention("standard"),
        sizes=numbers_of_joints(_SIZES if n is None else n, _LONGEST),
        family=(lambda size: random_arm(size, seed)) if family is None else family,
        samples=count("samples", samples, largest=_LARGEST_SAMPLE),
        seed=seed,
    )
    own = candidates_of(candidates, quantity)
    records: list[RoundingRecord] = []
    mistakes: list[Mistake] = []

    def measured() -> RoundingErrors:
        of = given.name or "this arm"
        return RoundingErrors(tuple(records), of, case.samples, seed, quantity, tuple(mistakes))

    with (
        progress_bar("measuring", len(chosen), progress) as step,
        bringing(lambda: measured() if records else None),
    ):
        for name in chosen:
            step(name)
            settings = list(SWEEPS[name].settings(case))
            subjects = _subjects(settings, names, own, quantity)
            exact = [Exact(setting, quantity) for setting in settings]
            for setting, truth in zip(settings, exact, strict=True):
                records += [
                    RoundingRecord(name, one.name, setting.x, truth.error(one), truth.unsure)
                    for one in subjects
                ]
            found = records[-len(settings) * len(subjects) :]
            mistakes += _mistakes(found, subjects, exact, SWEEPS[name].ordinary)
    return measured()


def _subjects(
    settings: Sequence[Setting],
    asked: Sequence[str] | None,
    candidates: Sequence[Implementation],
    quantity: str,
) -> list[Implementation]:
    """Return the formulations that take all arms of a series, and the candidates.

    Raises
    ------
    ValueError
        If a candidate does not compute a state of one of them.
    """
    for candidate in candidates:
        for setting in settings:
            candidate.takes_single_states(setting.arm, operands_of(setting, quantity))
    return chosen((setting.arm for setting in settings), asked, candidates, quantity)


def _mistakes(
    records: Sequence[RoundingRecord],
    subjects: Sequence[Implementation],
    exact: Sequence[Exact],
    ordinary: bool,
) -> list[Mistake]:
    """Return the subjects with errors other than rounding, at the first x; at any if ordinary."""
    found: dict[str, Mistake] = {}
    for k, record in enumerate(records):
        place, of = divmod(k, len(subjects))
        if (place and not ordinary) or record.formulation in found:
            continue
        if may_be_wrong(record.error):
            extended = exact[place].extended_error(subjects[of])
            if not is_rounding(record.error, extended):
                about = (record.sweep, record.formulation, record.x)
                found[record.formulation] = Mistake(*about, record.error, extended)
    return list(found.values())
