"""URDF, the format of robots in ROS: read into a tree of links, and written from an arm."""

from .read import read_urdf
from .write import urdf_of

__all__ = ["read_urdf", "urdf_of"]
