"""Each experiment is done once for all tests."""

from functools import cache

import pytest

import equidyn


@pytest.fixture(scope="session")
def reproduced():
    """A function of the name of an experiment."""
    return cache(equidyn.studies.reproduce)
