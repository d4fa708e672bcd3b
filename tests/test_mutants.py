"""The mistakes that can be planted stand where the code is by now."""

import json
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LISTS = sorted((ROOT / "tools" / "mutants").glob("*.json"))


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.stem)
def test_every_mistake_has_its_place(path):
    for mistake in json.loads(path.read_text(encoding="utf-8")):
        text = (ROOT / mistake["file"]).read_text(encoding="utf-8")
        assert text.count(mistake["old"]) == 1, mistake["sentence"]
        assert mistake["new"] != mistake["old"]
