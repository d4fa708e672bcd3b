"""The files that students hand in: modules and notebooks of Python."""

from __future__ import annotations

import json
import re
import sys
from importlib.machinery import SourceFileLoader
from importlib.util import decode_source
from pathlib import Path
from types import ModuleType
from typing import Any

from ...implementations import in_words

# suffixes of files that are run
MODULES = (".py", ".ipynb")

# a name that nothing else imports
_MODULE = "__student__"

# lines of a notebook that are no Python
_COMMAND = re.compile(r"^(\s*)(?:[%!?].*|.*\?)$", re.MULTILINE)


class CannotRun(Exception):
    """A file that raises an error, which is the cause, or that is no Python."""


def loaded(file: Path) -> tuple[dict[str, Any], list[str]]:
    """Run a file; return what it defines by name, and remarks.

    Cells of a notebook run in turn, also after one that raises an error.

    Raises
    ------
    CannotRun
        If a module raises an error, or the file is neither a module nor a notebook.
    """
    module = ModuleType(_MODULE)
    module.__file__ = str(file)
    sys.modules[_MODULE] = module  # data classes need it
    suffix = file.suffix.lower()
    if suffix == ".ipynb":
        return module.__dict__, list(_run_cells(file, module.__dict__))
    if suffix != ".py":
        raise CannotRun("expected a Python file, .py or .ipynb")
    try:
        SourceFileLoader(_MODULE, str(file)).exec_module(module)
    except Exception as error:
        raise CannotRun("cannot be run") from error
    return module.__dict__, []


def _run_cells(file: Path, names: dict[str, Any]) -> list[str]:
    """Run the cells of a notebook, and return what is told of those that raise an error."""
    try:
        cells = json.loads(decode_source(file.read_bytes()))["cells"]
        texts = ["".join(x["source"]) for x in cells if x["cell_type"] == "code"]
    except (ValueError, LookupError, TypeError) as error:
        raise CannotRun("expected a notebook of Jupyter") from error
    failed = []
    for number, text in enumerate(texts, start=1):
        if text.startswith("%%"):
            continue
        place = f"{file} cell {number}"
        try:
            try:
                code = compile(text, place, "exec")
            except SyntaxError:
                code = compile(_COMMAND.sub(r"\1pass", text), place, "exec")
            exec(code, names)
        except Exception as error:
            failed.append(f"cell {number} raised {in_words(error)}")
    return failed
