"""Arms that come with equidyn: those of the literature, chains of any length, random arms.

They do not warn of doubtful data; ``check()`` tells of them all the same.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path

from .._validation import choice
from ..arm.arm import Arm
from .chains import random_arm
from .papers import STANFORD_VARIANTS, sasaki, stanford
from .planar import planar_2r, uniform_chain
from .puma import VARIANTS, puma560

__all__ = [
    "load",
    "names",
    "planar_2r",
    "puma560",
    "random_arm",
    "sasaki",
    "stanford",
    "uniform_chain",
]

_NAMED: dict[str, Callable[[], Arm]] = {
    "puma560": puma560,
    **{f"puma560_{variant}": partial(puma560, variant) for variant in VARIANTS},
    "planar_2r": planar_2r,
    "stanford": stanford,
    **{f"stanford_{variant}": partial(stanford, variant) for variant in STANFORD_VARIANTS[1:]},
    "sasaki_general": partial(sasaki, "general"),
}
# their sources leave out what must be given: they load as functions, not by name alone
_INCOMPLETE: dict[str, Callable[[], Arm]] = {"sasaki": sasaki}


def names() -> tuple[str, ...]:
    """Return the names that `load` knows.

    Examples
    --------
    >>> names()[0]
    'puma560'
    """
    return tuple(_NAMED)


# what every function of the package takes as its arm
ArmLike = Arm | str | os.PathLike[str]


def load(arm: ArmLike) -> Arm:
    """Return the arm of a name, or the one in a JSON file; an arm is what it is.

    Parameters
    ----------
    arm : str, path_like or Arm
        One of `names`, or the path of a file of `equidyn.Arm.save`: a path object, or a string that
        ends in ".json" or contains a separator of folders.

    Returns
    -------
    Arm

    Raises
    ------
    ValueError
        For an unknown name; the nearest one is proposed. For an arm whose source leaves out what
        dynamics need. For a file, as `equidyn.Arm.load`.
    TypeError
        If it is none of these.
    OSError
        If the file cannot be read.

    Warns
    -----
    ArmWarning
        If the data in a file are doubtful.

    Examples
    --------
    >>> load("planar_2r").joints
    'RR'
    """
    if isinstance(arm, Arm):
        return arm
    if not isinstance(arm, (str, os.PathLike)):
        raise TypeError(
            f"arm: expected an equidyn.Arm or the name of a robot, got {type(arm).__name__}"
        )
    if not isinstance(arm, str) or arm.endswith(".json") or Path(arm).name != arm:
        return Arm.load(arm)
    if arm in _INCOMPLETE:
        return _INCOMPLETE[arm]()
    return _NAMED[choice("robot", arm, _NAMED)]()


def __dir__() -> list[str]:
    return sorted(__all__)
