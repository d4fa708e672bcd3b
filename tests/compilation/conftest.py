import pytest

from equidyn.compilation import library
from equidyn.dynamics import registry


@pytest.fixture(scope="session")
def cache(tmp_path_factory):
    """A cache folder for all tests, which no other process writes."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(autouse=True)
def _apart(cache, monkeypatch):
    """Leave the cache of the user alone, and the list of formulations as it was."""
    monkeypatch.setenv("EQUIDYN_CACHE", str(cache))
    monkeypatch.setattr(registry, "_OF_QUANTITY", dict(registry._OF_QUANTITY))


@pytest.fixture
def without_lanes(monkeypatch):
    """Compile nothing for lanes of this machine, which takes as long again."""
    monkeypatch.setattr(library, "lanes_in_use", lambda: (1, ()))
