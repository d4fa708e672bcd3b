"""Interactive part of a page: sliders, and code that is generated for the arm."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from .._validation import BoolArray, FloatArray
from ..codegen import generate
from ..codegen.program import refused_with_payload
from ..draw.recursion import in_characters
from ..dynamics.formulations import degree
from ..dynamics.formulations import formulations as registry
from ..dynamics.joint_range import joint_range
from ..dynamics.link_vectors import AXIAL
from ..dynamics.recursion import QUANTITIES, equations
from .opening import opening_position, opening_sight

if TYPE_CHECKING:
    from markupsafe import Markup

    from ..arm.arm import Arm

# limit of the code on a page, characters
_MOST_CODE = 400_000

# a formulation of order n^k is generated up to this n^k, an arm shown up to so many joints
_LARGEST_ORDER = 3000
_MOST_JOINTS = 12

# initial choice of the second list: the formulation that has least in common with the first
_CONTRAST = "lagrange_euler"

# the strongest gravity that can be chosen, m/s²
_JUPITER = 24.8

_LISTS = ("a", "alpha", "d", "theta", "base", "tool", "mass", "com", "inertia")


class Slider(NamedTuple):
    """A number that the reader chooses."""

    id: str
    name: str
    label: str
    lowest: float
    highest: float
    value: float
    unit: str
    digits: int
    step: float  # of an arrow key


class Sliders(NamedTuple):
    """Sliders under a title."""

    title: str
    sliders: tuple[Slider, ...]


@dataclass(frozen=True)
class Moving:
    """Data of the template and of the computations in the browser.

    Attributes
    ----------
    vectors : tuple of Sliders
        Position, velocity and acceleration of the joints, then gravity and payload.
    torque_units : tuple of str
        Unit of the torque of each joint.
    formulations : dict
        Title and operations by name.
    left_out : tuple of str
        Sentences that name the others.
    equations : list
        The equations of the Newton-Euler recursion, in the order of evaluation.
    view : tuple of float
        Initial direction of view, azimuth and elevation, degrees.
    data : Markup
        The arm and its formulations, as JSON.
    code : Markup
        The torques by each formulation, and a table of these functions.
    """

    vectors: tuple[Sliders, ...]
    torque_units: tuple[str, ...]
    formulations: dict[str, dict[str, Any]]
    left_out: tuple[str, ...]
    equations: list[list[Any]]
    view: tuple[float, float]
    data: Markup
    code: Markup

    @property
    def one(self) -> str:
        """The formulation that is shown first: the cheapest."""
        return min(self.formulations, key=self._operations)

    @property
    def other(self) -> str:
        """The formulation beside it."""
        return _CONTRAST if _CONTRAST in self.formulations else list(self.formulations)[-1]

    def _operations(self, name: str) -> int:
        kind = self.formulations[name]
        return int(kind["multiplications"] + kind["additions"])

    @property
    def script(self) -> Markup:
        """The script of the page."""
        return _file("recursion.js") + _file("moving.js")


def moving(arm: Arm, names: Iterable[str]) -> Moving | None:
    """Return the moving part of a page about an arm, None where there are too many joints to show.

    Parameters
    ----------
    arm : Arm
        The arm.
    names : iterable of str
        Formulations that may be chosen on the page, as far as there is room.
    """
    if arm.n > _MOST_JOINTS:
        return None
    from markupsafe import Markup

    titles = {f.name: f.title for f in registry() if f.name in set(names)}
    sources, chosen, left_out = _generated(arm, titles)
    if not chosen:
        return None
    steps = _equations(arm)
    sight = opening_sight(arm)
    functions = f"const computed = {{ {', '.join(chosen)} }};"
    return Moving(
        vectors=_vectors(arm),
        torque_units=tuple("N m" if turns else "N" for turns in arm.revolute),
        formulations=chosen,
        left_out=left_out,
        equations=steps,
        view=(sight.azimuth, sight.elevation),
        data=Markup(
            _json(
                {
                    "arm": _geometry(arm) | {"ground": sight.axes.tolist()},
                    "formulations": chosen,
                    "equations": steps,
                    "results": _results(arm),
                }
            )
        ),
        code=Markup("\n".join([*sources, functions])),
    )


def _generated(
    arm: Arm, titles: dict[str, str]
) -> tuple[list[str], dict[str, dict[str, Any]], tuple[str, ...]]:
    """Generate the formulations that fit into the page, the shortest first.

    Returns
    -------
    sources : list of str
    chosen : dict
        Title and operations by name, in the order of the registry.
    left_out : tuple of str
    """
    refused = refused_with_payload(arm)
    fitting = [name for name in titles if name not in refused]
    short = [name for name in fitting if arm.n ** degree(name) <= _LARGEST_ORDER]
    codes = {
        name: generate(arm, name, "javascript", name=name, parameters=("gravity", "payload"))
        for name in short
    }
    lengths = sorted((len(code.source), name) for name, code in codes.items())
    ends = np.cumsum([length for length, _ in lengths])
    room = {name for (_, name), end in zip(lengths, ends, strict=True) if end <= _MOST_CODE}
    chosen = {name: code for name, code in codes.items() if name in room}
    too_long = [name for name in fitting if name not in room]
    sentences = [f"{name} {why}." for name, why in refused.items() if name in titles]
    if too_long:
        sentences.append(f"Too long for this page: {', '.join(too_long)}.")
    about = {
        name: {"title": titles[name], **code.operations._asdict()} for name, code in chosen.items()
    }
    return [code.source for code in chosen.values()], about, tuple(sentences)


def _vectors(arm: Arm) -> tuple[Sliders, ...]:
    """Return the sliders of the joints, and of gravity and payload."""
    turns = arm.revolute
    in_degrees = np.where(turns, 180 / np.pi, 1.0)
    lowest, highest = (bound * in_degrees for bound in joint_range(arm))
    rate, acceleration = np.where(turns, 180.0, 1.0), np.where(turns, 720.0, 5.0)
    start = opening_position(arm) * in_degrees
    return (
        _of_joints("q", "Position", "", lowest, highest, start, turns),
        _of_joints("qd", "Velocity", "/s", -rate, rate, 0.3 * rate, turns),
        _of_joints(
            "qdd", "Acceleration", "/s²", -acceleration, acceleration, 0.1 * acceleration, turns
        ),
        Sliders(
            "Gravity and payload",
            (
                Slider("gravity", "gravity", "g", 0.0, *_gravity(arm), "m/s²", 2, 0.1),
                Slider("payload", "payload", "load", 0.0, _largest_payload(arm), 0.0, "kg", 2, 0.1),
            ),
        ),
    )


def _of_joints(
    name: str,
    title: str,
    per: str,
    lowest: FloatArray,
    highest: FloatArray,
    start: FloatArray,
    turns: BoolArray,
) -> Sliders:
    """Return a slider for each joint."""
    bounds = zip(lowest.tolist(), highest.tolist(), start.tolist(), turns, strict=True)
    return Sliders(
        title,
        tuple(
            Slider(
                id=f"{name}-{k}",
                name=f"{title.lower()} of joint {k}",
                label=f"joint {k}",
                lowest=least,
                highest=most,
                value=value,
                unit=("°" if turn else "m") + per,
                digits=1 if turn else 3,
                step=1.0 if turn else 0.005,
            )
            for k, (least, most, value, turn) in enumerate(bounds, start=1)
        ),
    )


def _gravity(arm: Arm) -> tuple[float, float]:
    """Return the strongest gravity that can be chosen, and that of the arm, m/s²."""
    own = float(np.linalg.norm(arm.gravity))
    return max(_JUPITER, own), own


def _largest_payload(arm: Arm) -> float:
    """Return a mass that a robot of this mass could carry, kg."""
    return max(1.0, float(np.ceil(arm.mass.sum() / 5)))


def _geometry(arm: Arm) -> dict[str, Any]:
    """Return the geometry by which the browser draws the arm."""
    return {
        "n": arm.n,
        "convention": arm.convention,
        "joints": arm.joints,
        **{name: getattr(arm, name).tolist() for name in _LISTS},
    }


def _equations(arm: Arm) -> list[list[Any]]:
    """Return name of the result, link, text and operands of the equations of the recursion."""
    return [
        [
            each.quantity,
            each.link,
            in_characters(f"{each.symbol} = {each.right}"),
            [f"{name}-{link}" for name, link in each.operands],
        ]
        for each in equations(arm)
    ]


def _results(arm: Arm) -> dict[str, dict[str, Any]]:
    """Return letter, unit, kind of vector and number of the results of the recursion, by name."""
    return {
        each.quantity: {
            "letter": in_characters(QUANTITIES[each.quantity][0]),
            "unit": QUANTITIES[each.quantity][2],
            "kind": QUANTITIES[each.quantity][1],
            "axial": QUANTITIES[each.quantity][2] in AXIAL,
            "number": each.number,
        }
        for each in equations(arm)
    }


def _json(data: object) -> str:
    """Return data as JSON that cannot end the element which holds it."""
    return json.dumps(data, ensure_ascii=True).replace("<", "\\u003c")


def _file(name: str) -> Markup:
    """Return the contents of a file in this folder."""
    from markupsafe import Markup

    return Markup((Path(__file__).parent / name).read_text(encoding="utf-8"))
