"""Every classical formulation of serial-arm dynamics, side by side.

Describe an arm once, compute its joint torques with any formulation, see that they agree, see what
each costs:

>>> import equidyn
>>> arm = equidyn.robots.puma560()
>>> tau = arm.inverse_dynamics(q=[0, 0.7, 3.1, 0, 0.7, 0], qd=[0] * 6, qdd=[0] * 6)
>>> tau[1:3].round(2)
array([32.81,  4.99])
>>> equidyn.verify(arm, samples=20).passed
True
"""

from __future__ import annotations

__version__ = "0.1.0.dev0"


def _listed() -> dict[str, str]:
    """Return the module of each public name, as the stub beside this file imports them."""
    with open(f"{__file__}i", encoding="utf-8") as stub:
        imports = [line.split() for line in stub if line.startswith("from ")]
    return {name: module for _, module, _, name, *_ in imports}


_MODULE_OF = _listed()

__all__ = ["__version__", *_MODULE_OF]


# everything is loaded when it is first used: `import equidyn` costs nothing, and the command line
# can say what Ctrl-C means before NumPy, or the module typing, is there
def __getattr__(name: str) -> object:
    from importlib import import_module

    if name not in _MODULE_OF:
        raise AttributeError(f"module 'equidyn' has no attribute {name!r}")
    module = _MODULE_OF[name]
    if module == ".":
        return import_module(f".{name}", __name__)
    value = getattr(import_module(module, __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
