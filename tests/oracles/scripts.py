"""Modules of the page of the laboratory, run by Node without a page."""

import json
import shutil
import subprocess
from pathlib import Path

import equidyn

NODE = shutil.which("node")
FOLDER = Path(equidyn.__file__).parent / "page" / "web"

# the names that modules export are variables of the expression
STARTED = """
const names = Object.assign({}, ...await Promise.all(modules.map((each) => import(each))));
const found = new Function(...Object.keys(names), `return ${expression}`)(...Object.values(names));
process.stdout.write(JSON.stringify(await found));
"""


def evaluate(files, expression):
    """Return the value of an expression of names that these modules export."""
    given = {"expression": expression, "modules": [(FOLDER / file).as_uri() for file in files]}
    script = f"const {{ expression, modules }} = {json.dumps(given)};{STARTED}"
    command = [NODE, "--input-type=module", "-"]
    found = subprocess.run(
        command, input=script, capture_output=True, encoding="utf-8", timeout=60, check=False
    )
    assert found.returncode == 0, found.stderr
    return json.loads(found.stdout)
