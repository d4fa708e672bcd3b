"""Generated functions, run by the compiler or interpreter of their language.

Each language has a function of (codes by name, arguments by name for each state, folder) that
returns the numbers of all results, row after row, for each name and state.
"""

import json
import shutil
import subprocess
from types import ModuleType

import numpy as np
import pytest

from oracles import latex_equations

COMPILER = {"c": shutil.which("cc") or shutil.which("gcc"), "cpp": shutil.which("g++")}
PROGRAMS = {
    **COMPILER,
    "matlab": shutil.which("octave"),
    "javascript": shutil.which("node"),
    "rust": shutil.which("rustc"),
}
WARNINGS = ["-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-Werror", "-pedantic"]


def run(command, folder):
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def states(lines, cases):
    """Numbers on lines, in the order of names and states."""
    rest = iter(line for line in lines.splitlines() if line.strip())
    return {
        name: [np.array(next(rest).split(), dtype=float) for _ in given]
        for name, given in cases.items()
    }


def calls(codes, cases, one_call):
    return "\n".join(
        one_call(name, given, codes[name].results) for name in codes for given in cases[name]
    )


def literals(values):
    return ", ".join(repr(float(x)) for x in np.ravel(values))


def c(codes, cases, folder, dtype="double", standard="-std=c99"):
    """Compile with all warnings as errors, through the headers."""

    def call(name, given, results):
        arrays = [f"const {dtype} {x}[] = {{{literals(v)}}};" for x, v in given.items()]
        arrays += [f"{dtype} {x}[{size}];" for x, size in results.items()]
        prints = [f"print({x}, {size});" for x, size in results.items()]
        passed = ", ".join([*given, *results])
        return "\n".join(["{", *arrays, f"{name}({passed});", *prints, 'puts("");', "}"])

    for name, code in codes.items():
        code.save(folder / f"{name}.c", header=folder / f"{name}.h")
    (folder / "main.c").write_text(
        "#include <stdio.h>\n"
        + "".join(f'#include "{name}.h"\n' for name in codes)
        + f"static void print(const {dtype} *x, int size) "
        '{ for (int k = 0; k < size; ++k) printf("%.17g ", (double)x[k]); }\n'
        f"int main(void) {{\n{calls(codes, cases, call)}\nreturn 0; }}\n"
    )
    sources = [f"{name}.c" for name in codes]
    run([PROGRAMS["c"], standard, *WARNINGS, "-c", *sources], folder)
    objects = [f"{name}.o" for name in codes]
    run([PROGRAMS["c"], standard, "main.c", *objects, "-o", "main", "-lm"], folder)
    return states(run([folder / "main"], folder), cases)


def cpp(codes, cases, folder, dtype="double"):
    """Compile with all warnings as errors."""

    def call(name, given, results):
        arrays = [
            f"const std::array<{dtype}, {np.size(v)}> {x} = {{{{{literals(v)}}}}};"
            for x, v in given.items()
        ]
        arrays += [f"std::array<{dtype}, {size}> {x};" for x, size in results.items()]
        prints = [f"print({x}.data(), {size});" for x, size in results.items()]
        passed = ", ".join([*given, *results])
        return "\n".join(["{", *arrays, f"{name}({passed});", *prints, 'std::puts("");', "}"])

    for name, code in codes.items():
        code.save(folder / f"{name}.hpp")
    (folder / "main.cpp").write_text(
        "#include <cstdio>\n"
        + "".join(f'#include "{name}.hpp"\n' for name in codes)
        + f"static void print(const {dtype}* x, int size) "
        '{ for (int k = 0; k < size; ++k) std::printf("%.17g ", static_cast<double>(x[k])); }\n'
        f"int main() {{\n{calls(codes, cases, call)}\n}}\n"
    )
    warnings = [x for x in WARNINGS if dtype == "double" or x != "-Wconversion"]
    run([PROGRAMS["cpp"], "-std=c++11", *warnings, "main.cpp", "-o", "main"], folder)
    return states(run([folder / "main"], folder), cases)


def rust(codes, cases, folder, dtype="double"):
    """Compile with all warnings as errors."""
    kind = {"double": "f64", "float": "f32"}[dtype]

    def call(name, given, results):
        arrays = [f"let {x} = [{literals(v)}];" for x, v in given.items()]
        arrays += [f"let mut {x}: [{kind}; {size}] = [0.0; {size}];" for x, size in results.items()]
        prints = [f"print(&{x});" for x in results]
        passed = ", ".join([*(f"&{x}" for x in given), *(f"&mut {x}" for x in results)])
        return "\n".join(["{", *arrays, f"code::{name}({passed});", *prints, "println!();", "}"])

    (folder / "code.rs").write_text("\n".join(code.source for code in codes.values()))
    (folder / "main.rs").write_text(
        f'mod code;\nfn print(x: &[{kind}]) {{ for y in x {{ print!("{{:e}} ", y); }} }}\n'
        "#[allow(non_snake_case, unused_mut)]\n"
        f"fn main() {{\n{calls(codes, cases, call)}\n}}\n"
    )
    run([PROGRAMS["rust"], "--edition", "2021", "-D", "warnings", "main.rs"], folder)
    return states(run([folder / "main"], folder), cases)


def matlab(codes, cases, folder):
    """Run in GNU Octave."""

    def call(name, given, results):
        lines = []
        for x, v in given.items():
            shape = np.shape(v) if np.ndim(v) > 1 else (np.size(v), 1)
            axes = list(range(len(shape), 0, -1))
            lines.append(f"{x} = permute(reshape([{literals(v)}], {list(shape[::-1])}), {axes});")
        lines.append(f"[{', '.join(results)}] = {name}({', '.join(given)});")
        lines += [f"printf('%.17g ', permute({x}, ndims({x}):-1:1));" for x in results]
        return "\n".join([*lines, "printf('\\n');"])

    for name, code in codes.items():
        code.save(folder / f"{name}.m")
    (folder / "run_all.m").write_text(calls(codes, cases, call))
    command = [PROGRAMS["matlab"], "--no-gui", "--no-init-file", "--quiet", "run_all.m"]
    return states(run(command, folder), cases)


def javascript(codes, cases, folder):
    """Run in Node.js."""
    for name, code in codes.items():
        code.save(folder / f"{name}.mjs")
    given = [
        [name, [np.asarray(x).tolist() for x in each.values()]]
        for name in codes
        for each in cases[name]
    ]
    (folder / "main.mjs").write_text(
        "".join(f"import {{ {name} }} from './{name}.mjs';\n" for name in codes)
        + f"const functions = {{ {', '.join(codes)} }};\n"
        f"for (const [name, given] of {json.dumps(given)}) {{\n"
        "  const result = functions[name](...given);\n"
        "  const all = Array.isArray(result) ? result : Object(result) === result\n"
        "    ? Object.values(result) : [result];\n"
        "  console.log(all.flat(Infinity).join(' '));\n}\n"
    )
    return states(run([PROGRAMS["javascript"], "main.mjs"], folder), cases)


def function_of(code, name):
    """The function of Python code."""
    module = ModuleType(name)
    exec(code.source, module.__dict__)
    return getattr(module, name)


def flat(results):
    """The numbers of one result, or of a tuple of several, row after row."""
    several = results if isinstance(results, tuple) else (results,)
    arrays = (x.numpy() if hasattr(x, "numpy") else x for x in several)  # of PyTorch
    return np.concatenate([np.ravel(np.array(x, dtype=float)) for x in arrays])


def _in_python(codes, cases, numbers):
    return {
        name: [numbers(function_of(code, name), given) for given in cases[name]]
        for name, code in codes.items()
    }


def python(codes, cases, _folder):
    """Run with lists of lists."""

    def numbers(function, given):
        return flat(function(*(np.asarray(x).tolist() for x in given.values())))

    return _in_python(codes, cases, numbers)


def numpy(codes, cases, _folder, **options):
    """Run with arrays; the module of arrays is an option."""

    def numbers(function, given):
        return flat(function(*given.values(), **options))

    return _in_python(codes, cases, numbers)


def sympy(codes, cases, _folder):
    """Evaluate for numbers of SymPy, since expressions of symbols grow beyond measure."""
    from sympy import Float

    def numbers(function, given):
        return flat(function(*(np.vectorize(Float, otypes=[object])(x) for x in given.values())))

    return _in_python(codes, cases, numbers)


class CountedFrom1:
    """An array as Julia indexes it."""

    def __init__(self, values):
        self._values = np.asarray(values)

    def __getitem__(self, where):
        indices = np.atleast_1d(where)
        assert len(indices) == self._values.ndim
        assert np.all(indices >= 1)
        return self._values[tuple(indices - 1)]


def julia(codes, cases, _folder):
    """Read as Python, of which formulas, comments and lists are those of Julia.

    Only the first and the last line, indices and the order of elements differ.
    """
    known = {
        "cos": np.cos,
        "sin": np.sin,
        "sign": np.sign,
        "reshape": lambda values, *shape: np.reshape(values, shape, order="F"),
    }

    def function(code, name):
        lines = code.source.splitlines()
        assert lines[-1] == "end"
        module = dict(known)
        start = next(k for k, line in enumerate(lines) if not line.startswith("#"))
        assert lines[start].startswith(f"function {name}(")
        lines[start] = f"{lines[start].replace('function', 'def')}:"
        exec("\n".join(lines[:-1]), module)
        return module[name]

    return {
        name: [
            flat(function(code, name)(*map(CountedFrom1, given.values()))) for given in cases[name]
        ]
        for name, code in codes.items()
    }


def latex(codes, cases, _folder):
    """Evaluate the equations as formulas of Python."""

    def numbers(code, given):
        return latex_equations.evaluate(code.source, given)[-sum(code.results.values()) :]

    return {name: [numbers(code, given) for given in cases[name]] for name, code in codes.items()}


RUN = {
    "c": c,
    "cpp": cpp,
    "rust": rust,
    "matlab": matlab,
    "javascript": javascript,
    "python": python,
    "numpy": numpy,
    "sympy": sympy,
    "julia": julia,
    "latex": latex,
}


def runner(language):
    """The function of a language; skips the test where nothing runs it."""
    if PROGRAMS.get(language, "") is None:
        pytest.skip(f"there is no program that runs {language}")
    if language == "sympy":
        pytest.importorskip("sympy")
    return RUN[language]
