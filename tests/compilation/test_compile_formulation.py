"""A formulation of a user's header is used as those of equidyn are."""

import contextlib
import os
import shutil
import stat
import subprocess
import time
from pathlib import Path

import numpy as np
import pytest

import equidyn
from compilation.headers import compiled_apart, header
from equidyn.compilation import formulation, library
from equidyn.compilation.compiler import Compiler, eigen_folder
from oracles.interrupts import assert_interrupted

COMPILERS = [name for name in ("g++", "clang++-19") if shutil.which(name)]


def can_compile():
    try:
        return bool(COMPILERS and eigen_folder())
    except FileNotFoundError:
        return False


pytestmark = [
    pytest.mark.skipif(not can_compile(), reason="needs a C++ compiler and Eigen"),
    pytest.mark.slow,
]

# as a new user of the C++ headers wrote it
OF_A_TRIAL = """
#include "equidyn/interface/formulation_evaluator.hpp"
#include "equidyn/formulations/newton_euler.hpp"
namespace mine { using namespace equidyn;
struct MyNE { static constexpr FormulationInfo info{.name="my_ne",.title="Mine",.reference="me",.order="n",.frames=Frames::kStandardDh};
  template <Scalar T> struct Workspace { explicit Workspace(const Arm<T>& arm):ne(arm){} NewtonEuler::Workspace<T> ne; };
  template <Scalar T> static void inverse_dynamics(const Arm<T>& arm,const JointState<T>& x,const BaseMotion<T>& base,const Wrench<T>& tip,PerLink<T>& tau,Workspace<T>& w) noexcept { NewtonEuler::inverse_dynamics(arm,x,base,tip,tau,w.ne); } }; }
"""  # noqa: E501


@pytest.fixture(scope="module")
def trial(tmp_path_factory):
    path = tmp_path_factory.mktemp("trial") / "own.hpp"
    path.write_text(OF_A_TRIAL)
    return path


@pytest.mark.parametrize("compiler", COMPILERS)
def test_it_stands_beside_the_others_in_every_table(trial, compiler):
    mine = equidyn.compile_formulation(trial, compiler=compiler)
    assert (mine.name, mine.order, mine.path) == ("my_ne", "n", trial)
    assert equidyn.formulations()["my_ne"] is mine
    assert "struct MyNE" in repr(mine)
    arm = equidyn.robots.load("planar_rp")
    both = ["newton_euler", "my_ne"]
    assert equidyn.verify(arm, 5, formulations=both).passed
    one, other = (equidyn.count_operations("puma560", name) for name in both)
    assert one.steps == other.steps
    one, other = map(equidyn.operation_polynomial, both)
    assert str(one.total) == str(other.total)
    times = equidyn.time_formulations(formulations=both, arm=arm, repetitions=1)
    assert times.at("my_ne", 2).minimum > 0
    assert "my_ne" in str(equidyn.rounding_error(formulations=both, sweeps=["lift"], samples=2))
    report = equidyn.report(arm, formulations=both, samples=3, n=[2], repetitions=1)
    assert "my_ne" in report.html()


def test_its_results_are_those_of_its_equations(trial):
    equidyn.compile_formulation(trial, flags=["-O0"])
    arm, (q, qd, qdd) = equidyn.robots.puma560(), np.random.default_rng(4).normal(size=(3, 70, 6))
    base = equidyn.BaseMotion([0.1, 0.2, 0.3], [1, 2, 3], [3, 2, 1])
    more = {"tip_wrench": [1, 2, 3, 4, 5, 6], "base_motion": base}
    for states in ((q, qd, qdd), (q[0], qd[0], qdd[0])):
        expected = arm.inverse_dynamics(*states, formulation="newton_euler", **more)
        assert np.array_equal(arm.inverse_dynamics(*states, formulation="my_ne", **more), expected)
    for name in ("mass_matrix", "coriolis_coefficients"):
        method = getattr(arm, name)
        expected = method(q[0], formulation="newton_euler")
        assert np.array_equal(method(q[0], formulation="my_ne"), expected)
    expected = arm.forward_dynamics(q, qd, qdd, formulation="newton_euler", **more)
    assert np.array_equal(arm.forward_dynamics(q, qd, qdd, formulation="my_ne", **more), expected)
    one, other = (
        arm.simulate(q, qd, 2e-3, torque=qdd, formulation=name, **more)
        for name in ("newton_euler", "my_ne")
    )
    assert np.array_equal(one.q, other.q)


def test_the_default_formulation_is_timed_like_a_copy_of_its_text(tmp_path):
    text = equidyn.formulations()["minimal_newton_euler"].text
    for old, new in (("MinimalNewtonEuler", "Copy"), ('"minimal_newton_euler"', '"a_copy"')):
        text = text.replace(old, new)
    (tmp_path / "copy.hpp").write_text(text)
    assert equidyn.compile_formulation(tmp_path / "copy.hpp", flags=["-O0"]).name == "a_copy"
    arm, states = equidyn.robots.puma560(), tuple(np.random.default_rng(4).normal(size=(3, 70, 6)))
    for together in (False, True):
        original, copy = (
            equidyn._core.time_method(arm, "inverse_dynamics", name, states, 1e-3, together)
            for name in ("minimal_newton_euler", "a_copy")
        )
        assert np.array_equal(original[1], copy[1])


# tells how wide its scalar is, by a function that is not inline, though two files have it
OF_WIDTHS = """
#include "equidyn/interface/formulation.hpp"
int width_of(unsigned long bytes) { return static_cast<int>(bytes / sizeof(double)); }
struct Width {
  static constexpr equidyn::FormulationInfo info{.name="width", .title="Width", .order=1};
  template <equidyn::Scalar T> struct Workspace { explicit Workspace(const equidyn::Arm<T>&) {} };
  template <equidyn::Scalar T> static void inverse_dynamics(const equidyn::Arm<T>& arm,
      const equidyn::JointState<T>&, const equidyn::BaseMotion<T>&, const equidyn::Wrench<T>&,
      equidyn::PerLink<T>& tau, Workspace<T>&) noexcept {
    for (int i = 1; i <= arm.n; ++i) tau[i] = T(width_of(sizeof(T)));
  }
};
"""


def test_a_batch_is_evaluated_in_lanes(tmp_path):
    path = tmp_path / "width.hpp"
    path.write_text(OF_WIDTHS)
    equidyn.compile_formulation(path)
    lanes = {"avx2": 4, "avx512": 8}.get(equidyn.build_info()["instruction_set"], 1)
    arm, rest = equidyn.robots.planar_2r(), np.zeros((17, 2))
    assert (arm.inverse_dynamics(rest, rest, rest, formulation="width")[:16] == lanes).all()
    assert (arm.inverse_dynamics(*[rest] * 3, formulation="width", threads=2)[:16] == lanes).all()
    assert (arm.inverse_dynamics([0, 0], [0, 0], [0, 0], formulation="width") == 1).all()
    long = equidyn.robots.random_arm(129, seed=0)
    assert (long.inverse_dynamics(*np.zeros((3, 8, 129)), formulation="width") == 1).all()


@pytest.mark.usefixtures("without_lanes")
def test_an_arm_that_it_refuses_is_refused_with_its_reason(tmp_path):
    refusing = (
        '  template <equidyn::Scalar T>\n  static std::string refusal(const equidyn::Arm<T>& \
arm) {\n    return arm.n == 2 ? "takes no arm of two links" : "";\n  }\n};\n\n}  // namespace'
    )
    path = header(tmp_path / "refusing.hpp", "refusing", change=("};\n\n}  // namespace", refusing))
    refused = equidyn.compile_formulation(path, flags=["-O0"])
    arm = equidyn.robots.planar_2r()
    assert refused.refusal(arm) == "takes no arm of two links"
    with pytest.raises(ValueError, match="refusing takes no arm of two links"):
        arm.inverse_dynamics([0, 0], [0, 0], [0, 0], formulation="refusing")
    with pytest.raises(ValueError, match="refusing takes no arm of two links"):
        equidyn.count_operations(arm, "refusing")
    assert "refusing takes no arm" in str(equidyn.verify(arm, 2))


def test_a_wrong_sign_is_noticed_in_its_own_row_alone(tmp_path):
    equidyn.compile_formulation(
        header(tmp_path / "wrong.hpp", "wrong", "tau[1] = -tau[1];"), flags=["-O0"]
    )
    result = equidyn.verify("planar_2r", 3)
    assert {check.subject for check in result.failures} == {"wrong"}


@pytest.mark.usefixtures("without_lanes")
def test_a_changed_header_replaces_what_was_compiled_before(tmp_path):
    arm, rest = equidyn.robots.planar_2r(), [0.0, 0.0]
    header(tmp_path / "changing.hpp", "changing", '#include "factor.hpp"')
    torques = []
    for factor in (1, 1, 3):
        (tmp_path / "factor.hpp").write_text(f"tau[1] = T({factor}) * tau[1];")
        equidyn.compile_formulation(tmp_path / "changing.hpp", flags=["-O0"])
        torques.append(arm.inverse_dynamics(rest, rest, rest, formulation="changing")[0])
    assert torques[1] == torques[0]
    assert torques[2] == pytest.approx(3 * torques[0])
    assert [f.name for f in equidyn.formulations()].count("changing") == 1


def test_nothing_is_compiled_twice(trial, monkeypatch):
    equidyn.compile_formulation(trial, flags=["-O0"])
    monkeypatch.delattr(Compiler, "compile")
    monkeypatch.delattr(Compiler, "whole_copies")
    equidyn.compile_formulation(trial, flags=["-O0"])


@pytest.mark.usefixtures("without_lanes")
@pytest.mark.skipif(os.name == "nt", reason="needs a shell")
def test_another_version_compiler_or_option_is_compiled_anew(tmp_path, monkeypatch):
    path, program, said = (tmp_path / name for name in ("keyed.hpp", "compiler", "version"))
    header(path, "keyed")
    program.write_text(
        f"#!/bin/sh\n[ $1 = --version ] && exec cat {said}\n"
        f'echo >> {tmp_path / "calls"}\nexec {COMPILERS[0]} "$@"\n'
    )
    program.chmod(0o755)

    def compiles(version="g++ 1", options=("-O0",), of_equidyn=equidyn.__version__):
        said.write_text(version)
        (tmp_path / "calls").write_text("")
        for module in (library, formulation):
            monkeypatch.setattr(module, "__version__", of_equidyn)
        equidyn.compile_formulation(path, compiler=program, flags=options)
        return (tmp_path / "calls").read_text() != ""

    changes = ({}, {"version": "g++ 2"}, {"options": ["-O0", "-g0"]}, {"of_equidyn": "0.0.1"})
    assert [compiles(**change) for change in changes] == [True] * 4
    assert [compiles(**change) for change in changes] == [False] * 4


CUT = {"to 0 bytes": lambda whole: b"", "in half": lambda whole: whole[: len(whole) // 2]}
CUT["in a byte"] = lambda whole: whole[:-1] + bytes([whole[-1] ^ 1])


def test_a_damaged_library_is_compiled_anew(tmp_path, monkeypatch):
    """In processes of its own: to load one that was cut in half ends it."""
    monkeypatch.setenv("EQUIDYN_CACHE", str(tmp_path / "cache"))
    command = compiled_apart(header(tmp_path / "damaged.hpp", "damaged"))
    subprocess.run(command, check=True)
    for cut in CUT.values():
        (library,) = (tmp_path / "cache").rglob("*.so")
        whole = library.read_bytes()
        library.write_bytes(cut(whole))
        assert subprocess.run(command, check=True, capture_output=True).stdout == b"damaged\n"
        for kept in set((tmp_path / "cache").rglob("*.so")):
            assert kept.read_bytes() != cut(whole)


@pytest.mark.usefixtures("without_lanes")
@pytest.mark.skipif(os.name == "nt", reason="a system without these permissions")
def test_a_library_that_others_may_write_is_compiled_anew(tmp_path, monkeypatch):
    monkeypatch.setenv("EQUIDYN_CACHE", str(tmp_path / "cache"))
    path = header(tmp_path / "open.hpp", "open")
    equidyn.compile_formulation(path, flags=["-O0"])
    (library,) = (tmp_path / "cache").rglob("*.so")
    library.chmod(0o722)
    equidyn.compile_formulation(path, flags=["-O0"])
    modes = {stat.S_IMODE(kept.stat().st_mode) for kept in (tmp_path / "cache").rglob("*.so")}
    assert 0o700 in modes


# what an editor does before and after the compiler reads factor.hpp, and the factor that is left
EDITED = {
    "once": ("true", "cp 3 factor.hpp", 3),
    "and edited back": ("cp 3 factor.hpp", "cp 1 factor.hpp", 1),
    "and removed": ("true", "rm factor.hpp", None),
}


@pytest.mark.skipif(os.name == "nt", reason="needs a shell")
@pytest.mark.parametrize(("before", "after", "factor"), EDITED.values(), ids=EDITED)
def test_what_is_edited_while_it_is_compiled_is_not_kept(tmp_path, before, after, factor):
    arm, rest = equidyn.robots.planar_2r(), [0.0, 0.0]
    path = header(tmp_path / "edited.hpp", "edited", '#include "factor.hpp"')
    for number in (1, 3):
        (tmp_path / str(number)).write_text(f"tau[1] = T({number}) * tau[1];")
    shutil.copy(tmp_path / "1", tmp_path / "factor.hpp")
    edits = tmp_path / "compiler"
    edits.write_text(
        f"""#!/bin/sh
cd {tmp_path}
case "$*" in
  *"-c "*table.cpp*) [ -e edited ] || {before};;
  *) exec {COMPILERS[0]} "$@";;
esac
{COMPILERS[0]} "$@" || exit
[ -e edited ] || {{ {after}; touch edited; }}
"""
    )
    edits.chmod(0o755)

    def torque():
        equidyn.compile_formulation(path, compiler=edits, flags=["-O0"])
        torques = arm.inverse_dynamics(rest, rest, rest, formulation="edited")
        batch = arm.inverse_dynamics([rest] * 9, rest, rest, formulation="edited")
        assert (batch == torques).all()  # of one text, alone and in lanes
        return torques[0]

    torque()
    if factor is None:
        with pytest.raises(equidyn.CompilationError, match=r"factor\.hpp"):
            torque()
    else:
        right = arm.inverse_dynamics(rest, rest, rest, formulation="newton_euler")[0]
        assert torque() == pytest.approx(factor * right)


@pytest.mark.usefixtures("without_lanes")
@pytest.mark.parametrize("name", ["two Größen €.hpp", "-o $x#y\"z'.hpp"])
def test_names_of_files_are_taken_as_they_are(tmp_path, monkeypatch, name):
    folder = tmp_path / "my häders $HOME"
    folder.mkdir()
    (folder / "own part.hpp").write_text("static_assert(true);")
    path = header(folder / name, "named", change=("#pragma once", '#include "own part.hpp"'))
    monkeypatch.chdir(folder)
    assert equidyn.compile_formulation(path.name, flags=["-O0"]).path == path
    (record,) = (p for p in library_folders() if "own part.hpp" in p.read_text())
    record.unlink()


def library_folders():
    return Path(os.environ["EQUIDYN_CACHE"]).rglob("included.json")


def test_two_processes_compile_the_same_at_once(tmp_path, monkeypatch):
    monkeypatch.setenv("EQUIDYN_CACHE", str(tmp_path / "cache"))
    path = header(tmp_path / "shared.hpp", "shared")
    processes = [
        subprocess.Popen(compiled_apart(path), stdout=subprocess.PIPE, text=True) for _ in range(2)
    ]
    assert [process.communicate()[0] for process in processes] == ["shared\n"] * 2
    assert len(list((tmp_path / "cache").rglob("*.so"))) == 1
    assert not list((tmp_path / "cache").rglob("tmp*"))


def compilers_of(path):
    """Return the processes with this file among their arguments."""
    found = []
    for arguments in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            if str(path).encode() in arguments.read_bytes():
                found.append(arguments)
    return found


@pytest.mark.skipif(os.name == "nt", reason="sends a signal")
def test_an_interrupted_compilation_leaves_nothing(tmp_path, monkeypatch):
    monkeypatch.setenv("EQUIDYN_CACHE", str(tmp_path / "cache"))
    path = header(tmp_path / "interrupted.hpp", "interrupted")
    assert_interrupted(lambda: equidyn.compile_formulation(path), after=1)
    assert not [p for p in (tmp_path / "cache").rglob("*") if not p.is_dir()]
    assert not list((tmp_path / "cache").rglob("tmp*"))
    deadline = time.monotonic() + 10
    while compilers_of(path):
        assert time.monotonic() < deadline


@pytest.mark.parametrize("compiler", COMPILERS)
@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("tau, work);", "tau, walk);"), r"wrong\.hpp, line 21: .*walk.*\n   21 \| +equidyn::N"),
        (("tau, work);", "tau, work);\n    if (tau[1] > T(0)) {}"), r"line 22: .*any scalar"),
        (("void inverse_dynamics", "void dynamics"), "lacks: .* static void inverse_dynamics"),
    ],
)
def test_what_does_not_compile_is_shown_with_its_line(tmp_path, compiler, change, message):
    path = header(tmp_path / "wrong.hpp", "wrong", change=change)
    with pytest.raises(equidyn.CompilationError, match=f"path: .*{message}") as caught:
        equidyn.compile_formulation(path, compiler=compiler)
    assert "error" in caught.value.log
    assert str(path) in caught.value.command
    assert len(str(caught.value).splitlines()) <= 3


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ((") noexcept {", ") {"), "inverse_dynamics of the formulation must be noexcept"),
        (("equidyn::NewtonEuler::Workspace<T>;", "int;"), "Workspace lacks a constructor"),
        (("newton_euler.hpp", "none.hpp"), r"line 2: .*none\.hpp.*\n    2 \| #include"),
    ],
)
def test_what_a_struct_lacks_is_named(tmp_path, change, message):
    test_what_does_not_compile_is_shown_with_its_line(tmp_path, COMPILERS[0], change, message)


@pytest.mark.usefixtures("without_lanes")
@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("kane", "info.name: 'kane' is a name of equidyn's"),
        ("unit_accelerations", "info.name: 'unit_accelerations' is a name of equidyn's"),
        ("my own", "info.name: expected letters, digits and _, got 'my own'"),
        (r"\xff", "info.name: expected UTF-8, got other bytes"),
    ],
)
def test_a_name_that_is_taken_or_none_is_refused(tmp_path, name, message):
    with pytest.raises(ValueError, match=message):
        equidyn.compile_formulation(header(tmp_path / "named.hpp", name), flags=["-O0"])
    assert not any(f.own for f in equidyn.formulations())


@pytest.mark.usefixtures("without_lanes")
def test_options_go_to_the_compiler(tmp_path):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "mine_too.hpp").write_text("")
    path = header(tmp_path / "a.hpp", change=("#pragma once", '#include "mine_too.hpp"'))
    with pytest.raises(equidyn.CompilationError, match=r"line 1: .*mine_too"):
        equidyn.compile_formulation(path)
    assert equidyn.compile_formulation(path, flags=[f"-I{elsewhere}", "-O0"]).name == "mine"
    with pytest.raises(equidyn.CompilationError, match=r"a\.hpp: .*-fno-such-thing"):
        equidyn.compile_formulation(path, flags=["-fno-such-thing"])
