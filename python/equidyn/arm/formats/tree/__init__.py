"""Trees of links, as other programs describe robots, and extraction of an arm from them."""

from .chain import Unsound, chain_data
from .robot import Joint, Link, Robot

__all__ = ["Joint", "Link", "Robot", "Unsound", "chain_data"]
