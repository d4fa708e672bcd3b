"""Parser of untrusted XML: bounded size and depth, no DTD; checked numeric attributes."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from ....output.files import read_bytes

# far above any real robot description
_LARGEST = 64 * 2**20
_DEEPEST = 100

_XACRO = (
    "expected URDF, got xacro, which can run any command; to expand a file that you trust, use "
    "Arm.from_urdf(path, xacro=True) or --xacro"
)


def markup(
    path_or_text: str | os.PathLike[str],
    xacro: Mapping[str, str] | None = None,
    packages: Mapping[str, str] = MappingProxyType({}),
) -> str | bytes:
    """Return the given XML, or that of a file, expanded by xacro if it has arguments.

    Raises
    ------
    OSError
        If there is no such file, or it cannot be read.
    ImportError
        If a file is to be expanded, and xacro is not installed.
    ValueError
        If it is not a regular file; if it is a xacro file that must not or cannot be expanded; if
        XML instead of a file is to be expanded.
    """
    if packages and xacro is None:
        raise ValueError("packages: only for files expanded by xacro; use xacro=True")
    if is_text(path_or_text):
        if xacro is not None:
            raise ValueError("xacro: expected the path of a file, got XML")
        return str(path_or_text)
    path = Path(path_or_text)
    content = read_bytes(path, _LARGEST + 1)
    if xacro is not None:
        from .xacro import expanded

        return expanded(path, xacro, packages, _LARGEST + 1)
    if path.suffix.lower() == ".xacro":
        raise ValueError(_XACRO)
    return content


def is_text(path_or_text: str | os.PathLike[str]) -> bool:
    """Tell whether this is XML rather than the name of a file.

    Raises
    ------
    TypeError, ValueError
        If it is neither.
    """
    if not isinstance(path_or_text, (str, os.PathLike)):
        kind = type(path_or_text).__name__
        raise TypeError(f"path_or_text: expected the path or content of a URDF, got {kind}")
    if not isinstance(path_or_text, str):
        return False
    if not path_or_text.strip():
        raise ValueError("path_or_text: expected the path or content of a URDF, got nothing")
    if path_or_text.lstrip("\ufeff \t\r\n")[:1] == "<":
        return True
    try:
        os.fsencode(path_or_text)
    except UnicodeEncodeError:
        raise ValueError(
            "path_or_text: expected the path or content of a URDF, got an impossible file name"
        ) from None
    return False


def parsed(text: str | bytes) -> Element:
    """Return the outermost element.

    Raises
    ------
    ValueError
        If the input is not XML, too large or too deep, or declares entities.
    """
    if len(text) > _LARGEST:
        raise ValueError(f"not a URDF: more than {_LARGEST // 2**20} MiB")
    builder = TreeBuilder()
    parser = expat.ParserCreate()
    depth = 0

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > _DEEPEST:
            raise ValueError(f"not a URDF: <{tag}> is nested more than {_DEEPEST} deep")
        if tag.startswith("xacro:"):
            raise ValueError(f"<{tag}>: {_XACRO}")
        builder.start(tag, attributes)

    def end(tag: str) -> None:
        nonlocal depth
        depth -= 1
        builder.end(tag)

    def refuse(*_: object) -> None:
        raise ValueError("not a URDF: <!DOCTYPE> is refused, because it can declare entities")

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = builder.data
    parser.StartDoctypeDeclHandler = refuse
    try:
        parser.Parse(text, True)
    except expat.ExpatError as error:
        raise ValueError(f"not a URDF: broken XML, {error}") from None
    except UnicodeError:
        raise ValueError("not a URDF: invalid characters") from None
    return builder.close()
