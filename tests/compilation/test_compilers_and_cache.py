"""Compilers that fail in their own ways, and a cache that is not the user's alone."""

import errno
import os
import stat
import subprocess

import pytest

import equidyn
from compilation.headers import header
from equidyn.compilation import compiler, library
from equidyn.compilation.processes import end_tree

pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs a shell")


@pytest.fixture
def compile_by(tmp_path, monkeypatch):
    """Compile a header by a script of the shell, in a cache of its own."""
    monkeypatch.setattr(compiler, "eigen_folder", lambda: tmp_path)
    monkeypatch.setenv("EQUIDYN_CACHE", str(tmp_path / "cache"))
    path = header(tmp_path / "mine.hpp")

    def compiled(script, interpreter="/bin/sh"):
        program = tmp_path / "compiler"
        program.write_text(f'#!{interpreter}\n[ "$1" = --version ] && exit\n{script}\n')
        program.chmod(0o755)
        return equidyn.compile_formulation(path, compiler=program)

    return compiled


def write(text):
    """A script that writes what it was to make."""
    return f'while [ $# -gt 0 ]; do [ "$1" = -o ] && echo {text} > "$2"; shift; done'


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("exit 3", r"hpp: no message \(the compiler ended with status 3\)"),
        ("kill -9 $$", r"hpp: no message \(the compiler ended by SIGKILL, too little memory\?\)"),
        ("echo 'x.c:1:2: error: y'; kill -15 $$", r"hpp: y \(the compiler ended by SIGTERM\)"),
        ("echo out of memory; exit 1", r"hpp: out of memory \(the compiler ended with status 1\)"),
        (write("text"), r"hpp: expected a library that can be loaded, got from .*/compiler: "),
        ("printf 'error: \\033[31mred\\t%01000d' 7; exit 1", r"hpp: \\x1b\[31mred\\t0{280,300}…$"),
    ],
)
def test_how_a_compiler_failed_is_said(compile_by, script, message):
    with pytest.raises(equidyn.CompilationError, match=f"(?m)^path: mine\\.{message}"):
        compile_by(script)


def test_a_compiler_that_makes_nothing_is_named_by_its_argument(compile_by, monkeypatch, tmp_path):
    message = "expected a compiler that makes a shared library, got no file from .*/compiler"
    with pytest.raises(equidyn.CompilationError, match=f"^compiler: {message}$"):
        compile_by("exit 0")
    monkeypatch.setenv("CXX", f"{tmp_path / 'compiler'} -fsyntax-only")
    with pytest.raises(equidyn.CompilationError, match=f"^CXX: {message} -fsyntax-only with"):
        equidyn.compile_formulation(tmp_path / "mine.hpp", flags=["-O0"])


def test_a_long_line_of_a_log_is_read_once(compile_by):
    """Templates write such lines; where each colon began a new search, this took minutes."""
    script = "yes 'a:1:1: b:2: c: d: ' | tr -d '\\n' | head -c 300000; exit 1"
    with pytest.raises(equidyn.CompilationError, match=r"hpp: a:1:1: b.{280,300}… \(the"):
        compile_by(script)


def test_a_program_that_the_system_does_not_start_is_named(compile_by, monkeypatch):
    with pytest.raises(OSError, match=r"compiler: the system does not start it: .*/compiler'$"):
        compile_by("", interpreter="/no/such/interpreter")

    def no_more(*_, **__):
        raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")

    monkeypatch.setattr(compiler.subprocess, "Popen", no_more)
    with pytest.raises(BlockingIOError, match=r"compiler: the system .*: Resource temporarily"):
        compile_by("")


@pytest.mark.parametrize("leader", ["wait", "exit"])
def test_what_a_process_has_started_ends_with_it(leader):
    """The reader of a pipe waits until nobody holds it."""
    command = ["sh", "-c", f"sh -c 'echo begun; sleep 1000' & {leader}"]
    pipe = {"stdout": subprocess.PIPE, "start_new_session": True}
    with subprocess.Popen(command, **pipe) as process:
        assert process.stdout.readline() == b"begun\n"
        if leader == "exit":
            process.wait()
        end_tree(process.pid)
        end_tree(process.pid)
        assert process.stdout.read() == b""


def test_the_cache_is_made_for_the_user_alone(compile_by, tmp_path):
    before = os.umask(0)
    try:
        with pytest.raises(equidyn.CompilationError):
            compile_by("exit 1")
    finally:
        os.umask(before)
    folders = [tmp_path / "cache", *(tmp_path / "cache").rglob("*")]
    assert len(folders) == 3
    assert {stat.S_IMODE(folder.stat().st_mode) for folder in folders} == {0o700}


@pytest.mark.parametrize("depth", [0, 1, 2])
@pytest.mark.parametrize("mode", [0o777, 0o720, 0o702])
def test_a_folder_that_others_may_write_is_refused(compile_by, tmp_path, depth, mode):
    with pytest.raises(equidyn.CompilationError):
        compile_by("exit 1")
    folders = [tmp_path / "cache", *sorted((tmp_path / "cache").rglob("*"))]
    folders[depth].chmod(mode)
    with pytest.raises(PermissionError, match="EQUIDYN_CACHE: expected a folder that only you"):
        compile_by("exit 1")


def test_a_folder_of_another_user_is_refused(compile_by, monkeypatch, tmp_path):
    (tmp_path / "cache").mkdir(mode=0o755)
    owner = os.geteuid()
    monkeypatch.setattr(library.os, "geteuid", lambda: owner + 1)
    with pytest.raises(PermissionError, match="EQUIDYN_CACHE: expected a folder that only you"):
        compile_by("exit 1")


def test_a_cache_that_cannot_be_is_named(compile_by, tmp_path):
    (tmp_path / "cache").write_text("a file")
    with pytest.raises(OSError, match=r"EQUIDYN_CACHE: there can be no such folder: .*/cache'"):
        compile_by("exit 1")


def test_libraries_used_last_are_kept(monkeypatch, tmp_path):
    monkeypatch.setattr(library, "_MOST", 2)
    for used, name in enumerate(("a/1", "b/2", "c/3", "b/4")):
        kept = (tmp_path / name).with_suffix(library._SUFFIX)
        kept.parent.mkdir(exist_ok=True)
        (kept.parent / "included.json").touch()
        kept.touch()
        os.utime(kept, (used, used))
    library._remove_oldest(tmp_path)
    left = {path.relative_to(tmp_path).with_suffix("").as_posix() for path in tmp_path.rglob("*")}
    assert left == {"b", "b/4", "b/included", "c", "c/3", "c/included"}


@pytest.mark.parametrize(
    "text",
    ['{"files": ["/dev/zero"]}', '{"files": ["/dev/stdin", "a\\u0000"]}', "[[" * 10**5, "[]"],
)
def test_a_list_of_files_that_equidyn_has_not_written_is_none(compile_by, tmp_path, text):
    with pytest.raises(equidyn.CompilationError):
        compile_by("exit 1")
    (folder,) = (tmp_path / "cache" / "formulations").iterdir()
    (folder / "included.json").write_text(text)
    with pytest.raises(equidyn.CompilationError, match="status 1"):
        compile_by("exit 1")
