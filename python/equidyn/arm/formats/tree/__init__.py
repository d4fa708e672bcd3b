"""Robots as other programs describe them: trees of links, out of which an arm is taken."""

from .chain import chain_data
from .robot import Joint, Link, Robot

__all__ = ["Joint", "Link", "Robot", "chain_data"]
