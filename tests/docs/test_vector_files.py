"""The site offers test vectors of ten arms, with their version in the name."""

import json
import re

import equidyn
from documenting import downloads


def test_every_arm_has_its_files_and_its_row(tmp_path, monkeypatch):
    monkeypatch.setattr(downloads, "ARMS", ("planar_2r", "scara"))
    (tmp_path / "vectors").mkdir()
    downloads.write_vectors(tmp_path / "vectors", tmp_path / "vectors.md")
    links = re.findall(r"</(.*?)>", (tmp_path / "vectors.md").read_text("utf-8"))
    assert len(links) == 4
    assert {tmp_path / link for link in links} == {*(tmp_path / "vectors").iterdir()}
    assert all(equidyn.__version__ in link for link in links)
    data = json.loads((tmp_path / links[0]).read_text("utf-8"))
    assert len(data["states"]["q"]) == 20
    assert len(data["results"]) == 15


def test_ten_arms_of_every_kind_have_files():
    arms = [equidyn.robots.load(name) for name in downloads.ARMS]
    assert len(arms) == 10
    assert {arm.convention for arm in arms} == {"standard", "modified"}
    assert any("P" in arm.joints for arm in arms)
    assert {arm.n for arm in arms} >= {2, 4, 6, 7}
