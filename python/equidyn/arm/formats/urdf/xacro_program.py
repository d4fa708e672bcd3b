"""Separate program that expands a xacro file; `xacro.py` runs it.

Arguments: limits of seconds, memory and bytes written; the file; arguments and packages as JSON;
the module search path. It writes the document, or the error with exit status 1.
"""

import os
import sys


def main() -> int:
    """Expand the file."""
    seconds, memory, size = map(int, sys.argv[1:4])
    path, given = sys.argv[4:6]
    # without the folder of this program, which has another xacro
    sys.path[:] = sys.argv[6:]
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    _limit(seconds, memory)
    try:
        text, status = _expanded(path, given), 0
    except Exception as error:
        text, status = str(error) or type(error).__name__, 1
    with output:
        output.write(text.encode(errors="backslashreplace")[:size])
    return status


def _limit(seconds: int, memory: int) -> None:
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    except (ImportError, OSError, ValueError):
        pass


def _expanded(path: str, given: str) -> str:
    import json
    from importlib import import_module

    arguments, packages = json.loads(given)
    _find_packages(packages)
    xacro = import_module("xacro")
    xacro.init_stacks(path)
    document = xacro.parse(None, path)
    for element in document.getElementsByTagName("xacro:arg"):
        name = element.getAttribute("name")
        if name in arguments:
            # xacro needs a default even for given arguments
            element.setAttribute("default", "")
        elif not element.hasAttribute("default"):
            raise ValueError(f"the argument {name!r} has no default{_HOW_TO_GIVE.format(name)}")
    try:
        xacro.process_doc(document, mappings=dict(arguments))
    except xacro.XacroException as error:
        cause = error
        while getattr(cause, "exc", None) is not None:
            cause = cause.exc
        if isinstance(cause, _NoPackageError):
            raise cause from None
        if "Undefined substitution argument" in str(error):
            raise ValueError(f"{error}{_HOW_TO_GIVE.format(cause)}") from None
        raise
    _require_known(arguments, [path, *xacro.all_includes])
    return str(document.toxml())


class _NoPackageError(Exception):
    """There is no such package."""


_HOW_TO_GIVE = "; give arguments as xacro={{'{0}': ...}} or --xacro-args {0}=..."


def _require_known(arguments: dict[str, str], files: list[str]) -> None:
    """Raise for an argument that no file takes: xacro would ignore it."""
    import re

    taken = (r"<xacro:arg\s[^>]*?\bname\s*=\s*[\"']([^\"']+)", r"[$.][(]?arg[ (]+[\"']?([\w.-]+)")
    known = set()
    for file in files:
        with open(file, encoding="utf-8", errors="replace") as stream:
            text = stream.read()
        for pattern in taken:
            known.update(re.findall(pattern, text))
    for name in arguments:
        if name not in known:
            names = ", ".join(sorted(known)) or "none"
            raise ValueError(f"there is no argument {name!r} (known: {names})")


def _find_packages(packages: dict[str, str]) -> None:
    """Make $(find name) look at the given packages first, then at those of ROS, if installed."""
    from importlib import import_module
    from types import ModuleType

    index = "ament_index_python.packages"
    try:
        of_ros = import_module(index).get_package_share_directory
    except ImportError:
        of_ros = None
        sys.modules |= {name: ModuleType(name) for name in ("ament_index_python", index)}

    def folder(name: str) -> str:
        if name in packages:
            return packages[name]
        if of_ros is None:
            raise _NoPackageError(
                f"there is no package {name!r}; give its folder as packages={{{name!r}: ...}} or "
                f"--packages {name}=..., or have ROS expand the file: xacro FILE > arm.urdf"
            )
        return str(of_ros(name))

    vars(sys.modules[index])["get_package_share_directory"] = folder


if __name__ == "__main__":
    sys.exit(main())
