"""Scripts of the page of the laboratory, run by Node without a page."""

import json
import shutil
import subprocess
from pathlib import Path

import equidyn

NODE = shutil.which("node")
FOLDER = Path(equidyn.__file__).parent / "page" / "web"


def evaluate(files, expression):
    """Return the value of an expression after these scripts, which pages put into one."""
    texts = [(FOLDER / file).read_text(encoding="utf-8") for file in files]
    # what the page has before them
    first = "const panels = [];"
    script = "\n".join([first, *texts, f"process.stdout.write(JSON.stringify({expression}));"])
    found = subprocess.run(
        [NODE, "-"], input=script, capture_output=True, encoding="utf-8", timeout=60, check=False
    )
    assert found.returncode == 0, found.stderr
    return json.loads(found.stdout)
