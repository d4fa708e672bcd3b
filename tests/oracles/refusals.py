"""Errors, word by word."""

import re

import pytest


def raises(error: type[Exception], message: str):
    """Expect an error of which this is the whole message."""
    return pytest.raises(error, match=f"^{re.escape(message)}$")
