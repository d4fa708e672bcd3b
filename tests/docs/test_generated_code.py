"""The page of generated code lists all of it, and its program for a microcontroller compiles."""

import ctypes
import doctest
import re
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

import equidyn
from documenting import generated
from equidyn.codegen.generated_code import LANGUAGES
from equidyn.codegen.quantities import QUANTITIES

PAGE = Path(__file__).parents[2] / "docs" / "generated_code.md"
COMPILER = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")


def test_every_language_and_every_quantity_has_its_row(tmp_path):
    generated.write(tmp_path)
    for file, names in (("languages.md", LANGUAGES), ("code_of_quantities.md", QUANTITIES)):
        text = (tmp_path / file).read_text("utf-8")
        assert re.findall(r'^\| `"(\w+)"`', text, re.MULTILINE) == list(names)


def test_the_program_for_jax_has_a_model_for_each_row():
    pytest.importorskip("jax")
    text = PAGE.read_text("utf-8")
    (program,) = re.findall(r"^```python\n(import jax\n.*?)^```", text, re.DOTALL | re.MULTILINE)
    code = equidyn.generate(
        "planar_2r", language="numpy", quantity="gravity_torque", parameters=["mass"]
    )
    module = {}
    exec(code.source, module)
    names = {"module": module, "mass": np.random.default_rng(0).uniform(1, 2, (20, 2))}
    exec(program, names)
    expected = module["gravity_torque"]([0.1, 0.2], names["mass"])
    # in float32, unless JAX has float64 switched on
    np.testing.assert_allclose(names["of_each"], expected, rtol=1e-5, atol=1e-5)
    assert names["by_mass"].shape == (2, 2)


@pytest.mark.skipif(COMPILER is None, reason="there is no C compiler on the path")
def test_the_program_for_a_microcontroller_compiles_without_a_warning(tmp_path):
    (program,) = re.findall(r"^```c\n(.*?)^```", PAGE.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    sessions = doctest.DocTestParser().get_examples(PAGE.read_text("utf-8"))
    (call,) = (x.source for x in sessions if 'dtype="float"' in x.source)
    names = {"equidyn": equidyn}
    exec(call, names)
    code = names["code"]
    code.save(tmp_path / "holding_torque.c", header=tmp_path / "holding_torque.h")
    (tmp_path / "feed_forward.c").write_text(program)
    options = ["-std=c99", "-O2", "-Wall", "-Wextra", "-Wdouble-promotion", "-Werror", "-pedantic"]
    command = [COMPILER, *options, "-shared", "-fPIC", "holding_torque.c", "feed_forward.c"]
    subprocess.run([*command, "-o", "arm.so", "-lm"], cwd=tmp_path, check=True)
    arm = equidyn.robots.scara()
    q, qd, torque = (np.linspace(x, 1, arm.n, dtype=np.float32) for x in (0.1, 0.2, 0))
    pointers = [ctypes.c_void_p(x.ctypes.data) for x in (q, qd, torque)]
    function = ctypes.CDLL(str(tmp_path / "arm.so")).feed_forward
    function(*pointers[:2], ctypes.c_float(1.5), pointers[2])
    expected = arm.with_payload(1.5).bias(q.astype(float), qd.astype(float))
    np.testing.assert_allclose(torque, expected, rtol=1e-5, atol=1e-5)


@pytest.mark.skipif(shutil.which("nm") is None, reason="there is no program that lists symbols")
def test_code_in_c_calls_nothing_but_sine_and_cosine(tmp_path):
    for dtype, called in (("double", {"sin", "cos"}), ("float", {"sinf", "cosf"})):
        for quantity in QUANTITIES:
            equidyn.generate("scara", quantity=quantity, dtype=dtype).save(tmp_path / "arm.c")
            command = [COMPILER, "-std=c99", "-O0", "-c", "arm.c"]
            subprocess.run(command, cwd=tmp_path, check=True)
            listed = subprocess.run(
                ["nm", "-u", "arm.o"], cwd=tmp_path, check=True, capture_output=True, text=True
            )
            assert {x.lstrip("_") for x in listed.stdout.split()} - {"U"} <= called
