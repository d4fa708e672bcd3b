"""Front of a package: its public names, which its stub lists, each loaded when it is first used.

`import equidyn` costs nothing: the command line answers Ctrl-C before NumPy is there.
"""

from __future__ import annotations

TYPE_CHECKING = False  # the module typing is not loaded either
if TYPE_CHECKING:
    from collections.abc import Callable


def front(
    package: str, file: str, *others: str
) -> tuple[list[str], Callable[[str], object], Callable[[], list[str]]]:
    """Return ``__all__``, ``__getattr__`` and ``__dir__`` of a package.

    The public names are those that ``__init__.pyi`` beside its file imports from modules, one a
    line, and some others. The modules themselves are found, too.
    """
    with open(f"{file}i", encoding="utf-8") as stub:
        imports = [line.split() for line in stub if line.startswith("from ")]
    module_of = {name: module for _, module, _, name, *_ in imports}
    public = [*others, *(name for name in module_of if module_of[name] != ".")]

    def load(name: str) -> object:
        from importlib import import_module
        from importlib.util import find_spec

        module = module_of.get(name, ".")
        if module == ".":
            if name.startswith("_") or not find_spec(f".{name}", package):
                raise AttributeError(f"module {package!r} has no attribute {name!r}")
            return import_module(f".{name}", package)
        value = getattr(import_module(module, package), name)
        setattr(import_module(package), name, value)
        return value

    return public, load, lambda: sorted(public)
