"""Quantities of one arm as CasADi functions; dynamics with Jacobians of their own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import Any

from ..arm.arm import Arm
from ..graph.graph import Graph, Operation
from ..output.extras import require_extra
from .arguments import Argument, parameters_asked
from .program import Program

# CasADi uses the given Jacobian of the dynamics, forwards and backwards, and calls it instead of
# inserting and differentiating the operations
_BY_JACOBIAN = {"never_inline": True, "enable_forward": False, "enable_reverse": False}


def casadi_function(
    arm: Arm,
    quantity: str,
    formulation: str | None,
    parameters: str | Iterable[str],
    **options: bool,
) -> Any:
    """Return a quantity of an arm as a `casadi.Function`; see `Arm.to_casadi`."""
    asked = parameters_asked(parameters)
    require_extra("casadi", "casadi")
    program = Program.of(arm, quantity, formulation, asked, **options)
    arguments = _symbols(program.arguments)
    results = _results(program, arguments)
    if quantity == "inverse_dynamics":
        blocks = _swept(arguments, results["tau"])
        unread = _symbols(program.results)["tau"]
        return _with_jacobian(quantity, arguments, results, unread, blocks)
    if quantity == "forward_dynamics":
        torques = Program.of(arm, "inverse_dynamics", None, program.parameters, **options)
        qdd = _symbols(program.results)["qdd"]
        blocks = _of_accelerations(torques, arguments, qdd)
        return _with_jacobian(quantity, arguments, results, qdd, blocks)
    return _function(quantity, arguments, results)


def _with_jacobian(
    name: str,
    arguments: dict[str, Any],
    results: dict[str, Any],
    known: Any,
    blocks: dict[str, Any],
) -> Any:
    """Return a function of one result which has these derivatives with respect to its arguments.

    The derivatives are expressions of the arguments and of the result, which is known by then.
    """
    casadi = import_module("casadi")
    (result,) = results
    simplified = casadi.cse([casadi.densify(blocks[x]) for x in arguments])
    names = [f"jac_{result}_{x}" for x in arguments]
    jacobian = _function(
        f"jac_{name}",
        {**arguments, f"out_{result}": known},
        dict(zip(names, simplified, strict=True)),
    )
    return _function(name, arguments, results, custom_jacobian=jacobian, **_BY_JACOBIAN)


def _function(name: str, arguments: dict[str, Any], results: dict[str, Any], **options: Any) -> Any:
    return import_module("casadi").Function(
        name, [*arguments.values()], [*results.values()], [*arguments], [*results], options
    )


def _symbols(arguments: Iterable[Argument]) -> dict[str, Any]:
    """Return a matrix of symbols for each argument."""
    casadi = import_module("casadi")
    return {x.name: casadi.SX.sym(x.name, *_matrix_shape(x)) for x in arguments}


def _matrix_shape(argument: Argument) -> tuple[int, int]:
    """Return rows and columns of an argument; matrices of more axes stand below each other."""
    columns = argument.shape[-1] if len(argument.shape) > 1 else 1
    return argument.size // columns, columns


def _results(program: Program, arguments: dict[str, Any]) -> dict[str, Any]:
    """Return the results of a program as expressions of its arguments."""
    elements = {
        f"{name}[{k}]": symbol
        for name, symbols in arguments.items()
        for k, symbol in enumerate(import_module("casadi").vertsplit(symbols.T.reshape((-1, 1))))
    }
    outputs = _expressions(program.graph, elements)
    results, start = {}, 0
    for result in program.results:
        rows, columns = _matrix_shape(result)
        part = outputs[start : start + result.size]
        results[result.name] = _matrix([part[k * columns :][:columns] for k in range(rows)])
        start += result.size
    return results


def _expressions(graph: Graph, elements: dict[str, Any]) -> list[Any]:
    """Repeat the operations of a graph; return its outputs."""
    casadi = import_module("casadi")
    made = [casadi.SX(0)] * len(graph.nodes)

    def value(reference: int) -> Any:
        return made[reference] if reference >= 0 else -made[-reference]

    for k in graph.live():
        node = graph.nodes[k]
        match node.operation:
            case Operation.NUMBER:
                made[k] = casadi.SX(node.value)
            case Operation.INPUT:
                made[k] = elements[node.name]
            case Operation.ADD:
                made[k] = value(node.left) + value(node.right)
            case Operation.MULTIPLY:
                made[k] = value(node.left) * value(node.right)
            case Operation.DIVIDE:
                made[k] = value(node.left) / value(node.right)
            case Operation.COSINE:
                made[k] = casadi.cos(value(node.left))
            case Operation.SINE:
                made[k] = casadi.sin(value(node.left))
            case Operation.SIGN:
                made[k] = casadi.sign(value(node.left))
    return [value(output) for output in graph.outputs]


def _matrix(rows: Sequence[Sequence[Any]]) -> Any:
    casadi = import_module("casadi")
    return casadi.densify(casadi.vertcat(*(casadi.horzcat(*row) for row in rows)))


def _of_accelerations(torques: Program, arguments: dict[str, Any], qdd: Any) -> dict[str, Any]:
    """Return the derivatives of forward dynamics with respect to each argument, where qdd is known.

    From M qdd + h = tau: -M^-1 times those of the torques, and M^-1 for tau.
    """
    motion = {**arguments, "qdd": qdd}
    del motion["tau"]
    of_torques = _swept(motion, _results(torques, motion)["tau"])
    inverse = _inverse(of_torques.pop("qdd"))
    return {name: -inverse @ x for name, x in of_torques.items()} | {"tau": inverse}


def _swept(arguments: dict[str, Any], result: Any) -> dict[str, Any]:
    """Return the derivatives of a vector with respect to each argument, by reverse mode."""
    casadi = import_module("casadi")
    vectors = [casadi.vec(x) for x in arguments.values()]
    each = casadi.SX.eye(result.numel())
    derivatives = casadi.jtimes(result, casadi.vertcat(*vectors), each, True).T
    ends = [0]
    for vector in vectors:
        ends.append(ends[-1] + vector.numel())
    return dict(zip(arguments, casadi.horzsplit(derivatives, ends), strict=True))


def _inverse(matrix: Any) -> Any:
    """Return the inverse of a symmetric positive definite matrix, by factors L D L'."""
    casadi = import_module("casadi")
    n = matrix.shape[0]
    # the inverse of L, row by row, from that of its leading rows
    inverse = [[casadi.SX(int(i == j)) for j in range(n)] for i in range(n)]
    pivots: list[Any] = []
    for i in range(n):
        # row i of L D
        row = [_dot((matrix[i, k] for k in range(j + 1)), inverse[j][: j + 1]) for j in range(i)]
        lower = [x / pivot for x, pivot in zip(row, pivots, strict=True)]
        pivots.append(matrix[i, i] - _dot(row, lower))
        for j in range(i):
            inverse[i][j] = -_dot(lower[j:], (inverse[k][j] for k in range(j, i)))
    scaled = [[x / pivot for x in row] for row, pivot in zip(inverse, pivots, strict=True)]
    entries = [
        [
            _dot(
                *([row[k] for row in rows[max(i, j) :]] for rows, k in ((scaled, i), (inverse, j)))
            )
            for j in range(n)
        ]
        for i in range(n)
    ]
    return _matrix(entries)


def _dot(x: Iterable[Any], y: Iterable[Any]) -> Any:
    return sum((a * b for a, b in zip(x, y, strict=True)), import_module("casadi").SX(0))
