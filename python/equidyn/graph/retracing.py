"""Conversion of the trace of a formulation to a simplified expression graph."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .graph import Graph
from .trace import Operation, Trace


def retrace(trace: Trace, graph: Graph, inputs: Mapping[str, int]) -> list[int]:
    """Repeat the operations of a trace in a graph.

    Parameters
    ----------
    trace : Trace
        Trace of a formulation.
    graph : Graph
        The graph to extend.
    inputs : mapping
        References of the graph for the inputs of the trace, by name.

    Returns
    -------
    list of int
        The torques, as references of the graph.
    """
    columns = {name: getattr(trace, name) for name in (*_COLUMNS, *_OUTPUTS)}
    names = {"input_names": list(trace.inputs), "input_nodes": list(trace.inputs.values())}
    return repeated({**columns, **names}, graph, inputs)


def repeated(columns: Mapping[str, Any], graph: Graph, inputs: Mapping[str, int]) -> list[int]:
    """Repeat the operations of a trace in a graph.

    Parameters
    ----------
    columns : mapping
        Columns of the trace, as the core records them.
    graph : Graph
        The graph to extend.
    inputs : mapping
        References of the graph for the inputs of the trace, by name.

    Returns
    -------
    list of int
        The results, as references of the graph.
    """
    made: list[int] = []

    def quantity(node: int, value: float) -> int:
        return made[node] if node >= 0 else graph.number(value)

    names = dict(zip(columns["input_nodes"], columns["input_names"], strict=True))
    rows = zip(*(columns[name].tolist() for name in _COLUMNS), strict=True)
    for node, (operation, left, left_value, right, right_value, value) in enumerate(rows):
        if operation == Operation.INPUT:
            made.append(inputs[names[node]])
        elif operation == Operation.FULL_ENTRY:
            made.append(graph.input(f"full entry {value:g}"))
        else:
            x, y = quantity(left, left_value), quantity(right, right_value)
            made.append(_operate(graph, operation, x, y))
    results = zip(*(columns[name] for name in _OUTPUTS), strict=True)
    return [quantity(int(node), float(value)) for node, value in results]


def _operate(graph: Graph, operation: int, x: int, y: int) -> int:
    match operation:
        case Operation.ADD:
            return graph.add(x, y)
        case Operation.SUBTRACT:
            return graph.add(x, -y)
        case Operation.MULTIPLY:
            return graph.multiply(x, y)
        case Operation.DIVIDE:
            return graph.divide(x, y)
        case Operation.NEGATE:
            return -x
        case Operation.COSINE:
            return graph.cosine(x)
        case _:
            return graph.sine(x)


_COLUMNS = ("operation", "left", "left_value", "right", "right_value", "value")
_OUTPUTS = ("output_nodes", "output_values")
