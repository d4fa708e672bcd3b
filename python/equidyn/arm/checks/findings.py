"""Findings on suspect arm data: they occur in published arms, so they never raise."""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from ... import _core
from ...dynamics.joint_names import are_given, usual_link_names
from ...validation import ROUNDING, BoolArray, FloatArray, shown
from ..body import steiner
from ..data import UNITS

if TYPE_CHECKING:
    from ..arm import Arm
    from .sizes import Sizes

__all__ = ["ArmWarning", "Finding", "Findings", "find_doubtful", "warn", "warn_of_doubtful"]

# a warning shows this many findings at most
_WARNED = 8


class ArmWarning(UserWarning):
    """Warning of suspect arm data; ``arm.check()`` lists them."""


def find_doubtful(arm: Arm) -> Findings:
    """Return the findings on suspect data of an arm, link by link."""
    checks: tuple[Callable[[Arm], list[Finding]], ...] = (
        _broken_triangle_inequalities,
        _zero_masses,
        _unloaded_joints,
        _driving_friction,
        # wrong units or reference points: degrees, mm, grams, kg mm², tensors about origins
        _large_angles,
        _cut_angles,
        _limits_without_motion,
        _large_lengths,
        _large_masses,
        _wide_links,
        _tensors_about_origins,
    )
    if arm.missing:
        checks = (
            _driving_friction,
            _large_angles,
            _cut_angles,
            _limits_without_motion,
            _large_lengths,
        )
    findings = [finding for check in checks for finding in check(arm)]
    return Findings(sorted(findings, key=lambda finding: finding.link))


def warn_of_doubtful(arm: Arm) -> None:
    """Warn once, at the line of the user's program, of all suspect data of an arm."""
    findings = [finding for finding in find_doubtful(arm) if finding.what != _PLANAR]
    lines = [str(finding) for finding in findings[:_WARNED]]
    if len(findings) > _WARNED:
        lines.append(f"and {len(findings) - _WARNED} more: see arm.check()")
    warn(f"suspect data in the arm {arm.name!r}" if arm.name else "suspect data in the arm", lines)


def warn(title: str, lines: Sequence[str]) -> None:
    """Warn at the line of the user's program, unless there are no lines."""
    if lines:
        text = "\n  ".join([f"{title}:", *lines])
        warnings.warn(text, ArmWarning, stacklevel=_users_level())


def _users_level() -> int:
    """Return the stack level, as seen from the caller, of the first line outside this package."""
    inner = (__name__.partition(".")[0], "functools")  # evaluates cached properties
    frame, level = inspect.currentframe(), 0
    while frame is not None and frame.f_globals.get("__name__", "").partition(".")[0] in inner:
        frame, level = frame.f_back, level + 1
    return level


def _broken_triangle_inequalities(arm: Arm) -> list[Finding]:
    """Find impossible principal moments: one exceeds the sum of the others."""
    moments = np.linalg.eigvalsh(arm.inertia)
    impossible = break_triangle_inequality(moments)
    planar = np.flatnonzero(impossible & _turn_in_a_plane(arm))
    findings = [
        Finding(
            int(link) + 1,
            "triangle inequality",
            "note",
            f"principal moments {shown(moments[link])} kg m² violate the triangle inequality: "
            "each must be at most the sum of the other two",
        )
        for link in np.setdiff1d(np.flatnonzero(impossible), planar)
    ]
    if len(planar):
        links = f"link{'s' * (len(planar) > 1)} {', '.join(str(link + 1) for link in planar)}"
        said = f"moments of inertia about z alone ({links}), which are all that a planar arm needs"
        findings.append(Finding(int(planar[0]) + 1, _PLANAR, "note", said))
    return findings


def _turn_in_a_plane(arm: Arm) -> BoolArray:
    """Tell which links of an arm of parallel axes have only a moment about these, shape (n,)."""
    parallel = arm.revolute.all() and (np.abs(np.sin(arm.alpha)) < _AS_WRITTEN).all()
    others = arm.inertia.copy()
    others[:, 2, 2] = 0.0
    return np.array([parallel and not tensor.any() for tensor in others])


def break_triangle_inequality(moments: NDArray[np.floating[Any]]) -> BoolArray:
    """Tell which principal moments (..., 3), in ascending order, no body has."""
    excess = moments[..., 2] - moments[..., 0] - moments[..., 1]
    impossible: BoolArray = excess > ROUNDING * moments[..., 2]
    return impossible


def _zero_masses(arm: Arm) -> list[Finding]:
    """Find links without mass, with or without moments of inertia."""
    rotates = np.any(arm.inertia != 0, axis=(1, 2))
    return [
        Finding(
            int(link) + 1,
            "zero mass",
            "note",
            "no mass, but moments of inertia"
            if rotates[link]
            else "neither mass nor inertia: it does not affect the torques",
        )
        for link in np.flatnonzero(arm.mass == 0)
    ]


def _unloaded_joints(arm: Arm) -> list[Finding]:
    """Find joints that move no inertia, if others may yield: the mass matrix is singular."""
    unloaded = singular_joints(arm, held=True)
    findings = [
        Finding(
            joint,
            "unloaded joint",
            "severe",
            "no inertia of a link opposes the motion of its joint: the mass matrix is singular",
        )
        for joint in unloaded
    ]
    return findings + [
        Finding(
            joint,
            "redundant joint",
            "severe",
            "the joints beyond can yield so that its joint moves no inertia: the mass matrix is "
            "singular",
        )
        for joint in singular_joints(arm)
        if joint not in unloaded
    ]


@np.errstate(over="ignore")
def singular_joints(arm: Arm, *, motors: bool = False, held: bool = False) -> list[int]:
    """Return the joints, from 1, whose motion moves no inertia beyond errors of the arm's data.

    By the criterion of the dynamics, in one position without special angles or lengths.

    Parameters
    ----------
    arm : Arm
        The arm.
    motors : bool, optional
        Whether the inertia of the motors counts.
    held : bool, optional
        Whether the joints beyond each are held; otherwise they yield, as in forward dynamics.
    """
    size = np.abs([arm.a, arm.a_y, arm.d]).sum() + np.abs(arm.com).max(initial=0.0)
    q = np.random.default_rng(0).uniform(-1.0, 1.0, arm.n)
    return arm._singular_joints(q * np.where(arm.revolute, np.pi, size or 1.0), motors, held=held)


def _driving_friction(arm: Arm) -> list[Finding]:
    """Find friction by direction of the wrong sign, which would drive its joint."""
    given = {"coulomb": arm.coulomb, "breakaway": arm.breakaway}
    return [
        Finding(
            int(link) + 1,
            "driving friction",
            "note",
            f"{name} friction {shown(friction[link])} drives the joint: the first value "
            "(forwards) must be positive, the second (backwards) negative, to oppose the motion",
        )
        for name, friction in given.items()
        if friction is not None
        for link in np.flatnonzero(drives_joint(friction))
    ]


def drives_joint(friction: FloatArray) -> BoolArray:
    """Tell which friction by direction (..., 2) has a wrong sign."""
    driving: BoolArray = np.any(friction * (1, -1) < 0, axis=-1)
    return driving


# most findings printed
_PRINTED = 20


@dataclass(frozen=True)
class Finding:
    """A finding: one suspect datum of one link.

    Attributes
    ----------
    link : int
        Number of the link, or of its joint, counted from 1.
    what : str
        ``"triangle inequality"``, ``"zero mass"``, ``"unloaded joint"``, ``"redundant joint"``,
        ``"driving friction"``, ``"large angle"``, ``"cut angle"``, ``"no motion"``,
        ``"large length"``, ``"large mass"``, ``"large tensor"``, ``"tensor about origin"``,
        ``"planar inertia"`` (of which no warning is given),
        ``"beyond limit"`` or ``"motion beyond limit"``.
    severity : str
        ``"note"``: suspect, but torques are defined; ``"severe"``: the mass matrix is singular, so
        that torques do not determine the accelerations.
    message : str
        One sentence with the numbers.
    state : tuple of int, or None
        For a joint beyond its limit: the index of the state, or of the motion, along the leading
        axes.
    arm : tuple of int, or None
        Of many arms: the index of the first one with this finding.
    arms : int
        The number of arms with it.
    """

    link: int
    what: str
    severity: Literal["note", "severe"]
    message: str
    state: tuple[int, ...] | None = None
    arm: tuple[int, ...] | None = None
    arms: int = 1

    def __str__(self) -> str:
        return f"{'link' if self.state is None else 'joint'} {self.link}: {self.message}"


class Findings(tuple[Finding, ...]):
    """A tuple of findings that prints one per line."""

    __slots__ = ()

    def __str__(self) -> str:
        lines = [str(finding) for finding in self[:_PRINTED]]
        if len(self) > _PRINTED:
            lines.append(f"and {len(self) - _PRINTED} more")
        return "\n".join(lines) if self else "nothing suspect"

    __repr__ = __str__


# an idealisation of planar arms that is told, but not warned of
_PLANAR = "planar inertia"

# beyond these, degrees or millimetres are more likely; joints with two turns exist
LARGEST_ANGLE = 2 * np.pi
_LARGEST_TURN = 4 * np.pi
LARGEST_LENGTH = 10.0
# frames of almost parallel axes are nearer, m
_FARTHEST = 1e13

# difference of a truncated angle from a multiple of π/4: more than irrelevant digits, and less than
# half a unit of the second decimal; conversions keep this many digits
_CUT, _ROUNDED, _AS_WRITTEN = 1e-4, 6e-3, 1e-12

# links weigh less than a fifth of the water in a cube as wide as the arm's reach: real arms reach a
# tenth of that
_DENSEST = 200.0

# links lighter than this part of the heaviest mass are not considered
_FAIR_SHARE = 0.1

# smallest ratio of the shift between centre of mass and origin to a tensor: if tensors are about
# the centres of mass, the shift of some link exceeds its tensor
_TELLING_SHIFT = 0.5


def _large_angles(arm: Arm) -> list[Finding]:
    """Find angles of more than a turn, and limits of more than two."""
    angles = {name: getattr(arm, name)[:, np.newaxis] for name in ("alpha", "theta")}
    findings = _large(angles, LARGEST_ANGLE, "angle", "rad is more than a full turn: degrees?")
    if arm.limits is not None:
        revolute = arm.revolute[:, np.newaxis]
        # larger ones mean no limit
        asked = revolute & (np.abs(arm.limits) < _core.ENDLESS)
        limits = {"limits": np.where(asked, arm.limits, 0.0)}
        findings += _large(limits, _LARGEST_TURN, "angle", "rad is more than two turns: degrees?")
    return findings


def _cut_angles(arm: Arm) -> list[Finding]:
    """Find angles that are multiples of π/4 with missing digits."""
    findings = []
    for name in ("alpha", "theta"):
        for link, angle in enumerate(getattr(arm, name).tolist(), start=1):
            quarters = round(angle / (np.pi / 4)) if abs(angle) <= LARGEST_ANGLE else 0
            off = abs(angle - quarters * np.pi / 4)
            if quarters and _CUT < off < _ROUNDED and _is_cut(angle, quarters):
                message = f"{name} = {shown(angle)} rad: {_in_quarters(quarters)} without its "
                message += f"last digits, off by {np.rad2deg(off):.2g}°?"
                findings.append(Finding(link, "cut angle", "note", message))
    return findings


def _is_cut(angle: float, quarters: int) -> bool:
    """Tell whether an angle is a multiple of π/4, rounded or cut after two or three decimals."""
    exact = quarters * np.pi / 4
    # 1.57 means π/2, but 0.79 need not mean π/4
    for decimals in (3,) if quarters % 2 else (2, 3):
        written = round(angle, decimals)
        unit = 10.0**decimals
        meant = (round(exact, decimals), np.trunc(exact * unit) / unit)
        if (
            abs(angle - written) < _AS_WRITTEN
            and min(abs(written - x) for x in meant) < _AS_WRITTEN
        ):
            return True
    return False


def _in_quarters(quarters: int) -> str:
    """Write a multiple of π/4."""
    common = np.gcd(quarters, 4)
    factor, parts = quarters // common, 4 // common
    sign, size = "-" if factor < 0 else "", abs(factor)
    return f"{sign}{size if size > 1 else ''}π{f'/{parts}' if parts > 1 else ''}"


def _large_lengths(arm: Arm) -> list[Finding]:
    """Find lengths of many metres; offsets and centres of mass only if the arm is as long."""
    lengths = {name: getattr(arm, name)[:, np.newaxis] for name in ("a", "a_y", "d")}
    if "com" not in arm.missing:
        lengths["com"] = arm.com
    if sum(_sizes(arm)) <= LARGEST_LENGTH:
        lengths = {name: lengths[name] for name in ("a", "a_y")}
    return _large(lengths, LARGEST_LENGTH, "length", "m: millimetres?")


def _large(data: dict[str, FloatArray], largest: float, kind: str, doubt: str) -> list[Finding]:
    """Find the largest entry of each row that exceeds the usual range, up to rounding."""
    findings = []
    for name, rows in data.items():
        for link in np.flatnonzero(is_large(rows, largest)):
            number = rows[link, np.abs(rows[link]).argmax()]
            message = f"{name} = {shown(number)} {doubt}"
            findings.append(Finding(int(link) + 1, f"large {kind}", "note", message))
    return findings


def is_large(rows: FloatArray, largest: float) -> BoolArray:
    """Tell which rows (..., k) have an entry beyond the usual range, up to rounding."""
    large: BoolArray = np.abs(rows).max(axis=-1) > largest * (1 + ROUNDING)
    return large


def _sizes(arm: Arm) -> Sizes:
    """Return the lengths of an arm, from its axes if its frames would make it too long."""
    from .sizes import sizes_by_axes, sizes_by_frames

    sizes = sizes_by_frames(arm)
    if not LARGEST_LENGTH < sum(sizes) < _FARTHEST:
        return sizes
    by_axes = sizes_by_axes(arm)
    return by_axes if sum(by_axes) < sum(sizes) else sizes


def _large_masses(arm: Arm) -> list[Finding]:
    """Find links too heavy for the reach; prismatic joints leave the reach unknown."""
    if not arm.revolute.all():
        return []
    sizes = _sizes(arm)
    reach = max(1.0, sizes.links + sizes.com)  # an upper bound, m
    findings = []
    for link in np.flatnonzero(np.cbrt(arm.mass / _DENSEST) > reach * (1 + ROUNDING)):
        mass = shown(arm.mass[link])
        message = f"mass = {mass} kg in an arm that reaches {shown(reach)} m: grams?"
        findings.append(Finding(int(link) + 1, "large mass", "note", message))
    return findings


def _wide_links(arm: Arm) -> list[Finding]:
    """Find links that would be wider than the arm; another check finds those without mass."""
    sizes = _sizes(arm)
    reach = _core.known_reach(arm.joints, sizes.links, sizes.com + sizes.tool)
    found = _core.wide_bodies(arm.mass, arm.inertia, reach, arm.mass.sum())
    given = arm.link_names != usual_link_names(arm.n)
    return [
        Finding(
            k + 1, "large tensor", "note", f"{arm.link_names[k]!r}: {message}" if given else message
        )
        for k, message in found.items()
        if arm.mass[k] > 0
    ]


def _limits_without_motion(arm: Arm) -> list[Finding]:
    """Find limits that leave a joint no motion."""
    if arm.limits is None:
        return []
    lower, upper = arm.limits.T
    findings = []
    for joint in np.flatnonzero(lower == upper):
        name = f" of {arm.joint_names[joint]!r}" if are_given(arm.joint_names) else ""
        limit = f"{shown(lower[joint])} {UNITS['limits'][not arm.revolute[joint]]}"
        message = f"both limits{name} are {limit}, which leave the joint no motion: placeholders?"
        findings.append(Finding(int(joint) + 1, "no motion", "note", message))
    return findings


def _tensors_about_origins(arm: Arm) -> list[Finding]:
    """Find inertia tensors probably about the frame origins, not the centres of mass.

    Such a tensor contains the Steiner term m (c² E - c cᵗ): subtracting it leaves a physical tensor
    in every link. If tensors are about the centres of mass, this fails in some link of nearly every
    arm, because mass is farther from a joint than from its own centre.
    """
    heavy = arm.mass >= _FAIR_SHARE * arm.mass.max()
    shifts = steiner(arm.mass, arm.com)
    part = np.zeros(arm.n)
    moments = np.linalg.eigvalsh(arm.inertia)[:, 2]
    with np.errstate(over="ignore"):  # tiny tensors
        np.divide(np.linalg.eigvalsh(shifts)[:, 2], moments, out=part, where=moments > 0)
    largest = int(np.where(heavy, part, 0.0).argmax())
    without = arm.inertia - shifts
    if part[largest] < _TELLING_SHIFT or not _of_bodies(without, like=arm.inertia).all():
        return []
    return [
        Finding(
            largest + 1,
            "tensor about origin",
            "note",
            "the inertia tensors look as if taken about the origins of the link frames, not the "
            f"centres of mass: {part[largest]:.0%} of this one can be the shift between the two, "
            "and no link contradicts this; Arm.inertia_about_com subtracts it",
        )
    ]


def _of_bodies(tensors: FloatArray, like: FloatArray) -> BoolArray:
    """Tell which tensors are physical, up to violations by the tensors they came from."""
    moments, before = np.linalg.eigvalsh(tensors), np.linalg.eigvalsh(like)
    rounding = ROUNDING * before[:, 2]
    positive = moments[:, 0] >= -rounding
    triangle = moments[:, 2] - moments[:, 1] - moments[:, 0] <= rounding
    broken_before = before[:, 2] - before[:, 1] - before[:, 0] > rounding
    possible: BoolArray = positive & (triangle | broken_before)
    return possible
