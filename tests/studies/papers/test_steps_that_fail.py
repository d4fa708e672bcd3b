"""No step of a derivation holds whatever its symbols are, or whatever its operators do."""

import importlib
from dataclasses import fields, replace

import numpy as np
import pytest

from equidyn import robots
from equidyn.studies.papers.derivation.algebra import from_one
from equidyn.studies.papers.derivation.command import random_command
from equidyn.studies.papers.derivation.reading import CORRECTED
from equidyn.studies.papers.derivation.step import TOLERANCE, difference
from equidyn.studies.papers.derivation.symbols import Symbols, symbols
from equidyn.studies.papers.equivalence import PAPERS

JOINTS = 3

# for revolute joints; the others, of both kinds, are asked sign by sign
PROOFS = ("turney_mudge_lee", "lee_chung_mudge_turney")

# operators that are wrong for every axis and in every frame
WRONG = {
    "cross": lambda a, b: np.cumsum(np.cross(a, b)),
    "tr": lambda matrix: matrix.trace() + matrix[0, 1],
    "outer": lambda a, b: np.outer(a, b) * np.arange(1, 4),
}


def random_symbols() -> Symbols:
    arm = robots.random_arm(JOINTS, seed=3, joints="R" * JOINTS).to_convention("standard")
    rng = np.random.default_rng(4)
    q, qd, qdd = (from_one(x) for x in rng.uniform(-1, 1, (3, JOINTS)))
    return symbols(arm, q, qd, random_command(q, qd, qdd, rng))


def one_changed(s: Symbols):
    """Yield the symbols again and again, each time with others for one of them."""
    rng = np.random.default_rng(5)
    for field in fields(s):
        value = getattr(s, field.name)
        if isinstance(value, np.ndarray) and value.dtype == float:
            yield replace(s, **{field.name: value + rng.uniform(0.1, 1, value.shape)})
    yield replace(s, command=replace(s.command, Kp=-s.command.Kp))


def holds(equation, s: Symbols) -> bool:
    links = [list(equation.sides(s, i, CORRECTED)) for i in equation.links(s.n)]
    left, *rights = (np.array(side) for side in zip(*links, strict=True))
    return max(difference(left, right) for right in rights) < TOLERANCE


def holds_with_wrong_operators(equation, s: Symbols, monkeypatch) -> bool:
    module = importlib.import_module(equation.sides.__module__)
    kept = []
    for name in WRONG.keys() & vars(module).keys():
        with monkeypatch.context() as patch:
            patch.setattr(module, name, WRONG[name])
            kept.append(holds(equation, s))
    return all(kept)


@pytest.mark.slow
@pytest.mark.parametrize("paper", PROOFS)
def test_every_step_fails_with_other_symbols_or_with_wrong_operators(paper, monkeypatch):
    s = random_symbols()
    equations = PAPERS[paper].equations
    assert all(holds(equation, s) for equation in equations)
    others = list(one_changed(s))
    kept = [equation for equation in equations if all(holds(equation, other) for other in others)]
    # identities, of any vectors and matrices
    assert len(kept) < len(equations) / 8
    assert not [
        equation.number for equation in kept if holds_with_wrong_operators(equation, s, monkeypatch)
    ]
