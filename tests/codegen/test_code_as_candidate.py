"""Generated code is verified as a user verifies it: as a candidate that holds its own numbers."""

import ctypes
import json
import math
import shutil
import subprocess

import numpy as np
import pytest

import equidyn
from equidyn.codegen import generate
from equidyn.dynamics.registry import refusals
from equidyn.robots import load, names, random_arm

pytestmark = pytest.mark.slow

COMPILER = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
NODE = shutil.which("node")
needs_compiler = pytest.mark.skipif(COMPILER is None, reason="there is no C compiler on the path")
needs_node = pytest.mark.skipif(NODE is None, reason="there is no Node.js on the path")

ARMS = [*map(load, names()), random_arm(1, 3), random_arm(4, 1), random_arm(5, 2)]
each_arm = pytest.mark.parametrize("arm", ARMS, ids=lambda arm: arm.name)

# the function of a line of names and vectors, until there is no line
SERVER = """
import * as arm from './arm.mjs';
import { createInterface } from 'node:readline';
createInterface({ input: process.stdin }).on('line', (line) => {
  const [name, ...vectors] = JSON.parse(line);
  console.log(JSON.stringify(arm[name](...vectors)));
});
"""


def written(arm, language, rounds):
    """Return the code of some formulations that take an arm, by name, other ones for the next arm.

    All arms together have every formulation several times, so many as rounds at least.
    """
    names = [f.name for f in equidyn.formulations() if f.name not in refusals(arm)]
    many = rounds * math.ceil(len(names) / len(ARMS))
    start = ARMS.index(arm) * many
    chosen = [names[k % len(names)] for k in range(start, start + many)]
    return {name: generate(arm, name, language, name=name).source for name in chosen}


def assert_all_pass(arm, functions):
    candidates = {f"generated {name}": function for name, function in functions.items()}
    equidyn.verify(arm, 3, formulations=["newton_euler"], candidates=candidates).assert_passed()


@each_arm
def test_numpy_passes(arm):
    module = {}
    sources = written(arm, "numpy", rounds=3)
    exec("\n".join(sources.values()), module)
    assert_all_pass(arm, {name: module[name] for name in sources})


@needs_compiler
@each_arm
def test_c_passes(arm, tmp_path):
    sources = written(arm, "c", rounds=1)
    (tmp_path / "arm.c").write_text("\n".join(sources.values()))
    command = [COMPILER, "-std=c99", "-O0", "-shared", "-fPIC", "-o", "arm.so", "arm.c", "-lm"]
    subprocess.run(command, cwd=tmp_path, check=True)
    library = ctypes.CDLL(str(tmp_path / "arm.so"))

    def called(name):
        def torque(q, qd, qdd):
            vectors = [np.ascontiguousarray(x) for x in (q, qd, qdd, np.empty(arm.n))]
            if q.ndim > 1:
                raise ValueError("one state at a time")
            getattr(library, name)(*(ctypes.c_void_p(x.ctypes.data) for x in vectors))
            return vectors[-1]

        return torque

    assert_all_pass(arm, {name: called(name) for name in sources})


@needs_node
@each_arm
def test_javascript_passes(arm, tmp_path):
    sources = written(arm, "javascript", rounds=1)
    (tmp_path / "arm.mjs").write_text("\n".join(sources.values()))
    (tmp_path / "server.mjs").write_text(SERVER)
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen([NODE, "server.mjs"], cwd=tmp_path, text=True, **pipes) as node:

        def called(name):
            def torque(q, qd, qdd):
                if q.ndim > 1:
                    raise ValueError("one state at a time")
                line = json.dumps([name, q.tolist(), qd.tolist(), qdd.tolist()])
                node.stdin.write(f"{line}\n")
                node.stdin.flush()
                return json.loads(node.stdout.readline())

            return torque

        assert_all_pass(arm, {name: called(name) for name in sources})
        node.stdin.close()
