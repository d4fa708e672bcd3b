"""No sign, factor, or order of factors in a step of a derivation may be another unnoticed."""

import ast
import operator
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

from equidyn import Arm
from equidyn.studies.papers import angeles, formulations, modified_dh_tutorial, sasaki_1990
from equidyn.studies.papers.derivation.algebra import from_one
from equidyn.studies.papers.derivation.command import uncontrolled
from equidyn.studies.papers.derivation.symbols import Symbols, symbols
from equidyn.studies.papers.equivalence import evaluate
from oracles.random_arms import random_arm, random_state

pytestmark = pytest.mark.slow

# what may be otherwise: points, their motion, and times that may be any, squares, a sum of zeros,
# friction, which the motors give and the joints take, and an error of twice the weight, up or down
FREE = {
    "return Varying(s.r[i] + s.rb[i], s.rb[i] - s.w[i], s.al[i] + s.r[i])",
    "d: FloatArray = s.rb[i] + 1.0",
    "return Varying(along + z, w * across, al * across - w**2 * along)",
    "return Varying(along, w * across, al * across - w**2 * along)",
    "yield square(cross(u, p))",
    "return integral(s, i, lambda d: square(cross(line(s, i), d)))",
    "yield rates_of_coordinates(s, i) + total(x[k].now * seen(s, i, units[k]).now for k in AXES)",
    "return np.asarray(-s.viscous[i] * s.qd[i])",
    "yield s.a[i - 1] - s.R[i - 1, 0] @ wrong",
    "return rotation(s, i) @ d",
    "a = cross(w, cross(w, d - s.rb[k]))",
    "return float(abs(s.qd[i] / s.qdd[i]))",
}


PAPERS = (angeles, modified_dh_tutorial, sasaki_1990)


def modules() -> list[str]:
    """Names of the modules with steps of the sources that have joints of both kinds."""
    sources = [import_module(f"{p.__name__}.derivation") for p in PAPERS]
    return [
        f"{package.__name__}.{file.stem}"
        for package in (*sources, formulations)
        for file in sorted(Path(package.__file__).parent.glob("*.py"))
        if "section = Section()" in file.read_text(encoding="utf-8")
    ]


@cache
def values() -> Symbols:
    """Symbols of an arm of both kinds of joints, with friction."""
    data = {**random_arm(3, 5), "joints": "RPPRR", "convention": "standard"}
    arm = Arm.from_dh(**data, viscous=[0.1, 0.2, 0.3, 0.4, 0.5])
    q, qd, qdd = (from_one(x) for x in random_state(np.random.default_rng(1), 5))
    return symbols(arm, q, qd, uncontrolled(q, qd, qdd))


# another operator in the place of each; the powers are squares
OTHERWISE = {
    ast.Add: ast.Sub(),
    ast.Sub: ast.Add(),
    ast.Mult: ast.Add(),
    ast.MatMult: ast.Mult(),
    ast.Div: ast.Mult(),
    ast.Pow: ast.Mult(),
}


def with_one_changed(tree: ast.Module) -> Iterator[ast.expr]:
    """Change one sign, factor or order of a vector product after the other, and undo it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.BinOp) and type(node.op) in OTHERWISE:
            kept, node.op = node.op, OTHERWISE[type(node.op)]
            yield node
            node.op = kept
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            node.op = ast.UAdd()
            yield node
            node.op = ast.USub()
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "cross":
            node.args.reverse()
            yield node
            node.args.reverse()


def found(tree: ast.Module, module) -> Iterator[tuple]:
    """What each step of a module shows: where it holds, and the residuals of its errata."""
    names = {"__name__": module.__name__, "__package__": module.__package__}
    exec(compile(tree, module.__file__, "exec"), names)
    for equation in names["section"]:
        step = evaluate(equation, values(), values())
        yield (
            (step.equation, step.statement),
            step.links,
            step.holds,
            [np.round(m.residual, 6) for m in step.misprints if m.residual is not None],
        )


@pytest.mark.parametrize("name", modules())
def test_another_sign_factor_or_order_is_noticed(name):
    module = import_module(name)
    text = Path(module.__file__).read_text(encoding="utf-8")
    lines, tree = text.splitlines(), ast.parse(text)
    right = list(found(tree, module))
    assert all(holds for _, links, holds, _ in right if links)
    unnoticed = set()
    for node in with_one_changed(tree):
        try:
            # up to the first step that shows it
            if all(map(operator.eq, found(tree, module), right)):
                unnoticed.add(lines[node.lineno - 1].strip())
        except (LookupError, RuntimeWarning, TypeError, ValueError):
            continue
    assert unnoticed <= FREE
