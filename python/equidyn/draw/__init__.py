"""Drawings of arms: still pictures, animations and interactive scenes."""

from .._front import Front

_FRONT = Front(__name__, __file__)

__all__ = [*_FRONT.module_of]

__getattr__ = _FRONT.load


def __dir__() -> list[str]:
    return sorted(__all__)
