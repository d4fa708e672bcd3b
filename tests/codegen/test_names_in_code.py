"""Generated code holds the name of an arm in comments alone, whatever the name."""

import ast
import re
import shutil
import subprocess

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from equidyn.codegen import generate
from equidyn.codegen.generated_code import LANGUAGES
from equidyn.robots import planar_2r

COMPILER = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
STRICT = ["-pedantic", "-Wall", "-Wextra", "-Werror"]

ARM = planar_2r()
PLAIN = {language: generate(ARM, language=language).source for language in LANGUAGES}

# each leaves the comments of some language, or changes what stands beside it
LEAVING = [
    r"*\ int evil(void){return 42;} /*",
    "*/ int evil(void){return 42;} /*",
    "* / int evil(void){return 42;} //",
    "*??/\n/ int evil; /*",
    "*\\\n/ int evil; /*",
    "one ??/",
    "??/ " * 40,
    "one \\",
    "one\nimport os",
    "one\rimport os",
    "one\x85import os",
    "one\u2028import os",
    "one\u2029import os",
    '"""',
    "coding: utf-7 +AAo-evil",
    "coding=rot13",
    "^^M evil",
    r"\end{aligned} \input{evil}",
    r"\begin{aligned} evil",
    "\u202e evil \u2066",
    "\x9b31m",
    "vim: set syntax=evil:",
    "-*- mode: evil -*-",
    "/*",
    "/",
    "*",
]

# what such names are made of, so that many of them are tried together, and all that an arm takes
_any = st.characters(codec="utf-8", min_codepoint=0x20, exclude_characters="\ufffe\uffff")
names = st.text(st.sampled_from(sorted(set("".join(LEAVING)))) | _any, max_size=200)


def tried(test):
    """Try all names above, and some that were made of their characters."""
    for name in LEAVING:
        test = example(name)(test)
    return settings(max_examples=60, derandomize=True)(given(names)(test))


def source(name, language):
    return generate(ARM.with_name(name), language=language).source


def without_comments_of_c(text):
    """First three phases of translation of a C compiler."""
    for sign, trigraph in zip(r"#[\]^{|}~", "=(/)'<!>-", strict=True):
        text = text.replace(f"??{trigraph}", sign)
    text = re.sub(r"\\[ \t]*(\r\n|\n|\r)", "", text)
    return re.sub(r"/\*.*?\*/|//[^\n\r]*", " ", text, flags=re.DOTALL)


@tried
def test_code_in_c_is_that_of_an_arm_without_a_name(name):
    code = source(name, "c")
    assert without_comments_of_c(code) == without_comments_of_c(PLAIN["c"])
    # a compiler warns of a comment that seems to begin in one
    assert code.count("/*") == code.count("*/") == 1


@tried
def test_code_in_python_is_that_of_an_arm_without_a_name(name):
    code = source(name, "numpy").encode()
    assert ast.dump(ast.parse(code)) == ast.dump(ast.parse(PLAIN["numpy"]))


@tried
def test_code_in_javascript_is_that_of_an_arm_without_a_name(name):
    # its lines end at these, those of comments too
    lines, plain = (
        re.split("[\n\r\u2028\u2029]", x) for x in (source(name, "javascript"), PLAIN["javascript"])
    )
    assert [x for x in lines if not x.startswith("//")] == [
        x for x in plain if not x.startswith("//")
    ]


@tried
def test_equations_in_latex_are_those_of_an_arm_without_a_name(name):
    lines, plain = source(name, "latex").splitlines(), PLAIN["latex"].splitlines()
    begin = plain.index(r"\begin{aligned}")
    comments = lines[: begin - len(plain)]
    assert lines[len(comments) :] == plain[begin:]
    assert all(line.startswith("% ") and "^^" not in line for line in comments)
    shown = generate(ARM.with_name(name), language="latex")._repr_latex_()
    assert shown == generate(ARM, language="latex")._repr_latex_()


@pytest.mark.parametrize("language", PLAIN)
def test_names_in_any_script_stand_in_the_comment_as_they_are(language):
    for name in ("bras à six axes", "機械手, 2 (b)", "हाथ", "PUMA 560", "a+b-c"):
        assert f"Inverse dynamics of {name}, joints RR." in source(name, language)


@pytest.mark.skipif(COMPILER is None, reason="there is no C compiler on the path")
@pytest.mark.parametrize("standard", ["-std=c99", "-std=gnu11"])
def test_a_compiler_finds_one_function_whatever_the_name(standard, tmp_path):
    names = tmp_path / "names.c"
    codes = (
        generate(ARM.with_name(name), name=f"arm_{k}").source for k, name in enumerate(LEAVING)
    )
    names.write_text("\n".join(codes), encoding="utf-8")
    command = [COMPILER, *STRICT, standard, "-trigraphs", "-c", names, "-o", tmp_path / "names.o"]
    compiled = subprocess.run(command, capture_output=True, text=True, check=False)
    assert compiled.returncode == 0, compiled.stderr
    assert b"evil" not in (tmp_path / "names.o").read_bytes()
