"""Comparison of the chains of a URDF as read by equidyn, Pinocchio and MuJoCo."""

import warnings
from collections.abc import Mapping
from dataclasses import dataclass, field
from xml.etree import ElementTree

import numpy as np
from numpy.typing import NDArray

from equidyn import Arm
from equidyn.arm.formats.urdf.source import Ends, Source
from equidyn.peers.reading import READERS
from equidyn.peers.reading.chain import Answers
from equidyn.peers.taking_part import PEERS
from equidyn.verification.judges import Judges

Array = NDArray[np.float64]

_JUDGES = ("pinocchio", "mujoco")

# tolerances, relative to the largest value; of what is solved times the condition number
_AGREEMENT, _SOLVING = 1e-10, 1e-14
_BY_MASS = ("acceleration", "forward dynamics", "forward dynamics derivatives")
_AT_TOOL = "operational-space inertia"

_STATES, _SEED = 3, 4

# kinds of joints that do not move, and those behind which an arm begins
_FIXED, _BEFORE = "fixed", ("floating", "planar")


def chains(text: str) -> list[Ends]:
    """Return the chains that have a movable joint.

    They begin beyond floating and planar joints, and end before a joint that mimics another, such
    as that of a finger, which does not move independently.
    """
    found = {}
    joints = {
        joint.find("child").get("link"): joint
        for joint in ElementTree.fromstring(text).findall("joint")
    }
    parents = {joint.find("parent").get("link") for joint in joints.values()}
    for leaf in (link for link in joints if link not in parents):
        path, link = [], leaf
        while link in joints and joints[link].get("type") not in _BEFORE:
            path.insert(0, joints[link])
            link = path[0].find("parent").get("link")
        followers = [k for k, joint in enumerate(path) if joint.find("mimic") is not None]
        path = path[: followers[0]] if followers else path
        moving = tuple(joint.get("name") for joint in path if joint.get("type") != _FIXED)
        if moving:
            tip = path[-1].find("child").get("link")
            found[link, tip] = Ends(link, tip, moving)
    return list(found.values())


@dataclass
class Comparison:
    """Differences and refusals of one chain.

    Attributes
    ----------
    ends : Ends
        The chain.
    differences : dict of float
        The largest, relative to the largest value, by library and quantity.
    conditions : dict of float
        Largest condition number of the matrix that is inverted, by quantity.
    refusals : list of str
        The libraries that refuse, and why.
    """

    ends: Ends
    differences: dict[tuple[str, str], float] = field(default_factory=dict)
    conditions: dict[str, float] = field(default_factory=dict)
    refusals: list[str] = field(default_factory=list)

    def beyond(self) -> list[str]:
        """Return the differences larger than rounding."""
        return [
            f"to {self.ends.tip}: {who} {quantity} that differs by {difference:.0e}"
            for (who, quantity), difference in self.differences.items()
            if not difference <= max(_AGREEMENT, _SOLVING * self.conditions.get(quantity, 1.0))
        ]


def compare(text: str, ends: Ends) -> Comparison:
    """Compare the arm of a chain with those that others read, and with the judges."""
    comparison = Comparison(ends)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            arm = Arm.from_urdf(text, base=ends.base, tip=ends.tip, exact=True)
        except ValueError as error:
            comparison.refusals.append(f"equidyn: {error}")
            return comparison
        states = np.random.default_rng(_SEED).uniform(-2, 2, (_STATES, 4, arm.n))
        comparison.conditions = dict.fromkeys(_BY_MASS, _condition(arm.mass_matrix(states[:, 0])))
        ours = [_answers(arm, *state) for state in states]
        for name, reader in READERS.items():
            library = PEERS[name].library
            try:
                reading = reader(Source(text, ends))
                theirs = [reading.answers(*state) for state in states]
            # whatever another library finds wrong with a file
            except Exception as error:
                comparison.refusals.append(f"{library}: {' '.join(str(error).split())}")
                continue
            found = _differences(ours, theirs)
            comparison.differences |= {(f"{library} reads", what): x for what, x in found.items()}
        _judge(arm, comparison)
    return comparison


def _judge(arm: Arm, comparison: Comparison) -> None:
    """Add the differences that the judges of `equidyn.verify` find."""
    judges = Judges(arm, _JUDGES, _STATES, _SEED)
    judges.speak(lambda step: None)
    for opinion in judges.judgement.opinions:
        said = f"{opinion.library} judges", opinion.quantity
        comparison.differences[said] = opinion.difference
        if opinion.quantity == _AT_TOOL:
            comparison.conditions[_AT_TOOL] = _condition(opinion.expected[0])
    comparison.refusals.extend(judges.judgement.notes)


def _condition(matrices: Array) -> float:
    return float(np.linalg.cond(matrices).max())


def _answers(arm: Arm, q: Array, qd: Array, qdd: Array, tau: Array) -> Answers:
    try:
        acceleration = arm.forward_dynamics(q, qd, tau)
    except ValueError:  # a joint moves no mass
        acceleration = None
    torque, M = arm.inverse_dynamics(q, qd, qdd), arm.mass_matrix(q)
    return Answers(torque, M, acceleration, arm.jacobian(q), arm.forward_kinematics(q))


def _differences(ours: list[Answers], theirs: list[Answers]) -> Mapping[str, float]:
    differences = {}
    for quantity in Answers._fields:
        found = [getattr(answers, quantity) for answers in ours]
        if not any(part is None for part in found):
            other = [getattr(answers, quantity) for answers in theirs]
            apart = np.abs(np.array(found) - np.array(other)).max()
            differences[quantity] = float(apart / (np.abs(found).max() or 1.0))
    return differences
