"""Chains of a URDF: of each path from the root to a leaf the part that can be an arm."""

from xml.etree import ElementTree

from equidyn.arm.formats.urdf.source import Ends

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
