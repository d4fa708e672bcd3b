"""Front of a package: its public names, which its stub lists, each loaded when it is first used."""

# everything is loaded when it is first used: `import equidyn` costs nothing, and the command line
# can say what Ctrl-C means before NumPy, or the module typing, is there


class Front:
    """Public names of a package, from ``__init__.pyi`` beside its ``__init__.py``."""

    def __init__(self, package: str, file: str) -> None:
        self.package = package
        with open(f"{file}i", encoding="utf-8") as stub:
            imports = [line.split() for line in stub if line.startswith("from ")]
        self.module_of = {name: module for _, module, _, name, *_ in imports}

    def load(self, name: str) -> object:
        """Return a public name, or a module of the package: its ``__getattr__``."""
        from importlib import import_module
        from importlib.util import find_spec

        module = self.module_of.get(name, ".")
        if module == ".":
            if name.startswith("_") or not find_spec(f".{name}", self.package):
                raise AttributeError(f"module {self.package!r} has no attribute {name!r}")
            return import_module(f".{name}", self.package)
        value = getattr(import_module(module, self.package), name)
        setattr(import_module(self.package), name, value)
        return value
