"""The module in Node.js, a page without it, and a tab of a browser that shows pages with it."""

import json
import subprocess

import pytest

from equidyn.page import page
from oracles.browser import browser
from oracles.scripts import FOLDER, NODE

MODULE = page.MODULE
WITH_MODULE = [
    pytest.mark.skipif(NODE is None, reason="there is no Node.js on the path"),
    pytest.mark.skipif(not MODULE.is_file(), reason="the module of the laboratory was not built"),
]

STARTED = """
import fs from "node:fs";
import { Lab, LabError } from "FACE";

const [wasm, input, output] = process.argv.slice(2);
const given = JSON.parse(fs.readFileSync(input, "utf8"));
const told = (call) => {
  try {
    call();
  } catch (error) {
    if (error instanceof LabError) return error.message;
    throw error;
  }
  return "";
};
const main = async (lab) => { SCRIPT };
Lab.load(fs.readFileSync(wasm))
  .then(main)
  .then((found) => fs.writeFileSync(output, JSON.stringify(found)));
"""


@pytest.fixture(name="lab")
def fixture_lab(tmp_path):
    """Return a function that runs the body of a function of `lab` and `given` in Node.js."""

    def run(script, given=None):
        program, there, back = (tmp_path / name for name in ("run.mjs", "in.json", "out.json"))
        text = STARTED.replace("FACE", (FOLDER / "base/module.js").as_uri()).replace(
            "SCRIPT", script
        )
        program.write_text(text, encoding="utf-8")
        there.write_text(json.dumps(given), encoding="utf-8")
        command = [NODE, program, MODULE, there, back]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
        assert done.returncode == 0, done.stderr
        assert done.stdout + done.stderr == ""
        return json.loads(back.read_text(encoding="utf-8"))

    return run


@pytest.fixture
def built(monkeypatch, tmp_path):
    """A page that holds another file than the module, which is of no interest here."""
    module = tmp_path / "equidyn.wasm"
    module.write_bytes(b"\0asm")
    monkeypatch.setattr(page, "MODULE", module)


@pytest.fixture(scope="module")
def tab(tmp_path_factory):
    """A tab of a browser, which keeps what pages print and fetch."""
    from page.test_page_in_browser import WATCH

    with browser(tmp_path_factory.mktemp("profile"), WATCH) as opened:
        yield opened
