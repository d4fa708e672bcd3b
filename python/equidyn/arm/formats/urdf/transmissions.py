"""Motors in a URDF: reductions and rotor inertias of its transmissions, also as Drake has them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple
from xml.etree.ElementTree import Element

from .markup import cut, is_number

# the first one that is there counts
_INERTIA = ("drake:rotor_inertia", "motorInertia", "motor_inertia")
_REDUCTION = ("drake:gear_ratio", "mechanicalReduction", "mechanical_reduction")

_COUPLED = "motors that a transmission couples"
_SEVERAL = "motors, of which several are given,"


class Motor(NamedTuple):
    """A motor: the inertia of its rotor, its turns for one of the joint, and why it is not read."""

    inertia: float = 0.0
    reduction: float = 1.0
    not_taken: tuple[str, ...] = ()


def motors(root: Element) -> dict[str, Motor]:
    """Return the motors in a URDF by the names of their joints."""
    found = dict[str, Motor]()
    for names, element in _drives(root):
        motor = _motor(element)
        if motor == Motor():
            continue
        if len(names) > 1 or len(element.findall("actuator")) > 1:
            motor = Motor(not_taken=(_COUPLED,))
        for name in names:
            # the same motor is listed for each interface to it
            same = found.get(name, motor) == motor
            found[name] = motor if same else Motor(not_taken=(_SEVERAL,))
    return found


def _drives(root: Element) -> Iterator[tuple[list[str], Element]]:
    """Yield elements that may describe a motor, with the names of its joints."""
    for path in ("transmission", "ros2_control/transmission"):
        for element in root.findall(path):
            names = [joint.get("name", "") for joint in element.findall("joint")]
            yield list(dict.fromkeys(names)), element
    for joint in root.findall("joint"):
        yield [joint.get("name", "")], joint


def _motor(element: Element) -> Motor:
    wrong = list[str]()
    inertia = _value(element, _INERTIA, 0.0, lambda x: x >= 0, wrong)
    reduction = _value(element, _REDUCTION, 1.0, lambda x: x != 0, wrong)
    return Motor(not_taken=tuple(wrong)) if wrong else Motor(inertia, reduction)


def _value(
    element: Element,
    tags: tuple[str, ...],
    otherwise: float,
    allowed: Callable[[float], bool],
    wrong: list[str],
) -> float:
    """Return the number in the first of these elements; note it if no motor can have it."""
    for found in (each for tag in tags for each in element.iter(tag)):
        text = (found.get("value") or found.text or "").strip()
        if not text:
            continue
        if is_number(text) and allowed(float(text)):
            return float(text)
        wrong.append(f"the motor with <{found.tag}> {cut(text)!r}")
        break
    return otherwise
