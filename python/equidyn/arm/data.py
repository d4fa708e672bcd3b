"""The data of an arm: fields, and their conversion for the C++ core, which checks them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from .. import _core
from ..dynamics.joint_names import usual_joint_names, usual_link_names
from ..validation import (
    BoolArray,
    FloatArray,
    choice,
    count,
    float64_copy,
    frozen,
    real_array,
    several,
    text,
)
from .body import principal, steiner

if TYPE_CHECKING:
    from ..dynamics.fixed_frames import Frame
    from .configurations import Configurations
    from .formats.tree.reading import Unsound

CONVENTIONS = ("standard", "modified")

# synonyms of the two conventions
_CONVENTION_SYNONYMS = {
    **dict.fromkeys(
        ("classic", "classical", "distal", "denavit_hartenberg", "paul", "spong", "std"), "standard"
    ),
    **dict.fromkeys(("craig", "khalil", "khalil_kleinfinger", "proximal", "mdh"), "modified"),
}

REQUIRED = ("convention", "joints", "a", "alpha", "d", "theta", "mass", "com", "inertia")

# data of the links for kinematics
GEOMETRY = ("a", "a_y", "alpha", "d", "theta")

# data of the links; without them the arm has only kinematics
BODIES = ("mass", "com", "inertia")

# defaults
OPTIONAL: dict[str, Any] = {
    "a_y": None,
    "gravity": (0.0, 0.0, -9.81),
    "base": None,
    "tool": None,
    "motor_inertia": None,
    "gear_ratio": None,
    "viscous": None,
    "coulomb": None,
    "breakaway": None,
    "stribeck": None,
    "limits": None,
    "velocity_limits": None,
    "acceleration_limits": None,
    "jerk_limits": None,
    "effort_limits": None,
    "joint_names": None,
    "link_names": None,
    "tool_name": None,
    "frames": (),
    "configurations": None,
    "name": "",
}

# default name of the tool frame
USUAL_TOOL = "tool"

NAMES = (*REQUIRED, *OPTIONAL)

# largest magnitudes for each joint
MAGNITUDES = ("velocity_limits", "acceleration_limits", "jerk_limits", "effort_limits")

# most joints of the arms of this package
MOST_JOINTS = 100_000

# units at revolute and at prismatic joints; all other data are without angles
UNITS = {
    "a": ("m", "m"),
    "a_y": ("m", "m"),
    "alpha": ("rad", "rad"),
    "d": ("m", "m"),
    "theta": ("rad", "rad"),
    "limits": ("rad", "m"),
    "velocity_limits": ("rad/s", "m/s"),
    "acceleration_limits": ("rad/s²", "m/s²"),
    "jerk_limits": ("rad/s³", "m/s³"),
    "effort_limits": ("N m", "N"),
    "configurations": ("rad", "m"),
}


@dataclass(frozen=True, eq=False, repr=False, init=False)
class ArmData:
    """The validated data of a serial arm; `equidyn.Arm` documents each."""

    convention: str
    joints: str
    a: FloatArray
    a_y: FloatArray
    alpha: FloatArray
    d: FloatArray
    theta: FloatArray
    mass: FloatArray
    com: FloatArray
    inertia: FloatArray
    gravity: FloatArray
    base: FloatArray
    tool: FloatArray
    motor_inertia: FloatArray | None
    gear_ratio: FloatArray | None
    viscous: FloatArray | None
    coulomb: FloatArray | None
    breakaway: FloatArray | None
    stribeck: FloatArray | None
    limits: FloatArray | None
    velocity_limits: FloatArray | None
    acceleration_limits: FloatArray | None
    jerk_limits: FloatArray | None
    effort_limits: FloatArray | None
    joint_names: tuple[str, ...]
    link_names: tuple[str, ...]
    tool_name: str
    frames: tuple[Frame, ...]
    configurations: Configurations
    name: str

    # impossible tensors that it was read with, or the arm that it was made from
    _unsound: ClassVar[Unsound | None] = None

    @property
    def n(self) -> int:
        """Number of joints, and of links."""
        return len(self.joints)

    @property
    def revolute(self) -> BoolArray:
        """Whether each joint is revolute, not prismatic: read-only array of bool, shape (n,)."""
        revolute = np.array([letter == "R" for letter in self.joints])
        revolute.flags.writeable = False
        return revolute

    @property
    def inertia_about_origin(self) -> FloatArray:
        """Inertia tensors about the origins of the link frames, in their axes, shape (n, 3, 3)."""
        return self.inertia + steiner(self.mass, self.com)

    @property
    def missing(self) -> tuple[str, ...]:
        """The names among ``"mass"``, ``"com"`` and ``"inertia"`` without data."""
        return tuple(name for name in BODIES if name not in vars(self))

    @property
    def _without_bodies(self) -> bool:
        """Whether the arm lacks all of its dynamic data."""
        return len(self.missing) == len(BODIES)

    if not TYPE_CHECKING:  # type checkers would accept any attribute

        def __getattr__(self, name: str) -> Any:
            """Raise for missing dynamic data, as for an attribute that does not exist."""
            if name in BODIES:
                self._require_bodies(name)
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def _require_bodies(self, what: str, needed: Sequence[str] = BODIES) -> None:
        """Raise if the arm lacks the dynamic data that something needs."""
        missing = [name for name in self.missing if name in needed]
        if missing:
            whose = f"the arm {self.name!r}" if self.name else "the arm"
            if self._unsound:
                raise ValueError(
                    f"{what}: {whose} has no inertia, because in its file {self._unsound.reason}; "
                    "arm.with_nearest_bodies() has the inertia of the nearest bodies"
                )
            raise ValueError(
                f"{what}: {whose} has no {' and no '.join(missing)} of its links; give them to "
                "Arm.from_dh, or by arm.with_parameters"
            )


# shape of one link's entry
_LINK_DATA: dict[str, tuple[int, ...]] = {
    "a": (),
    "a_y": (),
    "alpha": (),
    "d": (),
    "theta": (),
    "mass": (),
    "com": (3,),
    "inertia": (3, 3),
}
_JOINT_DATA: dict[str, tuple[int, ...]] = {
    "motor_inertia": (),
    "gear_ratio": (),
    "viscous": (),
    "coulomb": (2,),
    "breakaway": (2,),
    "stribeck": (),
}
_BOUNDS: dict[str, tuple[int, ...]] = {"limits": (2,), **dict.fromkeys(MAGNITUDES, ())}

# data of the arm as a whole, with shape and meaning
_VECTOR, _POSE = "a vector in the world frame", "a pose"
_ARM_DATA = {"gravity": ((3,), _VECTOR), "base": ((4, 4), _POSE), "tool": ((4, 4), _POSE)}


def may_vary(n: int) -> dict[str, tuple[tuple[int, ...], str]]:
    """Return the data that may differ between many arms of n joints: shape, and its meaning."""
    of_joints = {name: shape for name, shape in _JOINT_DATA.items() if name != "gear_ratio"}
    meaning = _entry_for_each(n)
    return {
        **{name: ((n, *shape), meaning) for name, shape in (_LINK_DATA | of_joints).items()},
        **_ARM_DATA,
    }


def checked(given: Mapping[str, Any]) -> dict[str, Any]:
    """Convert the data of an arm to strings and read-only arrays, which the core checks.

    Parameters
    ----------
    given : mapping
        All of ``REQUIRED`` and any of ``OPTIONAL``, as the user gave them.

    Raises
    ------
    ValueError, TypeError
        For data that make results meaningless, naming argument, link, expected and received.
    """
    given = {**OPTIONAL, **given}
    joints = joint_letters(given["joints"])
    n = len(joints)
    data: dict[str, Any] = {
        "convention": checked_convention(given["convention"]),
        "joints": joints,
    }
    if given["a_y"] is None:
        given["a_y"] = np.zeros(n)
    missing = [name for name in BODIES if given[name] is None]
    if "inertia" not in missing:
        given["inertia"] = _tensors(given["inertia"], n)
    for name, shape in _LINK_DATA.items():
        data[name] = None if name in missing else _per_joint(name, given[name], n, shape)

    data["gravity"] = real_array("gravity", given["gravity"], (3,), _VECTOR)
    for name in ("base", "tool"):
        data[name] = _matrix(name, np.eye(4) if given[name] is None else given[name])
    for name, shape in _JOINT_DATA.items():
        data[name] = None if given[name] is None else _per_joint(name, given[name], n, shape)
    for name, shape in _BOUNDS.items():
        data[name] = None if given[name] is None else _bounds(name, given[name], n, shape)
    for name, usual in (("joint_names", usual_joint_names), ("link_names", usual_link_names)):
        data[name] = usual(n) if given[name] is None else _names(name, given[name])
    tool = given["tool_name"]
    data["tool_name"] = USUAL_TOOL if tool is None else str(text("tool_name", tool))
    data["name"] = str(text("name", given["name"]))
    data["frames"] = _frames(given["frames"], n)
    data["configurations"] = _configurations(given["configurations"], n)

    symmetric = _core.checked_arm(data)
    if symmetric is not None:
        data["inertia"] = frozen(symmetric)
    return data


def in_radians(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the data of an arm, given in degrees, with all angles in radians."""
    from .configurations import Configurations

    joints = joint_letters(given["joints"])
    found = dict(given)
    for name, units in UNITS.items():
        value = given[name]
        turning = np.array([units[letter == "P"].startswith("rad") for letter in joints])
        if value is None or not turning.any():
            continue
        if name != "configurations":
            found[name] = _turned(float64_copy(name, value), turning)
        # configurations of another arm are in radians
        elif not isinstance(value, Configurations):
            named = _configurations(value, len(joints))
            found[name] = {
                key: {"q": _turned(q, turning), "source": named.source(key)}
                for key, q in named.items()
            }
    return found


def _turned(values: FloatArray, turning: BoolArray) -> FloatArray:
    """Return values with those of revolute joints converted from degrees to radians."""
    if values.shape[:1] != turning.shape:
        return values  # wrong shape: `checked` reports it
    rows = turning.reshape(-1, *(1,) * (values.ndim - 1))
    return np.where(rows, np.deg2rad(values), values)


def bits_of(data: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return all data of an arm in a form for bitwise comparison."""
    frames = tuple((name, link, pose.tobytes()) for name, link, pose in data["frames"])
    return tuple(
        value.tobytes() if isinstance(value, np.ndarray) else value
        for value in {**data, "frames": frames}.values()
    )


def joint_side_drives(arm: Any) -> dict[str, FloatArray]:
    """Joint-side friction and motor parameters of an arm, zero by default.

    Returns
    -------
    dict
        ``viscous`` (n,), G² B; ``coulomb`` and ``breakaway`` (n, 2), |G| Tc and |G| Tb;
        ``stribeck`` (n,), vs / |G|, infinite without it, and its inverse ``per_stribeck``;
        ``motor_inertia`` (n,), G² Jm.
    """
    n = len(arm.joints)
    ratio = _or_else(arm.gear_ratio, np.ones(n))
    stribeck = _or_else(arm.stribeck, np.full(n, np.inf)) / np.abs(ratio)
    return {
        "viscous": ratio**2 * _or_else(arm.viscous, np.zeros(n)),
        "coulomb": np.abs(ratio)[:, np.newaxis] * _or_else(arm.coulomb, np.zeros((n, 2))),
        "breakaway": np.abs(ratio)[:, np.newaxis] * _or_else(arm.breakaway, np.zeros((n, 2))),
        "stribeck": stribeck,
        "per_stribeck": 1 / stribeck,
        "motor_inertia": ratio**2 * _or_else(arm.motor_inertia, np.zeros(n)),
    }


def frictions(arm: Any) -> list[str]:
    """Name the kinds of friction of an arm that are not zero."""
    kinds = {kind: getattr(arm, kind.lower()) for kind in ("viscous", "Coulomb", "breakaway")}
    return [f"{kind} friction" for kind, x in kinds.items() if x is not None and x.any()]


def unsaid_friction(arm: Any) -> list[str]:
    """Name the friction that formats with one number for dry friction of a joint cannot say."""
    dry = arm.coulomb
    one_sided = dry is not None and not np.array_equal(dry[:, 0], -dry[:, 1])
    mean = "Coulomb friction that differs between the directions: the mean is written"
    return [mean] * one_sided + without_stribeck(arm)


def without_stribeck(arm: Any) -> list[str]:
    """Name the friction that formats without the Stribeck effect cannot say."""
    return [kind for kind in frictions(arm) if kind.startswith("breakaway")]


def mean_coulomb(coulomb: FloatArray) -> FloatArray:
    """Return the magnitudes (n,) of Coulomb friction (n, 2), where a format takes one number."""
    forwards, backwards = coulomb.T
    return np.asarray((forwards - backwards) / 2)


def checked_convention(convention: Any) -> str:
    """Return "standard" or "modified"."""
    return choice("convention", convention, CONVENTIONS, _CONVENTION_SYNONYMS)


def joint_letters(joints: Any) -> str:
    """Return the joint types as one capital letter each, from a string or a sequence."""
    if not isinstance(joints, (str, list, tuple)):
        raise TypeError(f"joints: expected a letter for each joint, got {type(joints).__name__}")
    if not joints:
        raise ValueError(f"joints: an arm must have at least one joint, got {joints!r}")
    for number, letter in enumerate(joints, start=1):
        if letter not in ("R", "P", "r", "p"):
            raise ValueError(
                "joints: letters must be R (revolute) or P (prismatic), "
                f"got {letter!r} at joint {number}"
            )
    return "".join(joints).upper()


def _names(what: str, value: Any) -> tuple[str, ...]:
    """Return names of joints or links as strings."""
    return tuple(str(text(what, name)) for name in several(what, value, "names"))


def _configurations(value: Any, n: int) -> Configurations:
    """Check named joint positions."""
    from .configurations import Configurations

    if isinstance(value, Configurations):
        return value
    return Configurations({} if value is None else value, n)


def _frames(value: Any, n: int) -> tuple[Frame, ...]:
    """Check frames fixed to links."""
    if isinstance(value, tuple) and not value:
        return value
    from ..dynamics.fixed_frames import Frame

    frames = []
    for number, given in enumerate(several("frames", value, "names, links and poses"), start=1):
        if not isinstance(given, (tuple, list)) or len(given) != 3:
            raise ValueError(
                f"frames: expected a name, the number of a link and a pose, got {given!r} as frame "
                f"{number}"
            )
        name = str(text("frames", given[0]))
        link = count(f"frames: link of {name!r}", given[1], smallest=0, largest=n)
        frames.append(Frame(name, link, _matrix(f"frames: pose of {name!r}", given[2])))
    return tuple(frames)


def _matrix(name: str, value: Any) -> FloatArray:
    """Return the matrix of a pose; the core checks that it is rigid."""
    return real_array(name, value, (4, 4), _POSE)


def _tensors(inertia: Any, n: int) -> FloatArray:
    """Return inertia tensors, from tensors or principal moments."""
    array = float64_copy("inertia", inertia)
    if array.shape == (n, 6):
        raise ValueError(
            f"inertia: expected tensors ({n}, 3, 3) or principal moments ({n}, 3), got shape "
            f"({n}, 6): sources differ in the order of the six numbers and in the signs of three; "
            "write [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]], off-diagonal entries being minus "
            "the product integrals"
        )
    return principal(array) if array.shape == (n, 3) else array


def _per_joint(name: str, value: Any, n: int, shape: tuple[int, ...]) -> FloatArray:
    """Check an array with one entry of this shape for each of the n joints."""
    return real_array(name, value, (n, *shape), _entry_for_each(n), item="link")


def _entry_for_each(n: int) -> str:
    return f"one entry for each of the {n} joints" if n > 1 else "one entry for the one joint"


def _bounds(name: str, value: Any, n: int, shape: tuple[int, ...]) -> FloatArray:
    """Return limits of n joints; infinite numbers mean none."""
    bounds = float64_copy(name, value)
    return bounds if bounds.shape == (n, *shape) else _per_joint(name, bounds, n, shape)


def _or_else(array: FloatArray | None, absent: FloatArray) -> FloatArray:
    """Return the array, or ``absent`` for None."""
    return absent if array is None else array
