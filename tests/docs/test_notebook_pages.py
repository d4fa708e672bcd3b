"""Notebooks become pages that need no scripts of widgets."""

import json

from documenting.notebooks import NOTE, without_widgets

VIEW = "application/vnd.jupyter.widget-view+json"
STATE = "application/vnd.jupyter.widget-state+json"
PICTURE = {"output_type": "display_data", "metadata": {}, "data": {"image/png": "AAAA"}}


def notebook(outputs, models=None):
    """A notebook of some text and one executed cell."""
    metadata = {"widgets": {STATE: {"state": models}}} if models else {}
    cells = [{"cell_type": "markdown"}, {"cell_type": "code", "outputs": outputs}]
    return {"cells": cells, "metadata": metadata}


def test_a_widget_is_replaced_by_what_it_has_drawn():
    view = {"output_type": "display_data", "metadata": {}, "data": {VIEW: {"model_id": "box"}}}
    models = {
        "box": {"state": {"children": ["IPY_MODEL_slider", "IPY_MODEL_out"]}},
        "slider": {"state": {"value": 1}},
        "out": {"state": {"outputs": [PICTURE]}},
    }
    page = without_widgets(json.dumps(notebook([view], models)))
    assert json.loads(page) == notebook([PICTURE, NOTE])
    assert "widget" not in page


def test_a_notebook_without_widgets_stays_as_it_is():
    stream = {"output_type": "stream", "name": "stdout", "text": ["τ"]}
    plain = notebook([PICTURE, stream])
    assert json.loads(without_widgets(json.dumps(plain))) == plain
