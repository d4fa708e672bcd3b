"""The page: its scripts, styles and data, and the module, put together into one file."""

from __future__ import annotations

import base64
import gzip
import json
import posixpath
import re
from collections.abc import Mapping, Sequence
from graphlib import TopologicalSorter
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

from .. import _core
from ..draw import in_characters
from ..dynamics import AXIAL, QUANTITIES, equations
from ..output.page import palette
from ..output.styles import VECTORS
from ..validation import choice, several
from .panel_data import panel_data
from .robots import DEFAULTS, robots

if TYPE_CHECKING:
    from ..arm import Arm

_WEB = Path(__file__).parent / "web"

# beside the extension, which an editable install has elsewhere
MODULE = Path(_core.__file__).parent / "page" / "equidyn.wasm"
WITHOUT_MODULE = (
    "this installation of equidyn lacks the WebAssembly module: releases have it, and in a "
    "checkout EQUIDYN_LAB=1 pip install . builds it"
)

# arms of more joints are not shown
MOST_JOINTS = 30

# the script that starts the page, and the one that lists the panels
_START = "start.js"
_PANELS = "panels/all.js"
# parts that are no panels
_PARTS = ("arm", "recursion", "editor", "text")
_SCRIPTS = re.compile(r"<script>(.*?)</script>", re.DOTALL)
_IMPORT = re.compile(r'^import \{[^}]*\} from "([^"]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export ", re.MULTILINE)
_PANEL = re.compile(r'^export const \w+Panel = \{\s+id: "(\w+)"', re.MULTILINE)
_STYLES = ("../../output/page.css", "page.css", "panels/panels.css", "tour.css", "excerpt.css")


def described(arm: Arm) -> dict[str, Any]:
    """Return an arm as the page has it."""
    return {**DEFAULTS, **arm.to_dict()}


def page_of(
    description: Mapping[str, Any],
    state: Mapping[str, list[float]] | None = None,
    show: Sequence[str] | None = None,
    *,
    motion: Mapping[str, list[Any]] | None = None,
    channel: str = "",
) -> str:
    """Return the page of an arm, or an excerpt of it for a frame in another page.

    Parameters
    ----------
    description : mapping
        The arm, as `described` returns it.
    state : mapping, optional
        ``q``, ``qd`` and ``qdd``, n numbers each; by default the first of the motion, or a position
        in which the arm is seen.
    show : sequence of str, optional
        The parts that are shown alone: ``"arm"``, its picture and sliders, ``"recursion"``,
        ``"editor"``, ``"text"``, and the panels by their ids, as ``"counts"``. The page then tells
        the one around it how high it is: ``postMessage({height})``, in pixels. By default, all.
        An excerpt has no data of other parts.
    motion : mapping, optional
        ``t``, times, and ``q``, ``qd`` and ``qdd``, n numbers each at these times, which the page
        can play; ``torque``, where that of the motors is known.
    channel : str, optional
        The name by which the page and the kernel of a notebook around it know each other.

    Raises
    ------
    ValueError
        If there is no such part, or ``show`` is empty.
    TypeError
        If ``show`` is a string.
    ImportError
        If the package was built without the module.
    """
    chosen = None if show is None else _chosen(show)
    if state is None and motion is not None:
        state = {name: motion[name][0] for name in ("q", "qd", "qdd")}
    if not MODULE.exists():
        raise ImportError(f"the page cannot be made, since {WITHOUT_MODULE}")
    template, script = _read("page.html"), _script()
    return _filled(
        template,
        policy=_policy(*_SCRIPTS.findall(template.replace("@@script@@", script))),
        style=_style(),
        data=_json(
            {
                "description": description,
                "state": state,
                "motion": motion,
                "channel": channel,
                "show": chosen,
                **_of_parts(parts() if chosen is None else chosen),
            }
        ),
        excerpt="" if chosen is None else " excerpt",
        module=base64.b64encode(gzip.compress(MODULE.read_bytes(), 9, mtime=0)).decode("ascii"),
        script=script,
    )


def parts() -> list[str]:
    """Return the names of the parts of the page: those beside the arm, then the panels below it."""
    return [*_PARTS, *(name for file in _imports(_PANELS) for name in _PANEL.findall(_read(file)))]


def _chosen(show: Sequence[str]) -> list[str]:
    """Return the parts that are shown."""
    chosen = [choice("show", name, parts()) for name in several("show", show, "parts of the page")]
    if not chosen:
        raise ValueError(f"show: expected one or more of {', '.join(parts())}, got none")
    return chosen


def _filled(template: str, **parts: str) -> str:
    """Return a template with its parts; a part is not looked into."""
    pieces = template.split("@@")
    pieces[1::2] = [parts[name] for name in pieces[1::2]]
    return "".join(pieces)


def _policy(*scripts: str) -> str:
    """Return what a browser lets the page do: run these scripts, and neither send nor fetch."""
    hashes = (base64.b64encode(sha256(text.encode()).digest()).decode("ascii") for text in scripts)
    allowed = " ".join(f"'sha256-{each}'" for each in hashes)
    return (
        "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; "
        # WebAssembly, and formulations that are typed, which are the scripts of workers
        f"script-src {allowed} 'wasm-unsafe-eval'; worker-src blob:; style-src 'unsafe-inline'"
    )


def _style() -> str:
    kinds = "\n".join(f".lab .vector.{kind} {{ --vector: var(--{kind}); }}" for kind in VECTORS)
    text = "\n".join((_WEB / name).read_text(encoding="utf-8") for name in _STYLES)
    return text.replace("{{ palette() }}", palette()).replace("@@kinds@@", kinds)


def _script() -> str:
    """Return the modules of the page as one script."""
    joined = "\n".join(map(_read, _modules()))
    return '"use strict";\n' + _EXPORT.sub("", _IMPORT.sub("", joined))


def _modules() -> list[str]:
    """Return the names of the modules of the page, each after those that it imports."""
    imports: dict[str, list[str]] = {}
    found = [_START]
    for name in found:
        imports[name] = _imports(name)
        found += [each for each in imports[name] if each not in found]
    return list(TopologicalSorter(imports).static_order())


def _imports(name: str) -> list[str]:
    """Return the names of the modules that a module imports, in its order."""
    folder = posixpath.dirname(name)
    paths = _IMPORT.findall(_read(name))
    return [posixpath.normpath(posixpath.join(folder, path)) for path in paths]


def _read(name: str) -> str:
    return (_WEB / name).read_text(encoding="utf-8")


def _of_parts(made: list[str]) -> dict[str, Any]:
    return {
        "parts": made,
        "robots": robots() if "editor" in made else {},
        "defaults": DEFAULTS,
        "most_joints": MOST_JOINTS,
        "recursion": _recursion(),
        "panels": panel_data(equations="equations" in made),
    }


def _recursion() -> dict[str, Any]:
    """Return the equations of a joint by convention, kind and quantity, links as letters."""
    names = list(QUANTITIES)
    inwards = ["f", "n", "tau"]
    return {
        "outwards": [name for name in names if name not in inwards],
        "inwards": inwards,
        **{
            convention: {kind: _of_middle_joint(convention, kind) for kind in "RP"}
            for convention in ("standard", "modified")
        },
    }


def _of_middle_joint(convention: str, kind: str) -> dict[str, Any]:
    """Return the equations of the second of three joints: links 1, 2, 3 are b, k and a."""
    shape = SimpleNamespace(n=3, convention=convention, revolute=[kind == "R"] * 3)
    found = {}
    for each in equations(cast("Arm", shape)):
        if each.link != 2:
            continue
        text = in_characters(f"{each.symbol} = {each.right}")
        for number, letter in enumerate("bka", start=1):
            text = text.replace(f"_{number}", f"_{letter}")
        found[each.quantity] = {
            "equation": text,
            "letter": in_characters(QUANTITIES[each.quantity][0]),
            "operands": [(name, link - 2) for name, link in each.operands],
            "number": each.number,
            "unit": each.unit,
            "kind": each.kind,
            "axial": each.unit in AXIAL,
        }
    return found


def _json(data: object) -> str:
    """Return data as JSON that cannot end the element which holds it."""
    return json.dumps(data, ensure_ascii=True, separators=(",", ":")).replace("<", "\\u003c")
