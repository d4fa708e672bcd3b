"""A page without the module, and a tab of a browser that shows pages with it."""

import pytest

from equidyn.lab_page import page
from oracles.browser import browser


@pytest.fixture
def built(monkeypatch, tmp_path):
    """A page that holds another file than the module, which is of no interest here."""
    module = tmp_path / "equidyn.wasm"
    module.write_bytes(b"\0asm")
    monkeypatch.setattr(page, "MODULE", module)
    read = page._read
    monkeypatch.setattr(page, "_read", lambda name: "" if name == "module.js" else read(name))


@pytest.fixture(scope="module")
def tab(tmp_path_factory):
    """A tab of a browser, which keeps what pages print and fetch."""
    from lab_page.test_page_in_browser import WATCH

    with browser(tmp_path_factory.mktemp("profile"), WATCH) as opened:
        yield opened
