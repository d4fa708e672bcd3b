"""The arm: its validated data, checks for suspect data, file formats, parameters and display."""

from .._front import Front

_FRONT = Front(__name__, __file__)

__all__ = [*_FRONT.module_of]

__getattr__ = _FRONT.load


def __dir__() -> list[str]:
    return sorted(__all__)
