"""The chains of a URDF: as much of each way from the root to a leaf as an arm can be made of."""

from xml.etree import ElementTree

from .reading import Ends

_FIXED, _BEFORE = "fixed", ("floating", "planar")


def chains(text: str) -> list[Ends]:
    """Return the chains that have a movable joint.

    They begin beyond joints that no arm has, and end before one that follows another: what is
    beyond, as fingers are, could not be moved by itself.
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
