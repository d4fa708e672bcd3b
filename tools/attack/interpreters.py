"""Interpreters beside the main one, which import the package first or second."""

from __future__ import annotations

from .scripts import judge_script, run_script
from .turn import Attack, Turn

_SCRIPT = """
try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters
{first}
other = interpreters.create()
try:
    print(interpreters.run_string(other, {code!r}))
except Exception as error:
    print(error)
interpreters.destroy(other)
{last}
"""
# what it says itself where another interpreter has loaded it first
_OF_NUMPY = "ImportError: cannot load module more than once per process"

_IN_THE_MAIN_ONE = ("", "import numpy", "import equidyn", "from equidyn import robots, Arm")
_IN_THE_OTHER = (
    *("import equidyn._core", "import equidyn._core"),
    "from equidyn import robots; robots.planar_2r().gravity_torque([0, 0])",
    "import equidyn; equidyn.BaseMotion()",
)


def attempt(turn: Turn) -> None:
    """Import the package in a second interpreter, which works or raises."""
    random = turn.random
    first, code, last = (
        random.choice(each) for each in (_IN_THE_MAIN_ONE, _IN_THE_OTHER, _IN_THE_MAIN_ONE)
    )
    status, _, errors = run_script(_SCRIPT.format(first=first, code=code, last=last))
    place = f"{first or 'nothing'}; then in another interpreter {code}"
    judge_script(turn, place, status, errors, (_OF_NUMPY,))


ATTACK = Attack("interpreters", "a second interpreter", attempt, 0.000005, 3, 200, patience=150.0)
