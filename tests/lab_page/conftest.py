"""A page without the module."""

import pytest

from equidyn.lab_page import page


@pytest.fixture
def built(monkeypatch, tmp_path):
    """A page that holds another file than the module, which is of no interest here."""
    module = tmp_path / "equidyn.wasm"
    module.write_bytes(b"\0asm")
    monkeypatch.setattr(page, "MODULE", module)
    read = page._read
    monkeypatch.setattr(page, "_read", lambda name: "" if name == "module.js" else read(name))
