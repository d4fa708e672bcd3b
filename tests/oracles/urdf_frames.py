"""Dynamics of a URDF in its own frames, link by link as the file has them.

No Denavit-Hartenberg frame, no lumping, no recursion for the torques: every link moves as the
joints before it make it move, in axes of the world, and joint i feels what the principle of virtual
power says,

    tau_i = sum over links of  m (a - g) . v_i + (I alpha + omega x I omega) . w_i,

with a the acceleration of the centre of mass, and v_i, w_i the velocities of a link when only joint
i moves, at unit rate.
"""

from functools import cache
from xml.etree import ElementTree

import numpy as np

GRAVITY = np.array([0.0, 0.0, -9.81])


class Robot:
    """A URDF with the joints that are to move, by name; branches behind others are not there."""

    def __init__(self, text, moving):
        root = ElementTree.fromstring(text)
        self.moving = list(moving)
        self.inertials = {link.get("name"): link.find("inertial") for link in root.findall("link")}
        self.joints = {}
        for joint in root.findall("joint"):
            if joint.get("type") == "fixed" or joint.get("name") in self.moving:
                self.joints[joint.find("child").get("link")] = joint

    def path(self, link, base):
        """Joints from the base to a link; None if something between them is not there."""
        joints = []
        while link != base:
            if link not in self.joints:
                return None
            joints.insert(0, self.joints[link])
            link = joints[0].find("parent").get("link")
        return joints

    def pose(self, base, tip, q):
        place = np.eye(4)
        for joint in self.path(tip, base):
            place = place @ origin(joint) @ self.motion(joint, q)
        return place

    def motion(self, joint, q):
        move = np.eye(4)
        if joint.get("name") in self.moving:
            x = q[self.moving.index(joint.get("name"))]
            if joint.get("type") == "prismatic":
                move[:3, 3] = x * axis(joint)
            else:
                move[:3, :3] = rodrigues(axis(joint), x)
        return move

    def torque(self, base, q, qd, qdd):
        tau = np.zeros(len(self.moving))
        for link, inertial in self.inertials.items():
            path = self.path(link, base)
            if inertial is None or path is None:
                continue
            tau += self.share(path, inertial, q, qd, qdd)
        return tau

    def share(self, path, inertial, q, qd, qdd):
        """Torques of every joint for one link."""
        place, lines = np.eye(4), []
        for joint in path:
            place = place @ origin(joint)
            if joint.get("name") in self.moving:
                i = self.moving.index(joint.get("name"))
                lines.append((i, joint.get("type"), place[:3, :3] @ axis(joint), place[:3, 3]))
            place = place @ self.motion(joint, q)
        body = place @ origin(inertial)
        centre = body[:3, 3]
        mass = float(inertial.find("mass").get("value"))
        get = {k: float(v) for k, v in inertial.find("inertia").attrib.items()}
        xx, yy, zz, xy, xz, yz = (get[f"i{k}"] for k in ("xx", "yy", "zz", "xy", "xz", "yz"))
        tensor = body[:3, :3] @ [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]] @ body[:3, :3].T

        tau, alpha, acceleration = np.zeros(len(self.moving)), np.zeros(3), np.zeros(3)
        velocity = carried(lines, centre, qd)
        for number, (i, kind, z, p) in enumerate(lines):
            # the axis, and the point on it, ride on the joints before
            before = lines[:number]
            zd, pd = np.cross(turning(before, qd), z), carried(before, p, qd)
            if kind == "prismatic":
                acceleration += qdd[i] * z + qd[i] * zd
            else:
                lever, rate = centre - p, velocity - pd
                acceleration += np.cross(qdd[i] * z + qd[i] * zd, lever) + qd[i] * np.cross(z, rate)
                alpha += qdd[i] * z + qd[i] * zd
        w = turning(lines, qd)
        force = mass * (acceleration - GRAVITY)
        couple = tensor @ alpha + np.cross(w, tensor @ w)
        for i, kind, z, p in lines:
            tau[i] = (
                z @ force if kind == "prismatic" else np.cross(z, centre - p) @ force + z @ couple
            )
        return tau


def turning(lines, qd):
    """Angular velocity of what moves with the last of these joints."""
    return sum((qd[i] * z for i, kind, z, _ in lines if kind != "prismatic"), np.zeros(3))


def carried(lines, point, qd):
    """Velocity of a point that moves with the last of these joints."""
    total = np.zeros(3)
    for i, kind, z, p in lines:
        total += qd[i] * (z if kind == "prismatic" else np.cross(z, point - p))
    return total


@cache
def origin(element):
    place = np.eye(4)
    found = element.find("origin")
    if found is not None:
        roll, pitch, yaw = map(float, (found.get("rpy") or "0 0 0").split())
        x, y, z = np.eye(3)
        place[:3, :3] = rodrigues(z, yaw) @ rodrigues(y, pitch) @ rodrigues(x, roll)
        place[:3, 3] = list(map(float, (found.get("xyz") or "0 0 0").split()))
    return place


@cache
def axis(joint):
    found = joint.find("axis")
    vector = np.array([1.0, 0, 0] if found is None else list(map(float, found.get("xyz").split())))
    return vector / np.linalg.norm(vector)


def rodrigues(z, angle):
    K = np.array([[0, -z[2], z[1]], [z[2], 0, -z[0]], [-z[1], z[0], 0]])
    return np.eye(3) + np.sin(angle) * K + (1 - np.cos(angle)) * K @ K
