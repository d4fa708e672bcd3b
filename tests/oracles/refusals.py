"""Expected errors."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest


def raises(error: type[Exception], message: str):
    """Expect an error of which this is the whole message."""
    return pytest.raises(error, match=f"^{re.escape(message)}$")


@contextmanager
def may_be_refused(pattern: str) -> Iterator[None]:
    """Accept a ValueError or TypeError whose message matches, and no other error."""
    try:
        yield
    except (ValueError, TypeError) as error:
        if not re.search(pattern, str(error)):
            raise
