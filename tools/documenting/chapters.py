"""Chapter titles of the notebooks, numbered like their files."""

import json
from pathlib import Path


def numbered(path: Path) -> str:
    """Return a notebook with the number of its file in its title: "# 4. How many ...".

    Raises
    ------
    ValueError
        If it does not begin with a title.
    """
    notebook = json.loads(path.read_text(encoding="utf-8"))
    first = "".join(notebook["cells"][0]["source"])
    if not first.startswith("# "):
        raise ValueError(f"{path.name}: expected a title first, got {first[:40]!r}")
    number = int(path.name.partition("_")[0])
    notebook["cells"][0]["source"] = f"# {number}. {first.removeprefix('# ')}"
    return json.dumps(notebook, ensure_ascii=False)
