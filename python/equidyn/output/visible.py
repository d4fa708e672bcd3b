"""Names come from files and from users: what a terminal would obey is shown instead."""

from __future__ import annotations

import unicodedata


def visible(text: str) -> str:
    """Write characters that steer a terminal, or the direction of writing, as their escapes."""
    return "".join(
        character.encode("unicode_escape").decode("ascii") if _steers(character) else character
        for character in text
    )


def in_one_line(text: str) -> str:
    """Write line breaks as escapes too: a name in a sentence, or in a line of a file."""
    return visible(text).replace("\n", r"\n")


def _steers(character: str) -> bool:
    return character != "\n" and unicodedata.category(character) in ("Cc", "Cf", "Cs", "Zl", "Zp")
