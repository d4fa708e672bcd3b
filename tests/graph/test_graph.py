"""The graph of operations: every quantity once, and no operation whose result is known."""

import math

import pytest

from equidyn.graph.graph import Graph, Operation


def test_a_graph_has_every_quantity_once():
    graph = Graph()
    x, y = graph.input("x"), graph.input("y")
    assert graph.multiply(x, y) == graph.multiply(y, x) == -graph.multiply(-x, y)
    assert graph.add(x, -y) == -graph.add(y, -x)
    assert graph.cosine(x) == graph.cosine(-x)
    assert graph.sine(x) == -graph.sine(-x)
    assert graph.sign(x) == -graph.sign(-x)


def test_a_graph_works_out_what_is_known_beforehand():
    graph = Graph()
    x, two, three = graph.input("x"), graph.number(2.0), graph.number(-3.0)
    assert graph.add(two, three) == graph.number(-1.0)
    assert [graph.sign(number) for number in (two, three, 0)] == [
        graph.number(1.0),
        graph.number(-1.0),
        0,
    ]
    assert graph.add(x, -x) == graph.multiply(x, 0) == graph.number(0.0) == 0
    assert graph.multiply(x, graph.number(-1.0)) == -x
    assert graph.multiply(two, graph.multiply(x, three)) == graph.multiply(graph.number(-6.0), x)
    for quarters in range(-4, 5):
        turned = graph.add(x, graph.number(quarters * math.pi / 2))
        cosine = (graph.cosine(x), -graph.sine(x), -graph.cosine(x), graph.sine(x))
        assert graph.cosine(turned) == cosine[quarters % 4]
        assert graph.sine(turned) == cosine[(quarters - 1) % 4]


def test_a_graph_divides():
    graph = Graph()
    x, y, two = graph.input("x"), graph.input("y"), graph.number(2.0)
    assert graph.divide(x, y) == graph.divide(-x, -y) == -graph.divide(-x, y) > 0
    assert graph.divide(x, x) == -graph.divide(x, -x) == graph.number(1.0)
    assert graph.divide(0, x) == 0
    assert graph.divide(graph.number(1.0), two) == graph.number(0.5)
    assert graph.divide(x, graph.number(-1.0)) == -x
    assert graph.value(graph.divide(graph.number(-1.0), graph.number(3.0))) == -1 / 3
    assert graph.nodes[graph.divide(x, two)].operation is Operation.DIVIDE
    with pytest.raises(ZeroDivisionError):
        graph.divide(x, 0)
