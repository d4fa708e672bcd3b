"""URDF, the robot format of ROS: reader to a tree of links, writer from an arm."""

from .read import read_urdf
from .write import urdf_of

__all__ = ["read_urdf", "urdf_of"]
