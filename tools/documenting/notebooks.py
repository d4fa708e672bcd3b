"""Executed notebooks as pages: what sliders move stands there as it was first drawn."""

import json
from collections.abc import Iterator
from typing import Any

_VIEW = "application/vnd.jupyter.widget-view+json"
_STATE = "application/vnd.jupyter.widget-state+json"
_REFERENCE = "IPY_MODEL_"

Output = dict[str, Any]
NOTE: Output = {
    "output_type": "display_data",
    "metadata": {},
    "data": {"text/html": "<p><em>In Jupyter, sliders move this.</em></p>"},
}


def without_widgets(text: str) -> str:
    """Return a notebook in which pictures stand for widgets, whose scripts a page would fetch."""
    notebook = json.loads(text)
    widgets = notebook["metadata"].pop("widgets", {})
    models = widgets.get(_STATE, {}).get("state", {})
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            cell["outputs"] = [o for output in cell["outputs"] for o in _still(output, models)]
    return json.dumps(notebook, ensure_ascii=False)


def _still(output: Output, models: dict[str, Any]) -> Iterator[Output]:
    """Yield an output, or what stands for it."""
    if _VIEW not in output.get("data", {}):
        yield output
        return
    yield from _drawn(output["data"][_VIEW]["model_id"], models)
    yield NOTE


def _drawn(model: str, models: dict[str, Any]) -> Iterator[Output]:
    """Yield what a widget and those within it have drawn."""
    state = models.get(model, {}).get("state", {})
    yield from state.get("outputs", [])
    for child in state.get("children", []):
        yield from _drawn(child.removeprefix(_REFERENCE), models)
