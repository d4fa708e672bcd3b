"""Where a chain begins and ends in a tree, where the user does not say it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ...._validation import choice, listed
from .robot import MOVABLE, Joint, Robot, beyond, fixed_to


@dataclass(frozen=True, eq=False)
class _End:
    """The end of the only chain from a link.

    Attributes
    ----------
    tip : str
        Its last link.
    path : list of Joint
        Joints on the way that are not fixed.
    branches : list of Joint
        Joints behind it with which the chain could go on; fewer than two where it ends.
    leaves : list of str
        Links without children fixed to the last one, where no joint is behind it.
    """

    tip: str
    path: list[Joint]
    branches: list[Joint]
    leaves: list[str]


def first_link(robot: Robot, base: str | None) -> str:
    """Return the base link: the root, where none is given."""
    if base is not None:
        return choice("base", base, robot.links)
    if len(robot.roots) > 1:
        raise ValueError(f"base: there are several roots, expected one of {quoted(robot.roots)}")
    return robot.roots[0]


def last_link(
    robot: Robot, base: str, locked: Mapping[str, float]
) -> tuple[str, list[Joint], list[str]]:
    """Return the tip of the only chain, the joints of a gripper behind it, and a remark.

    Parameters
    ----------
    robot : Robot
        The tree, none of its joints locked.
    base : str
        The first link.
    locked : mapping
        Joints that do not move.

    Raises
    ------
    ValueError
        If there are several chains, naming their ends, those of the longest first.
    """
    depths = _depths(robot, locked)
    end = _end(robot, base, locked, depths)
    if _is_gripper(robot, end.branches, _moving(end.path, locked), depths):
        return end.tip, [joint for joint in beyond(robot, end.branches) if not joint.fixed], []
    if len(end.branches) > 1:
        at = " and ".join(repr(name) for name in dict.fromkeys(x.parent for x in end.branches))
        raise ValueError(
            f"tip: the tree branches at {at} into the joints "
            f"{quoted([joint.name for joint in end.branches])}; expected a link to end at, such as "
            f"{listed(_candidates(robot, end, locked, depths))}"
        )
    if len(end.leaves) < 2:
        return end.tip, [], []
    remark = (
        f"the tool frame is that of {end.tip!r}, to which several are fixed; for one of them, give "
        f"as tip {quoted(end.leaves)}"
    )
    return end.tip, [], [remark]


def _depths(robot: Robot, locked: Mapping[str, float]) -> dict[str, int]:
    """Return the largest number of joints in a row behind each link, without locked ones."""
    depths = dict.fromkeys(robot.links, 0)
    firsts = [joint for root in robot.roots for joint in robot.joints_of.get(root, ())]
    for joint in reversed(list(beyond(robot, firsts))):
        moves = not joint.fixed and joint.name not in locked
        depths[joint.parent] = max(depths[joint.parent], depths[joint.child] + moves)
    return depths


def _moving(path: list[Joint], locked: Mapping[str, float]) -> int:
    return sum(joint.name not in locked for joint in path)


def _end(robot: Robot, first: str, locked: Mapping[str, float], depths: dict[str, int]) -> _End:
    """Follow the only chain from a link up to a branch, or to its end."""
    link, path = first, list[Joint]()
    while True:
        body = fixed_to(robot, link)
        behind = [x for name in body for x in robot.joints_of.get(name, ()) if not x.fixed]
        onward = behind
        if len(behind) > 1:
            # a branch all of which is locked is none
            onward = [x for x in behind if depths[x.child] + (x.name not in locked)]
        if len(onward) != 1:
            break
        path += onward
        link = onward[0].child
    leaves = [] if behind else [name for name in body if not robot.joints_of.get(name)]
    # the hand is the link that carries all fingers
    ends = leaves or list(dict.fromkeys(joint.parent for joint in behind))
    last = body[1] if robot.links[link].auxiliary else link
    return _End(ends[0] if len(ends) == 1 else last, path, onward, leaves)


def _is_gripper(robot: Robot, branches: list[Joint], n: int, depths: dict[str, int]) -> bool:
    """Tell whether the branches behind a chain of n joints are fingers, not arms or wrists.

    They are shorter than the chain; and of two, none is longer than the other.
    """
    lengths = [1 + depths[joint.child] for joint in branches]
    if len(lengths) < 2 or max(lengths) >= n or (len(lengths) == 2 and len(set(lengths)) > 1):
        return False
    return all(joint.fixed or joint.kind in MOVABLE for joint in beyond(robot, branches))


def _candidates(
    robot: Robot, end: _End, locked: Mapping[str, float], depths: dict[str, int]
) -> list[str]:
    """Return the ends of the chains behind a branch, with their numbers of joints."""
    found = list[tuple[int, str]]()
    pending = [(joint, _moving(end.path, locked)) for joint in reversed(end.branches)]
    while pending:
        joint, n = pending.pop()
        further = _end(robot, joint.child, locked, depths)
        path = [joint, *further.path]
        n += _moving(path, locked)
        if not all(each.kind in MOVABLE and not each.mimics for each in path):
            continue
        if len(further.branches) < 2 or _is_gripper(robot, further.branches, n, depths):
            found.append((n, further.tip))
        else:
            pending += [(each, n) for each in reversed(further.branches)]
    found.sort(key=lambda each: -each[0])
    ends = [f"{tip!r} ({n} joint{'s' * (n > 1)})" for n, tip in found]
    return ends or [repr(leaf) for leaf in robot.leaves]


def quoted(names: list[str]) -> str:
    """Write a list of names, shortened if long."""
    return listed([repr(name) for name in names])
