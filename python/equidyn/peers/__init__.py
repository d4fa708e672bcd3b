"""The same arm in other libraries, which are optional: pip install 'equidyn[peers]'.

A module named after a library converts an arm to its model, and lists the calls that compete.
"""

from .._front import Front

_FRONT = Front(__name__, __file__)

__all__ = [*_FRONT.module_of]

__getattr__ = _FRONT.load


def __dir__() -> list[str]:
    return sorted(__all__)
