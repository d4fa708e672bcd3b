"""The chain of the URDF of an arm, for other libraries."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class Ends(NamedTuple):
    """Ends of a chain: its first and last link, and the names of its movable joints."""

    base: str
    tip: str
    joints: tuple[str, ...]


class Source(NamedTuple):
    """The content of a URDF, after any expansion, the chain in it, and locked joints."""

    text: str | bytes
    ends: Ends
    locked: Mapping[str, float] = MappingProxyType({})
