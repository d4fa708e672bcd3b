"""Conversion of the trace of a formulation to a simplified expression graph."""

from __future__ import annotations

from .graph import Graph
from .trace import Operation, Trace


def retrace(trace: Trace, graph: Graph, inputs: dict[str, int]) -> list[int]:
    """Repeat the operations of a trace in a graph.

    Parameters
    ----------
    trace : Trace
        Trace of a formulation.
    graph : Graph
        The graph to extend.
    inputs : dict
        References of the graph for the inputs of the trace, by name.

    Returns
    -------
    list of int
        The torques, as references of the graph.
    """
    made: list[int] = []

    def quantity(node: int, value: float) -> int:
        return made[node] if node >= 0 else graph.number(value)

    names = {node: name for name, node in trace.inputs.items()}
    columns = (trace.left, trace.left_value, trace.right, trace.right_value, trace.value)
    rows = zip(trace.operation.tolist(), *(column.tolist() for column in columns), strict=True)
    for node, (operation, left, left_value, right, right_value, value) in enumerate(rows):
        if operation == Operation.INPUT:
            made.append(inputs[names[node]])
        elif operation == Operation.FULL_ENTRY:
            made.append(graph.input(f"full entry {value:g}"))
        else:
            x, y = quantity(left, left_value), quantity(right, right_value)
            made.append(_operate(graph, operation, x, y))
    torques = zip(trace.output_nodes.tolist(), trace.output_values.tolist(), strict=True)
    return [quantity(node, value) for node, value in torques]


def _operate(graph: Graph, operation: int, x: int, y: int) -> int:
    match operation:
        case Operation.ADD:
            return graph.add(x, y)
        case Operation.SUBTRACT:
            return graph.add(x, -y)
        case Operation.MULTIPLY:
            return graph.multiply(x, y)
        case Operation.NEGATE:
            return -x
        case Operation.COSINE:
            return graph.cosine(x)
        case _:
            return graph.sine(x)
